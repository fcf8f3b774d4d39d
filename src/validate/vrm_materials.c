/* SPDX-License-Identifier: MIT */
/* Materials: settings of MToon that have no effect or depend on the renderer, and texture
 * transforms that VRM advises against. */
#include "validate/vrm_rules.h"

#include <string.h>

#define CLAMP_TO_EDGE 33071u

static vrm_JsonRef extension_of(const vrmi_Judge* judge, vrm_JsonRef object, const char* name) {
    return vrm_gltf_extension(judge->gltf, object, name);
}

/* ---- Texture transforms ---- */

static void judge_transform(vrmi_Judge* judge, vrm_JsonRef texture_info) {
    vrm_JsonRef transform = extension_of(judge, texture_info, "KHR_texture_transform");
    vrm_JsonRef rotation = vrmi_judge_member(judge, transform, "rotation");
    vrm_JsonRef tex_coord = vrmi_judge_member(judge, transform, "texCoord");
    if (vrm_json_number(judge->json, rotation, 0) != 0)
        VRMI_JUDGE(judge, TEXTURE_TRANSFORM_ROTATION, rotation, NULL);
    if (tex_coord != VRM_JSON_MISSING)
        VRMI_JUDGE(judge, TEXTURE_TRANSFORM_TEXCOORD, tex_coord, NULL);
}

static void judge_transforms(vrmi_Judge* judge, vrm_JsonRef object) {
    vrm_JsonIter it = vrm_json_iter(judge->json, object);
    while (vrm_json_next(&it)) judge_transform(judge, it.value);
}

/* ---- MToon ---- */

static bool is_animated(const vrm_Mtoon* mtoon) {
    return mtoon->uv_animation_scroll_x_speed_factor != 0 ||
           mtoon->uv_animation_scroll_y_speed_factor != 0 ||
           mtoon->uv_animation_rotation_speed_factor != 0;
}

static bool clamps(const vrmi_Judge* judge, const vrm_TextureInfo* info) {
    if (info->texture < 0) return false;
    int32_t sampler = judge->gltf->textures[info->texture].sampler;
    if (sampler < 0) return false;
    return judge->gltf->samplers[sampler].wrap_s == CLAMP_TO_EDGE ||
           judge->gltf->samplers[sampler].wrap_t == CLAMP_TO_EDGE;
}

static void judge_mtoon(vrmi_Judge* judge, const vrm_Surface* surface, vrm_JsonRef json) {
    const vrm_Mtoon* mtoon = surface->mtoon;
    const vrm_Material* material = surface->material;
    if (mtoon->transparent_with_z_write && material->alpha_mode != VRM_ALPHA_BLEND)
        VRMI_JUDGE(judge, MTOON_Z_WRITE_WITHOUT_BLEND,
                   vrmi_judge_place(judge, json, "transparentWithZWrite"), NULL);
    if (mtoon->outline_width_mode != VRM_OUTLINE_NONE && mtoon->outline_width_factor == 0)
        VRMI_JUDGE(judge, MTOON_OUTLINE_WITHOUT_WIDTH,
                   vrmi_judge_place(judge, json, "outlineWidthMode"), NULL);
    if (vrmi_judge_member(judge, json, "shadeColorFactor") == VRM_JSON_MISSING)
        VRMI_JUDGE(judge, MTOON_SHADE_COLOR_MISSING, json, NULL);
    if (mtoon->matcap_texture.texture >= 0 &&
        vrmi_judge_member(judge, json, "matcapFactor") == VRM_JSON_MISSING)
        VRMI_JUDGE(judge, MTOON_MATCAP_FACTOR_MISSING, json, NULL);
    if (extension_of(judge, material->json, "KHR_materials_unlit") == VRM_JSON_MISSING)
        VRMI_JUDGE(judge, MTOON_UNLIT_FALLBACK_MISSING, material->json, NULL);
    if (is_animated(mtoon) && clamps(judge, &material->base_color_texture))
        VRMI_JUDGE(judge, MTOON_UV_ANIMATION_CLAMPED, json, NULL);
}

/* ---- 0.x ---- */

