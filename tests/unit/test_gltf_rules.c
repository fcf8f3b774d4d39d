/* SPDX-License-Identifier: MIT */
/* Every glTF rule by two documents: one edit of the sample that breaks the rule, and a
 * near-identical one that does not. */
#include "gltf_rule_cases.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

static vrm_Report* validate_edited(const Edit* edits, const DataEdit* data) {
    Sample sample;
    sample_init(&sample);
    for (int i = 0; i < 4 && edits[i].at != NULL; i++)
        sample_edit(&sample, edits[i].at, edits[i].json);
    switch (data->kind) {
    case DATA_FLOAT: sample_set_float(&sample, data->offset, data->value); break;
    case DATA_SHORT: sample_set_short(&sample, data->offset, (uint16_t)data->value); break;
    case DATA_BYTE: sample.data[data->offset] = (uint8_t)data->value; break;
    case DATA_NONE: break;
    }
    vrm_Report* report = sample_validate(&sample);
    sample_free(&sample);
    return report;
}

static void print_report(const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        print_message("  %s at \"%s\": %s\n", finding.code, finding.pointer, finding.message);
    }
}

static void sample_has_nothing_wrong(void** state) {
    (void)state;
    Edit none[4] = {{NULL, NULL}};
    DataEdit no_data = {DATA_NONE, 0, 0};
    vrm_Report* report = validate_edited(none, &no_data);
    print_report(report);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
}

/* */
static void every_rule_is_broken_by_one_edit_and_kept_by_another(void** state) {
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vrm_Report* broken = validate_edited(cases[i].breaks, &cases[i].data_breaks);
        vrm_Report* kept = validate_edited(cases[i].keeps, &cases[i].data_keeps);
        if (!sample_has(broken, cases[i].code, cases[i].pointer)) {
            print_message("%s at \"%s\" was not found; but:\n", cases[i].code, cases[i].pointer);
            print_report(broken);
            failures++;
        }
        if (sample_has(kept, cases[i].code, cases[i].pointer)) {
            print_message("%s at \"%s\" was found wrongly\n", cases[i].code, cases[i].pointer);
            failures++;
        }
        vrm_report_destroy(broken);
        vrm_report_destroy(kept);
    }
    assert_int_equal(failures, 0);
}

/* ---- GLB ---- */

/* The sample as GLB: `bin_size` bytes of data as BIN chunk (-1: none), `uri` for the buffer. */
static vrm_Report* validate_glb(int bin_size, const char* uri) {
    Sample sample;
    static uint8_t file[16384];
    sample_init(&sample);
    sample_edit(&sample, "/buffers/0/uri", uri);
    size_t json_size = vrm_json_written_size(sample.json);
    size_t padded = (json_size + 3) / 4 * 4;
    memset(file, ' ', sizeof file);
    assert_int_equal(vrm_json_write(sample.json, (char*)file + 20, json_size), VRM_OK);
    size_t size = 20 + padded;
    if (bin_size >= 0) {
        const uint32_t header[2] = {(uint32_t)bin_size, 0x004E4942};
        memcpy(file + size, header, 8);
        memset(file + size + 8, 0, (size_t)bin_size);
        memcpy(file + size + 8, sample.data,
               bin_size < SAMPLE_DATA_SIZE ? (size_t)bin_size : SAMPLE_DATA_SIZE);
        size += 8 + (size_t)bin_size;
    }
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)size, (uint32_t)padded, 0x4E4F534A};
    memcpy(file, head, sizeof head);
    sample_free(&sample);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(file, size, NULL, report, NULL), VRM_OK);
    return report;
}

