/* SPDX-License-Identifier: MIT */
/* Shared by the image writers: growing bytes, frame times, and changed rectangles. */
#include "image/image_writer.h"

#include <math.h>
#include <string.h>

/* ---- Bytes ---- */

uint8_t* vrmi_bytes_extend(vrmi_Bytes* bytes, size_t size) {
    if (bytes->has_failed || size > SIZE_MAX / 4 - bytes->size) {
        bytes->has_failed = true;
        return NULL;
    }
    size_t needed = bytes->size + size;
    if (needed > bytes->capacity) {
        size_t capacity = bytes->capacity < 4096 ? 4096 : bytes->capacity;
        while (capacity < needed) capacity *= 2;
        uint8_t* data = vrmi_image_alloc(&bytes->allocator, capacity);
        if (data == NULL) {
            bytes->has_failed = true;
            return NULL;
        }
        if (bytes->size > 0) memcpy(data, bytes->data, bytes->size);
        vrmi_image_free(&bytes->allocator, bytes->data, bytes->capacity);
        bytes->data = data;
        bytes->capacity = capacity;
    }
    uint8_t* at = bytes->data + bytes->size;
    bytes->size = needed;
    return at;
}

void vrmi_bytes_put(vrmi_Bytes* bytes, const void* data, size_t size) {
    uint8_t* at = vrmi_bytes_extend(bytes, size);
    if (at != NULL && size > 0) memcpy(at, data, size);
}

void vrmi_bytes_put_u8(vrmi_Bytes* bytes, uint32_t value) {
    uint8_t* at = vrmi_bytes_extend(bytes, 1);
    if (at != NULL) *at = (uint8_t)value;
}

void vrmi_bytes_put_u16_little(vrmi_Bytes* bytes, uint32_t value) {
    vrmi_bytes_put_u8(bytes, value & 255);
    vrmi_bytes_put_u8(bytes, value >> 8 & 255);
}

void vrmi_bytes_release(vrmi_Bytes* bytes) {
    vrmi_image_free(&bytes->allocator, bytes->data, bytes->capacity);
    *bytes = (vrmi_Bytes){.allocator = bytes->allocator};
}

void vrmi_put_u32_big(uint8_t* at, uint32_t value) {
    at[0] = (uint8_t)(value >> 24);
    at[1] = (uint8_t)(value >> 16);
    at[2] = (uint8_t)(value >> 8);
    at[3] = (uint8_t)value;
}

/* ---- Frames ---- */

size_t vrmi_frame_bytes(const vrm_ImageWriter* writer) {
    return (size_t)writer->def.width * writer->def.height * 4;
}

int64_t vrmi_frame_time(const vrm_ImageWriter* writer, uint32_t index, double per_second) {
    double seconds = (double)index / (double)writer->def.frames_per_second;
    return (int64_t)floor(seconds * per_second + 0.5);
}

vrmi_Rect vrmi_changed_rect(const vrm_ImageWriter* writer, const uint8_t* pixels) {
    uint32_t width = writer->def.width, height = writer->def.height;
    if (writer->previous == NULL) return (vrmi_Rect){0, 0, width, height};
    uint32_t left = width, right = 0, top = height, bottom = 0;
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t* a = pixels + (size_t)y * width * 4;
        const uint8_t* b = writer->previous + (size_t)y * width * 4;
        if (memcmp(a, b, (size_t)width * 4) == 0) continue;
        if (top == height) top = y;
        bottom = y + 1;
        uint32_t x = 0;
        while (memcmp(a + (size_t)x * 4, b + (size_t)x * 4, 4) == 0) x++;
        if (x < left) left = x;
        x = width;
        while (memcmp(a + (size_t)x * 4 - 4, b + (size_t)x * 4 - 4, 4) == 0) x--;
        if (x > right) right = x;
    }
    if (top == height) return (vrmi_Rect){0, 0, 1, 1};
    return (vrmi_Rect){left, top, right - left, bottom - top};
}

vrm_Result vrmi_keep_frame(vrm_ImageWriter* writer, const uint8_t* pixels) {
    if (writer->previous == NULL) {
        writer->previous = vrmi_image_alloc(&writer->def.allocator, vrmi_frame_bytes(writer));
        if (writer->previous == NULL) return VRM_ERR_MEMORY;
    }
    memcpy(writer->previous, pixels, vrmi_frame_bytes(writer));
    return VRM_OK;
}
