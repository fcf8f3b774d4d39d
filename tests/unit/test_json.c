/* SPDX-License-Identifier: MIT */
/* Reading JSON: what is accepted, what is said about it, and what hostile text cannot do. */
#include "support/check.h"
#include "support/memory.h"

#include "vrm/json.h"
#include "vrm/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vrm_Json* parse(const char* text) {
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, NULL, &json), VRM_OK);
    return json;
}

static vrm_Report* new_report(void) {
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    return report;
}

/* The result, and the only finding, which must be at `offset` and say `words`. */
static void check_refused(const char* text, size_t size, const vrm_JsonDef* def, vrm_Result result,
                          const char* code, uint64_t offset, const char* words) {
    vrm_Report* report = new_report();
    vrm_Json* json = (vrm_Json*)(uintptr_t)1;
    assert_int_equal(vrm_json_parse(text, size, def, report, &json), result);
    assert_null(json);
    assert_int_equal(vrm_report_count(report), 1);
    vrm_Finding finding = vrm_report_get(report, 0);
    assert_string_equal(finding.code, code);
    assert_int_equal(finding.byte_offset, offset);
    if (strstr(finding.message, words) == NULL) fail_msg("\"%s\" in: %s", words, finding.message);
    vrm_report_destroy(report);
}

/* ---- Inspect ---- */

static void document_gives_type_and_content_of_each_value(void** state) {
    (void)state;
    vrm_Json* json =
        parse(" {\"a\": [1, true, false, null, \"x\\ty\"], \"b\": {}, \"c\": -2.5e1} ");
    vrm_JsonRef root = vrm_json_root(json);
    assert_int_equal(vrm_json_type(json, root), VRM_JSON_OBJECT);
    assert_int_equal(vrm_json_count(json, root), 3);
    vrm_JsonRef a = vrm_json_member(json, root, "a");
    assert_int_equal(vrm_json_type(json, a), VRM_JSON_ARRAY);
    assert_int_equal(vrm_json_count(json, a), 5);
    int64_t one = 0;
    assert_true(vrm_json_integer(json, vrm_json_element(json, a, 0), &one));
    assert_int_equal(one, 1);
    assert_true(vrm_json_bool(json, vrm_json_element(json, a, 1), false));
    assert_false(vrm_json_bool(json, vrm_json_element(json, a, 2), true));
    assert_int_equal(vrm_json_type(json, vrm_json_element(json, a, 3)), VRM_JSON_NULL);
    assert_true(vrm_json_equals(json, vrm_json_element(json, a, 4), "x\ty"));
    assert_int_equal(vrm_json_count(json, vrm_json_member(json, root, "b")), 0);
    assert_true(vrm_json_number(json, vrm_json_member(json, root, "c"), 0.0) == -25.0);
    assert_int_equal(vrm_json_offset(json, a), 7);
    vrm_Span text = vrm_json_text(json, a);
    assert_int_equal(text.size, 30);
    assert_memory_equal(text.data, "[1, true, false, null, \"x\\ty\"]", 30);
    vrm_json_destroy(json);
}

static void missing_and_mistyped_values_answer_with_nothing(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"a\":[1]}");
    vrm_JsonRef root = vrm_json_root(json), none = VRM_JSON_MISSING;
    int64_t integer = 7;
    char buffer[4] = "xyz";
    assert_int_equal(vrm_json_type(json, none), VRM_JSON_NONE);
    assert_int_equal(vrm_json_count(json, none), 0);
    assert_int_equal(vrm_json_member(json, none, "a"), none);
    assert_int_equal(vrm_json_member(json, root, "b"), none);
    assert_int_equal(vrm_json_member(json, vrm_json_member(json, root, "a"), "b"), none);
    assert_int_equal(vrm_json_element(json, root, 0), none);
    assert_int_equal(vrm_json_element(json, vrm_json_member(json, root, "a"), 1), none);
    assert_true(vrm_json_bool(json, root, true));
    assert_true(vrm_json_number(json, root, 3.0) == 3.0);
    assert_false(vrm_json_integer(json, root, &integer));
    assert_false(vrm_json_equals(json, root, ""));
    assert_int_equal(vrm_json_string(json, root, buffer, sizeof buffer), 0);
    assert_string_equal(buffer, "");
    assert_int_equal(vrm_json_text(json, none).size, 0);
    assert_true(vrm_json_offset(json, none) == VRM_NO_OFFSET);
    assert_int_equal(vrm_json_pointer(json, none, NULL, 0), 0);
    vrm_JsonIter it = vrm_json_iter(json, none);
    assert_false(vrm_json_next(&it));
    it = vrm_json_iter(json, vrm_json_at(json, "/a/0"));
    assert_false(vrm_json_next(&it));
    vrm_json_destroy(json);
}

