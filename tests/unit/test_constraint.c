/* SPDX-License-Identifier: MIT */
/* Node constraints: arithmetic, order, circles. */
#include "rig/rig.h"
#include "support/avatar.h"
#include "support/check.h"
#include "support/maths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Source: left lower arm; destination: hair, which has a rest rotation of its own. */
static TestAvatar avatar_with(const char* constraint) {
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_LEFT_LOWER_ARM].rotation = test_turn(1, 1, 0, 35);
    avatar.nodes[TEST_HAIR].rotation = test_turn(0, 1, 2, -80);
    avatar.nodes[TEST_HAIR].constraint = constraint;
    return avatar;
}

static const char rotation_half[] = "{\"rotation\":{\"source\":17,\"weight\":0.5}}";
static const char rotation_whole[] = "{\"rotation\":{\"source\":17}}";
static const char roll_x[] = "{\"roll\":{\"source\":17,\"rollAxis\":\"X\"}}";

/* */
static void rotation_copies_the_change_of_the_source(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(rotation_whole);
    TestRun run = test_run(&avatar);
    vrm_Quat s0 = avatar.nodes[TEST_LEFT_LOWER_ARM].rotation;
    vrm_Quat d0 = avatar.nodes[TEST_HAIR].rotation, change = test_turn(2, 0, 1, 70);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_LOWER_ARM, vrmi_quat_mul(s0, change));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HAIR).rotation, vrmi_quat_mul(d0, change), 1e-6f);
    test_run_end(&run);
}

/* */
static void weight_zero_rests_and_half_is_the_middle(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(rotation_half);
    TestRun run = test_run(&avatar);
    vrm_Quat s0 = avatar.nodes[TEST_LEFT_LOWER_ARM].rotation;
    vrm_Quat d0 = avatar.nodes[TEST_HAIR].rotation;
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_LOWER_ARM,
                            vrmi_quat_mul(s0, test_turn(0, 1, 0, 60)));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HAIR).rotation,
                       vrmi_quat_mul(d0, test_turn(0, 1, 0, 30)), 1e-6f);
    test_run_end(&run);

    avatar.nodes[TEST_HAIR].constraint = "{\"rotation\":{\"source\":17,\"weight\":0}}";
    run = test_run(&avatar);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_LOWER_ARM, test_turn(0, 1, 0, 60));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HAIR).rotation, d0, 1e-6f);
    test_run_end(&run);

    avatar.nodes[TEST_HAIR].constraint = "{\"rotation\":{\"source\":17,\"weight\":7}}";
    run = test_run(&avatar);
    assert_float_equal(vrm_rig_constraint(run.rig, 0).weight, 1.0f, 0.0f);
    test_run_end(&run);
}

/* the axis is the destination's own X at rest. */
static void roll_transfers_the_twist_about_the_destinations_axis(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(roll_x);
    TestRun run = test_run(&avatar);
    vrm_Quat s0 = avatar.nodes[TEST_LEFT_LOWER_ARM].rotation;
    vrm_Quat d0 = avatar.nodes[TEST_HAIR].rotation;
    vrm_Vec3 axis = vrmi_quat_rotate(d0, (vrm_Vec3){1, 0, 0});
    /* A swing at right angles to the axis after a twist of 50 degrees about it. */
    vrm_Vec3 across = vrmi_vec3_orthogonal(axis);
    vrm_Quat twist = test_turn(axis.x, axis.y, axis.z, 50);
    vrm_Quat change = vrmi_quat_mul(test_turn(across.x, across.y, across.z, 40), twist);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_LOWER_ARM, vrmi_quat_mul(change, s0));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HAIR).rotation,
                       vrmi_quat_mul(d0, test_turn(1, 0, 0, 50)), 1e-6f);
    test_run_end(&run);
}

/* */
static void roll_rests_when_the_source_only_swings(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(roll_x);
    TestRun run = test_run(&avatar);
    vrm_Quat s0 = avatar.nodes[TEST_LEFT_LOWER_ARM].rotation;
    vrm_Quat d0 = avatar.nodes[TEST_HAIR].rotation;
    vrm_Vec3 across = vrmi_vec3_orthogonal(vrmi_quat_rotate(d0, (vrm_Vec3){1, 0, 0}));
    for (int degrees = 0; degrees <= 180; degrees += 45) {
        vrm_Quat swing = test_turn(across.x, across.y, across.z, (float)degrees);
        vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_LOWER_ARM, vrmi_quat_mul(swing, s0));
        test_step(&run);
        test_same_rotation(test_local(&run, TEST_HAIR).rotation, d0, 1e-4f);
    }
    test_run_end(&run);
}

