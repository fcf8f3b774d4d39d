/* SPDX-License-Identifier: MIT */
/* Two-bone inverse kinematics of random arms and legs: bones keep their length, joints bend no
 * further than joints can, and what an arm is said to reach it reaches. */
#include "motion/retarget/body_pose.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/postures.h"

#include <math.h>

static const float most_bend = 155.5f; /* degrees */

static vrm_Vec3 roll_place(Dice* dice, float size) {
    return (vrm_Vec3){roll(dice, -size, size), roll(dice, -size, size), roll(dice, -size, size)};
}

/* 0: straight. */
static float bend_of(const vrmi_TwoBones* limb) {
    vrm_Vec3 upper = vrmi_vec3_normalize(vrmi_vec3_sub(limb->joint, limb->root));
    vrm_Vec3 lower = vrmi_vec3_normalize(vrmi_vec3_sub(limb->end, limb->joint));
    double cosine = (double)vrmi_clamp(vrmi_vec3_dot(upper, lower), -1, 1);
    return (float)acos(cosine) * VRMI_TO_DEGREES;
}

static float length_error(const vrmi_TwoBones* limb) {
    float upper = vrmi_vec3_distance(limb->root, limb->joint) - limb->upper_length;
    float lower = vrmi_vec3_distance(limb->joint, limb->end) - limb->lower_length;
    return fmaxf(fabsf(upper), fabsf(lower));
}

/* A limb that hangs down and bends ahead by some degrees. */
static vrmi_TwoBones hanging(float upper, float lower, float degrees) {
    float angle = degrees * VRMI_TO_RADIANS;
    vrm_Quat none = vrmi_quat_identity();
    vrm_Vec3 end = {0, -upper - lower * cosf(angle), -lower * sinf(angle)};
    return (vrmi_TwoBones){upper, lower, {0, 0, 0}, {0, -upper, 0}, end, none, none, {0, 0, 1}};
}

static void joints_bend_no_further_than_joints_can(void** state) {
    (void)state;
    Dice dice = {5};
    for (int round = 0; round < 4000; round++) {
        float upper = roll(&dice, 0.05f, 0.5f), lower = roll(&dice, 0.05f, 0.5f);
        vrmi_TwoBones limb = hanging(upper, lower, roll(&dice, 0, 175));
        float before = bend_of(&limb);
        vrm_Vec3 goal = roll_place(&dice, roll(&dice, 0.01f, 1));
        float reach = vrmi_limb_reach(&limb, vrmi_vec3_distance(limb.root, goal), 0.92f);
        vrmi_limb_solve(&limb, goal, reach);
        if (!(length_error(&limb) < 1e-5f)) fail_msg("round %d: a bone has another length", round);
        if (!(bend_of(&limb) < fmaxf(before, most_bend) + 0.5f))
            fail_msg("round %d: bent by %g degrees, %g before", round, (double)bend_of(&limb),
                     (double)before);
    }
}

/* Moves the hand and its 15 finger bones towards the elbow, by a part of the forearm. */
static void shorten_forearm(vrm_Skeleton* figure, int side, float part) {
    int hand = side == 0 ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND;
    int thumb = side == 0 ? VRM_BONE_LEFT_THUMB_METACARPAL : VRM_BONE_RIGHT_THUMB_METACARPAL;
    vrm_Vec3* at = figure->positions;
    vrm_Vec3 step = vrmi_vec3_scale(vrmi_vec3_sub(at[hand - 1], at[hand]), part);
    at[hand] = vrmi_vec3_add(at[hand], step);
    for (int b = thumb; b < thumb + 15; b++) at[b] = vrmi_vec3_add(at[b], step);
}

static void arms_reach_what_they_are_said_to_reach(void** state) {
    (void)state;
    Dice dice = {9};
    for (int round = 0; round < 2000; round++) {
        vrm_Skeleton figure = posture_figure((uint32_t)round, 0.5f);
        shorten_forearm(&figure, round & 1, roll(&dice, 0, 0.7f));
        vrm_Pose pose = posture_pose(&figure, POSTURE_STAND, 0);
        vrmi_Arm arm = vrmi_arm(&figure, round & 1);
        vrmi_BodyPose body;
        float elbow = roll(&dice, 0, 2.5f);
        vrm_Vec3 axis = {0, (round & 1) == 0 ? -elbow : elbow, 0};
        pose.rotations[arm.upper + 1] = vrmi_quat_from_axis_angle(axis, elbow);
        vrmi_body_pose(&figure, &pose, &body);
        vrm_Vec3 goal = vrmi_vec3_add(body.at[arm.upper], roll_place(&dice, 2 * arm.length));
        if (round % 3 == 0)
            goal = vrmi_vec3_add(body.at[arm.upper], roll_place(&dice, 0.3f * arm.length));
        vrm_Vec3 said = vrmi_arm_reached(&arm, &body, goal);
        vrmi_arm_move(&arm, &body, goal, &pose);
        vrmi_body_pose(&figure, &pose, &body);
        float off = vrmi_vec3_distance(vrmi_arm_palm(&arm, &body), said);
        if (!(off < 1e-4f)) fail_msg("round %d: off by %g mm", round, 1000 * (double)off);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_bend_no_further_than_joints_can),
        cmocka_unit_test(arms_reach_what_they_are_said_to_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
