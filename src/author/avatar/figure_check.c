/* SPDX-License-Identifier: MIT */
/* Whether the bones that were found are one person who stands. */
#include "author/avatar/figure_shape.h"

#include "base/report.h"

#include <stdio.h>
#include <string.h>

/* ---- What is missing ---- */

enum { LIST_ROOM = 640 };

static void list_bones(const vrm_AvatarProposal* proposal, bool is_found, char out[LIST_ROOM]) {
    size_t used = 0;
    out[0] = '\0';
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if (!vrm_bone_is_required((vrm_Bone)b) || (proposal->bones[b].node >= 0) != is_found)
            continue;
        int size = snprintf(out + used, LIST_ROOM - used, "%s%s", used == 0 ? "" : ", ",
                            vrm_bone_name((vrm_Bone)b));
        if (size < 0 || (size_t)size >= LIST_ROOM - used) return;
        used += (size_t)size;
    }
}

/* Half of the required bones: fewer are no figure, but names that happen to fit. */
enum { LEAST_FOUND = 8, REQUIRED = 15 };

static vrm_Vec3 place_of(const vrm_AvatarProposal* proposal, vrm_Bone bone) {
    return proposal->cloud.rests[proposal->bones[bone].node].translation;
}

/* An animal whose hind legs have other names than a person's: its trunk is level, and its hands are
 * far below. */
static bool is_on_hands(const vrm_AvatarProposal* proposal) {
    const float level = 0.5f, below = 0.4f; /* of the trunk */
    const vrm_Bone needed[] = {VRM_BONE_HIPS, VRM_BONE_HEAD, VRM_BONE_LEFT_HAND,
                               VRM_BONE_RIGHT_HAND};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (proposal->bones[needed[i]].node < 0) return false;
    vrm_Vec3 hips = place_of(proposal, VRM_BONE_HIPS);
    vrm_Vec3 trunk = vrmi_vec3_sub(place_of(proposal, VRM_BONE_HEAD), hips);
    float length = vrmi_vec3_length(trunk);
    float left = hips.y - place_of(proposal, VRM_BONE_LEFT_HAND).y;
    float right = hips.y - place_of(proposal, VRM_BONE_RIGHT_HAND).y;
    return fabsf(trunk.y) < level * length && fminf(left, right) > below * length;
}

static bool report_missing(vrm_AvatarProposal* proposal) {
    char missing[LIST_ROOM], found[LIST_ROOM];
    proposal->facts.missing_count = vrmi_figure_missing(proposal);
    if (proposal->facts.missing_count == 0) return true;
    bool is_figure = REQUIRED - proposal->facts.missing_count >= LEAST_FOUND;
    list_bones(proposal, false, missing);
    list_bones(proposal, true, found);
    if (is_figure && is_on_hands(proposal))
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_NOT_UPRIGHT, VRM_NO_OFFSET, NULL);
    else if (is_figure)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_BONES_MISSING, VRM_NO_OFFSET,
                       "Not found: %s. Say which nodes they are: --bone NAME=NODE for each.",
                       missing);
    else
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_NO_FIGURE, VRM_NO_OFFSET,
                       "No human figure was found. Found: %s. Not found: %s.",
                       found[0] != '\0' ? found : "nothing", missing);
    return false;
}

/* ---- Whether it is a person ---- */

/* The bone that is there and above a bone. */
static vrm_Bone parent_of(const vrm_AvatarProposal* proposal, vrm_Bone bone) {
    do bone = vrm_bone_parent(bone);
    while (bone != VRM_BONE_NONE && proposal->bones[bone].node < 0);
    return bone;
}

/* An avatar does without a bone that only names put where it cannot be: eyes beside the head. */
static bool can_go(const vrm_AvatarProposal* proposal, vrm_Bone bone) {
    return !vrm_bone_is_required(bone) && proposal->bones[bone].finding != VRM_BONE_FOUND_BY_CHOICE;
}

static void leave_out(vrm_AvatarProposal* proposal, vrm_Bone bone) {
    proposal->bones[bone] = (vrm_ProposedBone){.node = -1};
}

