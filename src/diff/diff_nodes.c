/* SPDX-License-Identifier: MIT */
/* Nodes and bones: which there are, and where they stand at rest, measured from the parent in the
 * axes of model space. Rotations and scales of nodes have no meaning of their own: what they do to
 * vertices, colliders and constraints is compared there. */
#include "diff/diff.h"

#include <string.h>

static vrm_Vec3 position_of(const vrm_Diff* diff, int s, int32_t node) {
    return vrmi_affine_column(&diff->sides[s].rest[node], 3);
}

static vrm_Vec3 offset_from(const vrm_Diff* diff, int s, int32_t from, int32_t node) {
    vrm_Vec3 place = position_of(diff, s, node);
    return from < 0 ? place : vrmi_vec3_sub(place, position_of(diff, s, from));
}

static void compare_offsets(const vrmi_Place* place, int32_t from_a, int32_t a, int32_t from_b,
                            int32_t b) {
    vrm_Vec3 before = offset_from(place->diff, VRMI_BEFORE, from_a, a);
    vrm_Vec3 after = offset_from(place->diff, VRMI_AFTER, from_b, b);
    vrmi_diff_position(place, "rest", &before, &after);
}

/* ---- Humanoid ---- */

/* The nearest bone above that both have; VRM_BONE_NONE without. */
static vrm_Bone common_parent(const vrm_Diff* diff, vrm_Bone bone) {
    do bone = vrm_bone_parent(bone);
    while (bone != VRM_BONE_NONE &&
           (diff->sides[0].bones[bone] < 0 || diff->sides[1].bones[bone] < 0));
    return bone;
}

void vrmi_diff_humanoid(vrm_Diff* diff) {
    const int32_t *a = diff->sides[0].bones, *b = diff->sides[1].bones;
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        const char* name = vrm_bone_name((vrm_Bone)i);
        vrmi_Place place = {diff, name, NULL};
        if (a[i] < 0 && b[i] < 0) continue;
        if (a[i] < 0)
            vrmi_diff_add(diff, VRM_DIFF_ADDED, name, "", "",
                          vrmi_diff_node_name(diff, VRMI_AFTER, b[i]));
        else if (b[i] < 0)
            vrmi_diff_add(diff, VRM_DIFF_REMOVED, name, "",
                          vrmi_diff_node_name(diff, VRMI_BEFORE, a[i]), "");
        if (a[i] < 0 || b[i] < 0) continue;
        vrmi_diff_node(&place, "node", a[i], b[i]);
        if (diff->sides[0].node_match[a[i]] != b[i]) continue; /* another node: another place */
        vrm_Bone parent = common_parent(diff, (vrm_Bone)i);
        int32_t from_a = parent != VRM_BONE_NONE ? a[parent] : -1;
        int32_t from_b = parent != VRM_BONE_NONE ? b[parent] : -1;
        compare_offsets(&place, from_a, a[i], from_b, b[i]);
    }
}

/* ---- Nodes ---- */

/* Marks the nodes of bones, whose places the humanoid compares. */
static bool* mark_bones(vrm_Diff* diff, int s) {
    bool* is_bone = vrmi_diff_scratch(diff, (size_t)diff->sides[s].gltf->node_count, 1);
    for (int i = 0; i < VRM_BONE_COUNT && is_bone != NULL; i++)
        if (diff->sides[s].bones[i] >= 0) is_bone[diff->sides[s].bones[i]] = true;
    return is_bone;
}

/* Whether the scene holds a node on one side only. Nodes below follow, and are not told. */
static void compare_shown(const vrmi_Place* place, int32_t a, int32_t b) {
    const vrmi_DiffSide *x = &place->diff->sides[0], *y = &place->diff->sides[1];
    int32_t above = x->gltf->nodes[a].parent;
    int32_t other = above >= 0 ? x->node_match[above] : -1;
    bool is_told = other >= 0 && other == y->gltf->nodes[b].parent &&
                   x->is_shown[above] == x->is_shown[a] && y->is_shown[other] == y->is_shown[b];
    if (!is_told) vrmi_diff_flag(place, "in the scene", x->is_shown[a], y->is_shown[b]);
}

static void compare_pair(vrm_Diff* diff, int32_t a, int32_t b, bool are_bones) {
    const vrm_Node* before = &diff->sides[0].gltf->nodes[a];
    const vrm_Node* after = &diff->sides[1].gltf->nodes[b];
    vrmi_Place place = {diff, vrmi_diff_node_name(diff, VRMI_BEFORE, a), NULL};
    vrmi_diff_text(&place, "name", before->name, after->name);
    vrmi_diff_node(&place, "parent", before->parent, after->parent);
    compare_shown(&place, a, b);
    bool is_same_parent = vrmi_diff_node_id(diff, VRMI_BEFORE, before->parent) ==
                          vrmi_diff_node_id(diff, VRMI_AFTER, after->parent);
    if (are_bones) return;
    int32_t from_a = is_same_parent ? before->parent : -1;
    int32_t from_b = is_same_parent ? after->parent : -1;
    compare_offsets(&place, from_a, a, from_b, b);
}

void vrmi_diff_nodes(vrm_Diff* diff) {
    const vrmi_DiffSide *a = &diff->sides[0], *b = &diff->sides[1];
    bool* bones[] = {mark_bones(diff, 0), mark_bones(diff, 1)};
    if (diff->result != VRM_OK) return;
    for (int32_t i = 0; i < a->gltf->node_count && diff->result == VRM_OK; i++) {
        int32_t other = a->node_match[i];
        if (other >= 0)
            compare_pair(diff, i, other, bones[0][i] && bones[1][other]);
        else
            vrmi_diff_only(diff, VRMI_BEFORE, vrmi_diff_node_name(diff, VRMI_BEFORE, i), "");
    }
    for (int32_t i = 0; i < b->gltf->node_count && diff->result == VRM_OK; i++)
        if (b->node_match[i] < 0)
            vrmi_diff_only(diff, VRMI_AFTER, vrmi_diff_node_name(diff, VRMI_AFTER, i), "");
}