static void glb_holds_its_first_buffer_in_the_bin_chunk(void** state) {
    (void)state;
    const struct {
        int bin_size;
        const char *uri, *code, *pointer;
    } rules[] = {
        {SAMPLE_DATA_SIZE, NULL, NULL, NULL},
        {SAMPLE_DATA_SIZE + 4, NULL, "BUFFER_GLB_CHUNK_TOO_BIG", "/buffers/0"},
        {SAMPLE_DATA_SIZE - 4, NULL, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"},
        {-1, NULL, "BUFFER_MISSING_GLB_DATA", "/buffers/0"},
        {-1, "\"data.bin\"", "URI_GLB", "/buffers/0/uri"},
        {-1, "\"data:application/octet-stream;base64,AA==\"", "DATA_URI_GLB", "/buffers/0/uri"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        vrm_Report* report = validate_glb(rules[i].bin_size, rules[i].uri);
        if (rules[i].code == NULL) {
            print_report(report);
            assert_int_equal(vrm_report_count(report), 0);
        } else {
            assert_true(sample_has(report, rules[i].code, rules[i].pointer));
        }
        vrm_report_destroy(report);
    }
}

/* ---- Is every rule here? ---- */

/* Rules of gltf.def that other tests break: in GLB files, or while loading. */
static const char* const elsewhere[] = {
    "BUFFER_GLB_CHUNK_TOO_BIG",
    "BUFFER_MISSING_GLB_DATA",
    "DATA_URI_GLB",
    "URI_GLB",
    "DATA_NOT_ALL_LOOKED_AT",
    "REQUIRED_EXTENSION_REFUSED",
    "BUFFER_WITHOUT_DATA",
    "MESHOPT_INVALID",
    "REQUIRED_EXTENSION_UNKNOWN",
};

static bool has_case(const char* code) {
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (strcmp(elsewhere[i], code) == 0) return true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(cases[i].code, code) == 0) return true;
    return false;
}

static void every_gltf_rule_has_a_case(void** state) {
    (void)state;
    static const char* const codes[] = {
#define X(code, severity, place, text) #code,
#include "base/rules/gltf.def"
#include "base/rules/gltf_validate.def"
#undef X
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (!has_case(codes[i])) fail_msg("%s has no case", codes[i]);
}

/* ---- What else the report promises ---- */

static void finding_points_at_the_byte_where_its_value_begins(void** state) {
    (void)state;
    const char* text = "{\"asset\":{\"version\":\"2.0\"},\"scene\":  7}";
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(text, strlen(text), NULL, report, NULL), VRM_OK);
    assert_int_equal(vrm_report_count(report), 1);
    vrm_Finding finding = vrm_report_get(report, 0);
    assert_string_equal(finding.code, "UNRESOLVED_REFERENCE");
    assert_string_equal(finding.pointer, "/scene");
    assert_int_equal(finding.byte_offset, strchr(text, '7') - text);
    assert_int_equal(finding.severity, VRM_ERROR);
    vrm_report_destroy(report);
}

static void data_is_not_looked_at_on_demand(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    sample_set_float(&sample, SAMPLE_NORMALS, NAN);
    sample_set_short(&sample, SAMPLE_INDICES, 9);
    sample.data[SAMPLE_IMAGE] = 0;
    vrm_ValidateDef def = vrm_default_validate_def();
    def.skip_data = true;
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(sample_validate_with(&sample, def, report), VRM_OK);
    assert_int_equal(vrm_report_count(report), 0);
    vrm_report_destroy(report);
    sample_free(&sample);
}

static void side_files_are_not_missed_when_nobody_reads_them(void** state) {
    (void)state;
    const char* text = "{\"asset\":{\"version\":\"2.0\"},"
                       "\"buffers\":[{\"uri\":\"lost.bin\",\"byteLength\":4}]}";
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_validate(text, strlen(text), NULL, report, NULL), VRM_OK);
    assert_false(sample_has(report, "IO_ERROR", NULL));
    vrm_report_destroy(report);
}

/* After a few wrong elements of one accessor the rest is one finding with their number. */
static void many_wrong_elements_are_reported_as_a_number(void** state) {
    (void)state;
    Sample sample;
    sample_init(&sample);
    for (int i = 0; i < 16; i++) sample_set_float(&sample, SAMPLE_COLORS + i * 4, 2);
    vrm_Report* report = sample_validate(&sample);
    int found = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        found += strcmp(vrm_report_get(report, i).code, "ACCESSOR_NON_CLAMPED") == 0;
    assert_int_equal(found, 9);
    assert_non_null(strstr(vrm_report_get(report, vrm_report_count(report) - 1).message, "8 more"));
    vrm_report_destroy(report);
    sample_free(&sample);
}

static void rule_table_can_be_asked(void** state) {
    (void)state;
    assert_in_range(vrm_rule_count(), 150, 2000);
    assert_string_equal(vrm_rule_get(-1).code, "");
    assert_string_equal(vrm_rule_get(vrm_rule_count()).text, "");
    for (int32_t i = 0; i < vrm_rule_count(); i++) {
        vrm_Rule rule = vrm_rule_get(i);
        assert_true(strlen(rule.code) > 3 && strlen(rule.place) > 3 && strlen(rule.text) > 10);
        assert_in_range(rule.severity, VRM_ERROR, VRM_HINT);
        assert_null(strchr(rule.text, '\\')); /* doubled where text is escaped for a terminal */
        for (int32_t k = 0; k < i; k++) assert_string_not_equal(rule.code, vrm_rule_get(k).code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_has_nothing_wrong),
        cmocka_unit_test(every_rule_is_broken_by_one_edit_and_kept_by_another),
        cmocka_unit_test(every_gltf_rule_has_a_case),
        cmocka_unit_test(glb_holds_its_first_buffer_in_the_bin_chunk),
        cmocka_unit_test(finding_points_at_the_byte_where_its_value_begins),
        cmocka_unit_test(data_is_not_looked_at_on_demand),
        cmocka_unit_test(side_files_are_not_missed_when_nobody_reads_them),
        cmocka_unit_test(many_wrong_elements_are_reported_as_a_number),
        cmocka_unit_test(rule_table_can_be_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
