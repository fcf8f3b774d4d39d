/* SPDX-License-Identifier: MIT */
#include "support/model.h"

#include "support/check.h"

#include "scenes/scenes.h"
#include "vrm/save.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A copy with " for '. */
static char* with_quotes(const char* text) {
    char* copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    strcpy(copy, text);
    for (char* c = copy; *c != '\0'; c++)
        if (*c == '\'') *c = '"';
    return copy;
}

static void print_findings(const TestModel* test) {
    for (int32_t i = 0; i < vrm_report_count(test->report); i++) {
        vrm_Finding finding = vrm_report_get(test->report, i);
        print_error("  %s at \"%s\": %s\n", finding.code, finding.pointer, finding.message);
    }
}

TestModel test_model_bytes(const void* bytes, size_t size, const vrm_LoadDef* def) {
    TestModel test = {0};
    assert_int_equal(vrm_report_create(NULL, &test.report), VRM_OK);
    test.result = vrm_model_load(bytes, size, def, test.report, &test.model);
    assert_true((test.result == VRM_OK) == (test.model != NULL));
    return test;
}

/* The default character of each dialect, made when first asked for: making it takes longer than
 * loading it, and some tests want it a hundred times. */
static SceneBytes characters[VRM_DIALECT_1 + 1];

static void free_characters(void) {
    for (int i = 0; i <= VRM_DIALECT_1; i++) scene_bytes_free(&characters[i]);
}

static const SceneBytes* character_of(vrm_Dialect dialect) {
    static bool is_freed_at_exit = false;
    if (!is_freed_at_exit) is_freed_at_exit = atexit(free_characters) == 0;
    SceneDef def = scene_default_def(dialect);
    if (characters[dialect].data == NULL) characters[dialect] = scene_avatar(&def);
    assert_non_null(characters[dialect].data);
    return &characters[dialect];
}

static TestModel load_scene(vrm_Dialect dialect, const char* edits, const vrm_LoadDef* load) {
    const SceneBytes* scene = character_of(dialect);
    if (edits == NULL) return test_model_bytes(scene->data, scene->size, load);
    char* quoted = with_quotes(edits);
    int32_t bad_line;
    SceneBytes patched = scene_patch(scene, quoted, &bad_line);
    if (patched.data == NULL) fail_msg("edit %d cannot be made", (int)bad_line);
    TestModel test = test_model_bytes(patched.data, patched.size, load);
    scene_bytes_free(&patched);
    free(quoted);
    return test;
}

static TestModel check_loaded(TestModel test) {
    if (test.result != VRM_OK) {
        print_findings(&test);
        fail_msg("loading gave: %s", vrm_result_text(test.result));
    }
    return test;
}

TestModel test_model_scene(vrm_Dialect dialect, const char* edits) {
    return check_loaded(load_scene(dialect, edits, NULL));
}

TestModel test_model_strict_scene(vrm_Dialect dialect, const char* edits) {
    vrm_LoadDef def = vrm_default_load_def();
    def.is_strict = true;
    return load_scene(dialect, edits, &def);
}

TestModel test_model_json(const char* json) {
    char* quoted = with_quotes(json);
    TestModel test = check_loaded(test_model_bytes(quoted, strlen(quoted), NULL));
    free(quoted);
    return test;
}

static int count_matches(const TestModel* test, const char* code, size_t length,
                         const char* pointer) {
    int count = 0;
    for (int32_t i = 0; i < vrm_report_count(test->report); i++) {
        vrm_Finding finding = vrm_report_get(test->report, i);
        count += strlen(finding.code) == length && memcmp(finding.code, code, length) == 0 &&
                 (pointer == NULL || strcmp(finding.pointer, pointer) == 0);
    }
    return count;
}

void test_expect_among(const TestModel* test, const char* code, const char* pointer) {
    if (count_matches(test, code, strlen(code), pointer) > 0) return;
    print_findings(test);
    fail_msg("no %s at \"%s\" among these", code, pointer);
}

void test_expect(const TestModel* test, const char* code, const char* pointer) {
    test_expect_among(test, code, pointer);
    if (vrm_report_count(test->report) == 1) return;
    print_findings(test);
    fail_msg("expected %s alone", code);
}

void test_expect_codes(const TestModel* test, const char* codes) {
    int expected = 0;
    bool is_reached = true;
    for (const char* at = codes; *at != '\0';) {
        size_t length = strcspn(at, " ");
        int times = 0;
        for (const char* other = codes; *other != '\0';) {
            size_t other_length = strcspn(other, " ");
            times += other_length == length && memcmp(other, at, length) == 0;
            other += other_length + (other[other_length] == ' ');
        }
        is_reached &= count_matches(test, at, length, NULL) == times;
        expected++;
        at += length + (at[length] == ' ');
    }
    if (is_reached && expected == vrm_report_count(test->report)) return;
    print_findings(test);
    fail_msg("expected: %s", codes[0] == '\0' ? "no finding" : codes);
}

void test_model_free(TestModel* test) {
    vrm_model_destroy(test->model);
    vrm_report_destroy(test->report);
    *test = (TestModel){0};
}

vrm_Model* test_load(const void* bytes, size_t size) {
    vrm_Model* model;
    assert_int_equal(vrm_model_load(bytes, size, NULL, NULL, &model), VRM_OK);
    return model;
}

vrm_Result test_load_with(const vrm_Allocator* allocator, const TestBytes* bytes,
                          vrm_Model** out_model) {
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = *allocator;
    def.borrow_bytes = true;
    return vrm_model_load(bytes->data, bytes->size, &def, NULL, out_model);
}

TestBytes test_save(const vrm_Model* model) {
    TestBytes bytes;
    vrm_SaveDef def = vrm_default_save_def();
    def.allow_errors = true;
    assert_int_equal(vrm_model_save_size(model, &bytes.size), VRM_OK);
    bytes.data = malloc(bytes.size);
    assert_non_null(bytes.data);
    assert_int_equal(vrm_model_save_checked(model, &def, NULL, bytes.data, bytes.size), VRM_OK);
    return bytes;
}

vrm_Report* test_validate(const TestBytes* bytes) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(bytes->data, bytes->size, NULL, report, NULL), VRM_OK);
    return report;
}

uint64_t test_count_errors(const TestBytes* bytes, bool prints) {
    vrm_Report* report = test_validate(bytes);
    uint64_t errors = vrm_report_total(report, VRM_ERROR);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (finding.severity == VRM_ERROR && prints)
            print_message("%s %s %s\n", finding.code, finding.pointer, finding.message);
    }
    vrm_report_destroy(report);
    return errors;
}

vrm_JsonRef test_json_at(const vrm_Model* model, const char* pointer) {
    return vrm_json_at(vrm_model_gltf(model)->json, pointer);
}

void test_json_string(const vrm_Model* model, const char* pointer, const char* expected) {
    char text[512];
    vrm_json_string(vrm_model_gltf(model)->json, test_json_at(model, pointer), text, sizeof text);
    assert_string_equal(text, expected);
}
