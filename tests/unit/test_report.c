/* SPDX-License-Identifier: MIT */
#include "json/json_report.h"

#include "support/check.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vrm_Report* make_report(const vrm_ReportDef* def) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(def, &report), VRM_OK);
    return report;
}

static vrm_Json* parse(const char* text) {
    vrm_Json* json;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, NULL, &json), VRM_OK);
    return json;
}

static void report_is_empty_at_first(void** state) {
    (void)state;
    vrm_Report* report = make_report(NULL);
    assert_int_equal(vrm_report_count(report), 0);
    assert_false(vrm_report_is_truncated(report));
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        assert_int_equal(vrm_report_total(report, (vrm_Severity)s), 0);
    vrm_report_destroy(report);
    vrm_report_destroy(NULL);
}

static void report_refuses_a_definition_without_its_default_function(void** state) {
    (void)state;
    vrm_ReportDef def;
    memset(&def, 0, sizeof def);
    vrm_Report* report = (vrm_Report*)&def;
    assert_int_equal(vrm_report_create(&def, &report), VRM_ERR_DEF);
    assert_null(report);
}

static void finding_carries_code_severity_pointer_offset_and_message(void** state) {
    (void)state;
    const char* text = "{\"nodes\": [1, {\"a/b~c\": true}]}";
    vrm_Json* json = parse(text);
    vrm_Report* report = make_report(NULL);
    vrm_JsonRef at = vrm_json_at(json, "/nodes/1/a~1b~0c");
    vrmi_report(report, VRMI_RULE_UNPAIRED_SURROGATE, json, at, "the %s is %d", "answer", 42);
    vrmi_report(report, VRMI_RULE_UNPAIRED_SURROGATE, json, vrm_json_root(json), NULL);
    vrmi_report_at(report, VRMI_RULE_INVALID_JSON, 7, "byte %d", 7);
    vrmi_report_with(report, VRMI_RULE_UNPAIRED_SURROGATE, VRM_HINT, "/x", VRM_NO_OFFSET, "mild");
    vrm_json_destroy(json); /* the findings own their strings */

    assert_int_equal(vrm_report_count(report), 4);
    vrm_Finding finding = vrm_report_get(report, 0);
    assert_string_equal(finding.code, "UNPAIRED_SURROGATE");
    assert_int_equal(finding.severity, VRM_WARNING);
    assert_string_equal(finding.pointer, "/nodes/1/a~1b~0c");
    assert_int_equal(finding.byte_offset, strstr(text, "true") - text);
    assert_string_equal(finding.message, "the answer is 42");

    finding = vrm_report_get(report, 1);
    assert_string_equal(finding.pointer, "");
    assert_int_equal(finding.byte_offset, 0);
    assert_string_equal(finding.message, vrmi_rule_text(VRMI_RULE_UNPAIRED_SURROGATE));

    finding = vrm_report_get(report, 2);
    assert_int_equal(finding.severity, VRM_ERROR);
    assert_int_equal(finding.byte_offset, 7);
    assert_string_equal(finding.message, "byte 7");

    finding = vrm_report_get(report, 3);
    assert_int_equal(finding.severity, VRM_HINT);
    assert_true(finding.byte_offset == VRM_NO_OFFSET);

    assert_int_equal(vrm_report_total(report, VRM_ERROR), 1);
    assert_int_equal(vrm_report_total(report, VRM_WARNING), 2);
    assert_int_equal(vrm_report_total(report, VRM_HINT), 1);
    assert_false(vrm_report_is_truncated(report));
    vrm_report_destroy(report);
}

static void finding_without_a_report_is_no_finding(void** state) {
    (void)state;
    vrmi_report(NULL, VRMI_RULE_INVALID_JSON, NULL, VRM_JSON_MISSING, "%d", 1);
    vrmi_report_at(NULL, VRMI_RULE_INVALID_JSON, 0, NULL);
    vrmi_report_with(NULL, VRMI_RULE_INVALID_JSON, VRM_ERROR, "", 0, "");
}

