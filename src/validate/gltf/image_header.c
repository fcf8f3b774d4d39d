/* SPDX-License-Identifier: MIT */
#include "validate/gltf/image_header.h"

#include "base/bytes.h"

#include <string.h>

vrmi_ImageFormat vrmi_image_format(const uint8_t* data, uint64_t size) {
    if (data == NULL || size < 14) return VRMI_IMAGE_UNKNOWN;
    vrmi_ImageFormat format = vrmi_sniff_image(data, (size_t)size);
    if (format == VRMI_IMAGE_WEBP && memcmp(data + 12, "VP", 2) != 0) return VRMI_IMAGE_UNKNOWN;
    return format;
}

static vrmi_ImageStatus invalid(vrmi_ImageHeader* out, const char* problem) {
    out->problem = problem;
    return VRMI_IMAGE_INVALID;
}

/* ---- JPEG ---- */

/* Start of frame of any kind, and DHP, which has the same form. */
static bool is_frame_marker(uint8_t marker) {
    return ((marker & 0xF0) == 0xC0 && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) ||
           marker == 0xDE;
}

/* Markers without a segment, and fill bytes. */
static bool has_no_segment(uint8_t marker) {
    return marker == 0x01 || (marker & 0xF8) == 0xD0 || marker == 0xD8 || marker == 0xD9 ||
           marker == 0xFF;
}

static vrmi_ImageStatus read_jpeg(const uint8_t* data, uint64_t size, vrmi_ImageHeader* out) {
    uint64_t at = 1;
    for (;;) {
        while (at < size && has_no_segment(data[at])) at++;
        if (size < 3 || at > size - 3) return VRMI_IMAGE_CUT;
        uint8_t marker = data[at];
        uint64_t length = vrmi_load_u16_big(data + at + 1);
        if (length < 2) return invalid(out, "A JPEG segment has a wrong length.");
        const uint8_t* segment = data + at + 3;
        at += 3;
        if (size - at < length - 2) return VRMI_IMAGE_CUT;
        at += length - 2;
        if (!is_frame_marker(marker)) continue;
        if (length < 8 || (segment[5] != 1 && segment[5] != 3))
            return invalid(out, "A JPEG must have one or three colour channels.");
        out->height = vrmi_load_u16_big(segment + 1);
        out->width = vrmi_load_u16_big(segment + 3);
        return VRMI_IMAGE_OK;
    }
}

/* ---- PNG ---- */

typedef enum Color { COLOR_UNSAID, COLOR_DEFAULT, COLOR_CUSTOM } Color;

typedef struct Png {
    bool has_header, has_oblong_pixels;
    Color primaries, transfer;
} Png;

static void read_primaries(Png* png, const uint8_t* body) {
    /* White point, red, green, blue of sRGB, times 100000. */
    static const uint32_t srgb[8] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    if (png->primaries != COLOR_UNSAID) return;
    png->primaries = COLOR_DEFAULT;
    for (int i = 0; i < 8; i++)
        if (vrmi_load_u32_big(body + i * 4) != srgb[i]) png->primaries = COLOR_CUSTOM;
}

static void read_gamma(Png* png, const uint8_t* body) {
    if (png->transfer != COLOR_UNSAID) return;
    uint32_t gamma = vrmi_load_u32_big(body); /* 1 / 2.2, and linear */
    png->transfer = gamma == 45455 || gamma == 100000 ? COLOR_DEFAULT : COLOR_CUSTOM;
}

/* The length that a chunk of this kind must have; 0 for any. */
static uint32_t fixed_length(const uint8_t* kind) {
    static const struct {
        const char* kind;
        uint32_t length;
    } fixed[] = {{"IHDR", 13}, {"cHRM", 32}, {"sRGB", 1}, {"pHYs", 9}, {"gAMA", 4}};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (memcmp(kind, fixed[i].kind, 4) == 0) return fixed[i].length;
    return 0;
}

