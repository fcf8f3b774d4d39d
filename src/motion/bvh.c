/* SPDX-License-Identifier: MIT */
/* Poses of a BVH. With W the rotation of a bone from the file's origin, R that of the reference
 * pose (bvh_rest.c; all 0 where the file rests as a person), G from the file's axes to ours, and Q
 * the turn from the T-pose to the reference pose:
 *
 *   N = G W inverse(R) inverse(G) * Q       normalized = inverse(N parent) * N bone
 *
 * so joints that are no bones are carried by the bones below them. */
#include "motion/bvh.h"

#include <string.h>

/* ---- Life ---- */

void vrm_bvh_def_init(vrm_BvhDef* def, size_t def_size) {
    vrm_BvhDef defaults = {.max_bytes = (uint64_t)512 << 20};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_bvh_destroy(vrm_Bvh* bvh) {
    if (bvh == NULL) return;
    vrm_Allocator allocator = bvh->allocator;
    vrmi_release(&allocator, bvh->values, bvh->value_room * sizeof *bvh->values);
    vrmi_arena_release(&bvh->arena);
    vrmi_release(&allocator, bvh, sizeof *bvh);
}

/* ---- Frames ---- */

static vrm_Bone bone_above(const vrm_Bvh* bvh, int32_t joint) {
    int32_t at = bvh->joints[joint].parent;
    while (at >= 0 && bvh->joints[at].bone == VRM_BONE_NONE) at = bvh->joints[at].parent;
    return at < 0 ? VRM_BONE_NONE : bvh->joints[at].bone;
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
        vrm_Quat turn = vrmi_bvh_path(bvh, j, frame).rotation;
        worlds[bone] = above == VRM_BONE_NONE ? turn : vrmi_quat_mul(worlds[above], turn);
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (bvh->bones[b] >= 0)
            worlds[b] =
                vrmi_quat_mul(worlds[b], vrmi_quat_conjugate(bvh->joints[bvh->bones[b]].turn));
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
    out_pose->hips_offset = vrmi_vec3_sub(vrmi_bvh_hips_at(bvh, frame), bvh->start);
}

/* ---- Reading ---- */

static vrm_Result compile(vrm_Bvh* bvh, const vrm_BvhDef* def) {
    vrmi_bvh_name_bones(bvh, def);
    if (bvh->bones[VRM_BONE_HIPS] < 0) {
        vrmi_report_at(def->report, VRMI_RULE_BVH_NO_BONES, VRM_NO_OFFSET, NULL);
        return VRM_ERR_INVALID;
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (!vrm_bone_is_required((vrm_Bone)b) || bvh->bones[b] >= 0) continue;
        vrmi_report_at(def->report, VRMI_RULE_BVH_BONES_MISSING, VRM_NO_OFFSET,
                       "No joint was recognised as %s; it stays still. A mapping can name it.",
                       vrm_bone_name((vrm_Bone)b));
    }
    vrmi_bvh_settle(bvh, def);
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
