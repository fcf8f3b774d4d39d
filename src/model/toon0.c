/* SPDX-License-Identifier: MIT */
/* The mapping follows docs/reference/model.md, "Materials of 0.x": the appearance stays, as far
 * as 1.0 can express it. V is flipped, centimetres and percent of half the height become metres and
 * fractions of the height, turns become radians. */
#include "model/toon0.h"

#include "base/words.h"
#include "gltf/material.h"
#include "model/color.h"
#include "model/emission.h"

#include <float.h>
#include <stddef.h>

const vrmi_Toon0 vrmi_toon0_default = {.cull_mode = 2,
                                       .cutoff = 0.5f,
                                       .bump_scale = 1.0f,
                                       .color = {1.0f, 1.0f, 1.0f, 1.0f},
                                       .main = -1,
                                       .shade_texture = -1,
                                       .bump = -1,
                                       .emission_map = -1,
                                       .sphere_add = -1,
                                       .rim_texture = -1,
                                       .outline_texture = -1,
                                       .mask_texture = -1,
                                       .shade_toony = 0.9f,
                                       .indirect = 0.1f,
                                       .rim_power = 1.0f,
                                       .outline_width = 0.5f,
                                       .outline_lighting_mix = 1.0f};

/* ---- Reading ---- */

typedef enum Kind { NUMBER, TEXTURE, SRGB, SRGBA, LINEAR, CULLING, OUTLINE, OUTLINE_COLOR } Kind;

typedef struct Row {
    const char* keys[2]; /* of 0.x, of the draft */
    uint16_t at;
    Kind kind;
} Row;

#define ROW(kind, member, key, draft_key)                                                          \
    { {key, draft_key}, offsetof(vrmi_Toon0, member), kind }

/* In the order in which findings are made. */
static const Row rows[] = {
    ROW(CULLING, cull_mode, "_CullMode", "cullMode"),
    ROW(NUMBER, cutoff, "_Cutoff", "cutoutThresholdFactor"),
    ROW(NUMBER, bump_scale, "_BumpScale", "normalScaleFactor"),
    ROW(SRGBA, color, "_Color", "litFactor"),
    ROW(SRGB, shade, "_ShadeColor", "shadeFactor"),
    ROW(SRGB, rim, "_RimColor", "rimFactor"),
    ROW(SRGB, outline, "_OutlineColor", "outlineFactor"),
    ROW(LINEAR, emission, "_EmissionColor", "emissionFactor"),
    ROW(TEXTURE, main, "_MainTex", "litMultiplyTexture"),
    ROW(TEXTURE, shade_texture, "_ShadeTexture", "shadeMultiplyTexture"),
    ROW(TEXTURE, bump, "_BumpMap", "normalTexture"),
    ROW(TEXTURE, emission_map, "_EmissionMap", "emissionMultiplyTexture"),
    ROW(TEXTURE, sphere_add, "_SphereAdd", "additiveTexture"),
    ROW(TEXTURE, rim_texture, "_RimTexture", "rimMultiplyTexture"),
    ROW(TEXTURE, outline_texture, "_OutlineWidthTexture", "outlineWidthMultiplyTexture"),
    ROW(TEXTURE, mask_texture, "_UvAnimMaskTexture", "uvAnimationMaskTexture"),
    ROW(NUMBER, shade_shift, "_ShadeShift", "shadingShiftFactor"),
    ROW(NUMBER, shade_toony, "_ShadeToony", "shadingToonyFactor"),
    ROW(NUMBER, indirect, "_IndirectLightIntensity", "giIntensityFactor"),
    ROW(NUMBER, rim_lighting_mix, "_RimLightingMix", "rimLightingMixFactor"),
    ROW(NUMBER, rim_power, "_RimFresnelPower", "rimFresnelPowerFactor"),
    ROW(NUMBER, rim_lift, "_RimLift", "rimLiftFactor"),
    ROW(OUTLINE, outline_mode, "_OutlineWidthMode", "outlineWidthMode"),
    ROW(NUMBER, outline_width, "_OutlineWidth", "outlineWidthFactor"),
    ROW(OUTLINE_COLOR, outline_color_mode, "_OutlineColorMode", "outlineColorMode"),
    ROW(NUMBER, outline_lighting_mix, "_OutlineLightingMix", "outlineLightingMixFactor"),
};

