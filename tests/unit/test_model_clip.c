/* SPDX-License-Identifier: MIT */
/* VRM animation files as data: bones, expressions and the gaze of a clip. */
#include "support/check.h"
#include "support/model.h"

#include "scenes/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLIP  "/extensions/VRMC_vrm_animation"
#define BONES CLIP "/humanoid/humanBones"

/* The clip of scenes/ with edits. */
static TestModel load(const char* edits) {
    SceneBytes clip = scene_clip(false);
    assert_non_null(clip.data);
    if (edits != NULL) {
        char* quoted = malloc(strlen(edits) + 1);
        assert_non_null(quoted);
        strcpy(quoted, edits);
        for (char* c = quoted; *c != '\0'; c++)
            if (*c == '\'') *c = '"';
        int32_t bad_line;
        SceneBytes patched = scene_patch(&clip, quoted, &bad_line);
        if (patched.data == NULL) fail_msg("edit %d cannot be made", (int)bad_line);
        free(quoted);
        scene_bytes_free(&clip);
        clip = patched;
    }
    TestModel test = test_model_bytes(clip.data, clip.size, NULL);
    scene_bytes_free(&clip);
    assert_int_equal(test.result, VRM_OK);
    return test;
}

static const vrm_ClipInfo* clip_of(const TestModel* test) {
    return vrm_model_clip_info(test->model);
}

static int32_t expression_node(const TestModel* test, const char* name) {
    const vrm_ClipInfo* clip = clip_of(test);
    for (int32_t i = 0; i < clip->expression_count; i++)
        if (strcmp(clip->expressions[i].name, name) == 0) return clip->expressions[i].node;
    return -1;
}

static void clip_is_read_whole(void** state) {
    (void)state;
    TestModel test = load("set " CLIP "/expressions {'preset':{'blink':{'node':1}},"
                          "'custom':{'wave':{'node':2}}}\n"
                          "set " CLIP "/lookAt {'node':3,'offsetFromHeadBone':[0.1,0.2,0.3]}");
    const vrm_ClipInfo* clip = clip_of(&test);
    assert_non_null(clip);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_NONE);
    assert_string_equal(clip->spec_version, "1.0");
    assert_true(clip->has_humanoid);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (vrm_bone_is_required((vrm_Bone)bone)) assert_true(clip->bones[bone] >= 0);
    assert_int_equal(clip->expression_count, 2);
    assert_int_equal(clip->expressions[0].preset, VRM_EXPRESSION_BLINK);
    assert_int_equal(expression_node(&test, "blink"), 1);
    assert_int_equal(clip->expressions[1].preset, VRM_EXPRESSION_CUSTOM);
    assert_int_equal(expression_node(&test, "wave"), 2);
    assert_int_equal(clip->look_at_node, 3);
    assert_true(clip->has_look_at_offset);
    assert_float_equal(clip->look_at_offset.z, 0.3f, 1e-6f);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void clip_of_the_draft_is_accepted_and_an_unknown_version_is_no_clip(void** state) {
    (void)state;
    TestModel test = load("set " CLIP "/specVersion '1.0-draft'");
    assert_non_null(clip_of(&test));
    test_expect(&test, "VRM_EXTENSION_VERSION_DRAFT", CLIP "/specVersion");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
    test_model_free(&test);
    test = load("set " CLIP "/specVersion '3.0'");
    assert_null(clip_of(&test));
    test_expect(&test, "VRM_EXTENSION_VERSION_UNKNOWN", CLIP "/specVersion");
    test_model_free(&test);
    test = load("remove " CLIP "/specVersion");
    assert_non_null(clip_of(&test));
    test_expect(&test, "VRM_EXTENSION_VERSION_MISSING", CLIP);
    test_model_free(&test);
}

/* */
static void clip_needs_the_required_bones_and_has_no_eyes(void** state) {
    (void)state;
    TestModel test = load("remove " BONES "/leftFoot\nset " BONES "/leftEye {'node':0}\n"
                          "set " BONES "/rightEye {'node':0}");
    assert_int_equal(clip_of(&test)->bones[VRM_BONE_LEFT_EYE], -1);
    assert_int_equal(clip_of(&test)->bones[VRM_BONE_RIGHT_EYE], -1);
    assert_true(clip_of(&test)->bones[VRM_BONE_HEAD] >= 0);
    test_expect_codes(&test, "CLIP_EYE_BONE CLIP_EYE_BONE CLIP_BONE_MISSING");
    test_expect_among(&test, "CLIP_BONE_MISSING", BONES);
    test_model_free(&test);
    test = load("remove " CLIP "/humanoid");
    assert_false(clip_of(&test)->has_humanoid);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = load("set " CLIP "/humanoid {}");
    assert_false(clip_of(&test)->has_humanoid);
    test_expect(&test, "UNDEFINED_PROPERTY", CLIP "/humanoid");
    test_model_free(&test);
}

