/* SPDX-License-Identifier: MIT */
/* Look-at: space, angles, range maps, eyes, expressions, every dialect. */
#include "rig/rig.h"
#include "support/avatar.h"
#include "support/check.h"

#include <math.h>

#define MAP(name, in, out)                                                                         \
    "\"rangeMap" name "\":{\"inputMaxValue\":" #in ",\"outputScale\":" #out "}"

static const char bone_maps[] =
    "{\"type\":\"bone\",\"offsetFromHeadBone\":[0,0.06,0]," MAP("HorizontalInner", 40, 8) "," MAP(
        "HorizontalOuter", 60, 12) "," MAP("VerticalDown", 30, 10) "," MAP("VerticalUp", 20, 5) "}";
static const char expression_maps[] =
    "{\"type\":\"expression\"," MAP("HorizontalInner", 10, 0.1) "," MAP(
        "HorizontalOuter", 60, 1) "," MAP("VerticalDown", 40, 0.5) "," MAP("VerticalUp", 20, 3) "}";
static const char looks[] =
    "{\"preset\":{\"lookUp\":{},\"lookDown\":{},\"lookLeft\":{},\"lookRight\":{"
    "\"morphTargetBinds\":"
    "[{\"node\":24,\"index\":0,\"weight\":1}]},\"happy\":{\"overrideLookAt\":\"block\"}}}";

static TestAvatar looking_avatar(const char* look_at) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.look_at = look_at;
    avatar.expressions = looks;
    return avatar;
}

static void check_gaze(const TestRun* run, float yaw, float pitch) {
    vrm_Vec2 gaze = vrm_avatar_gaze(run->sim, run->id);
    assert_float_equal(gaze.x, yaw, 1e-3f);
    assert_float_equal(gaze.y, pitch, 1e-3f);
}

/* Where the gaze starts: head at 1.5 m, plus the offset. */
static const vrm_Vec3 eyes = {0, 1.56f, 0};

static vrm_Vec3 from_eyes(float x, float y, float z) {
    return (vrm_Vec3){eyes.x + x, eyes.y + y, eyes.z + z};
}

/* */
static void gaze_is_left_and_down_positive_in_degrees(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    TestRun run = test_run(&avatar);
    static const struct {
        float x, y, z, yaw, pitch;
    } cases[] = {{0, 0, 1, 0, 0},   {1, 0, 1, 45, 0},        {-1, 0, 1, -45, 0},
                 {0, -1, 1, 0, 45}, {0, 1, 1, 0, -45},       {1, 0, -1, 135, 0},
                 {0, 1, 0, 0, -90}, {3, -5, 4, 36.8699f, 45}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vrm_avatar_look_at(run.sim, run.id, from_eyes(cases[i].x, cases[i].y, cases[i].z));
        test_step(&run);
        check_gaze(&run, cases[i].yaw, cases[i].pitch);
    }
    test_run_end(&run);
}

/* What is at its left hand is so in a mirror; the eyes point there. */
static void gaze_of_a_mirrored_or_stretched_avatar_meets_its_target(void** state) {
    static const vrm_Vec3 scales[] = {{-1, 1, 1}, {1, 1, -1}, {-1, -1, -1}, {1, 2, 0.5f}};
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        TestAvatar avatar = looking_avatar(bone_maps);
        TestRun run = test_run(&avatar);
        vrm_Transform root = {{3, 1, -2}, test_turn(1, 3, 2, 100), scales[i]};
        vrm_Affine world = vrmi_affine_from_transform(root);
        vrm_avatar_set_root(run.sim, run.id, root);
        vrm_avatar_look_at(run.sim, run.id, vrmi_affine_point(&world, from_eyes(3, -5, 4)));
        test_step(&run);
        check_gaze(&run, 36.8699f, 45);
        test_run_end(&run);
    }
}

/* the head node lies on its side in the file; forward is still the model's +Z. */
static void gaze_ignores_how_the_head_node_is_turned_at_rest(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar("{\"type\":\"bone\",\"offsetFromHeadBone\":[0,0,0]}");
    avatar.nodes[TEST_HEAD].rotation = test_turn(1, 2, 3, 130);
    TestRun run = test_run(&avatar);
    vrm_avatar_look_at(run.sim, run.id, (vrm_Vec3){1, 1.5f, 1});
    test_step(&run);
    check_gaze(&run, 45, 0);
    vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_HEAD, test_turn(0, 1, 0, 30));
    test_step(&run);
    check_gaze(&run, 15, 0);
    test_run_end(&run);
}

