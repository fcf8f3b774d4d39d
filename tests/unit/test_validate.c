/* SPDX-License-Identifier: MIT */
/* The validator must survive what it judges: huge numbers, floods, deep trees, cut files, no
 * memory. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/gltf_sample.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text that grows ---- */

typedef struct Text {
    char* data;
    size_t size, capacity;
} Text;

static void put(Text* text, const char* part) {
    size_t length = strlen(part);
    if (text->size + length > text->capacity) {
        text->capacity = (text->size + length) * 2;
        text->data = realloc(text->data, text->capacity);
        assert_non_null(text->data);
    }
    if (length > 0) memcpy(text->data + text->size, part, length);
    text->size += length;
}

static vrm_Report* validate_text(const Text* text, TestMemory* memory) {
    vrm_ValidateDef def = vrm_default_validate_def();
    vrm_ReportDef report_def = vrm_default_report_def();
    vrm_Report* report;
    if (memory != NULL) def.allocator = report_def.allocator = test_memory_allocator(memory);
    assert_int_equal(vrm_report_create(&report_def, &report), VRM_OK);
    assert_int_equal(vrm_validate(text->data, text->size, &def, report, NULL), VRM_OK);
    return report;
}

/* ---- Calls ---- */

static void bad_calls_are_refused(void** state) {
    (void)state;
    vrm_ValidateDef def;
    memset(&def, 0, sizeof def);
    vrm_Dialect dialect = VRM_DIALECT_1;
    assert_int_equal(vrm_validate("{}", 2, &def, NULL, &dialect), VRM_ERR_DEF);
    assert_int_equal(dialect, VRM_DIALECT_NONE);
    assert_int_equal(vrm_validate_file("/nonexistent/file.vrm", NULL, NULL, NULL), VRM_ERR_IO);
    assert_int_equal(vrm_validate("", 0, NULL, NULL, NULL), VRM_OK);
    assert_int_equal(vrm_validate("nonsense", 8, NULL, NULL, NULL), VRM_OK);
}

static void file_that_is_no_gltf_is_an_error_and_checked_to_the_end(void** state) {
    (void)state;
    const char* files[] = {"", "x", "glTF", "[]", "{", "{}", "<html></html>"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        Text text = {0};
        put(&text, files[i]);
        vrm_Report* report = validate_text(&text, NULL);
        assert_true(vrm_report_total(report, VRM_ERROR) > 0);
        vrm_report_destroy(report);
        free(text.data);
    }
}

static void file_over_the_limit_is_reported(void** state) {
    (void)state;
    vrm_ValidateDef def = vrm_default_validate_def();
    def.limits.file_bytes = 10;
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    const char* text = "{\"asset\":{\"version\":\"2.0\"}}";
    assert_int_equal(vrm_validate(text, strlen(text), &def, report, NULL), VRM_OK);
    assert_true(sample_has(report, "LIMIT_FILE_BYTES", NULL));
    vrm_report_clear(report);
    def = vrm_default_validate_def();
    def.limits.elements = 3;
    Text many = {0};
    put(&many, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{},{},{}]}");
    assert_int_equal(vrm_validate(many.data, many.size, &def, report, NULL), VRM_OK);
    assert_true(sample_has(report, "LIMIT_ELEMENTS", NULL));
    free(many.data);
    vrm_report_destroy(report);
}

/* ---- Numbers ---- */

/* Calls `visit` with the pointer of every number in a document. */
static void for_each_number(const vrm_Json* json, vrm_JsonRef at,
                            void (*visit)(const char* pointer)) {
    /* The sample is shallow and ours, so recursion is fine here. */
    vrm_JsonType type = vrm_json_type(json, at);
    if (type == VRM_JSON_NUMBER) {
        char pointer[256];
        vrm_json_pointer(json, at, pointer, sizeof pointer);
        visit(pointer);
    } else if (type == VRM_JSON_ARRAY || type == VRM_JSON_OBJECT) {
        vrm_JsonIter it = vrm_json_iter(json, at);
        while (vrm_json_next(&it)) for_each_number(json, it.value, visit);
    }
}

static void try_hostile_values(const char* pointer) {
    static const char* const values[] = {"2147483647",
                                         "2147483648",
                                         "4294967295",
                                         "4294967296",
                                         "9007199254740992",
                                         "4611686018427387904",
                                         "9223372036854775807",
                                         "18446744073709551615",
                                         "18446744073709551616",
                                         "0",
                                         "-1",
                                         "-2147483648",
                                         "1.5",
                                         "1e999",
                                         "-1e999",
                                         "1e-999",
                                         "null",
                                         "\"\"",
                                         "[]",
                                         "{}"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        Sample sample;
        TestMemory memory = {0};
        vrm_Report* report;
        vrm_ValidateDef def = vrm_default_validate_def();
        def.allocator = test_memory_allocator(&memory);
        sample_init(&sample);
        sample_edit(&sample, pointer, values[i]);
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(sample_validate_with(&sample, def, report), VRM_OK);
        /* 16 times the file (about 4 kB) and 1 MB. */
        if (memory.peak_bytes > 16 * 4096 + (1 << 20))
            fail_msg("%s = %s takes %zu bytes", pointer, values[i], memory.peak_bytes);
        test_memory_check_clean(&memory);
        vrm_report_destroy(report);
        sample_free(&sample);
    }
}

