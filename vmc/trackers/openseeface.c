/* SPDX-License-Identifier: MIT */
/* OpenSeeFace: frames of 1785 bytes, one for each face, little-endian. docs/reference/trackers.md
 * has the layout, the derivation of the axes and the table of features. */
#include "trackers.h"

enum {
    FRAME_SIZE = 1785,
    /* Offsets in a frame. */
    TIME = 0,
    FACE = 8,
    EYES = 20, /* openness, the right one first */
    IS_FITTED = 28,
    QUATERNION = 33,
    TRANSLATION = 61,
    POINTS_3D = 889,
    FEATURES = 1729,
    /* Points of the eyes: pupils, and the centres of the balls. */
    RIGHT_PUPIL = 66,
    LEFT_PUPIL = 67,
    RIGHT_BALL = 68,
    LEFT_BALL = 69,
    POINTS = 70
};

/* In the order of the frame: how far a part of the face is from its median, -1..1. */
enum {
    EYE_LEFT,
    EYE_RIGHT,
    STEEPNESS_LEFT,
    BROW_LEFT,
    QUIRK_LEFT,
    STEEPNESS_RIGHT,
    BROW_RIGHT,
    QUIRK_RIGHT,
    CORNER_LEFT,
    CORNER_SIDE_LEFT,
    CORNER_RIGHT,
    CORNER_SIDE_RIGHT,
    MOUTH_OPEN,
    MOUTH_WIDE,
    FEATURE_COUNT
};

/* The model of the face is 1.004 units wide, a head about 14.5 cm. */
#define METRES_PER_UNIT 0.144f

/* Below, the eye is closed and its pupil a guess: OpenSeeFace's own limit. */
#define OPEN_ENOUGH 0.3f

#define EYE_YAW   35.0 /* as vrm_face_shapes_gaze() */
#define EYE_PITCH 25.0

/* All numbers that are used must be finite. */
static bool is_good(const uint8_t* frame) {
    if (!(tracker_f64(frame + TIME) >= -1e15 && tracker_f64(frame + TIME) <= 1e15)) return false;
    for (int i = 0; i < 2; i++)
        if (!tracker_is_near((double)tracker_f32(frame + EYES + 4 * i))) return false;
    for (int i = 0; i < 4; i++)
        if (!tracker_is_near((double)tracker_f32(frame + QUATERNION + 4 * i))) return false;
    for (int i = 0; i < 3; i++)
        if (!tracker_is_near((double)tracker_f32(frame + TRANSLATION + 4 * i))) return false;
    for (int i = RIGHT_PUPIL * 3; i < POINTS * 3; i++)
        if (!tracker_is_near((double)tracker_f32(frame + POINTS_3D + 4 * i))) return false;
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (!tracker_is_near((double)tracker_f32(frame + FEATURES + 4 * i))) return false;
    return true;
}

/* The quaternion is the inverse of the rotation from the model (right, up, forward) to the camera
 * (down, right, away), and at rest (-s, s, 0, 0) with s = sqrt(1/2). */
static bool read_head(const uint8_t* frame, vrm_TrackerState* state) {
    const uint8_t *q = frame + QUATERNION, *t = frame + TRANSLATION;
    float x = tracker_f32(q), y = tracker_f32(q + 4), z = tracker_f32(q + 8),
          w = tracker_f32(q + 12);
    vrm_Quat head = {-w - z, z - w, -x - y, y - x};
    if (!tracker_normalize(&head)) return false;
    tracker_set_head_rotation(state, head);
    state->head_position =
        (vrm_Vec3){tracker_f32(t + 4) * METRES_PER_UNIT, -tracker_f32(t) * METRES_PER_UNIT,
                   -tracker_f32(t + 8) * METRES_PER_UNIT};
    state->has_head_position = true;
    return true;
}

/* A point of the model as (left, up, forward): frames have right, down and back. */
static vrm_Vec3 point(const uint8_t* frame, int index) {
    const uint8_t* at = frame + POINTS_3D + 12 * index;
    return (vrm_Vec3){-tracker_f32(at), -tracker_f32(at + 4), -tracker_f32(at + 8)};
}

