/* SPDX-License-Identifier: MIT */
/* MToon 0.x, to be converted to MToon 1.0. mtoon0.c fills it from the shader properties of 0.x,
 * mtoon_draft.c from the extension of 2019, which has the same values under other names. */
#ifndef VRMI_MODEL_TOON0_H
#define VRMI_MODEL_TOON0_H

#include "model/surface.h"

/* _BlendMode */
typedef enum vrmi_Blend {
    VRMI_BLEND_OPAQUE,
    VRMI_BLEND_CUTOUT,
    VRMI_BLEND_TRANSPARENT,
    VRMI_BLEND_DEPTH_WRITE
} vrmi_Blend;

/* The parameters of the MToon 0.x shader that 1.0 can express. Colours are linear. */
typedef struct vrmi_Toon0 {
    vrmi_Blend blend;
    bool is_double_sided;
    float cutoff, bump_scale;
    vrm_Vec4 color;
    vrm_Vec3 shade, rim, emission, outline;
    int32_t main, shade_texture, bump, emission_map, sphere_add, rim_texture, outline_texture,
        mask_texture;
    float shade_shift, shade_toony, indirect;
    float rim_lighting_mix, rim_power, rim_lift;
    vrm_OutlineMode outline_mode;
    float outline_width; /* centimetres, or percent of half the screen's height */
    bool outline_is_mixed;
    float outline_lighting_mix;
    const vrm_TextureTransform* transform; /* of every texture; NULL: none */
    float scroll_x, scroll_y;              /* V upwards */
    float turns;                           /* per second */
} vrmi_Toon0;

/* The shader's own defaults. */
vrmi_Toon0 vrmi_toon0_default(void);

/* Applies the parameters to the glTF material: alpha, culling, base colour, normal map,
 * emission. */
void vrmi_toon0_material(const vrmi_Toon0* toon, vrm_Material* material);

/* The MToon 1.0 material; the queue offset is 0. */
vrm_Mtoon vrmi_toon0_mtoon(const vrmi_Toon0* toon);

/* Sets scale and offset of the textures, V upwards; a transform that changes nothing is omitted. */
void vrmi_toon0_set_transform(vrmi_ModelReader* reader, vrmi_Toon0* toon, vrm_Vec2 scale,
                              vrm_Vec2 offset);

/* A texture with the transform of the material. */
vrm_TextureInfo vrmi_toon0_texture(const vrmi_Toon0* toon, int32_t texture);

#endif
