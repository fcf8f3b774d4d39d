/* SPDX-License-Identifier: MIT */
/* Copies one channel of an image to all three: for masks that are read from another channel than
 * they were painted in. */
#include "image/image_codec.h"

#include <string.h>

static bool is_spread(const vrm_Picture* picture, int32_t channel) {
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t* pixel = picture->pixels + i * 4;
        if (pixel[0] != pixel[channel] || pixel[1] != pixel[channel] || pixel[2] != pixel[channel])
            return false;
    }
    return true;
}

static void spread(vrm_Picture* picture, int32_t channel) {
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t* pixel = picture->pixels + i * 4;
        pixel[0] = pixel[1] = pixel[2] = pixel[channel];
        pixel[3] = 255;
    }
}

static vrm_Result copy_bytes(vrm_Span bytes, const vrm_Allocator* allocator, vrm_Span* out) {
    char* copy = vrmi_image_alloc(allocator, bytes.size);
    if (copy == NULL) return VRM_ERR_MEMORY;
    memcpy(copy, bytes.data, bytes.size);
    *out = (vrm_Span){copy, bytes.size};
    return VRM_OK;
}

static vrm_Result write_png(const vrm_Picture* picture, vrm_Span* out_png) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.width = picture->width;
    def.height = picture->height;
    def.allocator = picture->allocator;
    vrm_ImageWriter* writer = NULL;
    vrm_Span bytes = {NULL, 0};
    vrm_Result result = vrm_image_writer_create(&def, &writer);
    if (result == VRM_OK) result = vrm_image_writer_add(writer, picture->pixels);
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    if (result == VRM_OK) result = copy_bytes(bytes, &picture->allocator, out_png);
    vrm_image_writer_destroy(writer);
    return result;
}

vrm_Result vrm_image_spread_channel(void* limits, vrm_Span picture, int32_t channel,
                                    const vrm_Allocator* allocator, vrm_Span* out_png) {
    *out_png = (vrm_Span){NULL, 0};
    if (channel < 0 || channel > 3) return VRM_ERR_ARGUMENT;
    vrm_ImageLimits allowed = vrmi_image_take(limits, picture);
    vrm_Picture decoded;
    vrm_Result result = vrm_image_decode(picture, &allowed, allocator, &decoded);
    if (result != VRM_OK) return result;
    if (!is_spread(&decoded, channel)) {
        spread(&decoded, channel);
        result = write_png(&decoded, out_png);
    }
    vrm_image_release(&decoded);
    return result;
}
