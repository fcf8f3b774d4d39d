/* SPDX-License-Identifier: MIT */
/* VRMC_materials_mtoon 1.0. The beta has the same members without ranges. */
#include "base/words.h"
#include "gltf/material.h"
#include "model/surface.h"

#include <float.h>

/* Where the text and the schema of the specification disagree: docs/spec-notes.md, C-110, C-111,
 * C-123. */
vrm_Mtoon vrmi_mtoon_default(void) {
    vrm_TextureInfo none = vrmi_no_texture();
    return (vrm_Mtoon){.shade_multiply_texture = none,
                       .shading_shift_texture = none,
                       .shading_shift_scale = 1.0f,
                       .shading_toony_factor = 0.9f,
                       .gi_equalization_factor = 0.9f,
                       .matcap_factor = {1.0f, 1.0f, 1.0f},
                       .matcap_texture = none,
                       .parametric_rim_fresnel_power_factor = 5.0f,
                       .rim_multiply_texture = none,
                       .rim_lighting_mix_factor = 1.0f,
                       .outline_width_multiply_texture = none,
                       .outline_lighting_mix_factor = 1.0f,
                       .uv_animation_mask_texture = none,
                       .json = VRM_JSON_MISSING};
}

static int32_t clamp_queue_offset(int64_t offset, vrm_AlphaMode alpha_mode, bool writes_depth) {
    int64_t low = 0, high = 0;
    if (alpha_mode == VRM_ALPHA_BLEND) {
        low = writes_depth ? 0 : -9;
        high = writes_depth ? 9 : 0;
    }
    return (int32_t)(offset < low ? low : offset > high ? high : offset);
}

int32_t vrmi_read_queue_offset(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_AlphaMode alpha_mode,
                               bool writes_depth) {
    int64_t offset =
        vrmi_read_integer(&reader->base, json, "renderQueueOffsetNumber", INT64_MIN, INT64_MAX, 0);
    int32_t clamped = clamp_queue_offset(offset, alpha_mode, writes_depth);
    if (clamped != offset)
        VRMI_FIND(&reader->base, VRMI_RULE_MTOON_QUEUE_NOT_IN_RANGE,
                  vrmi_read_member(&reader->base, json, "renderQueueOffsetNumber"), NULL);
    return clamped;
}

/* One MToon extension while it is read. */
typedef struct Toon {
    vrmi_ModelReader* reader;
    vrm_JsonRef json;
    bool has_ranges; /* the beta has none */
} Toon;

static float ranged(const Toon* toon, const char* key, float fallback, float max) {
    if (!toon->has_ranges) return vrmi_read_float(&toon->reader->base, toon->json, key, fallback);
    return vrmi_model_ranged(toon->reader, toon->json, key, fallback, 0.0f, max,
                             VRMI_RULE_MTOON_VALUE_NOT_IN_RANGE);
}

static float number(const Toon* toon, const char* key) {
    return vrmi_read_float(&toon->reader->base, toon->json, key, 0.0f);
}

static vrm_Vec3 color(const Toon* toon, const char* key, vrm_Vec3 fallback) {
    vrm_Vec3 value = vrmi_model_vec3(toon->reader, toon->json, key, fallback);
    if (!toon->has_ranges) return value;
    vrm_Vec3 clamped = {vrmi_clamp(value.x, 0.0f, 1.0f), vrmi_clamp(value.y, 0.0f, 1.0f),
                        vrmi_clamp(value.z, 0.0f, 1.0f)};
    if (clamped.x != value.x || clamped.y != value.y || clamped.z != value.z)
        VRMI_FIND(&toon->reader->base, VRMI_RULE_MTOON_VALUE_NOT_IN_RANGE,
                  vrmi_read_member(&toon->reader->base, toon->json, key), NULL);
    return clamped;
}

static vrm_TextureInfo texture(const Toon* toon, const char* key) {
    return vrmi_read_texture_info(&toon->reader->base, toon->json, key,
                                  toon->reader->gltf->texture_count);
}

vrm_Mtoon vrmi_read_mtoon(vrmi_ModelReader* reader, const vrm_Material* material,
                          vrm_JsonRef extension, vrmi_Version version) {
    const vrm_Vec3 black = {0.0f, 0.0f, 0.0f};
    Toon toon = {reader, extension, version == VRMI_VERSION_1};
    vrm_Mtoon out = vrmi_mtoon_default();
    out.json = extension;
    out.transparent_with_z_write =
        vrmi_read_bool(&reader->base, extension, "transparentWithZWrite", false);
    out.render_queue_offset = vrmi_read_queue_offset(reader, extension, material->alpha_mode,
                                                     out.transparent_with_z_write);
    out.shade_color_factor = color(&toon, "shadeColorFactor", black);
    out.shade_multiply_texture = texture(&toon, "shadeMultiplyTexture");
    out.shading_shift_factor = number(&toon, "shadingShiftFactor");
    out.shading_shift_texture = texture(&toon, "shadingShiftTexture");
    out.shading_shift_scale =
        vrmi_read_texture_factor(&reader->base, extension, "shadingShiftTexture", "scale");
    out.shading_toony_factor = ranged(&toon, "shadingToonyFactor", 0.9f, 1.0f);
    out.gi_equalization_factor = ranged(&toon, "giEqualizationFactor", 0.9f, 1.0f);
    out.matcap_factor = color(&toon, "matcapFactor", out.matcap_factor);
    out.matcap_texture = texture(&toon, "matcapTexture");
    out.parametric_rim_color_factor = color(&toon, "parametricRimColorFactor", black);
    out.parametric_rim_fresnel_power_factor =
        ranged(&toon, "parametricRimFresnelPowerFactor", 5.0f, FLT_MAX);
    out.parametric_rim_lift_factor = number(&toon, "parametricRimLiftFactor");
    out.rim_multiply_texture = texture(&toon, "rimMultiplyTexture");
    out.rim_lighting_mix_factor = ranged(&toon, "rimLightingMixFactor", 1.0f, 1.0f);
    out.outline_width_mode = (vrm_OutlineMode)vrmi_model_enum(
        reader, extension, "outlineWidthMode", vrmi_outline_modes, VRMI_COUNT_outline_modes,
        VRMI_EXACT, VRM_OUTLINE_NONE, VRMI_RULE_MTOON_OUTLINE_MODE_UNKNOWN);
    out.outline_width_factor = ranged(&toon, "outlineWidthFactor", 0.0f, FLT_MAX);
    out.outline_width_multiply_texture = texture(&toon, "outlineWidthMultiplyTexture");
    out.outline_color_factor = color(&toon, "outlineColorFactor", black);
    out.outline_lighting_mix_factor = ranged(&toon, "outlineLightingMixFactor", 1.0f, 1.0f);
    out.uv_animation_mask_texture = texture(&toon, "uvAnimationMaskTexture");
    out.uv_animation_scroll_x_speed_factor = number(&toon, "uvAnimationScrollXSpeedFactor");
    out.uv_animation_scroll_y_speed_factor = number(&toon, "uvAnimationScrollYSpeedFactor");
    out.uv_animation_rotation_speed_factor = number(&toon, "uvAnimationRotationSpeedFactor");
    return out;
}
