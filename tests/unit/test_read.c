/* SPDX-License-Identifier: MIT */
/* Members out of JSON objects: absent is silent, wrong is a finding, both give the fallback. */
#include "gltf/read.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"

#include <string.h>

typedef struct Fixture {
    TestBytes text;
    vrm_Json* json;
    vrm_JsonRef root;
    vrmi_Arena arena;
    vrm_Report* report;
    vrmi_Reader reader;
    TestMemory memory;
    int32_t finding_count;
} Fixture;

static void open_fixture(Fixture* f, const char* json) {
    *f = (Fixture){0};
    f->text = test_gltf(json);
    assert_int_equal(vrm_json_parse((const char*)f->text.data, f->text.size, NULL, NULL, &f->json),
                     VRM_OK);
    assert_int_equal(vrm_report_create(NULL, &f->report), VRM_OK);
    vrm_Allocator allocator = test_memory_allocator(&f->memory);
    vrmi_arena_init(&f->arena, &allocator, 0);
    f->root = vrm_json_root(f->json);
    f->reader =
        (vrmi_Reader){.json = f->json, .arena = &f->arena, .report = f->report, .max_elements = 4};
}

static void close_fixture(Fixture* f) {
    vrmi_arena_release(&f->arena);
    test_memory_check_clean(&f->memory);
    vrm_report_destroy(f->report);
    vrm_json_destroy(f->json);
    test_bytes_free(&f->text);
}

static void absent_members_give_the_fallback_silently(void** state) {
    (void)state;
    Fixture f;
    open_fixture(&f, "{'n':null}");
    vrmi_Reader* r = &f.reader;
    float floats[2] = {5, 6};
    int32_t length = 9;
    const vrm_JsonRef objects[] = {f.root, VRM_JSON_MISSING, vrm_json_member(f.json, f.root, "n")};
    static const char* const names[] = {"a", "b"};
    for (int i = 0; i < 3; i++) {
        vrm_JsonRef o = objects[i];
        assert_int_equal(vrmi_read_member(r, o, "x"), VRM_JSON_MISSING);
        assert_int_equal(vrmi_read_object(r, o, "x"), VRM_JSON_MISSING);
        assert_int_equal(vrmi_read_array(r, o, "x"), VRM_JSON_MISSING);
        assert_int_equal(vrmi_read_extension(r, o, "x"), VRM_JSON_MISSING);
        assert_string_equal(vrmi_read_string(r, o, "x", "fall"), "fall");
        assert_null(vrmi_read_string(r, o, "x", NULL));
        assert_true(vrmi_read_bool(r, o, "x", true));
        assert_float_equal(vrmi_read_float(r, o, "x", 1.5f), 1.5f, 0);
        assert_false(vrmi_read_floats(r, o, "x", floats, 2));
        assert_int_equal(vrmi_read_integer(r, o, "x", 0, 9, 7), 7);
        assert_int_equal(vrmi_read_index(r, o, "x", 9), -1);
        assert_int_equal(vrmi_read_enum(r, o, "x", names, 2, -5), -5);
        assert_null(vrmi_read_indices(r, o, "x", 9, &length));
        assert_int_equal(length, 0);
        assert_null(vrmi_read_strings(r, o, "x", &length));
        assert_null(vrmi_read_float_array(r, o, "x", &length));
    }
    assert_float_equal(floats[1], 6, 0);
    assert_int_equal(vrm_report_count(f.report), 0);
    assert_int_equal(r->fault_count, 0);
    assert_int_equal(r->result, VRM_OK);
    close_fixture(&f);
}

static void members_of_the_right_type_are_taken(void** state) {
    (void)state;
    Fixture f;
    open_fixture(&f, "{'s':'te\\u0078t','b':false,'f':-2.5,'v':[1,2.5],'i':1e2,'e':'b',"
                     "'l':[2,0],'t':['x','y'],'o':{},'extensions':{'EXT':{'k':1}}}");
    vrmi_Reader* r = &f.reader;
    static const char* const names[] = {"a", "b"};
    float floats[2];
    int32_t length;
    assert_string_equal(vrmi_read_string(r, f.root, "s", ""), "text");
    assert_false(vrmi_read_bool(r, f.root, "b", true));
    assert_float_equal(vrmi_read_float(r, f.root, "f", 0), -2.5f, 0);
    assert_true(vrmi_read_floats(r, f.root, "v", floats, 2));
    assert_float_equal(floats[1], 2.5f, 0);
    assert_int_equal(vrmi_read_integer(r, f.root, "i", 0, 100, 0), 100);
    assert_int_equal(vrmi_read_index(r, f.root, "i", 101), 100);
    assert_int_equal(vrmi_read_enum(r, f.root, "e", names, 2, -1), 1);
    const int32_t* indices = vrmi_read_indices(r, f.root, "l", 3, &length);
    assert_int_equal(length, 2);
    assert_int_equal(indices[0], 2);
    const char* const* texts = vrmi_read_strings(r, f.root, "t", &length);
    assert_int_equal(length, 2);
    assert_string_equal(texts[1], "y");
    const float* values = vrmi_read_float_array(r, f.root, "v", &length);
    assert_int_equal(length, 2);
    assert_float_equal(values[0], 1, 0);
    assert_int_equal(vrmi_read_object(r, f.root, "o"), vrm_json_at(f.json, "/o"));
    assert_int_equal(vrmi_read_extension(r, f.root, "EXT"), vrm_json_at(f.json, "/extensions/EXT"));
    assert_int_equal(vrm_report_count(f.report), 0);
    close_fixture(&f);
}

/* There is exactly one finding more than at the last check. */
static void check_newest(Fixture* f, const char* code) {
    assert_int_equal(vrm_report_count(f->report), ++f->finding_count);
    assert_string_equal(vrm_report_get(f->report, f->finding_count - 1).code, code);
}

