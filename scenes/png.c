/* SPDX-License-Identifier: MIT */
/* PNG: one image, either plain in stored deflate blocks or filtered and compressed. */
#include "scene_bytes.h"

#include <stdlib.h>

static uint32_t crc32_of(const uint8_t* data, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static uint32_t adler32_of(const uint8_t* data, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void add_chunk(Bytes* bytes, const char* type, const Bytes* body) {
    bytes_add_be32(bytes, (uint32_t)body->size);
    size_t start = bytes->size;
    bytes_add(bytes, type, 4);
    bytes_add(bytes, body->data, body->size);
    if (bytes->has_failed) return;
    bytes_add_be32(bytes, crc32_of(bytes->data + start, bytes->size - start));
}

/* zlib around stored blocks of at most 65535 bytes (RFC 1950, RFC 1951 section 3.2.4). */
static void add_stored(Bytes* bytes, const Bytes* raw) {
    bytes_add_u8(bytes, 0x78);
    bytes_add_u8(bytes, 0x01);
    for (size_t at = 0; at < raw->size;) {
        size_t size = raw->size - at < 65535 ? raw->size - at : 65535;
        bytes_add_u8(bytes, at + size == raw->size);
        bytes_add_u16(bytes, (unsigned)size);
        bytes_add_u16(bytes, ~(unsigned)size & 0xFFFF);
        bytes_add(bytes, raw->data + at, size);
        at += size;
    }
    bytes_add_be32(bytes, adler32_of(raw->data, raw->size));
}

/* The chunks around rows that already have their filter bytes, as zlib data. `palette` may be
 * empty. */
static void add_deflated(Bytes* bytes, const Bytes* deflated, uint32_t width, uint32_t height,
                         unsigned bits, unsigned color_type, const Bytes* palette) {
    Bytes header = {0}, end = {0};
    bytes_add_be32(&header, width);
    bytes_add_be32(&header, height);
    bytes_add_u8(&header, bits);
    bytes_add_u8(&header, color_type);
    bytes_add(&header, "\0\0\0", 3); /* deflate, filters by row, not interlaced */
    bytes_add(bytes, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(bytes, "IHDR", &header);
    if (palette->size > 0) add_chunk(bytes, "PLTE", palette);
    add_chunk(bytes, "IDAT", deflated);
    add_chunk(bytes, "IEND", &end);
    if (header.has_failed || deflated->has_failed) bytes->has_failed = true;
    bytes_release(&header);
}

static void add_file(Bytes* bytes, const Bytes* rows, uint32_t width, uint32_t height,
                     unsigned bits, unsigned color_type, const Bytes* palette) {
    Bytes deflated = {0};
    add_stored(&deflated, rows);
    deflated.has_failed = deflated.has_failed || rows->has_failed;
    add_deflated(bytes, &deflated, width, height, bits, color_type, palette);
    bytes_release(&deflated);
}

void png_add(Bytes* bytes, const uint8_t* rgba, uint32_t width, uint32_t height) {
    Bytes rows = {0}, none = {0};
    for (uint32_t y = 0; y < height; y++) {
        bytes_add_u8(&rows, 0);
        bytes_add(&rows, rgba + (size_t)y * width * 4, (size_t)width * 4);
    }
    add_file(bytes, &rows, width, height, 8, 6, &none);
    bytes_release(&rows);
}

void png_add_four_colors(Bytes* bytes, const uint8_t* pixels, uint32_t width, uint32_t height,
                         const uint8_t colors[4][3]) {
    Bytes rows = {0}, palette = {0};
    for (int i = 0; i < 4; i++) bytes_add(&palette, colors[i], 3);
    for (uint32_t y = 0; y < height; y++) {
        bytes_add_u8(&rows, 0);
        for (uint32_t x = 0; x < width; x += 4) {
            const uint8_t* four = pixels + (size_t)y * width + x;
            bytes_add_u8(&rows, (unsigned)(four[0] << 6 | four[1] << 4 | four[2] << 2 | four[3]));
        }
    }
    add_file(bytes, &rows, width, height, 2, 3, &palette);
    bytes_release(&rows);
    bytes_release(&palette);
}

/* The value that a filter predicts from the pixels left, above, and above the left one. */
static uint8_t predict(int filter, int left, int above, int corner) {
    switch (filter) {
    case 0: return 0;
    case 1: return (uint8_t)left;
    case 2: return (uint8_t)above;
    case 3: return (uint8_t)((left + above) / 2);
    default: { /* Paeth */
        int p = left + above - corner;
        int a = abs(p - left), b = abs(p - above), c = abs(p - corner);
        return (uint8_t)(a <= b && a <= c ? left : b <= c ? above : corner);
    }
    }
}

/* One row under one filter into `out`; the sum of the sizes of its values says how good it is. */
static uint32_t filter_row(const uint8_t* row, const uint8_t* above, size_t size, size_t pixel,
                           int filter, uint8_t* out) {
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        int left = i >= pixel ? row[i - pixel] : 0;
        int up = above != NULL ? above[i] : 0;
        int corner = above != NULL && i >= pixel ? above[i - pixel] : 0;
        out[i] = (uint8_t)(row[i] - predict(filter, left, up, corner));
        sum += out[i] < 128 ? out[i] : 256u - out[i];
    }
    return sum;
}

static void filter_rows(Bytes* rows, const Bytes* pixels, size_t row_size, size_t pixel) {
    uint8_t* out = malloc(row_size * 2 + 1);
    if (out == NULL || pixels->has_failed) rows->has_failed = true;
    for (size_t at = 0; !rows->has_failed && at < pixels->size; at += row_size) {
        const uint8_t* row = pixels->data + at;
        const uint8_t* above = at > 0 ? row - row_size : NULL;
        uint8_t *best = out, *trial = out + row_size;
        uint32_t best_sum = UINT32_MAX;
        int best_filter = 0;
        for (int filter = 0; filter < 5; filter++) {
            uint32_t sum = filter_row(row, above, row_size, pixel, filter, trial);
            if (sum >= best_sum) continue;
            uint8_t* swapped = best;
            best = trial;
            trial = swapped;
            best_sum = sum;
            best_filter = filter;
        }
        bytes_add_u8(rows, (unsigned)best_filter);
        bytes_add(rows, best, row_size);
    }
    free(out);
}

void png_add_deflated(Bytes* bytes, const uint8_t* rgba, uint32_t width, uint32_t height) {
    size_t count = (size_t)width * height;
    bool is_opaque = true;
    for (size_t i = 0; i < count; i++) is_opaque = is_opaque && rgba[i * 4 + 3] == 255;
    size_t pixel = is_opaque ? 3 : 4;
    Bytes pixels = {0}, rows = {0}, deflated = {0}, none = {0};
    for (size_t i = 0; i < count; i++) bytes_add(&pixels, rgba + i * 4, pixel);
    filter_rows(&rows, &pixels, width * pixel, pixel);
    deflate_add(&deflated, &rows);
    add_deflated(bytes, &deflated, width, height, 8, is_opaque ? 2 : 6, &none);
    bytes_release(&pixels);
    bytes_release(&rows);
    bytes_release(&deflated);
}
