/* SPDX-License-Identifier: MIT */
/* Lines of landmarks as MediaPipe Tasks gives them: one object of JSON for each frame. */
#ifndef VRMI_MOTION_MEDIAPIPE_H
#define VRMI_MOTION_MEDIAPIPE_H

#include "motion/models/landmarks.h"
#include "vrm/face.h"
#include "vrm/json.h"

/* What can be seen by itself. Bit g of vrmi_LandmarkLine.seen: part g is seen. */
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

typedef struct vrmi_LandmarkLine {
    double time_s;
    bool has_time;
    uint32_t seen;
    vrm_Vec3 pose[VRMI_POSE_POINTS]; /* model axes */
    vrm_Vec3 hands[VRMI_HANDS][VRMI_HAND_POINTS];
    float shapes[VRM_FACE_SHAPE_COUNT];
    vrm_Quat head;
} vrmi_LandmarkLine;

/* Whether text begins as lines of landmarks. */
bool vrmi_landmarks_are_in(const uint8_t* bytes, size_t size);

/* Reads one frame. Parts that are missing or not finite are not seen. */
void vrmi_landmark_line_read(const vrm_Json* json, vrmi_LandmarkLine* out);

#endif
