/* SPDX-License-Identifier: MIT */
/* Materials: settings of MToon that have no effect or depend on the renderer, and texture
 * transforms that VRM advises against. */
#include "validate/vrm/vrm_rules.h"

#include <string.h>

#define CLAMP_TO_EDGE 33071u

static vrm_JsonRef extension_of(const vrmi_VrmCheck* check, vrm_JsonRef object, const char* name) {
    return vrm_gltf_extension(check->gltf, object, name);
}

/* ---- Texture transforms ---- */

static void check_transform(vrmi_VrmCheck* check, vrm_JsonRef texture_info) {
    vrm_JsonRef transform = extension_of(check, texture_info, "KHR_texture_transform");
    vrm_JsonRef rotation = vrmi_vrm_member(check, transform, "rotation");
    vrm_JsonRef tex_coord = vrmi_vrm_member(check, transform, "texCoord");
    if (vrm_json_number(check->json, rotation, 0) != 0)
        vrmi_vrm_report(check, VRMI_RULE_TEXTURE_TRANSFORM_ROTATION, rotation);
    if (tex_coord != VRM_JSON_MISSING)
        vrmi_vrm_report(check, VRMI_RULE_TEXTURE_TRANSFORM_TEXCOORD, tex_coord);
}

static void check_transforms(vrmi_VrmCheck* check, vrm_JsonRef object) {
    vrm_JsonIter it = vrm_json_iter(check->json, object);
    while (vrm_json_next(&it)) check_transform(check, it.value);
}

/* ---- MToon ---- */

static bool is_animated(const vrm_Mtoon* mtoon) {
    return mtoon->uv_animation_scroll_x_speed_factor != 0 ||
           mtoon->uv_animation_scroll_y_speed_factor != 0 ||
           mtoon->uv_animation_rotation_speed_factor != 0;
}

static bool clamps(const vrmi_VrmCheck* check, const vrm_TextureInfo* info) {
    if (info->texture < 0) return false;
    int32_t sampler = check->gltf->textures[info->texture].sampler;
    if (sampler < 0) return false;
    return check->gltf->samplers[sampler].wrap_s == CLAMP_TO_EDGE ||
           check->gltf->samplers[sampler].wrap_t == CLAMP_TO_EDGE;
}

static void check_mtoon(vrmi_VrmCheck* check, const vrm_Surface* surface, vrm_JsonRef json) {
    const vrm_Mtoon* mtoon = surface->mtoon;
    const vrm_Material* material = surface->material;
    if (mtoon->transparent_with_z_write && material->alpha_mode != VRM_ALPHA_BLEND)
        vrmi_vrm_report(check, VRMI_RULE_MTOON_Z_WRITE_WITHOUT_BLEND,
                        vrmi_vrm_place(check, json, "transparentWithZWrite"));
    if (mtoon->outline_width_mode != VRM_OUTLINE_NONE && mtoon->outline_width_factor == 0)
        vrmi_vrm_report(check, VRMI_RULE_MTOON_OUTLINE_WITHOUT_WIDTH,
                        vrmi_vrm_place(check, json, "outlineWidthMode"));
    if (vrmi_vrm_member(check, json, "shadeColorFactor") == VRM_JSON_MISSING)
        vrmi_vrm_report(check, VRMI_RULE_MTOON_SHADE_COLOR_MISSING, json);
    if (mtoon->matcap_texture.texture >= 0 &&
        vrmi_vrm_member(check, json, "matcapFactor") == VRM_JSON_MISSING)
        vrmi_vrm_report(check, VRMI_RULE_MTOON_MATCAP_FACTOR_MISSING, json);
    if (extension_of(check, material->json, "KHR_materials_unlit") == VRM_JSON_MISSING)
        vrmi_vrm_report(check, VRMI_RULE_MTOON_UNLIT_FALLBACK_MISSING, material->json);
    if (is_animated(mtoon) && clamps(check, &material->base_color_texture))
        vrmi_vrm_report(check, VRMI_RULE_MTOON_UV_ANIMATION_CLAMPED, json);
}

/* ---- 0.x ---- */

