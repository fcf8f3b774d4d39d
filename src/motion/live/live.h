/* SPDX-License-Identifier: MIT */
/* The members of a vrm_Points, in the order in which a frame passes them:
 *
 *   vrm_PointsFrame
 *     -> live_input.c   finite landmarks in model axes, filtered; what is seen
 *     -> landmarks.c    rotations, as for recorded landmarks
 *     -> live_parts.c   what each part of the person shows: tracked, held or at rest, and eased
 *     -> live_points.c  the interface: pose, face, avatar, recorder */
#ifndef VRMI_MOTION_LIVE_H
#define VRMI_MOTION_LIVE_H

#include "motion/live/one_euro.h"
#include "motion/models/landmarks.h"
#include "vrm/points.h"

/* Parts that are tracked, lost and eased by themselves. */
typedef enum vrmi_LivePart {
    VRMI_LIVE_TRUNK = 0, /* and bones that landmarks do not show: shoulders, eyes */
    VRMI_LIVE_HEAD,      /* and neck */
    VRMI_LIVE_LEFT_ARM,
    VRMI_LIVE_RIGHT_ARM,
    VRMI_LIVE_LEFT_WRIST,
    VRMI_LIVE_RIGHT_WRIST,
    VRMI_LIVE_LEFT_FINGERS,
    VRMI_LIVE_RIGHT_FINGERS,
    VRMI_LIVE_LEFT_LEG,
    VRMI_LIVE_RIGHT_LEG,
    VRMI_LIVE_FACE,  /* blend shapes */
    VRMI_LIVE_PLACE, /* beside the middle of the picture */
    VRMI_LIVE_PART_COUNT
} vrmi_LivePart;

/* What a part follows. A change from one to another is eased. */
typedef enum vrmi_LiveMode {
    VRMI_LIVE_AT_REST = 0,  /* the idle pose or the rest pose */
    VRMI_LIVE_UPRIGHT,      /* legs that are not seen stand below a trunk that is */
    VRMI_LIVE_HELD,         /* as it was seen last */
    VRMI_LIVE_TRACKED,      /* from here on: seen */
    VRMI_LIVE_BY_SHOULDERS, /* trunk, when the hips are not seen */
    VRMI_LIVE_BY_MATRIX,    /* head, when ears and nose are not seen */
    VRMI_LIVE_BY_BOTH,      /* neck by the ears, head by the matrix */
    VRMI_LIVE_BY_HAND       /* wrist, by the landmarks of the hand */
} vrmi_LiveMode;

typedef struct vrmi_LiveFilters {
    vrmi_OneEuro pose[VRMI_POSE_POINTS];
    vrmi_OneEuro hands[VRMI_HANDS][VRMI_HAND_POINTS];
    vrmi_OneEuro head; /* a quaternion */
    vrmi_OneEuro shapes[VRM_FACE_SHAPE_COUNT];
    vrmi_OneEuro sideways; /* metres from the middle of the picture */
} vrmi_LiveFilters;

/* A picture as it was understood. */
typedef struct vrmi_LiveInput {
    /* What each part can follow; VRMI_LIVE_AT_REST: it is not seen. */
    vrmi_LiveMode modes[VRMI_LIVE_PART_COUNT];
    vrmi_Landmarks landmarks; /* smoothed; of parts that are not seen, old or 0 */
    float shapes[VRM_FACE_SHAPE_COUNT];
    float sideways;
} vrmi_LiveInput;

typedef struct vrmi_LivePartState {
    vrmi_LiveMode mode;
    double lost_s;                /* since it was seen */
    double elapsed_s, duration_s; /* of the easing */
} vrmi_LivePartState;

struct vrm_Points {
    vrm_PointsDef def;
    vrmi_PointBody body;
    int8_t mirrored_shapes[VRM_FACE_SHAPE_COUNT];

    bool has_time, has_picture, has_seen_face;
    double time_s;       /* that the host has reached */
    double picture_s;    /* of the last picture */
    double clock_s;      /* seconds that passed, for the idle pose */
    double no_picture_s; /* seconds since the last picture */

    vrmi_LiveFilters filters;
    vrmi_LiveInput input;
    vrmi_LivePartState parts[VRMI_LIVE_PART_COUNT];

    /* Each shown value is its target and what is left of the difference that there was when the
     * part changed its mode. */
    vrm_Quat targets[VRM_BONE_COUNT], differences[VRM_BONE_COUNT];
    float shape_targets[VRM_FACE_SHAPE_COUNT], shape_differences[VRM_FACE_SHAPE_COUNT];
    float sideways_target, sideways_difference;
    vrm_Pose shown; /* hips_offset in metres of the standard skeleton */
    float shapes[VRM_FACE_SHAPE_COUNT];
    float presets[VRM_EXPRESSION_PRESET_COUNT];
};

/* Reads a picture `dt` seconds after the one before; filters that stand begin with it. */
void vrmi_live_read(vrm_Points* points, const vrm_PointsFrame* frame, double dt);

/* Lets every filter begin anew with the next picture. */
void vrmi_live_stop_filters(vrm_Points* points);

/* The part that a bone belongs to. */
vrmi_LivePart vrmi_live_part_of(vrm_Bone bone);

/* Shows the parts at rest, without easing. */
void vrmi_live_show_rest(vrm_Points* points);

/* Moves the parts on by `dt` seconds: to the new picture if `is_new`. After a jump of time, or a
 * restart of the filters, all of them ease from what is shown. */
void vrmi_live_show(vrm_Points* points, double dt, bool is_new, bool is_jump);

#endif
