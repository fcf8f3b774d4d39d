/* SPDX-License-Identifier: MIT */
#include "motion/models/landmarks.h"

#include "motion/record.h"

/* Bones of a finger follow each other; so do its points, from the knuckle to the tip. */
enum { FINGERS = 5, FINGER_BONES = 3, KNUCKLE_INDEX = 5, KNUCKLE_LITTLE = 17 };

typedef struct Finger {
    int8_t first_bones[VRMI_HANDS];
    int8_t first_point;
} Finger;

static const Finger fingers[FINGERS] = {
    {{VRM_BONE_LEFT_THUMB_METACARPAL, VRM_BONE_RIGHT_THUMB_METACARPAL}, 1},
    {{VRM_BONE_LEFT_INDEX_PROXIMAL, VRM_BONE_RIGHT_INDEX_PROXIMAL}, KNUCKLE_INDEX},
    {{VRM_BONE_LEFT_MIDDLE_PROXIMAL, VRM_BONE_RIGHT_MIDDLE_PROXIMAL}, 9},
    {{VRM_BONE_LEFT_RING_PROXIMAL, VRM_BONE_RIGHT_RING_PROXIMAL}, 13},
    {{VRM_BONE_LEFT_LITTLE_PROXIMAL, VRM_BONE_RIGHT_LITTLE_PROXIMAL}, KNUCKLE_LITTLE},
};

static const vrm_Bone hand_bones[VRMI_HANDS] = {VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND};

static const vrmi_PointSet* pose_set(void) {
    return vrmi_point_set(VRM_POINT_LAYOUT_MEDIAPIPE, VRMI_POSE_POINTS);
}

uint32_t vrmi_landmarks_seen(const bool visible[VRMI_POSE_POINTS]) {
    static const struct {
        int8_t part, a, b;
    } rows[] = {
        {VRMI_SEEN_HEAD, 0, 0},       {VRMI_SEEN_LEFT_ARM, 13, 15},  {VRMI_SEEN_RIGHT_ARM, 14, 16},
        {VRMI_SEEN_LEFT_LEG, 25, 27}, {VRMI_SEEN_RIGHT_LEG, 26, 28},
    };
    uint32_t seen = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (visible[rows[i].a] && visible[rows[i].b]) seen |= 1u << rows[i].part;
    return seen;
}

/* The axes of the camera are those of the model: up +Y, the person's left +X, front +Z. */
bool vrmi_landmark_head(const float m[16], vrm_Quat* out) {
    vrm_Vec3 x = {m[0], m[1], m[2]}, y = {m[4], m[5], m[6]};
    vrm_Vec3 z = vrmi_vec3_cross(x, y);
    if (vrmi_vec3_length(x) < 1e-3f || vrmi_vec3_length(z) < 1e-6f) return false;
    x = vrmi_vec3_normalize(x);
    z = vrmi_vec3_normalize(z);
    *out = vrmi_quat_normalize(vrmi_quat_from_frame(x, vrmi_vec3_cross(z, x), z));
    return true;
}

uint64_t vrmi_landmark_fingers(bool has_left, bool has_right) {
    uint64_t bones = 0;
    for (int f = 0; f < FINGERS; f++)
        for (int b = 0; b < FINGER_BONES; b++) {
            if (has_left) bones |= (uint64_t)1 << (fingers[f].first_bones[0] + b);
            if (has_right) bones |= (uint64_t)1 << (fingers[f].first_bones[1] + b);
        }
    return bones;
}

void vrmi_landmarks_begin_body(uint64_t finger_bones, vrmi_PointBody* out) {
    vrm_Vec3 standard[VRM_BONE_COUNT];
    (void)vrmi_record_skeleton(NULL, 0.0f, standard);
    vrmi_points_begin_body(pose_set(), out);
    out->bones |= finger_bones;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if ((finger_bones >> b & 1) == 0) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, out->bones);
        vrm_Vec3 step = vrmi_vec3_sub(standard[b], standard[parent]);
        out->directions[b] = vrmi_vec3_normalize_or(step, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    }
}

