/* SPDX-License-Identifier: MIT */
/* Pictures out: the writer object that all formats share. */
#include "image_writer.h"

#include <math.h>
#include <string.h>

#define MAX_EDGE 16383u /* the most that WebP can say; PNG and GIF could say more */

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

void vrmi_put_u32_big(uint8_t* at, uint32_t value) {
    at[0] = (uint8_t)(value >> 24);
    at[1] = (uint8_t)(value >> 16);
    at[2] = (uint8_t)(value >> 8);
    at[3] = (uint8_t)value;
}

/* ---- Frames ---- */

static size_t frame_bytes(const vrm_ImageWriter* writer) {
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
        writer->previous = vrmi_image_alloc(&writer->def.allocator, frame_bytes(writer));
        if (writer->previous == NULL) return VRM_ERR_MEMORY;
    }
    memcpy(writer->previous, pixels, frame_bytes(writer));
    return VRM_OK;
}

/* ---- The writer ---- */

void vrm_image_writer_def_init(vrm_ImageWriterDef* def, size_t def_size) {
    const vrm_ImageWriterDef defaults = {
        .def_size = (uint32_t)def_size,
        .format = VRM_IMAGE_PNG,
        .frames_per_second = 30.0f,
        .effort = 4,
        .quality = 90.0f,
    };
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static vrm_Result check_def(const vrm_ImageWriterDef* def) {
    if (def->format == VRM_IMAGE_JPEG || def->format == VRM_IMAGE_UNKNOWN)
        return VRM_ERR_UNSUPPORTED;
    bool is_fine = def->format <= VRM_IMAGE_GIF && def->width >= 1 && def->width <= MAX_EDGE &&
                   def->height >= 1 && def->height <= MAX_EDGE && def->frames_per_second > 0.0f &&
                   def->frames_per_second <= (def->format == VRM_IMAGE_GIF ? 50.0f : 1000.0f) &&
                   def->loop_count >= 0 && def->loop_count <= 65535 && def->effort >= 0 &&
                   def->effort <= 9 && def->quality >= 0.0f;
    return is_fine ? VRM_OK : VRM_ERR_ARGUMENT;
}

static const vrmi_WriterFormat* writer_format(vrm_ImageFormat format) {
    if (format == VRM_IMAGE_GIF) return &vrmi_write_gif;
    return format == VRM_IMAGE_WEBP ? &vrmi_write_webp : &vrmi_write_png;
}

vrm_Result vrm_image_writer_create(const vrm_ImageWriterDef* def, vrm_ImageWriter** out_writer) {
    *out_writer = NULL;
    if (def->def_size < offsetof(vrm_ImageWriterDef, allocator) || def->def_size > 4096)
        return VRM_ERR_DEF;
    vrm_ImageWriterDef copy;
    vrm_image_writer_def_init(&copy, sizeof copy);
    memcpy(&copy, def, def->def_size < sizeof copy ? def->def_size : sizeof copy);
    vrm_Result result = check_def(&copy);
    if (result != VRM_OK) return result;

    copy.allocator = vrmi_image_allocator(&copy.allocator);
    vrm_ImageWriter* writer = vrmi_image_alloc(&copy.allocator, sizeof *writer);
    if (writer == NULL) return VRM_ERR_MEMORY;
    memset(writer, 0, sizeof *writer);
    writer->def = copy;
    writer->bytes.allocator = copy.allocator;
    writer->format = writer_format(copy.format);
    if (writer->format->begin != NULL) result = writer->format->begin(writer);
    if (result == VRM_OK && writer->bytes.has_failed) result = VRM_ERR_MEMORY;
    if (result == VRM_OK)
        *out_writer = writer;
    else
        vrm_image_writer_destroy(writer);
    return result;
}

static vrm_Result settle(vrm_ImageWriter* writer, vrm_Result result) {
    if (result == VRM_OK && writer->bytes.has_failed) result = VRM_ERR_MEMORY;
    if (result != VRM_OK) writer->has_failed = true;
    return result;
}

vrm_Result vrm_image_writer_add(vrm_ImageWriter* writer, const uint8_t* pixels) {
    if (writer->is_finished || writer->has_failed) return VRM_ERR_ARGUMENT;
    if (writer->def.format == VRM_IMAGE_PNG && writer->frame_count > 0) return VRM_ERR_ARGUMENT;
    vrm_Result result = settle(writer, writer->format->add(writer, pixels));
    if (result == VRM_OK) writer->frame_count++;
    return result;
}

vrm_Result vrm_image_writer_finish(vrm_ImageWriter* writer, vrm_Span* out_bytes) {
    *out_bytes = (vrm_Span){0};
    if (writer->is_finished || writer->has_failed || writer->frame_count == 0)
        return VRM_ERR_ARGUMENT;
    vrm_Result result = VRM_OK;
    if (writer->format->finish != NULL) result = writer->format->finish(writer);
    result = settle(writer, result);
    if (result != VRM_OK) return result;
    writer->is_finished = true;
    *out_bytes = (vrm_Span){(const char*)writer->bytes.data, writer->bytes.size};
    return VRM_OK;
}

void vrm_image_writer_destroy(vrm_ImageWriter* writer) {
    if (writer == NULL) return;
    if (writer->format->end != NULL) writer->format->end(writer);
    vrm_Allocator allocator = writer->def.allocator;
    if (writer->previous != NULL)
        vrmi_image_free(&allocator, writer->previous, frame_bytes(writer));
    vrmi_image_free(&allocator, writer->bytes.data, writer->bytes.capacity);
    vrmi_image_free(&allocator, writer, sizeof *writer);
}
