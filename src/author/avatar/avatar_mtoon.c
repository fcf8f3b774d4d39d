/* SPDX-License-Identifier: MIT */
/* Materials of a figure that become MToon: which, and how they look. */
#include "author/avatar/avatar_proposal.h"

#include "model/edit.h"
#include "model/surface.h"
#include "json/json_report.h"

/* Of the lit colour, linear: in sRGB four fifths as bright, as toon shading is usually painted. */
#define SHADE 0.6f

/* ---- Which ---- */

static void note_vertex_colors(const vrm_Gltf* gltf, bool* has_colors) {
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            if (primitive->material >= 0 &&
                vrm_primitive_attribute(primitive, VRM_SEMANTIC_COLOR, 0) >= 0)
                has_colors[primitive->material] = true;
        }
}

/* Returns what the material would lose; NULL if nothing. */
static const char* loss(const vrm_Gltf* gltf, int32_t material, bool has_colors) {
    static const char* const needed[][2] = {
        {"KHR_materials_pbrSpecularGlossiness", "specular-glossiness colours"},
        {"KHR_materials_transmission", "transmission"},
        {"KHR_materials_diffuse_transmission", "diffuse transmission"},
    };
    if (has_colors) return "vertex colours";
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (vrm_gltf_extension(gltf, gltf->materials[material].json, needed[i][0]) !=
            VRM_JSON_MISSING)
            return needed[i][1];
    return NULL;
}

vrm_Result vrmi_figure_choose_mtoon(vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    const vrm_Surface* surfaces = vrm_model_surfaces(proposal->model);
    if (!proposal->def.makes_mtoon || gltf->material_count == 0) return VRM_OK;
    bool* has_colors = vrmi_avatar_take(proposal, gltf->material_count, sizeof *has_colors);
    proposal->is_mtoon =
        vrmi_avatar_take(proposal, gltf->material_count, sizeof *proposal->is_mtoon);
    if (has_colors == NULL || proposal->is_mtoon == NULL) return VRM_ERR_MEMORY;
    note_vertex_colors(gltf, has_colors);
    for (int32_t i = 0; i < gltf->material_count; i++) {
        bool is_object = gltf->materials[i].json != VRM_JSON_MISSING;
        if (surfaces[i].kind == VRM_SURFACE_MTOON || !is_object) continue;
        const char* lost = loss(gltf, i, has_colors[i]);
        proposal->is_mtoon[i] = lost == NULL;
        proposal->facts.mtoon_count += lost == NULL;
        if (lost != NULL)
            vrmi_report(proposal->report, VRMI_RULE_CREATE_MATERIAL_KEPT, gltf->json,
                        gltf->materials[i].json,
                        "The material stays as it is: MToon would lose its %s.", lost);
    }
    return VRM_OK;
}

/* ---- How ---- */

/* Of metal and coats, which MToon does not have. */
static void drop_shine(vrm_Edit* edit, vrm_JsonRef material) {
    static const char* const names[] = {
        "KHR_materials_anisotropy",  "KHR_materials_clearcoat", "KHR_materials_dispersion",
        "KHR_materials_ior",         "KHR_materials_sheen",     "KHR_materials_specular",
        "KHR_materials_iridescence", "KHR_materials_volume",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        vrmi_edit_drop_extension(edit, material, names[i]);
}

static void write_material(vrm_Edit* edit, int32_t index, const vrm_Surface* before) {
    vrm_Material material = *before->material;
    vrm_Vec4 color = material.base_color_factor;
    vrm_Mtoon mtoon = vrmi_mtoon_default;
    vrm_Surface after = {.kind = VRM_SURFACE_MTOON, .material = &material, .mtoon = &mtoon};
    mtoon.shade_color_factor = vrmi_vec3_scale((vrm_Vec3){color.x, color.y, color.z}, SHADE);
    mtoon.shade_multiply_texture = material.base_color_texture;
    if (before->kind == VRM_SURFACE_UNLIT) { /* these did not show */
        material.normal_texture.texture = -1;
        material.emissive_factor = (vrm_Vec3){0.0f, 0.0f, 0.0f};
        material.emissive_strength = 1.0f;
        material.emissive_texture.texture = -1;
    }
    drop_shine(edit, material.json);
    (void)vrm_edit_set_surface(edit, index, &after);
}

void vrmi_avatar_write_mtoon(const vrm_AvatarProposal* proposal, vrm_Edit* edit) {
    const vrm_Surface* surfaces = vrm_model_surfaces(proposal->model);
    int32_t count = vrm_model_gltf(proposal->model)->material_count;
    for (int32_t i = 0; i < count && edit->result == VRM_OK; i++)
        if (proposal->is_mtoon[i]) write_material(edit, i, &surfaces[i]);
}