static vrm_Vec3 world_direction(const TestRun* run, int32_t node, vrm_Vec3 v) {
    const vrm_Affine* world = &vrm_avatar_worlds(run->sim, run->id)[node];
    return vrmi_vec3_normalize(vrmi_affine_vector(world, v));
}

/* */
static void aim_points_each_axis_at_the_source(void** state) {
    (void)state;
    static const struct {
        const char* name;
        vrm_Vec3 axis;
    } axes[] = {{"PositiveX", {1, 0, 0}},  {"NegativeX", {-1, 0, 0}}, {"PositiveY", {0, 1, 0}},
                {"NegativeY", {0, -1, 0}}, {"PositiveZ", {0, 0, 1}},  {"NegativeZ", {0, 0, -1}}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        char constraint[80];
        snprintf(constraint, sizeof constraint, "{\"aim\":{\"source\":18,\"aimAxis\":\"%s\"}}",
                 axes[i].name);
        TestAvatar avatar = avatar_with(constraint);
        TestRun run = test_run(&avatar);
        vrm_Transform root = {{3, 1, -2}, test_turn(1, 3, 2, 100), {1.5f, 1.5f, 1.5f}};
        vrm_avatar_set_root(run.sim, run.id, root);
        vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_HEAD, test_turn(0, 1, 0, 40));
        vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_LEFT_UPPER_ARM, test_turn(0, 0, 1, -50));
        test_step(&run);
        vrm_Vec3 to = vrmi_vec3_normalize(
            vrmi_vec3_sub(test_position(&run, TEST_LEFT_HAND), test_position(&run, TEST_HAIR)));
        test_same_point(world_direction(&run, TEST_HAIR, axes[i].axis), to, 1e-5f);
        test_run_end(&run);
    }
}

/* */
static void aim_at_its_own_place_or_straight_back_stays_finite(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    int32_t target = test_avatar_add(&avatar, TEST_HEAD, (vrm_Vec3){0, 0.2f, 0});
    char constraint[80];
    snprintf(constraint, sizeof constraint, "{\"aim\":{\"source\":%d,\"aimAxis\":\"PositiveY\"}}",
             (int)target);
    avatar.nodes[TEST_HAIR].constraint = constraint;
    TestRun run = test_run(&avatar);
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HAIR).rotation, vrmi_quat_identity(), 1e-6f);
    vrm_avatar_set_translation(run.sim, run.id, target, (vrm_Vec3){0, -5, 0});
    test_step(&run);
    test_same_point(world_direction(&run, TEST_HAIR, (vrm_Vec3){0, 1, 0}), (vrm_Vec3){0, -1, 0},
                    1e-5f);
    test_run_end(&run);
}

/* the avatar in a mirror, or stretched, is the same avatar. */
static void aim_keeps_the_shape_of_an_avatar_whose_root_mirrors_or_stretches(void** state) {
    static const vrm_Vec3 scales[] = {{-1, 1, 1}, {1, 1, -1}, {-1, -1, -1}, {1, 2, 0.5f}};
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        TestAvatar avatar = avatar_with("{\"aim\":{\"source\":18,\"aimAxis\":\"PositiveY\"}}");
        TestRun run = test_run(&avatar);
        vrm_avatar_set_bone(run.sim, run.id, VRM_BONE_HEAD, test_turn(0, 1, 0, 40));
        test_step(&run);
        vrm_Quat plain = test_local(&run, TEST_HAIR).rotation;
        vrm_avatar_set_root(run.sim, run.id,
                            (vrm_Transform){{3, 1, -2}, test_turn(1, 3, 2, 100), scales[i]});
        test_step(&run);
        test_same_rotation(test_local(&run, TEST_HAIR).rotation, plain, 1e-5f);
        test_run_end(&run);
    }
}

/* what the host set on the node before does not take part. */
static void constraint_changes_rotation_only_and_starts_from_the_files_rest(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(rotation_whole);
    TestRun run = test_run(&avatar);
    vrm_Transform moved = {{1, 2, 3}, test_turn(1, 0, 0, 77), {2, 2, 2}};
    vrm_avatar_set_node(run.sim, run.id, TEST_HAIR, moved);
    test_step(&run);
    vrm_Transform local = test_local(&run, TEST_HAIR);
    test_same_rotation(local.rotation, avatar.nodes[TEST_HAIR].rotation, 1e-6f);
    test_same_point(local.translation, moved.translation, 0.0f);
    test_same_point(local.scale, moved.scale, 0.0f);
    test_run_end(&run);
}

