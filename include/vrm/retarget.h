/* SPDX-License-Identifier: MIT */
/** Retargets motion to a skeleton of other proportions: no foot sliding or ground penetration, hips
 * at the right height, closed loops, root motion. Works on the poses of a whole clip.
 *
 *   vrm_Skeleton source, target -> vrm_retarget() -> vrm_retarget_pose() frame by frame
 *   or, before vrm_recorder_finish(): vrm_recorder_retarget()
 *
 * Contacts of heel and ball are detected in the source by speed and height. On the target each
 * contact is held in place by two-bone IK; knees keep their plane. Likewise hands on the ground,
 * together, and on hips and thighs; knees on the ground; and a seat of a given height. */
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

/* ---- Skeletons ---- */

/** Bone positions at rest: no rotations, facing +Z, left towards +X, the ground at height 0. */
typedef struct vrm_Skeleton {
    vrm_Vec3 positions[VRM_BONE_COUNT]; /**< Metres; estimated for bones that are missing. */
    uint64_t bones;                     /**< Bit b: the skeleton has bone b. */
} vrm_Skeleton;

/** Returns a human skeleton with all bones, hips `hips_height` metres above the ground; 0: 0.94. */
VRM_API vrm_Skeleton vrm_skeleton_person(float hips_height);

/** Returns the skeleton of an avatar, at rest. */
VRM_API vrm_Skeleton vrm_skeleton_of_rig(const vrm_Rig* rig);

/** Returns the skeleton of a VRM animation. Returns false and a default human skeleton if the model
 * is not a VRM animation, has no hips, or memory runs out. */
VRM_API bool vrm_skeleton_of_animation(const vrm_Model* model, vrm_Skeleton* out_skeleton);

/** Returns the skeleton of a motion from another program. */
VRM_API vrm_Skeleton vrm_skeleton_of_capture(const vrm_Capture* capture);

/* ---- Options ---- */

/** How foot contacts are handled. */
typedef enum vrm_Feet {
    VRM_FEET_AUTO = 0, /**< Hold clear contacts. */
    VRM_FEET_HOLD,     /**< Hold all contacts, short ones too. */
    VRM_FEET_FREE      /**< Copy joint rotations only. */
} vrm_Feet;

/** How contacts of hands and knees are handled. */
typedef enum vrm_Contacts {
    VRM_CONTACTS_AUTO = 0, /**< Hold clear contacts. */
    VRM_CONTACTS_HOLD,     /**< Hold all contacts, short ones too. */
    VRM_CONTACTS_FREE      /**< Copy joint rotations only. */
} vrm_Contacts;

/** How root motion is handled. */
typedef enum vrm_RootMotion {
    VRM_ROOT_MOTION_KEEP = 0, /**< Keep it on the hips. */
    VRM_ROOT_MOTION_ROOT,     /**< Move it to the root; read it with vrm_retarget_root(). */
    VRM_ROOT_MOTION_REMOVE    /**< Remove the translation; keep sway and turning. */
} vrm_RootMotion;

/** How to retarget a motion. Start from vrm_default_retarget_def(). */
typedef struct vrm_RetargetDef {
    uint32_t def_size;          /**< Set by the default function; do not touch. */
    const vrm_Skeleton* source; /**< Skeleton of the poses; not kept. Default NULL: a person; for a
                                     recorder its own skeleton. */
    const vrm_Skeleton* target; /**< Skeleton to animate; not kept. Default NULL: the source. */
    vrm_Feet feet;              /**< Default VRM_FEET_AUTO. */
    bool levels_feet;           /**< Removes a tilt of the source's feet that is constant for most
                                     of their contact time, 3 to 34 degrees. Set it if the rest pose
                                     was estimated: vrm_capture_rest_source(). Default false. */
    vrm_RootMotion root_motion; /**< Default VRM_ROOT_MOTION_KEEP. */
    bool loops; /**< Trims to one cycle and closes the loop. A missing final frame, equal to the
                     first, is added. Default false. */
    float loop_shortest;     /**< Minimum length of a loop (s). Default 0.5. */
    uint64_t max_bytes;      /**< Memory for frames (bytes); beyond it VRM_ERR_LIMIT. A loop needs a
                                  third more than other motion. Default 1 GiB. */
    vrm_Allocator allocator; /**< For the result, until it is destroyed. Default: the C library. */
    float frame_s; /**< Frame time of the original motion (s), if `poses` were sampled more finely.
                        Default 0: the time between the last two frames. */
    /** Hands on the ground, together, on the hips and on the thighs. Default VRM_CONTACTS_AUTO. */
    vrm_Contacts hands;
    vrm_Contacts knees; /**< Knees on the ground. Default VRM_CONTACTS_AUTO. */
    /** Height of the seat that the target sits on (m above the ground), 0.05 to 2. Default 0: the
     * seat of the source, scaled with the legs. */
    float seat_height;
} vrm_RetargetDef;

