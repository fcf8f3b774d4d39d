/* SPDX-License-Identifier: MIT */
/** Motion for a figure of another build: feet that stand, hips at the right height, loops that
 * close, motion that stays in place. Works on the poses of a whole clip, wherever they come from.
 *
 *   vrm_Skeleton source, target -> vrm_retarget() -> vrm_retarget_pose() frame by frame
 *   or, before vrm_recorder_finish(): vrm_recorder_retarget()
 *
 * Contacts of heel and ball are found in the source by speed and height. On the target a point that
 * is planted stays where it is, by two-bone IK; knees keep their plane. */
#ifndef VRM_RETARGET_H
#define VRM_RETARGET_H

#include "base.h"
#include "capture.h"
#include "model.h"
#include "record.h"
#include "rig.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Figures ---- */

/** Where the bones of a figure are at rest: with no rotations, facing +Z, left towards +X, the
 * ground at height 0. */
typedef struct vrm_Skeleton {
    vrm_Vec3 positions[VRM_BONE_COUNT]; /**< Metres. Of bones that the figure lacks, a guess. */
    uint64_t bones;                     /**< Bit b: the figure has bone b. */
} vrm_Skeleton;

/** A person whose hips are `hips_height` metres above the ground; 0: 0.94. Has all bones. */
VRM_API vrm_Skeleton vrm_skeleton_person(float hips_height);

/** The skeleton of an avatar, at rest. */
VRM_API vrm_Skeleton vrm_skeleton_of_rig(const vrm_Rig* rig);

/** The skeleton that a VRM animation has of its own. False, and a person, when the model is no VRM
 * animation, has no hips, or memory is short. */
VRM_API bool vrm_skeleton_of_animation(const vrm_Model* model, vrm_Skeleton* out_skeleton);

/** The skeleton that was found in motion of another program. */
VRM_API vrm_Skeleton vrm_skeleton_of_capture(const vrm_Capture* capture);

/* ---- How ---- */

/** What becomes of feet that rest in the source. */
typedef enum vrm_Feet {
    VRM_FEET_AUTO = 0, /**< Held where contacts are clear. */
    VRM_FEET_HOLD,     /**< Held, short contacts too. */
    VRM_FEET_FREE      /**< Joints turn as in the source, and nothing else. */
} vrm_Feet;

/** What becomes of the way that the figure goes. */
typedef enum vrm_RootMotion {
    VRM_ROOT_MOTION_KEEP = 0, /**< It stays in the hips. */
    VRM_ROOT_MOTION_ROOT,    /**< Way and turning are taken out of the hips: vrm_retarget_root(). */
    VRM_ROOT_MOTION_IN_PLACE /**< The way is taken out; sway about it and turning stay. */
} vrm_RootMotion;

/** How to fit a motion. Start from vrm_default_retarget_def(). */
typedef struct vrm_RetargetDef {
    uint32_t def_size;          /**< Set by the default function; do not touch. */
    const vrm_Skeleton* source; /**< Of the poses; not kept. Default NULL: a person; of a recorder
                                     its own. */
    const vrm_Skeleton* target; /**< That is to move; not kept. Default NULL: the source. */
    vrm_Feet feet;              /**< Default VRM_FEET_AUTO. */
    bool levels_feet;           /**< Removes a constant tilt of the source's feet (3 to 34 degrees)
                                     that most of their contact time shows. Set it if the rest pose
                                     was estimated: vrm_capture_rest_source(). Default: false. */
    vrm_RootMotion root_motion; /**< Default VRM_ROOT_MOTION_KEEP. */
    bool loops;          /**< Cut the motion where it repeats, and close the loop. One that lacks
                              its last frame, which is the first again, gets it. Default false. */
    float loop_shortest; /**< Seconds that a loop has at least. Default 0.5. */
    uint64_t max_bytes;  /**< Memory for the motion; beyond it VRM_ERR_LIMIT. Default 1 GiB. */
    vrm_Allocator allocator; /**< Until the result is destroyed. Default: the C library. */
    float frame_s; /**< Seconds between the frames that the source was made of, where it was sampled
                        finer. Default 0: from the last time but one to the last. */
} vrm_RetargetDef;