static const Row motion_rows[] = {
    ROW(NUMBER, scroll_x, "_UvAnimScrollX", "uvAnimationScrollXSpeedFactor"),
    ROW(NUMBER, scroll_y, "_UvAnimScrollY", "uvAnimationScrollYSpeedFactor"),
    ROW(NUMBER, turns, "_UvAnimRotation", "uvAnimationRotationSpeedFactor"),
};

static vrmi_ToonBag bag_of(const Row* row) {
    if (row->kind == TEXTURE) return VRMI_TOON_TEXTURES;
    return row->kind == SRGB || row->kind == SRGBA || row->kind == LINEAR ? VRMI_TOON_VECTORS
                                                                          : VRMI_TOON_FLOATS;
}

bool vrmi_toon0_reads(const vrm_Json* json, vrm_JsonRef key, vrmi_ToonBag bag) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (bag_of(&rows[i]) == bag && vrm_json_equals(json, key, rows[i].keys[0])) return true;
    for (size_t i = 0; i < sizeof motion_rows / sizeof *motion_rows; i++)
        if (bag_of(&motion_rows[i]) == bag && vrm_json_equals(json, key, motion_rows[i].keys[0]))
            return true;
    if (bag == VRMI_TOON_VECTORS) return vrm_json_equals(json, key, "_MainTex");
    return bag == VRMI_TOON_FLOATS &&
           (vrm_json_equals(json, key, "_BlendMode") || vrm_json_equals(json, key, "_ZWrite"));
}

int32_t vrmi_toon0_choice(const vrmi_ToonSource* source, const char* key, int32_t count,
                          int32_t fallback) {
    float value = vrmi_read_float(&source->reader->base, source->floats, key, (float)fallback);
    for (int32_t choice = 0; choice < count; choice++)
        if (value == (float)choice) return choice;
    return 0;
}

int32_t vrmi_toon0_index(const vrmi_ToonSource* source, const char* key) {
    return vrmi_model_index(source->reader, source->textures, key,
                            source->reader->gltf->texture_count, VRMI_RULE_MTOON_TEXTURE_INVALID);
}

vrm_Vec4 vrmi_toon0_srgb(const vrmi_ToonSource* source, const char* key, vrm_Vec4 fallback) {
    vrm_Vec4 srgb = vrmi_model_color(source->reader, source->vectors, key, fallback);
    return (vrm_Vec4){vrmi_srgb_to_linear(srgb.x), vrmi_srgb_to_linear(srgb.y),
                      vrmi_srgb_to_linear(srgb.z), srgb.w};
}

/* The draft's colours are linear, as is the emission of 0.x. */
static vrm_Vec4 read_color(const vrmi_ToonSource* source, const char* key, bool is_linear,
                           vrm_Vec4 fallback) {
    if (!is_linear && !source->is_draft) return vrmi_toon0_srgb(source, key, fallback);
    return vrmi_model_color(source->reader, source->vectors, key, fallback);
}

static void read_rgb(const vrmi_ToonSource* source, const char* key, bool is_linear,
                     vrm_Vec3* out) {
    vrm_Vec4 color = read_color(source, key, is_linear, (vrm_Vec4){out->x, out->y, out->z, 1.0f});
    *out = (vrm_Vec3){color.x, color.y, color.z};
}

/* A word in the draft, its number in 0.x. */
static int32_t read_choice(const vrmi_ToonSource* source, const char* key, const char* const* words,
                           int32_t count, int32_t fallback) {
    if (!source->is_draft) return vrmi_toon0_choice(source, key, count, fallback);
    return vrmi_model_enum(source->reader, source->floats, key, words, count, VRMI_ANY_CASE,
                           fallback, VRMI_RULE_VALUE_NOT_IN_LIST);
}

