/* SPDX-License-Identifier: MIT */
/* What files say of the gaze and of the first-person view. */
#include "support/check.h"
#include "support/model.h"

#include <stdio.h>

#define LOOK_AT1 "/extensions/VRMC_vrm/lookAt"
#define FIRST0   "/extensions/VRM/firstPerson"
#define FIRST1   "/extensions/VRMC_vrm/firstPerson"

static void check_float(float actual, float expected) {
    assert_float_equal(actual, expected, 1e-6f);
}

static void check_map(const vrm_RangeMap* map, float input, float output) {
    check_float(map->input_max_degrees, input);
    check_float(map->output_scale, output);
    assert_null(map->curve);
    assert_int_equal(map->curve_count, 0);
}

/* The four maps of the scene, in every dialect. */
static void check_scene_maps(const vrm_LookAt* look_at) {
    check_map(&look_at->horizontal_inner, 90.0f, 8.0f);
    check_map(&look_at->horizontal_outer, 90.0f, 12.0f);
    check_map(&look_at->vertical_down, 80.0f, 10.0f);
    check_map(&look_at->vertical_up, 70.0f, 9.0f);
}

/* R-127 (the offset as read), R-139 (degrees as written) */
static void look_at_is_the_same_in_all_dialects(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = test_model_scene((vrm_Dialect)dialect, NULL);
        const vrm_LookAt* look_at = vrm_model_look_at(test.model);
        assert_non_null(look_at);
        assert_int_equal(look_at->type, VRM_LOOK_AT_BONE);
        check_scene_maps(look_at);
        check_float(look_at->offset_from_head.y, 0.08499992f);
        /* In front of the head, whichever way it looks. */
        check_float(look_at->offset_from_head.z, 0.05f * (float)vrm_model_facing(test.model));
        test_model_free(&test);
    }
}

static void avatar_without_look_at_has_no_gaze_control(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove " LOOK_AT1);
    assert_null(vrm_model_look_at(test.model));
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove " FIRST0);
    assert_null(vrm_model_look_at(test.model));
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void look_at_of_1_has_defaults_for_everything(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " LOOK_AT1 " {}");
    const vrm_LookAt* look_at = vrm_model_look_at(test.model);
    assert_int_equal(look_at->type, VRM_LOOK_AT_BONE);
    check_float(look_at->offset_from_head.x, 0.0f);
    check_float(look_at->offset_from_head.y, 0.06f);
    check_float(look_at->offset_from_head.z, 0.0f);
    check_map(&look_at->horizontal_inner, 90.0f, 10.0f);
    check_map(&look_at->vertical_up, 90.0f, 10.0f);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " LOOK_AT1 " {'type':'expression',"
                                           "'rangeMapVerticalUp':{'inputMaxValue':30}}");
    look_at = vrm_model_look_at(test.model);
    assert_int_equal(look_at->type, VRM_LOOK_AT_EXPRESSION);
    check_map(&look_at->horizontal_outer, 90.0f, 1.0f);
    check_map(&look_at->vertical_up, 30.0f, 1.0f);
    test_model_free(&test);
}

/* */
static void unknown_type_is_bone_with_a_warning(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " LOOK_AT1 "/type 'blendShape'");
    assert_int_equal(vrm_model_look_at(test.model)->type, VRM_LOOK_AT_BONE);
    test_expect(&test, "LOOK_AT_TYPE_UNKNOWN", LOOK_AT1 "/type");
    test_model_free(&test);
}

static void input_outside_its_range_is_clamped(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " LOOK_AT1 "/rangeMapVerticalDown/inputMaxValue -5\n"
                                        "set " LOOK_AT1 "/rangeMapVerticalUp/inputMaxValue 181");
    check_float(vrm_model_look_at(test.model)->vertical_down.input_max_degrees, 0.0f);
    check_float(vrm_model_look_at(test.model)->vertical_up.input_max_degrees, 180.0f);
    test_expect_codes(&test, "LOOK_AT_INPUT_NOT_IN_RANGE LOOK_AT_INPUT_NOT_IN_RANGE");
    test_model_free(&test);
}

