/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "container/container.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char asset[] = "{\"asset\":{\"version\":\"2.0\"}} ";
#define ASSET_SIZE (sizeof asset - 1)

static const vrm_Limits limits = {.file_bytes = 1 << 30};

/* Opens the bytes and checks the result and the codes of the findings, in order. */
static vrmi_Container open_with(const void* bytes, size_t size, vrm_Result expected,
                                const char* const* codes, int code_count) {
    vrm_Report* report;
    vrmi_Container container;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_container_open(bytes, size, &limits, report, &container), expected);
    test_check_findings(report, codes, code_count);
    vrm_report_destroy(report);
    return container;
}

static void check_span(vrm_Span span, const void* data, size_t size) {
    assert_int_equal(span.size, size);
    if (size > 0) assert_memory_equal(span.data, data, size);
}

/* ---- Reading ---- */

/* */
static void glb_with_json_and_bin_is_opened(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE}, {"BIN\0", "\1\2\3\4", 4}};
    TestBytes glb = test_glb_chunks(chunks, 2);
    vrmi_Container container = open_with(glb.data, glb.size, VRM_OK, NULL, 0);
    assert_true(container.is_glb);
    assert_int_equal(container.json_offset, 20);
    check_span(container.json, asset, ASSET_SIZE);
    check_span(container.bin, "\1\2\3\4", 4);
    check_span(container.rest, NULL, 0);
    test_bytes_free(&glb);
}

/* */
static void wrong_magic_version_and_order_are_refused(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE}, {"BIN\0", "\1\2\3\4", 4}};
    TestBytes glb = test_glb_chunks(chunks, 2);
    glb.data[0] = 'x';
    open_with(glb.data, glb.size, VRM_ERR_CONTAINER, (const char*[]){"GLB_INVALID_MAGIC"}, 1);
    glb.data[0] = 'g';
    glb.data[4] = 1;
    open_with(glb.data, glb.size, VRM_ERR_CONTAINER, (const char*[]){"GLB_INVALID_VERSION"}, 1);
    test_bytes_free(&glb);
    TestChunk swapped[] = {chunks[1], chunks[0]};
    glb = test_glb_chunks(swapped, 2);
    open_with(glb.data, glb.size, VRM_ERR_CONTAINER, (const char*[]){"GLB_UNEXPECTED_FIRST_CHUNK"},
              1);
    test_bytes_free(&glb);
}

/* */
static void unknown_chunks_and_a_missing_bin_are_no_obstacle(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE},
                          {"BIN\0", "\1\2\3\4", 4},
                          {"ABCD", "abcd", 4},
                          {"EFGH", "", 0}};
    TestBytes glb = test_glb_chunks(chunks, 4);
    const char* unknown[] = {"GLB_UNKNOWN_CHUNK_TYPE", "GLB_UNKNOWN_CHUNK_TYPE"};
    vrmi_Container container = open_with(glb.data, glb.size, VRM_OK, unknown, 2);
    check_span(container.bin, "\1\2\3\4", 4);
    check_span(container.rest, "\4\0\0\0ABCDabcd\0\0\0\0EFGH", 20);
    test_bytes_free(&glb);
    glb = test_glb_chunks(chunks, 1);
    container = open_with(glb.data, glb.size, VRM_OK, NULL, 0);
    assert_null(container.bin.data);
    test_bytes_free(&glb);
}

static void misplaced_and_doubled_chunks_are_passed_over_with_a_finding(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE},
                          {"ABCD", "abcd", 4},
                          {"BIN\0", "\1\2\3\4", 4},
                          {"BIN\0", "\5\6\7\10", 4},
                          {"JSON", "[]  ", 4}};
    TestBytes glb = test_glb_chunks(chunks, 5);
    const char* codes[] = {"GLB_UNKNOWN_CHUNK_TYPE", "GLB_UNEXPECTED_BIN_CHUNK",
                           "GLB_DUPLICATE_CHUNK", "GLB_DUPLICATE_CHUNK"};
    vrmi_Container container = open_with(glb.data, glb.size, VRM_OK, codes, 4);
    assert_int_equal(container.fault_count, 3);
    check_span(container.json, asset, ASSET_SIZE);
    check_span(container.before_bin, "\4\0\0\0ABCDabcd", 12);
    check_span(container.bin, "\1\2\3\4", 4);
    check_span(container.rest, "\4\0\0\0BIN\0\5\6\7\10\4\0\0\0JSON[]  ", 24);
    test_bytes_free(&glb);
}

