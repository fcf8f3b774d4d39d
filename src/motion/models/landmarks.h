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

/* The fingers of both hands that are set. */
uint64_t vrmi_landmark_fingers(bool has_left, bool has_right);

/* As vrmi_points_begin_body(), with fingers. */
void vrmi_landmarks_begin_body(uint64_t fingers, vrmi_PointBody* out);

/* Where bones begin, for vrmi_points_measure() and vrmi_landmarks_solve(). */
void vrmi_landmarks_frame(const vrmi_Landmarks* landmarks, vrmi_PointFrame* out);

/* The rotations of the bones of `body` from the T-pose, in model axes. */
void vrmi_landmarks_solve(const vrmi_PointBody* body, const vrmi_Landmarks* landmarks,
                          const vrmi_PointFrame* frame, vrm_Quat out_turns[VRM_BONE_COUNT]);

#endif