static void iterator_visits_children_in_order(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"a\":[[1,2],[3]],\"b\":{\"c\":4},\"d\":5}");
    static const char* keys[] = {"a", "b", "d"};
    uint32_t seen = 0;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_root(json));
    while (vrm_json_next(&it)) {
        assert_int_equal(it.index, seen);
        assert_true(vrm_json_equals(json, it.key, keys[seen]));
        assert_int_equal(it.value, vrm_json_member(json, vrm_json_root(json), keys[seen]));
        seen++;
    }
    assert_int_equal(seen, 3);
    vrm_JsonRef array = vrm_json_at(json, "/a");
    it = vrm_json_iter(json, array);
    for (seen = 0; vrm_json_next(&it); seen++) {
        assert_int_equal(it.key, VRM_JSON_MISSING);
        assert_int_equal(it.value, vrm_json_element(json, array, seen));
    }
    assert_int_equal(seen, 2);
    vrm_json_destroy(json);
}

static void string_is_decoded_and_cut_at_a_character(void** state) {
    (void)state;
    vrm_Json* json = parse("[\"\\u3042\\ud83d\\ude00/\\/\\\\\\\"\", \"\xE3\x81\x82z\"]");
    vrm_JsonRef string = vrm_json_at(json, "/0");
    char buffer[16];
    assert_int_equal(vrm_json_string(json, string, NULL, 0), 11);
    assert_int_equal(vrm_json_string(json, string, buffer, sizeof buffer), 11);
    assert_string_equal(buffer, "\xE3\x81\x82\xF0\x9F\x98\x80//\\\"");
    assert_int_equal(vrm_json_string(json, string, buffer, 7), 11);
    assert_string_equal(buffer, "\xE3\x81\x82");
    assert_int_equal(vrm_json_string(json, vrm_json_at(json, "/1"), buffer, 3), 4);
    assert_string_equal(buffer, "");
    assert_true(vrm_json_equals(json, vrm_json_at(json, "/1"), "\xE3\x81\x82z"));
    assert_false(vrm_json_equals(json, vrm_json_at(json, "/1"), "\xE3\x81\x82"));
    vrm_json_destroy(json);
}

static void key_with_escapes_is_found_by_its_plain_form(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"\\u0061\\n\":1,\"a\\u0000b\":2}");
    vrm_JsonRef root = vrm_json_root(json);
    assert_int_not_equal(vrm_json_member(json, root, "a\n"), VRM_JSON_MISSING);
    assert_int_equal(vrm_json_member(json, root, "a"), VRM_JSON_MISSING);
    vrm_json_destroy(json);
}

static void half_a_surrogate_pair_is_read_as_replacement_and_reported(void** state) {
    (void)state;
    static const char text[] = "[\"\\ud800\", \"\\udc00\", \"\\ud800\\u0041\", \"\\ud83d\\ude00\"]";
    static const char* decoded[] = {"\uFFFD", "\uFFFD", "\uFFFDA", "\U0001F600"};
    vrm_Report* report = new_report();
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, report, &json), VRM_OK);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(vrm_json_equals(json, vrm_json_element(json, 0, i), decoded[i]));
    assert_int_equal(vrm_report_count(report), 3);
    assert_string_equal(vrm_report_get(report, 1).code, "UNPAIRED_SURROGATE");
    assert_string_equal(vrm_report_get(report, 1).pointer, "/1");
    assert_int_equal(vrm_report_get(report, 1).byte_offset, 11);
    vrm_json_destroy(json);
    vrm_report_destroy(report);
}

