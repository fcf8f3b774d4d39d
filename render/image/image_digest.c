/* SPDX-License-Identifier: MIT */
/* Names an image by its pixels, and the budget that images share. */
#include "image/image_codec.h"
#include "vrm/digest.h"

#include <stdio.h>

/* An empty budget is one byte, less than any pixel, because 0 would mean the default. */
vrm_ImageLimits vrmi_image_take(vrm_ImageLimits* budget, vrm_Span picture) {
    vrm_ImageInfo info;
    if (budget == NULL) return (vrm_ImageLimits){0};
    vrm_ImageLimits allowed = *budget;
    if (budget->decoded_bytes == 0 || vrm_image_peek(picture, &info) != VRM_OK) return allowed;
    uint64_t pixels = (uint64_t)info.width * info.height;
    if (pixels > budget->decoded_bytes / 4) return allowed; /* it will be refused */
    budget->decoded_bytes -= pixels * 4;
    if (budget->decoded_bytes == 0) budget->decoded_bytes = 1;
    return allowed;
}

/* The digest of the size and of the digest of all pixels. */
vrm_Result vrm_image_digest(void* limits, vrm_Span picture, char* out_text) {
    vrm_Picture decoded;
    char pixels[VRM_DIGEST_SIZE], text[VRM_DIGEST_SIZE + 32];
    out_text[0] = 0;
    vrm_ImageLimits allowed = vrmi_image_take(limits, picture);
    allowed.enough = 0;
    vrm_Result result = vrm_image_decode(picture, &allowed, NULL, &decoded);
    if (result != VRM_OK) return result;
    vrm_digest_sha256(decoded.pixels, vrmi_image_bytes(&decoded), pixels);
    int size = snprintf(text, sizeof text, "%lu x %lu %s", (unsigned long)decoded.width,
                        (unsigned long)decoded.height, pixels);
    vrm_digest_sha256(text, (size_t)size, out_text);
    vrm_image_release(&decoded);
    return VRM_OK;
}
