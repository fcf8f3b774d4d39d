/* SPDX-License-Identifier: MIT */
/* Which dialect a file speaks, which extensions count, and when a strict load refuses. */
#include "support/check.h"
#include "support/glb.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

#define VRM1(members) "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{" members "}}}"

static void check_dialect(const char* json, vrm_Dialect expected) {
    TestModel test = test_model_json(json);
    assert_int_equal(vrm_model_dialect(test.model), expected);
    test_model_free(&test);
}

/* */
static void dialect_is_0_when_only_the_old_extension_is_there(void** state) {
    (void)state;
    check_dialect("{'asset':{'version':'2.0'},'extensions':{'VRM':{}}}", VRM_DIALECT_0);
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_0);
    assert_string_equal(vrm_dialect_text(VRM_DIALECT_0), "0.x");
    assert_string_equal(vrm_model_spec_version(test.model), "0.0");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void dialect_is_1_by_version_and_shape(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_1);
    assert_string_equal(vrm_dialect_text(VRM_DIALECT_1), "1.0");
    assert_string_equal(vrm_model_spec_version(test.model), "1.0");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void dialect_is_beta_by_version(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_BETA, NULL);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_BETA);
    assert_string_equal(vrm_dialect_text(VRM_DIALECT_BETA), "1.0-beta");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void dialect_is_draft_by_any_one_sign_whatever_the_version(void** state) {
    (void)state;
    check_dialect(VRM1("'specVersion':'1.0','meta':{'title':'a'}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0','meta':{'author':'a'}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0','meta':{'allowedUser':'Everyone'}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0','blendShape':{}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0','blendshape':{}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0','springBone':{}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0','constraint':{}"), VRM_DIALECT_DRAFT);
    check_dialect(VRM1("'specVersion':'1.0-beta','expressions':[{}]"), VRM_DIALECT_DRAFT);
    /* An author that is no string, and names that only resemble, are no signs. */
    check_dialect(VRM1("'specVersion':'1.0','meta':{'author':['a'],'titles':1}"), VRM_DIALECT_1);
    check_dialect(VRM1("'specVersion':'1.0-beta','expressions':{}"), VRM_DIALECT_BETA);
    /* Neither is an empty list, which some JSON writers make of an empty object. */
    check_dialect(VRM1("'specVersion':'1.0','expressions':[]"), VRM_DIALECT_1);
    assert_string_equal(vrm_dialect_text(VRM_DIALECT_DRAFT), "1.0-draft");
}

static void draft_of_2019_is_read_without_a_finding(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_DRAFT, NULL);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_DRAFT);
    assert_string_equal(vrm_model_spec_version(test.model), "1.0");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* Expressions are optional in 1.0, and the terms of 1.0 are not those of the draft. */
static void draft_member_in_a_file_of_1_is_reported(void** state) {
    (void)state;
    static const char* const edits[][2] = {
        {"remove /extensions/VRMC_vrm/expressions\nset /extensions/VRMC_vrm/meta/title 'a'",
         "/extensions/VRMC_vrm/meta/title"},
        {"set /extensions/VRMC_vrm/expressions {}\nset /extensions/VRMC_vrm/meta/allowedUser "
         "'Everyone'",
         "/extensions/VRMC_vrm/meta/allowedUser"},
        {"remove /extensions/VRMC_vrm/expressions\nset /extensions/VRMC_vrm/constraint {}",
         "/extensions/VRMC_vrm/constraint"},
        {"set /extensions/VRMC_vrm/expressions [{'preset':'happy'}]",
         "/extensions/VRMC_vrm/expressions"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_1, edits[i][0]);
        assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_DRAFT);
        vrm_Finding finding = test_get_finding(test.report, "VRM_DRAFT_BESIDE_FINAL");
        assert_string_equal(finding.pointer, edits[i][1]);
        test_model_free(&test);
    }
}

/* */
static void newer_extension_is_used_when_both_are_there(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set /extensions/VRM {'meta':{'title':'old'}}");
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_1);
    assert_string_equal(vrm_model_meta(test.model)->name, "Sample");
    test_expect(&test, "VRM_BOTH_VERSIONS", "/extensions/VRM");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_INFO);
    test_model_free(&test);
}

