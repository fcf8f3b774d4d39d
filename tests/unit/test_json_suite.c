/* SPDX-License-Identifier: MIT */
/* JSONTestSuite (Nicolas Seriot, MIT): every y_ file accepted, every n_ file refused, every i_ file
 * as docs/reference/json.md says. Without the corpus a list of our own with the same purpose
 * remains. */
#include "support/check.h"
#include "support/corpus.h"

#include "vrm/json.h"
#include "vrm/report.h"

#include <stdlib.h>
#include <string.h>

/* Accepted texts come back byte for byte, and their values can all be looked at. */
static vrm_Result read_and_write(const char* text, size_t size) {
    vrm_Json* json = NULL;
    vrm_Result result = vrm_json_parse(text, size, NULL, NULL, &json);
    if (result != VRM_OK) return result;
    assert_int_equal(vrm_json_written_size(json), size);
    char* copy = malloc(size);
    assert_int_equal(vrm_json_write(json, copy, size), VRM_OK);
    assert_memory_equal(copy, text, size);
    free(copy);
    for (vrm_JsonRef ref = 0; vrm_json_type(json, ref) != VRM_JSON_NONE; ref++) {
        char pointer[64];
        int64_t integer;
        vrm_json_pointer(json, ref, pointer, sizeof pointer);
        vrm_json_integer(json, ref, &integer);
        double number = vrm_json_number(json, ref, 0.0);
        assert_true(number - number == 0.0); /* never infinite, never NaN */
        assert_true(vrm_json_text(json, ref).size > 0);
    }
    vrm_json_destroy(json);
    return VRM_OK;
}

static void check_accepted(const char* text) {
    if (read_and_write(text, strlen(text)) != VRM_OK) fail_msg("refused: %s", text);
}

static void check_refused(const char* text, size_t size) {
    if (read_and_write(text, size) == VRM_OK) fail_msg("accepted: %s", text);
}

static void what_rfc_8259_allows_is_accepted(void** state) {
    (void)state;
    static const char* texts[] = {
        "[]",
        "{}",
        "null",
        "true",
        "-1",
        "\"\"",
        " [ ] ",
        "\t\r\n[1]\n",
        "[[[[[[[[]]]]]]]]",
        "{\"\":0}",
        "{\"a\":{\"b\":{\"c\":[]}}}",
        "{\"a\":1,\"a\":1}",
        "[0,-0,0.0,0e0,0E+0,0e-0,1E22,1e-2,-123.456e+7]",
        "[123123123123123123123123123123,0.1000000000000000000000000000001]",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
        "[\"\\u0000\\u001f\\u00e9\\u2028\\uFFFF\\uD834\\uDd1e\"]",
        "[\"\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"]",
        "[\"\xE2\x80\xA8\xE2\x80\xA9\xEF\xBB\xBF\"]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) check_accepted(texts[i]);
}

