/* SPDX-License-Identifier: MIT */
/* Pictures: any bytes are peeked at and decoded, as they are and halved; what decodes is written as
 * PNG and must come back the same. */
#include "vrm/image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void write_and_read(const vrm_Picture* picture) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.width = picture->width;
    def.height = picture->height;
    def.effort = 1;
    vrm_ImageWriter* writer;
    if (vrm_image_writer_create(&def, &writer) != VRM_OK) abort();
    vrm_Span bytes;
    if (vrm_image_writer_add(writer, picture->pixels) != VRM_OK) abort();
    if (vrm_image_writer_finish(writer, &bytes) != VRM_OK) abort();
    vrm_Picture again;
    if (vrm_image_decode(bytes, NULL, NULL, &again) != VRM_OK) abort();
    size_t pixel_bytes = (size_t)picture->width * picture->height * 4;
    if (memcmp(again.pixels, picture->pixels, pixel_bytes) != 0) abort();
    vrm_image_release(&again);
    vrm_image_writer_destroy(writer);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const vrm_Span bytes = {(const char*)data, size};
    vrm_ImageLimits limits = {.width = 256, .height = 256};
    vrm_Picture picture;
    if (vrm_image_decode(bytes, &limits, NULL, &picture) == VRM_OK) {
        write_and_read(&picture);
        vrm_image_release(&picture);
    }
    limits.enough = 5;
    if (vrm_image_decode(bytes, &limits, NULL, &picture) == VRM_OK) vrm_image_release(&picture);
    return 0;
}
