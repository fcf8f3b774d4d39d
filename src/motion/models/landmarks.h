/* SPDX-License-Identifier: MIT */
/* Rotations of bones from the landmarks of MediaPipe: body, hands and head. */
#ifndef VRMI_MOTION_LANDMARKS_H
#define VRMI_MOTION_LANDMARKS_H

#include "motion/models/points_solve.h"

enum { VRMI_POSE_POINTS = 33, VRMI_HAND_POINTS = 21, VRMI_HANDS = 2 /* left, right */ };

/* Landmarks of one moment, in model axes: up +Y, left +X, front +Z, metres. */
typedef struct vrmi_Landmarks {
    vrm_Vec3 pose[VRMI_POSE_POINTS];
    vrm_Vec3 hands[VRMI_HANDS][VRMI_HAND_POINTS];
    bool has_hand[VRMI_HANDS];
    vrm_Quat head;
    bool has_head;
} vrmi_Landmarks;

/* What can be seen by itself. */
typedef enum vrmi_LandmarkPart {
    VRMI_SEEN_TRUNK = 0,
    VRMI_SEEN_HEAD, /* ears and nose */
    VRMI_SEEN_LEFT_ARM,
    VRMI_SEEN_RIGHT_ARM,
    VRMI_SEEN_LEFT_LEG,
    VRMI_SEEN_RIGHT_LEG,
    VRMI_SEEN_LEFT_HAND,
    VRMI_SEEN_RIGHT_HAND,
    VRMI_SEEN_FACE,   /* blend shapes */
    VRMI_SEEN_MATRIX, /* of the head */
    VRMI_SEEN_COUNT
} vrmi_LandmarkPart;

/* Metres, and beyond what a camera sees. */
#define VRMI_LANDMARK_FARTHEST 1e4

/* A landmark in model axes. MediaPipe: x to the right of the picture, y down, z away from the
 * camera. A person who faces the camera has the left on the right of the picture. */
static inline vrm_Vec3 vrmi_landmark_place(double x, double y, double z) {
    return (vrm_Vec3){(float)x, (float)-y, (float)-z};
}

/* The head, limbs that the points of a body show: bit p for part p. */
uint32_t vrmi_landmarks_seen(const bool visible[VRMI_POSE_POINTS]);

/* The turn of the head from the matrix of a face, column by column. False when it has none. */
bool vrmi_landmark_head(const float matrix[16], vrm_Quat* out);

/* The fingers of both hands that are set. */
uint64_t vrmi_landmark_fingers(bool has_left, bool has_right);

/* As vrmi_points_begin_body(), with fingers. */
void vrmi_landmarks_begin_body(uint64_t fingers, vrmi_PointBody* out);

/* The same with all fingers and the lengths of the standard skeleton. */
void vrmi_landmarks_standard_body(vrmi_PointBody* out);

/* Where bones begin, for vrmi_points_measure() and vrmi_landmarks_solve(). */
void vrmi_landmarks_frame(const vrmi_Landmarks* landmarks, vrmi_PointFrame* out);

/* The rotations of the bones of `body` from the T-pose, in model axes. */
void vrmi_landmarks_solve(const vrmi_PointBody* body, const vrmi_Landmarks* landmarks,
                          const vrmi_PointFrame* frame, vrm_Quat out_turns[VRM_BONE_COUNT]);

#endif
