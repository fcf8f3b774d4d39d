/* SPDX-License-Identifier: MIT */
/* Materials: the model's surfaces, which already are in the form of 1.0, become
 * VRMC_materials_mtoon and KHR_materials_unlit. Values of 0.x that 1.0 cannot express are
 * reported. */
#include "migrate/masks.h"

#include <string.h>

static bool is_changed(const vrmi_Migration* migration, int32_t index) {
    const vrm_Surface* surface = &migration->model->surfaces[index];
    return surface->kind == VRM_SURFACE_MTOON ||
           surface->material != &migration->gltf->materials[index];
}

/* ---- What is lost ---- */

static const struct {
    const char *bag, *key;
    double harmless; /* with this number nothing is lost */
} lost[] = {
    {"textureProperties", "_ReceiveShadowTexture", -1.0},
    {"textureProperties", "_ShadingGradeTexture", -1.0},
    {"floatProperties", "_ReceiveShadowRate", 1.0},
    {"floatProperties", "_ShadingGradeRate", 1.0},
    {"floatProperties", "_LightColorAttenuation", 0.0},
};

static void report_losses(const vrmi_Migration* migration, vrm_JsonRef properties) {
    const vrm_Json* json = migration->json;
    if (!vrm_json_equals(json, vrm_json_member(json, properties, "shader"), "VRM/MToon")) return;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        vrm_JsonRef bag = vrm_json_member(json, properties, lost[i].bag);
        vrm_JsonRef value = vrm_json_member(json, bag, lost[i].key);
        if (vrm_json_number(json, value, lost[i].harmless) != lost[i].harmless)
            vrmi_find(migration->report, VRMI_RULE_MIGRATE_SHADER_VALUE_LOST, json, value, NULL);
    }
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
            if (gltf->materials[primitive->material].is_unlit) continue;
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
    vrm_JsonRef list = vrm_json_member(migration->json, migration->root, "materialProperties");
    vrm_JsonIter it = vrm_json_iter(migration->json, list);
    while (model->dialect == VRM_DIALECT_0 && vrm_json_next(&it))
        report_losses(migration, it.value);
    vrmi_Masks masks = vrmi_masks_begin(migration);
    for (int32_t i = 0; i < migration->gltf->material_count; i++)
        if (is_changed(migration, i)) write_surface(&masks, i);
    if (model->dialect == VRM_DIALECT_0) drop_vertex_colors(migration);
}
