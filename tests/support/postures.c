/* SPDX-License-Identifier: MIT */
#include "support/postures.h"

#include "base/maths.h"
#include "support/dice.h"

#include <math.h>

const char* const posture_names[POSTURE_KINDS] = {"stand", "kneel",           "kneel on toes",
                                                  "plank", "push-up",         "sit on the ground",
                                                  "lie",   "lie on the face", "hang"};

/* ---- Figures ---- */

static bool is_between(int bone, vrm_Bone first, vrm_Bone last) {
    return bone >= (int)first && bone <= (int)last;
}

vrm_Skeleton posture_figure(uint32_t seed, float spread) {
    Dice dice = {seed * UINT64_C(77) + 5};
    vrm_Skeleton person = vrm_skeleton_person(0), figure = person;
    float size = roll(&dice, 1 - spread, 1 + spread), legs = roll(&dice, 1 - spread, 1 + spread);
    float trunk = roll(&dice, 1 - spread, 1 + spread), arms = roll(&dice, 1 - spread, 1 + spread);
    float feet = roll(&dice, 1 - spread, 1 + spread);
    for (int b = 1; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        bool is_leg = is_between(b, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT) ||
                      is_between(b, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT);
        bool is_toes = b == VRM_BONE_LEFT_TOES || b == VRM_BONE_RIGHT_TOES;
        bool is_trunk = is_between(b, VRM_BONE_SPINE, VRM_BONE_HEAD);
        float scale = size * (is_leg ? legs : is_toes ? feet : is_trunk ? trunk : arms);
        vrm_Vec3 step = vrmi_vec3_sub(person.positions[b], person.positions[parent]);
        figure.positions[b] = vrmi_vec3_add(figure.positions[parent], vrmi_vec3_scale(step, scale));
    }
    float toes = figure.positions[VRM_BONE_LEFT_TOES].y;
    float up = size * feet * person.positions[VRM_BONE_LEFT_TOES].y - toes;
    for (int b = 0; b < VRM_BONE_COUNT; b++) figure.positions[b].y += up;
    return figure;
}

/* ---- Poses ---- */

static void place_bones(const vrm_Skeleton* figure, const vrm_Pose* pose,
                        vrm_Quat turns[VRM_BONE_COUNT], vrm_Vec3 at[VRM_BONE_COUNT]) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        if (parent == VRM_BONE_NONE) {
            turns[b] = pose->rotations[b];
            at[b] = vrmi_vec3_add(figure->positions[b], pose->hips_offset);
            continue;
        }
        vrm_Vec3 step = vrmi_vec3_sub(figure->positions[b], figure->positions[parent]);
        turns[b] = vrmi_quat_mul(turns[parent], pose->rotations[b]);
        at[b] = vrmi_vec3_add(at[parent], vrmi_quat_rotate(turns[parent], step));
    }
}

void posture_heights(const vrm_Skeleton* figure, const vrm_Pose* pose, float out[VRM_BONE_COUNT]) {
    vrm_Quat turns[VRM_BONE_COUNT];
    vrm_Vec3 at[VRM_BONE_COUNT];
    place_bones(figure, pose, turns, at);
    for (int b = 0; b < VRM_BONE_COUNT; b++) out[b] = at[b].y;
}

void posture_places(const vrm_Skeleton* figure, const vrm_Pose* pose,
                    vrm_Vec3 out[VRM_BONE_COUNT]) {
    vrm_Quat turns[VRM_BONE_COUNT];
    place_bones(figure, pose, turns, out);
}

static vrm_Quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){x, y, z}, degrees * VRMI_TO_RADIANS);
}

/* Turns a bone, and those below it, in the world. */
static void turn_bone(const vrm_Skeleton* figure, vrm_Pose* pose, vrm_Bone bone, vrm_Quat turn) {
    vrm_Quat turns[VRM_BONE_COUNT];
    vrm_Vec3 at[VRM_BONE_COUNT];
    place_bones(figure, pose, turns, at);
    vrm_Bone parent = vrm_bone_parent(bone);
    vrm_Quat above = parent == VRM_BONE_NONE ? vrmi_quat_identity() : turns[parent];
    vrm_Quat local = vrmi_quat_mul(vrmi_quat_conjugate(above), vrmi_quat_mul(turn, turns[bone]));
    pose->rotations[bone] = vrmi_quat_normalize(local);
}

static void turn_both(const vrm_Skeleton* figure, vrm_Pose* pose, vrm_Bone left, vrm_Bone right,
                      float x_degrees) {
    turn_bone(figure, pose, left, about(1, 0, 0, x_degrees));
    turn_bone(figure, pose, right, about(1, 0, 0, x_degrees));
}

#define BOTH(bone) VRM_BONE_LEFT_##bone, VRM_BONE_RIGHT_##bone

/* Arms that point where the figure faces at rest: along +Z. */
static void reach_forwards(const vrm_Skeleton* figure, vrm_Pose* pose) {
    turn_bone(figure, pose, VRM_BONE_LEFT_UPPER_ARM, about(0, 1, 0, -90));
    turn_bone(figure, pose, VRM_BONE_RIGHT_UPPER_ARM, about(0, 1, 0, 90));
}

