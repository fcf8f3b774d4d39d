/* SPDX-License-Identifier: MIT */
/* Windows has no encoder for WebP. */
#include "image/image_writer.h"

static vrm_Result webp_begin(vrm_ImageWriter* writer) {
    (void)writer;
    return VRM_ERR_UNSUPPORTED;
}

const vrmi_WriterFormat vrmi_write_webp = {.begin = webp_begin};