/* */
static void wrong_bone_of_a_clip_is_left_out_alone(void** state) {
    (void)state;
    TestModel test = load("set " BONES "/tail {'node':0}\nset " BONES "/chest {'node':9999}\n"
                          "set " BONES "/jaw 5");
    assert_int_equal(clip_of(&test)->bones[VRM_BONE_CHEST], -1);
    assert_int_equal(clip_of(&test)->bones[VRM_BONE_JAW], -1);
    test_expect_codes(&test, "CLIP_BONE_UNKNOWN CLIP_BONE_NODE_INVALID TYPE_MISMATCH");
    test_model_free(&test);
    test = load(NULL);
    int32_t head = clip_of(&test)->bones[VRM_BONE_HEAD];
    test_model_free(&test);
    char edit[100];
    snprintf(edit, sizeof edit, "set " BONES "/jaw {'node':%d}", (int)head);
    test = load(edit);
    assert_int_equal(clip_of(&test)->bones[VRM_BONE_HEAD], head);
    assert_int_equal(clip_of(&test)->bones[VRM_BONE_JAW], -1);
    test_expect(&test, "CLIP_BONE_NODE_SHARED", BONES "/jaw");
    test_model_free(&test);
}

/* */
static void look_presets_of_a_clip_are_left_out(void** state) {
    (void)state;
    TestModel test = load("set " CLIP "/expressions {'preset':{'lookUp':{'node':1},"
                          "'lookDown':{'node':1},'lookLeft':{'node':1},'lookRight':{'node':1},"
                          "'aa':{'node':2}}}");
    assert_int_equal(clip_of(&test)->expression_count, 1);
    assert_int_equal(expression_node(&test, "aa"), 2);
    test_expect_codes(&test, "CLIP_EXPRESSION_LOOK CLIP_EXPRESSION_LOOK CLIP_EXPRESSION_LOOK "
                             "CLIP_EXPRESSION_LOOK");
    test_model_free(&test);
}

/* */
static void custom_of_a_clip_must_not_have_the_name_of_a_preset(void** state) {
    (void)state;
    TestModel test = load("set " CLIP "/expressions {'preset':{'joy':{'node':1}},"
                          "'custom':{'happy':{'node':1},'lookUp':{'node':1},'own':{'node':4},"
                          "'gone':{'node':-1},'none':{}}}");
    assert_int_equal(clip_of(&test)->expression_count, 1);
    assert_int_equal(expression_node(&test, "own"), 4);
    test_expect_codes(&test, "CLIP_EXPRESSION_PRESET_UNKNOWN "
                             "CLIP_EXPRESSION_CUSTOM_NAME_IS_PRESET "
                             "CLIP_EXPRESSION_CUSTOM_NAME_IS_PRESET "
                             "CLIP_EXPRESSION_NODE_INVALID UNDEFINED_PROPERTY");
    test_model_free(&test);
}

/* */
static void gaze_of_a_clip_without_node_is_reported(void** state) {
    (void)state;
    TestModel test = load("set " CLIP "/lookAt {'offsetFromHeadBone':[0,0.1,0]}");
    assert_int_equal(clip_of(&test)->look_at_node, -1);
    assert_true(clip_of(&test)->has_look_at_offset);
    test_expect(&test, "UNDEFINED_PROPERTY", CLIP "/lookAt");
    test_model_free(&test);
    test = load("set " CLIP "/lookAt {'node':5000}");
    assert_int_equal(clip_of(&test)->look_at_node, -1);
    assert_false(clip_of(&test)->has_look_at_offset);
    test_expect(&test, "CLIP_LOOK_AT_NODE_MISSING", CLIP "/lookAt/node");
    test_model_free(&test);
}

static void animation_inside_an_avatar_is_not_a_clip(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set /extensions/VRMC_vrm_animation {'specVersion':'1.0'}");
    assert_null(clip_of(&test));
    test_expect(&test, "CLIP_IN_AVATAR", CLIP);
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_INFO);
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clip_is_read_whole),
        cmocka_unit_test(clip_of_the_draft_is_accepted_and_an_unknown_version_is_no_clip),
        cmocka_unit_test(clip_needs_the_required_bones_and_has_no_eyes),
        cmocka_unit_test(wrong_bone_of_a_clip_is_left_out_alone),
        cmocka_unit_test(look_presets_of_a_clip_are_left_out),
        cmocka_unit_test(custom_of_a_clip_must_not_have_the_name_of_a_preset),
        cmocka_unit_test(gaze_of_a_clip_without_node_is_reported),
        cmocka_unit_test(animation_inside_an_avatar_is_not_a_clip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
