/* SPDX-License-Identifier: MIT */
/* Poses for avatars that nothing else moves. */
#include "support/check.h"
#include "support/maths.h"

#include "base/maths.h"
#include "vrm/pose.h"

#include <string.h>

static void a_pose_lowers_both_arms_by_45_degrees_and_nothing_else(void** state) {
    (void)state;
    vrm_Pose pose = vrm_pose_a(), rest = vrm_pose_rest();
    vrm_Vec3 left = vrmi_quat_rotate(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], (vrm_Vec3){1, 0, 0});
    vrm_Vec3 right =
        vrmi_quat_rotate(pose.rotations[VRM_BONE_RIGHT_UPPER_ARM], (vrm_Vec3){-1, 0, 0});
    assert_float_equal(left.x, 0.70710678f, 1e-6f);
    assert_float_equal(left.y, -0.70710678f, 1e-6f);
    assert_float_equal(right.x, -0.70710678f, 1e-6f);
    assert_float_equal(right.y, -0.70710678f, 1e-6f);
    pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = rest.rotations[VRM_BONE_LEFT_UPPER_ARM];
    pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = rest.rotations[VRM_BONE_RIGHT_UPPER_ARM];
    assert_memory_equal(&pose, &rest, sizeof pose);
}

static void idle_begins_again_after_its_period_to_the_bit(void** state) {
    (void)state;
    for (float t = 0.0f; t < VRM_IDLE_PERIOD_S; t += 0.25f) {
        vrm_Pose once = vrm_pose_idle(t);
        vrm_Pose later = vrm_pose_idle(t + 5.0f * VRM_IDLE_PERIOD_S);
        vrm_Pose before = vrm_pose_idle(t - VRM_IDLE_PERIOD_S);
        assert_memory_equal(&once, &later, sizeof once);
        assert_memory_equal(&once, &before, sizeof once);
    }
}

static void idle_moves_smoothly_with_arms_down_and_unit_rotations(void** state) {
    (void)state;
    vrm_Pose last = vrm_pose_idle(0.0f);
    float most = 0.0f;
    for (int frame = 1; frame <= 480; frame++) {
        vrm_Pose pose = vrm_pose_idle((float)frame / 60.0f);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Quat q = pose.rotations[b];
            assert_float_equal(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-5f);
            float step = test_angle(last.rotations[b], q);
            if (step > most) most = step;
        }
        vrm_Vec3 arm =
            vrmi_quat_rotate(pose.rotations[VRM_BONE_LEFT_UPPER_ARM], (vrm_Vec3){1, 0, 0});
        assert_true(arm.y < -0.9f);
        last = pose;
    }
    assert_true(most > 1e-4f); /* it does move */
    assert_true(most < 0.003f);
}

static void idle_takes_any_time(void** state) {
    (void)state;
    vrm_Pose start = vrm_pose_idle(0.0f);
    const float invalid[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        vrm_Pose pose = vrm_pose_idle(invalid[i]);
        assert_memory_equal(&pose, &start, sizeof pose);
    }
    vrm_Pose far = vrm_pose_idle(3e38f);
    for (int b = 0; b < VRM_BONE_COUNT; b++) assert_true(vrmi_quat_is_finite(far.rotations[b]));
}

static void turns_of_a_head_are_to_the_left_then_down_then_to_the_side(void** state) {
    (void)state;
    const float degrees[] = {-170.0f, -60.0f, -10.0f, 0.0f, 25.0f, 90.0f, 135.0f};
    enum { COUNT = sizeof degrees / sizeof *degrees };
    for (int i = 0; i < COUNT * COUNT * COUNT; i++) {
        float yaw = degrees[i % COUNT], pitch = degrees[i / COUNT % COUNT],
              roll = degrees[i / COUNT / COUNT];
        vrm_Quat about_y = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, yaw * VRMI_TO_RADIANS);
        vrm_Quat about_x = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, pitch * VRMI_TO_RADIANS);
        vrm_Quat about_z = vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, roll * VRMI_TO_RADIANS);
        vrm_Quat expected = vrmi_quat_mul(vrmi_quat_mul(about_y, about_x), about_z);
        vrm_Quat turn = vrm_pose_turn(yaw, pitch, roll);
        assert_float_equal(fabsf(vrmi_quat_dot(turn, expected)), 1.0f, 1e-6f);
    }
    vrm_Quat none = vrm_pose_turn(NAN, INFINITY, -INFINITY);
    assert_float_equal(none.w, 1.0f, 0.0f);
}

static void a_gaze_is_the_direction_that_its_angles_turn_ahead_to(void** state) {
    (void)state;
    for (float yaw = -175.0f; yaw < 180.0f; yaw += 25.0f)
        for (float pitch = -85.0f; pitch < 90.0f; pitch += 17.0f) {
            vrm_Vec3 ahead = vrmi_quat_rotate(vrm_pose_turn(yaw, pitch, 0.0f), (vrm_Vec3){0, 0, 4});
            vrm_Vec2 gaze = vrm_pose_gaze(ahead);
            assert_float_equal(gaze.x, yaw, 1e-3f);
            assert_float_equal(gaze.y, pitch, 1e-3f);
        }
    vrm_Vec2 none = vrm_pose_gaze((vrm_Vec3){0, 0, 0}), odd = vrm_pose_gaze((vrm_Vec3){NAN, 0, 1});
    assert_true(none.x == 0.0f && none.y == 0.0f && odd.x == 0.0f && odd.y == 0.0f);
    assert_float_equal(vrm_pose_gaze((vrm_Vec3){3e38f, 0, 3e38f}).x, 45.0f, 1e-3f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_lowers_both_arms_by_45_degrees_and_nothing_else),
        cmocka_unit_test(idle_begins_again_after_its_period_to_the_bit),
        cmocka_unit_test(idle_moves_smoothly_with_arms_down_and_unit_rotations),
        cmocka_unit_test(idle_takes_any_time),
        cmocka_unit_test(turns_of_a_head_are_to_the_left_then_down_then_to_the_side),
        cmocka_unit_test(a_gaze_is_the_direction_that_its_angles_turn_ahead_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
