/* SPDX-License-Identifier: MIT */
/* Bytes that loading makes: which sources share them, and how long they live. */
#include "base/hash.h"
#include "container/base64.h"
#include "gltf/document.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "vrm/edit.h"
#include "vrm/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sources with one hash ---- */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint64_t word_of(const char* text) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | (uint8_t)text[i];
    return word;
}

/* Another text of 16 digits with the hash of `first`: any first half, and the second half that
 * undoes its difference, until all characters of it are digits. */
static void collide(const char* first, char* second) {
    uint64_t random = 1, start = vrmi_hash_word(0, 16);
    uint64_t wanted = vrmi_hash_word(start, word_of(first)) ^ word_of(first + 8);
    for (;;) {
        for (int i = 0; i < 8; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            second[i] = digits[random >> 58];
        }
        uint64_t rest = wanted ^ vrmi_hash_word(start, word_of(second));
        int good = 0;
        for (; good < 8; good++) {
            second[8 + good] = (char)(rest >> (8 * good) & 0xFF);
            if (second[8 + good] == '\0' || strchr(digits, second[8 + good]) == NULL) break;
        }
        second[16] = '\0';
        if (good == 8 && strcmp(first, second) != 0) return;
    }
}

static void data_uris_of_one_hash_keep_their_own_bytes(void** state) {
    (void)state;
    const char first[] = "AAAAAAAABBBBBBBB";
    char second[17];
    collide(first, second);
    assert_true(vrmi_hash(first, 16, 0) == vrmi_hash(second, 16, 0));
    char json[400];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':["
             "{'byteLength':12,'uri':'data:application/octet-stream;base64,%s'},"
             "{'byteLength':12,'uri':'data:application/octet-stream;base64,%s'},"
             "{'byteLength':12,'uri':'data:application/gltf-buffer;base64,%s'}]}",
             first, second, first);
    TestBytes gltf = test_gltf(json);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(gltf.data, gltf.size, NULL, NULL, &document), VRM_OK);
    uint8_t bytes[2][12];
    assert_true(vrmi_base64_decode((vrm_Span){first, 16}, bytes[0]));
    assert_true(vrmi_base64_decode((vrm_Span){second, 16}, bytes[1]));
    for (int reading = 0; reading < 2; reading++) {
        assert_memory_equal(document->gltf.buffers[0].data, bytes[0], 12);
        assert_memory_equal(document->gltf.buffers[1].data, bytes[1], 12);
        assert_memory_equal(document->gltf.buffers[2].data, bytes[0], 12);
        assert_int_equal(vrmi_document_reread(document, NULL, NULL), VRM_OK);
    }
    vrmi_document_destroy(document);
    test_bytes_free(&gltf);
}

static vrm_Result read_named(void* ctx, const char* path, uint64_t max_size,
                             const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size) {
    (void)max_size;
    ++*(int*)ctx;
    *out_size = strlen(path);
    *out_data = allocator->alloc(allocator->ctx, *out_size, 16);
    if (*out_data == NULL) return VRM_ERR_MEMORY;
    memcpy(*out_data, path, *out_size);
    return VRM_OK;
}

/* The hash of a side file's name has another start than that of digits: 1. */
static void side_files_of_one_hash_keep_their_own_bytes(void** state) {
    (void)state;
    const char first[] = "AAAAAAAABBBBBBBB";
    char second[17] = "";
    uint64_t random = 7, start = vrmi_hash_word(1, 16);
    uint64_t wanted = vrmi_hash_word(start, word_of(first)) ^ word_of(first + 8);
    for (int good = 0; good < 8;) {
        for (int i = 0; i < 8; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            second[i] = digits[(random >> 58) % 62];
        }
        uint64_t rest = wanted ^ vrmi_hash_word(start, word_of(second));
        for (good = 0; good < 8; good++) {
            second[8 + good] = (char)(rest >> (8 * good) & 0xFF);
            if (second[8 + good] == '\0' || memchr(digits, second[8 + good], 62) == NULL) break;
        }
    }
    assert_true(vrmi_hash(first, 16, 1) == vrmi_hash(second, 16, 1));
    char json[300];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'images':[{'uri':'%s'},{'uri':'%s'},{'uri':'%s'}]}", first,
             second, first);
    TestBytes gltf = test_gltf(json);
    int calls = 0;
    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_named;
    def.read_file_ctx = &calls;
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(gltf.data, gltf.size, &def, NULL, &document), VRM_OK);
    assert_memory_equal(document->gltf.images[0].data, first, 16);
    assert_memory_equal(document->gltf.images[1].data, second, 16);
    assert_memory_equal(document->gltf.images[2].data, first, 16);
    vrmi_document_destroy(document);
    test_bytes_free(&gltf);
}

static void base64_equals_what_it_decodes_to_and_nothing_else(void** state) {
    (void)state;
    enum { MOST = 2500 };
    static uint8_t bytes[MOST];
    static char text[MOST * 2];
    uint32_t random = 3;
    for (size_t i = 0; i < MOST; i++) {
        random = random * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(random >> 24);
    }
    for (size_t size = 0; size < MOST; size += size < 12 ? 1 : 251) {
        size_t length = 0;
        for (size_t i = 0; i < size; i += 3) {
            uint32_t bits = 0;
            for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < size ? bytes[i + k] : 0u);
            for (size_t k = 0; k < 4; k++)
                text[length++] = i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63];
        }
        vrm_Span span = {text, length};
        assert_true(vrmi_base64_equals(span, bytes, size));
        if (size == 0) continue;
        assert_false(vrmi_base64_equals(span, bytes, size - 1));
        for (size_t i = 0; i < size; i += 1 + size / 7) {
            bytes[i] ^= 0x10;
            assert_false(vrmi_base64_equals(span, bytes, size));
            bytes[i] ^= 0x10;
        }
        char kept = text[length / 2];
        text[length / 2] = '*';
        assert_false(vrmi_base64_equals(span, bytes, size));
        text[length / 2] = kept;
    }
}

