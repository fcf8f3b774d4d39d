/* SPDX-License-Identifier: MIT */
/* Runs the glTF rules that involve several objects, in order, and reports unused objects. */
#include "validate/gltf_stage.h"

/* ---- Unused objects ---- */

static void find_unused(vrmi_GltfStage* stage, vrmi_Target target) {
    const vrmi_SchemaWalk* walk = &stage->context->walk;
    if (walk->target_counts[target] == 0) return;
    vrm_JsonIter it = vrm_json_iter(stage->json, walk->target_arrays[target]);
    while (vrm_json_next(&it))
        if (walk->used[target][it.index] == 0)
            vrmi_stage_find(stage, VRMI_RULE_UNUSED_OBJECT, it.value);
}

void vrmi_stage_unused(vrmi_GltfStage* stage) {
    static const vrmi_Target targets[] = {
        VRMI_ACCESSORS, VRMI_BUFFERS, VRMI_BUFFER_VIEWS, VRMI_CAMERAS, VRMI_IMAGES,  VRMI_MATERIALS,
        VRMI_MESHES,    VRMI_NODES,   VRMI_SAMPLERS,     VRMI_SKINS,   VRMI_TEXTURES};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) find_unused(stage, targets[i]);
    const vrmi_SchemaWalk* walk = &stage->context->walk;
    if (vrmi_schema_is_declared(walk, "KHR_lights_punctual")) find_unused(stage, VRMI_LIGHTS);
    if (vrmi_schema_is_declared(walk, "KHR_materials_variants")) find_unused(stage, VRMI_VARIANTS);

    for (int32_t i = 0; i < stage->gltf->mesh_count; i++) {
        const vrm_Mesh* mesh = &stage->gltf->meshes[i];
        if (mesh->weights != NULL && walk->used[VRMI_MESHES][i] != 0 &&
            !stage->mesh_weights_used[i])
            vrmi_stage_find(stage, VRMI_RULE_UNUSED_MESH_WEIGHTS,
                            vrm_json_member(stage->json, mesh->json, "weights"));
    }
}

/* ---- All parts ---- */

/* The budget of numbers that are read for one file: a multiple of all its own numbers. Only a file
 * whose accessors overlap hundreds of times exhausts it. */
static uint64_t data_budget(const vrm_Gltf* gltf) {
    uint64_t bytes = 0;
    for (int32_t i = 0; i < gltf->buffer_count; i++)
        if (gltf->buffers[i].data != NULL) bytes += gltf->buffers[i].size;
    return bytes * 16 + 16 * 1024 * 1024;
}

static bool init(vrmi_GltfStage* stage, vrmi_ValidateContext* context) {
    const vrm_Gltf* gltf = context->gltf;
    *stage = (vrmi_GltfStage){.context = context,
                              .gltf = gltf,
                              .json = context->json,
                              .report = context->report,
                              .arena = context->arena,
                              .data_budget = data_budget(gltf),
                              .search_budget = 64 * 1024 * 1024};
    stage->views = vrmi_stage_alloc(stage, (size_t)gltf->buffer_view_count, sizeof *stage->views);
    stage->accessors =
        vrmi_stage_alloc(stage, (size_t)gltf->accessor_count, sizeof *stage->accessors);
    stage->mesh_joints = vrmi_stage_alloc(stage, (size_t)gltf->mesh_count, 1);
    stage->mesh_weights_used = vrmi_stage_alloc(stage, (size_t)gltf->mesh_count, 1);
    stage->is_joint = vrmi_stage_alloc(stage, (size_t)gltf->node_count, 1);
    return context->result == VRM_OK;
}

void vrmi_validate_gltf(vrmi_ValidateContext* context) {
    static void (*const parts[])(vrmi_GltfStage*) = {
        vrmi_stage_buffers, vrmi_stage_views,    vrmi_stage_accessors,  vrmi_stage_images,
        vrmi_stage_meshes,  vrmi_stage_nodes,    vrmi_stage_animations, vrmi_stage_unused,
        vrmi_stage_data,    vrmi_stage_skinning, vrmi_stage_image_data};
    vrmi_GltfStage stage;
    if (!init(&stage, context)) return;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && context->result == VRM_OK; i++)
        parts[i](&stage);
}
