/* SPDX-License-Identifier: MIT */
/* Poses of a BVH. With L the local rotations of the joints from one bone (not itself) down to the
 * next, G from the file's axes to ours, and Q the turn from the T-pose to the file's rest pose:
 *
 *   normalized = inverse(Q parent) * G L inverse(G) * Q bone
 *
 * so joints that are no bones are carried by the bones below them. */
#include "export/bvh.h"

#include <string.h>

/* ---- Life ---- */

void vrm_bvh_def_init(vrm_BvhDef* def, size_t def_size) {
    vrm_BvhDef all = {.def_size = (uint32_t)def_size, .max_bytes = (uint64_t)512 << 20};
    memset(def, 0, def_size);
    memcpy(def, &all, def_size < sizeof all ? def_size : sizeof all);
}

void vrm_bvh_destroy(vrm_Bvh* bvh) {
    if (bvh == NULL) return;
    vrm_Allocator allocator = bvh->allocator;
    vrmi_release(&allocator, bvh->values, bvh->value_room * sizeof *bvh->values);
    vrmi_arena_release(&bvh->arena);
    vrmi_release(&allocator, bvh, sizeof *bvh);
}

/* ---- Axes ---- */

/* The unit vector of the axis that `v` is nearest to. */
static vrm_Vec3 nearest_axis(vrm_Vec3 v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    if (x >= y && x >= z) return (vrm_Vec3){v.x < 0.0f ? -1.0f : 1.0f, 0.0f, 0.0f};
    if (y >= z) return (vrm_Vec3){0.0f, v.y < 0.0f ? -1.0f : 1.0f, 0.0f};
    return (vrm_Vec3){0.0f, 0.0f, v.z < 0.0f ? -1.0f : 1.0f};
}

static vrm_Vec3 rest_of(const vrm_Bvh* bvh, vrm_Bone bone) {
    return bvh->joints[bvh->bones[bone]].rest;
}

static bool has_bone(const vrm_Bvh* bvh, vrm_Bone bone) {
    return bvh->bones[bone] >= 0;
}

static vrm_Vec3 between(const vrm_Bvh* bvh, vrm_Bone from, vrm_Bone to) {
    if (!has_bone(bvh, from) || !has_bone(bvh, to)) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_sub(rest_of(bvh, to), rest_of(bvh, from));
}

