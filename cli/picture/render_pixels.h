/* SPDX-License-Identifier: MIT */
/* vrm render: operations on drawn images. RGBA bytes, sRGB, alpha not premultiplied. */
#ifndef CLI_RENDER_PIXELS_H
#define CLI_RENDER_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

/* Makes lines of one pixel two pixels wide: each pixel takes the strongest of itself and those to
 * its left and above. In place. */
void render_thicken(uint8_t* pixels, int32_t width, int32_t height);

/* Dims `pixels` and draws `lines` over them, so that the lines are legible on any avatar. */
void render_put_over(uint8_t* pixels, const uint8_t* lines, int32_t width, int32_t height);

/* Halves an image to width by height pixels: each is the mean of four, as linear light. */
void render_halve(const uint8_t* large, int32_t width, int32_t height, uint8_t* out);

/* Whether every pixel is the background, red, green, blue and opacity of 0 to 1: nothing was before
 * the camera. */
bool render_is_empty(const uint8_t* pixels, int32_t width, int32_t height,
                     const float background[4]);

#endif
