/* SPDX-License-Identifier: MIT */
/** Motion from any file, for any avatar: VRM animations, BVH, FBX, VMD, SMPL, MediaPipe, and glTF
 * with a human skeleton or with an avatar's own nodes. The format is detected from the content.
 *
 *   vrm_motion_load() -> vrm_motion_clip(), for one avatar -> vrm_player() -> vrm_avatar_play()
 *
 * vrm_motion_clip() fits the motion to the proportions of the avatar: feet stay on the ground where
 * they stand in the source, and hips have the right height. vrm_motion_animation() returns the same
 * motion as a VRM animation to save. */
#ifndef VRM_MOTION_H
#define VRM_MOTION_H

#include "base.h"
#include "capture.h"
#include "clip.h"
#include "model.h"
#include "record.h"
#include "report.h"
#include "retarget.h"
#include "rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Load ---- */

/** A loaded motion. It does not change, but it has scratch memory for sampling: only one thread at
 * a time may make clips from it. */
typedef struct vrm_Motion vrm_Motion;

/** How to load a motion. Start from vrm_default_motion_def(). VRM animations use only `load`,
 * `report`, `allocator`, `keeps_file` and `same_file`. */
typedef struct vrm_MotionDef {
    uint32_t def_size;    /**< Set by the default function; do not touch. */
    const char* take;     /**< Animation to use if the file has several: its name, or "#2" for the
                               second. Not kept. Default NULL: the first that moves. */
    vrm_CaptureRest rest; /**< Rest pose that rotations are measured from. Default
                               VRM_CAPTURE_REST_GUESS. */
    float metres;         /**< Metres in one unit of the file. Default 0: as the file states, or
                               guessed from the height of the hips. */
    bool keeps_start;     /**< Keep the position where the motion begins; otherwise it begins above
                               the origin. Default false. */
    const vrm_CaptureName* names;   /**< Joints and their bones, used before names are guessed. Not
                                         kept. Default NULL. */
    int32_t name_count;             /**< Entries of `names`. Default 0. */
    const vrm_CaptureMorph* morphs; /**< Morphs and their expressions, used before names are
                                         guessed. Not kept. Default NULL. */
    int32_t morph_count;            /**< Entries of `morphs`. Default 0. */
    const void* model; /**< Bytes of the PMX, as vrm_CaptureDef.model. Not kept. Default NULL. */
    size_t model_size; /**< Bytes of `model`. Default 0. */
    const vrm_LoadDef* load; /**< Limits and side files of glTF. Not kept. Default NULL. */
    uint64_t max_bytes;      /**< Memory for the motion (bytes); beyond it VRM_ERR_LIMIT. Default 0:
                                  as for vrm_CaptureDef.max_bytes. */
    vrm_Report* report;      /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the motion, until it is destroyed. Default: the C library. */
    vrm_PointLayout points;  /**< Layout of joint positions. If the file has more joints, the first
                                  ones are used. Default VRM_POINT_LAYOUT_GUESS. */
    double source_fps;       /**< Frames per second of a file that does not state them (SMPL, joint
                                  positions), 0.1 to 10000. Default 0: 20 for HumanML3D, else 30. */
    const void* rest_file;   /**< Bytes of a motion file of the same rig that has the rest pose, as
                                  vrm_CaptureDef.rest_file. Not kept. Default NULL. */
    size_t rest_file_size;   /**< Bytes of `rest_file`. Default 0. */
    bool keeps_file;         /**< Keep what was parsed, for `same_file`. The bytes must then stay
                                  valid until the motion is destroyed. vrm_motion_load_file() keeps
                                  glTF only. Default false. */
    const vrm_Motion* same_file; /**< A motion of the same bytes, loaded with `keeps_file`: they are
                                      not parsed again, which makes many takes cheap. It must not be
                                      edited, and must outlive this motion. One without `keeps_file`
                                      is refused (VRM_ERR_ARGUMENT). Default NULL. */
} vrm_MotionDef;