static bool hangs_together(vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = proposal->bones[b].node;
        vrm_Bone parent = parent_of(proposal, (vrm_Bone)b);
        if (node < 0 || parent == VRM_BONE_NONE) continue;
        int32_t above = proposal->bones[parent].node;
        if (node != above && vrmi_figure_is_below(gltf, node, above)) continue;
        if (can_go(proposal, (vrm_Bone)b)) {
            leave_out(proposal, (vrm_Bone)b);
            continue;
        }
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_BONES_TANGLED, VRM_NO_OFFSET,
                       "%s (node \"%s\") is not below %s (node \"%s\"). Say which node it is: "
                       "--bone %s=NODE.",
                       vrm_bone_name((vrm_Bone)b), gltf->nodes[node].name, vrm_bone_name(parent),
                       gltf->nodes[above].name, vrm_bone_name((vrm_Bone)b));
        return false;
    }
    return true;
}

/* Eyes turn about their nodes, which are in the head: meshes of eyes often have theirs on the
 * ground. */
static void check_eyes(vrm_AvatarProposal* proposal) {
    vrm_Vec3 head = place_of(proposal, VRM_BONE_HEAD);
    float trunk = vrmi_vec3_distance(head, place_of(proposal, VRM_BONE_HIPS));
    for (int b = VRM_BONE_LEFT_EYE; b <= VRM_BONE_RIGHT_EYE; b++)
        if (proposal->bones[b].node >= 0 && can_go(proposal, (vrm_Bone)b) &&
            vrmi_vec3_distance(place_of(proposal, (vrm_Bone)b), head) > 0.9f * trunk)
            leave_out(proposal, (vrm_Bone)b);
}

/* The legs of a person point away from the head, those of an animal to its belly. */
static bool stands(const vrm_AvatarProposal* proposal) {
    const float least = 0.35f; /* cosine: legs spread or bent forward by up to 70 degrees */
    vrm_Vec3 trunk = vrmi_figure_between(proposal, VRM_BONE_HIPS, VRM_BONE_HEAD);
    vrm_Vec3 legs =
        vrmi_vec3_add(vrmi_figure_between(proposal, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_FOOT),
                      vrmi_figure_between(proposal, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_FOOT));
    return vrmi_vec3_dot(vrmi_vec3_normalize(trunk), vrmi_vec3_normalize(legs)) < -least;
}

/* Arms that reach down as the legs do, in front of them: an animal on four legs. */
static bool has_four_legs(const vrm_AvatarProposal* proposal) {
    vrm_Vec3 up = vrmi_vec3_normalize(vrmi_vec3_sub(place_of(proposal, VRM_BONE_LEFT_UPPER_LEG),
                                                    place_of(proposal, VRM_BONE_LEFT_FOOT)));
    vrm_Vec3 foot = place_of(proposal, VRM_BONE_LEFT_FOOT);
    vrm_Vec3 hand = place_of(proposal, VRM_BONE_LEFT_HAND);
    vrm_Vec3 hips = place_of(proposal, VRM_BONE_HIPS);
    float leg = vrmi_vec3_dot(vrmi_vec3_sub(hips, foot), up);
    return vrmi_vec3_dot(vrmi_vec3_sub(hand, foot), up) < 0.15f * leg;
}

static bool has_mesh(const vrm_AvatarProposal* proposal, const int32_t nodes[VRM_BONE_COUNT]) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    enum { LEAST_MOVING = 4 }; /* bones that move vertices: one is a hat on a skeleton */
    int moving = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = nodes[b];
        if (node < 0) continue;
        bool moves = proposal->cloud.weights[node] > 0.0f;
        for (int32_t c = 0; c < gltf->nodes[node].child_count && !moves; c++)
            moves = proposal->cloud.weights[gltf->nodes[node].children[c]] > 0.0f;
        moving += moves;
    }
    return moving >= LEAST_MOVING;
}

/* ---- A second person ---- */