static void unknown_version_is_read_as_1_with_a_warning(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set /extensions/VRMC_vrm/specVersion '2.0'");
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_1);
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    test_expect(&test, "VRM_SPEC_VERSION_UNKNOWN", "/extensions/VRMC_vrm/specVersion");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "remove /extensions/VRMC_vrm/specVersion");
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_1);
    test_expect(&test, "VRM_SPEC_VERSION_MISSING", "/extensions/VRMC_vrm");
    test_model_free(&test);
}

/* */
static void companion_of_unknown_version_is_ignored_alone(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set /extensions/VRMC_springBone/specVersion '9.9'");
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 0);
    assert_int_equal(vrm_model_spring_bones(test.model)->collider_count, 0);
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    test_expect(&test, "VRM_EXTENSION_VERSION_UNKNOWN", "/extensions/VRMC_springBone/specVersion");
    test_model_free(&test);

    test = test_model_scene(VRM_DIALECT_1,
                            "set /nodes/80/extensions/VRMC_node_constraint/specVersion '1.1'\n"
                            "set /materials/0/extensions/VRMC_materials_mtoon/specVersion '0.1'");
    int32_t count;
    vrm_model_constraints(test.model, &count);
    assert_int_equal(count, 3);
    const vrm_Surface* surfaces = vrm_model_surfaces(test.model);
    assert_int_equal(surfaces[0].kind, VRM_SURFACE_UNLIT);
    assert_int_equal(surfaces[2].kind, VRM_SURFACE_MTOON);
    test_expect_codes(&test, "VRM_EXTENSION_VERSION_UNKNOWN VRM_EXTENSION_VERSION_UNKNOWN");
    test_model_free(&test);
}

/* */
static void companion_without_version_is_read_as_1_with_an_error(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "remove /extensions/VRMC_springBone/specVersion");
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 6);
    test_expect(&test, "VRM_EXTENSION_VERSION_MISSING", "/extensions/VRMC_springBone");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1,
                            "remove /materials/0/extensions/VRMC_materials_mtoon/specVersion");
    assert_int_equal(vrm_model_surfaces(test.model)[0].kind, VRM_SURFACE_MTOON);
    test_expect(&test, "VRM_EXTENSION_VERSION_MISSING",
                "/materials/0/extensions/VRMC_materials_mtoon");
    test_model_free(&test);
}

/* the reader finds it; the validator reports the error. */
static void extensions_are_found_when_extensionsUsed_omits_them(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = test_model_scene((vrm_Dialect)dialect, "remove /extensionsUsed");
        assert_int_equal(vrm_model_dialect(test.model), dialect);
        assert_int_equal(vrm_model_bone_count(test.model), 55);
        assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 6);
        test_model_free(&test);
    }
}

/* */
static void animations_and_cameras_do_not_touch_the_avatar(void** state) {
    (void)state;
    const char* edits =
        "set /cameras [{'type':'perspective','perspective':{'yfov':1,'znear':0.1}}]\n"
        "set /nodes/0/camera 0\n"
        "set /animations [{'name':'idle','channels':[],'samplers':[]}]";
    TestModel test = test_model_scene(VRM_DIALECT_1, edits);
    TestModel plain = test_model_scene(VRM_DIALECT_1, NULL);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_1);
    assert_int_equal(vrm_model_bone_count(test.model), vrm_model_bone_count(plain.model));
    assert_null(vrm_model_clip_info(test.model));
    size_t size;
    assert_int_equal(vrm_model_save_size(test.model, &size), VRM_OK);
    char* saved = test_malloc(size);
    assert_int_equal(vrm_model_save(test.model, saved, size), VRM_OK);
    TestModel again = test_model_bytes(saved, size, NULL);
    assert_int_equal(vrm_model_gltf(again.model)->camera_count, 1);
    assert_int_equal(vrm_model_gltf(again.model)->animation_count, 1);
    test_free(saved);
    test_model_free(&again);
    test_model_free(&plain);
    test_model_free(&test);
}

