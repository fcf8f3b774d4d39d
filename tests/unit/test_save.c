/* SPDX-License-Identifier: MIT */
/* Saving: what was not edited is what it was, and what was edited is sound or kept back. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/edit.h"
#include "vrm/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two errors: an accessor without a type, a mesh without primitives. */
static const char wrong[] = "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,"
                            "'count':1}],'meshes':[{}],'extras':{'a':1}}";

static void set(vrm_Model* model, const char* pointer, const char* text) {
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    if (text == NULL)
        assert_int_equal(vrm_edit_remove(edit, pointer), VRM_OK);
    else
        assert_int_equal(vrm_edit_set(edit, pointer, text, strlen(text)), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
}

static vrm_Result save(const vrm_Model* model, const vrm_SaveDef* def, vrm_Report* report,
                       TestBytes* out) {
    assert_int_equal(vrm_model_save_size(model, &out->size), VRM_OK);
    out->data = malloc(out->size);
    assert_non_null(out->data);
    vrm_Result result = vrm_model_save_checked(model, def, report, out->data, out->size);
    if (result != VRM_OK) test_bytes_free(out);
    return result;
}

static void file_that_was_not_edited_keeps_its_bytes_whatever_they_are(void** state) {
    (void)state;
    TestBytes file = test_gltf(wrong), saved;
    TestModel test = test_model_bytes(file.data, file.size, NULL);
    assert_int_equal(save(test.model, NULL, NULL, &saved), VRM_OK);
    test_same_bytes(&saved, &file);
    test_bytes_free(&saved);
    test_model_free(&test);
    test_bytes_free(&file);
}

static void edited_file_with_errors_is_kept_back(void** state) {
    (void)state;
    TestModel test = test_model_json(wrong);
    TestBytes saved;
    char path[] = "save_test_output.gltf";
    remove(path);
    set(test.model, "/extras/a", "2");
    vrm_report_clear(test.report);
    assert_int_equal(save(test.model, NULL, test.report, &saved), VRM_ERR_INVALID);
    assert_true(vrm_report_count(test.report) >= 2);
    for (int32_t i = 0; i < vrm_report_count(test.report); i++)
        assert_int_equal(vrm_report_get(test.report, i).severity, VRM_ERROR);
    assert_int_equal(vrm_model_save_file(test.model, path), VRM_ERR_INVALID);
    assert_null(fopen(path, "rb"));

    vrm_SaveDef def = vrm_default_save_def();
    def.allow_errors = true;
    assert_int_equal(save(test.model, &def, NULL, &saved), VRM_OK);
    test_bytes_free(&saved);
    assert_int_equal(vrm_model_save_file_checked(test.model, &def, NULL, path), VRM_OK);
    assert_int_equal(remove(path), 0);
    def.def_size = 0;
    assert_int_equal(vrm_model_save_file_checked(test.model, &def, NULL, path), VRM_ERR_DEF);
    test_model_free(&test);
}

static vrm_Report* validated(const void* bytes, size_t size) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(bytes, size, NULL, report, NULL), VRM_OK);
    return report;
}

/* A report has a budget for its strings. The warning about this member uses it up. */
static void error_is_not_overlooked_behind_a_flood_of_warnings(void** state) {
    (void)state;
    const size_t length = (size_t)33 << 20;
    static const char head[] = "{\"asset\":{\"version\":\"2.0\"},\"extras\":{\"a\":1},\"";
    static const char tail[] = "\":1,\"meshes\":[{}]}";
    size_t size = sizeof head - 1 + length + sizeof tail - 1;
    char* text = malloc(size);
    assert_non_null(text);
    memcpy(text, head, sizeof head - 1);
    memset(text + sizeof head - 1, 'x', length);
    memcpy(text + sizeof head - 1 + length, tail, sizeof tail - 1);
    TestModel test = test_model_bytes(text, size, NULL);
    TestBytes saved;
    set(test.model, "/extras/a", "2");
    vrm_report_clear(test.report);
    assert_int_equal(save(test.model, NULL, test.report, &saved), VRM_ERR_INVALID);
    assert_true(vrm_report_count(test.report) >= 1);

    /* The same error was there before, and behind the same warning. */
    vrm_SaveDef def = vrm_default_save_def();
    vrm_Report* known;
    def.known = known = validated(text, size);
    assert_true(vrm_report_is_truncated(known));
    assert_int_equal(save(test.model, &def, test.report, &saved), VRM_OK);
    test_bytes_free(&saved);
    set(test.model, "/meshes/-", "{}");
    assert_int_equal(save(test.model, &def, test.report, &saved), VRM_ERR_INVALID);
    vrm_report_destroy(known);
    test_model_free(&test);
    free(text);
}

