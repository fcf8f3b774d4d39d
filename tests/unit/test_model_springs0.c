/* SPDX-License-Identifier: MIT */
/* Bone groups of 0.x and the draft, and the chains that they become. */
#include "support/check.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

#define GROUPS0  "/extensions/VRM/secondaryAnimation/boneGroups"
#define COLLIDE0 "/extensions/VRM/secondaryAnimation/colliderGroups"
#define SPRING19 "/extensions/VRMC_vrm/springBone"

/* 0 - 1 - 2 - 3
 *   \   \
 *    \   4 - 5
 *     6            and 7 beside them; 3 lies along +X of 2, 5 is turned a quarter about Z. */
#define TREE                                                                                       \
    "'asset':{'version':'2.0'},'nodes':[{'children':[1,6]},{'children':[2,4],'translation':"       \
    "[0,1,0]},{'children':[3],'translation':[0,1,0]},{'translation':[2,0,0]},{'children':[5],"     \
    "'translation':[0,0,1]},{'translation':[0,3,4],'rotation':[0,0,0.70710678,0.70710678]},"       \
    "{'translation':[0,-0.5,0]},{'translation':[0,0,0]}]"

static TestModel load(const char* animation) {
    char json[4096];
    int length = snprintf(json, sizeof json,
                          "{" TREE ",'extensions':{'VRM':{'meta':{},'humanoid':{'humanBones':[]},"
                          "'secondaryAnimation':{%s}}}}",
                          animation);
    assert_true(length > 0 && (size_t)length < sizeof json);
    return test_model_json(json); /* with findings about the humanoid, which is not the subject */
}

static int count(const TestModel* test, const char* code) {
    int found = 0;
    for (int32_t i = 0; i < vrm_report_count(test->report); i++)
        found += strcmp(vrm_report_get(test->report, i).code, code) == 0;
    return found;
}

static const vrm_SpringBones* springs_of(const TestModel* test) {
    return vrm_model_spring_bones(test->model);
}

/* "0 1 2 3 . | 4 5 ." with . for an invented end. */
static void check_chains(const TestModel* test, const char* expected) {
    char actual[400] = "";
    const vrm_SpringBones* springs = springs_of(test);
    for (int32_t s = 0; s < springs->spring_count; s++) {
        for (int32_t i = 0; i < springs->springs[s].joint_count; i++) {
            char text[16] = ".";
            int32_t node = springs->springs[s].joints[i].node;
            if (node >= 0) snprintf(text, sizeof text, "%d", (int)node);
            snprintf(actual + strlen(actual), sizeof actual - strlen(actual), "%s%s",
                     i > 0   ? " "
                     : s > 0 ? " | "
                             : "",
                     text);
        }
    }
    assert_string_equal(actual, expected);
}

static void check_vec3(vrm_Vec3 v, float x, float y, float z) {
    assert_float_equal(v.x, x, 1e-6f);
    assert_float_equal(v.y, y, 1e-6f);
    assert_float_equal(v.z, z, 1e-6f);
}

/* R-199 (bones as roots), R-229, R-231 (as data) */
static void root_becomes_chains_along_first_children(void** state) {
    (void)state;
    TestModel test = load("'boneGroups':[{'bones':[0]}]");
    check_chains(&test, "0 1 2 3 . | 6 . | 4 5 .");
    assert_int_equal(count(&test, "SPRING_ROOT_OVERLAPS"), 0);
    test_model_free(&test);
    test = load("'boneGroups':[{'bones':[4,6]},{'bones':[2]}]");
    check_chains(&test, "4 5 . | 6 . | 2 3 .");
    test_model_free(&test);
}

