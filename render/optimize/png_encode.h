/* SPDX-License-Identifier: MIT */
/* The smallest stream of a PNG's rows: filters and zlib's settings are tried. */
#ifndef RENDER_OPTIMIZE_PNG_ENCODE_H
#define RENDER_OPTIMIZE_PNG_ENCODE_H

#include "image/image_writer.h"
#include "optimize/png_form.h"

/* Compresses the rows in each of `count` forms and keeps the smallest stream, which is appended to
 * `out` (an IDAT chunk's data); *out_form is its form. With `needed` bytes or more besides nothing
 * is kept: VRM_ERR_LIMIT. */
vrm_Result vrmi_png_encode(vrmi_PngRows* rows, const vrmi_PngForm* forms, int count, int effort,
                           size_t needed, vrmi_Bytes* out, int* out_form);

#endif
