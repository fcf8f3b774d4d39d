/* SPDX-License-Identifier: MIT */
/* The humanoid: which slot is which bone, poses that fit every avatar (VRMC_vrm_animation 1.0,
 * pose), bending axes and the T-pose.
 *
 * "Normalized axes" are those of VRM 1.0: the avatar faces +Z, its left is +X. A file that faces -Z
 * is seen through half a turn about Y: (x, y, z) is (-x, y, -z), a rotation (-x, y, -z, w). */
#include "rig/rig_draft.h"

#include <string.h>

static vrm_Quat turn_quat(const vrm_Rig* rig, vrm_Quat q) {
    return rig->facing < 0 ? (vrm_Quat){-q.x, q.y, -q.z, q.w} : q;
}

static vrm_Vec3 turn_vec3(const vrm_Rig* rig, vrm_Vec3 v) {
    return rig->facing < 0 ? (vrm_Vec3){-v.x, v.y, -v.z} : v;
}

static void put_lane(float lanes[16], int32_t lane, vrm_Quat q) {
    lanes[lane] = q.x;
    lanes[4 + lane] = q.y;
    lanes[8 + lane] = q.z;
    lanes[12 + lane] = q.w;
}

/* Zeros of `world` must be +0: apply_bones() in runtime/input.c relies on it. */
static bool is_unturned(vrm_Quat parent_inverse, vrm_Quat world) {
    const vrm_Quat one = vrmi_quat_identity();
    return parent_inverse.x == 0.0f && parent_inverse.y == 0.0f && parent_inverse.z == 0.0f &&
           parent_inverse.w == 1.0f && memcmp(&world, &one, sizeof one) == 0;
}

/* Stores what a pose needs of each bone in the order in which it is read. */
static void pack_bones(vrm_Rig* rig) {
    rig->carriers = 0;
    for (int32_t b = 0; b < 4 * VRMI_BONE_QUADS; b++) {
        vrmi_RigBones4* quad = &rig->bone_quads[b / 4];
        const vrmi_RigBone* bone = b < VRM_BONE_COUNT ? &rig->bones[b] : NULL;
        vrm_Quat parent_inverse = bone ? bone->parent_inverse : vrmi_quat_identity();
        vrm_Quat world = bone ? bone->world : vrmi_quat_identity();
        put_lane(quad->parent_inverse, b % 4, parent_inverse);
        put_lane(quad->world, b % 4, world);
        quad->are_unturned =
            (b % 4 == 0 || quad->are_unturned) && is_unturned(parent_inverse, world);
        if (bone != NULL && bone->parent != VRM_BONE_NONE && rig->bones[bone->parent].slot < 0) {
            rig->carriers |= (uint64_t)1 << b;
            if (bone->slot >= 0) rig->carries[bone->slot] = 1;
        }
    }
}

static vrm_Result find_bones_above(vrmi_RigBuild* build) {
    vrm_Rig* rig = &build->draft;
    bool* is_bone = vrmi_build_alloc(build, (size_t)rig->slot_count, sizeof *is_bone);
    if (is_bone == NULL) return VRM_ERR_MEMORY;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (rig->bones[b].slot >= 0) is_bone[rig->bones[b].slot] = true;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrmi_RigBone* bone = &rig->bones[b];
        if (bone->slot < 0) continue;
        bone->above = rig->parents[bone->slot];
        while (bone->above >= 0 && !is_bone[bone->above]) bone->above = rig->parents[bone->above];
    }
    return VRM_OK;
}

