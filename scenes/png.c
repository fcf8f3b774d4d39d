/* SPDX-License-Identifier: MIT */
/* PNG as small as code can be: one filter-less image in stored deflate blocks. */
#include "bytes.h"

#include <string.h>

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

void png_add(Bytes* bytes, const uint8_t* rgba, uint32_t width, uint32_t height) {
    Bytes header = {0}, raw = {0}, packed = {0}, end = {0};
    bytes_add_be32(&header, width);
    bytes_add_be32(&header, height);
    bytes_add(&header, "\x08\x06\x00\x00\x00", 5); /* 8 bits, RGBA, not interlaced */
    for (uint32_t y = 0; y < height; y++) {
        bytes_add_u8(&raw, 0);
        bytes_add(&raw, rgba + (size_t)y * width * 4, (size_t)width * 4);
    }
    add_stored(&packed, &raw);
    bytes_add(bytes, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(bytes, "IHDR", &header);
    add_chunk(bytes, "IDAT", &packed);
    add_chunk(bytes, "IEND", &end);
    if (header.has_failed || raw.has_failed || packed.has_failed) bytes->has_failed = true;
    bytes_release(&header);
    bytes_release(&raw);
    bytes_release(&packed);
}