/** Sets every field to its default; called by vrm_default_motion_def(). */
VRM_API void vrm_motion_def_init(vrm_MotionDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MotionDef vrm_default_motion_def(void) {
    vrm_MotionDef def;
    vrm_motion_def_init(&def, sizeof def);
    return def;
}

/** Loads a motion from the bytes of a file. `def` may be NULL. Returns VRM_ERR_INVALID if the bytes
 * are not a motion of a known format, are damaged, or lack the requested take; the report has the
 * reason. */
VRM_API vrm_Result vrm_motion_load(const void* bytes, size_t size, const vrm_MotionDef* def,
                                   vrm_Motion** out_motion);

/** Loads a motion from a file. The side files of a .gltf are read from its folder. Returns
 * VRM_ERR_IO if the file cannot be read, otherwise as vrm_motion_load(). */
VRM_API vrm_Result vrm_motion_load_file(const char* path, const vrm_MotionDef* def,
                                        vrm_Motion** out_motion);

/** Destroys a motion. Clips and models made from it stay valid. `motion` may be NULL. */
VRM_API void vrm_motion_destroy(vrm_Motion* motion);

/* ---- Inspect ---- */

/** What a motion moves. */
typedef enum vrm_MotionKind {
    VRM_MOTION_ANIMATION = 0, /**< The bones of every avatar: a VRM animation. */
    VRM_MOTION_CAPTURE, /**< The bones of every avatar: a human skeleton of another program. */
    VRM_MOTION_NODES /**< The nodes of a glTF file that are not a human skeleton: plays on avatars
                        of that file only. */
} vrm_MotionKind;

/** Facts about a motion. */
typedef struct vrm_MotionInfo {
    vrm_MotionKind kind;        /**< What it moves. */
    const char* format;         /**< "VRM animation", "BVH", "FBX", "VMD", "VPD", "SMPL", "joint
                                     positions", "MediaPipe" or "glTF". Static. */
    double seconds;             /**< Length (s). */
    double frame_s;             /**< Time between frames, or between the keys of the densest track
                                     (s); 0 for a single pose. */
    int32_t take_count;         /**< Number of animations in the file. */
    int32_t take;               /**< Index of the animation that was loaded; 0 if the format has no
                                     takes. */
    uint64_t bones;             /**< Bit b: bone b is animated. 0 for VRM_MOTION_NODES. */
    bool has_nodes;             /**< Also plays on the nodes of its own file. */
    bool has_gaze;              /**< The gaze is animated. */
    int32_t expression_count;   /**< Number of expressions that are animated. */
    vrm_RestSource rest_source; /**< Where the rest pose was found. */
    float rest_confidence;      /**< How certain the rest pose is, 0..1. */
} vrm_MotionInfo;

/** Returns facts about a motion. */
VRM_API vrm_MotionInfo vrm_motion_info(const vrm_Motion* motion);

/** Returns the name of an animation in the file; "" if it has none or does not exist. Lives as long
 * as the motion. */
VRM_API const char* vrm_motion_take_name(const vrm_Motion* motion, int32_t take);

/** Returns the capture behind a VRM_MOTION_CAPTURE, with its joints and takes; NULL for other
 * kinds. Lives as long as the motion. */
VRM_API const vrm_Capture* vrm_motion_capture(const vrm_Motion* motion);

/** Returns the skeleton that the motion was made on, at rest, with its hips above the origin. For
 * VRM_MOTION_NODES a default human skeleton whose `bones` is 0. */
VRM_API vrm_Skeleton vrm_motion_skeleton(const vrm_Motion* motion);

/** Returns the number of frames at `fps` frames per second. If `fps` is 0, returns the number of
 * frames in the file; for files of curves at least 60 frames per second, with a frame on every key
 * if keys are evenly spaced. */
VRM_API int32_t vrm_motion_frame_count(const vrm_Motion* motion, double fps);

/** Returns the number of samples that edits work on, and that vrm_motion_animation() writes if it
 * need not change the motion: the frames of a capture or of an edited motion, the key times of a
 * VRM animation. Returns 0 for VRM_MOTION_NODES, and if memory runs out. */
VRM_API int32_t vrm_motion_sample_count(const vrm_Motion* motion);

/* ---- Fit to an avatar ---- */

/** How to fit a motion to an avatar. Start from vrm_default_fit_def(). */
typedef struct vrm_FitDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    vrm_Feet feet;     /**< Whether feet are held in place during contacts. Default VRM_FEET_AUTO:
                            where contacts of captured motion are clear; VRM animations are not
                            changed. */
    vrm_RootMotion root_motion; /**< How root motion is handled. Default VRM_ROOT_MOTION_KEEP. */
    bool loops;                 /**< Trim to one cycle and close the loop. Default false. */
    double fps; /**< Frames per second at which the motion is sampled. Default 0: a VRM animation
                     that is not changed keeps its keys, other motion is sampled as for
                     vrm_motion_frame_count(). */
    const char* name; /**< Name of the animation. Not kept. Default NULL: the name of the take. */
    float tolerance_degrees; /**< Maximum error of bones and gaze (degrees): keys are left out where
                                  interpolation stays within it. Default 0.1. */
    float tolerance_metres;  /**< The same for the position of the hips (m). Default 0.0005. */
    float tolerance_weight;  /**< The same for weights of expressions. Default 0.002. */
    uint64_t max_bytes;      /**< Memory for frames (bytes); beyond it VRM_ERR_LIMIT. Default 1
                                  GiB. */
    vrm_Report* report;      /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the result. Default: the C library. */
    /** vrm_motion_animation() writes a plain glTF skeleton instead of a VRM animation (see
     * vrm_RecorderDef.writes_skeleton), with the proportions of `rig`, or without one with those of
     * the motion. Default false. */
    bool writes_skeleton;
    /** Hands on the ground, together, on the hips and on the thighs. Default VRM_CONTACTS_AUTO:
     * those of captured motion are held where contacts are clear; VRM animations are not changed.
     */
    vrm_Contacts hands;
    vrm_Contacts knees; /**< Knees on the ground. Default VRM_CONTACTS_AUTO, as for `hands`. */
    /** Height of the seat that the avatar sits on (m above the ground), 0.05 to 2: hips are moved
     * to it while the motion sits, and feet stay on the ground. Default 0: the seat of the motion,
     * scaled with the legs. */
    float seat_height;
} vrm_FitDef;

