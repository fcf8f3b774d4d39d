/* SPDX-License-Identifier: MIT */
/* What the two writers of PNG share: image/image_png.c and optimize/png_encode.c. */
#ifndef RENDER_PNG_FILTER_H
#define RENDER_PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

/* Filter `kind`, 0 to 4, of a row of `size` bytes, `step` for each pixel and at least 1; `above` is
 * a row of zeros for the first one. */
void vrmi_png_filter_row(int kind, const uint8_t* row, const uint8_t* above, size_t size,
                         size_t step, uint8_t* out);

/* Writes the number of the filter with the lowest estimated cost and the filtered bytes to `out`;
 * `trial` has room for one row. */
void vrmi_png_best_row(const uint8_t* row, const uint8_t* above, size_t size, size_t step,
                       uint8_t* trial, uint8_t* out);

/* zalloc and zfree of a z_stream; `ctx` is a vrm_Allocator. */
void* vrmi_zlib_alloc(void* ctx, unsigned count, unsigned size);
void vrmi_zlib_free(void* ctx, void* ptr);

#endif
