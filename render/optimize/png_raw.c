/* SPDX-License-Identifier: MIT */
/* The samples of a PNG as it stores them: for 16 bits, and to compare files of one form. */
#include "optimize/encoders.h"

#include <spng.h>

#define CACHE_BYTES ((size_t)32 << 20) /* of texts and profiles, as in image_decode.c */

vrm_Result vrmi_png_read_raw(vrm_Span bytes, const vrm_Allocator* allocator, uint8_t** out_rows,
                             size_t* out_size) {
    *out_rows = NULL;
    *out_size = 0;
    size_t size = 0;
    uint8_t* rows = NULL;
    spng_ctx* png = spng_ctx_new(0);
    if (png == NULL) return VRM_ERR_MEMORY;
    int error = spng_set_chunk_limits(png, CACHE_BYTES, CACHE_BYTES);
    if (error == 0) error = spng_set_png_buffer(png, bytes.data, bytes.size);
    if (error == 0) error = spng_decoded_image_size(png, SPNG_FMT_RAW, &size);
    if (error == 0) {
        rows = vrmi_image_alloc(allocator, size);
        error = rows == NULL ? SPNG_EMEM : spng_decode_image(png, rows, size, SPNG_FMT_RAW, 0);
    }
    spng_ctx_free(png);
    if (error == 0) {
        *out_rows = rows;
        *out_size = size;
        return VRM_OK;
    }
    vrmi_image_free(allocator, rows, size);
    return error == SPNG_EMEM ? VRM_ERR_MEMORY : VRM_ERR_UNSUPPORTED;
}

bool vrmi_can_write(vrm_ImageFormat format) {
    return format == VRM_IMAGE_PNG || format == VRM_IMAGE_JPEG || format == VRM_IMAGE_WEBP;
}
