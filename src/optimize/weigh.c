/* SPDX-License-Identifier: MIT */
/* The weight of a file. Each accessor counts once, by its first use. */
#include "gltf/accessor.h"
#include "gltf/elements.h"
#include "model/model.h"
#include "vrm/optimize.h"

#include <string.h>

typedef struct Scales {
    const vrm_Gltf* gltf;
    vrm_Weight* weight;
    uint8_t* is_counted;  /* of each accessor */
    uint32_t* mesh_users; /* nodes that show each mesh */
} Scales;

static uint64_t accessor_size(const vrm_Gltf* gltf, int32_t index) {
    const vrm_Accessor* accessor = &gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, index);
    uint64_t size =
        accessor->is_readable && accessor->buffer_view >= 0 ? accessor->count * layout.size : 0;
    return size + sparse.count * (layout.size + vrmi_component_size(sparse.indices_type));
}

static bool count(Scales* scales, int32_t accessor, uint64_t* sum) {
    if (accessor < 0 || scales->is_counted[accessor]) return false;
    scales->is_counted[accessor] = 1;
    *sum += accessor_size(scales->gltf, accessor);
    return true;
}

static void weigh_primitive(Scales* scales, const vrm_Primitive* primitive) {
    vrm_Weight* weight = scales->weight;
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (positions >= 0 && !scales->is_counted[positions])
        weight->vertices += scales->gltf->accessors[positions].count;
    count(scales, primitive->indices, &weight->index_bytes);
    for (int32_t i = 0; i < primitive->attribute_count; i++)
        count(scales, primitive->attributes[i].accessor, &weight->vertex_bytes);
    for (int32_t t = 0; t < primitive->target_count; t++)
        for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++)
            count(scales, primitive->targets[t].attributes[i].accessor, &weight->morph_bytes);
}

/* Nodes may share meshes, so each mesh is looked at once. */
static void weigh_shown(Scales* scales, int32_t mesh_index) {
    const vrm_Gltf* gltf = scales->gltf;
    const vrm_Mesh* mesh = &gltf->meshes[mesh_index];
    uint64_t triangles = 0, nodes = scales->mesh_users[mesh_index];
    for (int32_t p = 0; p < mesh->primitive_count; p++)
        triangles += vrmi_triangle_count(gltf, &mesh->primitives[p]);
    scales->weight->triangles += triangles * nodes;
    scales->weight->draw_calls += (uint64_t)mesh->primitive_count * nodes;
}

static void weigh_meshes(Scales* scales) {
    const vrm_Gltf* gltf = scales->gltf;
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) {
            scales->mesh_users[gltf->nodes[i].mesh]++;
            scales->weight->meshes++;
            scales->weight->skinned_meshes += gltf->nodes[i].skin >= 0;
        }
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        scales->weight->morph_targets += (uint64_t)gltf->meshes[m].target_count;
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++)
            weigh_primitive(scales, &gltf->meshes[m].primitives[p]);
        weigh_shown(scales, m);
    }
}

static void weigh_others(Scales* scales) {
    const vrm_Gltf* gltf = scales->gltf;
    vrm_Weight* weight = scales->weight;
    for (int32_t i = 0; i < gltf->skin_count; i++)
        count(scales, gltf->skins[i].inverse_bind_matrices, &weight->other_bytes);
    for (int32_t i = 0; i < gltf->animation_count; i++) {
        const vrm_Animation* animation = &gltf->animations[i];
        for (int32_t k = 0; k < animation->sampler_count; k++) {
            count(scales, animation->samplers[k].input, &weight->other_bytes);
            count(scales, animation->samplers[k].output, &weight->other_bytes);
        }
    }
    for (int32_t i = 0; i < gltf->image_count; i++) weight->picture_bytes += gltf->images[i].size;
}

/* Data in URIs are a part of the JSON. */
static bool is_beside(const char* uri) {
    return strncmp(uri, "data:", 5) != 0;
}

static void weigh_file(Scales* scales) {
    const vrm_Gltf* gltf = scales->gltf;
    vrm_Weight* weight = scales->weight;
    weight->json_bytes = weight->file_bytes = vrm_json_written_size(gltf->json);
    for (int32_t i = 0; i < gltf->buffer_count; i++)
        if (is_beside(gltf->buffers[i].uri)) weight->file_bytes += gltf->buffers[i].size;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (gltf->images[i].buffer_view < 0 && is_beside(gltf->images[i].uri))
            weight->file_bytes += gltf->images[i].size;
    weight->images = (uint64_t)gltf->image_count;
    weight->materials = (uint64_t)gltf->material_count;
    weight->nodes = (uint64_t)gltf->node_count;
}

vrm_Result vrm_model_weigh(const vrm_Model* model, vrm_Weight* out) {
    const vrm_Gltf* gltf = &model->document->gltf;
    vrm_Allocator allocator = model->document->budget.below;
    size_t accessors = (size_t)gltf->accessor_count, meshes = (size_t)gltf->mesh_count;
    Scales scales = {gltf, out, vrmi_alloc_zeroed(&allocator, accessors, 1),
                     vrmi_alloc_zeroed(&allocator, meshes, sizeof(uint32_t))};
    *out = (vrm_Weight){0};
    bool has_memory = scales.is_counted != NULL && scales.mesh_users != NULL;
    if (has_memory) {
        weigh_file(&scales);
        weigh_meshes(&scales);
        weigh_others(&scales);
    }
    vrmi_release(&allocator, scales.is_counted, accessors);
    vrmi_release(&allocator, scales.mesh_users, meshes * sizeof(uint32_t));
    return has_memory ? VRM_OK : VRM_ERR_MEMORY;
}
