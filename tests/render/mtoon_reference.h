/* SPDX-License-Identifier: MIT */
/* VRMC_materials_mtoon 1.0, "Implementation", once more in plain C: what a surface should show at
 * one point. The twin of render/shaders/mtoon.glsl, written from the specification's text. */
#ifndef RENDER_MTOON_REFERENCE_H
#define RENDER_MTOON_REFERENCE_H

#include "render/shot.h"

/** The material at the point: textures are already multiplied in. Colours are linear. */
typedef struct ToonPoint {
    vrm_Vec3 lit, shade, emissive;
    float shift, toony, gi_equalization;
    vrm_Vec3 rim_color, matcap; /* matcap: factor times texel */
    float rim_power, rim_lift, rim_mix;
    vrm_Vec3 rim_multiply;
} ToonPoint;

/** The specification's defaults with the colours of the sweeps' first material. */
ToonPoint toon_point_default(void);

/** Linear colour of a point with normal and direction to the eye (unit vectors). */
vrm_Vec3 toon_color(const ToonPoint* point, const Shot* light, vrm_Vec3 normal, vrm_Vec3 to_eye);

/** Where a matcap is sampled, v down. */
vrm_Vec2 toon_matcap_uv(vrm_Vec3 normal_view, vrm_Vec3 to_eye_view);

/** sRGB transfer functions, 0 to 1; toon_encode() clamps. */
float toon_encode(float linear);
float toon_decode(float srgb);

#endif