/* hair copies the foot, the foot copies the arm; hair comes first in neither order. */
static void chained_constraints_run_after_what_they_read(void** state) {
    (void)state;
    for (int reversed = 0; reversed < 2; reversed++) {
        TestAvatar avatar = test_avatar(VRM_DIALECT_1);
        int32_t first = reversed ? TEST_HAIR : TEST_LEFT_FOOT;
        int32_t second = reversed ? TEST_LEFT_FOOT : TEST_HAIR;
        char chained[60];
        snprintf(chained, sizeof chained, "{\"rotation\":{\"source\":%d}}", (int)first);
        avatar.nodes[first].constraint = rotation_whole;
        avatar.nodes[second].constraint = chained;
        TestRun run = test_run(&avatar);
        vrm_Quat turn = test_turn(1, 2, 3, 20);
        vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_LOWER_ARM, turn);
        test_step(&run);
        test_same_rotation(test_local(&run, second).rotation, turn, 1e-6f);
        assert_int_equal(vrm_rig_constraint(run.rig, 0).node, first);
        test_run_end(&run);
    }
}

/* hair aims at the left hand; the upper arm above the hand and the neck above the hair are
 * constrained themselves. */
static void aim_waits_for_constrained_ancestors_of_both_ends(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_HAIR].constraint = "{\"aim\":{\"source\":18,\"aimAxis\":\"PositiveY\"}}";
    avatar.nodes[TEST_LEFT_UPPER_ARM].constraint = "{\"rotation\":{\"source\":9}}";
    avatar.nodes[TEST_NECK].constraint = "{\"rotation\":{\"source\":12}}";
    TestRun run = test_run(&avatar);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_UPPER_LEG, test_turn(0, 0, 1, -60));
    vrm_avatar_set_rotation(run.sim, run.id, TEST_RIGHT_UPPER_LEG, test_turn(1, 0, 0, 30));
    test_step(&run);
    vrm_Vec3 to = vrmi_vec3_normalize(
        vrmi_vec3_sub(test_position(&run, TEST_LEFT_HAND), test_position(&run, TEST_HAIR)));
    test_same_point(world_direction(&run, TEST_HAIR, (vrm_Vec3){0, 1, 0}), to, 1e-5f);
    test_run_end(&run);
}

/* */
static void source_below_the_destination_is_no_circle_for_roll_and_rotation(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_NECK].constraint = "{\"rotation\":{\"source\":23}}";
    avatar.nodes[TEST_LEFT_UPPER_ARM].constraint = "{\"roll\":{\"source\":18,\"rollAxis\":\"X\"}}";
    TestRun run = test_run(&avatar);
    assert_int_equal(vrm_rig_constraint_count(run.rig), 2);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_HAIR, test_turn(0, 1, 0, 33));
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_HAND, test_turn(1, 0, 0, 44));
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_NECK).rotation, test_turn(0, 1, 0, 33), 1e-6f);
    test_same_rotation(test_local(&run, TEST_LEFT_UPPER_ARM).rotation, test_turn(1, 0, 0, 44),
                       1e-6f);
    test_run_end(&run);
}

/* */
static void circle_is_named_and_only_its_constraints_are_dropped(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_LEFT_EYE].constraint = "{\"rotation\":{\"source\":8}}";
    avatar.nodes[TEST_RIGHT_EYE].constraint = "{\"rotation\":{\"source\":23}}";
    avatar.nodes[TEST_HAIR].constraint = "{\"rotation\":{\"source\":7}}";
    avatar.nodes[TEST_LEFT_FOOT].constraint = "{\"rotation\":{\"source\":7}}";
    vrm_Report* report = NULL;
    vrm_Rig* rig = NULL;
    vrm_RigDef def = vrm_default_rig_def();
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    def.report = report;
    assert_int_equal(vrm_rig_build(model, &def, &rig), VRM_OK);
    assert_int_equal(vrm_rig_constraint_count(rig), 1);
    assert_int_equal(vrm_rig_constraint(rig, 0).node, TEST_LEFT_FOOT);
    assert_int_equal(vrm_report_count(report), 1);
    vrm_Finding finding = vrm_report_get(report, 0);
    assert_string_equal(finding.code, "CONSTRAINT_CYCLE");
    assert_non_null(strstr(finding.message, "7 -> 8 -> 23 -> 7"));
    assert_non_null(strstr(finding.pointer, "/nodes/7/extensions/VRMC_node_constraint"));
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    vrm_report_destroy(report);
}