/* Up is where the head is, left is where the left leg (or arm) is. */
static vrm_Quat find_axes(const vrm_Bvh* bvh) {
    vrm_Vec3 up = between(bvh, VRM_BONE_HIPS, VRM_BONE_HEAD);
    if (!has_bone(bvh, VRM_BONE_HEAD)) up = between(bvh, VRM_BONE_HIPS, VRM_BONE_NECK);
    vrm_Vec3 left = between(bvh, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG);
    if (vrmi_vec3_reach(left) == 0.0f)
        left = between(bvh, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    if (vrmi_vec3_reach(up) == 0.0f || vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    up = nearest_axis(up);
    left = nearest_axis(left);
    if (vrmi_vec3_dot(up, left) != 0.0f) return vrmi_quat_identity();
    vrm_Vec3 ahead = vrmi_vec3_cross(left, up);
    return vrmi_quat_conjugate(vrmi_quat_from_basis(left, up, ahead));
}

/* ---- Size ---- */

static float height_in_units(const vrm_Bvh* bvh) {
    float hips = vrmi_quat_rotate(bvh->to_model, rest_of(bvh, VRM_BONE_HIPS)).y, lowest = hips;
    for (int32_t j = 0; j < bvh->joint_count; j++) {
        float y = vrmi_quat_rotate(bvh->to_model, bvh->joints[j].rest).y;
        if (y < lowest) lowest = y;
    }
    return hips - lowest;
}

/* The unit in which the hips come nearest to those of a grown person. */
static float guess_metres(float height) {
    static const float units[] = {1.0f, 0.01f, 0.0254f, 0.3048f, 0.001f, 0.0564444f /* CMU */};
    const float person = 0.94f;
    if (!(height > 1e-6f)) return 0.01f;
    float best = person / height, best_ratio = 1.7f;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        float ratio = height * units[i] / person;
        if (ratio < 1.0f) ratio = 1.0f / ratio;
        if (ratio >= best_ratio) continue;
        best = units[i];
        best_ratio = ratio;
    }
    return best;
}

/* ---- Rest pose ---- */

/* Where the T-pose has the next bone. */
static const struct {
    vrm_Bone bone, next;
    vrm_Vec3 direction;
} limbs[] = {
    {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, {1.0f, 0.0f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, {1.0f, 0.0f, 0.0f}},
    {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, {-1.0f, 0.0f, 0.0f}},
    {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, {-1.0f, 0.0f, 0.0f}},
    {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, {0.0f, -1.0f, 0.0f}},
};

#define LIMB_COUNT  (sizeof limbs / sizeof *limbs)
#define NEAR_T_POSE 0.9397f /* cosine of 20 degrees */

static vrm_Vec3 limb_direction(const vrm_Bvh* bvh, size_t limb) {
    vrm_Vec3 v = between(bvh, limbs[limb].bone, limbs[limb].next);
    return vrmi_vec3_normalize(vrmi_quat_rotate(bvh->to_model, v));
}

static bool is_off(const vrm_Bvh* bvh, size_t limb) {
    vrm_Vec3 direction = limb_direction(bvh, limb);
    return vrmi_vec3_reach(direction) > 0.0f &&
           vrmi_vec3_dot(direction, limbs[limb].direction) < NEAR_T_POSE;
}

/* Hands, fingers and feet go with the limb that they hang on. */
static void correct_rest(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    bool is_told = false;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) bvh->rests[b] = vrmi_quat_identity();
    if (def->rest == VRM_BVH_REST_T_POSE) return;
    for (int32_t b = VRM_BONE_SPINE; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        if (parent != VRM_BONE_NONE) bvh->rests[b] = bvh->rests[parent];
        for (size_t i = 0; i < LIMB_COUNT; i++) {
            if ((int32_t)limbs[i].bone != b) continue;
            bvh->rests[b] = vrmi_quat_identity();
            if (def->rest != VRM_BVH_REST_CORRECTED && !is_off(bvh, i)) continue;
            bvh->rests[b] = vrmi_quat_from_to(limbs[i].direction, limb_direction(bvh, i));
            if (!is_told && is_off(bvh, i))
                vrmi_find_at(def->report, VRMI_RULE_BVH_REST_CORRECTED, VRM_NO_OFFSET, NULL);
            is_told = is_told || is_off(bvh, i);
        }
    }
}

/* ---- Frames ---- */

static vrm_Quat about(vrmi_BvhChannel channel, float degrees) {
    vrmi_SinCos half = vrmi_sincos(degrees * (0.5f * VRMI_TO_RADIANS));
    return (vrm_Quat){channel == VRMI_BVH_X_ROTATION ? half.sin : 0.0f,
                      channel == VRMI_BVH_Y_ROTATION ? half.sin : 0.0f,
                      channel == VRMI_BVH_Z_ROTATION ? half.sin : 0.0f, half.cos};
}

/* Rotations in the order of the channels; a position stands in the place of the offset. */
static vrm_Transform local_of(const vrm_Bvh* bvh, int32_t j, int32_t frame) {
    const vrmi_BvhJoint* joint = &bvh->joints[j];
    const float* values = bvh->values + (size_t)frame * bvh->channel_count + joint->first_channel;
    vrm_Transform local = vrmi_transform_identity();
    local.translation = joint->offset;
    for (int c = 0; c < joint->channel_count; c++) {
        vrmi_BvhChannel channel = (vrmi_BvhChannel)joint->channels[c];
        switch (channel) {
        case VRMI_BVH_X_POSITION: local.translation.x = values[c]; break;
        case VRMI_BVH_Y_POSITION: local.translation.y = values[c]; break;
        case VRMI_BVH_Z_POSITION: local.translation.z = values[c]; break;
        default: local.rotation = vrmi_quat_mul(local.rotation, about(channel, values[c])); break;
        }
    }
    return local;
}

/* From the bone above (not itself), or the origin, down to the joint. */
static vrm_Transform path_of(const vrm_Bvh* bvh, int32_t joint, int32_t frame) {
    vrm_Transform made = local_of(bvh, joint, frame);
    for (int32_t at = bvh->joints[joint].parent; at >= 0; at = bvh->joints[at].parent) {
        if (bvh->joints[at].bone != VRM_BONE_NONE) break;
        made = vrmi_transform_mul(local_of(bvh, at, frame), made);
    }
    return made;
}

static vrm_Bone bone_above(const vrm_Bvh* bvh, int32_t joint) {
    int32_t at = bvh->joints[joint].parent;
    while (at >= 0 && bvh->joints[at].bone == VRM_BONE_NONE) at = bvh->joints[at].parent;
    return at < 0 ? VRM_BONE_NONE : bvh->joints[at].bone;
}

static vrm_Vec3 hips_at(const vrm_Bvh* bvh, int32_t frame) {
    vrm_Transform path = path_of(bvh, bvh->bones[VRM_BONE_HIPS], frame);
    vrm_Vec3 place = vrmi_quat_rotate(bvh->to_model, path.translation);
    return vrmi_vec3_scale(place, bvh->metres);
}

/* The pose has each bone relative to its parent of the specification; a file may hang a bone on
 * another one (fingers on the forearm, say), so turns are gathered from the hips down first. */
void vrm_bvh_pose(const vrm_Bvh* bvh, int32_t frame, vrm_Pose* out_pose) {
    vrm_Quat worlds[VRM_BONE_COUNT];
    if (frame >= bvh->frame_count) frame = bvh->frame_count - 1;
    if (frame < 0) frame = 0;
    *out_pose = vrm_pose_rest();
    for (int32_t j = 0; j < bvh->joint_count; j++) { /* parents first */
        vrm_Bone bone = bvh->joints[j].bone;
        if (bone == VRM_BONE_NONE) continue;
        vrm_Bone above = bone_above(bvh, j);
        vrm_Quat turn = path_of(bvh, j, frame).rotation;
        worlds[bone] = above == VRM_BONE_NONE ? turn : vrmi_quat_mul(worlds[above], turn);
    }
    vrm_Quat there = bvh->to_model, back = vrmi_quat_conjugate(there);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (bvh->bones[b] < 0) continue;
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        while (parent != VRM_BONE_NONE && bvh->bones[parent] < 0) parent = vrm_bone_parent(parent);
        vrm_Quat turn = worlds[b];
        if (parent != VRM_BONE_NONE)
            turn = vrmi_quat_mul(vrmi_quat_conjugate(worlds[parent]), turn);
        turn = vrmi_quat_mul(there, vrmi_quat_mul(turn, back));
        turn = vrmi_quat_mul(turn, bvh->rests[b]);
        if (parent != VRM_BONE_NONE)
            turn = vrmi_quat_mul(vrmi_quat_conjugate(bvh->rests[parent]), turn);
        out_pose->rotations[b] = vrmi_quat_normalize(turn);
    }
    out_pose->hips_offset = vrmi_vec3_sub(hips_at(bvh, frame), bvh->start);
}

