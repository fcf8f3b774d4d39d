/* SPDX-License-Identifier: MIT */
/* Mip maps made by us, not by glGenerateMipmap(): software GL compiles a shader for each kind of
 * blit there, which takes longer than drawing the picture. Colours are averaged as light, alpha and
 * data as they are. */
#ifndef VRMI_RENDER_MIPMAP_H
#define VRMI_RENDER_MIPMAP_H

#include <stdint.h>

/* sRGB bytes to light and back; made once for each renderer. */
typedef struct vrmi_Light {
    uint16_t from_srgb[256]; /* 0..16383 */
    uint8_t to_srgb[16384];
} vrmi_Light;

void vrmi_light_init(vrmi_Light* light);

/* The next level: averages of 2x2 texels; an edge of one stays one, an odd last row or column is
 * dropped. `light` NULL: data, averaged as it is. `out` may be `pixels`. */
void vrmi_halve(const vrmi_Light* light, const uint8_t* pixels, uint32_t width, uint32_t height,
                uint8_t* out);

#endif