static void wrong_members_give_the_fallback_and_a_finding(void** state) {
    (void)state;
    Fixture f;
    open_fixture(&f, "{'s':'x','n':5,'big':1e300,'a':[1,'2',3],'neg':-1,'half':0.5,'null':null,"
                     "'extensions':{'EXT':[]}}");
    vrmi_Reader* r = &f.reader;
    static const char* const names[] = {"a", "b"};
    float floats[3] = {7, 7, 7};
    int32_t length;
    assert_string_equal(vrmi_read_string(r, f.root, "n", "fall"), "fall");
    check_newest(&f, "TYPE_MISMATCH");
    assert_string_equal(vrmi_read_string(r, f.root, "null", "fall"), "fall");
    check_newest(&f, "TYPE_MISMATCH");
    assert_true(vrmi_read_bool(r, f.root, "n", true));
    check_newest(&f, "TYPE_MISMATCH");
    assert_float_equal(vrmi_read_float(r, f.root, "s", 2), 2, 0);
    check_newest(&f, "TYPE_MISMATCH");
    assert_float_equal(vrmi_read_float(r, f.root, "big", 2), 2, 0);
    check_newest(&f, "VALUE_NOT_IN_RANGE");
    assert_false(vrmi_read_floats(r, f.root, "a", floats, 2));
    check_newest(&f, "ARRAY_LENGTH_NOT_IN_LIST");
    assert_false(vrmi_read_floats(r, f.root, "a", floats, 3));
    check_newest(&f, "TYPE_MISMATCH");
    assert_float_equal(floats[0], 7, 0); /* all or nothing */
    assert_int_equal(vrmi_read_integer(r, f.root, "half", 0, 9, 4), 4);
    check_newest(&f, "TYPE_MISMATCH");
    assert_int_equal(vrmi_read_integer(r, f.root, "n", 0, 4, 3), 3);
    check_newest(&f, "VALUE_NOT_IN_RANGE");
    assert_int_equal(vrmi_read_index(r, f.root, "neg", 9), -1);
    check_newest(&f, "INVALID_INDEX");
    assert_int_equal(vrmi_read_index(r, f.root, "n", 5), -1);
    check_newest(&f, "UNRESOLVED_REFERENCE");
    assert_int_equal(vrmi_read_enum(r, f.root, "s", names, 2, 0), 0);
    check_newest(&f, "VALUE_NOT_IN_LIST");
    assert_int_equal(vrmi_read_extension(r, f.root, "EXT"), VRM_JSON_MISSING);
    check_newest(&f, "TYPE_MISMATCH");
    assert_string_equal(vrm_report_get(f.report, vrm_report_count(f.report) - 1).pointer,
                        "/extensions/EXT");
    const int32_t* indices = vrmi_read_indices(r, f.root, "a", 2, &length);
    assert_int_equal(length, 3);
    assert_int_equal(indices[0], 1);
    assert_int_equal(indices[1], -1);
    assert_int_equal(indices[2], -1);
    assert_int_equal(r->fault_count, 12 + 2); /* VALUE_NOT_IN_LIST is a warning */
    assert_int_equal(r->result, VRM_OK);
    close_fixture(&f);
}

static void arrays_over_the_limit_fail_the_reader(void** state) {
    (void)state;
    Fixture f;
    open_fixture(&f, "{'four':[1,2,3,0],'five':[1,2,3,0,1]}");
    int32_t length;
    assert_non_null(vrmi_read_indices(&f.reader, f.root, "four", 9, &length));
    assert_int_equal(f.reader.result, VRM_OK);
    assert_null(vrmi_read_indices(&f.reader, f.root, "five", 9, &length));
    assert_int_equal(length, 0);
    assert_int_equal(f.reader.result, VRM_ERR_LIMIT);
    vrm_Finding finding = test_get_finding(f.report, "LIMIT_ELEMENTS");
    assert_string_equal(finding.pointer, "/five");
    assert_null(vrmi_read_alloc(&f.reader, 1, 1)); /* nothing more after a failure */
    close_fixture(&f);
}

static void lack_of_memory_is_remembered(void** state) {
    (void)state;
    Fixture f;
    open_fixture(&f, "{'s':'some text'}");
    f.memory.fail_at = 1;
    f.memory.fail_from_then = true;
    assert_string_equal(vrmi_read_string(&f.reader, f.root, "s", "fall"), "");
    assert_int_equal(f.reader.result, VRM_ERR_MEMORY);
    assert_null(vrmi_read_alloc(&f.reader, SIZE_MAX, 2));
    close_fixture(&f);
}

static void bytes_are_counted_against_the_budget(void** state) {
    (void)state;
    Fixture f;
    open_fixture(&f, "{}");
    uint64_t spent = 0;
    f.reader.spent_bytes = &spent;
    f.reader.max_bytes = 100;
    assert_non_null(vrmi_read_alloc(&f.reader, 10, 6));
    assert_int_equal(spent, 60);
    assert_null(vrmi_read_alloc(&f.reader, 41, 1));
    assert_int_equal(f.reader.result, VRM_ERR_LIMIT);
    assert_int_equal(test_count_findings(f.report, "LIMIT_DECODED_BYTES"), 1);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(absent_members_give_the_fallback_silently),
        cmocka_unit_test(members_of_the_right_type_are_taken),
        cmocka_unit_test(wrong_members_give_the_fallback_and_a_finding),
        cmocka_unit_test(arrays_over_the_limit_fail_the_reader),
        cmocka_unit_test(lack_of_memory_is_remembered),
        cmocka_unit_test(bytes_are_counted_against_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
