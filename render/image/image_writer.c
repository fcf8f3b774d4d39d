/* SPDX-License-Identifier: MIT */
/* Writes images: the writer object, and the choice of the format. */
#include "image/image_writer.h"

#include <string.h>

#define MAX_EDGE 16383u /* the most that WebP can say; PNG and GIF could say more */

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
        vrmi_image_free(&allocator, writer->previous, vrmi_frame_bytes(writer));
    vrmi_image_free(&allocator, writer->bytes.data, writer->bytes.capacity);
    vrmi_image_free(&allocator, writer, sizeof *writer);
}