/* */
static void gaze_does_not_change_when_avatar_and_target_move_together(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    TestRun run = test_run(&avatar);
    vrm_Transform root = {{5, -2, 3}, test_turn(1, 4, 2, 70), {2, 2, 2}};
    vrm_Vec3 target = from_eyes(0.7f, -0.4f, 1.1f);
    vrm_avatar_look_at(run.sim, run.id, target);
    test_step(&run);
    vrm_Vec2 before = vrm_avatar_gaze(run.sim, run.id);
    vrm_avatar_set_root(run.sim, run.id, root);
    vrm_avatar_look_at(run.sim, run.id, vrmi_transform_point(root, target));
    test_step(&run);
    check_gaze(&run, before.x, before.y);
    test_run_end(&run);
}

/* ---- Eyes ---- */

static void check_eye(const TestRun* run, int32_t node, float yaw, float pitch) {
    vrm_Quat expected = vrmi_quat_mul(test_turn(0, 1, 0, yaw), test_turn(1, 0, 0, pitch));
    test_same_rotation(test_local(run, node).rotation, expected, 1e-6f);
}

/* */
static void eyes_turn_by_inner_outer_up_and_down(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 30, 15); /* left and down */
    test_step(&run);
    check_eye(&run, TEST_LEFT_EYE, 6, 5);             /* outer: 30/60*12; down: 15/30*10 */
    check_eye(&run, TEST_RIGHT_EYE, 6, 5);            /* inner: 30/40*8 */
    vrm_avatar_look_along(run.sim, run.id, -50, -10); /* right and up */
    test_step(&run);
    check_eye(&run, TEST_LEFT_EYE, -8, -2.5f);   /* inner: over the edge */
    check_eye(&run, TEST_RIGHT_EYE, -10, -2.5f); /* outer: 50/60*12; up: 10/20*5 */
    check_gaze(&run, -50, -10);
    vrm_avatar_look_off(run.sim, run.id);
    test_step(&run);
    check_eye(&run, TEST_LEFT_EYE, 0, 0);
    check_gaze(&run, 0, 0);
    test_run_end(&run);
}

/* */
static void range_of_zero_is_a_switch(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar("{\"type\":\"bone\"," MAP("HorizontalInner", 0, 8) "," MAP(
        "HorizontalOuter", 0, 12) "," MAP("VerticalDown", 0, 10) "," MAP("VerticalUp", 0, 5) "}");
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 0, 0);
    test_step(&run);
    check_eye(&run, TEST_LEFT_EYE, 0, 0);
    vrm_avatar_look_along(run.sim, run.id, 0.01f, -0.01f);
    test_step(&run);
    check_eye(&run, TEST_LEFT_EYE, 12, -5);
    test_run_end(&run);
}

/* */
static void eyes_turn_about_model_axes_whatever_their_rest_rotation(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    vrm_Quat head = test_turn(1, 0, 2, 50), eye = test_turn(0, 1, 1, 80);
    avatar.nodes[TEST_HEAD].rotation = head;
    avatar.nodes[TEST_LEFT_EYE].rotation = eye;
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 30, 15);
    test_step(&run);
    vrm_Quat e = vrmi_quat_mul(test_turn(0, 1, 0, 6), test_turn(1, 0, 0, 5));
    vrm_Quat p = head;
    vrm_Quat expected =
        vrmi_quat_mul(vrmi_quat_mul(vrmi_quat_mul(vrmi_quat_conjugate(p), e), p), eye);
    test_same_rotation(test_local(&run, TEST_LEFT_EYE).rotation, expected, 1e-6f);
    test_run_end(&run);
}

/* */
static void missing_parts_have_defaults_and_missing_eyes_do_no_harm(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar("{}");
    TestRun run = test_run(&avatar);
    vrm_avatar_look_at(run.sim, run.id, from_eyes(1, 0, 1));
    test_step(&run);
    check_gaze(&run, 45, 0);              /* the offset is 0 0.06 0 */
    check_eye(&run, TEST_LEFT_EYE, 5, 0); /* 45/90*10 */
    test_run_end(&run);

    avatar.nodes[TEST_LEFT_EYE].bone = VRM_BONE_NONE;
    run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 45, 0);
    test_step(&run);
    check_eye(&run, TEST_LEFT_EYE, 0, 0);
    check_eye(&run, TEST_RIGHT_EYE, 5, 0);
    test_run_end(&run);
}

