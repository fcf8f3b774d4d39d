/* SPDX-License-Identifier: MIT */
/* The format of an image, recognized by its first bytes. */
#ifndef VRMI_BASE_IMAGE_FORMAT_H
#define VRMI_BASE_IMAGE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

typedef enum vrmi_ImageFormat {
    VRMI_IMAGE_UNKNOWN = 0,
    VRMI_IMAGE_JPEG,
    VRMI_IMAGE_PNG,
    VRMI_IMAGE_WEBP,
    VRMI_IMAGE_KTX2
} vrmi_ImageFormat;

/* Reads only the signature: the data behind it may be truncated or damaged. */
vrmi_ImageFormat vrmi_sniff_image(const uint8_t* data, size_t size);

/* NULL for VRMI_IMAGE_UNKNOWN. */
const char* vrmi_image_mime_type(vrmi_ImageFormat format);

#endif
