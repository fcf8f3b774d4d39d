/* SPDX-License-Identifier: MIT */
/* Node constraints as data: which are read, and which are left out and why. */
#include "support/check.h"
#include "support/model.h"

#include <stdio.h>

#define TWIST "/nodes/80/extensions/VRMC_node_constraint"
#define AIM   "/nodes/82/extensions/VRMC_node_constraint"
#define WING  "/nodes/83/extensions/VRMC_node_constraint"

static const vrm_Constraint* get(const TestModel* test, int32_t node) {
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(test->model, &count);
    for (int32_t i = 0; i < count; i++)
        if (constraints[i].node == node) return &constraints[i];
    return NULL;
}

static int32_t count_of(const TestModel* test) {
    int32_t count;
    vrm_model_constraints(test->model, &count);
    return count;
}

static void constraints_are_read_in_node_order(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (int d = 0; d < 2; d++) {
        TestModel test = test_model_scene(dialects[d], NULL);
        int32_t count;
        const vrm_Constraint* constraints = vrm_model_constraints(test.model, &count);
        assert_int_equal(count, 4);
        for (int32_t i = 0; i < 4; i++) assert_int_equal(constraints[i].node, 80 + i);
        assert_int_equal(constraints[0].type, VRM_CONSTRAINT_ROLL);
        assert_int_equal(constraints[0].axis, VRM_AXIS_POSITIVE_X);
        assert_int_equal(constraints[0].source, 24);
        assert_float_equal(constraints[0].weight, 0.5f, 0.0f);
        assert_int_equal(constraints[2].type, VRM_CONSTRAINT_AIM);
        assert_int_equal(constraints[2].source, 22);
        assert_int_equal(constraints[3].type, VRM_CONSTRAINT_ROTATION);
        assert_float_equal(constraints[3].weight, 0.8f, 0.0f);
        test_model_free(&test);
    }
}

/* */
static void constraint_at_the_root_is_not_read(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set /extensions/VRMC_node_constraint {'specVersion':'1.0',"
                                        "'constraint':{'rotation':{'source':1}}}");
    assert_int_equal(count_of(&test), 4);
    test_expect(&test, "CONSTRAINT_AT_ROOT", "/extensions/VRMC_node_constraint");
    test_model_free(&test);
}

/* */
static void constraint_is_exactly_one_kind(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " TWIST "/constraint {}");
    assert_null(get(&test, 80));
    test_expect(&test, "CONSTRAINT_KIND_MISSING", TWIST "/constraint");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove " TWIST "/constraint");
    assert_null(get(&test, 80));
    test_expect(&test, "CONSTRAINT_KIND_MISSING", TWIST);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " TWIST "/constraint/aim {'source':3,"
                                           "'aimAxis':'PositiveY'}");
    assert_int_equal(get(&test, 80)->type, VRM_CONSTRAINT_ROLL);
    test_expect(&test, "CONSTRAINT_KIND_AMBIGUOUS", TWIST "/constraint");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " WING "/constraint/aim {'source':3,"
                                           "'aimAxis':'PositiveY'}");
    assert_int_equal(get(&test, 83)->type, VRM_CONSTRAINT_AIM);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove " TWIST "/specVersion");
    assert_non_null(get(&test, 80));
    test_expect(&test, "VRM_EXTENSION_VERSION_MISSING", TWIST);
    test_model_free(&test);
}

