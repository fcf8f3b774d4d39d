/* SPDX-License-Identifier: MIT */
/* MToon 0.x, to be converted to MToon 1.0. It is read from the shader properties of 0.x (mtoon0.c)
 * or from the extension of 2019 (mtoon_draft.c), which has the same values under other names. */
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
    int32_t cull_mode; /* 2: back faces are not drawn */
    float cutoff, bump_scale;
    vrm_Vec4 color;
    vrm_Vec3 shade, rim, emission, outline;
    int32_t main, shade_texture, bump, emission_map, sphere_add, rim_texture, outline_texture,
        mask_texture;
    float shade_shift, shade_toony, indirect;
    float rim_lighting_mix, rim_power, rim_lift;
    vrm_OutlineMode outline_mode;
    float outline_width;        /* centimetres, or percent of half the screen's height */
    int32_t outline_color_mode; /* 1: lit as the surface is */
    float outline_lighting_mix;
    const vrm_TextureTransform* transform; /* of every texture; NULL: none */
    float scroll_x, scroll_y;              /* V upwards */
    float turns;                           /* per second */
} vrmi_Toon0;

/* The shader's own defaults. */
extern const vrmi_Toon0 vrmi_toon0_default;

/* Where the parameters are: objects of 0.x, or the draft's extension for all. */
typedef struct vrmi_ToonSource {
    vrmi_ModelReader* reader;
    vrm_JsonRef floats, vectors, textures, keywords;
    bool is_draft;
} vrmi_ToonSource;

/* Reads all parameters but the blend mode; those that are absent keep their values. */
void vrmi_read_toon0(const vrmi_ToonSource* source, vrmi_Toon0* toon);

/* Whether a property of the MToon shader of 0.x is read, from the properties of that kind. */
typedef enum vrmi_ToonBag { VRMI_TOON_FLOATS, VRMI_TOON_VECTORS, VRMI_TOON_TEXTURES } vrmi_ToonBag;
bool vrmi_toon0_reads(const vrm_Json* json, vrm_JsonRef key, vrmi_ToonBag bag);

/* One of the numbers below `count`; 0 for any other number. */
int32_t vrmi_toon0_choice(const vrmi_ToonSource* source, const char* key, int32_t count,
                          int32_t fallback);

/* A colour of 0.x, made linear; so is the fallback. */
vrm_Vec4 vrmi_toon0_srgb(const vrmi_ToonSource* source, const char* key, vrm_Vec4 fallback);

/* "_MainTex" of 0.x: scale and offset of the textures. */
void vrmi_toon0_read_uv(const vrmi_ToonSource* source, vrmi_Toon0* toon);

/* A texture's index, or -1. */
int32_t vrmi_toon0_index(const vrmi_ToonSource* source, const char* key);

/* Applies the parameters to the glTF material: alpha, culling, base colour, normal map,
 * emission. */
void vrmi_toon0_material(const vrmi_Toon0* toon, vrm_Material* material);

/* The MToon 1.0 material; the queue offset is 0. */
void vrmi_toon0_mtoon(const vrmi_Toon0* toon, vrm_Mtoon* out);

/* A texture with the transform of the material. */
vrm_TextureInfo vrmi_toon0_texture(const vrmi_Toon0* toon, int32_t texture);

#endif