static void hostile_numbers_in_every_field_are_answered_in_order(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    for_each_number(sample.json, vrm_json_root(sample.json), try_hostile_values);
    sample_free(&sample);
}

/* A billion matrices in a hundred bytes: no buffer view means zeros. */
static void zeros_without_bytes_cost_nothing(void** state) {
    (void)state;
    TestMemory memory = {0};
    Text text = {0};
    put(&text, "{\"asset\":{\"version\":\"2.0\"},\"accessors\":["
               "{\"componentType\":5126,\"type\":\"MAT4\",\"count\":1000000000},"
               "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":80000000,\"min\":[0,0,0],"
               "\"max\":[0,0,0],\"sparse\":{\"count\":1,"
               "\"indices\":{\"bufferView\":0,\"componentType\":5121},"
               "\"values\":{\"bufferView\":1}}}],"
               "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},"
               "{\"buffer\":0,\"byteOffset\":4,\"byteLength\":12}],"
               "\"buffers\":[{\"byteLength\":16,"
               "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAA==\"}]}");
    vrm_Report* report = validate_text(&text, &memory);
    assert_in_range(memory.peak_bytes, 1, 1 << 20);
    vrm_report_destroy(report);
    free(text.data);
}

/* ---- Floods and depth ---- */

#define MANY 1000000

static void million_findings_stay_within_memory_and_are_all_counted(void** state) {
    (void)state;
    TestMemory memory = {0};
    Text text = {0};
    put(&text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[7");
    for (int i = 1; i < MANY; i++) put(&text, ",7");
    put(&text, "]}]}");
    vrm_Report* report = validate_text(&text, &memory);
    /* Each is unresolved, all but the first are duplicates. */
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 2 * MANY - 1);
    assert_true(vrm_report_is_truncated(report));
    assert_in_range(memory.peak_bytes, 1, 64 << 20);
    vrm_report_destroy(report);
    free(text.data);
}

static void put_chain(Text* text, int count, bool is_ring) {
    char part[64];
    put(text, "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for (int i = 0; i < count; i++) {
        bool is_last = i == count - 1;
        if (is_last && !is_ring)
            snprintf(part, sizeof part, "{\"extras\":{}}");
        else
            snprintf(part, sizeof part, "{\"children\":[%d]}", is_last ? 0 : i + 1);
        put(text, part);
        if (!is_last) put(text, ",");
    }
    put(text, "]}");
}

static void deep_chain_is_checked_without_recursion(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, 300000, false);
    vrm_Report* report = validate_text(&text, NULL);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
    free(text.data);
}

static void every_node_of_a_long_loop_is_counted(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, 100000, true);
    vrm_Report* report = validate_text(&text, NULL);
    assert_true(sample_has(report, "NODE_LOOP", "/nodes/0"));
    /* The scene lists a node that is a child. */
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 100000 + 1);
    vrm_report_destroy(report);
    free(text.data);
}

/* Joints at the two ends of a long chain, many times: looking up common ancestors must not walk the
 * chain each time. */
static void many_skins_on_a_deep_chain_take_no_time(void** state) {
    (void)state;
    Text text = {0};
    put_chain(&text, 100000, false);
    text.size -= 1;
    put(&text, ",\"skins\":[{\"joints\":[0,99999],\"skeleton\":0}");
    for (int i = 1; i < 50000; i++) put(&text, ",{\"joints\":[50000,99999],\"skeleton\":49999}");
    put(&text, "]}");
    vrm_Report* report = validate_text(&text, NULL);
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 0);
    vrm_report_destroy(report);
    free(text.data);
}

/* Accessors that lie on top of each other: every one may be small, all together are not. */
static void overlapping_accessors_are_looked_at_within_a_budget(void** state) {
    (void)state;
    Text text = {0};
    put(&text, "{\"asset\":{\"version\":\"2.0\"},"
               "\"buffers\":[{\"uri\":\"data:application/octet-stream;base64,");
    for (int i = 0; i < 100000; i++) put(&text, "AAAAAAAAAAAAAAAA");
    put(&text, "\",\"byteLength\":1200000}],"
               "\"bufferViews\":[{\"buffer\":0,\"byteLength\":1200000}],\"accessors\":[");
    for (int i = 0; i < 400; i++)
        put(&text, i == 0 ? "{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\","
                            "\"count\":300000}"
                          : ",{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\","
                            "\"count\":300000}");
    put(&text, "]}");
    vrm_Report* report = validate_text(&text, NULL);
    assert_true(sample_has(report, "DATA_NOT_ALL_LOOKED_AT", ""));
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 0);
    vrm_report_destroy(report);
    free(text.data);
}