/* ---- Expressions ---- */

static float look_weight(const TestRun* run, vrm_ExpressionPreset preset) {
    int32_t e = vrm_rig_expression_preset(run->rig, preset);
    return vrm_avatar_expression_weights(run->sim, run->id)[e];
}

static void check_looks(const TestRun* run, float up, float down, float left, float right) {
    assert_float_equal(look_weight(run, VRM_EXPRESSION_LOOK_UP), up, 1e-6f);
    assert_float_equal(look_weight(run, VRM_EXPRESSION_LOOK_DOWN), down, 1e-6f);
    assert_float_equal(look_weight(run, VRM_EXPRESSION_LOOK_LEFT), left, 1e-6f);
    assert_float_equal(look_weight(run, VRM_EXPRESSION_LOOK_RIGHT), right, 1e-6f);
}

/* */
static void gaze_by_expression_sets_one_of_each_pair_in_the_same_frame(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(expression_maps);
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 30, 20);
    test_step(&run);
    check_looks(&run, 0, 0.25f, 0.5f, 0); /* always the outer map */
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 0.0f, 0.0f);
    vrm_avatar_look_along(run.sim, run.id, -15, -10);
    test_step(&run);
    check_looks(&run, 1, 0, 0, 0.25f); /* 10/20*3 is clamped */
    assert_float_equal(vrm_avatar_morphs(run.sim, run.id)[0], 0.25f, 1e-6f);
    vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 0.1f);
    test_step(&run);
    check_looks(&run, 0, 0, 0, 0); /* blocked, but still asked for */
    int32_t up = vrm_rig_expression_preset(run.rig, VRM_EXPRESSION_LOOK_UP);
    assert_float_equal(vrm_avatar_expression_inputs(run.sim, run.id)[up], 1.0f, 0.0f);
    test_run_end(&run);
}

/* all four, also where the file maps beyond 1. */
static void gaze_by_expression_stays_within_1(void** state) {
    (void)state;
    static const char maps[] = "{\"type\":\"expression\"," MAP("HorizontalInner", 10, 2) "," MAP(
        "HorizontalOuter", 60, 4) "," MAP("VerticalDown", 40, 5) "," MAP("VerticalUp", 20, 3) "}";
    TestAvatar avatar = looking_avatar(maps);
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 45, 30);
    test_step(&run);
    check_looks(&run, 0, 1, 1, 0);
    vrm_avatar_look_along(run.sim, run.id, -45, -30);
    test_step(&run);
    check_looks(&run, 1, 0, 0, 1);
    int32_t right = vrm_rig_expression_preset(run.rig, VRM_EXPRESSION_LOOK_RIGHT);
    assert_float_equal(vrm_avatar_expression_inputs(run.sim, run.id)[right], 1.0f, 0.0f);
    test_run_end(&run);
}

static void look_expressions_are_the_hosts_while_the_gaze_is_off(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(expression_maps);
    TestRun run = test_run(&avatar);
    vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_LOOK_LEFT, 0.3f);
    test_step(&run);
    check_looks(&run, 0, 0, 0.3f, 0);
    vrm_avatar_look_along(run.sim, run.id, -60, 0);
    test_step(&run);
    check_looks(&run, 0, 0, 0, 1);
    vrm_avatar_look_off(run.sim, run.id);
    test_step(&run);
    check_looks(&run, 0, 0, 0.3f, 0);
    test_run_end(&run);
}

static void overrides_damp_eye_bones_only_when_asked(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    vrm_RigDef def = vrm_default_rig_def();
    for (int damps = 0; damps < 2; damps++) {
        def.override_damps_eye_bones = damps != 0;
        avatar.rig_def = &def;
        TestRun run = test_run(&avatar);
        vrm_avatar_look_along(run.sim, run.id, 30, 15);
        vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 1.0f);
        test_step(&run);
        check_eye(&run, TEST_LEFT_EYE, damps ? 0 : 6, damps ? 0 : 5);
        test_run_end(&run);
    }
}

