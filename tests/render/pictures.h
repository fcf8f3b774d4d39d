/* SPDX-License-Identifier: MIT */
/* Small pictures of every kind, made with encoders that are not ours. Each returns malloc'd bytes.
 */
#ifndef RENDER_PICTURES_H
#define RENDER_PICTURES_H

#include "vrm/image.h"

typedef struct pic_Bytes {
    uint8_t* data;
    size_t size;
} pic_Bytes;

vrm_Span pic_span(pic_Bytes bytes);

/* What every picture shows: soft ramps, so that lossy formats keep it. Channel 3 is alpha. */
uint8_t pic_value(uint32_t x, uint32_t y, int channel);

/* A PNG of any colour type (0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA) and depth. Grey
 * shows channel 0; a palette entry i is the grey i, with alpha from the first row. */
pic_Bytes pic_png(uint32_t width, uint32_t height, int color_type, int depth, bool is_interlaced);

/* A PNG by hand: signature and header, then chunk after chunk. */
pic_Bytes pic_png_begin(uint32_t width, uint32_t height, int depth, int color_type,
                        bool is_interlaced);
void pic_put_chunk(pic_Bytes* png, const char* name, const uint8_t* data, size_t size);

/* A PNG header that claims a size, with next to nothing behind it. */
pic_Bytes pic_png_bomb(uint32_t width, uint32_t height);

/* channels: 1 grey, 3 RGB, 4 CMYK as Adobe writes it. */
pic_Bytes pic_jpeg(uint32_t width, uint32_t height, int channels, bool is_progressive);

pic_Bytes pic_webp(uint32_t width, uint32_t height, bool is_lossless);

#endif
