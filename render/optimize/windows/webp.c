/* SPDX-License-Identifier: MIT */
/* Windows has no encoder for WebP. */
#include "optimize/encoders.h"

vrm_Result vrmi_webp_write(const vrm_Picture* picture, float quality, int effort, vrmi_Bytes* out) {
    (void)picture;
    (void)quality;
    (void)effort;
    (void)out;
    return VRM_ERR_UNSUPPORTED;
}

bool vrmi_webp_is_lossless(vrm_Span bytes) {
    (void)bytes;
    return false;
}