static void what_rfc_8259_does_not_allow_is_refused(void** state) {
    (void)state;
    static const char* texts[] = {
        "",
        " ",
        "[",
        "]",
        "{",
        "}",
        "[1",
        "{\"a\":1",
        "[1,]",
        "[,1]",
        "[1,,2]",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\":}",
        "{\"a\"}",
        "{1:2}",
        "{a:1}",
        "{'a':1}",
        "['a']",
        "{\"a\":1,}",
        "{,}",
        "[1]]",
        "[1]x",
        "1 2",
        "{} {}",
        "[1}",
        "{\"a\":1]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[01]",
        "[-01]",
        "[-]",
        "[1e]",
        "[1e+]",
        "[0x1]",
        "[1_0]",
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        "[tru]",
        "[TRUE]",
        "[nulll]",
        "true1",
        "[\"a]",
        "[\"\\a\"]",
        "[\"\\x41\"]",
        "[\"\\u12\"]",
        "[\"\\u00g0\"]",
        "[\"\\U0041\"]",
        "[\"\\\"]",
        "[\"a\nb\"]",
        "[\"\t\"]",
        "[\"\x1F\"]",
        "[1] // c",
        "/* c */[1]",
        "# c\n1",
        "\xEF\xBB\xBF[]",
        "[\x0B]",
        "[\x0C]",
        "[\xC2\xA0]",
        "[\"\x80\"]",
        "[\"\xC0\xAF\"]",
        "[\"\xE0\x80\xAF\"]",
        "[\"\xED\xA0\x80\"]",
        "[\"\xF4\x90\x80\x80\"]",
        "[\"\xF8\x88\x80\x80\x80\"]",
        "[\"\xE2\x80\"]",
        "[\"\xFF\"]",
        "\\u005B]",
        "[\"a\" \"b\"]",
        "{\"a\":1 \"b\":2}",
        "[1:2]",
        "{\"a\",1}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_refused(texts[i], strlen(texts[i]));
    check_refused("[\0]", 3);
    check_refused("[\"\0\"]", 5);
    check_refused("1\0", 2);
}

/* docs/reference/json.md has the reasons. */
static vrm_Result decided(const char* name) {
    static const struct {
        const char* name;
        vrm_Result result;
    } decisions[] = {
        {"i_number_double_huge_neg_exp.json", VRM_OK},
        {"i_number_huge_exp.json", VRM_OK},
        {"i_number_neg_int_huge_exp.json", VRM_OK},
        {"i_number_pos_double_huge_exp.json", VRM_OK},
        {"i_number_real_neg_overflow.json", VRM_OK},
        {"i_number_real_pos_overflow.json", VRM_OK},
        {"i_number_real_underflow.json", VRM_OK},
        {"i_number_too_big_neg_int.json", VRM_OK},
        {"i_number_too_big_pos_int.json", VRM_OK},
        {"i_number_very_big_negative_int.json", VRM_OK},
        {"i_object_key_lone_2nd_surrogate.json", VRM_OK},
        {"i_string_1st_surrogate_but_2nd_missing.json", VRM_OK},
        {"i_string_1st_valid_surrogate_2nd_invalid.json", VRM_OK},
        {"i_string_UTF-16LE_with_BOM.json", VRM_ERR_JSON},
        {"i_string_UTF-8_invalid_sequence.json", VRM_ERR_JSON},
        {"i_string_UTF8_surrogate_U+D800.json", VRM_ERR_JSON},
        {"i_string_incomplete_surrogate_and_escape_valid.json", VRM_OK},
        {"i_string_incomplete_surrogate_pair.json", VRM_OK},
        {"i_string_incomplete_surrogates_escape_valid.json", VRM_OK},
        {"i_string_invalid_lonely_surrogate.json", VRM_OK},
        {"i_string_invalid_surrogate.json", VRM_OK},
        {"i_string_invalid_utf-8.json", VRM_ERR_JSON},
        {"i_string_inverted_surrogates_U+1D11E.json", VRM_OK},
        {"i_string_iso_latin_1.json", VRM_ERR_JSON},
        {"i_string_lone_second_surrogate.json", VRM_OK},
        {"i_string_lone_utf8_continuation_byte.json", VRM_ERR_JSON},
        {"i_string_not_in_unicode_range.json", VRM_ERR_JSON},
        {"i_string_overlong_sequence_2_bytes.json", VRM_ERR_JSON},
        {"i_string_overlong_sequence_6_bytes.json", VRM_ERR_JSON},
        {"i_string_overlong_sequence_6_bytes_null.json", VRM_ERR_JSON},
        {"i_string_truncated-utf-8.json", VRM_ERR_JSON},
        {"i_string_utf16BE_no_BOM.json", VRM_ERR_JSON},
        {"i_string_utf16LE_no_BOM.json", VRM_ERR_JSON},
        {"i_structure_500_nested_arrays.json", VRM_ERR_LIMIT},
        {"i_structure_UTF-8_BOM_empty_object.json", VRM_ERR_JSON},
    };
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++)
        if (strcmp(name, decisions[i].name) == 0) return decisions[i].result;
    fail_msg("%s is not decided", name);
    return VRM_OK;
}

/* */
static void json_test_suite_is_accepted_refused_and_decided(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("json/test_parsing", ".json");
    size_t counts[3] = {0, 0, 0};
    for (size_t i = 0; i < files.count; i++) {
        const char* name = strrchr(files.paths[i], '/') + 1;
        TestBytes bytes = test_read_file(files.paths[i]);
        vrm_Result result = read_and_write((const char*)bytes.data, bytes.size);
        bool is_right = name[0] == 'y'   ? result == VRM_OK
                        : name[0] == 'n' ? result == VRM_ERR_JSON || result == VRM_ERR_LIMIT
                                         : result == decided(name);
        if (!is_right) fail_msg("%s: %s", name, vrm_result_text(result));
        counts[name[0] == 'y' ? 0 : name[0] == 'n' ? 1 : 2]++;
        test_bytes_free(&bytes);
    }
    assert_int_equal(counts[0], 95);
    assert_int_equal(counts[1], 188);
    assert_int_equal(counts[2], 35);
    corpus_files_free(&files);
}

/* What becomes of texts that other readers change when they write them again. */
static void transform_texts_come_back_unchanged(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("json/test_transform", ".json");
    for (size_t i = 0; i < files.count; i++) {
        const char* name = strrchr(files.paths[i], '/') + 1;
        TestBytes bytes = test_read_file(files.paths[i]);
        vrm_Result result = read_and_write((const char*)bytes.data, bytes.size);
        /* Raw bytes that are no UTF-8 are refused; all else is kept. */
        bool is_bad_utf8 =
            strstr(name, "invalid_codepoint") != NULL && strstr(name, "escaped") == NULL;
        if (result != (is_bad_utf8 ? VRM_ERR_JSON : VRM_OK))
            fail_msg("%s: %s", name, vrm_result_text(result));
        test_bytes_free(&bytes);
    }
    corpus_files_free(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rfc_8259_allows_is_accepted),
        cmocka_unit_test(what_rfc_8259_does_not_allow_is_refused),
        cmocka_unit_test(json_test_suite_is_accepted_refused_and_decided),
        cmocka_unit_test(transform_texts_come_back_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