static void read_row(const vrmi_ToonSource* source, const Row* row, vrmi_Toon0* toon) {
    const char* key = row->keys[source->is_draft];
    void* at = (char*)toon + row->at;
    switch (row->kind) {
    case NUMBER: {
        float* number = at;
        *number = vrmi_read_float(&source->reader->base, source->floats, key, *number);
        break;
    }
    case TEXTURE: *(int32_t*)at = vrmi_toon0_index(source, key); break;
    case SRGBA: *(vrm_Vec4*)at = read_color(source, key, false, *(vrm_Vec4*)at); break;
    case SRGB: read_rgb(source, key, false, at); break;
    case LINEAR: read_rgb(source, key, true, at); break;
    case CULLING:
        toon->cull_mode = read_choice(source, key, vrmi_draft_cull_modes,
                                      VRMI_COUNT_draft_cull_modes, toon->cull_mode);
        break;
    case OUTLINE:
        toon->outline_mode = (vrm_OutlineMode)read_choice(
            source, key, vrmi_outline_modes, VRMI_COUNT_outline_modes, (int32_t)toon->outline_mode);
        break;
    case OUTLINE_COLOR:
        toon->outline_color_mode =
            read_choice(source, key, vrmi_draft_outline_colors, VRMI_COUNT_draft_outline_colors,
                        toon->outline_color_mode);
        break;
    }
}

/* Scale and offset of all textures, V upwards; a transform that changes nothing is omitted. */
static void set_transform(vrmi_ModelReader* reader, vrmi_Toon0* toon, vrm_Vec2 scale,
                          vrm_Vec2 offset) {
    if (scale.x == 1.0f && scale.y == 1.0f && offset.x == 0.0f && offset.y == 0.0f) return;
    vrm_TextureTransform* transform = vrmi_read_alloc(&reader->base, 1, sizeof *transform);
    if (transform == NULL) return;
    transform->scale = scale;
    transform->offset = (vrm_Vec2){offset.x, 1.0f - offset.y - scale.y};
    toon->transform = transform;
}

/* Offset first, then scale: the reverse of _MainTex_ST in expressions. */
void vrmi_toon0_read_uv(const vrmi_ToonSource* source, vrmi_Toon0* toon) {
    vrm_Vec4 uv = vrmi_model_color(source->reader, source->vectors, "_MainTex",
                                   (vrm_Vec4){0.0f, 0.0f, 1.0f, 1.0f});
    set_transform(source->reader, toon, (vrm_Vec2){uv.z, uv.w}, (vrm_Vec2){uv.x, uv.y});
}

static void read_draft_uv(const vrmi_ToonSource* source, vrmi_Toon0* toon) {
    vrm_Vec2 scale = {1.0f, 1.0f}, offset = {0.0f, 0.0f};
    vrmi_Reader* base = &source->reader->base;
    vrmi_read_vec2(base, source->vectors, "mainTextureLeftBottomOriginScale", &scale);
    vrmi_read_vec2(base, source->vectors, "mainTextureLeftBottomOriginOffset", &offset);
    set_transform(source->reader, toon, scale, offset);
}

void vrmi_read_toon0(const vrmi_ToonSource* source, vrmi_Toon0* toon) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) read_row(source, &rows[i], toon);
    (source->is_draft ? read_draft_uv : vrmi_toon0_read_uv)(source, toon);
    for (size_t i = 0; i < sizeof motion_rows / sizeof *motion_rows; i++)
        read_row(source, &motion_rows[i], toon);
}

/* ---- Converting ---- */

vrm_TextureInfo vrmi_toon0_texture(const vrmi_Toon0* toon, int32_t texture) {
    return (vrm_TextureInfo){.texture = texture,
                             .transform = texture >= 0 ? toon->transform : NULL};
}