/* */
static void offset_of_0_is_turned_into_gltf_axes(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " FIRST0 "/firstPersonBoneOffset {'x':0.1,'y':0.2,'z':0.3}");
    vrm_Vec3 offset = vrm_model_look_at(test.model)->offset_from_head;
    check_float(offset.x, 0.1f);
    check_float(offset.y, 0.2f);
    check_float(offset.z, -0.3f);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " FIRST0 "/firstPersonBoneOffset [0.1,0.2,0.3]");
    check_float(vrm_model_look_at(test.model)->offset_from_head.z, -0.3f);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "remove " FIRST0 "/firstPersonBoneOffset");
    check_float(vrm_model_look_at(test.model)->offset_from_head.y, 0.06f);
    test_model_free(&test);
}

/* The offset is measured from firstPersonBone; here that is the neck. */
static void offset_of_0_from_another_bone_is_expressed_from_the_head(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0,
                                      "set " FIRST0 "/firstPersonBone 5\n"
                                      "set " FIRST0 "/firstPersonBoneOffset {'x':0,'y':0.5,'z':0}\n"
                                      "set /nodes/6/translation [0,0.2,0.125]");
    vrm_Vec3 offset = vrm_model_look_at(test.model)->offset_from_head;
    check_float(offset.x, 0.0f);
    check_float(offset.y, 0.3f);
    check_float(offset.z, -0.125f);
    test_model_free(&test);
}

static void offset_of_0_stays_when_the_head_has_no_extent(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " FIRST0 "/firstPersonBone 5\nset /nodes/6/scale [0,0,0]\n"
                       "set " FIRST0 "/firstPersonBoneOffset {'x':0,'y':0.5,'z':0}");
    check_float(vrm_model_look_at(test.model)->offset_from_head.y, 0.5f);
    test_model_free(&test);
}

