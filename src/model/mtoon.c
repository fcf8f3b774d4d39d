/* SPDX-License-Identifier: MIT */
/* VRMC_materials_mtoon 1.0. The beta has the same members without ranges. */
#include "base/words.h"
#include "gltf/material.h"
#include "model/surface.h"

#include <float.h>
#include <stddef.h>

/* Where the text and the schema of the specification disagree: docs/reference/spec-notes.md, C-110,
 * C-111, C-123. */
const vrm_Mtoon vrmi_mtoon_default = {.shade_multiply_texture = {.texture = -1},
                                      .shading_shift_texture = {.texture = -1},
                                      .shading_shift_scale = 1.0f,
                                      .shading_toony_factor = 0.9f,
                                      .gi_equalization_factor = 0.9f,
                                      .matcap_factor = {1.0f, 1.0f, 1.0f},
                                      .matcap_texture = {.texture = -1},
                                      .parametric_rim_fresnel_power_factor = 5.0f,
                                      .rim_multiply_texture = {.texture = -1},
                                      .rim_lighting_mix_factor = 1.0f,
                                      .outline_width_multiply_texture = {.texture = -1},
                                      .outline_lighting_mix_factor = 1.0f,
                                      .uv_animation_mask_texture = {.texture = -1},
                                      .json = VRM_JSON_MISSING};

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
        vrmi_read_report(&reader->base, VRMI_RULE_MTOON_QUEUE_NOT_IN_RANGE,
                         vrmi_read_member(&reader->base, json, "renderQueueOffsetNumber"), NULL);
    return clamped;
}

#define ROW(kind, member, key)                                                                     \
    { key, offsetof(vrm_Mtoon, member), VRMI_MTOON_##kind }

/* In the order in which findings are made. */
const vrmi_MtoonRow vrmi_mtoon_rows[VRMI_MTOON_ROW_COUNT] = {
    ROW(COLOR, shade_color_factor, "shadeColorFactor"),
    ROW(TEXTURE, shade_multiply_texture, "shadeMultiplyTexture"),
    ROW(NUMBER, shading_shift_factor, "shadingShiftFactor"),
    ROW(TEXTURE, shading_shift_texture, "shadingShiftTexture"),
    ROW(SCALE, shading_shift_scale, "shadingShiftTexture"),
    ROW(RATIO, shading_toony_factor, "shadingToonyFactor"),
    ROW(RATIO, gi_equalization_factor, "giEqualizationFactor"),
    ROW(COLOR, matcap_factor, "matcapFactor"),
    ROW(TEXTURE, matcap_texture, "matcapTexture"),
    ROW(COLOR, parametric_rim_color_factor, "parametricRimColorFactor"),
    ROW(POSITIVE, parametric_rim_fresnel_power_factor, "parametricRimFresnelPowerFactor"),
    ROW(NUMBER, parametric_rim_lift_factor, "parametricRimLiftFactor"),
    ROW(TEXTURE, rim_multiply_texture, "rimMultiplyTexture"),
    ROW(RATIO, rim_lighting_mix_factor, "rimLightingMixFactor"),
    ROW(OUTLINE, outline_width_mode, "outlineWidthMode"),
    ROW(POSITIVE, outline_width_factor, "outlineWidthFactor"),
    ROW(TEXTURE, outline_width_multiply_texture, "outlineWidthMultiplyTexture"),
    ROW(COLOR, outline_color_factor, "outlineColorFactor"),
    ROW(RATIO, outline_lighting_mix_factor, "outlineLightingMixFactor"),
    ROW(TEXTURE, uv_animation_mask_texture, "uvAnimationMaskTexture"),
    ROW(NUMBER, uv_animation_scroll_x_speed_factor, "uvAnimationScrollXSpeedFactor"),
    ROW(NUMBER, uv_animation_scroll_y_speed_factor, "uvAnimationScrollYSpeedFactor"),
    ROW(NUMBER, uv_animation_rotation_speed_factor, "uvAnimationRotationSpeedFactor"),
};

static void read_color(vrmi_ModelReader* reader, vrm_JsonRef json, const char* key, bool has_ranges,
                       vrm_Vec3* rgb) {
    vrmi_read_vec3(&reader->base, json, key, rgb);
    if (!has_ranges) return;
    vrm_Vec3 read = *rgb;
    *rgb = (vrm_Vec3){vrmi_clamp(read.x, 0.0f, 1.0f), vrmi_clamp(read.y, 0.0f, 1.0f),
                      vrmi_clamp(read.z, 0.0f, 1.0f)};
    if (rgb->x != read.x || rgb->y != read.y || rgb->z != read.z)
        vrmi_read_report(&reader->base, VRMI_RULE_MTOON_VALUE_NOT_IN_RANGE,
                         vrmi_read_member(&reader->base, json, key), NULL);
}

static void read_row(vrmi_ModelReader* reader, vrm_JsonRef json, bool has_ranges,
                     const vrmi_MtoonRow* row, vrm_Mtoon* out) {
    vrmi_Reader* base = &reader->base;
    void* at = (char*)out + row->at; /* of the type that the row's kind says */
    switch ((vrmi_MtoonKind)row->kind) {
    case VRMI_MTOON_NUMBER:
    case VRMI_MTOON_RATIO:
    case VRMI_MTOON_POSITIVE: {
        float* number = at;
        *number = row->kind == VRMI_MTOON_NUMBER || !has_ranges
                      ? vrmi_read_float(base, json, row->key, *number)
                      : vrmi_model_ranged(reader, json, row->key, *number, 0.0f,
                                          row->kind == VRMI_MTOON_RATIO ? 1.0f : FLT_MAX,
                                          VRMI_RULE_MTOON_VALUE_NOT_IN_RANGE);
        break;
    }
    case VRMI_MTOON_COLOR: read_color(reader, json, row->key, has_ranges, at); break;
    case VRMI_MTOON_TEXTURE:
        *(vrm_TextureInfo*)at =
            vrmi_read_texture_info(base, json, row->key, reader->gltf->texture_count);
        break;
    case VRMI_MTOON_SCALE:
        *(float*)at = vrmi_read_texture_factor(base, json, row->key, "scale");
        break;
    case VRMI_MTOON_OUTLINE:
        *(vrm_OutlineMode*)at = (vrm_OutlineMode)vrmi_model_enum(
            reader, json, row->key, vrmi_outline_modes, VRMI_COUNT_outline_modes, VRMI_EXACT,
            VRM_OUTLINE_NONE, VRMI_RULE_MTOON_OUTLINE_MODE_UNKNOWN);
        break;
    }
}

void vrmi_read_mtoon(vrmi_ModelReader* reader, const vrm_Material* material, vrm_JsonRef extension,
                     vrmi_Version version, vrm_Mtoon* out) {
    *out = vrmi_mtoon_default;
    out->json = extension;
    out->transparent_with_z_write =
        vrmi_read_bool(&reader->base, extension, "transparentWithZWrite", false);
    out->render_queue_offset = vrmi_read_queue_offset(reader, extension, material->alpha_mode,
                                                      out->transparent_with_z_write);
    for (int i = 0; i < VRMI_MTOON_ROW_COUNT; i++) /* the beta has no ranges */
        read_row(reader, extension, version == VRMI_VERSION_1, &vrmi_mtoon_rows[i], out);
}
