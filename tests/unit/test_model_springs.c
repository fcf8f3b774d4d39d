/* SPDX-License-Identifier: MIT */
/* Spring bones of 1.0 and the beta as data: colliders, joints, chains that obey the rules, limits.
 */
#include "support/check.h"
#include "support/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SPRING_BONE "/extensions/VRMC_springBone"

/* A tree to hang springs on:
 *
 *   0 - 1 - 2 - 3 - 4 - 5 - 6
 *        \
 *         7 - 8 - 9                and 10 beside them */
#define TREE                                                                                       \
    "'asset':{'version':'2.0'},'nodes':[{'children':[1]},{'children':[2,7]},{'children':[3]},"     \
    "{'children':[4]},{'children':[5]},{'children':[6]},{},{'children':[8]},{'children':[9]},{},"  \
    "{}]"

static TestModel load(const char* spring_bone) {
    char json[4096];
    int length = snprintf(json, sizeof json,
                          "{" TREE ",'extensions':{'VRMC_springBone':{'specVersion':'1.0',%s}}}",
                          spring_bone);
    assert_true(length > 0 && (size_t)length < sizeof json);
    return test_model_json(json);
}

static const vrm_SpringBones* springs_of(const TestModel* test) {
    return vrm_model_spring_bones(test->model);
}

/* "0 2 4" */
static void check_joints(const TestModel* test, int32_t spring, const char* nodes) {
    char actual[200] = "";
    const vrm_Spring* chain = &springs_of(test)->springs[spring];
    for (int32_t i = 0; i < chain->joint_count; i++)
        snprintf(actual + strlen(actual), sizeof actual - strlen(actual), "%s%d", i == 0 ? "" : " ",
                 (int)chain->joints[i].node);
    assert_string_equal(actual, nodes);
}

static void check_vec3(vrm_Vec3 v, float x, float y, float z) {
    assert_float_equal(v.x, x, 1e-6f);
    assert_float_equal(v.y, y, 1e-6f);
    assert_float_equal(v.z, z, 1e-6f);
}

/* ---- Colliders ---- */