/* Without the stage an avatar keeps the last rate, whether or not a neighbour in its block runs it.
 */
static void damping_ignores_the_neighbours_expressions(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    vrm_RigDef def = vrm_default_rig_def();
    def.override_damps_eye_bones = true;
    avatar.rig_def = &def;
    for (int has_neighbour = 0; has_neighbour < 2; has_neighbour++) {
        TestRun run = test_run(&avatar);
        if (has_neighbour) assert_true(vrm_sim_add(run.sim, run.rig).index1 != 0);
        vrm_avatar_set_stages(run.sim, run.id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_EXPRESSIONS);
        vrm_avatar_look_along(run.sim, run.id, 30, 15);
        vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 1.0f);
        test_step(&run);
        check_eye(&run, TEST_LEFT_EYE, 6, 5);
        test_run_end(&run);
    }
}

/* ---- 0.x ---- */

#define MAP0(name, in, out, curve)                                                                 \
    ",\"lookAt" name "\":{\"xRange\":" #in ",\"yRange\":" #out ",\"curve\":[" curve "]}"
#define LINE0 "0,0,0,1,1,1,1,0"

static TestRun run_vrm0(const char* first_person) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    avatar.first_person = first_person;
    return test_run(&avatar);
}

/* */
static void vrm0_curve_is_evaluated_and_the_default_one_is_a_line(void** state) {
    (void)state;
    static const char first_person[] = "{\"firstPersonBone\":6,\"lookAtTypeName\":\"Bone\"" MAP0(
        "HorizontalOuter", 40, 20, "0,0,0,0,1,1,0,0") MAP0("HorizontalInner", 40, 20, LINE0)
        MAP0("VerticalDown", 40, 20, LINE0) MAP0("VerticalUp", 40, 20, LINE0) "}";
    TestRun run = run_vrm0(first_person);
    vrm_avatar_look_along(run.sim, run.id, 10, 0);
    test_step(&run);
    /* flat tangents: 3 s^2 - 2 s^3 at s = 1/4 is 0.15625 */
    check_eye(&run, TEST_LEFT_EYE, 20 * 0.15625f, 0);
    check_eye(&run, TEST_RIGHT_EYE, 5, 0);
    test_run_end(&run);
}

/* a 0.x avatar faces -Z; its eyes turn as those of the same avatar in 1.0. */
static void vrm0_gaze_is_turned_with_the_file(void** state) {
    (void)state;
    TestRun run = run_vrm0("{\"firstPersonBone\":6,\"firstPersonBoneOffset\":{\"x\":0,\"y\":0.06,"
                           "\"z\":0},\"lookAtTypeName\":\"Bone\"}");
    vrm_avatar_look_at(run.sim, run.id, from_eyes(1, -1, 1)); /* turned, it faces +Z */
    test_step(&run);
    check_gaze(&run, 45, 35.26439f);
    vrm_Quat q = test_local(&run, TEST_LEFT_EYE).rotation;
    assert_true(q.x < 0.0f && q.y > 0.0f); /* down is about -X where forward is -Z */
    test_run_end(&run);
}

/* */
static void vrm0_offset_has_its_z_turned_over(void** state) {
    (void)state;
    TestRun run = run_vrm0("{\"firstPersonBone\":6,\"firstPersonBoneOffset\":{\"x\":0,\"y\":0.06,"
                           "\"z\":0.5},\"lookAtTypeName\":\"Bone\"}");
    /* z = 0.5 in Unity's axes is 0.5 ahead of the face */
    vrm_avatar_look_at(run.sim, run.id, from_eyes(1, 0, 1.5f));
    test_step(&run);
    check_gaze(&run, 45, 0);
    test_run_end(&run);
}