/* The render queues that the shader of 0.x uses for its two kinds of transparency. */
static void judge_queue0(vrmi_Judge* judge, const vrm_Surface* surface, vrm_JsonRef properties) {
    vrm_JsonRef at = vrmi_judge_member(judge, properties, "renderQueue");
    int64_t queue;
    if (!vrmi_read_whole(judge->json, at, &queue) || queue == -1) return;
    if (queue < -1 || queue > 5000)
        VRMI_JUDGE(judge, MATERIAL_QUEUE_NOT_IN_RANGE, at,
                   "A render queue is from 0 to 5000, or -1 for that of the shader.");
    if (surface->kind != VRM_SURFACE_MTOON || surface->material->alpha_mode != VRM_ALPHA_BLEND ||
        queue < -1 || queue > 5000)
        return;
    bool has_z_write = surface->mtoon->transparent_with_z_write;
    int64_t low = has_z_write ? 2501 : 2951, high = has_z_write ? 2550 : 3000;
    if (queue < low || queue > high)
        VRMI_JUDGE(judge, MATERIAL_QUEUE_NOT_IN_RANGE, at,
                   "The render queue of this kind of material is from %d to %d.", (int)low,
                   (int)high);
}

static void judge_properties0(vrmi_Judge* judge) {
    vrm_JsonRef list = vrmi_judge_member(judge, judge->vrm, "materialProperties");
    const vrm_Surface* surfaces = vrm_model_surfaces(judge->model);
    vrm_JsonIter it = vrm_json_iter(judge->json, list);
    while (vrm_json_next(&it) && (int32_t)it.index < judge->gltf->material_count) {
        vrm_JsonRef name = vrmi_judge_member(judge, it.value, "name");
        if (name != VRM_JSON_MISSING &&
            !vrm_json_equals(judge->json, name, judge->gltf->materials[it.index].name))
            VRMI_JUDGE(judge, MATERIAL_NAME_DIFFERS, name, NULL);
        judge_queue0(judge, &surfaces[it.index], it.value);
    }
}

/* ---- All materials ---- */

static void judge_emission(vrmi_Judge* judge, vrm_JsonRef material) {
    vrm_JsonRef old = extension_of(judge, material, "VRMC_materials_hdr_emissiveMultiplier");
    if (old == VRM_JSON_MISSING) return;
    if (extension_of(judge, material, "KHR_materials_emissive_strength") != VRM_JSON_MISSING)
        VRMI_JUDGE(judge, MATERIAL_EMISSION_TWICE, old, NULL);
    else
        VRMI_JUDGE(judge, MATERIAL_HDR_MULTIPLIER_ARCHIVED, old, NULL);
}

static void judge_vertex_colors(vrmi_Judge* judge) {
    const vrm_Surface* surfaces = vrm_model_surfaces(judge->model);
    for (int32_t m = 0; m < judge->gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &judge->gltf->meshes[m];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            const vrm_Primitive* primitive = &mesh->primitives[p];
            if (primitive->material >= 0 &&
                surfaces[primitive->material].kind == VRM_SURFACE_MTOON &&
                vrm_primitive_attribute(primitive, VRM_SEMANTIC_COLOR, 0) >= 0)
                VRMI_JUDGE(judge, MTOON_VERTEX_COLORS_IGNORED,
                           vrmi_judge_place(judge, primitive->json, "attributes"), NULL);
        }
    }
}

void vrmi_judge_materials(vrmi_Judge* judge) {
    const vrm_Surface* surfaces = vrm_model_surfaces(judge->model);
    for (int32_t i = 0; i < judge->gltf->material_count; i++) {
        vrm_JsonRef material = judge->gltf->materials[i].json;
        vrm_JsonRef mtoon = extension_of(judge, material, "VRMC_materials_mtoon");
        judge_emission(judge, material);
        if (judge->dialect == VRM_DIALECT_DRAFT) continue;
        if (judge->is_final) {
            judge_transforms(judge, material);
            judge_transforms(judge, vrmi_judge_member(judge, material, "pbrMetallicRoughness"));
            judge_transforms(judge, mtoon);
        }
        if (mtoon != VRM_JSON_MISSING && surfaces[i].kind == VRM_SURFACE_MTOON)
            judge_mtoon(judge, &surfaces[i], mtoon);
    }
    if (judge->gltf->material_count > 0) judge_vertex_colors(judge);
    if (judge->dialect == VRM_DIALECT_0) judge_properties0(judge);
}