/* The mean of what both eyes see along; as shapes too, for vrm_face_track(). */
static void read_gaze(const uint8_t* frame, vrm_TrackerState* state) {
    vrm_Vec3 r = point(frame, RIGHT_PUPIL), l = point(frame, LEFT_PUPIL);
    vrm_Vec3 rb = point(frame, RIGHT_BALL), lb = point(frame, LEFT_BALL);
    double side = (double)(r.x - rb.x) + (double)(l.x - lb.x);
    double up = (double)(r.y - rb.y) + (double)(l.y - lb.y);
    double ahead = (double)(r.z - rb.z) + (double)(l.z - lb.z);
    if (!(ahead > 1e-6)) return; /* no pupils, or beside the eye */
    vrm_Vec2 gaze = vrm_pose_gaze((vrm_Vec3){(float)side, (float)up, (float)ahead});
    double yaw = (double)gaze.x, pitch = (double)gaze.y;
    tracker_set_gaze(state, yaw, pitch);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_OUT_LEFT, yaw / EYE_YAW);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_IN_RIGHT, yaw / EYE_YAW);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_IN_LEFT, -yaw / EYE_YAW);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_OUT_RIGHT, -yaw / EYE_YAW);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_DOWN_LEFT, pitch / EYE_PITCH);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_DOWN_RIGHT, pitch / EYE_PITCH);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_UP_LEFT, -pitch / EYE_PITCH);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_LOOK_UP_RIGHT, -pitch / EYE_PITCH);
}

/* Which shapes a feature becomes: below its median, and above. NONE: not shown. */
static const struct {
    int feature;
    vrm_FaceShape below, above;
} rows[] = {
    {EYE_LEFT, VRM_FACE_SHAPE_NONE, VRM_FACE_SHAPE_EYE_WIDE_LEFT},
    {EYE_RIGHT, VRM_FACE_SHAPE_NONE, VRM_FACE_SHAPE_EYE_WIDE_RIGHT},
    {BROW_LEFT, VRM_FACE_SHAPE_BROW_DOWN_LEFT, VRM_FACE_SHAPE_BROW_OUTER_UP_LEFT},
    {BROW_RIGHT, VRM_FACE_SHAPE_BROW_DOWN_RIGHT, VRM_FACE_SHAPE_BROW_OUTER_UP_RIGHT},
    /* Measured from the upper lip down to the corner. */
    {CORNER_LEFT, VRM_FACE_SHAPE_MOUTH_SMILE_LEFT, VRM_FACE_SHAPE_MOUTH_FROWN_LEFT},
    {CORNER_RIGHT, VRM_FACE_SHAPE_MOUTH_SMILE_RIGHT, VRM_FACE_SHAPE_MOUTH_FROWN_RIGHT},
    {MOUTH_OPEN, VRM_FACE_SHAPE_NONE, VRM_FACE_SHAPE_JAW_OPEN},
    {MOUTH_WIDE, VRM_FACE_SHAPE_MOUTH_PUCKER, VRM_FACE_SHAPE_MOUTH_STRETCH_LEFT},
    {MOUTH_WIDE, VRM_FACE_SHAPE_NONE, VRM_FACE_SHAPE_MOUTH_STRETCH_RIGHT},
};

static double feature(const uint8_t* frame, int index) {
    return (double)tracker_f32(frame + FEATURES + 4 * index);
}

static void read_face(const uint8_t* frame, vrm_TrackerState* state) {
    double right = (double)tracker_f32(frame + EYES), left = (double)tracker_f32(frame + EYES + 4);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_BLINK_RIGHT, 1.0 - right);
    tracker_set_shape(state, VRM_FACE_SHAPE_EYE_BLINK_LEFT, 1.0 - left);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value = feature(frame, rows[i].feature);
        if (rows[i].below != VRM_FACE_SHAPE_NONE) tracker_set_shape(state, rows[i].below, -value);
        if (rows[i].above != VRM_FACE_SHAPE_NONE) tracker_set_shape(state, rows[i].above, value);
    }
    double brows = (feature(frame, BROW_LEFT) + feature(frame, BROW_RIGHT)) * 0.5;
    tracker_set_shape(state, VRM_FACE_SHAPE_BROW_INNER_UP, brows);
    if (left >= (double)OPEN_ENOUGH && right >= (double)OPEN_ENOUGH) read_gaze(frame, state);
}

/* Of several faces the one with the lowest number is followed: it was found first. */
TrackerNews openseeface_read(const uint8_t* data, size_t size, TrackerFrame* out) {
    const uint8_t* frame = NULL;
    if (size == 0 || size % FRAME_SIZE != 0) return TRACKER_REFUSED;
    for (size_t at = 0; at < size; at += FRAME_SIZE) {
        const uint8_t* next = data + at;
        if (!is_good(next)) return TRACKER_REFUSED;
        if (frame == NULL || (int32_t)tracker_u32(next + FACE) < (int32_t)tracker_u32(frame + FACE))
            frame = next;
    }
    out->state.time_s = tracker_f64(frame + TIME);
    out->state.has_time = true;
    if (frame[IS_FITTED] == 0) return TRACKER_LOST;
    if (!read_head(frame, &out->state)) return TRACKER_REFUSED;
    read_face(frame, &out->state);
    return TRACKER_MOTION;
}
