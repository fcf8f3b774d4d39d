/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_FLOAT_TEXTURE_H
#define VRMI_RENDER_FLOAT_TEXTURE_H

#include "vrm/render.h"

/* A texture of vectors of four floats, 2048 wide; 0 when it would exceed GL's limit. */
uint32_t vrmi_make_float_texture(vrm_Renderer* renderer, size_t texels, const float* data);

#endif
