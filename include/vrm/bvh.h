/* SPDX-License-Identifier: MIT */
/** BVH: the common text format of motion capture, read as poses that fit every avatar.
 *
 * Joints are recognised by the names that the usual programs give them (docs/motion.md has the
 * list), or by a list of one's own. Any order of channels, any axes (what is up and which side is
 * left is read off the skeleton) and any unit will do: players scale motion by the height of the
 * hips.
 *
 *   vrm_bvh_read() -> vrm_bvh_pose() frame by frame -> vrm_recorder_add_frame() */
#ifndef VRM_BVH_H
#define VRM_BVH_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "rig.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vrm_Bvh vrm_Bvh;

/** What a joint is. */
typedef struct vrm_BvhName {
    const char* joint; /**< As the file spells it. */
    vrm_Bone bone;     /**< VRM_BONE_NONE: no bone, whatever its name. */
} vrm_BvhName;

/** What the file's rest pose (all rotations 0) is taken for. */
typedef enum vrm_BvhRest {
    VRM_BVH_REST_GUESS = 0,  /**< Limbs more than 15 degrees off the T-pose are corrected. Where it
                                  is no person at all (every bone along an axis of its own), the
                                  frame that is nearest to somebody standing takes its place. */
    VRM_BVH_REST_T_POSE,     /**< It is the T-pose. */
    VRM_BVH_REST_CORRECTED,  /**< All arms and legs are brought to the T-pose. */
    VRM_BVH_REST_FIRST_FRAME /**< The first frame is the T-pose, whatever the file rests in; limbs
                                  more than 15 degrees off are corrected. */
} vrm_BvhRest;

/** How to read. Start from vrm_default_bvh_def(). */
typedef struct vrm_BvhDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    float metres;      /**< In one unit of the file. Default 0: guessed from the hips' height. */
    vrm_BvhRest rest;  /**< Default VRM_BVH_REST_GUESS. */
    bool keeps_start;  /**< Leave the place where the motion begins; else it begins above the
                            origin. Default false. */
    const vrm_BvhName* names; /**< Before guessing; not kept. Default NULL. */
    int32_t name_count;
    uint64_t max_bytes; /**< What the motion may take; beyond it VRM_ERR_LIMIT. Default 512 MiB. */
    vrm_Report* report; /**< Gets the findings. Default NULL. */
    vrm_Allocator allocator;
} vrm_BvhDef;

VRM_API void vrm_bvh_def_init(vrm_BvhDef* def, size_t def_size);

static inline vrm_BvhDef vrm_default_bvh_def(void) {
    vrm_BvhDef def;
    vrm_bvh_def_init(&def, sizeof def);
    return def;
}

/** Reads the text of a file. `def` may be NULL: the defaults. VRM_ERR_INVALID when it is no BVH, or
 * no joint of it is a bone; the report says where. Frames that are cut off are left out, values
 * that are no numbers stay as in the frame before; both are told. */
VRM_API vrm_Result vrm_bvh_read(const char* text, size_t size, const vrm_BvhDef* def,
                                vrm_Bvh** out_bvh);
/** NULL is fine. */
VRM_API void vrm_bvh_destroy(vrm_Bvh* bvh);

/** Frames of the motion that could be read. */
VRM_API int32_t vrm_bvh_frame_count(const vrm_Bvh* bvh);
/** Seconds from one frame to the next; above 0. */
VRM_API double vrm_bvh_frame_time(const vrm_Bvh* bvh);
/** Height of the hips above the lowest point of the skeleton at rest, metres. */
VRM_API float vrm_bvh_hips_height(const vrm_Bvh* bvh);
/** Metres in one unit of the file. */
VRM_API float vrm_bvh_metres(const vrm_Bvh* bvh);
/** Bit b: a joint is bone b. */
VRM_API uint64_t vrm_bvh_bones(const vrm_Bvh* bvh);

/** Joints of the file, whether they are bones or not. */
VRM_API int32_t vrm_bvh_joint_count(const vrm_Bvh* bvh);
/** "" when there is no such joint. Lives as long as the BVH. */
VRM_API const char* vrm_bvh_joint_name(const vrm_Bvh* bvh, int32_t joint);
VRM_API vrm_Bone vrm_bvh_joint_bone(const vrm_Bvh* bvh, int32_t joint);

/** The pose of a frame; frames outside are the first and the last. hips_offset is in metres of
 * whoever moved, whose hips rest at vrm_bvh_hips_height(). Allocates nothing. */
VRM_API void vrm_bvh_pose(const vrm_Bvh* bvh, int32_t frame, vrm_Pose* out_pose);

#ifdef __cplusplus
}
#endif

#endif