/** Sets every field to its default; called by vrm_default_retarget_def(). */
VRM_API void vrm_retarget_def_init(vrm_RetargetDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_RetargetDef vrm_default_retarget_def(void) {
    vrm_RetargetDef def;
    vrm_retarget_def_init(&def, sizeof def);
    return def;
}

/* ---- Retarget ---- */

/** Contact points of the soles. */
typedef enum vrm_SolePoint {
    VRM_SOLE_LEFT_HEEL = 0, /**< Below the left ankle. */
    VRM_SOLE_LEFT_BALL,     /**< Below the joint of the left toes. */
    VRM_SOLE_RIGHT_HEEL,    /**< Below the right ankle. */
    VRM_SOLE_RIGHT_BALL,    /**< Below the joint of the right toes. */
    VRM_SOLE_COUNT          /**< Number of points. */
} vrm_SolePoint;

/** Contacts of hands, knees and seat, and the changes that hold them. Lengths are in millimetres of
 * the target. */
typedef struct vrm_ContactReport {
    int32_t hands_ground;   /**< Contacts of a hand with the ground. */
    int32_t hands_together; /**< Contacts of one hand with the other. */
    int32_t hands_body;     /**< Contacts of a hand with hips or thigh. */
    int32_t knees_ground;   /**< Contacts of a knee with the ground. */
    int32_t seats;          /**< Number of times that the person sits on a seat. */
    int32_t frames;         /**< Frames of the result with at least one of these contacts. */
    float hands_moved_mm;   /**< Largest distance by which a hand was moved (mm). */
    float hands_missed_mm;  /**< Largest distance of a hand from a contact that is out of its reach
                                 (mm). */
    float hips_lowered_mm;  /**< Largest lowering of the hips so that hands and knees reach their
                                 contacts (mm). */
    float seat_mm; /**< Mean height of the seats above the ground (mm); 0 if there is none. */
} vrm_ContactReport;

/** Measurements of the retargeted motion. Lengths are in millimetres of the target. "With free
 * feet" means measured in the same motion with VRM_FEET_FREE. */
typedef struct vrm_RetargetReport {
    int32_t frames;        /**< Number of frames of the result. */
    int32_t contact_count; /**< Number of contacts of heels and balls. */
    bool holds_feet;       /**< False without clear contacts, or with VRM_FEET_FREE. */
    float planted;         /**< Fraction of time with at least one contact, 0..1. */
    float scale;           /**< Leg length of the target divided by leg length of the source. */
    float hips_scale;      /**< Rest height of the hips, target divided by source. */
    float tilt_degrees;    /**< Largest tilt of a foot that vrm_RetargetDef.levels_feet removed. */
    /** Speed of a walk in place (m/s), as on a treadmill: contacts move with it, and foot sliding
     * is measured against it. 0 if the motion travels. */
    float treadmill_speed;
    float ground_mm; /**< Height of the ground in the source (mm of the source). */

    float slide_max_mm;          /**< Largest foot slide during a contact (mm). */
    float slide_mean_mm;         /**< Mean foot slide over all frames with contact (mm). */
    float slide_max_without_mm;  /**< slide_max_mm with free feet. */
    float slide_mean_without_mm; /**< slide_mean_mm with free feet. */
    float depth_mm;              /**< Largest ground penetration of a sole (mm). */
    float depth_without_mm;      /**< depth_mm with free feet. */
    float hips_lowered_mm;       /**< Largest lowering of the hips so that the legs reach the ground
                                      (mm). */

    float joint_error_degrees; /**< Largest difference of a leg bone's direction from the source. */
    vrm_Bone joint_error_bone; /**< Bone of joint_error_degrees; VRM_BONE_NONE if none differs. */
    int32_t joint_error_frame; /**< Frame of joint_error_degrees. */
    uint64_t missing_bones;    /**< Bit b: the target has bone b, the source does not. */

    int32_t first_frame;       /**< Frame of the source where the loop begins; 0 without a loop. */
    float loop_gap_degrees;    /**< Largest rotation of a bone from the last frame to the first,
                                    before the loop was closed. 0 without a loop. */
    float loop_closed_degrees; /**< loop_gap_degrees in the result, with held feet. */
    float loop_step_degrees;   /**< Largest change of a bone's angular velocity at the seam (degrees
                                    a second), before the loop was closed. */
    float loop_smoothed_degrees; /**< The same in the result. */

    vrm_ContactReport contacts; /**< Contacts of hands, knees and seat. */
} vrm_RetargetReport;

/** A retargeted motion. */
typedef struct vrm_Retarget vrm_Retarget;

/** Retargets a motion. `times` are in seconds and increase; hips_offset is in metres of the source.
 * `def` may be NULL. Returns VRM_ERR_ARGUMENT if there is no frame, or times do not increase or are
 * not finite. Poses that are not finite count as rest. */
VRM_API vrm_Result vrm_retarget(const vrm_Pose* poses, const double* times, int32_t frame_count,
                                const vrm_RetargetDef* def, vrm_Retarget** out_retarget);
/** Destroys the result. `retarget` may be NULL. */
VRM_API void vrm_retarget_destroy(vrm_Retarget* retarget);

/** Returns the number of frames of the result: those of the source, or of the loop with its added
 * final frame. */
VRM_API int32_t vrm_retarget_frame_count(const vrm_Retarget* retarget);
/** Returns the pose of a frame, hips_offset in metres of the target; the rest pose if `frame` is
 * out of range. */
VRM_API vrm_Pose vrm_retarget_pose(const vrm_Retarget* retarget, int32_t frame);
/** Returns the root transform of a frame with VRM_ROOT_MOTION_ROOT, else the identity. */
VRM_API vrm_Transform vrm_retarget_root(const vrm_Retarget* retarget, int32_t frame);
/** Returns the contacts of a frame. Bit p: vrm_SolePoint p is in contact. */
VRM_API uint32_t vrm_retarget_contacts(const vrm_Retarget* retarget, int32_t frame);
/** Returns the measurements. */
VRM_API vrm_RetargetReport vrm_retarget_report(const vrm_Retarget* retarget);

/** Retargets the frames of a recorder and sets its skeleton to the target. Frames outside a loop
 * are removed, with their expressions and gaze. With VRM_ROOT_MOTION_ROOT the written animation
 * moves its root node, above the hips. vrm_clip_build() adds this motion to the hips again, and
 * glTF players move the node; other players of VRM animations may stay in place. For frames that
 * are added later the root keeps its last transform; their poses are still in world space. A
 * recorder with root motion cannot be retargeted again (VRM_ERR_ARGUMENT) until all of its frames
 * are dropped. `def` and `out_report` may be NULL. On failure nothing changes. */
VRM_API vrm_Result vrm_recorder_retarget(vrm_Recorder* recorder, const vrm_RetargetDef* def,
                                         vrm_RetargetReport* out_report);

#ifdef __cplusplus
}
#endif

#endif