/* */
static void roll_needs_an_axis_of_three(void** state) {
    (void)state;
    static const char* const axes[] = {"X", "Y", "Z"};
    for (int i = 0; i < 3; i++) {
        char edit[200];
        snprintf(edit, sizeof edit, "set " TWIST "/constraint/roll/rollAxis '%s'", axes[i]);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(get(&test, 80)->axis, VRM_AXIS_POSITIVE_X + i);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " TWIST "/constraint/roll/rollAxis 'PositiveX'");
    assert_null(get(&test, 80));
    test_expect(&test, "CONSTRAINT_AXIS_INVALID", TWIST "/constraint/roll/rollAxis");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove " TWIST "/constraint/roll/rollAxis");
    test_expect(&test, "UNDEFINED_PROPERTY", TWIST "/constraint/roll");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove " TWIST "/constraint/roll/source");
    assert_null(get(&test, 80));
    test_expect(&test, "UNDEFINED_PROPERTY", TWIST "/constraint/roll");
    test_model_free(&test);
}

/* */
static void aim_needs_an_axis_of_six(void** state) {
    (void)state;
    static const char* const axes[] = {"PositiveX", "PositiveY", "PositiveZ",
                                       "NegativeX", "NegativeY", "NegativeZ"};
    for (int i = 0; i < 6; i++) {
        char edit[200];
        snprintf(edit, sizeof edit, "set " AIM "/constraint/aim/aimAxis '%s'", axes[i]);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(get(&test, 82)->axis, VRM_AXIS_POSITIVE_X + i);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " AIM "/constraint/aim/aimAxis 'X'");
    assert_null(get(&test, 82));
    test_expect(&test, "CONSTRAINT_AXIS_INVALID", AIM "/constraint/aim/aimAxis");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " AIM "/constraint/aim/source 89");
    assert_null(get(&test, 82));
    test_expect(&test, "CONSTRAINT_SOURCE_INVALID", AIM "/constraint/aim/source");
    test_model_free(&test);
}

/* */
static void weight_defaults_to_1_and_is_clamped(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove " WING "/constraint/rotation/weight");
    assert_float_equal(get(&test, 83)->weight, 1.0f, 0.0f);
    test_expect_codes(&test, "");
    test_model_free(&test);
    static const char* const weights[] = {"-0.5", "1.5"};
    for (int i = 0; i < 2; i++) {
        char edit[200];
        snprintf(edit, sizeof edit, "set " WING "/constraint/rotation/weight %s", weights[i]);
        test = test_model_scene(VRM_DIALECT_1, edit);
        assert_float_equal(get(&test, 83)->weight, (float)i, 0.0f);
        test_expect(&test, "CONSTRAINT_WEIGHT_NOT_IN_RANGE", WING "/constraint/rotation/weight");
        test_model_free(&test);
    }
    test = test_model_scene(VRM_DIALECT_1, "remove " WING "/constraint/rotation/source");
    assert_null(get(&test, 83));
    test_model_free(&test);
}

/* */
static void source_that_is_the_destination_is_an_error(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " WING "/constraint/rotation/source 83");
    assert_null(get(&test, 83));
    assert_int_equal(count_of(&test), 3);
    test_expect(&test, "CONSTRAINT_SOURCE_IS_SELF", WING "/constraint/rotation/source");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_ERROR);
    test_model_free(&test);
}

/* 24 is the hand below; the constraint is on an arm above it. */
static void source_may_lie_below_the_destination(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1, "set /nodes/20/extensions {'VRMC_node_constraint':{'specVersion':'1.0',"
                       "'constraint':{'rotation':{'source':24}}}}\n"
                       "set /nodes/22/extensions {'VRMC_node_constraint':{'specVersion':'1.0',"
                       "'constraint':{'roll':{'source':24,'rollAxis':'X'}}}}");
    assert_int_equal(count_of(&test), 6);
    assert_int_equal(get(&test, 20)->source, 24);
    assert_int_equal(get(&test, 22)->source, 24);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void shapes_of_drafts_are_reported_as_unsupported(void** state) {
    (void)state;
    static const struct {
        const char *constraint, *place;
    } cases[] = {
        {"{'position':{'source':1}}", ""},
        {"{'rotation':{'source':1,'freezeAxes':[true,true,true]}}", "/rotation/freezeAxes"},
        {"{'rotation':{'source':1,'sourceSpace':'model'}}", "/rotation/sourceSpace"},
        {"{'aim':{'source':1,'aimVector':[0,0,1],'upVector':[0,1,0]}}", "/aim/aimVector"},
        {"{'rotation':{'source':1,'axes':[true,false,true]}}", "/rotation/axes"},
    };
    static const vrm_Dialect dialects[] = {VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int d = 0; d < 2; d++) {
            char edit[200], pointer[200];
            snprintf(edit, sizeof edit, "set " WING "/constraint %s", cases[i].constraint);
            snprintf(pointer, sizeof pointer, WING "/constraint%s", cases[i].place);
            TestModel test = test_model_scene(dialects[d], edit);
            assert_null(get(&test, 83));
            assert_int_equal(count_of(&test), 3);
            test_expect(&test, "CONSTRAINT_DRAFT_UNSUPPORTED", pointer);
            test_model_free(&test);
        }
    }
}

/* The rig drops a circle as a whole; the model still shows it. */
static void circle_is_read_as_it_stands(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " WING "/constraint/rotation/source 80\n"
                                                     "set " TWIST "/constraint/roll/source 83");
    assert_int_equal(count_of(&test), 4);
    assert_int_equal(get(&test, 83)->source, 80);
    assert_int_equal(get(&test, 80)->source, 83);
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_are_read_in_node_order),
        cmocka_unit_test(constraint_at_the_root_is_not_read),
        cmocka_unit_test(constraint_is_exactly_one_kind),
        cmocka_unit_test(roll_needs_an_axis_of_three),
        cmocka_unit_test(aim_needs_an_axis_of_six),
        cmocka_unit_test(weight_defaults_to_1_and_is_clamped),
        cmocka_unit_test(source_that_is_the_destination_is_an_error),
        cmocka_unit_test(source_may_lie_below_the_destination),
        cmocka_unit_test(shapes_of_drafts_are_reported_as_unsupported),
        cmocka_unit_test(circle_is_read_as_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