vrm_Result vrmi_build_humanoid(vrmi_RigBuild* build) {
    vrm_Rig* rig = &build->draft;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrmi_RigBone* bone = &rig->bones[b];
        int32_t node = vrm_model_bone(build->model, (vrm_Bone)b);
        *bone = (vrmi_RigBone){.slot = -1,
                               .above = -1,
                               .parent = vrm_bone_parent((vrm_Bone)b),
                               .parent_inverse = vrmi_quat_identity(),
                               .world = vrmi_quat_identity()};
        if (node < 0 || node >= rig->slot_count) continue;
        bone->slot = rig->node_slots[node];
        int32_t parent = rig->parents[bone->slot];
        if (parent >= 0)
            bone->parent_inverse = vrmi_quat_conjugate(rig->rest_models[parent].rotation);
        bone->world = rig->rest_models[bone->slot].rotation;
    }
    vrm_Result result = find_bones_above(build);
    if (result != VRM_OK) return result;
    pack_bones(rig);
    int32_t hips = rig->bones[VRM_BONE_HIPS].slot;
    return vrmi_build_chain(build, hips < 0 ? -1 : rig->parents[hips], &rig->hips_chain,
                            &rig->hips_chain_count);
}

static const vrmi_RigBone* find_bone(const vrm_Rig* rig, vrm_Bone bone) {
    if (bone < 0 || bone >= VRM_BONE_COUNT || rig->bones[bone].slot < 0) return NULL;
    return &rig->bones[bone];
}

int32_t vrm_rig_bone(const vrm_Rig* rig, vrm_Bone bone) {
    const vrmi_RigBone* found = find_bone(rig, bone);
    return found == NULL ? -1 : rig->slot_nodes[found->slot];
}

/* ---- Poses ---- */

vrm_Pose vrm_pose_rest(void) {
    vrm_Pose pose = {.hips_offset = {0.0f, 0.0f, 0.0f}};
    for (int b = 0; b < VRM_BONE_COUNT; b++) pose.rotations[b] = vrmi_quat_identity();
    return pose;
}

vrm_Quat vrm_rig_bone_local(const vrm_Rig* rig, vrm_Bone bone, vrm_Quat normalized) {
    const vrmi_RigBone* found = find_bone(rig, bone);
    if (found == NULL) return vrmi_quat_identity();
    vrm_Quat n = turn_quat(rig, vrmi_quat_normalize(normalized));
    return vrmi_quat_normalize(
        vrmi_quat_mul(vrmi_quat_mul(found->parent_inverse, n), found->world));
}

vrm_Quat vrm_rig_bone_normalized(const vrm_Rig* rig, vrm_Bone bone, vrm_Quat local) {
    const vrmi_RigBone* found = find_bone(rig, bone);
    if (found == NULL) return vrmi_quat_identity();
    vrm_Quat p = vrmi_quat_conjugate(found->parent_inverse);
    vrm_Quat n = vrmi_quat_mul(vrmi_quat_mul(p, vrmi_quat_normalize(local)),
                               vrmi_quat_conjugate(found->world));
    return turn_quat(rig, vrmi_quat_normalize(n));
}

/* The turn of a bone away from rest, relative to the nearest bone above it in the tree of nodes.
 * With L the product of the local rotations from below that bone down to this one, and A and W the
 * rest rotations of the two in model space, it is A L inverse(W). Nodes between the two bones count
 * with their present rotation. Without a bone above (hips), A is the identity and L begins at the
 * root of the tree. */
static vrm_Quat read_bone(const vrm_Rig* rig, const vrmi_RigBone* bone,
                          const vrm_Transform* locals) {
    vrm_Quat turn = vrmi_quat_normalize(locals[rig->slot_nodes[bone->slot]].rotation);
    for (int32_t s = rig->parents[bone->slot]; s != bone->above; s = rig->parents[s])
        turn = vrmi_quat_mul(vrmi_quat_normalize(locals[rig->slot_nodes[s]].rotation), turn);
    if (bone->above >= 0) turn = vrmi_quat_mul(rig->rest_models[bone->above].rotation, turn);
    turn = vrmi_quat_mul(turn, vrmi_quat_conjugate(bone->world));
    return turn_quat(rig, vrmi_quat_normalize(turn));
}

static vrm_Vec3 read_hips(const vrm_Rig* rig, const vrmi_RigBone* hips,
                          const vrm_Transform* locals) {
    vrm_Affine above = vrmi_affine_identity();
    for (int32_t i = 0; i < rig->hips_chain_count; i++) {
        vrm_Affine local = vrmi_affine_from_transform(locals[rig->slot_nodes[rig->hips_chain[i]]]);
        above = vrmi_affine_mul(&above, &local);
        vrmi_affine_bound(&above);
    }
    vrm_Vec3 position = vrmi_affine_point(&above, locals[rig->slot_nodes[hips->slot]].translation);
    vrm_Vec3 offset = vrmi_vec3_sub(position, rig->rest_models[hips->slot].translation);
    vrmi_vec3_bound(&offset, VRMI_LENGTH_MAX);
    return turn_vec3(rig, offset);
}

