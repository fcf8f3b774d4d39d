/* SPDX-License-Identifier: MIT */
/* vrm render --raw: frames for another program, one after the other, as they are drawn.
 *
 *   y4m    YUV4MPEG2: a line with size and rate, then FRAME and the planes of each frame. 4:2:0,
 *          BT.601, limited range, which players and encoders take without options. Without alpha:
 *          the frame is put on black.
 *   pam    a PAM image (netpbm) for each frame: a head with the size, then RGBA, sRGB, straight
 *          alpha
 *   rgba   the same bytes without a head */
#ifndef CLI_RAW_FILM_H
#define CLI_RAW_FILM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum raw_Format { RAW_NONE = -1, RAW_Y4M, RAW_PAM, RAW_RGBA } raw_Format;

extern const char* const raw_format_names[]; /* by raw_Format */

/* "30" or "29.97" as a fraction in lowest terms. */
void raw_rate(float frames_per_second, int32_t* out_numerator, int32_t* out_denominator);

/* Bytes of a frame with its head. */
size_t raw_frame_size(raw_Format format, int32_t width, int32_t height);

/* What comes before the first frame; false when it cannot be written. */
bool raw_write_head(FILE* out, raw_Format format, int32_t width, int32_t height,
                    float frames_per_second);

/* Writes a frame of RGBA pixels; `scratch` has room for raw_frame_size(). False when it cannot be
 * written. */
bool raw_write_frame(FILE* out, raw_Format format, int32_t width, int32_t height,
                     const uint8_t* pixels, uint8_t* scratch);

/* ITU-R BT.601 and BT.709, limited range. */
typedef enum raw_Standard { RAW_BT601, RAW_BT709 } raw_Standard;

/* Where the first bytes of planes are, and how many bytes a row has. */
typedef struct raw_Planes {
    uint8_t *y, *u, *v;
    size_t stride, half_stride;
} raw_Planes;

/* Puts RGBA pixels on black: luma of each pixel; chroma of the mean of each four, in the middle of
 * which it belongs ("jpeg"). At an odd edge the last column or row stands alone. */
void raw_put_planes(const uint8_t* pixels, int32_t width, int32_t height, raw_Standard standard,
                    const raw_Planes* out);

#endif
