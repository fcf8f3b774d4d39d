/* SPDX-License-Identifier: MIT */
/* The mapping follows docs/model.md, "Materials of 0.x": the appearance stays, as far as 1.0 can
 * express it. V is flipped, centimetres and percent of half the height become metres and fractions
 * of the height, turns become radians. */
#include "model/toon0.h"

#include "gltf/material.h"
#include "model/emission.h"

#include <float.h>

vrmi_Toon0 vrmi_toon0_default(void) {
    return (vrmi_Toon0){.cutoff = 0.5f,
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
}

void vrmi_toon0_set_transform(vrmi_ModelReader* reader, vrmi_Toon0* toon, vrm_Vec2 scale,
                              vrm_Vec2 offset) {
    if (scale.x == 1.0f && scale.y == 1.0f && offset.x == 0.0f && offset.y == 0.0f) return;
    vrm_TextureTransform* transform = vrmi_read_alloc(&reader->base, 1, sizeof *transform);
    if (transform == NULL) return;
    transform->scale = scale;
    transform->offset = (vrm_Vec2){offset.x, 1.0f - offset.y - scale.y};
    toon->transform = transform;
}

vrm_TextureInfo vrmi_toon0_texture(const vrmi_Toon0* toon, int32_t texture) {
    return (vrm_TextureInfo){.texture = texture,
                             .transform = texture >= 0 ? toon->transform : NULL};
}

void vrmi_toon0_material(const vrmi_Toon0* toon, vrm_Material* material) {
    static const vrm_AlphaMode modes[] = {VRM_ALPHA_OPAQUE, VRM_ALPHA_MASK, VRM_ALPHA_BLEND,
                                          VRM_ALPHA_BLEND};
    material->alpha_mode = modes[toon->blend];
    material->alpha_cutoff = toon->blend == VRMI_BLEND_CUTOUT ? toon->cutoff : 0.5f;
    material->is_double_sided = toon->is_double_sided;
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

vrm_Mtoon vrmi_toon0_mtoon(const vrmi_Toon0* toon) {
    vrm_Mtoon out = vrmi_mtoon_default();
    bool has_matcap = toon->sphere_add >= 0;
    float matcap = has_matcap ? 1.0f : 0.0f;
    out.transparent_with_z_write = toon->blend == VRMI_BLEND_DEPTH_WRITE;
    out.shade_color_factor = toon->shade;
    out.shade_multiply_texture =
        vrmi_toon0_texture(toon, toon->shade_texture >= 0 ? toon->shade_texture : toon->main);
    convert_ramp(toon, &out);
    out.gi_equalization_factor = vrmi_clamp(1.0f - toon->indirect, 0.0f, 1.0f);
    out.matcap_factor = (vrm_Vec3){matcap, matcap, matcap};
    out.matcap_texture = vrmi_no_texture(); /* looked up by direction: without transform */
    out.matcap_texture.texture = toon->sphere_add;
    out.parametric_rim_color_factor = toon->rim;
    out.parametric_rim_fresnel_power_factor = vrmi_clamp(toon->rim_power, 0.0f, FLT_MAX);
    out.parametric_rim_lift_factor = toon->rim_lift;
    out.rim_multiply_texture = vrmi_toon0_texture(toon, toon->rim_texture);
    /* 1.0 mixes the matcap with the light too, 0.x did not: the value can be kept only without a
     * matcap. */
    out.rim_lighting_mix_factor =
        has_matcap ? 1.0f : vrmi_clamp(toon->rim_lighting_mix, 0.0f, 1.0f);
    out.outline_width_mode = toon->outline_mode;
    static const float width_units[] = {0.0f, 0.01f, 0.005f}; /* none, world, screen */
    out.outline_width_factor =
        vrmi_clamp(toon->outline_width, 0.0f, FLT_MAX) * width_units[toon->outline_mode];
    out.outline_width_multiply_texture = vrmi_toon0_texture(toon, toon->outline_texture);
    out.outline_color_factor = toon->outline;
    out.outline_lighting_mix_factor =
        toon->outline_is_mixed ? vrmi_clamp(toon->outline_lighting_mix, 0.0f, 1.0f) : 0.0f;
    out.uv_animation_mask_texture = vrmi_toon0_texture(toon, toon->mask_texture);
    out.uv_animation_scroll_x_speed_factor = toon->scroll_x;
    out.uv_animation_scroll_y_speed_factor = 0.0f - toon->scroll_y;
    out.uv_animation_rotation_speed_factor =
        vrmi_clamp(toon->turns * 2.0f * VRMI_PI, -FLT_MAX, FLT_MAX);
    return out;
}