/* The render queues that the shader of 0.x uses for its two kinds of transparency. */
static void check_queue0(vrmi_VrmCheck* check, const vrm_Surface* surface, vrm_JsonRef properties) {
    vrm_JsonRef at = vrmi_vrm_member(check, properties, "renderQueue");
    int64_t queue;
    if (!vrmi_read_whole(check->json, at, &queue) || queue == -1) return;
    if (queue < -1 || queue > 5000)
        VRMI_REPORT(check, MATERIAL_QUEUE_NOT_IN_RANGE, at,
                    "A render queue is from 0 to 5000, or -1 for that of the shader.");
    if (surface->kind != VRM_SURFACE_MTOON || surface->material->alpha_mode != VRM_ALPHA_BLEND ||
        queue < -1 || queue > 5000)
        return;
    bool has_z_write = surface->mtoon->transparent_with_z_write;
    int64_t low = has_z_write ? 2501 : 2951, high = has_z_write ? 2550 : 3000;
    if (queue < low || queue > high)
        VRMI_REPORT(check, MATERIAL_QUEUE_NOT_IN_RANGE, at,
                    "The render queue of this kind of material is from %d to %d.", (int)low,
                    (int)high);
}

static void check_properties0(vrmi_VrmCheck* check) {
    vrm_JsonRef list = vrmi_vrm_member(check, check->vrm, "materialProperties");
    const vrm_Surface* surfaces = vrm_model_surfaces(check->model);
    vrm_JsonIter it = vrm_json_iter(check->json, list);
    while (vrm_json_next(&it) && (int32_t)it.index < check->gltf->material_count) {
        vrm_JsonRef name = vrmi_vrm_member(check, it.value, "name");
        if (name != VRM_JSON_MISSING &&
            !vrm_json_equals(check->json, name, check->gltf->materials[it.index].name))
            vrmi_vrm_report(check, VRMI_RULE_MATERIAL_NAME_DIFFERS, name);
        check_queue0(check, &surfaces[it.index], it.value);
    }
}

/* ---- All materials ---- */

static void check_emission(vrmi_VrmCheck* check, vrm_JsonRef material) {
    vrm_JsonRef old = extension_of(check, material, "VRMC_materials_hdr_emissiveMultiplier");
    if (old == VRM_JSON_MISSING) return;
    if (extension_of(check, material, "KHR_materials_emissive_strength") != VRM_JSON_MISSING)
        vrmi_vrm_report(check, VRMI_RULE_MATERIAL_EMISSION_TWICE, old);
    else
        vrmi_vrm_report(check, VRMI_RULE_MATERIAL_HDR_MULTIPLIER_ARCHIVED, old);
}

static void check_vertex_colors(vrmi_VrmCheck* check) {
    const vrm_Surface* surfaces = vrm_model_surfaces(check->model);
    for (int32_t m = 0; m < check->gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &check->gltf->meshes[m];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            const vrm_Primitive* primitive = &mesh->primitives[p];
            if (primitive->material >= 0 &&
                surfaces[primitive->material].kind == VRM_SURFACE_MTOON &&
                vrm_primitive_attribute(primitive, VRM_SEMANTIC_COLOR, 0) >= 0)
                vrmi_vrm_report(check, VRMI_RULE_MTOON_VERTEX_COLORS_IGNORED,
                                vrmi_vrm_place(check, primitive->json, "attributes"));
        }
    }
}

void vrmi_check_materials(vrmi_VrmCheck* check) {
    const vrm_Surface* surfaces = vrm_model_surfaces(check->model);
    for (int32_t i = 0; i < check->gltf->material_count; i++) {
        vrm_JsonRef material = check->gltf->materials[i].json;
        vrm_JsonRef mtoon = extension_of(check, material, "VRMC_materials_mtoon");
        check_emission(check, material);
        if (check->dialect == VRM_DIALECT_DRAFT) continue;
        if (check->is_final) {
            check_transforms(check, material);
            check_transforms(check, vrmi_vrm_member(check, material, "pbrMetallicRoughness"));
            check_transforms(check, mtoon);
        }
        if (mtoon != VRM_JSON_MISSING && surfaces[i].kind == VRM_SURFACE_MTOON)
            check_mtoon(check, &surfaces[i], mtoon);
    }
    if (check->gltf->material_count > 0) check_vertex_colors(check);
    if (check->dialect == VRM_DIALECT_0) check_properties0(check);
}