static void hang_arms(const vrm_Skeleton* figure, vrm_Pose* pose) {
    turn_bone(figure, pose, VRM_BONE_LEFT_UPPER_ARM, about(0, 0, 1, -75));
    turn_bone(figure, pose, VRM_BONE_RIGHT_UPPER_ARM, about(0, 0, 1, 75));
}

static void take_posture(const vrm_Skeleton* s, Posture posture, float wave, vrm_Pose* pose) {
    float bend = 0;
    switch (posture) {
    case POSTURE_STAND: hang_arms(s, pose); break;
    case POSTURE_KNEEL:
    case POSTURE_KNEEL_ON_TOES:
        hang_arms(s, pose);
        turn_both(s, pose, BOTH(LOWER_LEG), 92);
        /* Feet were along +Z: now they hang down; bent back for the instep, or forwards. */
        turn_both(s, pose, BOTH(FOOT), posture == POSTURE_KNEEL ? 60.0f : -20.0f);
        turn_both(s, pose, BOTH(TOES), posture == POSTURE_KNEEL ? 0.0f : -65.0f);
        break;
    case POSTURE_PLANK:
    case POSTURE_PUSH_UP:
        bend = posture == POSTURE_PLANK ? 2.0f : 25.0f + 20.0f * wave;
        reach_forwards(s, pose);
        turn_both(s, pose, BOTH(UPPER_ARM), bend);
        turn_both(s, pose, BOTH(LOWER_ARM), -2 * bend);
        turn_both(s, pose, BOTH(HAND), bend - 80);
        turn_both(s, pose, BOTH(TOES), -70);
        turn_bone(s, pose, VRM_BONE_HIPS, about(1, 0, 0, 68 + 0.2f * bend));
        break;
    case POSTURE_SIT_ON_GROUND:
        hang_arms(s, pose);
        turn_both(s, pose, BOTH(UPPER_LEG), -88);
        turn_bone(s, pose, VRM_BONE_HIPS, about(1, 0, 0, -8));
        break;
    case POSTURE_LIE:
    case POSTURE_LIE_ON_FACE:
        hang_arms(s, pose);
        turn_both(s, pose, BOTH(FOOT), 40);
        turn_bone(s, pose, VRM_BONE_HIPS, about(1, 0, 0, posture == POSTURE_LIE ? -90.0f : 90.0f));
        break;
    default:
        turn_bone(s, pose, VRM_BONE_LEFT_UPPER_ARM, about(0, 0, 1, 85));
        turn_bone(s, pose, VRM_BONE_RIGHT_UPPER_ARM, about(0, 0, 1, -85));
        turn_both(s, pose, BOTH(FOOT), 25);
        break;
    }
    turn_bone(s, pose, VRM_BONE_SPINE, about(1, 0, 0, wave));
    turn_bone(s, pose, VRM_BONE_HEAD, about(0, 1, 0, 6 * wave));
}

/* What is between a joint and the ground that it lies on, metres of a person. */
static float thickness_of(const vrm_Skeleton* figure, int b) {
    if (b == VRM_BONE_LEFT_TOES || b == VRM_BONE_RIGHT_TOES) return figure->positions[b].y;
    if (b == VRM_BONE_LEFT_FOOT || b == VRM_BONE_RIGHT_FOOT) return 0.04f;
    if (is_between(b, VRM_BONE_LEFT_THUMB_METACARPAL, VRM_BONE_RIGHT_LITTLE_DISTAL)) return 0.01f;
    if (b == VRM_BONE_LEFT_HAND || b == VRM_BONE_RIGHT_HAND) return 0.03f;
    if (b == VRM_BONE_LEFT_LOWER_LEG || b == VRM_BONE_RIGHT_LOWER_LEG) return 0.05f;
    if (b == VRM_BONE_LEFT_LOWER_ARM || b == VRM_BONE_RIGHT_LOWER_ARM) return 0.045f;
    return 0.09f;
}

vrm_Pose posture_pose(const vrm_Skeleton* figure, Posture posture, double part) {
    vrm_Pose pose = vrm_pose_rest();
    float wave = (float)sin(6.28318530717958647692 * part), heights[VRM_BONE_COUNT], low = 1e6f;
    take_posture(figure, posture, wave, &pose);
    posture_heights(figure, &pose, heights);
    for (int b = 0; b < VRM_BONE_COUNT; b++) low = fminf(low, heights[b] - thickness_of(figure, b));
    pose.hips_offset.y -= low;
    if (posture == POSTURE_HANG) pose.hips_offset.y += 0.5f;
    return pose;
}

vrm_Pose posture_turned(const vrm_Skeleton* figure, vrm_Pose pose, float heading, vrm_Vec3 place) {
    vrm_Quat turn = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, heading);
    vrm_Vec3 rest = figure->positions[VRM_BONE_HIPS];
    vrm_Vec3 at = vrmi_quat_rotate(turn, vrmi_vec3_add(rest, pose.hips_offset));
    pose.hips_offset = vrmi_vec3_add(vrmi_vec3_sub(at, rest), place);
    pose.rotations[VRM_BONE_HIPS] = vrmi_quat_mul(turn, pose.rotations[VRM_BONE_HIPS]);
    return pose;
}