/** Sets every field to its default; called by vrm_default_fit_def(). */
VRM_API void vrm_fit_def_init(vrm_FitDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_FitDef vrm_default_fit_def(void) {
    vrm_FitDef def;
    vrm_fit_def_init(&def, sizeof def);
    return def;
}

/** Result of fitting a motion. */
typedef struct vrm_FitReport {
    bool is_fitted;              /**< The motion was fitted to the avatar. If false, it was not
                                      changed, and `retarget` is all zero. */
    vrm_RetargetReport retarget; /**< Contacts, foot sliding, loop. */
    vrm_RecordStats stats;       /**< Frames and keys. All zero for a clip of nodes. */
} vrm_FitReport;

/** Makes a clip for an avatar. If `rig` is NULL, the clip is not fitted to an avatar, but still
 * plays on all of them. `fit` and `out_report` may be NULL. Returns VRM_ERR_INVALID for a
 * VRM_MOTION_NODES whose nodes are not those of the rig. The caller destroys the clip. */
VRM_API vrm_Result vrm_motion_clip(const vrm_Motion* motion, const vrm_Rig* rig,
                                   const vrm_FitDef* fit, vrm_FitReport* out_report,
                                   vrm_Clip** out_clip);

/** Makes a VRM animation that plays like the clip of vrm_motion_clip(), to save with
 * vrm_model_save_file(). A VRM animation that needs no change keeps its keys, except those that
 * interpolation reproduces within the tolerances. Arguments are as for vrm_motion_clip(). Returns
 * VRM_ERR_INVALID for VRM_MOTION_NODES; the report says why their skeleton is not human. The caller
 * destroys the model. */
VRM_API vrm_Result vrm_motion_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                        const vrm_FitDef* fit, vrm_FitReport* out_report,
                                        vrm_Model** out_model);

#ifdef __cplusplus
}
#endif

#endif
