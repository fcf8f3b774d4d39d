/* SPDX-License-Identifier: MIT */
/* The encoders behind vrm_optimize_pictures().
 *
 *   png_recompress.c  PNG with the same pixels and chunks, or of new pixels
 *   png_raw.c         pixels of a PNG as it stores them
 *   jpeg.c            JPEG with the same coefficients, or of new pixels
 *   webp.c            WebP
 *
 * Each appends to `out`, which is empty and whose allocator is set; what failed half way is
 * released by the caller too. VRM_ERR_UNSUPPORTED: this picture, or this build, cannot do it. */
#ifndef RENDER_OPTIMIZE_ENCODERS_H
#define RENDER_OPTIMIZE_ENCODERS_H

#include "image/image_writer.h"

/* The same pixels and chunks in fewer bytes than the picture has; VRM_ERR_LIMIT when there is no
 * such file. `picture` is what `bytes` decode to. VRM_ERR_UNSUPPORTED: several frames, or chunks
 * whose meaning is not known. */
vrm_Result vrmi_png_recompress(vrm_Span bytes, const vrm_Picture* picture, int effort,
                               vrmi_Bytes* out);

/* A new PNG, with an sRGB chunk where `is_color`. */
vrm_Result vrmi_png_write(const vrm_Picture* picture, bool is_color, int effort, vrmi_Bytes* out);

/* All rows as the file stores them, not interlaced, from the allocator.
 * Precondition: the picture can be decoded. */
vrm_Result vrmi_png_read_raw(vrm_Span bytes, const vrm_Allocator* allocator, uint8_t** out_rows,
                             size_t* out_size);

/* Optimal Huffman codes and the better of one or several scans; all markers are kept. */
vrm_Result vrmi_jpeg_recompress(vrm_Span bytes, vrmi_Bytes* out);
vrm_Result vrmi_jpeg_write(const vrm_Picture* picture, float quality, vrmi_Bytes* out);

/* `quality` above 100 is lossless, and exact also below alpha 0. */
vrm_Result vrmi_webp_write(const vrm_Picture* picture, float quality, int effort, vrmi_Bytes* out);
/* Whether a WebP was encoded without losses. */
bool vrmi_webp_is_lossless(vrm_Span bytes);

/* Whether this build writes the format. */
bool vrmi_can_write(vrm_ImageFormat format);

#endif