static void finding_without_a_document_is_at_the_root(void** state) {
    (void)state;
    vrm_Report* report = make_report(NULL);
    vrmi_report(report, VRMI_RULE_INVALID_JSON, NULL, VRM_JSON_MISSING, "%d", 1);
    assert_int_equal(vrm_report_count(report), 1);
    assert_string_equal(vrm_report_get(report, 0).pointer, "");
    assert_string_equal(vrm_report_get(report, 0).message, "1");
    assert_int_equal(vrm_report_get(report, 0).byte_offset, 0);
    vrm_report_destroy(report);
}

static void report_keeps_up_to_its_caps_and_counts_on(void** state) {
    (void)state;
    vrm_ReportDef def = vrm_default_report_def();
    def.max_findings = 25;
    def.max_per_code = 10;
    vrm_Report* report = make_report(&def);
    for (int i = 0; i < 100; i++) vrmi_report_at(report, VRMI_RULE_INVALID_JSON, 0, "%d", i);
    assert_int_equal(vrm_report_count(report), 10);
    assert_true(vrm_report_is_truncated(report));
    for (int i = 0; i < 100; i++) vrmi_report_at(report, VRMI_RULE_UNPAIRED_SURROGATE, 0, "%d", i);
    for (int i = 0; i < 100; i++) vrmi_report_at(report, VRMI_RULE_LIMIT_ELEMENTS, 0, "%d", i);
    assert_int_equal(vrm_report_count(report), 25);
    for (int i = 0; i < 25; i++) { /* the first of each code, in order */
        char wanted[8];
        snprintf(wanted, sizeof wanted, "%d", i % 10);
        assert_string_equal(vrm_report_get(report, i).message, wanted);
    }
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 200);
    assert_int_equal(vrm_report_total(report, VRM_WARNING), 100);
    vrm_report_destroy(report);

    def.max_findings = 0; /* only the totals wanted */
    report = make_report(&def);
    vrmi_report_at(report, VRMI_RULE_INVALID_JSON, 0, NULL);
    vrmi_report_with(report, VRMI_RULE_INVALID_JSON, VRM_ERROR, "", 0, "");
    assert_int_equal(vrm_report_count(report), 0);
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 2);
    vrm_report_destroy(report);
}

/* A million findings: once the caps are reached each costs a counter, and no memory. */
static void report_survives_a_flood_in_bounded_memory(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_ReportDef def = vrm_default_report_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Report* report = make_report(&def);
    vrm_Json* json = parse("{\"nodes\": [{\"name\": \"hair\"}]}");
    vrm_JsonRef at = vrm_json_at(json, "/nodes/0/name");
    size_t allocations = 0;
    for (int i = 0; i < 1000000; i++) {
        if (i == 500000) allocations = memory.allocations;
        vrmi_report(report, (vrmi_RuleId)(i % VRMI_RULE_COUNT), json, at, "number %d", i);
    }
    assert_int_equal(memory.allocations, allocations);
    uint64_t total = 0;
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++) total += vrm_report_total(report, (vrm_Severity)s);
    assert_true(total == 1000000);
    assert_true(vrm_report_count(report) <= 10000);
    assert_true(vrm_report_is_truncated(report));
    assert_in_range(memory.peak_bytes, 1, 4 << 20);
    vrm_json_destroy(json);
    vrm_report_destroy(report);
    test_memory_check_clean(&memory);
}

/* A hostile file makes each finding expensive: a key of a megabyte in every pointer. With the
 * budget used up a further million must not take a megabyte's walk each. */
static void report_bounds_the_memory_of_long_pointers(void** state) {
    (void)state;
    const size_t key_size = 1000000;
    char* text = malloc(key_size + 16);
    assert_non_null(text);
    memset(text, 'k', key_size + 16);
    memcpy(text, "{\"", 2);
    memcpy(text + key_size, "\":1}", 5);
    TestMemory memory = {0};
    vrm_ReportDef def = vrm_default_report_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Report* report = make_report(&def);
    vrm_Json* json = parse(text);
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_root(json));
    assert_true(vrm_json_next(&it));
    for (int i = 0; i < 1000000; i++)
        vrmi_report(report, VRMI_RULE_UNPAIRED_SURROGATE, json, it.value, NULL);
    assert_true(vrm_report_total(report, VRM_WARNING) == 1000000);
    assert_in_range(vrm_report_count(report), 7, 9);
    assert_int_equal(strlen(vrm_report_get(report, 0).pointer), key_size - 1);
    assert_true(vrm_report_is_truncated(report));
    assert_in_range(memory.peak_bytes, 1, 16 << 20);
    vrm_json_destroy(json);
    vrm_report_destroy(report);
    test_memory_check_clean(&memory);
    free(text);
}

