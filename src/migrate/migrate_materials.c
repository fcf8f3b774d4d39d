/* SPDX-License-Identifier: MIT */
/* Materials: the model's surfaces, which already are in the form of 1.0, become
 * VRMC_materials_mtoon and KHR_materials_unlit. */
#include "migrate/masks.h"

#include <string.h>

static bool is_changed(const vrmi_Migration* migration, int32_t index) {
    const vrm_Surface* surface = &migration->model->surfaces[index];
    return surface->kind == VRM_SURFACE_MTOON ||
           surface->material != &migration->gltf->materials[index];
}

/* ---- Vertex colours ---- */

/* The unlit shaders of 0.x ignore vertex colours, KHR_materials_unlit does not. */
static void drop_vertex_colors(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            if (primitive->material < 0 || !is_changed(migration, primitive->material)) continue;
            if (migration->model->surfaces[primitive->material].kind != VRM_SURFACE_UNLIT) continue;
            vrmi_edit_drop(migration->edit,
                           vrm_json_member(migration->edit->json, primitive->json, "attributes"),
                           "COLOR_0");
        }
    }
}

static void write_surface(vrmi_Masks* masks, int32_t index) {
    const vrm_Model* model = masks->migration->model;
    vrm_Edit* edit = masks->migration->edit;
    vrm_Surface surface = model->surfaces[index];
    vrm_Mtoon mtoon;
    if (surface.mtoon != NULL && model->dialect == VRM_DIALECT_0) {
        mtoon = *surface.mtoon;
        vrmi_masks_use_red(masks, &mtoon);
        surface.mtoon = &mtoon;
    }
    vrmi_edit_fail(edit, vrm_edit_set_surface(edit, index, &surface));
}

void vrmi_migrate_materials(vrmi_Migration* migration) {
    const vrm_Model* model = migration->model;
    if (model->surfaces == NULL) return;
    vrmi_Masks masks = vrmi_masks_begin(migration);
    for (int32_t i = 0; i < migration->gltf->material_count; i++)
        if (is_changed(migration, i)) write_surface(&masks, i);
    if (model->dialect == VRM_DIALECT_0) drop_vertex_colors(migration);
}
