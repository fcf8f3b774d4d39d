/* SPDX-License-Identifier: MIT */
/* What the first-person camera shows. 1.0 annotates nodes; 0.x and the draft annotate meshes, which
 * applies to every node that uses them. A node without an annotation is auto. */
#include "base/words.h"
#include "model/model.h"

/* Marks a node without annotation while reading: auto, but the first annotation replaces it. */
#define UNSAID 0xFF

static vrm_FirstPersonType read_type(vrmi_ModelReader* reader, vrm_JsonRef annotation) {
    static const char* const keys[] = {"type", "firstPersonType", "firstPersonFlag", NULL};
    vrm_Dialect dialect = reader->model->dialect;
    bool is_final = dialect == VRM_DIALECT_1 || dialect == VRM_DIALECT_BETA;
    const char* key = is_final ? "type" : vrmi_model_alias(reader, annotation, keys);
    if (is_final) vrmi_model_require(reader, annotation, key);
    return (vrm_FirstPersonType)vrmi_model_enum(
        reader, annotation, key, vrmi_first_person_types, VRMI_COUNT_first_person_types,
        is_final ? VRMI_EXACT : VRMI_ANY_CASE, VRM_FIRST_PERSON_AUTO,
        VRMI_RULE_FIRST_PERSON_TYPE_UNKNOWN);
}

static void annotate(vrmi_ModelReader* reader, vrm_JsonRef annotation, const int32_t* nodes,
                     int32_t count, uint8_t* out) {
    if (count == 0) return;
    if (out[nodes[0]] != UNSAID) {
        vrmi_read_report(&reader->base, VRMI_RULE_FIRST_PERSON_DUPLICATED, annotation, NULL);
        return;
    }
    vrm_FirstPersonType type = read_type(reader, annotation);
    for (int32_t i = 0; i < count; i++) out[nodes[i]] = (uint8_t)type;
}

static void annotate_node(vrmi_ModelReader* reader, vrm_JsonRef annotation, uint8_t* out) {
    int32_t node = vrmi_model_required_index(reader, annotation, "node", reader->gltf->node_count,
                                             VRMI_RULE_FIRST_PERSON_NODE_INVALID);
    if (node < 0) return;
    if (reader->gltf->nodes[node].mesh < 0)
        vrmi_read_report(&reader->base, VRMI_RULE_FIRST_PERSON_NODE_WITHOUT_MESH,
                         vrmi_read_member(&reader->base, annotation, "node"), NULL);
    else
        annotate(reader, annotation, &node, 1, out);
}

static void annotate_mesh(vrmi_ModelReader* reader, vrm_JsonRef annotation, uint8_t* out) {
    const vrmi_MeshNodes* users = vrmi_model_mesh_nodes(reader);
    int32_t mesh = vrmi_model_index(reader, annotation, "mesh", reader->gltf->mesh_count,
                                    VRMI_RULE_FIRST_PERSON_MESH_INVALID);
    if (mesh < 0 || users->first == NULL) return;
    int32_t begin = users->first[mesh];
    annotate(reader, annotation, &users->nodes[begin], users->first[mesh + 1] - begin, out);
}

static void read_annotations(vrmi_ModelReader* reader, vrm_JsonRef first_person, uint8_t* out) {
    bool is_draft = reader->model->dialect == VRM_DIALECT_DRAFT;
    vrm_JsonRef array = vrmi_read_array(&reader->base, first_person, "meshAnnotations");
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (vrm_json_next(&it)) {
        vrm_JsonRef annotation = vrmi_read_as_object(&reader->base, it.value);
        if (annotation == VRM_JSON_MISSING) continue;
        /* Drafts from 2020-01-15 on name the node. */
        bool has_mesh = vrmi_read_member(&reader->base, annotation, "mesh") != VRM_JSON_MISSING;
        if (reader->model->dialect == VRM_DIALECT_0 || (is_draft && has_mesh))
            annotate_mesh(reader, annotation, out);
        else
            annotate_node(reader, annotation, out);
    }
}

void vrmi_read_first_person(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    if (reader->avatar == NULL) return;
    reader->avatar->first_person_node = vrmi_model_bone(reader->model, VRM_BONE_HEAD);
    vrm_JsonRef json = vrmi_read_object(&reader->base, reader->roots.vrm, "firstPerson");
    if (json == VRM_JSON_MISSING) return;
    uint8_t* all = vrmi_read_alloc(&reader->base, (size_t)gltf->node_count, sizeof *all);
    if (all == NULL) return;
    for (int32_t i = 0; i < gltf->node_count; i++) all[i] = UNSAID;
    read_annotations(reader, json, all);
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (all[i] == UNSAID) all[i] = VRM_FIRST_PERSON_AUTO;
    reader->avatar->first_person = all;
    if (reader->model->dialect != VRM_DIALECT_0) return;
    int32_t bone = vrmi_model_index(reader, json, "firstPersonBone", gltf->node_count,
                                    VRMI_RULE_FIRST_PERSON_BONE_INVALID);
    if (bone >= 0) reader->avatar->first_person_node = bone;
}
