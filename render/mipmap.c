/* SPDX-License-Identifier: MIT */
#include "mipmap.h"

#include <stddef.h>

void vrmi_halve(const vrmi_Light* light, const uint8_t* pixels, uint32_t width, uint32_t height,
                uint8_t* out) {
    uint32_t half_width = width > 1 ? width / 2 : 1, half_height = height > 1 ? height / 2 : 1;
    size_t right = width > 1 ? 4 : 0, below = height > 1 ? (size_t)width * 4 : 0;
    for (uint32_t y = 0; y < half_height; y++) {
        const uint8_t* a = pixels + (size_t)y * 2 * width * 4;
        for (uint32_t x = 0; x < half_width; x++, a += 8, out += 4) {
            const uint8_t *b = a + right, *c = a + below, *d = c + right;
            for (int i = 0; i < 3 && light != NULL; i++) {
                uint32_t sum = (uint32_t)light->from_srgb[a[i]] + light->from_srgb[b[i]] +
                               light->from_srgb[c[i]] + light->from_srgb[d[i]];
                out[i] = light->to_srgb[(sum + 2) / 4];
            }
            for (int i = light != NULL ? 3 : 0; i < 4; i++)
                out[i] = (uint8_t)((a[i] + b[i] + c[i] + d[i] + 2) / 4);
        }
    }
}
