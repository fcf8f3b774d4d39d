/* SPDX-License-Identifier: MIT */
/* Mip maps for drivers that make them slowly. A build that never has the pixels of images replaces
 * this file. */
#include "mipmap.h"
#include "renderer.h"

bool vrmi_upload_mips(vrm_Renderer* renderer, int32_t format, uint32_t width, uint32_t height,
                      const uint8_t* pixels) {
    size_t quarter = (size_t)(width / 2 + 1) * (height / 2 + 1);
    uint8_t* half = vrmi_take(&renderer->allocator, quarter, 4);
    if (half == NULL) return false;
    const vrmi_Light* light = format == GL_SRGB8_ALPHA8 ? &renderer->light : NULL;
    for (int32_t level = 1; width > 1 || height > 1; level++) {
        vrmi_halve(light, pixels, width, height, half);
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        pixels = half;
        vrmi_gl(renderer)->TexImage2D(GL_TEXTURE_2D, level, format, (int32_t)width, (int32_t)height,
                                      0, GL_RGBA, GL_UNSIGNED_BYTE, half);
    }
    vrmi_give(&renderer->allocator, half, quarter, 4);
    return true;
}