/* ---- Life ---- */

/* A picture of 3 * `triples` bytes that differs with `number`, as JSON text. */
static char* picture(size_t triples, int number, size_t* out_size) {
    static const char start[] = "\"data:image/png;base64,";
    size_t at = sizeof start - 1;
    char* text = malloc(at + 4 * triples + 2);
    assert_non_null(text);
    memcpy(text, start, at);
    memset(text + at, 'A', 4 * triples);
    text[at] = digits[number & 63];
    at += 4 * triples;
    text[at++] = '"';
    *out_size = at;
    return text;
}

static vrm_Result set_picture(vrm_Model* model, const char* pointer, size_t triples, int number) {
    size_t size;
    char* text = picture(triples, number, &size);
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set(edit, pointer, text, size), VRM_OK);
    vrm_Result result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    free(text);
    return result;
}

static vrm_Model* picture_model(TestMemory* memory, uint64_t decoded_bytes) {
    TestBytes gltf = test_gltf("{'asset':{'version':'2.0'},'images':["
                               "{'uri':'data:image/png;base64,AAAA'},"
                               "{'uri':'data:image/png;base64,BBBB'}]}");
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = test_memory_allocator(memory);
    def.limits.decoded_bytes = decoded_bytes;
    vrm_Model* model;
    assert_int_equal(vrm_model_load(gltf.data, gltf.size, &def, NULL, &model), VRM_OK);
    test_bytes_free(&gltf);
    return model;
}

static void bytes_that_an_edit_replaces_are_released(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Model* model = picture_model(&memory, 1 << 20);
    const uint8_t* other = vrm_model_gltf(model)->images[1].data;
    size_t live = 0;
    for (int i = 0; i < 20; i++) { /* 0.3 MB each, 1 MB allowed */
        assert_int_equal(set_picture(model, "/images/0/uri", 100000, i), VRM_OK);
        assert_int_equal(vrm_model_gltf(model)->images[0].size, 300000);
        assert_ptr_equal(vrm_model_gltf(model)->images[1].data, other);
        if (i == 1) live = memory.live_bytes;
        if (i > 1) assert_int_equal(memory.live_bytes, live);
    }
    vrm_model_destroy(model);
    test_memory_check_clean(&memory);
}

static void bytes_of_a_refused_edit_are_released(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Model* model = picture_model(&memory, 1 << 20);
    assert_int_equal(set_picture(model, "/images/0/uri", 100000, 1), VRM_OK);
    const uint8_t* shown = vrm_model_gltf(model)->images[0].data;
    size_t live = memory.live_bytes;
    assert_int_equal(set_picture(model, "/images/1/uri", 300000, 2), VRM_ERR_LIMIT);
    assert_int_equal(memory.live_bytes, live);
    assert_ptr_equal(vrm_model_gltf(model)->images[0].data, shown);
    /* The first of two pictures is there when the second is refused. */
    size_t sizes[2];
    char* texts[2] = {picture(100000, 4, &sizes[0]), picture(300000, 5, &sizes[1])};
    vrm_Edit* edit;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set(edit, "/images/0/uri", texts[0], sizes[0]), VRM_OK);
    assert_int_equal(vrm_edit_set(edit, "/images/1/uri", texts[1], sizes[1]), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_ERR_LIMIT);
    vrm_edit_abandon(edit);
    for (int i = 0; i < 2; i++) free(texts[i]);
    assert_int_equal(memory.live_bytes, live);
    assert_int_equal(set_picture(model, "/images/1/uri", 200000, 3), VRM_OK);
    assert_ptr_equal(vrm_model_gltf(model)->images[0].data, shown);
    vrm_model_destroy(model);
    test_memory_check_clean(&memory);
}

/* One picture is shown twice: it stays as long as one of both shows it, and counts once. */
static void shared_bytes_live_as_long_as_one_user(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Model* model = picture_model(&memory, 800000);
    assert_int_equal(set_picture(model, "/images/0/uri", 150000, 1), VRM_OK);
    assert_int_equal(set_picture(model, "/images/1/uri", 150000, 1), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    assert_ptr_equal(gltf->images[0].data, gltf->images[1].data);
    assert_int_equal(set_picture(model, "/images/0/uri", 1, 2), VRM_OK);
    assert_int_equal(vrm_model_gltf(model)->images[1].size, 450000);
    size_t live = memory.live_bytes;
    assert_int_equal(set_picture(model, "/images/1/uri", 1, 3), VRM_OK);
    assert_true(memory.live_bytes < live - 400000);
    vrm_model_destroy(model);
    test_memory_check_clean(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_uris_of_one_hash_keep_their_own_bytes),
        cmocka_unit_test(side_files_of_one_hash_keep_their_own_bytes),
        cmocka_unit_test(base64_equals_what_it_decodes_to_and_nothing_else),
        cmocka_unit_test(bytes_that_an_edit_replaces_are_released),
        cmocka_unit_test(bytes_of_a_refused_edit_are_released),
        cmocka_unit_test(shared_bytes_live_as_long_as_one_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