/* ---- Damage ---- */

static void file_cut_anywhere_is_an_error(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    size_t size = vrm_json_written_size(sample.json);
    char* text = malloc(size);
    assert_non_null(text);
    assert_int_equal(vrm_json_write(sample.json, text, size), VRM_OK);
    for (size_t cut = 0; cut < size; cut++) {
        char* copy = malloc(cut + 1); /* exactly as large, so that sanitizers see an overrun */
        assert_non_null(copy);
        memcpy(copy, text, cut);
        vrm_Report* report;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrm_validate(copy, cut, NULL, report, NULL), VRM_OK);
        assert_true(vrm_report_total(report, VRM_ERROR) > 0);
        vrm_report_destroy(report);
        free(copy);
    }
    free(text);
    sample_free(&sample);
}

typedef struct Attempt {
    const Sample* sample;
} Attempt;

static vrm_Result validate_with(const vrm_Allocator* allocator, void* ctx) {
    const Attempt* attempt = ctx;
    vrm_ValidateDef def = vrm_default_validate_def();
    vrm_ReportDef report_def = vrm_default_report_def();
    vrm_Report* report;
    def.allocator = report_def.allocator = *allocator;
    vrm_Result result = vrm_report_create(&report_def, &report);
    if (result != VRM_OK) return result;
    result = sample_validate_with(attempt->sample, def, report);
    /* A report that lost findings would make the file look better than it is. */
    if (result == VRM_OK) assert_false(vrm_report_is_truncated(report));
    assert_true(result == VRM_ERR_MEMORY || !vrm_report_ran_out_of_memory(report));
    vrm_report_destroy(report);
    return result;
}

static void validating_survives_every_failing_allocation(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    sample_edit(&sample, "/extensionsUsed", "[\"KHR_texture_transform\",\"EXT_\\u0061\"]");
    sample_edit(&sample, "/nodes/2/children", "[5,9]");
    sample_edit(&sample, "/images/0", "{\"uri\":\"r\\u0065d.png\"}");
    Attempt attempt = {&sample};
    assert_true(test_every_allocation_failing(validate_with, &attempt) > 10);
    sample_free(&sample);
}

static vrm_Result validate_file_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_ValidateDef def = vrm_default_validate_def();
    def.allocator = *allocator;
    return vrm_validate_file(ctx, &def, NULL, NULL);
}

static void validating_a_file_survives_every_failing_allocation(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("gltf/khronos/SimpleSkin", ".gltf");
    assert_true(test_every_allocation_failing(validate_file_with, files.paths[0]) > 10);
    corpus_files_free(&files);
}

static void report_may_be_left_out_by_who_wants_the_dialect(void** state) {
    (void)state;
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect++) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        SceneBytes scene = scene_avatar(&def);
        SceneBytes bad = scene_patch(&scene, "set /nodes/0/mesh 1000\nset /nodes/0/what 1", NULL);
        vrm_Dialect found = VRM_DIALECT_NONE;
        assert_non_null(bad.data);
        assert_int_equal(vrm_validate(bad.data, bad.size, NULL, NULL, &found), VRM_OK);
        assert_int_equal(found, dialect);
        assert_int_equal(vrm_validate(bad.data, bad.size / 2, NULL, NULL, NULL), VRM_OK);
        scene_bytes_free(&bad);
        scene_bytes_free(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_calls_are_refused),
        cmocka_unit_test(file_that_is_no_gltf_is_an_error_and_checked_to_the_end),
        cmocka_unit_test(file_over_the_limit_is_reported),
        cmocka_unit_test(hostile_numbers_in_every_field_are_answered_in_order),
        cmocka_unit_test(zeros_without_bytes_cost_nothing),
        cmocka_unit_test(million_findings_stay_within_memory_and_are_all_counted),
        cmocka_unit_test(deep_chain_is_checked_without_recursion),
        cmocka_unit_test(every_node_of_a_long_loop_is_counted),
        cmocka_unit_test(many_skins_on_a_deep_chain_take_no_time),
        cmocka_unit_test(overlapping_accessors_are_looked_at_within_a_budget),
        cmocka_unit_test(file_cut_anywhere_is_an_error),
        cmocka_unit_test(validating_survives_every_failing_allocation),
        cmocka_unit_test(validating_a_file_survives_every_failing_allocation),
        cmocka_unit_test(report_may_be_left_out_by_who_wants_the_dialect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