/* ---- Pointers ---- */

static void pointer_and_at_are_inverse(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"a/b\":{\"m~n\":[0,[1,{\"\":2}]]},\"\\u00e9\":3}");
    static const char* pointers[] = {"",
                                     "/a~1b",
                                     "/a~1b/m~0n",
                                     "/a~1b/m~0n/0",
                                     "/a~1b/m~0n/1",
                                     "/a~1b/m~0n/1/1",
                                     "/a~1b/m~0n/1/1/",
                                     "/\xC3\xA9"};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        vrm_JsonRef ref = vrm_json_at(json, pointers[i]);
        assert_int_not_equal(ref, VRM_JSON_MISSING);
        char buffer[64];
        assert_int_equal(vrm_json_pointer(json, ref, buffer, sizeof buffer), strlen(pointers[i]));
        assert_string_equal(buffer, pointers[i]);
    }
    static const char* nowhere[] = {"a",
                                    "/x",
                                    "/a~1b/m~0n/2",
                                    "/a~1b/m~0n/01",
                                    "/a~1b/m~0n/-",
                                    "/a~1b/m~2n",
                                    "/a/b",
                                    "/a~1b/m~0n/4294967296",
                                    "/a~"};
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++)
        assert_int_equal(vrm_json_at(json, nowhere[i]), VRM_JSON_MISSING);
    vrm_json_destroy(json);
}

/* Text of an array with `count` elements that are each `element`. */
static char* repeat_text(const char* open, const char* element, const char* close, size_t count) {
    size_t size = strlen(element);
    char* text = malloc(strlen(open) + count * (size + 1) + strlen(close) + 1);
    assert_non_null(text);
    char* at = text + sprintf(text, "%s", open);
    for (size_t i = 0; i < count; i++) {
        memcpy(at, element, size);
        at += size;
        *at++ = ',';
    }
    strcpy(at - 1, close);
    return text;
}

static void pointers_into_long_arrays_are_right_and_quick(void** state) {
    (void)state;
    enum { COUNT = 1000000 };
    char* text = repeat_text("{\"list\":[", "{\"a\":[1]}", "]}", COUNT);
    vrm_Json* json = parse(text);
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, "/list"));
    while (vrm_json_next(&it)) {
        if (it.index % 97 != 0) continue;
        char expected[64], pointer[64];
        snprintf(expected, sizeof expected, "/list/%u/a/0", it.index);
        vrm_json_pointer(json, it.value + 3, pointer, sizeof pointer);
        assert_string_equal(pointer, expected);
        assert_int_equal(vrm_json_element(json, 2, it.index), it.value);
    }
    vrm_json_destroy(json);
    free(text);
}

/* ---- Duplicate keys ---- */

static void duplicate_key_is_an_error_and_the_last_counts(void** state) {
    (void)state;
    static const char text[] = "{\"a\":1,\"b\":{\"c\":2,\"\\u0063\":3},\"a\":4,\"a\":5}";
    vrm_Report* report = new_report();
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, report, &json), VRM_OK);
    assert_true(vrm_json_number(json, vrm_json_at(json, "/a"), 0.0) == 5.0);
    assert_true(vrm_json_number(json, vrm_json_at(json, "/b/c"), 0.0) == 3.0);
    assert_int_equal(vrm_report_count(report), 3);
    assert_string_equal(vrm_report_get(report, 0).code, "DUPLICATE_KEY");
    assert_string_equal(vrm_report_get(report, 0).pointer, "/b/c");
    assert_int_equal(vrm_report_get(report, 0).byte_offset, 18);
    assert_string_equal(vrm_report_get(report, 2).pointer, "/a");
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 3);
    vrm_json_destroy(json);
    vrm_report_destroy(report);
}