static void finding_of_a_host_has_the_severity_of_its_rule(void** state) {
    (void)state;
    vrm_Report* report = make_report(NULL);
    char message[] = "mine";
    assert_true(vrm_report_add(report, "UNPAIRED_SURROGATE", "/a", message));
    message[0] = 'M'; /* it was copied */
    assert_true(vrm_report_add(report, "UNPAIRED_SURROGATE", "", NULL));
    assert_false(vrm_report_add(report, "NO_SUCH_RULE", "", NULL));
    assert_true(vrm_report_add(NULL, "UNPAIRED_SURROGATE", "", NULL));
    assert_int_equal(vrm_report_count(report), 2);
    vrm_Finding first = vrm_report_get(report, 0), second = vrm_report_get(report, 1);
    assert_string_equal(first.message, "mine");
    assert_string_equal(first.pointer, "/a");
    assert_int_equal(first.severity, vrmi_rule_severity(VRMI_RULE_UNPAIRED_SURROGATE));
    assert_true(first.byte_offset == VRM_NO_OFFSET);
    assert_string_equal(second.message, vrmi_rule_text(VRMI_RULE_UNPAIRED_SURROGATE));
    assert_string_equal(vrm_report_get(report, -1).code, "");
    assert_string_equal(vrm_report_get(report, 2).pointer, "");
    assert_true(vrm_report_total(report, (vrm_Severity)VRM_SEVERITY_COUNT) == 0);
    vrm_report_destroy(report);
}

static void long_message_is_cut_between_characters(void** state) {
    (void)state;
    vrm_Report* report = make_report(NULL);
    char name[3001];
    for (size_t i = 0; i < 3000; i += 3) memcpy(name + i, "\xE3\x82\xA2", 3);
    name[3000] = '\0';
    for (int shift = 0; shift < 3; shift++) {
        vrmi_report_at(report, VRMI_RULE_INVALID_JSON, 0, "%.*s%s", shift, "ab", name);
        const char* message = vrm_report_get(report, shift).message;
        size_t length = strlen(message);
        assert_in_range(length, 1018, 1023);
        assert_string_equal(message + length - 3, "...");
        assert_memory_equal(message + length - 6, "\xE3\x82\xA2", 3);
    }
    vrm_report_destroy(report);
}

static void report_clear_forgets_and_keeps_its_memory(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_ReportDef def = vrm_default_report_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Report* report = make_report(&def);
    for (int i = 0; i < 40; i++) vrmi_report_at(report, VRMI_RULE_INVALID_JSON, 0, "number %d", i);
    vrm_report_clear(report);
    assert_int_equal(vrm_report_count(report), 0);
    assert_int_equal(vrm_report_total(report, VRM_ERROR), 0);
    size_t before = memory.allocations;
    for (int i = 0; i < 40; i++) vrmi_report_at(report, VRMI_RULE_INVALID_JSON, 0, "again %d", i);
    if (!test_has_small_blocks()) assert_int_equal(memory.allocations, before);
    assert_string_equal(vrm_report_get(report, 39).message, "again 39");
    vrm_report_destroy(report);
    test_memory_check_clean(&memory);
}

