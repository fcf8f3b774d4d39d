/* SPDX-License-Identifier: MIT */
/* What one file may use: the budget itself, and that loading keeps it. */
#include "base/alloc.h"
#include "base/budget.h"
#include "gltf/document.h"
#include "model/model.h"
#include "vrm/edit.h"

#include "support/check.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vrm_Limits small_limits(void) {
    vrm_Limits limits = vrm_default_limits();
    limits.memory = (vrm_Allowance){1000, 2};
    limits.written = (vrm_Allowance){100, 1};
    limits.work = (vrm_Allowance){10, 1};
    return limits;
}

static vrm_Report* test_report(void) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    return report;
}

static const char* first_code(const vrm_Report* report) {
    return vrm_report_count(report) > 0 ? vrm_report_get(report, 0).code : "";
}

static void allowance_grows_with_the_file_and_does_not_wrap(void** state) {
    (void)state;
    assert_int_equal(vrmi_allowance((vrm_Allowance){100, 16}, 10), 260);
    assert_int_equal(vrmi_allowance((vrm_Allowance){100, 16}, 0), 100);
    assert_true(vrmi_allowance((vrm_Allowance){100, UINT64_MAX}, 2) == UINT64_MAX);
    assert_true(vrmi_allowance((vrm_Allowance){UINT64_MAX, 1}, 2) == UINT64_MAX);
}

static void defaults_fill_as_many_members_as_the_caller_knows(void** state) {
    (void)state;
    vrm_Limits limits;
    memset(&limits, 0x55, sizeof limits);
    vrm_limits_init(&limits, offsetof(vrm_Limits, memory));
    assert_int_equal(limits.limits_size, offsetof(vrm_Limits, memory));
    assert_int_equal(limits.json_depth, 128);
    assert_int_equal(limits.memory.base, 0x5555555555555555);
    assert_int_equal(vrm_default_limits().limits_size, sizeof(vrm_Limits));

    /* A definition of an older header: what it does not know has its default. */
    vrm_LoadDef def;
    vrm_load_def_init(&def, offsetof(vrm_LoadDef, limits) + offsetof(vrm_Limits, memory));
    def.limits.memory = (vrm_Allowance){0, 0};
    vrm_Model* model;
    const char text[] = "{\"asset\":{\"version\":\"2.0\"}}";
    assert_int_equal(vrm_model_load(text, sizeof text - 1, &def, NULL, &model), VRM_OK);
    vrm_model_destroy(model);
}

static void memory_beyond_the_allowance_is_refused_and_counted_back(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator below = test_memory_allocator(&memory);
    vrm_Limits limits = small_limits();
    vrmi_Budget budget;
    vrmi_budget_init(&budget, &below);
    vrm_Allocator allocator = vrmi_budget_allocator(&budget);
    void* before = vrmi_alloc(&allocator, 5000); /* nothing is bounded yet */
    vrm_Report* report = test_report();
    vrmi_budget_open(&budget, &limits, 100, vrmi_budget_allocated(&budget), report);
    void* fits = vrmi_alloc(&allocator, 1200);
    assert_non_null(fits);
    assert_null(vrmi_alloc(&allocator, 1));
    vrmi_budget_adopt(&budget, 0, true);
    vrmi_release(&allocator, fits, 1200);
    assert_non_null(fits = vrmi_alloc(&allocator, 1));
    vrmi_release(&allocator, fits, 1);
    assert_int_equal(vrmi_budget_close(&budget, VRM_ERR_MEMORY), VRM_ERR_LIMIT);
    assert_string_equal(first_code(report), "LIMIT_MEMORY");
    vrmi_release(&allocator, before, 5000);
    assert_int_equal(vrmi_budget_allocated(&budget), 0);

    /* A failure of the host's allocator is VRM_ERR_MEMORY, not VRM_ERR_LIMIT. */
    vrmi_budget_open(&budget, &limits, 100, 0, report);
    memory.fail_at = memory.allocations + 1;
    assert_null(vrmi_alloc(&allocator, 1));
    assert_int_equal(vrmi_budget_close(&budget, VRM_ERR_MEMORY), VRM_ERR_MEMORY);
    assert_int_equal(vrm_report_count(report), 1);
    vrm_report_destroy(report);
    test_memory_check_clean(&memory);
}

