/* SPDX-License-Identifier: MIT */
/* Windows decodes pictures to 8 bits only. */
#include "optimize/encoders.h"

vrm_Result vrmi_png_read_raw(vrm_Span bytes, const vrm_Allocator* allocator, uint8_t** out_rows,
                             size_t* out_size) {
    (void)bytes;
    (void)allocator;
    *out_rows = NULL;
    *out_size = 0;
    return VRM_ERR_UNSUPPORTED;
}

bool vrmi_can_write(vrm_ImageFormat format) {
    return format == VRM_IMAGE_PNG;
}
