/* SPDX-License-Identifier: MIT */
/* The build for Windows has no encoder for JPEG. */
#include "optimize/encoders.h"

vrm_Result vrmi_jpeg_recompress(vrm_Span bytes, vrmi_Bytes* out) {
    (void)bytes;
    (void)out;
    return VRM_ERR_UNSUPPORTED;
}

vrm_Result vrmi_jpeg_write(const vrm_Picture* picture, float quality, vrmi_Bytes* out) {
    (void)picture;
    (void)quality;
    (void)out;
    return VRM_ERR_UNSUPPORTED;
}