void vrmi_landmarks_standard_body(vrmi_PointBody* out) {
    vrm_Vec3 standard[VRM_BONE_COUNT];
    (void)vrmi_record_skeleton(NULL, 0.0f, standard);
    vrmi_landmarks_begin_body(vrmi_landmark_fingers(true, true), out);
    out->rest[VRM_BONE_HIPS] = standard[VRM_BONE_HIPS];
    for (int b = VRM_BONE_HIPS + 1; b < VRM_BONE_COUNT; b++) {
        if ((out->bones >> b & 1) == 0) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, out->bones);
        float length = vrmi_vec3_distance(standard[b], standard[parent]);
        out->rest[b] =
            vrmi_vec3_add(out->rest[parent], vrmi_vec3_scale(out->directions[b], length));
    }
}

/* The points of a hand have their own origin: they are put onto the wrist of the body. */
static void put_hand(const vrm_Vec3 hand[VRMI_HAND_POINTS], int side, vrmi_PointFrame* out) {
    vrm_Vec3 wrist = out->bones[hand_bones[side]];
    for (int f = 0; f < FINGERS; f++)
        for (int b = 0; b < FINGER_BONES; b++)
            out->bones[fingers[f].first_bones[side] + b] =
                vrmi_vec3_add(wrist, vrmi_vec3_sub(hand[fingers[f].first_point + b], hand[0]));
    vrm_Vec3 index = hand[KNUCKLE_INDEX], little = hand[KNUCKLE_LITTLE];
    vrm_Vec3 knuckles = vrmi_vec3_scale(vrmi_vec3_add(index, little), 0.5f);
    out->fingers[side] = vrmi_vec3_sub(knuckles, hand[0]);
    out->across[side] = vrmi_vec3_sub(index, little);
}

void vrmi_landmarks_frame(const vrmi_Landmarks* landmarks, vrmi_PointFrame* out) {
    vrmi_points_frame(pose_set(), landmarks->pose, vrmi_quat_identity(), out);
    for (int side = 0; side < VRMI_HANDS; side++)
        if (landmarks->has_hand[side]) put_hand(landmarks->hands[side], side, out);
}

/* Each bone of a finger is turned by the least that points it to its end. */
static void solve_finger(const vrmi_PointBody* body, const vrm_Vec3* points, int first_bone,
                         vrm_Quat above, vrm_Quat turns[VRM_BONE_COUNT]) {
    for (int b = 0; b < FINGER_BONES; b++) {
        int next = b + 1 < FINGER_BONES ? b + 1 : b; /* the tip goes on as the bone before it */
        vrm_Vec3 rest = vrmi_quat_rotate(above, body->directions[first_bone + next]);
        vrm_Vec3 there = vrmi_vec3_normalize_or(vrmi_vec3_sub(points[b + 1], points[b]), rest);
        above = vrmi_quat_normalize(
            vrmi_quat_mul(vrmi_quat_from_to(vrmi_vec3_normalize(rest), there), above));
        turns[first_bone + b] = above;
    }
}

void vrmi_landmarks_solve(const vrmi_PointBody* body, const vrmi_Landmarks* landmarks,
                          const vrmi_PointFrame* frame, vrm_Quat out_turns[VRM_BONE_COUNT]) {
    vrmi_points_solve(pose_set(), body, frame, out_turns);
    if (landmarks->has_head) out_turns[VRM_BONE_HEAD] = landmarks->head;
    for (int side = 0; side < VRMI_HANDS; side++)
        for (int f = 0; f < FINGERS && landmarks->has_hand[side]; f++)
            solve_finger(body, landmarks->hands[side] + fingers[f].first_point,
                         fingers[f].first_bones[side], out_turns[hand_bones[side]], out_turns);
}
