/* SPDX-License-Identifier: MIT */
/* WebP by libwebp: a single picture. */
#include "optimize/encoders.h"

#include <webp/decode.h>
#include <webp/encode.h>

/* The memory of libwebp's own writer is the C library's. */
static int put_bytes(const uint8_t* data, size_t size, const WebPPicture* picture) {
    vrmi_Bytes* out = picture->custom_ptr;
    vrmi_bytes_put(out, data, size);
    return !out->has_failed;
}

static bool configure(WebPConfig* config, float quality, int effort) {
    if (!WebPConfigInit(config)) return false;
    if (quality > 100.0f) {
        if (!WebPConfigLosslessPreset(config, effort)) return false;
    } else {
        config->quality = quality;
        config->method = effort * 2 / 3 < 6 ? effort * 2 / 3 + 1 : 6;
        config->use_sharp_yuv = 1; /* lines of toon pictures keep their colour */
        config->alpha_quality = 100;
    }
    config->exact = 1; /* colours below alpha 0 are drawn by materials without alpha */
    return WebPValidateConfig(config) != 0;
}

static vrm_Result result_of(const WebPPicture* picture) {
    bool is_memory = picture->error_code == VP8_ENC_ERROR_OUT_OF_MEMORY ||
                     picture->error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
                     picture->error_code == VP8_ENC_ERROR_BAD_WRITE;
    return is_memory ? VRM_ERR_MEMORY : VRM_ERR_UNSUPPORTED;
}

vrm_Result vrmi_webp_write(const vrm_Picture* picture, float quality, int effort, vrmi_Bytes* out) {
    WebPConfig config;
    WebPPicture webp;
    if (picture->width > WEBP_MAX_DIMENSION || picture->height > WEBP_MAX_DIMENSION)
        return VRM_ERR_UNSUPPORTED;
    if (!configure(&config, quality, effort) || !WebPPictureInit(&webp)) return VRM_ERR_UNSUPPORTED;
    webp.use_argb = 1;
    webp.width = (int)picture->width;
    webp.height = (int)picture->height;
    webp.writer = put_bytes;
    webp.custom_ptr = out;
    vrm_Result result = VRM_OK;
    if (!WebPPictureImportRGBA(&webp, picture->pixels, webp.width * 4) ||
        !WebPEncode(&config, &webp))
        result = result_of(&webp);
    WebPPictureFree(&webp);
    return result;
}

bool vrmi_webp_is_lossless(vrm_Span bytes) {
    WebPBitstreamFeatures features;
    VP8StatusCode status = WebPGetFeatures((const uint8_t*)bytes.data, bytes.size, &features);
    return status == VP8_STATUS_OK && features.format == 2;
}
