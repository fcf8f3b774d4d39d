/* SPDX-License-Identifier: MIT */
/** Live motion of one person from the landmarks of a camera (MediaPipe Tasks): bones, fingers, face
 * and gaze of an avatar, frame by frame.
 *
 *   vrm_points_create() -> for each picture vrm_points_feed() -> vrm_points_apply() to an avatar,
 *   vrm_points_pose() or vrm_points_record()
 *
 * Landmarks are smoothed by a one-euro filter whose result does not depend on the frame rate. A
 * part of the body that the camera loses is held for vrm_PointsDef.hold_s, then eases to the idle
 * pose; it eases back when it is seen again. Landmarks that are NaN, infinite or farther than 10 km
 * count as not seen.
 *
 * Memory is allocated only when the solver is created. The same frames give the same bits on every
 * CPU. Lines of JSON, as programs around MediaPipe write them, are read by vrm_points_read_line();
 * whole recordings of them by vrm/motion.h.
 *
 * docs/guide/camera.md has examples, docs/reference/motion.md the rules. */
#ifndef VRM_POINTS_H
#define VRM_POINTS_H

#include "base.h"
#include "face.h"
#include "record.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define VRM_POINTS_POSE 33 /**< Number of landmarks of a body. */
#define VRM_POINTS_HAND 21 /**< Number of landmarks of a hand. */

/** A solver that follows one person. Not thread-safe. */
typedef struct vrm_Points vrm_Points;

