/* SPDX-License-Identifier: MIT */
/* Runs the glTF rules that involve several objects, in order, and reports unused objects. */
#include "validate/gltf/gltf_pass.h"

/* ---- Unused objects ---- */

static void find_unused(vrmi_GltfPass* pass, vrmi_Target target) {
    const vrmi_SchemaWalk* walk = &pass->context->walk;
    if (walk->target_counts[target] == 0) return;
    vrm_JsonIter it = vrm_json_iter(pass->json, walk->target_arrays[target]);
    while (vrm_json_next(&it))
        if (walk->used[target][it.index] == 0)
            vrmi_pass_report(pass, VRMI_RULE_UNUSED_OBJECT, it.value);
}

void vrmi_pass_unused(vrmi_GltfPass* pass) {
    static const vrmi_Target targets[] = {
        VRMI_ACCESSORS, VRMI_BUFFERS, VRMI_BUFFER_VIEWS, VRMI_CAMERAS, VRMI_IMAGES,  VRMI_MATERIALS,
        VRMI_MESHES,    VRMI_NODES,   VRMI_SAMPLERS,     VRMI_SKINS,   VRMI_TEXTURES};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) find_unused(pass, targets[i]);
    const vrmi_SchemaWalk* walk = &pass->context->walk;
    if (vrmi_schema_is_declared(walk, "KHR_lights_punctual")) find_unused(pass, VRMI_LIGHTS);
    if (vrmi_schema_is_declared(walk, "KHR_materials_variants")) find_unused(pass, VRMI_VARIANTS);

    for (int32_t i = 0; i < pass->gltf->mesh_count; i++) {
        const vrm_Mesh* mesh = &pass->gltf->meshes[i];
        if (mesh->weights != NULL && walk->used[VRMI_MESHES][i] != 0 && !pass->mesh_weights_used[i])
            vrmi_pass_report(pass, VRMI_RULE_UNUSED_MESH_WEIGHTS,
                             vrm_json_member(pass->json, mesh->json, "weights"));
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

static bool init(vrmi_GltfPass* pass, vrmi_ValidateContext* context) {
    const vrm_Gltf* gltf = context->gltf;
    *pass = (vrmi_GltfPass){.context = context,
                            .gltf = gltf,
                            .json = context->json,
                            .report = context->report,
                            .arena = context->arena,
                            .data_budget = data_budget(gltf),
                            .search_budget = 64 * 1024 * 1024};
    pass->views = vrmi_pass_alloc(pass, (size_t)gltf->buffer_view_count, sizeof *pass->views);
    pass->accessors = vrmi_pass_alloc(pass, (size_t)gltf->accessor_count, sizeof *pass->accessors);
    pass->mesh_joints = vrmi_pass_alloc(pass, (size_t)gltf->mesh_count, 1);
    pass->mesh_weights_used = vrmi_pass_alloc(pass, (size_t)gltf->mesh_count, 1);
    pass->is_joint = vrmi_pass_alloc(pass, (size_t)gltf->node_count, 1);
    return context->result == VRM_OK;
}

void vrmi_validate_gltf(vrmi_ValidateContext* context) {
    static void (*const parts[])(vrmi_GltfPass*) = {
        vrmi_pass_buffers, vrmi_pass_views,    vrmi_pass_accessors,  vrmi_pass_images,
        vrmi_pass_meshes,  vrmi_pass_nodes,    vrmi_pass_animations, vrmi_pass_unused,
        vrmi_pass_data,    vrmi_pass_skinning, vrmi_pass_image_data};
    vrmi_GltfPass pass;
    if (!init(&pass, context)) return;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && context->result == VRM_OK; i++)
        parts[i](&pass);
}