static void file_without_vrm_is_a_model_without_avatar(void** state) {
    (void)state;
    TestModel test = test_model_json("{'asset':{'version':'2.0'},'materials':[{}],'nodes':[{}]}");
    int32_t count;
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_NONE);
    assert_null(vrm_dialect_text(VRM_DIALECT_NONE));
    assert_string_equal(vrm_model_spec_version(test.model), "");
    assert_int_equal(vrm_model_facing(test.model), 1);
    assert_null(vrm_model_meta(test.model));
    assert_null(vrm_model_look_at(test.model));
    assert_null(vrm_model_clip_info(test.model));
    assert_int_equal(vrm_model_bone_count(test.model), 0);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HIPS), -1);
    assert_int_equal(vrm_model_first_person_node(test.model), -1);
    vrm_model_expressions(test.model, &count);
    assert_int_equal(count, 0);
    vrm_model_constraints(test.model, &count);
    assert_int_equal(count, 0);
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 0);
    assert_int_equal(vrm_model_surfaces(test.model)[0].kind, VRM_SURFACE_PBR);
    assert_ptr_equal(vrm_model_surfaces(test.model)[0].material,
                     &vrm_model_gltf(test.model)->materials[0]);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

static void companions_are_read_without_an_avatar(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove /extensions/VRMC_vrm");
    int32_t count;
    vrm_model_constraints(test.model, &count);
    assert_int_equal(count, 4);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_NONE);
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 6);
    assert_int_equal(vrm_model_surfaces(test.model)[0].kind, VRM_SURFACE_MTOON);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* */
static void extension_of_wrong_type_leaves_the_rest(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set /extensions/VRMC_springBone []\n"
                                                     "set /extensions/VRMC_vrm/lookAt 5\n"
                                                     "set /extensions/VRMC_vrm/meta null\n"
                                                     "set /extensions/VRMC_vrm/expressions ''");
    assert_int_equal(vrm_model_bone_count(test.model), 55);
    assert_int_equal(vrm_model_spring_bones(test.model)->spring_count, 0);
    assert_null(vrm_model_look_at(test.model));
    assert_null(vrm_model_meta(test.model));
    test_expect_codes(&test, "TYPE_MISMATCH TYPE_MISMATCH TYPE_MISMATCH TYPE_MISMATCH");
    test_model_free(&test);
}

static void strict_load_refuses_what_would_be_left_out(void** state) {
    (void)state;
    static const struct {
        vrm_Dialect dialect;
        const char* edits;
    } refused[] = {
        {VRM_DIALECT_1, "set /extensions/VRMC_vrm/humanoid/humanBones/jaw/node 999"},
        {VRM_DIALECT_1, "set /extensions/VRMC_vrm/lookAt/type 'x'"},
        {VRM_DIALECT_1, "set /extensions/VRMC_springBone/specVersion '7'"},
        {VRM_DIALECT_1, "remove /extensions/VRMC_springBone/specVersion"},
        {VRM_DIALECT_1, "set /extensions/VRMC_vrm/meta 1"},
        {VRM_DIALECT_1, "set /extensions/VRMC_springBone/springs/0/joints/0/dragForce 2"},
        {VRM_DIALECT_0, "set /extensions/VRM/secondaryAnimation/boneGroups/0/bones/0 12345"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        TestModel test = test_model_strict_scene(refused[i].dialect, refused[i].edits);
        assert_int_equal(test.result, VRM_ERR_INVALID);
        assert_true(vrm_report_count(test.report) > 0);
        test_model_free(&test);
        test = test_model_scene(refused[i].dialect, refused[i].edits);
        test_model_free(&test);
    }
}

static void strict_load_accepts_what_loses_nothing(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        TestModel test = test_model_strict_scene((vrm_Dialect)dialect, NULL);
        assert_int_equal(test.result, VRM_OK);
        test_model_free(&test);
    }
    /* Findings, but everything is there. */
    TestModel test = test_model_strict_scene(
        VRM_DIALECT_1, "set /extensions/VRM {}\n"
                       "set /extensions/VRMC_springBone/springs/0/center 1\n"
                       "remove /extensions/VRMC_vrm/humanoid/humanBones/chest");
    assert_int_equal(test.result, VRM_OK);
    assert_true(vrm_report_count(test.report) >= 2);
    test_model_free(&test);
}

