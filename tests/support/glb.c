/* SPDX-License-Identifier: MIT */
#include "support/glb.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static void put_u32(uint8_t* to, size_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> 8 * i);
}

TestBytes test_gltf(const char* json) {
    size_t size = strlen(json);
    TestBytes bytes = {malloc(size + 1), size};
    assert_non_null(bytes.data);
    for (size_t i = 0; i < size; i++) bytes.data[i] = (uint8_t)(json[i] == '\'' ? '"' : json[i]);
    return bytes;
}

TestBytes test_glb_chunks(const TestChunk* chunks, size_t count) {
    size_t size = 12;
    for (size_t i = 0; i < count; i++) size += 8 + chunks[i].size;
    TestBytes bytes = {malloc(size), size};
    assert_non_null(bytes.data);
    memcpy(bytes.data, "glTF", 4);
    put_u32(bytes.data + 4, 2);
    put_u32(bytes.data + 8, size);
    uint8_t* to = bytes.data + 12;
    for (size_t i = 0; i < count; i++) {
        put_u32(to, chunks[i].size);
        memcpy(to + 4, chunks[i].type, 4);
        if (chunks[i].size > 0) memcpy(to + 8, chunks[i].data, chunks[i].size);
        to += 8 + chunks[i].size;
    }
    return bytes;
}

TestBytes test_glb(const char* json, const void* bin, size_t bin_size) {
    if (bin == NULL) bin_size = 0;
    TestBytes text = test_gltf(json);
    size_t json_size = (text.size + 3) / 4 * 4, padded_bin = (bin_size + 3) / 4 * 4;
    char* padded_json = malloc(json_size + 1);
    uint8_t* padded = calloc(padded_bin + 1, 1);
    assert_non_null(padded_json);
    assert_non_null(padded);
    memset(padded_json, ' ', json_size);
    memcpy(padded_json, text.data, text.size);
    if (bin_size > 0) memcpy(padded, bin, bin_size);
    TestChunk chunks[] = {{"JSON", padded_json, json_size}, {"BIN\0", padded, padded_bin}};
    TestBytes bytes = test_glb_chunks(chunks, bin != NULL ? 2 : 1);
    free(padded);
    free(padded_json);
    test_bytes_free(&text);
    return bytes;
}

int test_count_findings(const vrm_Report* report, const char* code) {
    int count = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        count += strcmp(vrm_report_get(report, i).code, code) == 0;
    return count;
}

vrm_Finding test_get_finding(const vrm_Report* report, const char* code) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, code) == 0) return finding;
    }
    fail_msg("no finding %s", code);
    return (vrm_Finding){0};
}

void test_check_findings(const vrm_Report* report, const char* const* codes, int count) {
    bool is_equal = vrm_report_count(report) == count;
    for (int i = 0; i < count && is_equal; i++)
        is_equal = strcmp(vrm_report_get(report, i).code, codes[i]) == 0;
    if (is_equal) return;
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        print_error("  %s %s: %s\n", finding.code, finding.pointer, finding.message);
    }
    fail_msg("%d other findings were expected", count);
}
