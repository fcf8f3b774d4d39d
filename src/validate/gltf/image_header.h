/* SPDX-License-Identifier: MIT */
/* Reads the header of an image. Nothing is decoded: the readers walk over chunks and markers until
 * size and colour are known. */
#ifndef VRMI_VALIDATE_GLTF_IMAGE_HEADER_H
#define VRMI_VALIDATE_GLTF_IMAGE_HEADER_H

#include "base/image_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum vrmi_ImageStatus {
    VRMI_IMAGE_OK = 0,
    VRMI_IMAGE_UNRECOGNIZED, /* no format that is read here */
    VRMI_IMAGE_CUT,          /* the bytes end before the header does */
    VRMI_IMAGE_INVALID       /* .problem says why */
} vrmi_ImageStatus;

typedef struct vrmi_ImageHeader {
    vrmi_ImageFormat format;
    uint32_t width, height;
    bool has_unused_features; /* colour space, non-square pixels, animation: glTF ignores them */
    const char* problem;
} vrmi_ImageHeader;

/* By the signature alone; needs 14 bytes. */
vrmi_ImageFormat vrmi_image_format(const uint8_t* data, uint64_t size);

/* "image/png"; NULL for VRMI_IMAGE_UNKNOWN. */
vrmi_ImageStatus vrmi_image_header(const uint8_t* data, uint64_t size, vrmi_ImageHeader* out);

#endif
