/* SPDX-License-Identifier: MIT */
/* Mesh nodes with their morph weights and first-person class, skins with their inverse binds. */
#include "rig/rig_draft.h"

#include <string.h>

/* The most morph weights of one avatar, over all mesh nodes: many nodes may use one mesh with many
 * targets, so the number is not bounded by the size of the file. */
#define MORPHS_MAX (1 << 24)

/* ---- First person (VRMC_vrm 1.0, firstPerson) ---- */

/* By skin: whether a joint of it is in the set. */
static bool* find_head_skins(vrmi_RigBuild* build, const bool* head_nodes) {
    const vrm_Gltf* gltf = build->gltf;
    bool* heads = vrmi_build_alloc(build, (size_t)gltf->skin_count, sizeof *heads);
    if (heads == NULL) return NULL;
    for (int32_t s = 0; s < gltf->skin_count; s++) {
        for (int32_t j = 0; j < gltf->skins[s].joint_count; j++) {
            int32_t joint = gltf->skins[s].joints[j];
            if (joint >= 0 && head_nodes[joint]) heads[s] = true;
        }
    }
    return heads;
}

/* auto: a skinned mesh is classified by its joints, a rigid mesh by its node. */
static vrm_Visibility first_person_view(const vrm_MeshNode* mesh_node, const bool* head_nodes,
                                        const bool* head_skins) {
    switch (mesh_node->first_person) {
    case VRM_FIRST_PERSON_BOTH: return VRM_VISIBLE;
    case VRM_FIRST_PERSON_FIRST_PERSON_ONLY: return VRM_VISIBLE;
    case VRM_FIRST_PERSON_THIRD_PERSON_ONLY: return VRM_HIDDEN;
    case VRM_FIRST_PERSON_AUTO: break;
    }
    if (mesh_node->skin >= 0)
        return head_skins[mesh_node->skin] ? VRM_VISIBLE_WITHOUT_HEAD : VRM_VISIBLE;
    return head_nodes[mesh_node->node] ? VRM_HIDDEN : VRM_VISIBLE;
}

/* ---- Mesh nodes ---- */

/* The node's own weights, else those of its mesh, as glTF defines. */
static void fill_rest_morphs(const vrm_Gltf* gltf, const vrm_MeshNode* mesh_node, float* out) {
    const vrm_Node* node = &gltf->nodes[mesh_node->node];
    const vrm_Mesh* mesh = &gltf->meshes[mesh_node->mesh];
    const vrm_MorphWeights* weights = node->weights != NULL ? node->weights : mesh->weights;
    int32_t count = weights != NULL ? weights->count : 0;
    for (int32_t i = 0; i < mesh_node->morph_count && i < count; i++)
        out[mesh_node->first_morph + i] = vrmi_within(weights->values[i], VRMI_VALUE_MAX);
}

/* By node: whether the document shows it. glTF 2.0, 3.5.1 "Scenes": what is in the scene is
 * rendered; `scene` names it. A file that names none shows its first, as most viewers do; a file
 * without scenes shows everything. */