static void strict_load_refuses_without_a_report_too(void** state) {
    (void)state;
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRM\":{}}}";
    vrm_LoadDef def = vrm_default_load_def();
    vrm_Model* model = NULL;
    assert_int_equal(vrm_model_load(json, strlen(json), &def, NULL, &model), VRM_OK);
    vrm_model_destroy(model);
    def.is_strict = true;
    assert_int_equal(vrm_model_load(json, strlen(json), &def, NULL, &model), VRM_ERR_INVALID);
    assert_null(model);
}

static void model_saves_the_bytes_it_was_loaded_from(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    size_t size;
    assert_int_equal(vrm_model_save_size(test.model, &size), VRM_OK);
    char* saved = test_malloc(size);
    assert_int_equal(vrm_model_save(test.model, saved, size), VRM_OK);
    TestModel again = test_model_bytes(saved, size, NULL);
    size_t again_size;
    assert_int_equal(vrm_model_save_size(again.model, &again_size), VRM_OK);
    assert_int_equal(size, again_size);
    char* saved_again = test_malloc(size);
    assert_int_equal(vrm_model_save(again.model, saved_again, size), VRM_OK);
    assert_memory_equal(saved, saved_again, size);
    assert_true(vrm_model_json_size(test.model) + vrm_model_bin_size(test.model) + 28 == size);
    test_free(saved);
    test_free(saved_again);
    test_model_free(&again);
    test_model_free(&test);
}

static void model_saves_to_a_file_and_loads_from_it(void** state) {
    (void)state;
    static const char path[] = "test_model_dialect.vrm";
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    assert_int_equal(vrm_model_save_file(test.model, path), VRM_OK);
    vrm_Model* again;
    assert_int_equal(vrm_model_load_file(path, NULL, NULL, &again), VRM_OK);
    assert_int_equal(vrm_model_bone_count(again), 55);
    assert_int_equal(vrm_model_json_size(again), vrm_model_json_size(test.model));
    vrm_model_destroy(again);
    test_model_free(&test);
    assert_int_equal(remove(path), 0);
    assert_int_equal(vrm_model_load_file(path, NULL, NULL, &again), VRM_ERR_IO);
    assert_null(again);
    vrm_model_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dialect_is_0_when_only_the_old_extension_is_there),
        cmocka_unit_test(dialect_is_1_by_version_and_shape),
        cmocka_unit_test(dialect_is_beta_by_version),
        cmocka_unit_test(dialect_is_draft_by_any_one_sign_whatever_the_version),
        cmocka_unit_test(draft_of_2019_is_read_without_a_finding),
        cmocka_unit_test(draft_member_in_a_file_of_1_is_reported),
        cmocka_unit_test(newer_extension_is_used_when_both_are_there),
        cmocka_unit_test(unknown_version_is_read_as_1_with_a_warning),
        cmocka_unit_test(companion_of_unknown_version_is_ignored_alone),
        cmocka_unit_test(companion_without_version_is_read_as_1_with_an_error),
        cmocka_unit_test(extensions_are_found_when_extensionsUsed_omits_them),
        cmocka_unit_test(animations_and_cameras_do_not_touch_the_avatar),
        cmocka_unit_test(file_without_vrm_is_a_model_without_avatar),
        cmocka_unit_test(companions_are_read_without_an_avatar),
        cmocka_unit_test(extension_of_wrong_type_leaves_the_rest),
        cmocka_unit_test(strict_load_refuses_what_would_be_left_out),
        cmocka_unit_test(strict_load_accepts_what_loses_nothing),
        cmocka_unit_test(strict_load_refuses_without_a_report_too),
        cmocka_unit_test(model_saves_the_bytes_it_was_loaded_from),
        cmocka_unit_test(model_saves_to_a_file_and_loads_from_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