/* UniVRM 0.64 wrote JSON chunks of any length. */
static void unaligned_json_chunk_is_read_with_a_finding(void** state) {
    (void)state;
    char padded[ASSET_SIZE + 3];
    memcpy(padded, asset, ASSET_SIZE);
    memset(padded + ASSET_SIZE, ' ', 3);
    for (uint32_t extra = 0; extra < 4; extra++) {
        uint32_t size = ASSET_SIZE + extra;
        TestChunk chunks[] = {{"JSON", padded, size}, {"BIN\0", "\1\2\3\4", 4}};
        TestBytes glb = test_glb_chunks(chunks, 2);
        vrmi_Container container =
            open_with(glb.data, glb.size, VRM_OK, (const char*[]){"GLB_CHUNK_LENGTH_UNALIGNED"},
                      size % 4 != 0);
        check_span(container.json, padded, size);
        check_span(container.bin, "\1\2\3\4", 4);
        test_bytes_free(&glb);
    }
}

/* */
static void glb_cut_at_any_byte_is_refused(void** state) {
    (void)state;
    TestChunk chunks[] = {
        {"JSON", asset, ASSET_SIZE}, {"BIN\0", "\1\2\3\4", 4}, {"ABCD", "abcd", 4}};
    TestBytes glb = test_glb_chunks(chunks, 3);
    for (size_t size = 0; size < glb.size; size++) {
        uint8_t* cut = malloc(size + 1); /* exact, so that sanitizers see an overrun */
        assert_non_null(cut);
        uint8_t* exact = size > 0 ? realloc(cut, size) : cut;
        assert_non_null(exact);
        memcpy(exact, glb.data, size);
        vrmi_Container container;
        vrm_Report* report;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrmi_container_open(exact, size, &limits, report, &container),
                         VRM_ERR_CONTAINER);
        assert_true(vrm_report_total(report, VRM_ERROR) > 0);
        vrm_report_destroy(report);
        free(exact);
    }
    test_bytes_free(&glb);
}

/* */
static void lengths_that_disagree_are_refused(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE}};
    TestBytes glb = test_glb_chunks(chunks, 1);
    glb.data[8]++;
    open_with(glb.data, glb.size, VRM_ERR_CONTAINER, (const char*[]){"GLB_LENGTH_MISMATCH"}, 1);
    glb.data[8] = (uint8_t)(glb.size - 4);
    const char* too_big[] = {"GLB_CHUNK_TOO_BIG", "GLB_LENGTH_MISMATCH"};
    open_with(glb.data, glb.size, VRM_ERR_CONTAINER, too_big, 2);
    glb.data[8] = (uint8_t)glb.size;
    memset(glb.data + 12, 0xFF, 4);
    const char* beyond[] = {"GLB_CHUNK_LENGTH_UNALIGNED", "GLB_CHUNK_TOO_BIG",
                            "GLB_UNEXPECTED_END_OF_CHUNK_DATA"};
    open_with(glb.data, glb.size, VRM_ERR_CONTAINER, beyond, 3);
    test_bytes_free(&glb);
}

static void bytes_after_the_end_are_kept_apart(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE}};
    TestBytes glb = test_glb_chunks(chunks, 1);
    uint8_t* longer = realloc(glb.data, glb.size + 5);
    assert_non_null(longer);
    memcpy(longer + glb.size, "extra", 5);
    vrmi_Container container =
        open_with(longer, glb.size + 5, VRM_OK, (const char*[]){"GLB_EXTRA_DATA"}, 1);
    check_span(container.trailing, "extra", 5);
    free(longer);
}

static void text_is_opened_as_it_is(void** state) {
    (void)state;
    const char text[] = " \n{\"asset\":{}}";
    vrmi_Container container = open_with(text, sizeof text - 1, VRM_OK, NULL, 0);
    assert_false(container.is_glb);
    check_span(container.json, text, sizeof text - 1);
}

