/* SPDX-License-Identifier: MIT */
/* Reads images: detects the format by the first bytes, checks the size against the limits, runs the
 * decoder of that format, then halves the image while it is larger than the caller needs. */
#include "image/image_codec.h"
#include "mipmap.h"

#include <string.h>

#define DEFAULT_EDGE  8192u
#define DEFAULT_BYTES ((uint64_t)256 << 20)

const char* vrm_image_format_text(vrm_ImageFormat format) {
    static const char* const names[] = {"unknown", "png", "jpeg", "webp", "apng", "gif"};
    size_t index = (size_t)format;
    return names[index < sizeof names / sizeof names[0] ? index : 0];
}

/* ---- Headers ---- */

static uint32_t big_endian(const uint8_t* at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Signature, then IHDR: length 13, the word, width, height. */
static vrm_Result peek_png(const uint8_t* data, size_t size, vrm_ImageInfo* out) {
    if (size < 33 || big_endian(data + 8) != 13 || memcmp(data + 12, "IHDR", 4) != 0)
        return VRM_ERR_INVALID;
    out->width = big_endian(data + 16);
    out->height = big_endian(data + 20);
    return VRM_OK;
}

static vrm_ImageFormat format_of(const uint8_t* data, size_t size) {
    if (size >= 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0) return VRM_IMAGE_PNG;
    if (size >= 3 && memcmp(data, "\xff\xd8\xff", 3) == 0) return VRM_IMAGE_JPEG;
    if (size >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0)
        return VRM_IMAGE_WEBP;
    return VRM_IMAGE_UNKNOWN;
}

vrm_Result vrm_image_peek(vrm_Span bytes, vrm_ImageInfo* out) {
    *out = (vrm_ImageInfo){0};
    if (bytes.data == NULL) return VRM_ERR_UNSUPPORTED;
    vrm_ImageInfo info = {.format = format_of((const uint8_t*)bytes.data, bytes.size)};
    vrm_Result result = VRM_ERR_UNSUPPORTED;
    if (info.format == VRM_IMAGE_PNG)
        result = peek_png((const uint8_t*)bytes.data, bytes.size, &info);
    if (info.format == VRM_IMAGE_JPEG) result = vrmi_peek_jpeg(bytes, &info);
    if (info.format == VRM_IMAGE_WEBP) result = vrmi_peek_webp(bytes, &info);
    if (result == VRM_OK && (info.width == 0 || info.height == 0)) result = VRM_ERR_INVALID;
    if (result == VRM_OK) *out = info;
    return result;
}

/* ---- Limits ---- */

/* The members that a vrm_ImageLimits without a size has. */
#define FIRST_LIMITS (offsetof(vrm_ImageLimits, is_color) + sizeof(bool))

static bool is_within(const vrm_ImageInfo* info, const vrm_ImageLimits* limits) {
    uint32_t width = limits->width != 0 ? limits->width : DEFAULT_EDGE;
    uint32_t height = limits->height != 0 ? limits->height : DEFAULT_EDGE;
    uint64_t bytes = limits->decoded_bytes != 0 ? limits->decoded_bytes : DEFAULT_BYTES;
    if (bytes > SIZE_MAX) bytes = SIZE_MAX;
    /* Both edges are 32 bits: the product cannot overflow, four times the product could. */
    uint64_t pixels = (uint64_t)info->width * info->height;
    return info->width <= width && info->height <= height && pixels <= bytes / 4;
}

/* How often the image can be halved before its shorter edge is smaller than `enough`: a strip keeps
 * its rows. */
static int halvings(const vrm_ImageInfo* info, uint32_t enough) {
    uint32_t edge = info->width < info->height ? info->width : info->height;
    int count = 0;
    while (enough != 0 && edge / 2 >= enough) {
        edge /= 2;
        count++;
    }
    return count;
}

/* Halves in place, then copies into a block of the right size. */
static vrm_Result shrink_image(vrm_Picture* image, int times, bool is_color) {
    if (times <= 0) return VRM_OK;
    vrmi_Light light;
    if (is_color) vrmi_light_init(&light);
    vrm_Picture small = *image;
    for (int i = 0; i < times; i++) {
        vrmi_halve(is_color ? &light : NULL, image->pixels, small.width, small.height,
                   image->pixels);
        small.width = small.width > 1 ? small.width / 2 : 1;
        small.height = small.height > 1 ? small.height / 2 : 1;
    }
    vrm_Result result = vrmi_image_reserve(&small);
    if (result != VRM_OK) return result;
    memcpy(small.pixels, image->pixels, vrmi_image_bytes(&small));
    vrm_image_release(image);
    *image = small;
    return VRM_OK;
}

/* ---- Decoding ---- */

vrm_Result vrm_image_decode(vrm_Span bytes, const vrm_ImageLimits* limits,
                            const vrm_Allocator* allocator, vrm_Picture* out) {
    memset(out, 0, sizeof *out);
    const vrm_ImageLimits defaults = {0};
    vrm_ImageLimits known = {0};
    if (limits == NULL) limits = &defaults;
    size_t size = limits->limits_size == 0 ? FIRST_LIMITS : limits->limits_size;
    memcpy(&known, limits, size < sizeof known ? size : sizeof known);
    limits = &known;
    vrm_ImageInfo info;
    vrm_Result result = vrm_image_peek(bytes, &info);
    if (result != VRM_OK) return result;
    if (!is_within(&info, limits)) return VRM_ERR_LIMIT;

    vrm_Picture image = {.allocator = vrmi_image_allocator(allocator)};
    int shrink = halvings(&info, limits->enough);
    if (info.format == VRM_IMAGE_PNG) result = vrmi_decode_png(bytes, &info, &image);
    int none = 0;
    if (info.format == VRM_IMAGE_JPEG)
        result = vrmi_decode_jpeg(bytes, limits->is_color ? &none : &shrink, &image);
    if (info.format == VRM_IMAGE_WEBP) result = vrmi_decode_webp(bytes, &info, &image);
    if (result == VRM_OK) result = shrink_image(&image, shrink, limits->is_color);
    if (result == VRM_OK)
        *out = image;
    else
        vrm_image_release(&image);
    return result;
}
