/* SPDX-License-Identifier: MIT */
#include "base/image_format.h"

#include <string.h>

vrmi_ImageFormat vrmi_sniff_image(const uint8_t* data, size_t size) {
    if (size >= 3 && memcmp(data, "\xFF\xD8\xFF", 3) == 0) return VRMI_IMAGE_JPEG;
    if (size >= 8 && memcmp(data, "\x89PNG\r\n\x1A\n", 8) == 0) return VRMI_IMAGE_PNG;
    if (size >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0)
        return VRMI_IMAGE_WEBP;
    if (size >= 12 && memcmp(data, "\xABKTX 20\xBB\r\n\x1A\n", 12) == 0) return VRMI_IMAGE_KTX2;
    return VRMI_IMAGE_UNKNOWN;
}

const char* vrmi_image_mime_type(vrmi_ImageFormat format) {
    static const char* const types[] = {NULL, "image/jpeg", "image/png", "image/webp",
                                        "image/ktx2"};
    return types[format];
}