/** Sets every field to its default; called by vrm_default_retarget_def(). */
VRM_API void vrm_retarget_def_init(vrm_RetargetDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_RetargetDef vrm_default_retarget_def(void) {
    vrm_RetargetDef def;
    vrm_retarget_def_init(&def, sizeof def);
    return def;
}

/* ---- What came of it ---- */

/** Points of the soles that can be planted. */
typedef enum vrm_SolePoint {
    VRM_SOLE_LEFT_HEEL = 0, /**< Below the left ankle. */
    VRM_SOLE_LEFT_BALL,     /**< Below the joint of the left toes. */
    VRM_SOLE_RIGHT_HEEL,    /**< Below the right ankle. */
    VRM_SOLE_RIGHT_BALL,    /**< Below the joint of the right toes. */
    VRM_SOLE_COUNT          /**< How many points there are. */
} vrm_SolePoint;

/** Figures about a motion that was fitted. Lengths are in millimetres of the target. "Without" is
 * the same motion with VRM_FEET_FREE. */
typedef struct vrm_RetargetReport {
    int32_t frames;        /**< Of the result. */
    int32_t contact_count; /**< Times that a heel or ball is planted. */
    bool holds_feet;       /**< False: there are no clear contacts, or VRM_FEET_FREE. */
    float planted;         /**< Part of the time, 0..1, in which some point is planted. */
    float scale;           /**< Leg length of the target in that of the source. */
    float hips_scale;      /**< Height of the target's hips at rest in that of the source. */
    float tilt_degrees;    /**< What vrm_RetargetDef.levels_feet took out of a foot, at most. */
    float belt_speed;      /**< Metres a second at which feet glide over the ground in a walk on the
                                spot: planted points go with it, and slide is measured against it.
                                0: the motion is none. */
    float ground_mm;       /**< Height of the ground in the source, millimetres of the source. */

    float slide_max_mm;          /**< The farthest that a planted point goes from its place. */
    float slide_mean_mm;         /**< Mean over all planted frames. */
    float slide_max_without_mm;  /**< The same without. */
    float slide_mean_without_mm; /**< The same without. */
    float depth_mm;              /**< The deepest that a sole is below the ground. */
    float depth_without_mm;      /**< The same without. */
    float hips_lowered_mm;       /**< The most that hips were lowered for legs to reach. */

    float joint_error_degrees; /**< Largest difference of a bone's direction from the source. */
    vrm_Bone joint_error_bone; /**< Whose; VRM_BONE_NONE: none differs. */
    int32_t joint_error_frame; /**< When. */
    uint64_t missing_bones;    /**< Bit b: the target has bone b, the source does not. */

    int32_t first_frame;         /**< Of the source: where the loop begins; 0 without a loop. */
    float loop_gap_degrees;      /**< Largest turn of a bone from the last frame to the first: of
                                      the cut before it was closed. 0 without a loop. */
    float loop_closed_degrees;   /**< The same of the result, with held feet. */
    float loop_step_degrees;     /**< Largest change of a bone's speed at the seam before it was
                                      closed, degrees a second. */
    float loop_smoothed_degrees; /**< The same of the result. */
} vrm_RetargetReport;

/** A motion that was fitted to a figure. */
typedef struct vrm_Retarget vrm_Retarget;

/** Fits a motion. `times` are seconds and increase; hips_offset is in metres of the source. `def`
 * may be NULL: the defaults. VRM_ERR_ARGUMENT when there is no frame, or times do not increase or
 * are not finite. Poses that are not finite count as rest. */
VRM_API vrm_Result vrm_retarget(const vrm_Pose* poses, const double* times, int32_t frame_count,
                                const vrm_RetargetDef* def, vrm_Retarget** out_retarget);
/** NULL is fine. */
VRM_API void vrm_retarget_destroy(vrm_Retarget* retarget);

/** Frames of the result: those of the source, or of the loop in it, which may get one more. */
VRM_API int32_t vrm_retarget_frame_count(const vrm_Retarget* retarget);
/** The pose of a frame, hips_offset in metres of the target; the rest pose when there is no such
 * frame. */
VRM_API vrm_Pose vrm_retarget_pose(const vrm_Retarget* retarget, int32_t frame);
/** Where the figure as a whole is, with VRM_ROOT_MOTION_ROOT; else the identity. */
VRM_API vrm_Transform vrm_retarget_root(const vrm_Retarget* retarget, int32_t frame);
/** Bit p: vrm_SolePoint p is planted in the frame. */
VRM_API uint32_t vrm_retarget_contacts(const vrm_Retarget* retarget, int32_t frame);
/** Figures about the whole. */
VRM_API vrm_RetargetReport vrm_retarget_report(const vrm_Retarget* retarget);

/** Fits the frames of a recorder, and gives it the skeleton of the target. Frames outside a loop
 * are removed, with their expressions and gaze. With VRM_ROOT_MOTION_ROOT the written animation
 * moves its root node, above the hips; vrm_clip_build() adds it to the hips again, and so does
 * whoever plays the nodes as glTF says, but other players of VRM animations may stay in place. The
 * root keeps its last transform for frames that are added later; their poses are in world space, as
 * before. A recorder with such motion cannot be retargeted again (VRM_ERR_ARGUMENT) until all of
 * its frames are dropped. `def` and `out_report` may be NULL. On failure nothing changes. */
VRM_API vrm_Result vrm_recorder_retarget(vrm_Recorder* recorder, const vrm_RetargetDef* def,
                                         vrm_RetargetReport* out_report);

#ifdef __cplusplus
}
#endif

#endif