/* R-146, R-147 (data) */
static void curve_of_0_is_kept_unless_it_is_the_straight_line(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set " FIRST0 "/lookAtVerticalUp {'curve':[0,0,0,2,0.5,0.25,1,1,1,1,3,0],'xRange':40,"
        "'yRange':5}\n"
        "set " FIRST0 "/lookAtVerticalDown {'curve':[0,0,0,1,1,1,1,0]}\n"
        "set " FIRST0 "/lookAtHorizontalInner {'curve':[]}\n"
        "set " FIRST0 "/lookAtHorizontalOuter {}");
    const vrm_LookAt* look_at = vrm_model_look_at(test.model);
    assert_int_equal(look_at->vertical_up.curve_count, 3);
    const vrm_CurveKey* key = &look_at->vertical_up.curve[1];
    check_float(key->time, 0.5f);
    check_float(key->value, 0.25f);
    check_float(key->in_tangent, 1.0f);
    check_float(key->out_tangent, 1.0f);
    check_float(look_at->vertical_up.input_max_degrees, 40.0f);
    check_float(look_at->vertical_up.output_scale, 5.0f);
    check_map(&look_at->vertical_down, 90.0f, 10.0f);
    check_map(&look_at->horizontal_inner, 90.0f, 10.0f);
    check_map(&look_at->horizontal_outer, 90.0f, 10.0f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void broken_curve_of_0_is_a_straight_line_with_a_warning(void** state) {
    (void)state;
    static const char* const curves[] = {"[0,0,0]", "[1,1,1,1,0,0,0,0]", "[0,0,0,0,0,1,1,1]"};
    for (int i = 0; i < 3; i++) {
        char edit[100];
        snprintf(edit, sizeof edit, "set " FIRST0 "/lookAtVerticalUp/curve %s", curves[i]);
        TestModel test = test_model_scene(VRM_DIALECT_0, edit);
        check_map(&vrm_model_look_at(test.model)->vertical_up, 70.0f, 9.0f);
        test_expect(&test, "LOOK_AT_CURVE_INVALID", FIRST0 "/lookAtVerticalUp/curve");
        test_model_free(&test);
    }
}

static void type_of_0_ignores_case_and_knows_none(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set " FIRST0 "/lookAtTypeName 'blendshape'\n"
                                                     "remove " FIRST0 "/lookAtVerticalUp");
    assert_int_equal(vrm_model_look_at(test.model)->type, VRM_LOOK_AT_EXPRESSION);
    check_map(&vrm_model_look_at(test.model)->vertical_up, 90.0f, 1.0f);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " FIRST0 "/lookAtTypeName 'None'");
    assert_null(vrm_model_look_at(test.model));
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " FIRST0 "/lookAtTypeName 'eyes'");
    assert_int_equal(vrm_model_look_at(test.model)->type, VRM_LOOK_AT_BONE);
    test_expect(&test, "LOOK_AT_TYPE_UNKNOWN", FIRST0 "/lookAtTypeName");
    test_model_free(&test);
}

/* */
static void look_at_of_the_draft_is_read_under_all_names(void** state) {
    (void)state;
    static const struct {
        const char *type, *prefix;
        const char* inner;
    } names[] = {{"lookAtType", "lookAt", "lookAtHorizontalInner"},
                 {"type", "", "horizontalInner"},
                 {"type", "rangeMap", "rangeMapHorizontalInner"}};
    for (int i = 0; i < 3; i++) {
        const char* p = names[i].prefix;
        bool has_prefix = p[0] != '\0';
        char edit[500];
        snprintf(edit, sizeof edit,
                 "set " LOOK_AT1 " {'%s':'blendShape','%s':{'inputMaxValue':11,'outputScale':1},"
                 "'%s%sorizontalOuter':{'inputMaxValue':22,'outputScale':2},"
                 "'%s%serticalDown':{'inputMaxValue':33,'outputScale':3},"
                 "'%s%serticalUp':{'inputMaxValue':44,'outputScale':4}}",
                 names[i].type, names[i].inner, p, has_prefix ? "H" : "h", p,
                 has_prefix ? "V" : "v", p, has_prefix ? "V" : "v");
        TestModel test = test_model_scene(VRM_DIALECT_DRAFT, edit);
        const vrm_LookAt* look_at = vrm_model_look_at(test.model);
        assert_int_equal(look_at->type, VRM_LOOK_AT_EXPRESSION);
        check_map(&look_at->horizontal_inner, 11.0f, 1.0f);
        check_map(&look_at->horizontal_outer, 22.0f, 2.0f);
        check_map(&look_at->vertical_down, 33.0f, 3.0f);
        check_map(&look_at->vertical_up, 44.0f, 4.0f);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
}

/* ---- First person ---- */

/* */
static void annotation_of_1_has_four_types(void** state) {
    (void)state;
    static const char* const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    for (int i = 0; i < 4; i++) {
        char edit[100];
        snprintf(edit, sizeof edit, "set " FIRST1 "/meshAnnotations/0/type '%s'", types[i]);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(vrm_model_first_person(test.model, 84), i);
        assert_int_equal(vrm_model_first_person(test.model, 85),
                         VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " FIRST1 "/meshAnnotations/1/type 'Both'");
    assert_int_equal(vrm_model_first_person(test.model, 85), VRM_FIRST_PERSON_AUTO);
    test_expect(&test, "FIRST_PERSON_TYPE_UNKNOWN", FIRST1 "/meshAnnotations/1/type");
    test_model_free(&test);
}

/* */
static void node_without_annotation_is_auto(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1,
                                      "set " FIRST1 "/meshAnnotations [{'node':85,'type':'both'}]");
    assert_int_equal(vrm_model_first_person(test.model, 85), VRM_FIRST_PERSON_BOTH);
    assert_int_equal(vrm_model_first_person(test.model, 84), VRM_FIRST_PERSON_AUTO);
    assert_int_equal(vrm_model_first_person(test.model, -1), VRM_FIRST_PERSON_AUTO);
    assert_int_equal(vrm_model_first_person(test.model, 1000), VRM_FIRST_PERSON_AUTO);
    assert_int_equal(vrm_model_first_person_node(test.model), 6);
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove " FIRST1);
    for (int32_t node = 84; node <= 88; node++)
        assert_int_equal(vrm_model_first_person(test.model, node), VRM_FIRST_PERSON_AUTO);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void wrong_annotation_is_left_out_alone(void** state) {
    (void)state;
    static const struct {
        const char *value, *code, *place;
    } cases[] = {
        {"{'node':89,'type':'both'}", "FIRST_PERSON_NODE_INVALID", "/0/node"},
        {"{'node':0,'type':'both'}", "FIRST_PERSON_NODE_WITHOUT_MESH", "/0/node"},
        {"{'type':'both'}", "UNDEFINED_PROPERTY", "/0"},
        {"{'node':85,'type':'both'}", "FIRST_PERSON_DUPLICATED", "/2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edit[200], pointer[100];
        snprintf(edit, sizeof edit, "insert " FIRST1 "/meshAnnotations/0 %s", cases[i].value);
        snprintf(pointer, sizeof pointer, FIRST1 "/meshAnnotations%s", cases[i].place);
        TestModel test = test_model_scene(VRM_DIALECT_1, edit);
        assert_int_equal(vrm_model_first_person(test.model, 87), VRM_FIRST_PERSON_BOTH);
        test_expect(&test, cases[i].code, pointer);
        test_model_free(&test);
    }
}

/* */
static void annotation_of_0_names_a_mesh_in_any_case(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " FIRST0 "/meshAnnotations [{'mesh':1,'firstPersonFlag':'BOTH'},"
                       "{'mesh':0,'firstPersonFlag':'firstpersononly'},{'mesh':2},"
                       "{'mesh':1,'firstPersonFlag':'Auto'},{'mesh':-1,'firstPersonFlag':'Both'},"
                       "{'mesh':5,'firstPersonFlag':'Both'}]\n"
                       "set /nodes/0/mesh 1\nset " FIRST0 "/firstPersonBone 5");
    assert_int_equal(vrm_model_first_person(test.model, 85), VRM_FIRST_PERSON_BOTH);
    assert_int_equal(vrm_model_first_person(test.model, 0), VRM_FIRST_PERSON_BOTH);
    assert_int_equal(vrm_model_first_person(test.model, 84), VRM_FIRST_PERSON_FIRST_PERSON_ONLY);
    assert_int_equal(vrm_model_first_person(test.model, 86), VRM_FIRST_PERSON_AUTO);
    assert_int_equal(vrm_model_first_person_node(test.model), 5);
    test_expect_codes(&test, "FIRST_PERSON_DUPLICATED FIRST_PERSON_MESH_INVALID");
    test_expect_among(&test, "FIRST_PERSON_MESH_INVALID", FIRST0 "/meshAnnotations/5/mesh");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " FIRST0 "/firstPersonBone -1");
    assert_int_equal(vrm_model_first_person_node(test.model), 6);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " FIRST0 "/firstPersonBone 1e3");
    assert_int_equal(vrm_model_first_person_node(test.model), 6);
    test_expect(&test, "FIRST_PERSON_BONE_INVALID", FIRST0 "/firstPersonBone");
    test_model_free(&test);
}

/* */
static void annotation_of_the_draft_is_read_under_all_names(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT, "set " FIRST1 "/meshAnnotations [{'mesh':0,'firstPersonType':'both'},"
                           "{'mesh':1,'firstPersonFlag':'thirdPersonOnly'},"
                           "{'node':86,'type':'firstPersonOnly'}]");
    assert_int_equal(vrm_model_first_person(test.model, 84), VRM_FIRST_PERSON_BOTH);
    assert_int_equal(vrm_model_first_person(test.model, 85), VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    assert_int_equal(vrm_model_first_person(test.model, 86), VRM_FIRST_PERSON_FIRST_PERSON_ONLY);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(look_at_is_the_same_in_all_dialects),
        cmocka_unit_test(avatar_without_look_at_has_no_gaze_control),
        cmocka_unit_test(look_at_of_1_has_defaults_for_everything),
        cmocka_unit_test(unknown_type_is_bone_with_a_warning),
        cmocka_unit_test(input_outside_its_range_is_clamped),
        cmocka_unit_test(offset_of_0_is_turned_into_gltf_axes),
        cmocka_unit_test(offset_of_0_from_another_bone_is_expressed_from_the_head),
        cmocka_unit_test(offset_of_0_stays_when_the_head_has_no_extent),
        cmocka_unit_test(curve_of_0_is_kept_unless_it_is_the_straight_line),
        cmocka_unit_test(broken_curve_of_0_is_a_straight_line_with_a_warning),
        cmocka_unit_test(type_of_0_ignores_case_and_knows_none),
        cmocka_unit_test(look_at_of_the_draft_is_read_under_all_names),
        cmocka_unit_test(annotation_of_1_has_four_types),
        cmocka_unit_test(node_without_annotation_is_auto),
        cmocka_unit_test(wrong_annotation_is_left_out_alone),
        cmocka_unit_test(annotation_of_0_names_a_mesh_in_any_case),
        cmocka_unit_test(annotation_of_the_draft_is_read_under_all_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