/* The errors of the source do not stop an edit that has nothing to do with them. */
static void known_errors_do_not_stop_saving_and_new_ones_do(void** state) {
    (void)state;
    TestModel test = test_model_json(wrong);
    TestBytes saved;
    vrm_Report* known;
    assert_int_equal(vrm_report_create(NULL, &known), VRM_OK);
    assert_int_equal(vrm_model_validate(test.model, NULL, known), VRM_OK);
    assert_true(vrm_report_total(known, VRM_ERROR) >= 2);
    vrm_SaveDef def = vrm_default_save_def();
    def.known = known;
    set(test.model, "/extras/a", "2");
    assert_int_equal(save(test.model, &def, NULL, &saved), VRM_OK);
    test_bytes_free(&saved);

    set(test.model, "/meshes/-", "{}"); /* the same error at another place */
    vrm_report_clear(test.report);
    assert_int_equal(save(test.model, &def, test.report, &saved), VRM_ERR_INVALID);
    assert_int_equal(vrm_report_count(test.report), 1);
    assert_string_equal(vrm_report_get(test.report, 0).pointer, "/meshes/1");
    def.known_by_code = true;
    assert_int_equal(save(test.model, &def, test.report, &saved), VRM_OK);
    test_bytes_free(&saved);
    vrm_report_destroy(known);
    test_model_free(&test);
}

static void validating_a_model_checks_what_would_be_saved(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_report_clear(test.report);
    assert_int_equal(vrm_model_validate(test.model, NULL, test.report), VRM_OK);
    assert_int_equal(vrm_report_total(test.report, VRM_ERROR), 0);
    set(test.model, "/extensions/VRMC_vrm/meta/authors", "[]");
    assert_int_equal(vrm_model_validate(test.model, NULL, test.report), VRM_OK);
    assert_true(vrm_report_total(test.report, VRM_ERROR) > 0);
    test_model_free(&test);
}

/* */
static void edited_file_has_a_generator_and_keeps_the_one_it_has(void** state) {
    (void)state;
    TestModel test = test_model_json("{'asset':{'version':'2.0'},'extras':{'a':1}}");
    set(test.model, "/extras/a", "2");
    assert_string_equal(vrm_model_gltf(test.model)->asset.generator, "libvrm " VRM_VERSION_TEXT);
    set(test.model, "/asset/generator", "\"somebody\"");
    set(test.model, "/extras/a", "3");
    assert_string_equal(vrm_model_gltf(test.model)->asset.generator, "somebody");
    test_model_free(&test);
}

/* */
static void lists_are_exact_and_never_empty(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, NULL);
    vrm_Edit* edit;
    vrm_SpringBones none = {0};
    assert_int_equal(vrm_edit_begin(test.model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set_spring_bones(edit, &none), VRM_OK);
    assert_int_equal(vrm_edit_set_expressions(edit, NULL, 0), VRM_OK);
    for (int32_t i = 0; i < vrm_model_gltf(test.model)->node_count; i++)
        assert_int_equal(vrm_edit_remove_constraint(edit, i), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    for (int32_t i = 0; i < gltf->extension_used_count; i++) {
        assert_string_not_equal(gltf->extensions_used[i], "VRMC_springBone");
        assert_string_not_equal(gltf->extensions_used[i], "VRMC_springBone_extended_collider");
        assert_string_not_equal(gltf->extensions_used[i], "VRMC_node_constraint");
    }
    assert_int_equal(vrm_json_at(gltf->json, "/extensions/VRMC_springBone"), VRM_JSON_MISSING);
    TestBytes saved;
    assert_int_equal(save(test.model, NULL, test.report, &saved), VRM_OK);
    size_t text = vrm_model_json_size(test.model);
    for (size_t i = 20; i + 1 < 20 + text; i++) /* behind both headers of a GLB */
        assert_false(saved.data[i] == '[' && saved.data[i + 1] == ']');
    test_bytes_free(&saved);
    test_model_free(&test);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    vrm_Edit* edit = NULL;
    result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK) result = vrm_edit_set(edit, "/extras/a", "2", 1);
    if (result == VRM_OK) result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    uint8_t saved[1024];
    if (result == VRM_OK) result = vrm_model_save_checked(model, NULL, NULL, saved, sizeof saved);
    vrm_model_destroy(model);
    return result;
}

static void saving_survives_every_failing_allocation(void** state) {
    (void)state;
    TestBytes file = test_gltf("{'asset':{'version':'2.0'},'extras':{'a':1}}");
    assert_true(test_every_allocation_failing(attempt, &file) > 10);
    test_bytes_free(&file);
    file = test_gltf("{'asset':{'version':'2.0'},'meshes':[{}],'extras':{'a':1}}"); /* one error */
    assert_true(test_every_allocation_failing(attempt, &file) > 10);
    test_bytes_free(&file);
    file = test_gltf(wrong);
    assert_true(test_every_allocation_failing(attempt, &file) > 10);
    test_bytes_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_that_was_not_edited_keeps_its_bytes_whatever_they_are),
        cmocka_unit_test(edited_file_with_errors_is_kept_back),
        cmocka_unit_test(error_is_not_overlooked_behind_a_flood_of_warnings),
        cmocka_unit_test(known_errors_do_not_stop_saving_and_new_ones_do),
        cmocka_unit_test(validating_a_model_checks_what_would_be_saved),
        cmocka_unit_test(edited_file_has_a_generator_and_keeps_the_one_it_has),
        cmocka_unit_test(lists_are_exact_and_never_empty),
        cmocka_unit_test(saving_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