vrm_Pose vrm_rig_read_pose(const vrm_Rig* rig, const vrm_Transform* locals) {
    vrm_Pose pose = vrm_pose_rest();
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (rig->bones[b].slot >= 0) pose.rotations[b] = read_bone(rig, &rig->bones[b], locals);
    const vrmi_RigBone* hips = find_bone(rig, VRM_BONE_HIPS);
    if (hips != NULL) pose.hips_offset = read_hips(rig, hips, locals);
    return pose;
}

float vrm_rig_hips_height(const vrm_Rig* rig) {
    const vrmi_RigBone* hips = find_bone(rig, VRM_BONE_HIPS);
    return hips == NULL ? 0.0f : rig->rest_models[hips->slot].translation.y;
}

vrm_Vec3 vrm_rig_scale_hips(const vrm_Rig* rig, float source_height, vrm_Vec3 offset) {
    float height = vrm_rig_hips_height(rig);
    if (!(height > 0.0f) || !(source_height > 0.0f)) return offset;
    float ratio = height / source_height;
    return vrmi_is_finite(ratio) ? vrmi_vec3_scale(offset, ratio) : offset;
}

/* ---- Directions ---- */

#define NONE VRM_BONE_NONE

/* For each bone: which bone is at its tail (the first of these that the avatar has), where the
 * T-pose points it, and the axis it bends about. Directions and axes in normalized axes for the
 * left side; the right side mirrors X of the direction and, as the draft's table has it, the sign
 * of the hinge of hands and fingers. The draft of 2019-12 mixes two frames in its table; see
 * docs/reference/spec-notes.md. */
typedef struct BoneShape {
    vrm_Bone bone;
    vrm_Bone tails[4];
    vrm_Vec3 points; /* not normalized */
    vrm_Vec3 hinge;
} BoneShape;

#define UP                                                                                         \
    { 0, 1, 0 }
#define DOWN                                                                                       \
    { 0, -1, 0 }
#define LEFT                                                                                       \
    { 1, 0, 0 }
#define FORWARD                                                                                    \
    { 0, 0, 1 }
#define RIGHT                                                                                      \
    { -1, 0, 0 }

static const BoneShape spine_shapes[] = {
    {VRM_BONE_HIPS, {VRM_BONE_SPINE, NONE, NONE, NONE}, UP, LEFT},
    {VRM_BONE_SPINE,
     {VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST, VRM_BONE_NECK, VRM_BONE_HEAD},
     UP,
     LEFT},
    {VRM_BONE_CHEST, {VRM_BONE_UPPER_CHEST, VRM_BONE_NECK, VRM_BONE_HEAD, NONE}, UP, LEFT},
    {VRM_BONE_UPPER_CHEST, {VRM_BONE_NECK, VRM_BONE_HEAD, NONE, NONE}, UP, LEFT},
    {VRM_BONE_NECK, {VRM_BONE_HEAD, NONE, NONE, NONE}, UP, LEFT},
    {VRM_BONE_HEAD, {NONE, NONE, NONE, NONE}, UP, LEFT},
};