static bool* find_shown_nodes(vrmi_RigBuild* build) {
    const vrm_Gltf* gltf = build->gltf;
    bool* shown = vrmi_build_alloc(build, (size_t)gltf->node_count, sizeof *shown);
    if (shown == NULL) return NULL;
    const vrm_Scene* scene =
        gltf->scene_count == 0 ? NULL : &gltf->scenes[gltf->scene >= 0 ? gltf->scene : 0];
    for (int32_t i = 0; scene != NULL && i < scene->node_count; i++) shown[scene->nodes[i]] = true;
    for (int32_t i = 0; i < gltf->node_count; i++) { /* parents first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (scene == NULL || (parent >= 0 && shown[parent])) shown[n] = true;
    }
    return shown;
}

static vrm_Result fill_mesh_nodes(vrmi_RigBuild* build, const bool* shown, vrm_MeshNode* mesh_nodes,
                                  int32_t* node_mesh_nodes) {
    const vrm_Gltf* gltf = build->gltf;
    vrm_Rig* rig = &build->draft;
    for (int32_t n = 0; n < gltf->node_count; n++) {
        const vrm_Node* node = &gltf->nodes[n];
        node_mesh_nodes[n] = -1;
        if (node->mesh < 0 || !shown[n]) continue;
        int32_t morphs = gltf->meshes[node->mesh].target_count;
        node_mesh_nodes[n] = rig->mesh_node_count;
        mesh_nodes[rig->mesh_node_count++] =
            (vrm_MeshNode){.node = n,
                           .mesh = node->mesh,
                           .skin = node->skin,
                           .morph_count = morphs,
                           .first_morph = rig->morph_count,
                           .first_person = vrm_model_first_person(build->model, n)};
        if (!vrmi_budget_work(&build->budget, "morph weights of nodes", (uint64_t)morphs) ||
            morphs > MORPHS_MAX - rig->morph_count)
            return VRM_ERR_LIMIT;
        rig->morph_count += morphs;
    }
    return VRM_OK;
}

static vrm_Result build_mesh_nodes(vrmi_RigBuild* build) {
    const vrm_Gltf* gltf = build->gltf;
    vrm_Rig* rig = &build->draft;
    size_t nodes = (size_t)gltf->node_count;
    vrm_MeshNode* mesh_nodes = vrmi_build_alloc(build, nodes, sizeof *mesh_nodes);
    int32_t* node_mesh_nodes = vrmi_build_alloc(build, nodes, sizeof *node_mesh_nodes);
    uint8_t* first = vrmi_build_alloc(build, nodes, sizeof *first);
    uint8_t* third = vrmi_build_alloc(build, nodes, sizeof *third);
    bool* shown = find_shown_nodes(build);
    bool* head_nodes =
        vrmi_nodes_below(&build->arena, gltf, vrm_model_first_person_node(build->model));
    bool* head_skins = head_nodes == NULL ? NULL : find_head_skins(build, head_nodes);
    if (build->is_out_of_memory || head_nodes == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = fill_mesh_nodes(build, shown, mesh_nodes, node_mesh_nodes);
    if (result != VRM_OK) return result;
    float* morphs = vrmi_build_alloc(build, (size_t)rig->morph_count, sizeof *morphs);
    if (morphs == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < rig->mesh_node_count; i++) {
        fill_rest_morphs(gltf, &mesh_nodes[i], morphs);
        first[i] = (uint8_t)first_person_view(&mesh_nodes[i], head_nodes, head_skins);
        third[i] = mesh_nodes[i].first_person == VRM_FIRST_PERSON_FIRST_PERSON_ONLY ? VRM_HIDDEN
                                                                                    : VRM_VISIBLE;
        mesh_nodes[i].is_split_in_first_person = first[i] == VRM_VISIBLE_WITHOUT_HEAD;
    }
    rig->mesh_nodes = mesh_nodes;
    rig->node_mesh_nodes = node_mesh_nodes;
    rig->first_person_views = first;
    rig->third_person_views = third;
    rig->rest_morphs = morphs;
    return VRM_OK;
}

/* ---- Skins ---- */

/* Matrices that cannot be read count as identity: the mesh is then drawn at its joints, and the
 * finding about the accessor was made while loading. */
static void fill_inverse_binds(vrmi_RigBuild* build, int32_t skin, int32_t count, vrm_Mat4* scratch,
                               vrm_Affine* out) {
    bool is_readable = vrm_model_inverse_binds(build->model, skin, scratch, count) == VRM_OK;
    for (int32_t j = 0; j < count; j++) {
        out[j] = is_readable ? vrmi_affine_from_mat4(&scratch[j]) : vrmi_affine_identity();
        for (int r = 0; r < 3; r++)
            out[j].rows[r] = vrmi_vec4_within(out[j].rows[r], VRMI_VALUE_MAX);
    }
}

/* Whether the matrix is a translation to the bit: with +0 where it has zeros. */
static bool only_moves(const vrm_Affine* a) {
    const vrm_Affine one = vrmi_affine_identity();
    for (int r = 0; r < 3; r++)
        if (memcmp(&a->rows[r], &one.rows[r], 3 * sizeof(float)) != 0) return false;
    return true;
}

/* Lists the joints of all skins by the slots of their nodes: a sort by counting. */
static vrm_Result sort_joints(vrmi_RigBuild* build) {
    vrm_Rig* rig = &build->draft;
    int32_t* list = vrmi_build_alloc(build, (size_t)rig->palette_count, sizeof *list);
    int32_t* begins = vrmi_build_alloc(build, (size_t)rig->slot_count + 2, sizeof *begins);
    if (build->is_out_of_memory) return VRM_ERR_MEMORY;
#define PLACE_OF(joint)                                                                            \
    (rig->palette_nodes[joint] < 0 ? 0 : rig->node_slots[rig->palette_nodes[joint]] + 1)
    for (int32_t j = 0; j < rig->palette_count; j++) begins[PLACE_OF(j) + 1]++;
    for (int32_t i = 0; i <= rig->slot_count; i++) begins[i + 1] += begins[i];
    for (int32_t j = 0; j < rig->palette_count; j++) list[begins[PLACE_OF(j)]++] = j;
#undef PLACE_OF
    rig->joints_by_slot = list;
    rig->slot_joints = begins; /* each has moved on to where the next began */
    rig->slot_joint_count = rig->slot_count + 1;
    return VRM_OK;
}

static vrm_Result build_skins(vrmi_RigBuild* build) {
    const vrm_Gltf* gltf = build->gltf;
    vrm_Rig* rig = &build->draft;
    int32_t most = 0;
    int64_t total = 0;
    for (int32_t s = 0; s < gltf->skin_count; s++) {
        int32_t count = gltf->skins[s].joint_count;
        total += count;
        if (count > most) most = count;
    }
    if (total > INT32_MAX / 64) return VRM_ERR_LIMIT;
    vrmi_RigSkin* skins = vrmi_build_alloc(build, (size_t)gltf->skin_count, sizeof *skins);
    int32_t* nodes = vrmi_build_alloc(build, (size_t)total, sizeof *nodes);
    vrm_Affine* binds = vrmi_build_alloc(build, (size_t)total, sizeof *binds);
    vrm_Mat4* scratch = vrmi_build_alloc(build, (size_t)most, sizeof *scratch);
    if (build->is_out_of_memory) return VRM_ERR_MEMORY;
    for (int32_t s = 0; s < gltf->skin_count; s++) {
        const vrm_Skin* skin = &gltf->skins[s];
        skins[s] = (vrmi_RigSkin){rig->palette_count, skin->joint_count};
        for (int32_t j = 0; j < skin->joint_count; j++)
            nodes[rig->palette_count + j] = skin->joints[j];
        fill_inverse_binds(build, s, skin->joint_count, scratch, binds + rig->palette_count);
        rig->palette_count += skin->joint_count;
    }
    rig->binds_only_move = true;
    for (int32_t j = 0; j < rig->palette_count; j++) rig->binds_only_move &= only_moves(&binds[j]);
    rig->skin_count = gltf->skin_count;
    rig->skins = skins;
    rig->palette_nodes = nodes;
    rig->inverse_binds = binds;
    return sort_joints(build);
}

vrm_Result vrmi_build_meshes(vrmi_RigBuild* build) {
    vrm_Result result = build_mesh_nodes(build);
    if (result == VRM_OK) result = build_skins(build);
    return result;
}