/* */
static void vrm0_blend_shape_gaze_uses_the_outer_map_for_both_sides(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_0);
    avatar.first_person = "{\"firstPersonBone\":6,\"lookAtTypeName\":\"BlendShape\"" MAP0(
        "HorizontalOuter", 50, 1, LINE0) MAP0("HorizontalInner", 10, 1, LINE0) "}";
    avatar.expressions =
        "{\"blendShapeGroups\":[{\"name\":\"L\",\"presetName\":\"lookleft\"},{\"name\":\"R\","
        "\"presetName\":\"lookright\"}]}";
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, -25, 0);
    test_step(&run);
    assert_float_equal(look_weight(&run, VRM_EXPRESSION_LOOK_RIGHT), 0.5f, 1e-6f);
    vrm_avatar_look_along(run.sim, run.id, 25, 0);
    test_step(&run);
    assert_float_equal(look_weight(&run, VRM_EXPRESSION_LOOK_LEFT), 0.5f, 1e-6f);
    assert_float_equal(look_weight(&run, VRM_EXPRESSION_LOOK_RIGHT), 0.0f, 0.0f);
    test_run_end(&run);
}

/* ---- Edges ---- */

/* */
static void target_at_the_origin_of_the_gaze_gives_zero(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar("{\"type\":\"bone\",\"offsetFromHeadBone\":[0,0,0]}");
    TestRun run = test_run(&avatar);
    test_step(&run);
    vrm_avatar_look_at(run.sim, run.id, test_position(&run, TEST_HEAD));
    test_step(&run);
    check_gaze(&run, 0, 0);
    vrm_avatar_look_at(run.sim, run.id, (vrm_Vec3){1e38f, 0, 1e38f});
    test_step(&run);
    assert_float_equal(vrm_avatar_gaze(run.sim, run.id).x, 45.0f, 1e-3f);
    test_run_end(&run);
}

static void gaze_refuses_what_is_not_finite(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    TestRun run = test_run(&avatar);
    assert_false(vrm_avatar_look_at(run.sim, run.id, (vrm_Vec3){NAN, 0, 0}));
    assert_false(vrm_avatar_look_along(run.sim, run.id, INFINITY, 0));
    avatar.look_at = NULL;
    TestRun blind = test_run(&avatar);
    assert_false(vrm_avatar_look_at(blind.sim, blind.id, (vrm_Vec3){0, 0, 1}));
    test_run_end(&blind);
    test_run_end(&run);
}

/* hair copies the left eye; the gaze of this frame is what it copies. */
static void constraint_that_reads_an_eye_sees_this_frames_gaze(void** state) {
    (void)state;
    TestAvatar avatar = looking_avatar(bone_maps);
    avatar.nodes[TEST_HAIR].constraint = "{\"rotation\":{\"source\":7}}";
    TestRun run = test_run(&avatar);
    vrm_avatar_look_along(run.sim, run.id, 30, 15);
    test_step(&run);
    check_eye(&run, TEST_HAIR, 6, 5);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaze_is_left_and_down_positive_in_degrees),
        cmocka_unit_test(gaze_ignores_how_the_head_node_is_turned_at_rest),
        cmocka_unit_test(gaze_does_not_change_when_avatar_and_target_move_together),
        cmocka_unit_test(eyes_turn_by_inner_outer_up_and_down),
        cmocka_unit_test(range_of_zero_is_a_switch),
        cmocka_unit_test(eyes_turn_about_model_axes_whatever_their_rest_rotation),
        cmocka_unit_test(missing_parts_have_defaults_and_missing_eyes_do_no_harm),
        cmocka_unit_test(gaze_by_expression_sets_one_of_each_pair_in_the_same_frame),
        cmocka_unit_test(gaze_by_expression_stays_within_1),
        cmocka_unit_test(look_expressions_are_the_hosts_while_the_gaze_is_off),
        cmocka_unit_test(overrides_damp_eye_bones_only_when_asked),
        cmocka_unit_test(damping_ignores_the_neighbours_expressions),
        cmocka_unit_test(vrm0_curve_is_evaluated_and_the_default_one_is_a_line),
        cmocka_unit_test(vrm0_gaze_is_turned_with_the_file),
        cmocka_unit_test(vrm0_offset_has_its_z_turned_over),
        cmocka_unit_test(vrm0_blend_shape_gaze_uses_the_outer_map_for_both_sides),
        cmocka_unit_test(target_at_the_origin_of_the_gaze_gives_zero),
        cmocka_unit_test(gaze_refuses_what_is_not_finite),
        cmocka_unit_test(constraint_that_reads_an_eye_sees_this_frames_gaze),
        cmocka_unit_test(gaze_of_a_mirrored_or_stretched_avatar_meets_its_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