static void byte_order_mark_is_skipped_with_a_finding(void** state) {
    (void)state;
    const char text[] = "\xEF\xBB\xBF{}";
    vrmi_Container container =
        open_with(text, sizeof text - 1, VRM_OK, (const char*[]){"INVALID_JSON"}, 1);
    check_span(container.json, "{}", 2);
    assert_int_equal(container.json_offset, 3);
    TestChunk chunk = {"JSON", "\xEF\xBB\xBF{}   ", 8};
    TestBytes glb = test_glb_chunks(&chunk, 1);
    container = open_with(glb.data, glb.size, VRM_OK, (const char*[]){"INVALID_JSON"}, 1);
    check_span(container.json, "{}   ", 5);
    test_bytes_free(&glb);
}

static void other_files_are_named_for_what_they_are(void** state) {
    (void)state;
    static const struct {
        const char *start, *word;
    } files[] = {
        {"version https://git-lfs.github.com/spec/v1\n", "Git LFS"},
        {"<!DOCTYPE html><html><body>404</body>", "web page"},
        {"\n\n  <html>not found</html>", "web page"},
        {"PK\3\4somethingelse", "ZIP"},
        {"\x1F\x8B\x08 a unitypackage", "gzip"},
        {"Kaydara FBX Binary  ", "FBX"},
        {"\x89PNG\r\n\x1A\n", "PNG"},
        {"\xFF\xFE{", "UTF-16"},
        {"hello, this is a note", "neither GLB nor glTF"},
        {"", "empty"},
        {"gl", "only 2 bytes"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        vrm_Report* report;
        vrmi_Container container;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        size_t size = strlen(files[i].start);
        assert_int_equal(vrmi_container_open(files[i].start, size, &limits, report, &container),
                         VRM_ERR_CONTAINER);
        assert_int_equal(vrm_report_count(report), 1);
        const char* message = vrm_report_get(report, 0).message;
        if (strstr(message, files[i].word) == NULL) fail_msg("%s: %s", files[i].start, message);
        vrm_report_destroy(report);
    }
}

static void file_over_the_limit_is_refused_by_name(void** state) {
    (void)state;
    vrm_Report* report;
    vrmi_Container container;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Limits small = {.file_bytes = 9};
    assert_int_equal(vrmi_container_open("{        }", 10, &small, report, &container),
                     VRM_ERR_LIMIT);
    vrm_Finding finding = test_get_finding(report, "LIMIT_FILE_BYTES");
    assert_non_null(strstr(finding.message, "10"));
    assert_non_null(strstr(finding.message, "9"));
    assert_non_null(strstr(finding.message, "file_bytes"));
    vrm_report_destroy(report);
}

/* ---- Writing ---- */

static TestBytes write_container(const vrmi_Container* container) {
    size_t size;
    assert_int_equal(vrmi_container_size(container, &size), VRM_OK);
    TestBytes bytes = {malloc(size + 1), size};
    assert_non_null(bytes.data);
    bytes.data[size] = 0x77;
    assert_int_equal(vrmi_container_write(container, bytes.data, size), VRM_OK);
    assert_int_equal(bytes.data[size], 0x77);
    if (size > 0)
        assert_int_equal(vrmi_container_write(container, bytes.data, size - 1), VRM_ERR_ARGUMENT);
    return bytes;
}

/* */
static void written_glb_is_padded_and_exact(void** state) {
    (void)state;
    for (size_t json_size = 26; json_size < 30; json_size++) {
        for (size_t bin_size = 0; bin_size < 6; bin_size++) {
            vrmi_Container parts = {
                .is_glb = true, .json = {asset, json_size}, .bin = {"\1\2\3\4\5\6", bin_size}};
            TestBytes glb = write_container(&parts);
            assert_int_equal(glb.size % 4, 0);
            const char* empty_bin[] = {"GLB_EMPTY_BIN_CHUNK"};
            vrmi_Container again = open_with(glb.data, glb.size, VRM_OK, empty_bin, bin_size == 0);
            assert_int_equal(again.json.size, (json_size + 3) / 4 * 4);
            assert_memory_equal(again.json.data, asset, json_size);
            for (size_t i = json_size; i < again.json.size; i++)
                assert_int_equal(again.json.data[i], ' ');
            assert_int_equal(again.bin.size, (bin_size + 3) / 4 * 4);
            for (size_t i = bin_size; i < again.bin.size; i++)
                assert_int_equal(again.bin.data[i], 0);
            test_bytes_free(&glb);
        }
    }
}

static void parts_that_were_read_are_written_again(void** state) {
    (void)state;
    TestChunk chunks[] = {{"JSON", asset, ASSET_SIZE},
                          {"ABCD", "abcd", 4},
                          {"BIN\0", "\1\2\3\4", 4},
                          {"EFGH", "", 0}};
    TestBytes glb = test_glb_chunks(chunks, 4);
    vrmi_Container container;
    assert_int_equal(vrmi_container_open(glb.data, glb.size, &limits, NULL, &container), VRM_OK);
    TestBytes again = write_container(&container);
    assert_int_equal(again.size, glb.size);
    assert_memory_equal(again.data, glb.data, glb.size);
    test_bytes_free(&again);
    test_bytes_free(&glb);
}

static void glb_beyond_32_bits_is_not_written(void** state) {
    (void)state;
    vrmi_Container parts = {.is_glb = true, .json = {asset, 4}, .bin = {asset, UINT32_MAX}};
    size_t size;
    assert_int_equal(vrmi_container_size(&parts, &size), VRM_ERR_LIMIT);
    assert_int_equal(size, 0);
}

/* ---- The judgement of others ---- */

/* The GLB_ codes of a report of Khronos's validator, with severity and offset, in order. */
static void check_against_khronos(const char* path) {
    char report_path[1024];
    snprintf(report_path, sizeof report_path, "%s.report.json", path);
    TestBytes glb = test_read_file(path);
    TestBytes text = test_read_file(report_path);
    vrm_Json* expected;
    assert_int_equal(vrm_json_parse((const char*)text.data, text.size, NULL, NULL, &expected),
                     VRM_OK);
    vrm_Report* report;
    vrmi_Container container;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrmi_container_open(glb.data, glb.size, &limits, report, &container);
    int32_t index = 0;
    vrm_JsonIter it = vrm_json_iter(expected, vrm_json_at(expected, "/issues/messages"));
    while (vrm_json_next(&it)) {
        char code[64];
        vrm_json_string(expected, vrm_json_member(expected, it.value, "code"), code, sizeof code);
        if (strncmp(code, "GLB_", 4) != 0) continue;
        if (index >= vrm_report_count(report)) fail_msg("%s: no %s", path, code);
        vrm_Finding finding = vrm_report_get(report, index++);
        assert_string_equal(finding.code, code);
        int64_t severity, offset;
        assert_true(
            vrm_json_integer(expected, vrm_json_member(expected, it.value, "severity"), &severity));
        assert_true(
            vrm_json_integer(expected, vrm_json_member(expected, it.value, "offset"), &offset));
        assert_int_equal(finding.severity, severity);
        assert_int_equal(finding.byte_offset, offset);
    }
    for (; index < vrm_report_count(report); index++)
        assert_string_equal(vrm_report_get(report, index).code, "INVALID_JSON");
    vrm_report_destroy(report);
    vrm_json_destroy(expected);
    test_bytes_free(&text);
    test_bytes_free(&glb);
}

static void glb_findings_are_those_of_the_khronos_validator(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("broken/gltf-validator", ".glb");
    for (size_t i = 0; i < files.count; i++) check_against_khronos(files.paths[i]);
    corpus_files_free(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glb_with_json_and_bin_is_opened),
        cmocka_unit_test(wrong_magic_version_and_order_are_refused),
        cmocka_unit_test(unknown_chunks_and_a_missing_bin_are_no_obstacle),
        cmocka_unit_test(misplaced_and_doubled_chunks_are_passed_over_with_a_finding),
        cmocka_unit_test(unaligned_json_chunk_is_read_with_a_finding),
        cmocka_unit_test(glb_cut_at_any_byte_is_refused),
        cmocka_unit_test(lengths_that_disagree_are_refused),
        cmocka_unit_test(bytes_after_the_end_are_kept_apart),
        cmocka_unit_test(text_is_opened_as_it_is),
        cmocka_unit_test(byte_order_mark_is_skipped_with_a_finding),
        cmocka_unit_test(other_files_are_named_for_what_they_are),
        cmocka_unit_test(file_over_the_limit_is_refused_by_name),
        cmocka_unit_test(written_glb_is_padded_and_exact),
        cmocka_unit_test(parts_that_were_read_are_written_again),
        cmocka_unit_test(glb_beyond_32_bits_is_not_written),
        cmocka_unit_test(glb_findings_are_those_of_the_khronos_validator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
