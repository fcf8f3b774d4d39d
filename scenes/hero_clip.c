/* SPDX-License-Identifier: MIT */
/* A greeting for Vesna, recorded to a VRM animation: the idle below, and on top of it a wave, a
 * turn to both sides that sets skirt and ribbons swinging, and a small jump. */
#include "hero.h"

#include "vrm/pose.h"
#include "vrm/record.h"

#include <stdlib.h>

#define SECONDS    4
#define FRAME_RATE 30

static const vrm_Vec3 x_axis = {1, 0, 0}, y_axis = {0, 1, 0}, z_axis = {0, 0, 1};

/* Between two rotations, the short way. */
static vrm_Quat between(vrm_Quat a, vrm_Quat b, float share) {
    float side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -share : share;
    float rest = 1 - share;
    return q_normalize((vrm_Quat){a.x * rest + b.x * side, a.y * rest + b.y * side,
                                  a.z * rest + b.z * side, a.w * rest + b.w * side});
}

/* 0 before and after, 1 in the middle, `ease` seconds to rise and to fall. */
static float during(float t, float from, float to, float ease) {
    return smooth(from, from + ease, t) * smooth(to, to - ease, t);
}

/* `count` swings over the whole clip. */
static float swing(float t, float count) {
    return turn_any(t / SECONDS * count).y;
}

static void turn_bone(vrm_Pose* pose, vrm_Bone bone, vrm_Vec3 axis, double fraction) {
    pose->rotations[bone] = q_mul(pose->rotations[bone], q_about(axis, fraction));
}

static void lead_bone(vrm_Pose* pose, vrm_Bone bone, vrm_Quat to, float share) {
    pose->rotations[bone] = between(pose->rotations[bone], to, share);
}

/* The right arm goes up, the forearm swings. */
static void wave(vrm_Pose* pose, float t) {
    float raised = during(t, 0.2f, 2.5f, 0.5f);
    double side = 0.055 * (double)swing(t, 10);
    lead_bone(pose, VRM_BONE_RIGHT_UPPER_ARM, q_mul(q_about(z_axis, 0.04), q_about(y_axis, 0.06)),
              raised);
    lead_bone(pose, VRM_BONE_RIGHT_LOWER_ARM, q_about(z_axis, -0.235 + side), raised);
    lead_bone(pose, VRM_BONE_RIGHT_HAND, q_mul(q_about(x_axis, -0.20), q_about(y_axis, side * 0.8)),
              raised);
    turn_bone(pose, VRM_BONE_HEAD, z_axis, 0.030 * (double)raised);
    turn_bone(pose, VRM_BONE_LEFT_UPPER_ARM, z_axis, 0.020 * (double)raised);
}

/* Hips and chest turn to both sides; the head stays with whoever watches. */
static void sway(vrm_Pose* pose, float t) {
    double side = (double)swing(t, 2) * (double)during(t, 0, SECONDS, 0.6f);
    turn_bone(pose, VRM_BONE_HIPS, y_axis, 0.055 * side);
    turn_bone(pose, VRM_BONE_CHEST, y_axis, 0.020 * side);
    turn_bone(pose, VRM_BONE_NECK, y_axis, -0.050 * side);
    turn_bone(pose, VRM_BONE_LEFT_UPPER_LEG, y_axis, -0.040 * side);
    turn_bone(pose, VRM_BONE_RIGHT_UPPER_LEG, y_axis, -0.040 * side);
}

/* Bend, leap, land softly. */
static void jump(vrm_Pose* pose, float t) {
    float bend = during(t, 2.45f, 2.80f, 0.17f) + during(t, 3.10f, 3.50f, 0.15f);
    float air = (t - 2.76f) * (3.16f - t) / 0.04f; /* a throw: 1 at its height */
    const float thigh = 0.335f;
    double angle = 0.075 * (double)bend;
    vrm_Vec2 fold = turn(angle);
    pose->hips_offset.y += (air > 0 ? 0.075f * air : 0) - 2 * thigh * (1 - fold.x);
    static const vrm_Bone legs[2][3] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT}};
    for (int32_t side = 0; side < 2; side++) {
        turn_bone(pose, legs[side][0], x_axis, -angle);
        turn_bone(pose, legs[side][1], x_axis, 2 * angle);
        turn_bone(pose, legs[side][2], x_axis, air > 0 ? 0.06 * (double)air : -angle);
    }
    turn_bone(pose, VRM_BONE_SPINE, x_axis, 0.5 * angle);
    turn_bone(pose, VRM_BONE_LEFT_UPPER_ARM, z_axis, air > 0 ? 0.08 * (double)air : 0);
    turn_bone(pose, VRM_BONE_RIGHT_UPPER_ARM, z_axis, air > 0 ? -0.08 * (double)air : 0);
}

static vrm_Result record(vrm_Recorder* recorder) {
    vrm_Result result = VRM_OK;
    for (int32_t frame = 0; frame <= SECONDS * FRAME_RATE && result == VRM_OK; frame++) {
        float t = (float)frame / FRAME_RATE;
        vrm_Pose pose = vrm_pose_idle(t / SECONDS * VRM_IDLE_PERIOD_S);
        wave(&pose, t);
        sway(&pose, t);
        jump(&pose, t);
        float smile = during(t, 0.5f, 2.4f, 0.35f), delight = during(t, 2.7f, 3.7f, 0.25f);
        float blink = during(t, 0.05f, 0.30f, 0.10f) + during(t, 3.72f, 3.95f, 0.09f);
        result = vrm_recorder_add_frame(recorder, (double)t, &pose);
        if (result == VRM_OK)
            result = vrm_recorder_set_expression(recorder, "relaxed", 0.35f * smile);
        if (result == VRM_OK)
            result =
                vrm_recorder_set_expression(recorder, "aa", 0.45f * smile * clamp01(swing(t, 8)));
        if (result == VRM_OK) result = vrm_recorder_set_expression(recorder, "happy", delight);
        if (result == VRM_OK) result = vrm_recorder_set_expression(recorder, "blink", blink);
    }
    return result;
}

static SceneBytes save(const vrm_Model* model) {
    SceneBytes bytes = {0};
    if (vrm_model_save_size(model, &bytes.size) == VRM_OK) bytes.data = malloc(bytes.size);
    if (bytes.data != NULL && vrm_model_save(model, bytes.data, bytes.size) == VRM_OK) return bytes;
    scene_bytes_free(&bytes);
    return bytes;
}

SceneBytes scene_hero_clip(void) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.name = "greeting";
    def.hips_height = 0.79f;
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    SceneBytes bytes = {0};
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    if (result == VRM_OK) result = record(recorder);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, NULL, &model);
    if (result == VRM_OK) bytes = save(model);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    return bytes;
}