static void charges_add_up_and_name_the_limit(void** state) {
    (void)state;
    vrm_Limits limits = small_limits();
    vrm_Report* report = test_report();
    vrmi_Budget budget;
    vrmi_budget_init(&budget, NULL);
    assert_true(vrmi_budget_write(&budget, "anything", UINT64_MAX)); /* closed: the host's own */
    vrmi_budget_open(&budget, &limits, 50, 0, report);
    assert_true(vrmi_budget_write(&budget, "keys", 100));
    assert_true(vrmi_budget_write(&budget, "keys", 50));
    assert_false(vrmi_budget_write(&budget, "keys", 1));
    assert_string_equal(first_code(report), "LIMIT_WRITTEN");
    assert_non_null(strstr(vrm_report_get(report, 0).message, "limit written"));
    assert_true(vrmi_budget_work(&budget, "tests", 60));
    assert_false(vrmi_budget_work(&budget, "tests", 1));
    assert_string_equal(vrm_report_get(report, 1).code, "LIMIT_WORK");
    assert_int_equal(vrmi_budget_close(&budget, VRM_OK), VRM_OK);
    vrm_report_destroy(report);
}

/* A file of many `{}`: three bytes that become a hundred. */
static char* flood(const char* key, int count, size_t* out_size) {
    size_t room = 200 + (size_t)count * 3;
    char* text = malloc(room);
    assert_non_null(text);
    size_t size = (size_t)snprintf(text, room, "{\"asset\":{\"version\":\"2.0\"},\"%s\":[{}", key);
    for (int i = 1; i < count; i++, size += 3) memcpy(text + size, ",{}", 3);
    memcpy(text + size, "]}", 3);
    *out_size = size + 2;
    return text;
}

static void floods_stay_within_sixteen_times_the_file_or_are_refused(void** state) {
    (void)state;
    static const char* const keys[] = {"buffers",  "bufferViews", "accessors", "images", "samplers",
                                       "textures", "materials",   "meshes",    "skins",  "cameras",
                                       "nodes",    "scenes",      "animations"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        for (int count = 100; count <= 100000; count *= 10) {
            size_t size;
            char* text = flood(keys[i], count, &size);
            TestMemory memory = {0};
            vrm_LoadDef def = vrm_default_load_def();
            def.allocator = test_memory_allocator(&memory);
            vrm_Model* model;
            vrm_Report* report = test_report();
            vrm_Result result = vrm_model_load(text, size, &def, report, &model);
            if (result != VRM_OK) {
                assert_int_equal(result, VRM_ERR_LIMIT);
                int32_t last = vrm_report_count(report) - 1;
                assert_string_equal(vrm_report_get(report, last).code, "LIMIT_MEMORY");
            }
            vrm_model_destroy(model);
            vrm_report_destroy(report);
            assert_true(memory.peak_bytes <= 16 * size + (1 << 20));
            test_memory_check_clean(&memory);
            free(text);
        }
    }
}

/* The limits are for files. What the host adds by an edit is its own. */
static void edits_of_the_host_are_not_limited(void** state) {
    (void)state;
    vrm_Model* model;
    vrm_Edit* edit;
    size_t size = (size_t)40 << 20;
    void* bytes = calloc(1, size);
    int32_t view;
    assert_non_null(bytes);
    assert_int_equal(vrm_model_create(NULL, &model), VRM_OK);
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_add_view(edit, bytes, size, 0, 0, &view), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    assert_true(vrm_model_bin_size(model) >= size);
    assert_true(vrmi_document_source_bytes(model->document) >= size);
    vrm_model_destroy(model);
    free(bytes);
}

/* After a model has changed and is gone, its budget counts nothing. */
static void everything_that_was_counted_is_counted_back(void** state) {
    (void)state;
    vrm_Model* model;
    vrm_Edit* edit;
    assert_int_equal(vrm_model_create(NULL, &model), VRM_OK);
    for (int i = 0; i < 3; i++) {
        size_t before = vrmi_budget_allocated(&model->document->budget);
        assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
        assert_int_equal(vrm_edit_set(edit, "/extras", "[1,2,3]", 7), VRM_OK);
        vrm_edit_abandon(edit);
        assert_int_equal(vrmi_budget_allocated(&model->document->budget), before);
    }
    vrm_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allowance_grows_with_the_file_and_does_not_wrap),
        cmocka_unit_test(defaults_fill_as_many_members_as_the_caller_knows),
        cmocka_unit_test(memory_beyond_the_allowance_is_refused_and_counted_back),
        cmocka_unit_test(charges_add_up_and_name_the_limit),
        cmocka_unit_test(floods_stay_within_sixteen_times_the_file_or_are_refused),
        cmocka_unit_test(edits_of_the_host_are_not_limited),
        cmocka_unit_test(everything_that_was_counted_is_counted_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