/* A finding that could not be kept still counts, and the report says that it is not complete. */
static vrm_Result fill_report(const vrm_Allocator* allocator, void* ctx) {
    const vrm_Json* json = ctx;
    vrm_ReportDef def = vrm_default_report_def();
    def.allocator = *allocator;
    vrm_Report* report;
    vrm_Result result = vrm_report_create(&def, &report);
    if (result != VRM_OK) {
        assert_null(report);
        return result;
    }
    vrm_JsonRef at = vrm_json_at(json, "/nodes/0");
    for (int i = 0; i < 200; i++)
        vrmi_report(report, VRMI_RULE_UNPAIRED_SURROGATE, json, at, "%0100d", i);
    assert_true(vrm_report_total(report, VRM_WARNING) == 200);
    assert_int_equal(vrm_report_is_truncated(report), vrm_report_count(report) < 200);
    for (int i = 0; i < vrm_report_count(report); i++) {
        assert_string_equal(vrm_report_get(report, i).pointer, "/nodes/0");
        assert_int_equal(strlen(vrm_report_get(report, i).message), 100);
    }
    vrm_report_destroy(report);
    return VRM_OK;
}

static void report_counts_on_when_any_allocation_fails(void** state) {
    (void)state;
    vrm_Json* json = parse("{\"nodes\": [{}]}");
    assert_in_range(test_every_allocation_failing(fill_report, json), 5,
                    test_has_small_blocks() ? 1000 : 100);
    vrm_json_destroy(json);
}

static bool is_code(const char* code) {
    if (*code == '\0') return false;
    for (; *code != '\0'; code++)
        if (!(*code >= 'A' && *code <= 'Z') && !(*code >= '0' && *code <= '9') && *code != '_')
            return false;
    return true;
}

static void every_rule_has_its_own_code_a_place_and_a_sentence(void** state) {
    (void)state;
    for (int i = 0; i < VRMI_RULE_COUNT; i++) {
        const char* code = vrmi_rule_code((vrmi_RuleId)i);
        const char* text = vrmi_rule_text((vrmi_RuleId)i);
        size_t length = strlen(text);
        if (!is_code(code) || strlen(vrmi_rule_places[i]) == 0 || length < 10)
            fail_msg("%s lacks something", code);
        if (text[length - 1] != '.') fail_msg("%s: no sentence: %s", code, text);
        if (vrmi_rule_find(code) != (vrmi_RuleId)i) fail_msg("%s is twice", code);
    }
    assert_int_equal(vrmi_rule_find("NO_SUCH_RULE"), VRMI_RULE_COUNT);
}

static void every_result_has_its_own_sentence(void** state) {
    (void)state;
    for (int i = VRM_OK; i <= VRM_ERR_ARGUMENT; i++) {
        const char* text = vrm_result_text((vrm_Result)i);
        assert_string_not_equal(text, vrm_result_text((vrm_Result)999));
        for (int k = 0; k < i; k++) assert_string_not_equal(text, vrm_result_text((vrm_Result)k));
    }
}

static void version_is_the_same_as_text_and_as_number(void** state) {
    (void)state;
    char text[32];
    uint32_t version = vrm_version();
    snprintf(text, sizeof text, "%u.%u.%u", version / 1000000, version / 1000 % 1000,
             version % 1000);
    assert_memory_equal(VRM_VERSION_TEXT, text, strlen(text));
    const char* ending = &VRM_VERSION_TEXT[strlen(text)];
    assert_true(ending[0] == '\0' || strcmp(ending, "-dev") == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_is_empty_at_first),
        cmocka_unit_test(report_refuses_a_definition_without_its_default_function),
        cmocka_unit_test(finding_carries_code_severity_pointer_offset_and_message),
        cmocka_unit_test(finding_without_a_report_is_no_finding),
        cmocka_unit_test(finding_without_a_document_is_at_the_root),
        cmocka_unit_test(report_keeps_up_to_its_caps_and_counts_on),
        cmocka_unit_test(report_survives_a_flood_in_bounded_memory),
        cmocka_unit_test(report_bounds_the_memory_of_long_pointers),
        cmocka_unit_test(finding_of_a_host_has_the_severity_of_its_rule),
        cmocka_unit_test(long_message_is_cut_between_characters),
        cmocka_unit_test(report_clear_forgets_and_keeps_its_memory),
        cmocka_unit_test(report_counts_on_when_any_allocation_fails),
        cmocka_unit_test(every_rule_has_its_own_code_a_place_and_a_sentence),
        cmocka_unit_test(every_result_has_its_own_sentence),
        cmocka_unit_test(version_is_the_same_as_text_and_as_number),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