/* R-230 (as data) */
static void leaf_points_7_cm_on_from_its_parent(void** state) {
    (void)state;
    TestModel test = load("'boneGroups':[{'bones':[3,5,6,7]}]");
    const vrm_Spring* springs = springs_of(&test)->springs;
    check_chains(&test, "3 . | 5 . | 6 . | 7 .");
    check_vec3(springs[0].joints[1].end_offset, 0.07f, 0, 0);
    /* Seen from a leaf that is turned a quarter about Z, the parent's Y is its own X. */
    check_vec3(springs[1].joints[1].end_offset, 0.042f, 0, 0.056f);
    check_vec3(springs[2].joints[1].end_offset, 0, -0.07f, 0);
    /* A leaf on top of its parent has no direction: the chain is there and inert. */
    check_vec3(springs[3].joints[1].end_offset, 0, 0, 0);
    test_model_free(&test);
}

/* */
static void group_is_read_with_its_spelling_and_axes(void** state) {
    (void)state;
    TestModel test = load(
        "'boneGroups':[{'comment':'tail','stiffiness':2.5,'gravityPower':0.75,"
        "'gravityDir':{'x':0.1,'y':-0.2,'z':0.3},'dragForce':0.25,'center':-1,'hitRadius':0.02,"
        "'bones':[4],'colliderGroups':[0]}],"
        "'colliderGroups':[{'node':1,'colliders':[{'offset':{'x':1,'y':2,'z':3},'radius':0.5}]}]");
    const vrm_Spring* spring = &springs_of(&test)->springs[0];
    assert_string_equal(spring->name, "tail");
    assert_int_equal(spring->center, -1);
    assert_int_equal(spring->collider_group_count, 1);
    for (int32_t i = 0; i < spring->joint_count; i++) {
        assert_float_equal(spring->joints[i].stiffness, 2.5f, 0.0f);
        assert_float_equal(spring->joints[i].gravity_power, 0.75f, 0.0f);
        check_vec3(spring->joints[i].gravity_dir, 0.1f, -0.2f, -0.3f);
        assert_float_equal(spring->joints[i].drag_force, 0.25f, 0.0f);
        assert_float_equal(spring->joints[i].hit_radius, 0.02f, 0.0f);
    }
    const vrm_Collider* collider = &springs_of(&test)->colliders[0];
    assert_int_equal(collider->node, 1);
    assert_int_equal(collider->shape, VRM_COLLIDER_SPHERE);
    check_vec3(collider->offset, 1, 2, -3);
    assert_float_equal(collider->radius, 0.5f, 0.0f);
    test_model_free(&test);
}

static void group_without_members_has_the_defaults_of_its_time(void** state) {
    (void)state;
    TestModel test = load("'boneGroups':[{'bones':[6]}]");
    const vrm_SpringJoint* joint = &springs_of(&test)->springs[0].joints[0];
    assert_float_equal(joint->stiffness, 1.0f, 0.0f);
    assert_float_equal(joint->gravity_power, 0.0f, 0.0f);
    check_vec3(joint->gravity_dir, 0, -1, 0);
    assert_float_equal(joint->drag_force, 0.4f, 0.0f);
    assert_float_equal(joint->hit_radius, 0.0f, 0.0f);
    test_model_free(&test);
    test = load("'boneGroups':[{'bones':[6],'stiffness':3,'center':7}]"); /* the right spelling */
    assert_float_equal(springs_of(&test)->springs[0].joints[0].stiffness, 3.0f, 0.0f);
    assert_int_equal(springs_of(&test)->springs[0].center, 7);
    test_model_free(&test);
}