#define FINGER(name)                                                                               \
    {VRM_BONE_LEFT_##name##_PROXIMAL,                                                              \
     {VRM_BONE_LEFT_##name##_INTERMEDIATE, NONE, NONE, NONE},                                      \
     LEFT,                                                                                         \
     FORWARD},                                                                                     \
        {VRM_BONE_LEFT_##name##_INTERMEDIATE,                                                      \
         {VRM_BONE_LEFT_##name##_DISTAL, NONE, NONE, NONE},                                        \
         LEFT,                                                                                     \
         FORWARD},                                                                                 \
    {                                                                                              \
        VRM_BONE_LEFT_##name##_DISTAL, {NONE, NONE, NONE, NONE}, LEFT, FORWARD                     \
    }

static const BoneShape left_shapes[] = {
    {VRM_BONE_LEFT_UPPER_LEG, {VRM_BONE_LEFT_LOWER_LEG, NONE, NONE, NONE}, DOWN, RIGHT},
    {VRM_BONE_LEFT_LOWER_LEG, {VRM_BONE_LEFT_FOOT, NONE, NONE, NONE}, DOWN, RIGHT},
    {VRM_BONE_LEFT_FOOT, {VRM_BONE_LEFT_TOES, NONE, NONE, NONE}, {0, -1, 1}, RIGHT},
    {VRM_BONE_LEFT_TOES, {NONE, NONE, NONE, NONE}, FORWARD, RIGHT},
    {VRM_BONE_LEFT_SHOULDER, {VRM_BONE_LEFT_UPPER_ARM, NONE, NONE, NONE}, LEFT, UP},
    {VRM_BONE_LEFT_UPPER_ARM, {VRM_BONE_LEFT_LOWER_ARM, NONE, NONE, NONE}, LEFT, UP},
    {VRM_BONE_LEFT_LOWER_ARM, {VRM_BONE_LEFT_HAND, NONE, NONE, NONE}, LEFT, UP},
    {VRM_BONE_LEFT_HAND, {VRM_BONE_LEFT_MIDDLE_PROXIMAL, NONE, NONE, NONE}, LEFT, FORWARD},
    {VRM_BONE_LEFT_THUMB_METACARPAL,
     {VRM_BONE_LEFT_THUMB_PROXIMAL, NONE, NONE, NONE},
     {1, 0, 1},
     UP},
    {VRM_BONE_LEFT_THUMB_PROXIMAL, {VRM_BONE_LEFT_THUMB_DISTAL, NONE, NONE, NONE}, {1, 0, 1}, UP},
    {VRM_BONE_LEFT_THUMB_DISTAL, {NONE, NONE, NONE, NONE}, {1, 0, 1}, UP},
    FINGER(INDEX),
    FINGER(MIDDLE),
    FINGER(RING),
    FINGER(LITTLE),
};

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* The same bone on the other side; in the enumeration each group of left bones precedes the
 * corresponding right ones. */
static vrm_Bone right_twin(vrm_Bone left) {
    if (left == NONE) return NONE;
    if (left >= VRM_BONE_LEFT_THUMB_METACARPAL)
        return left + (VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL);
    return left + 4; /* legs and arms have four bones each */
}

static BoneShape mirrored(const BoneShape* left) {
    BoneShape right = *left;
    right.bone = right_twin(left->bone);
    for (int i = 0; i < 4; i++) right.tails[i] = right_twin(left->tails[i]);
    right.points.x = -left->points.x;
    bool flips = left->bone == VRM_BONE_LEFT_HAND || left->bone >= VRM_BONE_LEFT_THUMB_METACARPAL;
    if (flips) right.hinge = vrmi_vec3_negate(left->hinge);
    return right;
}

static bool bone_shape(vrm_Bone bone, BoneShape* out) {
    for (int32_t i = 0; i < COUNT(spine_shapes); i++) {
        *out = spine_shapes[i];
        if (out->bone == bone) return true;
    }
    for (int32_t i = 0; i < COUNT(left_shapes); i++) {
        *out = left_shapes[i];
        if (out->bone == bone) return true;
        *out = mirrored(&left_shapes[i]);
        if (out->bone == bone) return true;
    }
    return false;
}

static vrm_Vec3 rest_position(const vrm_Rig* rig, vrm_Bone bone) {
    return turn_vec3(rig, rig->rest_models[rig->bones[bone].slot].translation);
}

/* The unit direction of a bone at rest, in normalized axes: to its tail, or, without one, its
 * direction in the T-pose. */
static vrm_Vec3 rest_direction(const vrm_Rig* rig, const BoneShape* shape, bool* out_has_tail) {
    for (int i = 0; i < 4; i++) {
        if (find_bone(rig, shape->tails[i]) == NULL) continue;
        vrm_Vec3 to_tail =
            vrmi_vec3_sub(rest_position(rig, shape->tails[i]), rest_position(rig, shape->bone));
        *out_has_tail = vrmi_vec3_length(to_tail) > 1e-4f;
        if (*out_has_tail) return vrmi_vec3_normalize(to_tail);
    }
    *out_has_tail = false;
    return vrmi_vec3_normalize(shape->points);
}

bool vrm_rig_bone_axes(const vrm_Rig* rig, vrm_Bone bone, vrm_BoneAxes* out_axes) {
    BoneShape shape;
    *out_axes = (vrm_BoneAxes){.along = {0.0f, 0.0f, 0.0f}};
    if (find_bone(rig, bone) == NULL || !bone_shape(bone, &shape)) return false;
    bool has_tail = false;
    vrm_Vec3 along = rest_direction(rig, &shape, &has_tail);
    vrm_Vec3 across = vrmi_vec3_cross(along, shape.hinge);
    if (!(vrmi_vec3_length(across) > 1e-3f)) return false;
    across = vrmi_vec3_normalize(across);
    vrm_Vec3 hinge = vrmi_vec3_cross(across, along);
    *out_axes = (vrm_BoneAxes){turn_vec3(rig, along), turn_vec3(rig, vrmi_vec3_normalize(hinge)),
                               turn_vec3(rig, across)};
    return true;
}

/* ---- T-pose ---- */

static const vrm_Bone limbs[] = {
    VRM_BONE_LEFT_UPPER_LEG,  VRM_BONE_LEFT_LOWER_LEG,  VRM_BONE_RIGHT_UPPER_LEG,
    VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_LEFT_UPPER_ARM,  VRM_BONE_LEFT_LOWER_ARM,
    VRM_BONE_LEFT_HAND,       VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM,
    VRM_BONE_RIGHT_HAND,
};

/* Returns false when the limb has no tail bone to give it a direction. */
static bool limb_directions(const vrm_Rig* rig, vrm_Bone bone, vrm_Vec3* out_rest,
                            vrm_Vec3* out_t_pose) {
    BoneShape shape;
    bool has_tail = false;
    if (find_bone(rig, bone) == NULL || !bone_shape(bone, &shape)) return false;
    *out_rest = rest_direction(rig, &shape, &has_tail);
    *out_t_pose = vrmi_vec3_normalize(shape.points);
    return has_tail;
}

float vrm_rig_t_pose_error(const vrm_Rig* rig, vrm_Bone* out_worst) {
    float worst = 0.0f;
    if (out_worst != NULL) *out_worst = VRM_BONE_NONE;
    for (int32_t i = 0; i < COUNT(limbs); i++) {
        vrm_Vec3 rest, t_pose;
        if (!limb_directions(rig, limbs[i], &rest, &t_pose)) continue;
        float sine = vrmi_vec3_length(vrmi_vec3_cross(rest, t_pose));
        float angle = vrmi_atan2(sine, vrmi_vec3_dot(rest, t_pose));
        if (angle <= worst) continue;
        worst = angle;
        if (out_worst != NULL) *out_worst = limbs[i];
    }
    return worst;
}

vrm_Pose vrm_rig_t_pose(const vrm_Rig* rig) {
    vrm_Pose pose = vrm_pose_rest();
    for (int32_t i = 0; i < COUNT(limbs); i++) {
        vrm_Vec3 rest, t_pose;
        if (!limb_directions(rig, limbs[i], &rest, &t_pose)) continue;
        /* The limbs above have turned already: the remaining rotation is relative to them. */
        vrm_Quat above = vrmi_quat_identity();
        for (vrm_Bone b = rig->bones[limbs[i]].parent; b != NONE; b = rig->bones[b].parent)
            above = vrmi_quat_mul(pose.rotations[b], above);
        vrm_Vec3 goal = vrmi_quat_rotate(vrmi_quat_conjugate(above), t_pose);
        pose.rotations[limbs[i]] = vrmi_quat_from_to(rest, goal);
    }
    return pose;
}
