/* SPDX-License-Identifier: MIT */
/* PNG as small as code can be: one filter-less image in stored deflate blocks. */
#include "bytes.h"

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

/* The chunks around rows that already have their filter bytes. `palette` may be empty. */
static void add_file(Bytes* bytes, const Bytes* rows, uint32_t width, uint32_t height,
                     unsigned bits, unsigned color_type, const Bytes* palette) {
    Bytes header = {0}, packed = {0}, end = {0};
    bytes_add_be32(&header, width);
    bytes_add_be32(&header, height);
    bytes_add_u8(&header, bits);
    bytes_add_u8(&header, color_type);
    bytes_add(&header, "\0\0\0", 3); /* deflate, no filter, not interlaced */
    add_stored(&packed, rows);
    bytes_add(bytes, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(bytes, "IHDR", &header);
    if (palette->size > 0) add_chunk(bytes, "PLTE", palette);
    add_chunk(bytes, "IDAT", &packed);
    add_chunk(bytes, "IEND", &end);
    if (header.has_failed || rows->has_failed || packed.has_failed) bytes->has_failed = true;
    bytes_release(&header);
    bytes_release(&packed);
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