static void duplicate_keys_are_found_among_a_million_members(void** state) {
    (void)state;
    enum { COUNT = 1000000 };
    char* text = malloc(COUNT * 14 + 64);
    char* at = text + sprintf(text, "{");
    for (uint32_t i = 0; i < COUNT; i++) at += sprintf(at, "\"k%u\":0,", i);
    sprintf(at, "\"k5\":1,\"\\u006b%u\":2}", COUNT - 1);
    vrm_Report* report = new_report();
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, report, &json), VRM_OK);
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 2);
    vrm_json_destroy(json);
    vrm_report_destroy(report);
    free(text);
}

/* Every number of members around the sizes at which the method changes. */
static void duplicate_keys_are_found_in_objects_of_every_size(void** state) {
    (void)state;
    for (uint32_t count = 2; count < 80; count++) {
        char text[1024];
        char* at = text + sprintf(text, "{");
        for (uint32_t i = 0; i + 1 < count; i++) at += sprintf(at, "\"key%u\":[0],", i);
        sprintf(at, "\"key%u\":0}", count / 2 - (count > 2 ? 0 : 1));
        vrm_Report* report = new_report();
        vrm_Json* json = NULL;
        assert_int_equal(vrm_json_parse(text, strlen(text), NULL, report, &json), VRM_OK);
        assert_int_equal(vrm_report_total(report, VRM_ERROR), 1);
        vrm_json_destroy(json);
        vrm_report_destroy(report);
    }
}

/* ---- Refusals ---- */

static void syntax_error_says_what_was_expected_and_where(void** state) {
    (void)state;
    static const struct {
        const char* text;
        uint64_t offset;
        const char* words;
    } cases[] = {
        {"", 0, "expected a value, found the end"},
        {"[1,]", 3, "expected a value, found ']'"},
        {"[1 2]", 3, "expected ',' or ']', found '2'"},
        {"{\"a\":1,}", 7, "expected a key in double quotes, found '}'"},
        {"{a:1}", 1, "expected a key in double quotes, or '}', found 'a'"},
        {"{\"a\" 1}", 5, "expected ':', found '1'"},
        {"{\"a\":1]", 6, "expected ',' or '}', found ']'"},
        {"[1]x", 3, "expected the end of the text, found 'x'"},
        {"[\n 01]", 4, "Line 2, column 3: expected a number without leading zeros"},
        {"[1.]", 3, "expected a digit"},
        {"[-]", 2, "expected a digit"},
        {"[1e+]", 4, "expected a digit"},
        {"[\"a\nb\"]", 3, "found byte 0x0A"},
        {"[\"a\\x\"]", 3, "expected an escape"},
        {"[\"\\u12G4\"]", 2, "four hexadecimal digits"},
        {"[\"abc", 5, "expected the closing quote of a string, found the end"},
        {"[\"\xC0\x80\"]", 2, "expected UTF-8, found byte 0xC0"},
        {"[\"\xED\xA0\x80\"]", 2, "expected UTF-8"},
        {"[tru]", 1, "expected true"},
        {"[nul", 1, "expected null"},
        {"[1", 2, "expected ',' or ']', found the end"},
        {"\xEF\xBB\xBF{}", 0, "byte order mark"},
        {"[\"\xE3\x81\x82\" 1]", 7, "Line 1, column 6"},
        {"\f[]", 0, "found byte 0x0C"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_refused(cases[i].text, strlen(cases[i].text), NULL, VRM_ERR_JSON, "INVALID_JSON",
                      cases[i].offset, cases[i].words);
}

/* */
static void nesting_beyond_the_limit_is_refused_at_once(void** state) {
    (void)state;
    enum { LEVELS = 10000000 };
    char* text = malloc(LEVELS);
    memset(text, '[', LEVELS);
    check_refused(text, LEVELS, NULL, VRM_ERR_LIMIT, "LIMIT_JSON_DEPTH", 128, "128");
    for (size_t i = 0; i + 5 <= LEVELS; i += 5) memcpy(text + i, "{\"\":[", 5);
    check_refused(text, LEVELS, NULL, VRM_ERR_LIMIT, "LIMIT_JSON_DEPTH", 64 * 5, "128");
    free(text);
}

static void nesting_up_to_the_limit_is_read(void** state) {
    (void)state;
    enum { LEVELS = 1000000 };
    vrm_JsonDef def = vrm_default_json_def();
    def.limits.json_depth = LEVELS;
    char* text = malloc(LEVELS * 2);
    memset(text, '[', LEVELS);
    memset(text + LEVELS, ']', LEVELS);
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, LEVELS * 2, &def, NULL, &json), VRM_OK);
    assert_int_equal(vrm_json_count(json, LEVELS - 2), 1);
    assert_int_equal(vrm_json_pointer(json, LEVELS - 1, NULL, 0), (LEVELS - 1) * 2);
    vrm_json_destroy(json);
    def.limits.json_depth = LEVELS - 1;
    assert_int_equal(vrm_json_parse(text, LEVELS * 2, &def, NULL, &json), VRM_ERR_LIMIT);
    free(text);
}

