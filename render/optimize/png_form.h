/* SPDX-License-Identifier: MIT */
/* How a PNG stores its pixels: colour type, depth, palette; and rows in that form. */
#ifndef RENDER_OPTIMIZE_PNG_FORM_H
#define RENDER_OPTIMIZE_PNG_FORM_H

#include "image/image_codec.h"

enum { PNG_GREY = 0, PNG_RGB = 2, PNG_PALETTE = 3, PNG_GREY_ALPHA = 4, PNG_RGBA = 6 };

#define VRMI_PNG_SLOTS 1024u /* of the table of colours: four for each colour of a palette */

typedef struct vrmi_PngForm {
    uint8_t color_type, depth;
    uint32_t colors;      /* of the palette */
    uint32_t transparent; /* how many of them are not opaque: they come first */
    uint8_t palette[256][4];
    uint16_t slots[VRMI_PNG_SLOTS]; /* 1 + index of the colour with that hash, or 0 */
} vrmi_PngForm;

/* What is to be written: RGBA pixels that become rows of a form, or rows that have it already. */
typedef struct vrmi_PngRows {
    uint32_t width, height;
    const uint8_t* pixels; /* NULL: `raw` */
    const uint8_t* raw;
    vrmi_PngForm form;
} vrmi_PngRows;

size_t vrmi_png_bits(const vrmi_PngForm* form); /* of a pixel */
size_t vrmi_png_row_bytes(const vrmi_PngRows* rows);

/* One row, or a pointer to it in `raw`; `buffer` has room for it. */
const uint8_t* vrmi_png_row(const vrmi_PngRows* rows, uint32_t y, uint8_t* buffer);

/* The forms that hold the pixels exactly and may give the smallest file: at most two. Grey forms
 * are left out with `needs_color`. */
int vrmi_png_forms(const vrm_Picture* picture, bool needs_color, vrmi_PngForm out[2]);

#endif