static void state_below(const vrm_Gltf* gltf, int32_t top, int8_t* stated) {
    for (int32_t i = 0; i < gltf->node_count; i++) { /* parents first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (n == top || (parent >= 0 && stated[parent] == VRM_BONE_NONE)) stated[n] = VRM_BONE_NONE;
    }
}

/* The nodes that are not of the first person. NULL: no memory. */
static int8_t* state_others(vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    int8_t* stated = vrmi_avatar_take(proposal, gltf->node_count, sizeof *stated);
    if (stated == NULL) return NULL;
    for (int32_t n = 0; n < gltf->node_count; n++) stated[n] = VRMI_NODE_UNSTATED;
    state_below(gltf, proposal->bones[VRM_BONE_HIPS].node, stated);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (proposal->bones[b].node >= 0) stated[proposal->bones[b].node] = VRM_BONE_NONE;
    return stated;
}

static vrm_Result find_others_by_name(vrm_AvatarProposal* proposal, const int8_t* stated,
                                      int32_t out_nodes[VRM_BONE_COUNT]) {
    vrm_Capture* other = NULL;
    vrm_Result result =
        vrmi_capture_read_figure(proposal->model, stated, false, &proposal->allocator, &other);
    if (result != VRM_OK) return result;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        out_nodes[b] = other->bones[b] < 0 ? -1 : vrmi_capture_figure_node(other, other->bones[b]);
    vrm_capture_destroy(other);
    return VRM_OK;
}

/* Clothes have few bones of a person, and control rigs move no mesh. */
static bool is_person(const vrm_AvatarProposal* proposal, const int32_t nodes[VRM_BONE_COUNT]) {
    int found = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        found += vrm_bone_is_required((vrm_Bone)b) && nodes[b] >= 0;
    return found >= REQUIRED - 3 && has_mesh(proposal, nodes);
}

/* By names, then by shape: only one of two people may have names. */
static vrm_Result find_second(vrm_AvatarProposal* proposal, bool* out_is_there) {
    int32_t nodes[VRM_BONE_COUNT];
    const int8_t* stated = state_others(proposal);
    if (stated == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = find_others_by_name(proposal, stated, nodes);
    *out_is_there = result == VRM_OK && is_person(proposal, nodes);
    if (result != VRM_OK || *out_is_there) return result;
    result = vrmi_figure_find_another(proposal, stated, nodes);
    *out_is_there = result == VRM_OK && is_person(proposal, nodes);
    return result;
}

/* A buffer without data: the meshes are in a side file that is missing. Returns false if there is
 * none. */
static bool report_lost_data(const vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    for (int32_t i = 0; i < gltf->buffer_count; i++) {
        if (gltf->buffers[i].data != NULL) continue;
        vrmi_report(proposal->report, VRMI_RULE_CREATE_DATA_MISSING, gltf->json,
                    gltf->buffers[i].json, NULL);
        return true;
    }
    return false;
}

static vrm_Result refuse(vrm_AvatarProposal* proposal, vrmi_RuleId rule) {
    vrmi_report_at(proposal->report, rule, VRM_NO_OFFSET, NULL);
    return VRM_OK;
}

vrm_Result vrmi_figure_check(vrm_AvatarProposal* proposal) {
    int32_t nodes[VRM_BONE_COUNT];
    bool has_second = false;
    if (!report_missing(proposal) || !hangs_together(proposal)) return VRM_OK;
    check_eyes(proposal);
    bool is_chosen = proposal->bones[VRM_BONE_HIPS].finding == VRM_BONE_FOUND_BY_CHOICE;
    vrm_Result result = is_chosen ? VRM_OK : find_second(proposal, &has_second);
    if (result != VRM_OK) return result;
    if (has_second) return refuse(proposal, VRMI_RULE_CREATE_SEVERAL_FIGURES);
    if (!stands(proposal) || has_four_legs(proposal))
        return refuse(proposal, VRMI_RULE_CREATE_NOT_UPRIGHT);
    for (int b = 0; b < VRM_BONE_COUNT; b++) nodes[b] = proposal->bones[b].node;
    if (!has_mesh(proposal, nodes))
        return report_lost_data(proposal) ? VRM_OK
                                          : refuse(proposal, VRMI_RULE_CREATE_NOTHING_MOVES);
    proposal->facts.is_possible = true;
    return VRM_OK;
}