static void read_png_chunk(Png* png, const uint8_t* kind, const uint8_t* body,
                           vrmi_ImageHeader* out) {
    if (memcmp(kind, "IHDR", 4) == 0) {
        png->has_header = true;
        out->width = vrmi_load_u32_big(body);
        out->height = vrmi_load_u32_big(body + 4);
    } else if (memcmp(kind, "cHRM", 4) == 0) {
        read_primaries(png, body);
    } else if (memcmp(kind, "gAMA", 4) == 0) {
        read_gamma(png, body);
    } else if (memcmp(kind, "sRGB", 4) == 0) {
        png->primaries = png->transfer = COLOR_DEFAULT;
    } else if (memcmp(kind, "iCCP", 4) == 0) {
        png->primaries = png->transfer = COLOR_CUSTOM;
    } else if (memcmp(kind, "pHYs", 4) == 0) {
        if (vrmi_load_u32_big(body) != vrmi_load_u32_big(body + 4)) png->has_oblong_pixels = true;
    }
}

/* Reads up to the first image data: chunks that describe the colours must precede it. */
static vrmi_ImageStatus read_png(const uint8_t* data, uint64_t size, vrmi_ImageHeader* out) {
    Png png = {0};
    uint64_t at = 8;
    for (;;) {
        if (size - at < 8) return VRMI_IMAGE_CUT;
        uint32_t length = vrmi_load_u32_big(data + at);
        const uint8_t* kind = data + at + 4;
        at += 8;
        if (fixed_length(kind) != 0 && fixed_length(kind) != length)
            return invalid(out, "A PNG chunk has a wrong length.");
        if (memcmp(kind, "IDAT", 4) == 0) break;
        if (size - at < length) return VRMI_IMAGE_CUT;
        read_png_chunk(&png, kind, data + at, out);
        at += length;
        if (size - at < 4) return VRMI_IMAGE_CUT;
        at += 4; /* the checksum */
    }
    if (!png.has_header) return invalid(out, "The PNG has no header.");
    out->has_unused_features =
        png.primaries == COLOR_CUSTOM || png.transfer == COLOR_CUSTOM || png.has_oblong_pixels;
    return VRMI_IMAGE_OK;
}

/* ---- WebP ---- */

static vrmi_ImageStatus read_webp(const uint8_t* data, uint64_t size, vrmi_ImageHeader* out) {
    bool is_lossless = size >= 16 && data[14] == '8' && data[15] == 'L';
    if (size < 25 || (size < 30 && !is_lossless)) return VRMI_IMAGE_CUT;
    if (memcmp(data + 12, "VP8 ", 4) == 0) {
        out->width = vrmi_load_u16(data + 26) & 0x3FFFu;
        out->height = vrmi_load_u16(data + 28) & 0x3FFFu;
    } else if (memcmp(data + 12, "VP8L", 4) == 0) {
        out->width = 1 + ((uint32_t)data[21] | (uint32_t)(data[22] & 0x3F) << 8);
        out->height = 1 + ((uint32_t)data[22] >> 6 | (uint32_t)data[23] << 2 |
                           (uint32_t)(data[24] & 0x0F) << 10);
    } else if (memcmp(data + 12, "VP8X", 4) == 0) {
        out->has_unused_features = (data[20] & 0x22) != 0; /* colour profile, animation */
        out->width = 1 + ((uint32_t)data[24] | (uint32_t)data[25] << 8 | (uint32_t)data[26] << 16);
        out->height = 1 + ((uint32_t)data[27] | (uint32_t)data[28] << 8 | (uint32_t)data[29] << 16);
    } else {
        return invalid(out, "The WebP header is damaged.");
    }
    return VRMI_IMAGE_OK;
}

vrmi_ImageStatus vrmi_image_header(const uint8_t* data, uint64_t size, vrmi_ImageHeader* out) {
    *out = (vrmi_ImageHeader){.format = vrmi_image_format(data, size)};
    switch (out->format) {
    case VRMI_IMAGE_JPEG: return read_jpeg(data, size, out);
    case VRMI_IMAGE_PNG: return read_png(data, size, out);
    case VRMI_IMAGE_WEBP: return read_webp(data, size, out);
    default: return VRMI_IMAGE_UNRECOGNIZED;
    }
}