static void node_turns_once_and_the_first_group_has_it(void** state) {
    (void)state;
    TestModel test = load("'boneGroups':[{'comment':'a','bones':[0]},{'comment':'b','bones':[2]}]");
    check_chains(&test, "0 1 2 3 . | 6 . | 4 5 .");
    assert_int_equal(count(&test, "SPRING_ROOT_OVERLAPS"), 1);
    test_expect_among(&test, "SPRING_ROOT_OVERLAPS", GROUPS0 "/1/bones/0");
    test_model_free(&test);
    /* The lower root first: the upper chain ends in its first node, which turns elsewhere. */
    test = load("'boneGroups':[{'comment':'b','bones':[2]},{'comment':'a','bones':[0]}]");
    check_chains(&test, "2 3 . | 0 1 2 | 6 . | 4 5 .");
    assert_string_equal(springs_of(&test)->springs[0].name, "b");
    assert_string_equal(springs_of(&test)->springs[1].name, "a");
    test_expect_among(&test, "SPRING_ROOT_OVERLAPS", GROUPS0 "/1/bones/0");
    test_model_free(&test);
    /* A further child that turns elsewhere begins no chain. */
    test = load("'boneGroups':[{'bones':[6]},{'bones':[0]}]");
    check_chains(&test, "6 . | 0 1 2 3 . | 4 5 .");
    test_expect_among(&test, "SPRING_ROOT_OVERLAPS", GROUPS0 "/1/bones/0");
    test_model_free(&test);
    test = load("'boneGroups':[{'bones':[4,4]}]");
    check_chains(&test, "4 5 .");
    test_expect_among(&test, "SPRING_ROOT_OVERLAPS", GROUPS0 "/0/bones/1");
    test_model_free(&test);
}

/* */
static void wrong_members_are_left_out_alone(void** state) {
    (void)state;
    TestModel test = load("'boneGroups':[5,{'bones':[-1,8,6],'center':8,'colliderGroups':[2,0,-1],"
                          "'dragForce':7,'hitRadius':-1}],"
                          "'colliderGroups':[{'node':8,'colliders':[{'radius':1},null]},3]");
    check_chains(&test, "6 .");
    const vrm_SpringBones* springs = springs_of(&test);
    assert_int_equal(springs->springs[0].center, -1);
    assert_int_equal(springs->springs[0].collider_group_count, 1);
    assert_int_equal(springs->collider_count, 1);
    assert_int_equal(springs->colliders[0].node, -1);
    assert_int_equal(springs->collider_group_count, 2);
    assert_int_equal(springs->collider_groups[0].collider_count, 0);
    assert_float_equal(springs->springs[0].joints[0].drag_force, 1.0f, 0.0f);
    assert_float_equal(springs->springs[0].joints[0].hit_radius, 0.0f, 0.0f);
    test_expect_among(&test, "TYPE_MISMATCH", GROUPS0 "/0");
    test_expect_among(&test, "SPRING_JOINT_NODE_INVALID", GROUPS0 "/1/bones/1");
    test_expect_among(&test, "SPRING_CENTER_INVALID", GROUPS0 "/1/center");
    test_expect_among(&test, "SPRING_COLLIDER_GROUP_INVALID", GROUPS0 "/1/colliderGroups/0");
    test_expect_among(&test, "COLLIDER_NODE_INVALID", COLLIDE0 "/0/node");
    assert_int_equal(count(&test, "SPRING_VALUE_NOT_IN_RANGE"), 2);
    assert_int_equal(count(&test, "SPRING_JOINT_NODE_INVALID"), 1);
    test_model_free(&test);
}

static void empty_group_is_nothing(void** state) {
    (void)state;
    TestModel test = load("'boneGroups':[{'bones':[],'colliderGroups':[]},{}],'colliderGroups':[]");
    assert_int_equal(springs_of(&test)->spring_count, 0);
    test_model_free(&test);
}

