/* SPDX-License-Identifier: MIT */
/* The rest pose of rigs whose local axes say it. 3ds Max' Biped ("Bip01 L UpperArm") gives every
 * bone the same axes in every file: X along the bone, Z the hinge of elbows, knees and fingers. Its
 * files rest in whatever frame was shown last, but no frame is needed: the T-pose is where these
 * axes lie as in the table below. */
#include "motion/capture/person_pose.h"

#include "base/ascii.h"

#include <string.h>

/* ---- Names ---- */

static bool is_biped_name(const char* name) {
    for (const char* at = name; *at != '\0'; at++)
        if (*at == ':' || *at == '|') name = at + 1; /* name spaces */
    return strncmp(name, "Bip", 3) == 0 && vrmi_is_digit(name[3]);
}

static bool has_biped_names(const vrm_Capture* capture) {
    int bones = 0, named = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (capture->bones[b] < 0) continue;
        bones++;
        named += is_biped_name(capture->joints[capture->bones[b]].name);
    }
    return named * 10 >= bones * 9;
}

/* ---- Axes ---- */

static const vrm_Vec3 left = {1.0f, 0.0f, 0.0f}, right = {-1.0f, 0.0f, 0.0f},
                      up = {0.0f, 1.0f, 0.0f}, down = {0.0f, -1.0f, 0.0f},
                      front = {0.0f, 0.0f, 1.0f}, back = {0.0f, 0.0f, -1.0f};

static bool is_right(vrm_Bone bone) {
    return (bone >= VRM_BONE_RIGHT_SHOULDER && bone <= VRM_BONE_RIGHT_HAND) ||
           bone >= VRM_BONE_RIGHT_THUMB_METACARPAL;
}

static bool is_thumb(vrm_Bone bone) {
    return (bone >= VRM_BONE_LEFT_THUMB_METACARPAL && bone <= VRM_BONE_LEFT_THUMB_DISTAL) ||
           (bone >= VRM_BONE_RIGHT_THUMB_METACARPAL && bone <= VRM_BONE_RIGHT_THUMB_DISTAL);
}

/* Rotations from the axes of a bone to model axes in the T-pose. */
static vrm_Quat biped_axes(vrm_Bone bone) {
    bool mirrors = is_right(bone);
    vrm_Vec3 along = mirrors ? right : left;
    if (bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES)
        return vrmi_quat_from_basis(front, up, right);
    if (bone >= VRM_BONE_LEFT_UPPER_LEG && bone <= VRM_BONE_RIGHT_FOOT)
        return vrmi_quat_from_basis(down, front, right);
    if (bone < VRM_BONE_LEFT_UPPER_LEG) return vrmi_quat_from_basis(up, front, left);
    if (is_thumb(bone)) {
        vrm_Vec3 hinge = mirrors ? down : up;
        along = vrmi_vec3_normalize(vrmi_vec3_add(along, front));
        return vrmi_quat_from_basis(along, vrmi_vec3_cross(hinge, along), hinge);
    }
    bool is_hand = bone == VRM_BONE_LEFT_HAND || bone == VRM_BONE_RIGHT_HAND ||
                   bone >= VRM_BONE_LEFT_THUMB_METACARPAL;
    if (is_hand) return vrmi_quat_from_basis(along, down, mirrors ? front : back);
    return vrmi_quat_from_basis(along, back, mirrors ? down : up);
}

/* ---- Detection ---- */

/* Returns the unit vector from a bone to another one in the axes of the first; (0, 0, 0) if one is
 * missing. */
static vrm_Vec3 seen_from(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to, vrm_Bone axes) {
    vrm_Vec3 direction = vrmi_vec3_normalize(vrmi_person_between(capture, from, to));
    if (vrmi_vec3_reach(direction) == 0.0f || !vrmi_person_has(capture, axes)) return direction;
    vrm_Quat turn = capture->joints[capture->bones[axes]].turn;
    return vrmi_quat_rotate(vrmi_quat_conjugate(turn), direction);
}

static bool points_along(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to) {
    vrm_Vec3 direction = seen_from(capture, from, to, from);
    return vrmi_vec3_reach(direction) == 0.0f || direction.x > 0.97f;
}

/* In the present pose: limbs along X, legs beside each other along Z, elbows and knees bent as
 * humans bend them. */
static bool fits_axes(const vrm_Capture* capture) {
    static const vrm_Bone limbs[] = {VRM_BONE_LEFT_UPPER_ARM,  VRM_BONE_LEFT_LOWER_ARM,
                                     VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM,
                                     VRM_BONE_LEFT_UPPER_LEG,  VRM_BONE_LEFT_LOWER_LEG,
                                     VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG};
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        vrm_Bone next = (vrm_Bone)(limbs[i] + 1);
        if (!points_along(capture, limbs[i], next)) return false;
        if (i % 2 != 0) continue;
        vrm_Vec3 bend = seen_from(capture, next, (vrm_Bone)(next + 1), limbs[i]);
        if (bend.y > 0.35f) return false;
    }
    vrm_Vec3 legs =
        seen_from(capture, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_HIPS);
    vrm_Vec3 toes = seen_from(capture, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES, VRM_BONE_LEFT_FOOT);
    bool has_toes = vrmi_vec3_reach(toes) > 0.0f;
    return legs.z > 0.8f && !(has_toes && toes.y < 0.2f);
}

enum { GLANCES = 16 };

bool vrmi_rest_has_axes(vrm_Capture* capture) {
    if (!has_biped_names(capture)) return false;
    int32_t count = vrmi_person_samples(capture);
    for (int32_t i = 0; i < GLANCES; i++) {
        vrmi_person_pose(capture, vrmi_person_sample(capture, i * (count - 1) / (GLANCES - 1)));
        if (!fits_axes(capture)) return false;
    }
    return true;
}

void vrmi_rest_by_axes(vrm_Capture* capture) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        capture->rests[b] = parent == VRM_BONE_NONE ? vrmi_quat_identity() : capture->rests[parent];
        bool is_face = b == VRM_BONE_LEFT_EYE || b == VRM_BONE_RIGHT_EYE || b == VRM_BONE_JAW;
        if (capture->bones[b] < 0 || is_face) continue;
        vrm_Quat turn = vrmi_quat_mul(capture->to_model, capture->joints[capture->bones[b]].turn);
        capture->rests[b] = vrmi_quat_mul(turn, vrmi_quat_conjugate(biped_axes((vrm_Bone)b)));
    }
}