/* ---- Reading ---- */

static vrm_Result compile(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    vrmi_bvh_name_bones(bvh, def);
    if (!has_bone(bvh, VRM_BONE_HIPS)) {
        vrmi_find_at(def->report, VRMI_RULE_BVH_NO_BONES, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (!vrm_bone_is_required((vrm_Bone)b) || bvh->bones[b] >= 0) continue;
        vrmi_find_at(def->report, VRMI_RULE_BVH_BONES_MISSING, VRM_NO_OFFSET,
                     "No joint was recognised as %s; it stays still. A mapping can name it.",
                     vrm_bone_name((vrm_Bone)b));
    }
    bvh->to_model = find_axes(bvh);
    float height = height_in_units(bvh);
    bvh->metres = def->metres > 0.0f ? def->metres : guess_metres(height);
    bvh->hips_height = vrmi_clamp(height * bvh->metres, 0.0f, 1e6f);
    correct_rest(bvh, def);
    vrm_Vec3 first = hips_at(bvh, 0);
    bool moves = bvh->joints[bvh->bones[VRM_BONE_HIPS]].has_position;
    for (int32_t at = bvh->bones[VRM_BONE_HIPS]; at >= 0; at = bvh->joints[at].parent)
        moves = moves || bvh->joints[at].has_position;
    bvh->start = (vrm_Vec3){0.0f, bvh->hips_height, 0.0f};
    if (!def->keeps_start) bvh->start = (vrm_Vec3){first.x, bvh->hips_height, first.z};
    if (!moves) bvh->start = first;
    return VRM_OK;
}

vrm_Result vrm_bvh_read(const char* text, size_t size, const vrm_BvhDef* given, vrm_Bvh** out_bvh) {
    *out_bvh = NULL;
    vrm_BvhDef def = vrm_default_bvh_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!vrmi_is_finite(def.metres) || def.metres < 0.0f || def.metres > 1e6f)
        return VRM_ERR_ARGUMENT;
    vrm_Allocator allocator = vrmi_allocator(&def.allocator);
    vrm_Bvh* bvh = vrmi_alloc_zeroed(&allocator, 1, sizeof *bvh);
    if (bvh == NULL) return VRM_ERR_MEMORY;
    bvh->allocator = allocator;
    vrmi_arena_init(&bvh->arena, &allocator, 4096);
    vrm_Result result = vrmi_bvh_parse(bvh, text, size, &def);
    if (result == VRM_OK) result = compile(bvh, &def);
    if (result == VRM_OK)
        *out_bvh = bvh;
    else
        vrm_bvh_destroy(bvh);
    return result;
}

/* ---- Inspect ---- */

int32_t vrm_bvh_frame_count(const vrm_Bvh* bvh) {
    return bvh->frame_count;
}

double vrm_bvh_frame_time(const vrm_Bvh* bvh) {
    return bvh->frame_time;
}

float vrm_bvh_hips_height(const vrm_Bvh* bvh) {
    return bvh->hips_height;
}

float vrm_bvh_metres(const vrm_Bvh* bvh) {
    return bvh->metres;
}

uint64_t vrm_bvh_bones(const vrm_Bvh* bvh) {
    return bvh->bone_bits;
}

int32_t vrm_bvh_joint_count(const vrm_Bvh* bvh) {
    return bvh->joint_count;
}

const char* vrm_bvh_joint_name(const vrm_Bvh* bvh, int32_t joint) {
    return joint >= 0 && joint < bvh->joint_count ? bvh->joints[joint].name : "";
}

vrm_Bone vrm_bvh_joint_bone(const vrm_Bvh* bvh, int32_t joint) {
    return joint >= 0 && joint < bvh->joint_count ? bvh->joints[joint].bone : VRM_BONE_NONE;
}
