/* SPDX-License-Identifier: MIT */
/* Materials of every dialect in one form, for adapters to other renderers. */
#include "web.h"

static void put_texture(const char* slot, const vrm_TextureInfo* info) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_TextureTransform transform = vrm_texture_transform(info);
    vrm_json_put_key(builder, slot);
    vrm_json_begin_object(builder);
    web_key_integer("texture", info->texture);
    web_key_integer("texCoord", info->tex_coord);
    web_put_vec2("offset", transform.offset);
    web_put_vec2("scale", transform.scale);
    web_key_number("rotation", (double)transform.rotation);
    vrm_json_end_object(builder);
}

static void put_mtoon(const vrm_Mtoon* mtoon) {
    static const char* const outlines[] = {"none", "worldCoordinates", "screenCoordinates"};
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "mtoon");
    if (mtoon == NULL) {
        vrm_json_put_null(builder);
        return;
    }
    vrm_json_begin_object(builder);
    web_put_vec3("shadeColorFactor", mtoon->shade_color_factor);
    web_key_number("shadingShiftFactor", (double)mtoon->shading_shift_factor);
    web_key_number("shadingShiftTextureScale", (double)mtoon->shading_shift_scale);
    web_key_number("shadingToonyFactor", (double)mtoon->shading_toony_factor);
    web_key_number("giEqualizationFactor", (double)mtoon->gi_equalization_factor);
    web_put_vec3("matcapFactor", mtoon->matcap_factor);
    web_put_vec3("parametricRimColorFactor", mtoon->parametric_rim_color_factor);
    web_key_number("parametricRimFresnelPowerFactor",
                   (double)mtoon->parametric_rim_fresnel_power_factor);
    web_key_number("parametricRimLiftFactor", (double)mtoon->parametric_rim_lift_factor);
    web_key_number("rimLightingMixFactor", (double)mtoon->rim_lighting_mix_factor);
    web_key_text("outlineWidthMode", outlines[mtoon->outline_width_mode]);
    web_key_number("outlineWidthFactor", (double)mtoon->outline_width_factor);
    web_put_vec3("outlineColorFactor", mtoon->outline_color_factor);
    web_key_number("outlineLightingMixFactor", (double)mtoon->outline_lighting_mix_factor);
    web_key_number("uvAnimationScrollXSpeedFactor",
                   (double)mtoon->uv_animation_scroll_x_speed_factor);
    web_key_number("uvAnimationScrollYSpeedFactor",
                   (double)mtoon->uv_animation_scroll_y_speed_factor);
    web_key_number("uvAnimationRotationSpeedFactor",
                   (double)mtoon->uv_animation_rotation_speed_factor);
    web_key_integer("renderQueueOffsetNumber", mtoon->render_queue_offset);
    web_key_bool("transparentWithZWrite", mtoon->transparent_with_z_write);
    vrm_json_end_object(builder);
}

static void put_surface(const vrm_Surface* surface) {
    static const char* const kinds[] = {
        [VRM_SURFACE_PBR] = "pbr", [VRM_SURFACE_UNLIT] = "unlit", [VRM_SURFACE_MTOON] = "mtoon"};
    static const char* const alphas[] = {"opaque", "mask", "blend"};
    vrm_JsonBuilder* builder = web_json_again();
    const vrm_Material* material = surface->material;
    vrm_json_begin_object(builder);
    web_key_text("kind", kinds[surface->kind]);
    web_key_text("alphaMode", alphas[material->alpha_mode]);
    web_key_number("alphaCutoff", (double)material->alpha_cutoff);
    web_key_bool("isDoubleSided", material->is_double_sided);
    web_put_vec4("baseColorFactor", material->base_color_factor);
    web_put_vec3("emissiveFactor", material->emissive_factor);
    web_key_number("emissiveStrength", (double)material->emissive_strength);
    web_key_number("normalScale", (double)material->normal_scale);
    web_key_bool("ignoresVertexColors", surface->ignores_vertex_colors);
    vrm_json_put_key(builder, "textures");
    vrm_json_begin_object(builder);
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
        const vrm_TextureInfo* info = vrm_surface_texture(surface, (vrm_TextureSlot)slot);
        if (info != NULL && info->texture >= 0) put_texture(web_texture_slots[slot], info);
    }
    vrm_json_end_object(builder);
    put_mtoon(surface->mtoon);
    vrm_json_end_object(builder);
}

WEB_EXPORT(vrm_Result, model_surfaces, const vrm_Model* model) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    const vrm_Surface* surfaces = vrm_model_surfaces(model);
    int32_t count = vrm_model_gltf(model)->material_count;
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) put_surface(&surfaces[i]);
    vrm_json_end_array(builder);
    return web_json_done();
}
