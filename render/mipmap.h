/* SPDX-License-Identifier: MIT */
/* Mip maps are computed here and not by glGenerateMipmap(), for which software GL compiles a shader
 * for each kind of blit: that takes longer than drawing the image. Colours are averaged as linear
 * light, alpha and data as stored. */
#ifndef VRMI_RENDER_MIPMAP_H
#define VRMI_RENDER_MIPMAP_H

#include "light.h"

/* The next level: averages of 2x2 texels; an edge of one stays one, the last row or column of an
 * uneven size is dropped. `light` NULL: data, averaged as stored. `out` may be `pixels`. */
void vrmi_halve(const vrmi_Light* light, const uint8_t* pixels, uint32_t width, uint32_t height,
                uint8_t* out);

#endif
