/* SPDX-License-Identifier: MIT */
#include "pictures.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>
#include <zlib.h>

#include <jpeglib.h>

vrm_Span pic_span(pic_Bytes bytes) {
    return (vrm_Span){(const char*)bytes.data, bytes.size};
}

uint8_t pic_value(uint32_t x, uint32_t y, int channel) {
    uint32_t ramps[4] = {x * 6 + y, 255 - y * 5 - x, 40 + x * 2 + y * 3, 255 - x * 4};
    return (uint8_t)ramps[channel];
}

/* ---- PNG ---- */

static void put_u32(uint8_t* at, uint32_t value) {
    at[0] = (uint8_t)(value >> 24);
    at[1] = (uint8_t)(value >> 16);
    at[2] = (uint8_t)(value >> 8);
    at[3] = (uint8_t)value;
}

void pic_put_chunk(pic_Bytes* png, const char* name, const uint8_t* data, size_t size) {
    png->data = realloc(png->data, png->size + size + 12);
    assert(png->data != NULL);
    uint8_t* at = png->data + png->size;
    put_u32(at, (uint32_t)size);
    memcpy(at + 4, name, 4);
    if (size > 0) memcpy(at + 8, data, size);
    put_u32(at + 8 + size, (uint32_t)crc32(crc32(0, NULL, 0), at + 4, (uInt)(size + 4)));
    png->size += size + 12;
}

pic_Bytes pic_png_begin(uint32_t width, uint32_t height, int depth, int color_type,
                        bool is_interlaced) {
    pic_Bytes png = {malloc(8), 8};
    assert(png.data != NULL);
    memcpy(png.data, "\x89PNG\r\n\x1a\n", 8);
    uint8_t header[13] = {0};
    put_u32(header, width);
    put_u32(header + 4, height);
    header[8] = (uint8_t)depth;
    header[9] = (uint8_t)color_type;
    header[12] = is_interlaced;
    pic_put_chunk(&png, "IHDR", header, sizeof header);
    return png;
}

/* One row of a pass: filter 0, then samples of `depth` bits, the high bits first. */
static size_t put_row(uint8_t* out, uint32_t width, uint32_t y, uint32_t x0, uint32_t step,
                      int color_type, int depth) {
    static const int channel_lists[7][4] = {{0}, {0}, {0, 1, 2}, {0}, {0, 3}, {0}, {0, 1, 2, 3}};
    static const int counts[7] = {1, 0, 3, 1, 2, 0, 4};
    size_t bit = 8;
    out[0] = 0;
    for (uint32_t x = x0; x < width; x += step)
        for (int c = 0; c < counts[color_type]; c++) {
            uint32_t value = pic_value(x, y, channel_lists[color_type][c]);
            if (depth == 16) {
                out[bit / 8] = (uint8_t)value;
                out[bit / 8 + 1] = (uint8_t)~value;
            } else {
                if (bit % 8 == 0) out[bit / 8] = 0;
                uint32_t top = value >> (8 - depth);
                out[bit / 8] |= (uint8_t)(top << (8 - (size_t)depth - bit % 8));
            }
            bit += (size_t)depth;
        }
    return bit == 8 ? 0 : (bit + 7) / 8;
}

pic_Bytes pic_png(uint32_t width, uint32_t height, int color_type, int depth, bool is_interlaced) {
    static const uint8_t adam7[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                        {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    static const uint8_t whole[4] = {0, 0, 1, 1};
    pic_Bytes png = pic_png_begin(width, height, depth, color_type, is_interlaced);
    if (color_type == 3) {
        uint8_t palette[256 * 3], alphas[256];
        int entries = 1 << depth;
        for (int i = 0; i < entries; i++) {
            memset(palette + i * 3, i, 3);
            alphas[i] = (uint8_t)(255 - i);
        }
        pic_put_chunk(&png, "PLTE", palette, (size_t)entries * 3);
        pic_put_chunk(&png, "tRNS", alphas, (size_t)entries);
    }
    uint8_t* raw = malloc((size_t)height * 8 * (width * 8 + 2));
    assert(raw != NULL);
    size_t size = 0;
    for (int pass = 0; pass < (is_interlaced ? 7 : 1); pass++) {
        const uint8_t* p = is_interlaced ? adam7[pass] : whole;
        for (uint32_t y = p[1]; y < height; y += p[3])
            size += put_row(raw + size, width, y, p[0], p[2], color_type, depth);
    }
    uLongf packed_size = compressBound((uLong)size);
    uint8_t* packed = malloc(packed_size);
    int status = compress(packed, &packed_size, raw, (uLong)size);
    assert(status == Z_OK);
    (void)status;
    pic_put_chunk(&png, "IDAT", packed, packed_size);
    pic_put_chunk(&png, "IEND", NULL, 0);
    free(packed);
    free(raw);
    return png;
}

pic_Bytes pic_png_bomb(uint32_t width, uint32_t height) {
    pic_Bytes png = pic_png_begin(width, height, 8, 6, false);
    pic_put_chunk(&png, "IDAT", (const uint8_t*)"\x78\x9c\x03\x00\x00\x00\x00\x01", 8);
    pic_put_chunk(&png, "IEND", NULL, 0);
    return png;
}

/* ---- JPEG ---- */

pic_Bytes pic_jpeg(uint32_t width, uint32_t height, int channels, bool is_progressive) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* data = NULL;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &data, &size);
    jpeg.image_width = width;
    jpeg.image_height = height;
    jpeg.input_components = channels;
    jpeg.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    if (channels == 4) jpeg_set_colorspace(&jpeg, JCS_YCCK);
    jpeg_set_quality(&jpeg, 95, TRUE);
    if (is_progressive) jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    uint8_t* row = malloc((size_t)width * 4);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++)
            for (int c = 0; c < channels; c++)
                row[x * (uint32_t)channels + (uint32_t)c] = c == 3 ? 255 : pic_value(x, y, c);
        JSAMPROW rows = row;
        jpeg_write_scanlines(&jpeg, &rows, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(row);
    return (pic_Bytes){data, size};
}

/* ---- WebP ---- */

pic_Bytes pic_webp(uint32_t width, uint32_t height, bool is_lossless) {
    uint8_t* pixels = malloc((size_t)width * height * 4);
    assert(pixels != NULL);
    for (uint32_t i = 0; i < width * height * 4; i++)
        pixels[i] = pic_value(i / 4 % width, i / 4 / width, (int)(i % 4));
    uint8_t* data = NULL;
    int w = (int)width, h = (int)height;
    size_t size = is_lossless ? WebPEncodeLosslessRGBA(pixels, w, h, w * 4, &data)
                              : WebPEncodeRGBA(pixels, w, h, w * 4, 90, &data);
    assert(size > 0);
    free(pixels);
    uint8_t* copy = malloc(size); /* WebPFree is not free everywhere */
    memcpy(copy, data, size);
    WebPFree(data);
    return (pic_Bytes){copy, size};
}
