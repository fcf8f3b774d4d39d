/* SPDX-License-Identifier: MIT */
/* Rotations of bones from the places of joints. Places say where a bone points, not how it is
 * rolled about itself: that comes from the hips and shoulders for the trunk, and from the planes in
 * which elbows and knees bend for the limbs. */
#ifndef VRMI_MOTION_POINTS_SOLVE_H
#define VRMI_MOTION_POINTS_SOLVE_H

#include "base/maths.h"
#include "vrm/capture.h"
#include "vrm/rig.h"

enum { VRMI_POINTS_MAX = 33 };

/* Where a bone begins: between the middle of points a and b and that of c and d, `part` of the way.
 */
typedef struct vrmi_PointPlace {
    int8_t bone;
    int8_t a, b, c, d;
    float part;
} vrmi_PointPlace;

/* The direction to a bone from the one that it hangs on, in the T-pose; millimetres. */
typedef struct vrmi_PointDirection {
    int8_t bone; /* of the left or the middle; those of the right are the mirror image */
    int16_t x, y, z;
} vrmi_PointDirection;

/* A layout of points. */
typedef struct vrmi_PointSet {
    vrm_PointLayout layout;
    int32_t point_count;
    const vrmi_PointPlace* places;
    int32_t place_count;
    const vrmi_PointDirection* directions; /* others are upright or as the standard skeleton's */
    int32_t direction_count;
    bool has_head;                    /* ears and nose, which tell where the head looks */
    int8_t left_ear, right_ear, nose; /* points */
    bool has_palms;                   /* knuckles, which tell how hands are turned */
    int8_t index_knuckles[2], little_knuckles[2]; /* points: left, right */
    double frame_rate;                            /* usual, as files do not say it */
    bool has_place; /* the person moves about; otherwise the hips stay at the origin */
} vrmi_PointSet;

/* The layout that the caller names, which has at most `point_count` points; for
 * VRM_POINT_LAYOUT_GUESS the one with exactly that many. NULL: none. */
const vrmi_PointSet* vrmi_point_set(vrm_PointLayout layout, size_t point_count);

/* The bones whose places are known. */
uint64_t vrmi_point_set_bones(const vrmi_PointSet* set);

/* A frame: where bones begin. Up is +Y, left +X, front +Z, metres. */
typedef struct vrmi_PointFrame {
    vrm_Vec3 bones[VRM_BONE_COUNT]; /* 0 where they are not known */
    vrm_Vec3 head_left, head_front; /* from ear to ear, and from between them to the nose */
    vrm_Vec3 fingers[2],
        across[2]; /* from the wrist to the knuckles, from little to index finger */
} vrmi_PointFrame;

void vrmi_points_frame(const vrmi_PointSet* set, const vrm_Vec3* points, vrm_Quat to_model,
                       vrmi_PointFrame* out);

/* The person that the points are of. */
typedef struct vrmi_PointBody {
    uint64_t bones;
    vrm_Vec3 directions[VRM_BONE_COUNT]; /* in the T-pose, from the parents; of length 1 */
    double sums[VRM_BONE_COUNT][3];      /* while it is measured */
    int64_t frame_count;
    vrm_Vec3 rest[VRM_BONE_COUNT]; /* places in the T-pose */
} vrmi_PointBody;

void vrmi_points_begin_body(const vrmi_PointSet* set, vrmi_PointBody* out);

/* Measures frame after frame, then builds the T-pose with the lengths of the bones. */
void vrmi_points_measure(const vrmi_PointFrame* frame, vrmi_PointBody* body);
void vrmi_points_build_body(vrmi_PointBody* body);

/* The rotations of the bones from the T-pose, in model axes. */
void vrmi_points_solve(const vrmi_PointSet* set, const vrmi_PointBody* body,
                       const vrmi_PointFrame* frame, vrm_Quat out_turns[VRM_BONE_COUNT]);

#endif
