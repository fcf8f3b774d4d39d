/* SPDX-License-Identifier: MIT */
/* VRMC_materials_mtoon as the draft of December 2019 had it: MToon 0.x under new names, textures as
 * plain indices. The draft does not state units and colour space; its factors are read as linear,
 * as everywhere in glTF, and the rest as in 0.x, from which its exporter copied. */
#include "base/words.h"
#include "model/toon0.h"

bool vrmi_mtoon_is_draft(const vrmi_ModelReader* reader, vrm_JsonRef extension) {
    static const char* const members[] = {"renderMode",  "cullMode",           "litFactor",
                                          "shadeFactor", "litMultiplyTexture", NULL};
    const vrmi_Reader* base = &reader->base;
    const char* key = vrmi_model_alias(reader, extension, members);
    return vrmi_read_member(base, extension, "specVersion") == VRM_JSON_MISSING &&
           vrmi_read_member(base, extension, key) != VRM_JSON_MISSING;
}

/* One extension while it is read. */
typedef struct Draft {
    vrmi_ModelReader* reader;
    vrm_JsonRef json;
} Draft;

static float get_float(const Draft* draft, const char* key, float fallback) {
    return vrmi_read_float(&draft->reader->base, draft->json, key, fallback);
}

static int32_t get_texture(const Draft* draft, const char* key) {
    return vrmi_model_index(draft->reader, draft->json, key, draft->reader->gltf->texture_count,
                            VRMI_RULE_MTOON_TEXTURE_INVALID);
}

static vrm_Vec4 get_color(const Draft* draft, const char* key, vrm_Vec4 fallback) {
    return vrmi_model_vec4(draft->reader, draft->json, key, fallback);
}

static vrm_Vec3 get_rgb(const Draft* draft, const char* key, vrm_Vec3 fallback) {
    vrm_Vec4 color = get_color(draft, key, (vrm_Vec4){fallback.x, fallback.y, fallback.z, 1.0f});
    return (vrm_Vec3){color.x, color.y, color.z};
}

static int get_choice(const Draft* draft, const char* key, const char* const* names, int32_t count,
                      int fallback) {
    return vrmi_model_enum(draft->reader, draft->json, key, names, count, VRMI_ANY_CASE, fallback,
                           VRMI_RULE_VALUE_NOT_IN_LIST);
}

static vrmi_Toon0 read_toon(const Draft* draft, const vrm_Material* material) {
    const vrm_Vec3 black = {0.0f, 0.0f, 0.0f};
    vrmi_Toon0 toon = vrmi_toon0_default();
    toon.blend = (vrmi_Blend)get_choice(draft, "renderMode", vrmi_draft_render_modes,
                                        VRMI_COUNT_draft_render_modes, VRMI_BLEND_OPAQUE);
    toon.is_double_sided =
        get_choice(draft, "cullMode", vrmi_draft_cull_modes, VRMI_COUNT_draft_cull_modes, 2) != 2;
    toon.cutoff = get_float(draft, "cutoutThresholdFactor", toon.cutoff);
    toon.bump_scale = get_float(draft, "normalScaleFactor", toon.bump_scale);
    toon.color = get_color(draft, "litFactor", material->base_color_factor);
    toon.shade = get_rgb(draft, "shadeFactor", black);
    toon.rim = get_rgb(draft, "rimFactor", black);
    toon.outline = get_rgb(draft, "outlineFactor", black);
    toon.emission = get_rgb(draft, "emissionFactor", material->emissive_factor);
    toon.main = get_texture(draft, "litMultiplyTexture");
    toon.shade_texture = get_texture(draft, "shadeMultiplyTexture");
    toon.bump = get_texture(draft, "normalTexture");
    toon.emission_map = get_texture(draft, "emissionMultiplyTexture");
    toon.sphere_add = get_texture(draft, "additiveTexture");
    toon.rim_texture = get_texture(draft, "rimMultiplyTexture");
    toon.outline_texture = get_texture(draft, "outlineWidthMultiplyTexture");
    toon.mask_texture = get_texture(draft, "uvAnimationMaskTexture");
    toon.shade_shift = get_float(draft, "shadingShiftFactor", toon.shade_shift);
    toon.shade_toony = get_float(draft, "shadingToonyFactor", toon.shade_toony);
    toon.indirect = get_float(draft, "giIntensityFactor", toon.indirect);
    toon.rim_lighting_mix = get_float(draft, "rimLightingMixFactor", toon.rim_lighting_mix);
    toon.rim_power = get_float(draft, "rimFresnelPowerFactor", toon.rim_power);
    toon.rim_lift = get_float(draft, "rimLiftFactor", toon.rim_lift);
    toon.outline_mode = (vrm_OutlineMode)get_choice(draft, "outlineWidthMode", vrmi_outline_modes,
                                                    VRMI_COUNT_outline_modes, VRM_OUTLINE_NONE);
    toon.outline_width = get_float(draft, "outlineWidthFactor", toon.outline_width);
    toon.outline_is_mixed = get_choice(draft, "outlineColorMode", vrmi_draft_outline_colors,
                                       VRMI_COUNT_draft_outline_colors, 0) == 1;
    toon.outline_lighting_mix =
        get_float(draft, "outlineLightingMixFactor", toon.outline_lighting_mix);
    float scale[2] = {1.0f, 1.0f}, offset[2] = {0.0f, 0.0f};
    vrmi_Reader* base = &draft->reader->base;
    vrmi_read_floats(base, draft->json, "mainTextureLeftBottomOriginScale", scale, 2);
    vrmi_read_floats(base, draft->json, "mainTextureLeftBottomOriginOffset", offset, 2);
    vrmi_toon0_set_transform(draft->reader, &toon, (vrm_Vec2){scale[0], scale[1]},
                             (vrm_Vec2){offset[0], offset[1]});
    toon.scroll_x = get_float(draft, "uvAnimationScrollXSpeedFactor", 0.0f);
    toon.scroll_y = get_float(draft, "uvAnimationScrollYSpeedFactor", 0.0f);
    toon.turns = get_float(draft, "uvAnimationRotationSpeedFactor", 0.0f);
    return toon;
}

vrm_Mtoon vrmi_read_mtoon_draft(vrmi_ModelReader* reader, vrm_JsonRef extension,
                                vrm_Material* material) {
    Draft draft = {reader, extension};
    vrmi_Toon0 toon = read_toon(&draft, material);
    vrmi_toon0_material(&toon, material);
    vrm_Mtoon mtoon = vrmi_toon0_mtoon(&toon);
    mtoon.render_queue_offset = vrmi_read_queue_offset(reader, extension, material->alpha_mode,
                                                       mtoon.transparent_with_z_write);
    mtoon.json = extension;
    return mtoon;
}