/** How to follow a person. Start from vrm_default_points_def(). */
typedef struct vrm_PointsDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    bool mirrors;      /**< The avatar moves as a mirror image: the person's left hand moves its
                            right one. Default false. */
    bool idles;        /**< Parts that are lost ease to vrm_pose_idle(); if false, to the rest pose.
                            Default true. */
    /** Cutoff of the one-euro filter at rest (Hz), 0.01..10000. Lower values smooth more and add
     * delay; from 1000 on nothing is smoothed. Default 1.5. */
    float min_cutoff_hz;
    /** Increase of the cutoff with speed (Hz), 0..10000: for each m/s of a landmark, each 2 rad/s
     * of the head's rotation, and each 1/s of a blend shape's weight. Default 20. */
    float beta;
    /** Visibility below which a landmark of the body counts as not seen, 0..1. Default 0.5. */
    float min_visibility;
    float hold_s;     /**< Time for which a lost part is held (s), 0..60. Default 0.5. */
    float ease_out_s; /**< Time in which it then eases to the idle pose (s), 0..60. Default 1. */
    float ease_in_s;  /**< Time in which a part that is seen again is blended in (s), 0..60. Default
                           0.25. */
    /** For the solver, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_PointsDef;

/** Sets every field to its default; called by vrm_default_points_def(). */
VRM_API void vrm_points_def_init(vrm_PointsDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_PointsDef vrm_default_points_def(void) {
    vrm_PointsDef def;
    vrm_points_def_init(&def, sizeof def);
    return def;
}

/** Creates a solver, in the idle or rest pose. `def` may be NULL. Returns VRM_ERR_ARGUMENT if a
 * number is out of range. */
VRM_API vrm_Result vrm_points_create(const vrm_PointsDef* def, vrm_Points** out_points);
/** Destroys a solver. `points` may be NULL. */
VRM_API void vrm_points_destroy(vrm_Points* points);

/** A landmark in the axes of MediaPipe: x to the right of the picture, y down, z away from the
 * camera. */
typedef struct vrm_Landmark {
    float x, y, z;    /**< World landmarks: metres. Landmarks in the picture: fractions of its width
                           and height. */
    float visibility; /**< 0..1; ignored for hands. */
} vrm_Landmark;

/** Landmarks of one picture. Parts that are NULL were not found. Left and right are the person's
 * own. */
typedef struct vrm_PointsFrame {
    const vrm_Landmark* pose;       /**< 33 world landmarks. */
    const vrm_Landmark* image;      /**< The same 33 landmarks in the picture; with `aspect` they
                                         let the hips move sideways with the person. */
    float aspect;                   /**< Width of the picture divided by its height; 0: unknown. */
    const vrm_Landmark* left_hand;  /**< 21 world landmarks. */
    const vrm_Landmark* right_hand; /**< 21 world landmarks. */
    const float* shapes; /**< Blend shapes of the face, VRM_FACE_SHAPE_COUNT, by vrm_FaceShape. */
    const float* head;   /**< Facial transformation matrix: 4x4, column-major. */
} vrm_PointsFrame;

/* ---- Lines of JSON ---- */

/** Landmarks of one picture as a line of JSON has them. */
typedef struct vrm_PointsLine {
    bool has_time; /**< time_s was given. */
    double time_s; /**< Time of the picture (s); its zero is arbitrary. */
    float aspect;  /**< As in vrm_PointsFrame; 0: not given. */
    bool has_pose, has_image, has_left_hand, has_right_hand; /**< These landmarks were found. */
    bool has_shapes, has_head;                               /**< `shapes` and `head` were found. */
    vrm_Landmark pose[VRM_POINTS_POSE];                      /**< World landmarks of the body. */
    vrm_Landmark image[VRM_POINTS_POSE];      /**< The same landmarks in the picture. */
    vrm_Landmark left_hand[VRM_POINTS_HAND];  /**< World landmarks of the person's left hand. */
    vrm_Landmark right_hand[VRM_POINTS_HAND]; /**< World landmarks of the right hand. */
    float shapes[VRM_FACE_SHAPE_COUNT];       /**< 0..1, by vrm_FaceShape. */
    float head[16];                           /**< As in vrm_PointsFrame. */
} vrm_PointsLine;

/** Reads one line of JSON with results of MediaPipe Tasks; docs/reference/motion.md has its
 * members. Parts that are incomplete, or have a number beyond 10 km, count as not found. The text
 * need not be terminated. `allocator` serves this call only; NULL: the C library.
 *
 * Returns VRM_ERR_JSON if it is not JSON, VRM_ERR_INVALID if it has no member with landmarks and no
 * time, VRM_ERR_LIMIT if it is longer than 1 MiB or has more than 65536 values; `*out_line` is then
 * all zero. */
VRM_API vrm_Result vrm_points_read_line(const char* text, size_t size,
                                        const vrm_Allocator* allocator, vrm_PointsLine* out_line);

/** Returns a frame for vrm_points_feed() that points into a line and is valid as long as it. */
static inline vrm_PointsFrame vrm_points_line_frame(const vrm_PointsLine* line) {
    vrm_PointsFrame frame;
    frame.pose = line->has_pose ? line->pose : NULL;
    frame.image = line->has_image ? line->image : NULL;
    frame.aspect = line->aspect;
    frame.left_hand = line->has_left_hand ? line->left_hand : NULL;
    frame.right_hand = line->has_right_hand ? line->right_hand : NULL;
    frame.shapes = line->has_shapes ? line->shapes : NULL;
    frame.head = line->has_head ? line->head : NULL;
    return frame;
}

/* ---- Feed ---- */

/** Longest gap between two frames across which the filters continue (s). */
#define VRM_POINTS_GAP_S 1.0

/** Feeds the landmarks of a picture taken at `time_s` (s). If all parts of `frame` are NULL, nobody
 * was found. If `frame` is NULL, there is no new picture, but time passes: parts are lost when the
 * last picture is older than vrm_PointsDef.hold_s.
 *
 * A picture may be older than the last call, if it is newer than the last picture. Any other time
 * that goes back, or that is more than VRM_POINTS_GAP_S after the last call or the last picture,
 * restarts the filters; the avatar eases to the new pose.
 *
 * Returns false, without effect, if the time is NaN or beyond 1e9; if a picture is within 0.1 ms of
 * the last picture; or if a call without a picture is within 0.1 ms of the last call. */
VRM_API bool vrm_points_feed(vrm_Points* points, const vrm_PointsFrame* frame, double time_s);

/** Resets the solver to its state after creation, without easing. */
VRM_API void vrm_points_reset(vrm_Points* points);

/* ---- Results ---- */

/** Returns the pose after the last frame. The lowest joint is on the ground. `hips_height` is the
 * height of the avatar's hips at rest (m), vrm_rig_hips_height(); it scales hips_offset. 0 means
 * 0.94, a person of 1.6 m, as for a recorder without a rig. */
VRM_API vrm_Pose vrm_points_pose(const vrm_Points* points, float hips_height);

/** Returns the bones that the last picture showed. Bit b: bone b. The others are held or at
 * rest. */
VRM_API uint64_t vrm_points_bones(const vrm_Points* points);

/** Returns true if the last picture showed a face with blend shapes. */
VRM_API bool vrm_points_has_face(const vrm_Points* points);

/** Returns the smoothed blend shapes, VRM_FACE_SHAPE_COUNT numbers for vrm_face_track(). When the
 * face is lost they are held, then eased to 0. Valid until the solver is destroyed; values change
 * with each frame. */
VRM_API const float* vrm_points_shapes(const vrm_Points* points);

/** Returns the weight of a preset that imitates the blend shapes, 0..1, for avatars without
 * expressions for all 52 (docs/reference/face.md); 0 if `preset` is out of range. */
VRM_API float vrm_points_preset(const vrm_Points* points, vrm_ExpressionPreset preset);

/** Returns the gaze of the blend shapes (degrees), as for vrm_avatar_look_along(). */
VRM_API vrm_Vec2 vrm_points_gaze(const vrm_Points* points);

/** Sets the pose of an avatar and, once a face was seen, presets and gaze. For an avatar with a
 * vrm_Face use vrm_points_pose() and vrm_face_track(). Returns false if the id is stale. */
VRM_API bool vrm_points_apply(const vrm_Points* points, vrm_Sim* sim, vrm_AvatarId avatar);

/** Adds a frame to a recorder: pose and, once a face was seen, presets and gaze. `hips_height` is
 * as in vrm_points_pose(). On failure nothing is added. */
VRM_API vrm_Result vrm_points_record(const vrm_Points* points, vrm_Recorder* recorder,
                                     double time_s, float hips_height);

#ifdef __cplusplus
}
#endif

#endif