static void long_circle_is_cut_short_in_its_message(void** state) {
    (void)state;
    enum { LENGTH = 39 };
    static char texts[LENGTH][48];
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    int32_t first = avatar.node_count;
    for (int i = 0; i < LENGTH; i++) {
        int32_t node = test_avatar_add(&avatar, TEST_ROOT, (vrm_Vec3){0, 0, 0});
        snprintf(texts[i], sizeof texts[i], "{\"rotation\":{\"source\":%d}}",
                 i + 1 < LENGTH ? (int)node + 1 : (int)first);
        avatar.nodes[node].constraint = texts[i];
    }
    vrm_Report* report = NULL;
    vrm_Rig* rig = NULL;
    vrm_RigDef def = vrm_default_rig_def();
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    def.report = report;
    assert_int_equal(vrm_rig_build(model, &def, &rig), VRM_OK);
    assert_int_equal(vrm_rig_constraint_count(rig), 0);
    assert_int_equal(vrm_report_count(report), 1);
    assert_non_null(strstr(vrm_report_get(report, 0).message, "25 -> 26 -> "));
    assert_non_null(strstr(vrm_report_get(report, 0).message, " -> ... -> 25 wait"));
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    vrm_report_destroy(report);
}

/* Each aim waits for the end of the chain, and that for all of them: as many circles as nodes, each
 * as long as what is left of the chain. */
static void circles_all_through_each_other_end_soon(void** state) {
    (void)state;
    enum { COUNT = TEST_IS_SANITIZED ? 20000 : 300000, ROOM = 192 };
    char *text = malloc((size_t)COUNT * ROOM), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int i = 0; i < COUNT; i++)
        at += sprintf(at,
                      "{\"children\":[%d],\"extensions\":{\"VRMC_node_constraint\":{"
                      "\"specVersion\":\"1.0\",\"constraint\":{\"aim\":{\"aimAxis\":"
                      "\"PositiveX\",\"source\":%d}}}}},",
                      i + 1, COUNT + 1);
    at += sprintf(at, "{\"children\":[%d]},{}]}", COUNT + 1);
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_RigDef def = vrm_default_rig_def();
    assert_int_equal(vrm_report_create(NULL, &def.report), VRM_OK);
    assert_int_equal(vrm_model_load(text, (size_t)(at - text), NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_rig_build(model, &def, &rig), VRM_OK);
    assert_int_equal(vrm_rig_constraint_count(rig), 0);
    assert_true(vrm_report_total(def.report, VRM_ERROR) == COUNT);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    vrm_report_destroy(def.report);
    free(text);
}

/* An aim from which its own source hangs: the source's position follows the destination. */
static void aim_at_a_node_that_hangs_from_it_is_a_circle(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.nodes[TEST_LEFT_UPPER_ARM].constraint =
        "{\"aim\":{\"source\":18,\"aimAxis\":\"PositiveX\"}}";
    vrm_Model* model = test_avatar_load(&avatar, NULL);
    vrm_Rig* rig = NULL;
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_rig_constraint_count(rig), 0);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

/* Nodes 0 to 5 in a row. The aims on 1 and 2 close circles through the poses of the nodes below
 * them; the one on 5 remains, and what it reads must be posed in the order of the tree. */
static void aim_below_circles_finds_its_parent_posed(void** state) {
    (void)state;
    char text[1200];
    int size = snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    static const int sources[6] = {-1, 4, 5, -1, -1, 0};
    for (int n = 0; n < 6; n++) {
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "%s{\"translation\":[0.1,0.3,0.2]", n > 0 ? "," : "");
        if (n < 5)
            size += snprintf(text + size, sizeof text - (size_t)size, ",\"children\":[%d]", n + 1);
        if (sources[n] >= 0)
            size += snprintf(text + size, sizeof text - (size_t)size,
                             ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\","
                             "\"constraint\":{\"aim\":{\"source\":%d,"
                             "\"aimAxis\":\"PositiveX\"}}}}",
                             sources[n]);
        size += snprintf(text + size, sizeof text - (size_t)size, "}");
    }
    size += snprintf(text + size, sizeof text - (size_t)size, "]}");
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    assert_int_equal(vrm_model_load(text, (size_t)size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_rig_constraint_count(rig), 1);
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_sim_step(sim, 0.0f);
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, id);
    vrm_Vec3 x = vrmi_affine_column(&worlds[5], 0);
    vrm_Vec3 to =
        vrmi_vec3_sub(vrmi_affine_column(&worlds[0], 3), vrmi_affine_column(&worlds[5], 3));
    assert_true(test_distance(x, vrmi_vec3_normalize(to)) < 1e-5f);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
}

