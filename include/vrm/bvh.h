/* SPDX-License-Identifier: MIT */
/** BVH: the common text format of motion capture, read as poses that fit every avatar.
 *
 * Joints are recognised by the names that common programs give them (list in docs/guide/motion.md),
 * or by a list from the caller. Any order of channels, any axes (up and left are derived from the
 * skeleton) and any unit are accepted: players scale motion by the height of the hips.
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

/** Motion capture that was read from a BVH file. */
typedef struct vrm_Bvh vrm_Bvh;

/** Maps a joint to a bone. */
typedef struct vrm_BvhName {
    const char* joint; /**< As the file spells it. */
    vrm_Bone bone;     /**< VRM_BONE_NONE: the joint is no bone, whatever its name. */
} vrm_BvhName;

/** How the file's rest pose (all rotations 0) is interpreted. */
typedef enum vrm_BvhRest {
    VRM_BVH_REST_GUESS = 0,  /**< Limbs more than 15 degrees off the T-pose are corrected. Where the
                                  rest pose is not a human figure (every bone along an axis of its
                                  own), the frame nearest to a standing figure replaces it. */
    VRM_BVH_REST_T_POSE,     /**< The rest pose is the T-pose. */
    VRM_BVH_REST_CORRECTED,  /**< All arms and legs are brought to the T-pose. */
    VRM_BVH_REST_FIRST_FRAME /**< The first frame is the T-pose, whatever the rest pose; limbs more
                                  than 15 degrees off are corrected. */
} vrm_BvhRest;

/** How to read. Start from vrm_default_bvh_def(). */
typedef struct vrm_BvhDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    float metres; /**< Metres in one unit of the file. Default 0: guessed from the hips' height. */
    vrm_BvhRest rest; /**< Default VRM_BVH_REST_GUESS. */
    bool keeps_start; /**< Keep the position where the motion begins; else it begins above the
                           origin. Default false. */
    const vrm_BvhName* names; /**< Used before names are guessed; not kept. Default NULL. */
    int32_t name_count;       /**< Entries of `names`. Default 0. */
    uint64_t max_bytes; /**< Memory for the motion; beyond it VRM_ERR_LIMIT. Default 512 MiB. */
    vrm_Report* report; /**< Gets the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the motion, until it is destroyed. Default: the C library. */
} vrm_BvhDef;

/** Sets every field to its default; called by vrm_default_bvh_def(). */
VRM_API void vrm_bvh_def_init(vrm_BvhDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_BvhDef vrm_default_bvh_def(void) {
    vrm_BvhDef def;
    vrm_bvh_def_init(&def, sizeof def);
    return def;
}

/** Reads the text of a file. `def` may be NULL: the defaults. VRM_ERR_INVALID when the text is not
 * BVH or none of its joints is a bone; the report says where. Truncated frames are left out; a
 * value that is no number keeps that of the frame before. Both make a finding. */
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
/** The bone that a joint was taken for; VRM_BONE_NONE for none. */
VRM_API vrm_Bone vrm_bvh_joint_bone(const vrm_Bvh* bvh, int32_t joint);

/** The pose of a frame; `frame` is clamped to the first and the last. hips_offset is in metres of
 * the file's own skeleton, whose hips rest at vrm_bvh_hips_height(). Allocates nothing. */
VRM_API void vrm_bvh_pose(const vrm_Bvh* bvh, int32_t frame, vrm_Pose* out_pose);

#ifdef __cplusplus
}
#endif

#endif