/* */
static void colliders_of_the_draft_are_read_in_both_forms(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT,
        "set " SPRING19 "/colliderGroups/0/colliders [{'offset':[1,2,3],'radius':0.5},"
        "{'shapeType':'sphere','offset':[4,5,6],'rotation':[0,0,0],'size':[0.25]},"
        "{'shapeType':'capsule','offset':[1,0,0],'size':[0.1,2]},"
        "{'shapeType':'capsule','offset':[0,0,0],'rotation':[0,0,1.57079633],'size':[0.1,2]},"
        "{'shapeType':'capsule','offset':[0,0,0],'rotation':[1.57079633,1.57079633,0],"
        "'size':[0.1,2]}]");
    const vrm_Collider* colliders = springs_of(&test)->colliders;
    check_vec3(colliders[0].offset, 1, 2, 3); /* right-handed: not turned */
    assert_float_equal(colliders[0].radius, 0.5f, 0.0f);
    assert_int_equal(colliders[1].shape, VRM_COLLIDER_SPHERE);
    check_vec3(colliders[1].offset, 4, 5, 6);
    assert_float_equal(colliders[1].radius, 0.25f, 0.0f);
    assert_int_equal(colliders[2].shape, VRM_COLLIDER_CAPSULE);
    check_vec3(colliders[2].tail, 1, 2, 0);
    assert_float_equal(colliders[2].radius, 0.1f, 0.0f);
    check_vec3(colliders[3].tail, -2, 0, 0); /* a quarter about Z takes Y to -X */
    check_vec3(colliders[4].tail, 2, 0, 0);  /* about X takes Y to Z, then about Y takes Z to X */
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void broken_collider_of_the_draft_is_left_out_alone(void** state) {
    (void)state;
    static const char* const wrong[] = {"{}", "{'shapeType':'box','size':[1]}",
                                        "{'shapeType':'sphere','size':[]}",
                                        "{'shapeType':'capsule','size':[1]}"};
    for (int i = 0; i < 4; i++) {
        char edit[300];
        snprintf(edit, sizeof edit, "insert " SPRING19 "/colliderGroups/0/colliders/0 %s",
                 wrong[i]);
        TestModel test = test_model_scene(VRM_DIALECT_DRAFT, edit);
        assert_int_equal(springs_of(&test)->colliders[0].node, -1);
        assert_int_equal(springs_of(&test)->collider_groups[0].collider_count, 1);
        assert_int_equal(springs_of(&test)->collider_groups[0].colliders[0], 1);
        test_expect(&test, "COLLIDER_SHAPE_MISSING", SPRING19 "/colliderGroups/0/colliders/0");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT, "set " SPRING19 "/colliderGroups/0/colliders/0 {'radius':-2}");
    assert_float_equal(springs_of(&test)->colliders[0].radius, 0.0f, 0.0f);
    test_expect(&test, "COLLIDER_RADIUS_NEGATIVE", SPRING19 "/colliderGroups/0/colliders/0");
    test_model_free(&test);
}

static void groups_of_the_draft_are_not_turned(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_DRAFT,
                                      "set " SPRING19 "/boneGroups/0/gravityDir [0.1,0.2,0.3]\n"
                                      "remove " SPRING19 "/boneGroups/0/name\n"
                                      "set " SPRING19 "/boneGroups/0/comment 'from the text'");
    const vrm_Spring* spring = &springs_of(&test)->springs[0];
    check_vec3(spring->joints[0].gravity_dir, 0.1f, 0.2f, 0.3f);
    assert_string_equal(spring->name, "from the text");
    assert_int_equal(springs_of(&test)->spring_count, 6);
    assert_int_equal(spring->joint_count, 5); /* four nodes and the end */
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* The root extension of 2020-05 had the draft's groups. */
static void bone_groups_may_stand_in_the_root_extension(void** state) {
    (void)state;
    TestModel test = test_model_json("{" TREE ",'extensions':{'VRMC_springBone':{'boneGroups':["
                                     "{'bones':[4]}],'colliderGroups':[]}}}");
    check_chains(&test, "4 5 .");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(root_becomes_chains_along_first_children),
        cmocka_unit_test(leaf_points_7_cm_on_from_its_parent),
        cmocka_unit_test(group_is_read_with_its_spelling_and_axes),
        cmocka_unit_test(group_without_members_has_the_defaults_of_its_time),
        cmocka_unit_test(node_turns_once_and_the_first_group_has_it),
        cmocka_unit_test(wrong_members_are_left_out_alone),
        cmocka_unit_test(empty_group_is_nothing),
        cmocka_unit_test(colliders_of_the_draft_are_read_in_both_forms),
        cmocka_unit_test(broken_collider_of_the_draft_is_left_out_alone),
        cmocka_unit_test(groups_of_the_draft_are_not_turned),
        cmocka_unit_test(bone_groups_may_stand_in_the_root_extension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