/* A beta file. */
static void constraints_of_a_beta_file_run_too(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(rotation_whole);
    avatar.dialect = VRM_DIALECT_BETA;
    TestRun run = test_run(&avatar);
    assert_int_equal(vrm_rig_constraint_count(run.rig), 1);
    test_run_end(&run);
}

static void constraints_rest_when_their_stage_is_off(void** state) {
    (void)state;
    TestAvatar avatar = avatar_with(rotation_whole);
    TestRun run = test_run(&avatar);
    vrm_avatar_set_stages(run.sim, run.id, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_CONSTRAINTS);
    vrm_Quat mine = test_turn(1, 0, 0, 5);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_HAIR, mine);
    test_step(&run);
    test_same_rotation(test_local(&run, TEST_HAIR).rotation, mine, 1e-6f);
    test_run_end(&run);
}

/* the head copies the hand. A tail without stiffness stays where it was in the world, so the
 * hair must turn against the head in the very frame in which the constraint turns it. */
static void springs_see_this_frames_constraints(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    int32_t tip = test_avatar_add(&avatar, TEST_HAIR, (vrm_Vec3){0, 0.1f, 0});
    avatar.nodes[TEST_HEAD].constraint = "{\"rotation\":{\"source\":18}}";
    avatar.first_person =
        "{}},\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":"
        "[{\"node\":23,\"stiffness\":0,\"dragForce\":1},{\"node\":25}]}]";
    TestRun run = test_run(&avatar);
    assert_int_equal(tip, 25);
    test_step(&run);
    vrm_Vec3 old_tail = test_position(&run, tip);
    vrm_avatar_set_rotation(run.sim, run.id, TEST_LEFT_HAND, test_turn(0, 0, 1, 30));
    test_step(&run);
    vrm_Vec3 hair = test_position(&run, TEST_HAIR);
    vrm_Vec3 to = vrmi_vec3_normalize(vrmi_vec3_sub(old_tail, hair));
    test_same_point(test_position(&run, tip), vrmi_vec3_add(hair, vrmi_vec3_scale(to, 0.1f)),
                    1e-5f);
    assert_true(fabsf(test_local(&run, TEST_HAIR).rotation.z) > 0.1f);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_copies_the_change_of_the_source),
        cmocka_unit_test(weight_zero_rests_and_half_is_the_middle),
        cmocka_unit_test(roll_transfers_the_twist_about_the_destinations_axis),
        cmocka_unit_test(roll_rests_when_the_source_only_swings),
        cmocka_unit_test(aim_points_each_axis_at_the_source),
        cmocka_unit_test(aim_at_its_own_place_or_straight_back_stays_finite),
        cmocka_unit_test(constraint_changes_rotation_only_and_starts_from_the_files_rest),
        cmocka_unit_test(chained_constraints_run_after_what_they_read),
        cmocka_unit_test(aim_waits_for_constrained_ancestors_of_both_ends),
        cmocka_unit_test(source_below_the_destination_is_no_circle_for_roll_and_rotation),
        cmocka_unit_test(circle_is_named_and_only_its_constraints_are_dropped),
        cmocka_unit_test(long_circle_is_cut_short_in_its_message),
        cmocka_unit_test(circles_all_through_each_other_end_soon),
        cmocka_unit_test(aim_at_a_node_that_hangs_from_it_is_a_circle),
        cmocka_unit_test(aim_below_circles_finds_its_parent_posed),
        cmocka_unit_test(constraints_of_a_beta_file_run_too),
        cmocka_unit_test(constraints_rest_when_their_stage_is_off),
        cmocka_unit_test(springs_see_this_frames_constraints),
        cmocka_unit_test(aim_keeps_the_shape_of_an_avatar_whose_root_mirrors_or_stretches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
