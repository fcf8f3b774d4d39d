/* SPDX-License-Identifier: MIT */
/* Chooses colour type and depth of a PNG (PNG third edition, section 6.1): no alpha where all is
 * opaque, grey where the channels are equal, a palette for at most 256 colours. */
#include "optimize/png_form.h"

#include <stdlib.h>
#include <string.h>

/* ---- Facts ---- */

typedef struct Facts {
    bool is_opaque, is_grey;
    uint8_t grey_depth;  /* 1, 2, 4 or 8 bits hold every grey exactly */
    vrmi_PngForm colors; /* a palette, unless there are more than 256 */
    bool has_palette;
} Facts;

static uint32_t hash_color(const uint8_t* color) {
    uint32_t value = (uint32_t)color[0] | (uint32_t)color[1] << 8 | (uint32_t)color[2] << 16 |
                     (uint32_t)color[3] << 24;
    return (value * 2654435761u) >> 22;
}

/* The slot of a colour, or the empty one where it belongs. */
static uint32_t find_slot(const vrmi_PngForm* form, const uint8_t* color) {
    uint32_t slot = hash_color(color) % VRMI_PNG_SLOTS;
    while (form->slots[slot] != 0 && memcmp(form->palette[form->slots[slot] - 1], color, 4) != 0)
        slot = (slot + 1) % VRMI_PNG_SLOTS;
    return slot;
}

static void add_color(Facts* facts, const uint8_t* color) {
    vrmi_PngForm* form = &facts->colors;
    uint32_t slot = find_slot(form, color);
    if (form->slots[slot] != 0) return;
    if (form->colors == 256) {
        facts->has_palette = false;
        return;
    }
    memcpy(form->palette[form->colors++], color, 4);
    form->slots[slot] = (uint16_t)form->colors;
}

static uint8_t depth_of_grey(uint8_t grey) {
    if (grey == 0 || grey == 255) return 1;
    if (grey % 85 == 0) return 2;
    return grey % 17 == 0 ? 4 : 8;
}

static void note_pixel(Facts* facts, const uint8_t* pixel) {
    if (pixel[3] != 255) facts->is_opaque = false;
    if (pixel[0] != pixel[1] || pixel[1] != pixel[2]) facts->is_grey = false;
    if (facts->is_grey) {
        uint8_t depth = depth_of_grey(pixel[0]);
        if (depth > facts->grey_depth) facts->grey_depth = depth;
    }
    if (facts->has_palette) add_color(facts, pixel);
}

static void gather(const vrm_Picture* picture, Facts* out) {
    memset(out, 0, sizeof *out);
    out->is_opaque = out->is_grey = out->has_palette = true;
    out->grey_depth = 1;
    size_t count = (size_t)picture->width * picture->height;
    const uint8_t* last = NULL;
    for (size_t i = 0; i < count; i++) {
        const uint8_t* pixel = picture->pixels + i * 4;
        if (last == NULL || memcmp(last, pixel, 4) != 0) note_pixel(out, pixel);
        last = pixel;
    }
}

/* ---- Forms ---- */

/* Transparent colours first, so that tRNS is short; then by value, so that the order depends on the
 * colours only. */
static int compare_colors(const void* a, const void* b) {
    const uint8_t *x = a, *y = b;
    if ((x[3] == 255) != (y[3] == 255)) return x[3] == 255 ? 1 : -1;
    return memcmp(x, y, 4);
}

static void make_palette(vrmi_PngForm* form) {
    qsort(form->palette, form->colors, sizeof form->palette[0], compare_colors);
    memset(form->slots, 0, sizeof form->slots);
    form->transparent = 0;
    for (uint32_t i = 0; i < form->colors; i++) {
        form->slots[find_slot(form, form->palette[i])] = (uint16_t)(i + 1);
        if (form->palette[i][3] != 255) form->transparent = i + 1;
    }
    form->color_type = PNG_PALETTE;
    form->depth = form->colors <= 2 ? 1 : form->colors <= 4 ? 2 : form->colors <= 16 ? 4 : 8;
}

int vrmi_png_forms(const vrm_Picture* picture, bool needs_color, vrmi_PngForm out[2]) {
    Facts facts;
    gather(picture, &facts);
    bool is_grey = facts.is_grey && !needs_color;
    memset(&out[0], 0, sizeof out[0]);
    out[0].depth = 8;
    if (facts.is_opaque)
        out[0].color_type = is_grey ? PNG_GREY : PNG_RGB;
    else
        out[0].color_type = is_grey ? PNG_GREY_ALPHA : PNG_RGBA;
    if (out[0].color_type == PNG_GREY) out[0].depth = facts.grey_depth;
    if (!facts.has_palette) return 1;
    out[1] = facts.colors;
    make_palette(&out[1]);
    return 2;
}

/* ---- Rows ---- */

size_t vrmi_png_bits(const vrmi_PngForm* form) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    return (size_t)channels[form->color_type] * form->depth;
}

size_t vrmi_png_row_bytes(const vrmi_PngRows* rows) {
    return ((size_t)rows->width * vrmi_png_bits(&rows->form) + 7) / 8;
}

/* The sample of a form with one channel. */
static uint32_t sample_of(const vrmi_PngForm* form, const uint8_t* pixel) {
    if (form->color_type == PNG_PALETTE) return (uint32_t)form->slots[find_slot(form, pixel)] - 1;
    return (uint32_t)pixel[0] >> (8 - form->depth);
}

static void pack_samples(const vrmi_PngForm* form, const uint8_t* from, uint32_t width,
                         uint8_t* out) {
    uint32_t sample = 0, bits = 0, byte = 0;
    for (uint32_t x = 0; x < width; x++, from += 4) {
        if (x == 0 || memcmp(from - 4, from, 4) != 0) sample = sample_of(form, from);
        byte = byte << form->depth | sample;
        bits += form->depth;
        if (bits < 8) continue;
        *out++ = (uint8_t)byte;
        bits = byte = 0;
    }
    if (bits > 0) *out = (uint8_t)(byte << (8 - bits));
}

const uint8_t* vrmi_png_row(const vrmi_PngRows* rows, uint32_t y, uint8_t* buffer) {
    if (rows->pixels == NULL) return rows->raw + (size_t)y * vrmi_png_row_bytes(rows);
    const uint8_t* from = rows->pixels + (size_t)y * rows->width * 4;
    uint8_t* out = buffer;
    switch (rows->form.color_type) {
    case PNG_RGBA: return from;
    case PNG_RGB:
        for (uint32_t x = 0; x < rows->width; x++, from += 4, out += 3) memcpy(out, from, 3);
        break;
    case PNG_GREY_ALPHA:
        for (uint32_t x = 0; x < rows->width; x++, from += 4, out += 2) {
            out[0] = from[0];
            out[1] = from[3];
        }
        break;
    default: pack_samples(&rows->form, from, rows->width, out);
    }
    return buffer;
}