static void too_many_values_and_bytes_are_refused_by_name(void** state) {
    (void)state;
    vrm_JsonDef def = vrm_default_json_def();
    def.limits.json_values = 4;
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse("[1,2,3]", 7, &def, NULL, &json), VRM_OK);
    vrm_json_destroy(json);
    check_refused("[1,2,3,4]", 9, &def, VRM_ERR_LIMIT, "LIMIT_JSON_VALUES", 7, "json_values of 4");
    check_refused("{\"a\":1,\"b\":2}", 13, &def, VRM_ERR_LIMIT, "LIMIT_JSON_VALUES", 11, "of 4");
    def.limits.file_bytes = 8;
    check_refused("[1,2,3,4]", 9, &def, VRM_ERR_LIMIT, "LIMIT_FILE_BYTES", 0,
                  "9 bytes, more than the limit file_bytes of 8");
}

static void definition_without_its_default_is_refused(void** state) {
    (void)state;
    vrm_JsonDef def = {0};
    vrm_Json* json = (vrm_Json*)(uintptr_t)1;
    assert_int_equal(vrm_json_parse("1", 1, &def, NULL, &json), VRM_ERR_DEF);
    assert_null(json);
}

/* ---- Text ---- */

static void unedited_document_is_written_byte_for_byte(void** state) {
    (void)state;
    static const char text[] = "\t{ \"a\" : [ 1.00 ,-0e+0,\r\n\"\\u0041\" ] }\n ";
    vrm_Json* json = parse(text);
    char buffer[sizeof text];
    assert_false(vrm_json_is_edited(json));
    assert_int_equal(vrm_json_written_size(json), strlen(text));
    assert_int_equal(vrm_json_write(json, buffer, strlen(text) - 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_json_write(json, buffer, strlen(text)), VRM_OK);
    assert_memory_equal(buffer, text, strlen(text));
    vrm_json_destroy(json);
}

static void text_is_copied_unless_it_is_borrowed(void** state) {
    (void)state;
    char text[] = "[12]";
    vrm_JsonDef def = vrm_default_json_def();
    vrm_Json *copied = NULL, *borrowed = NULL;
    assert_int_equal(vrm_json_parse(text, 4, &def, NULL, &copied), VRM_OK);
    def.borrow_text = true;
    assert_int_equal(vrm_json_parse(text, 4, &def, NULL, &borrowed), VRM_OK);
    assert_ptr_equal(vrm_json_text(borrowed, 0).data, text);
    text[1] = '9';
    assert_true(vrm_json_number(copied, 1, 0.0) == 12.0);
    vrm_json_destroy(copied);
    vrm_json_destroy(borrowed);
}

/* 16 bytes per value and key, some room that was guessed too much, and what reading needs itself.
 */
static void tree_is_small_and_takes_few_allocations(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_JsonDef def = vrm_default_json_def();
    def.allocator = test_memory_allocator(&memory);
    def.borrow_text = true;
    char* text = repeat_text("{\"nodes\":[", "{\"name\":\"J_Bip\",\"mesh\":1,\"scale\":[1,0.5,1]}",
                             "]}", 20000);
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), &def, NULL, &json), VRM_OK);
    size_t nodes = 3 + 20000 * 10;
    assert_int_equal(vrm_json_type(json, (vrm_JsonRef)nodes - 1), VRM_JSON_NUMBER);
    assert_int_equal(vrm_json_type(json, (vrm_JsonRef)nodes), VRM_JSON_NONE);
    assert_true(memory.live_bytes < nodes * 16 * 5 / 4);
    assert_true(memory.peak_bytes < nodes * 16 * 5 / 4 + 65536);
    assert_true(memory.allocations < 32);
    vrm_json_destroy(json);
    test_memory_check_clean(&memory);
    free(text);
}

