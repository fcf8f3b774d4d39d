/* SPDX-License-Identifier: MIT */
/* Lines of landmarks as MediaPipe Tasks gives them: one object of JSON for each frame. */
#ifndef VRMI_MOTION_MEDIAPIPE_H
#define VRMI_MOTION_MEDIAPIPE_H

#include "motion/models/landmarks.h"
#include "vrm/points.h"

typedef struct vrmi_LandmarkLine {
    double time_s;
    bool has_time;
    uint32_t seen;                   /* bit p: vrmi_LandmarkPart p */
    vrm_Vec3 pose[VRMI_POSE_POINTS]; /* model axes */
    vrm_Vec3 hands[VRMI_HANDS][VRMI_HAND_POINTS];
    float shapes[VRM_FACE_SHAPE_COUNT];
    vrm_Quat head;
} vrmi_LandmarkLine;

/* Whether text begins as lines of landmarks. */
bool vrmi_landmarks_are_in(const uint8_t* bytes, size_t size);

#endif