void vrmi_toon0_material(const vrmi_Toon0* toon, vrm_Material* material) {
    static const vrm_AlphaMode modes[] = {VRM_ALPHA_OPAQUE, VRM_ALPHA_MASK, VRM_ALPHA_BLEND,
                                          VRM_ALPHA_BLEND};
    material->alpha_mode = modes[toon->blend];
    material->alpha_cutoff = toon->blend == VRMI_BLEND_CUTOUT ? toon->cutoff : 0.5f;
    material->is_double_sided = toon->cull_mode != 2;
    material->base_color_factor = toon->color;
    material->base_color_texture = vrmi_toon0_texture(toon, toon->main);
    material->normal_texture = vrmi_toon0_texture(toon, toon->bump);
    material->normal_scale = toon->bump_scale;
    material->emissive_texture = vrmi_toon0_texture(toon, toon->emission_map);
    vrmi_set_emission(material, toon->emission);
}

/* The old ramp goes from `lo` to `hi`, the new one is centred on -shift and 2 (1 - toony) wide. */
static void convert_ramp(const vrmi_Toon0* toon, vrm_Mtoon* out) {
    float lo = toon->shade_shift;
    float hi = vrmi_lerp(1.0f, toon->shade_shift, toon->shade_toony);
    out->shading_toony_factor = vrmi_clamp((2.0f - (hi - lo)) / 2.0f, 0.0f, 1.0f);
    out->shading_shift_factor = vrmi_clamp(-(hi + lo) / 2.0f, -1.0f, 1.0f);
}

void vrmi_toon0_mtoon(const vrmi_Toon0* toon, vrm_Mtoon* out) {
    *out = vrmi_mtoon_default;
    bool has_matcap = toon->sphere_add >= 0;
    float matcap = has_matcap ? 1.0f : 0.0f;
    out->transparent_with_z_write = toon->blend == VRMI_BLEND_DEPTH_WRITE;
    out->shade_color_factor = toon->shade;
    out->shade_multiply_texture =
        vrmi_toon0_texture(toon, toon->shade_texture >= 0 ? toon->shade_texture : toon->main);
    convert_ramp(toon, out);
    out->gi_equalization_factor = vrmi_clamp(1.0f - toon->indirect, 0.0f, 1.0f);
    out->matcap_factor = (vrm_Vec3){matcap, matcap, matcap};
    out->matcap_texture.texture = toon->sphere_add; /* looked up by direction: without transform */
    out->parametric_rim_color_factor = toon->rim;
    out->parametric_rim_fresnel_power_factor = vrmi_clamp(toon->rim_power, 0.0f, FLT_MAX);
    out->parametric_rim_lift_factor = toon->rim_lift;
    out->rim_multiply_texture = vrmi_toon0_texture(toon, toon->rim_texture);
    /* 1.0 mixes the matcap with the light too, 0.x did not: the value can be kept only without a
     * matcap. */
    out->rim_lighting_mix_factor =
        has_matcap ? 1.0f : vrmi_clamp(toon->rim_lighting_mix, 0.0f, 1.0f);
    out->outline_width_mode = toon->outline_mode;
    static const float width_units[] = {0.0f, 0.01f, 0.005f}; /* none, world, screen */
    out->outline_width_factor =
        vrmi_clamp(toon->outline_width, 0.0f, FLT_MAX) * width_units[toon->outline_mode];
    out->outline_width_multiply_texture = vrmi_toon0_texture(toon, toon->outline_texture);
    out->outline_color_factor = toon->outline;
    out->outline_lighting_mix_factor =
        toon->outline_color_mode == 1 ? vrmi_clamp(toon->outline_lighting_mix, 0.0f, 1.0f) : 0.0f;
    out->uv_animation_mask_texture = vrmi_toon0_texture(toon, toon->mask_texture);
    out->uv_animation_scroll_x_speed_factor = toon->scroll_x;
    out->uv_animation_scroll_y_speed_factor = 0.0f - toon->scroll_y;
    out->uv_animation_rotation_speed_factor =
        vrmi_clamp(toon->turns * 2.0f * VRMI_PI, -FLT_MAX, FLT_MAX);
}
