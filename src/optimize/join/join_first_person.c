/* SPDX-License-Identifier: MIT */
/* First-person visibility of a mesh. `auto` hides the triangles of the head. So a mesh that is
 * hidden and belongs to the head with every triangle equals `auto`, and so does a mesh that is
 * shown and has no triangle there: both can be joined with `auto` meshes. */
#include "optimize/join/join_meshes.h"

#include "gltf/elements.h"
#include "model/model.h"
#include "vrm/rig.h"

/* How many triangles of a mesh hang on the head. */
typedef enum Hanging { NONE, SOME, ALL } Hanging;

static bool is_below(const vrm_Gltf* gltf, int32_t node, int32_t above) {
    while (node >= 0 && node != above) node = gltf->nodes[node].parent;
    return node >= 0 && above >= 0;
}

static size_t corner_count(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = primitive->indices >= 0
                           ? primitive->indices
                           : vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    size_t elements = vrmi_element_count(primitive->mode, (size_t)gltf->accessors[accessor].count);
    bool has_triangles = vrmi_mode_has_triangles(primitive->mode);
    return elements * (has_triangles ? 3 : primitive->mode == VRMI_MODE_POINTS ? 1 : 2);
}

/* Anything that cannot be told is some. */
static Hanging find_hanging(vrmi_MeshJoin* join, const vrmi_MeshSource* source) {
    const vrm_Gltf* gltf = join->gltf;
    const vrm_Model* model = join->optimization->model;
    const vrm_Mesh* mesh = &gltf->meshes[source->mesh];
    size_t hidden = 0, seen = 0;
    uint64_t nodes = (uint64_t)gltf->node_count;
    if (!vrmi_vertex_work_take(&join->work, nodes, (uint64_t)mesh->primitive_count)) return SOME;
    if (source->skin < 0)
        return is_below(gltf, source->node, model->avatar->first_person_node) ? ALL : NONE;
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        size_t body, all = corner_count(gltf, &mesh->primitives[p]);
        if (!vrmi_vertex_work_take(&join->work, all, 4) ||
            vrm_first_person_indices(model, source->node, p, &join->edit->allocator, NULL, 0,
                                     &body) != VRM_OK)
            return SOME;
        seen += body;
        hidden += all - body;
    }
    return hidden == 0 ? NONE : seen == 0 ? ALL : SOME;
}

void vrmi_join_find_view(vrmi_MeshJoin* join, vrmi_MeshSource* source) {
    const uint8_t* types = join->optimization->model->avatar->first_person;
    source->said_first_person = source->first_person =
        types != NULL ? types[source->node] : VRM_FIRST_PERSON_AUTO;
    bool may_be_auto = source->first_person == VRM_FIRST_PERSON_BOTH ||
                       source->first_person == VRM_FIRST_PERSON_THIRD_PERSON_ONLY;
    if (!may_be_auto) return;
    Hanging wanted = source->first_person == VRM_FIRST_PERSON_BOTH ? NONE : ALL;
    if (find_hanging(join, source) == wanted) source->first_person = VRM_FIRST_PERSON_AUTO;
}