/* */
static void collider_is_a_sphere_or_a_capsule_with_defaults(void** state) {
    (void)state;
    TestModel test = load("'colliders':[{'node':1,'shape':{'sphere':{}}},"
                          "{'node':2,'shape':{'capsule':{}}},"
                          "{'node':3,'shape':{'capsule':{'offset':[1,2,3],'radius':0.5,"
                          "'tail':[4,5,6]}}}]");
    const vrm_Collider* colliders = springs_of(&test)->colliders;
    assert_int_equal(springs_of(&test)->collider_count, 3);
    assert_int_equal(colliders[0].node, 1);
    assert_int_equal(colliders[0].shape, VRM_COLLIDER_SPHERE);
    check_vec3(colliders[0].offset, 0, 0, 0);
    assert_float_equal(colliders[0].radius, 0.0f, 0.0f);
    assert_int_equal(colliders[1].shape, VRM_COLLIDER_CAPSULE);
    check_vec3(colliders[1].tail, 0, 0, 0);
    check_vec3(colliders[2].offset, 1, 2, 3);
    check_vec3(colliders[2].tail, 4, 5, 6);
    assert_float_equal(colliders[2].radius, 0.5f, 0.0f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void wrong_collider_is_left_out_and_groups_skip_it(void** state) {
    (void)state;
    static const struct {
        const char *collider, *code, *place;
    } cases[] = {
        {"{'node':11,'shape':{'sphere':{}}}", "COLLIDER_NODE_INVALID", "/node"},
        {"{'node':-1,'shape':{'sphere':{}}}", "COLLIDER_NODE_INVALID", "/node"},
        {"{'shape':{'sphere':{}}}", "UNDEFINED_PROPERTY", ""},
        {"{'node':1}", "UNDEFINED_PROPERTY", ""},
        {"{'node':1,'shape':{}}", "COLLIDER_SHAPE_MISSING", "/shape"},
        {"{'node':1,'shape':{'box':{}}}", "COLLIDER_SHAPE_MISSING", "/shape"},
        {"7", "TYPE_MISMATCH", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[400], pointer[100];
        snprintf(json, sizeof json,
                 "'colliders':[%s,{'node':2,'shape':{'sphere':{'radius':1}}}],"
                 "'colliderGroups':[{'colliders':[0,1]}]",
                 cases[i].collider);
        snprintf(pointer, sizeof pointer, SPRING_BONE "/colliders/0%s", cases[i].place);
        TestModel test = load(json);
        const vrm_SpringBones* springs = springs_of(&test);
        assert_int_equal(springs->collider_count, 2); /* indices stay those of the file */
        assert_int_equal(springs->colliders[0].node, -1);
        assert_int_equal(springs->colliders[1].node, 2);
        assert_int_equal(springs->collider_groups[0].collider_count, 1);
        assert_int_equal(springs->collider_groups[0].colliders[0], 1);
        test_expect(&test, cases[i].code, pointer);
        test_model_free(&test);
    }
}

static void collider_with_two_shapes_is_a_sphere(void** state) {
    (void)state;
    TestModel test = load("'colliders':[{'node':1,'shape':{'capsule':{},'sphere':{'radius':2}}}]");
    assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_SPHERE);
    assert_float_equal(springs_of(&test)->colliders[0].radius, 2.0f, 0.0f);
    test_expect(&test, "COLLIDER_SHAPE_AMBIGUOUS", SPRING_BONE "/colliders/0/shape");
    test_model_free(&test);
}

/* */
static void negative_radius_is_zero_with_a_warning(void** state) {
    (void)state;
    TestModel test = load("'colliders':[{'node':1,'shape':{'sphere':{'radius':-1}}}]");
    assert_int_equal(springs_of(&test)->colliders[0].node, 1);
    assert_float_equal(springs_of(&test)->colliders[0].radius, 0.0f, 0.0f);
    test_expect(&test, "COLLIDER_RADIUS_NEGATIVE", SPRING_BONE "/colliders/0/shape/sphere/radius");
    test_model_free(&test);
}

/* */
static void wrong_entries_of_groups_and_springs_are_skipped(void** state) {
    (void)state;
    TestModel test = load("'colliders':[{'node':1,'shape':{'sphere':{}}}],"
                          "'colliderGroups':[{'colliders':[0,1,-1,0]},{'name':'two',"
                          "'colliders':[0]}],"
                          "'springs':[{'joints':[{'node':2},{'node':3}],"
                          "'colliderGroups':[1,2,0,1e19,1.5]}]");
    const vrm_SpringBones* springs = springs_of(&test);
    assert_int_equal(springs->collider_groups[0].collider_count, 2);
    assert_string_equal(springs->collider_groups[1].name, "two");
    assert_int_equal(springs->springs[0].collider_group_count, 2);
    assert_int_equal(springs->springs[0].collider_groups[0], 1);
    assert_int_equal(springs->springs[0].collider_groups[1], 0);
    test_expect_codes(&test, "COLLIDER_GROUP_ENTRY_INVALID COLLIDER_GROUP_ENTRY_INVALID "
                             "SPRING_COLLIDER_GROUP_INVALID SPRING_COLLIDER_GROUP_INVALID "
                             "TYPE_MISMATCH");
    test_expect_among(&test, "SPRING_COLLIDER_GROUP_INVALID",
                      SPRING_BONE "/springs/0/colliderGroups/1");
    test_model_free(&test);
}

/* */
static void shape_of_the_beta_may_lack_its_kind(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{" TREE ",'extensions':{'VRMC_springBone':{'specVersion':'1.0-beta','colliders':["
        "{'node':1,'shape':{'offset':[1,0,0],'radius':0.25,'tail':[0,2,0]}},"
        "{'node':1,'shape':{'offset':[1,0,0],'radius':0.5}}]}}}");
    const vrm_Collider* colliders = springs_of(&test)->colliders;
    assert_int_equal(colliders[0].shape, VRM_COLLIDER_CAPSULE);
    check_vec3(colliders[0].tail, 0, 2, 0);
    assert_float_equal(colliders[0].radius, 0.25f, 0.0f);
    assert_int_equal(colliders[1].shape, VRM_COLLIDER_SPHERE);
    check_vec3(colliders[1].offset, 1, 0, 0);
    test_expect_codes(&test, "COLLIDER_SHAPE_WITHOUT_KIND COLLIDER_SHAPE_WITHOUT_KIND");
    test_model_free(&test);
}

/* ---- Extended colliders ---- */

#define EXTENDED(version, shape)                                                                   \
    "'colliders':[{'node':1,'shape':{'sphere':{'radius':9}},'extensions':{"                        \
    "'VRMC_springBone_extended_collider':{" version shape "}}}]"
#define EXTENSION SPRING_BONE "/colliders/0/extensions/VRMC_springBone_extended_collider"

/* */
static void extended_shape_replaces_the_base_shape(void** state) {
    (void)state;
    static const struct {
        const char* json;
        vrm_ColliderShape shape;
    } cases[] = {
        {EXTENDED("'specVersion':'1.0',", "'shape':{'sphere':{}}"), VRM_COLLIDER_SPHERE},
        {EXTENDED("'specVersion':'1.0',", "'shape':{'capsule':{}}"), VRM_COLLIDER_CAPSULE},
        {EXTENDED("'specVersion':'1.0',", "'shape':{'sphere':{'inside':true}}"),
         VRM_COLLIDER_INSIDE_SPHERE},
        {EXTENDED("'specVersion':'1.0',", "'shape':{'capsule':{'inside':true}}"),
         VRM_COLLIDER_INSIDE_CAPSULE},
        {EXTENDED("'specVersion':'1.0',", "'shape':{'plane':{}}"), VRM_COLLIDER_PLANE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestModel test = load(cases[i].json);
        const vrm_Collider* collider = &springs_of(&test)->colliders[0];
        assert_int_equal(collider->node, 1);
        assert_int_equal(collider->shape, cases[i].shape);
        assert_float_equal(collider->radius, 0.0f, 0.0f);
        check_vec3(collider->offset, 0, 0, 0);
        check_vec3(collider->tail, 0, 0, 0);
        if (collider->shape == VRM_COLLIDER_PLANE) check_vec3(collider->normal, 0, 0, 1);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
}

static void extended_collider_without_base_shape_is_an_error_and_works(void** state) {
    (void)state;
    TestModel test = load("'colliders':[{'node':1,'extensions':{"
                          "'VRMC_springBone_extended_collider':{'specVersion':'1.0',"
                          "'shape':{'plane':{'offset':[0,1,0],'normal':[0,1,0]}}}}}]");
    assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_PLANE);
    check_vec3(springs_of(&test)->colliders[0].normal, 0, 1, 0);
    test_expect(&test, "UNDEFINED_PROPERTY", SPRING_BONE "/colliders/0");
    test_model_free(&test);
}

/* */
static void extended_draft_is_accepted_and_an_unknown_version_falls_back(void** state) {
    (void)state;
    TestModel test = load(EXTENDED("'specVersion':'1.0-draft',", "'shape':{'plane':{}}"));
    assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_PLANE);
    test_expect(&test, "VRM_EXTENSION_VERSION_DRAFT", EXTENSION "/specVersion");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
    test_model_free(&test);
    test = load(EXTENDED("'specVersion':'1.0-beta',", "'shape':{'plane':{}}"));
    assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_SPHERE);
    assert_float_equal(springs_of(&test)->colliders[0].radius, 9.0f, 0.0f);
    test_expect(&test, "VRM_EXTENSION_VERSION_UNKNOWN", EXTENSION "/specVersion");
    test_model_free(&test);
    test = load(EXTENDED("", "'shape':{'plane':{}}"));
    assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_PLANE);
    test_expect(&test, "VRM_EXTENSION_VERSION_MISSING", EXTENSION);
    test_model_free(&test);
}

/* */
static void extended_shape_that_is_not_exactly_one_falls_back(void** state) {
    (void)state;
    static const char* const shapes[] = {"'shape':{}", "'shape':{'sphere':{},'plane':{}}",
                                         "'shape':{'cube':{}}"};
    for (int i = 0; i < 3; i++) {
        char json[300];
        snprintf(json, sizeof json, EXTENDED("'specVersion':'1.0',", "%s"), shapes[i]);
        TestModel test = load(json);
        assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_SPHERE);
        assert_float_equal(springs_of(&test)->colliders[0].radius, 9.0f, 0.0f);
        test_expect(&test, "COLLIDER_EXTENDED_SHAPE_INVALID", EXTENSION "/shape");
        test_model_free(&test);
    }
    TestModel test = load(EXTENDED("'specVersion':'1.0'", ""));
    assert_int_equal(springs_of(&test)->colliders[0].shape, VRM_COLLIDER_SPHERE);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void normal_of_other_length_is_reported_and_scaled(void** state) {
    (void)state;
    TestModel test = load(EXTENDED("'specVersion':'1.0',", "'shape':{'plane':{'normal':[0,2,0]}}"));
    check_vec3(springs_of(&test)->colliders[0].normal, 0, 1, 0);
    test_expect(&test, "COLLIDER_NORMAL_NOT_UNIT", EXTENSION "/shape/plane/normal");
    test_model_free(&test);
    test = load(EXTENDED("'specVersion':'1.0',", "'shape':{'plane':{'normal':[0,0,0]}}"));
    check_vec3(springs_of(&test)->colliders[0].normal, 0, 0, 1);
    test_expect(&test, "COLLIDER_NORMAL_NOT_UNIT", EXTENSION "/shape/plane/normal");
    test_model_free(&test);
    test = load(EXTENDED("'specVersion':'1.0',", "'shape':{'plane':{'normal':[0.6,0.8,0.0001]}}"));
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* ---- Joints ---- */

/* */
static void joint_has_defaults(void** state) {
    (void)state;
    TestModel test = load("'springs':[{'joints':[{'node':1},{'node':2}]}]");
    const vrm_Spring* spring = &springs_of(&test)->springs[0];
    const vrm_SpringJoint* joint = &spring->joints[0];
    assert_float_equal(joint->hit_radius, 0.0f, 0.0f);
    assert_float_equal(joint->stiffness, 1.0f, 0.0f);
    assert_float_equal(joint->gravity_power, 0.0f, 0.0f);
    check_vec3(joint->gravity_dir, 0, -1, 0);
    assert_float_equal(joint->drag_force, 0.5f, 0.0f);
    assert_int_equal(joint->limit.type, VRM_LIMIT_NONE);
    assert_int_equal(spring->center, -1);
    assert_string_equal(spring->name, "");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void joint_outside_its_ranges_is_clamped(void** state) {
    (void)state;
    static const char* const names[] = {"hitRadius", "stiffness", "gravityPower", "dragForce"};
    for (int i = 0; i < 4; i++) {
        char json[200], pointer[100];
        snprintf(json, sizeof json, "'springs':[{'joints':[{'node':1,'%s':-3},{'node':2}]}]",
                 names[i]);
        snprintf(pointer, sizeof pointer, SPRING_BONE "/springs/0/joints/0/%s", names[i]);
        TestModel test = load(json);
        const vrm_SpringJoint* joint = &springs_of(&test)->springs[0].joints[0];
        const float values[] = {joint->hit_radius, joint->stiffness, joint->gravity_power,
                                joint->drag_force};
        assert_float_equal(values[i], 0.0f, 0.0f);
        test_expect(&test, "SPRING_VALUE_NOT_IN_RANGE", pointer);
        assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
        test_model_free(&test);
    }
    TestModel test = load("'springs':[{'joints':[{'node':1,'dragForce':1.5,'stiffness':40},"
                          "{'node':2}]}]");
    assert_float_equal(springs_of(&test)->springs[0].joints[0].drag_force, 1.0f, 0.0f);
    assert_float_equal(springs_of(&test)->springs[0].joints[0].stiffness, 40.0f, 0.0f);
    test_expect(&test, "SPRING_VALUE_NOT_IN_RANGE", SPRING_BONE "/springs/0/joints/0/dragForce");
    test_model_free(&test);
}

/* Real files carry the string "NaN" in spring values, and numbers that no float can hold. */
static void joint_values_are_always_finite(void** state) {
    (void)state;
    TestModel test = load("'springs':[{'joints':[{'node':1,'stiffness':'NaN','gravityPower':1e999,"
                          "'gravityDir':[0,-1e40,0],'dragForce':null},{'node':2}]}]");
    const vrm_SpringJoint* joint = &springs_of(&test)->springs[0].joints[0];
    assert_float_equal(joint->stiffness, 1.0f, 0.0f);
    assert_float_equal(joint->gravity_power, 0.0f, 0.0f);
    check_vec3(joint->gravity_dir, 0, -1, 0);
    assert_float_equal(joint->drag_force, 0.5f, 0.0f);
    assert_int_equal(vrm_report_count(test.report), 4);
    test_model_free(&test);
}

static void last_joint_needs_no_parameters(void** state) {
    (void)state;
    TestModel test = load("'springs':[{'joints':[{'node':1,'stiffness':3},{'node':2}]}]");
    assert_int_equal(springs_of(&test)->springs[0].joint_count, 2);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* ---- Chains ---- */

static void chain_may_skip_nodes(void** state) {
    (void)state;
    TestModel test = load("'springs':[{'name':'hair','center':0,'joints':[{'node':1},{'node':3},"
                          "{'node':6}]},{'joints':[{'node':7},{'node':9}]}]");
    check_joints(&test, 0, "1 3 6");
    check_joints(&test, 1, "7 9");
    assert_string_equal(springs_of(&test)->springs[0].name, "hair");
    assert_int_equal(springs_of(&test)->springs[0].center, 0);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void chain_is_cut_where_a_joint_does_not_descend(void** state) {
    (void)state;
    static const struct {
        const char *joints, *kept;
        int at;
    } cases[] = {
        {"{'node':1},{'node':2},{'node':8},{'node':9}", "1 2", 2}, /* another branch */
        {"{'node':2},{'node':4},{'node':3},{'node':5}", "2 4", 2}, /* back up */
        {"{'node':1},{'node':2},{'node':10}", "1 2", 2},           /* another tree */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[300], pointer[100];
        snprintf(json, sizeof json, "'springs':[{'joints':[%s]}]", cases[i].joints);
        snprintf(pointer, sizeof pointer, SPRING_BONE "/springs/0/joints/%d/node", cases[i].at);
        TestModel test = load(json);
        check_joints(&test, 0, cases[i].kept);
        /* Going back up meets a node that the chain has passed: its own. */
        test_expect(&test, i == 1 ? "SPRING_JOINT_DUPLICATED" : "SPRING_JOINT_NOT_DESCENDANT",
                    pointer);
        test_model_free(&test);
    }
    /* The first two in the wrong order leave one joint. */
    TestModel test = load("'springs':[{'joints':[{'node':3},{'node':2}]}]");
    check_joints(&test, 0, "3");
    test_expect_codes(&test, "SPRING_JOINT_NOT_DESCENDANT SPRING_TOO_SHORT");
    test_model_free(&test);
}

/* */
static void spring_with_fewer_than_two_joints_is_reported(void** state) {
    (void)state;
    static const char* const springs[] = {"{'joints':[{'node':1}]}", "{'joints':[]}", "{}"};
    for (int i = 0; i < 3; i++) {
        char json[200];
        snprintf(json, sizeof json, "'springs':[%s]", springs[i]);
        TestModel test = load(json);
        assert_int_equal(springs_of(&test)->spring_count, 1);
        assert_true(springs_of(&test)->springs[0].joint_count < 2);
        test_expect(&test, "SPRING_TOO_SHORT",
                    i == 2 ? SPRING_BONE "/springs/0" : SPRING_BONE "/springs/0/joints");
        test_model_free(&test);
    }
}

/* */
static void joint_with_a_wrong_node_is_left_out_alone(void** state) {
    (void)state;
    TestModel test = load("'springs':[{'joints':[{'node':1},{'node':99},{'stiffness':1},null,"
                          "{'node':3}]}]");
    check_joints(&test, 0, "1 3");
    test_expect_codes(&test, "SPRING_JOINT_NODE_INVALID UNDEFINED_PROPERTY TYPE_MISMATCH");
    test_expect_among(&test, "SPRING_JOINT_NODE_INVALID", SPRING_BONE "/springs/0/joints/1/node");
    test_model_free(&test);
}

/* */
static void node_belongs_to_the_first_chain_that_claims_it(void** state) {
    (void)state;
    static const struct {
        const char *second, *kept, *codes;
    } cases[] = {
        /* The first chain is 1 3 5 and skips 2 and 4. */
        {"{'node':5},{'node':6}", "6", "SPRING_JOINT_DUPLICATED SPRING_TOO_SHORT"},
        {"{'node':2},{'node':4}", "",
         "SPRING_JOINT_DUPLICATED SPRING_JOINT_DUPLICATED "
         "SPRING_TOO_SHORT"},
        {"{'node':0},{'node':1}", "0", "SPRING_JOINT_DUPLICATED SPRING_TOO_SHORT"},
        {"{'node':0},{'node':6}", "0", "SPRING_JOINT_SKIPS_USED_NODE SPRING_TOO_SHORT"},
        {"{'node':0},{'node':7}", "0", "SPRING_JOINT_SKIPS_USED_NODE SPRING_TOO_SHORT"},
        {"{'node':1},{'node':7},{'node':8}", "7 8", "SPRING_JOINT_DUPLICATED"},
        {"{'node':7},{'node':8},{'node':8},{'node':9}", "7 8", "SPRING_JOINT_DUPLICATED"},
        {"{'node':7},{'node':9}", "7 9", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[400];
        snprintf(json, sizeof json,
                 "'springs':[{'joints':[{'node':1},{'node':3},{'node':5}]},{'joints':[%s]}]",
                 cases[i].second);
        TestModel test = load(json);
        check_joints(&test, 0, "1 3 5");
        check_joints(&test, 1, cases[i].kept);
        test_expect_codes(&test, cases[i].codes);
        test_model_free(&test);
    }
}

static void spring_that_does_not_move_takes_no_node(void** state) {
    (void)state;
    TestModel test = load("'springs':[{'joints':[{'node':2}]},{'joints':[{'node':1},{'node':2},"
                          "{'node':3}]}]");
    check_joints(&test, 0, "2");
    check_joints(&test, 1, "1 2 3");
    test_expect_codes(&test, "SPRING_TOO_SHORT");
    test_model_free(&test);
}

/* */
static void center_must_be_above_and_outside_other_chains(void** state) {
    (void)state;
    static const struct {
        const char* center;
        const char* codes;
        int32_t used;
    } cases[] = {
        {"7", "", 7}, /* joint 0 itself */
        {"1", "", 1},
        {"0", "", 0},
        {"8", "SPRING_CENTER_NOT_ANCESTOR", 8},
        {"10", "SPRING_CENTER_NOT_ANCESTOR", 10},
        {"3", "SPRING_CENTER_NOT_ANCESTOR", 3},
        {"11", "SPRING_CENTER_INVALID", -1},
        {"-1", "SPRING_CENTER_INVALID", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[300];
        snprintf(json, sizeof json,
                 "'springs':[{'joints':[{'node':2},{'node':4}]},"
                 "{'center':%s,'joints':[{'node':7},{'node':8}]}]",
                 cases[i].center);
        TestModel test = load(json);
        assert_int_equal(springs_of(&test)->springs[1].center, cases[i].used);
        test_expect_codes(&test, cases[i].codes);
        test_model_free(&test);
    }
    /* An ancestor that sways in another chain, also one that comes later in the file, and a node
     * below such a chain. */
    TestModel test = load("'springs':[{'center':1,'joints':[{'node':7},{'node':8}]},"
                          "{'joints':[{'node':0},{'node':1},{'node':2}]},"
                          "{'center':3,'joints':[{'node':4},{'node':5}]}]");
    test_expect_codes(&test, "SPRING_CENTER_IN_OTHER_SPRING SPRING_CENTER_IN_OTHER_SPRING");
    test_expect_among(&test, "SPRING_CENTER_IN_OTHER_SPRING", SPRING_BONE "/springs/0/center");
    test_expect_among(&test, "SPRING_CENTER_IN_OTHER_SPRING", SPRING_BONE "/springs/2/center");
    assert_int_equal(springs_of(&test)->springs[0].center, 1);
    test_model_free(&test);
}

/* ---- Limits ---- */

#define LIMIT(limit)                                                                               \
    "'springs':[{'joints':[{'node':1,'extensions':{'VRMC_springBone_limit':{"                      \
    "'specVersion':'1.0-draft','limit':{" limit "}}}},{'node':2}]}]"
#define LIMIT_AT SPRING_BONE "/springs/0/joints/0/extensions/VRMC_springBone_limit"

static vrm_SpringLimit limit_of(const TestModel* test) {
    return springs_of(test)->springs[0].joints[0].limit;
}

/* */
static void limits_are_read_in_radians_and_clamped(void** state) {
    (void)state;
    const float pi = 3.14159265f;
    TestModel test = load(LIMIT("'cone':{'angle':0.5}"));
    assert_int_equal(limit_of(&test).type, VRM_LIMIT_CONE);
    assert_float_equal(limit_of(&test).angle, 0.5f, 0.0f);
    assert_float_equal(limit_of(&test).rotation.w, 1.0f, 0.0f);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = load(LIMIT("'hinge':{'angle':7,'rotation':[0,0.6,0,0.8]}"));
    assert_int_equal(limit_of(&test).type, VRM_LIMIT_HINGE);
    assert_float_equal(limit_of(&test).angle, pi, 1e-6f);
    assert_float_equal(limit_of(&test).rotation.y, 0.6f, 1e-6f);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = load(LIMIT("'spherical':{'pitch':4,'yaw':2}"));
    assert_int_equal(limit_of(&test).type, VRM_LIMIT_SPHERICAL);
    assert_float_equal(limit_of(&test).pitch, pi, 1e-6f);
    assert_float_equal(limit_of(&test).yaw, pi / 2.0f, 1e-6f);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = load(LIMIT("'cone':{'angle':-1}"));
    assert_float_equal(limit_of(&test).angle, 0.0f, 0.0f);
    test_expect(&test, "SPRING_LIMIT_NOT_IN_RANGE", LIMIT_AT "/limit/cone/angle");
    test_model_free(&test);
}

static void broken_limit_is_no_limit(void** state) {
    (void)state;
    static const struct {
        const char *json, *code, *pointer;
    } limits[] = {
        {LIMIT(""), "SPRING_LIMIT_INVALID", LIMIT_AT},
        {LIMIT("'cone':{}"), "UNDEFINED_PROPERTY", LIMIT_AT "/limit/cone"},
        {LIMIT("'spherical':{'pitch':1}"), "UNDEFINED_PROPERTY", LIMIT_AT "/limit/spherical"},
        {LIMIT("'cone':{'angle':1},'hinge':{'angle':1}"), "SPRING_LIMIT_INVALID", LIMIT_AT},
    };
    for (int i = 0; i < 4; i++) {
        TestModel test = load(limits[i].json);
        assert_int_equal(limit_of(&test).type, VRM_LIMIT_NONE);
        check_joints(&test, 0, "1 2");
        test_expect(&test, limits[i].code, limits[i].pointer);
        test_model_free(&test);
    }
    TestModel test = load(LIMIT("'cone':{'angle':1,'rotation':[0,0,0,0]}"));
    assert_int_equal(limit_of(&test).type, VRM_LIMIT_CONE);
    assert_float_equal(limit_of(&test).rotation.w, 1.0f, 0.0f);
    test_expect(&test, "SPRING_LIMIT_ROTATION_NOT_UNIT", LIMIT_AT "/limit/cone/rotation");
    test_model_free(&test);
}

static void shapes_of_later_drafts_are_reported(void** state) {
    (void)state;
    TestModel test = load("'settings':[{}],'colliderGroups':[{'node':1,'shapes':[]}],"
                          "'springs':[{'springRoot':1},{'colliders':[1],'joints':[{'node':1},"
                          "{'node':2}]}]");
    check_joints(&test, 1, "1 2");
    test_expect_codes(&test, "VRM_DRAFT_SHAPE_UNSUPPORTED VRM_DRAFT_SHAPE_UNSUPPORTED "
                             "VRM_DRAFT_SHAPE_UNSUPPORTED VRM_DRAFT_SHAPE_UNSUPPORTED "
                             "SPRING_TOO_SHORT");
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collider_is_a_sphere_or_a_capsule_with_defaults),
        cmocka_unit_test(wrong_collider_is_left_out_and_groups_skip_it),
        cmocka_unit_test(collider_with_two_shapes_is_a_sphere),
        cmocka_unit_test(negative_radius_is_zero_with_a_warning),
        cmocka_unit_test(wrong_entries_of_groups_and_springs_are_skipped),
        cmocka_unit_test(shape_of_the_beta_may_lack_its_kind),
        cmocka_unit_test(extended_shape_replaces_the_base_shape),
        cmocka_unit_test(extended_collider_without_base_shape_is_an_error_and_works),
        cmocka_unit_test(extended_draft_is_accepted_and_an_unknown_version_falls_back),
        cmocka_unit_test(extended_shape_that_is_not_exactly_one_falls_back),
        cmocka_unit_test(normal_of_other_length_is_reported_and_scaled),
        cmocka_unit_test(joint_has_defaults),
        cmocka_unit_test(joint_outside_its_ranges_is_clamped),
        cmocka_unit_test(joint_values_are_always_finite),
        cmocka_unit_test(last_joint_needs_no_parameters),
        cmocka_unit_test(chain_may_skip_nodes),
        cmocka_unit_test(chain_is_cut_where_a_joint_does_not_descend),
        cmocka_unit_test(spring_with_fewer_than_two_joints_is_reported),
        cmocka_unit_test(joint_with_a_wrong_node_is_left_out_alone),
        cmocka_unit_test(node_belongs_to_the_first_chain_that_claims_it),
        cmocka_unit_test(spring_that_does_not_move_takes_no_node),
        cmocka_unit_test(center_must_be_above_and_outside_other_chains),
        cmocka_unit_test(limits_are_read_in_radians_and_clamped),
        cmocka_unit_test(broken_limit_is_no_limit),
        cmocka_unit_test(shapes_of_later_drafts_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