/* A text that is nearly all data URI must not be taken for one with as many values. */
static void long_strings_take_no_room_for_values(void** state) {
    (void)state;
    enum { SIZE = 8000000 };
    TestMemory memory = {0};
    vrm_JsonDef def = vrm_default_json_def();
    def.allocator = test_memory_allocator(&memory);
    def.borrow_text = true;
    char* text = malloc(SIZE + 64);
    memset(text, 'A', SIZE + 64);
    char* at = text;
    for (uint32_t i = 0; i < 1000; i++) at += sprintf(at, "%s{\"a\":[]}", i == 0 ? "[" : ",");
    memcpy(at, ",\"data:", 7);
    memcpy(text + SIZE, "\"]", 2);
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, SIZE + 2, &def, NULL, &json), VRM_OK);
    assert_int_equal(vrm_json_count(json, 0), 1001);
    assert_true(memory.peak_bytes < SIZE / 8);
    vrm_json_destroy(json);
    test_memory_check_clean(&memory);
    free(text);
}

static vrm_Result parse_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_JsonDef def = vrm_default_json_def();
    def.allocator = *allocator;
    vrm_Json* json = NULL;
    vrm_Result result = vrm_json_parse(ctx, strlen(ctx), &def, NULL, &json);
    assert_true((result == VRM_OK) == (json != NULL));
    vrm_json_destroy(json);
    return result;
}

static void failing_allocation_is_reported_and_leaves_nothing(void** state) {
    (void)state;
    char* members = malloc(64 * 1024);
    char* at = members + sprintf(members, "{");
    for (uint32_t i = 0; i < 5000; i++) at += sprintf(at, "%s\"%u\":[]", i > 0 ? "," : "", i);
    strcpy(at, "}");
    assert_true(test_every_allocation_failing(parse_with, members) > 3);
    free(members);
    char* objects = repeat_text("[", "{\"a\":1}", "]", 100);
    assert_true(test_every_allocation_failing(parse_with, objects) > 3);
    free(objects);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(document_gives_type_and_content_of_each_value),
        cmocka_unit_test(missing_and_mistyped_values_answer_with_nothing),
        cmocka_unit_test(iterator_visits_children_in_order),
        cmocka_unit_test(string_is_decoded_and_cut_at_a_character),
        cmocka_unit_test(key_with_escapes_is_found_by_its_plain_form),
        cmocka_unit_test(half_a_surrogate_pair_is_read_as_replacement_and_reported),
        cmocka_unit_test(pointer_and_at_are_inverse),
        cmocka_unit_test(pointers_into_long_arrays_are_right_and_quick),
        cmocka_unit_test(duplicate_key_is_an_error_and_the_last_counts),
        cmocka_unit_test(duplicate_keys_are_found_among_a_million_members),
        cmocka_unit_test(duplicate_keys_are_found_in_objects_of_every_size),
        cmocka_unit_test(syntax_error_says_what_was_expected_and_where),
        cmocka_unit_test(nesting_beyond_the_limit_is_refused_at_once),
        cmocka_unit_test(nesting_up_to_the_limit_is_read),
        cmocka_unit_test(too_many_values_and_bytes_are_refused_by_name),
        cmocka_unit_test(definition_without_its_default_is_refused),
        cmocka_unit_test(unedited_document_is_written_byte_for_byte),
        cmocka_unit_test(text_is_copied_unless_it_is_borrowed),
        cmocka_unit_test(tree_is_small_and_takes_few_allocations),
        cmocka_unit_test(long_strings_take_no_room_for_values),
        cmocka_unit_test(failing_allocation_is_reported_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
