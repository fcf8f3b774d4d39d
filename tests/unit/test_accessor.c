/* SPDX-License-Identifier: MIT */
#include "gltf/accessor.h"
#include "gltf/document.h"
#include "support/check.h"
#include "support/glb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 0x853C49E6748FEA9Bu;

static uint64_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* ---- Bounds ---- */

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;

/* Numbers where mistakes live: small ones, powers of two and their neighbours, sums that just fit
 * and just do not. */
static uint64_t tricky(uint64_t near) {
    uint64_t random = next_random();
    switch (random % 8) {
    case 0: return random >> 60;
    case 1: return random >> 48;
    case 2: return random >> (random >> 8 & 63);
    case 3: return ((uint64_t)1 << (random >> 8 & 63)) + (random >> 60) - 8;
    case 4: return UINT64_MAX - (random >> 60);
    case 5: return near + (random >> 60) - 8;
    case 6: return near / ((random >> 56) + 1) + (random >> 62) - 1;
    default: return random;
    }
}

static void bounds_agree_with_128_bit_arithmetic(void** state) {
    (void)state;
    uint64_t yes = 0, no = 0;
    for (int i = 0; i < 16000000; i++) {
        uint64_t length = tricky(1000), offset = tricky(length);
        uint64_t size = tricky(length - offset), count = tricky(length);
        uint64_t stride = tricky(count > 1 ? (length - offset - size) / (count - 1) : 16);
        /* 2 * (2^64 - 1) + (2^64 - 1)^2 is below 2^128. */
        bool fits = count == 0 || (Wide)offset + (Wide)stride * (count - 1) + size <= length;
        if (vrmi_elements_fit(offset, stride, count, size, length) != fits)
            fail_msg("offset %llu stride %llu count %llu size %llu length %llu",
                     (unsigned long long)offset, (unsigned long long)stride,
                     (unsigned long long)count, (unsigned long long)size,
                     (unsigned long long)length);
        *(fits ? &yes : &no) += 1;
    }
    /* Both answers occur often, so neither is tested by accident only. */
    assert_true(yes > 100000);
    assert_true(no > 100000);
}
#else
static void bounds_agree_with_128_bit_arithmetic(void** state) {
    (void)state;
    skip();
}
#endif

/* ---- Decoding ---- */

static const int component_types[] = {5120, 5121, 5122, 5123, 5125, 5126};
static const char* const type_names[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
static const int type_rows[] = {1, 2, 3, 4, 2, 3, 4};
static const int type_columns[] = {1, 1, 1, 1, 2, 3, 4};

typedef struct Case {
    int component_type, type;
    bool is_normalized, has_view, is_sparse;
    int offset, stride; /* stride 0: tightly packed */
    int sparse_type;
} Case;

#define COUNT        41
#define SPARSE_COUNT 3
#define BASE_SIZE    4096
#define INDEX_AT     BASE_SIZE
#define VALUES_AT    (BASE_SIZE + 16)
#define BIN_SIZE     (VALUES_AT + 1024)

static int size_of(int component_type) {
    return component_type <= 5121 ? 1 : component_type <= 5123 ? 2 : 4;
}

/* The specification, word by word and without haste. */
static double expected_number(const uint8_t* from, int component_type, bool is_normalized) {
    int64_t bits = 0;
    int size = size_of(component_type);
    for (int i = 0; i < size; i++) bits |= (int64_t)from[i] << 8 * i;
    bool is_signed = component_type == 5120 || component_type == 5122;
    if (component_type == 5126) {
        uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, 4);
        return isfinite(value) ? (double)value : 0.0;
    }
    int64_t range = (int64_t)1 << 8 * size;
    if (is_signed && bits >= range / 2) bits -= range;
    if (!is_normalized || component_type == 5125) return (double)(float)bits;
    if (!is_signed) return (double)((float)bits / (float)(range - 1));
    float quotient = (float)bits / (float)(range / 2 - 1);
    return quotient < -1.0f ? -1.0 : (double)quotient;
}

static int column_size(const Case* c) {
    int size = size_of(c->component_type) * type_rows[c->type];
    return type_columns[c->type] > 1 ? (size + 3) / 4 * 4 : size;
}

static double expected(const Case* c, const uint8_t* bin, int element, int component) {
    int rows = type_rows[c->type];
    int size = column_size(c) * type_columns[c->type];
    int place = component / rows * column_size(c) + component % rows * size_of(c->component_type);
    for (int i = 0; c->is_sparse && i < SPARSE_COUNT; i++)
        if (bin[INDEX_AT + i * size_of(c->sparse_type)] == element)
            return expected_number(bin + VALUES_AT + i * size + place, c->component_type,
                                   c->is_normalized);
    if (!c->has_view) return 0.0;
    int stride = c->stride == 0 ? size : c->stride;
    return expected_number(bin + 16 + c->offset + element * stride + place, c->component_type,
                           c->is_normalized);
}

static vrmi_Document* load_case(const Case* c, const uint8_t* bin) {
    char json[1024], stride[32] = "", view[64] = "", sparse[256] = "";
    if (c->stride > 0) snprintf(stride, sizeof stride, ",'byteStride':%d", c->stride);
    if (c->has_view) snprintf(view, sizeof view, ",'bufferView':0,'byteOffset':%d", c->offset);
    if (c->is_sparse)
        snprintf(sparse, sizeof sparse,
                 ",'sparse':{'count':%d,'indices':{'bufferView':1,'byteOffset':%d,"
                 "'componentType':%d},'values':{'bufferView':1,'byteOffset':%d}}",
                 SPARSE_COUNT, INDEX_AT, c->sparse_type, VALUES_AT);
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%d}],'bufferViews':["
             "{'buffer':0,'byteOffset':16,'byteLength':%d%s},{'buffer':0,'byteLength':%d}],"
             "'accessors':[{'componentType':%d,'type':'%s','count':%d,'normalized':%s%s%s}]}",
             BIN_SIZE, BASE_SIZE - 16, stride, BIN_SIZE, c->component_type, type_names[c->type],
             COUNT, c->is_normalized ? "true" : "false", view, sparse);
    TestBytes glb = test_glb(json, bin, BIN_SIZE);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
    test_bytes_free(&glb);
    return document;
}

static void check_case(const Case* c, uint8_t* bin) {
    for (int i = 0; i < BIN_SIZE; i++) bin[i] = (uint8_t)(next_random() >> 40);
    uint8_t indices[SPARSE_COUNT] = {0, 3, COUNT - 1};
    memset(bin + INDEX_AT, 0, 16);
    for (int i = 0; i < SPARSE_COUNT; i++) bin[INDEX_AT + i * size_of(c->sparse_type)] = indices[i];
    vrmi_Document* document = load_case(c, bin);
    const vrm_Gltf* gltf = &document->gltf;
    assert_true(gltf->accessors[0].is_readable);
    size_t components = (size_t)(type_rows[c->type] * type_columns[c->type]);
    size_t total = COUNT * components;
    /* Exactly as large as promised, so that a sanitizer sees one element too many. */
    float* floats = malloc(total * sizeof *floats);
    uint32_t* u32s = malloc(total * sizeof *u32s);
    assert_non_null(floats);
    assert_non_null(u32s);
    assert_int_equal(vrm_accessor_read_floats(gltf, 0, floats, total), VRM_OK);
    Case plain = *c;
    plain.is_normalized = false;
    bool has_negative = false;
    for (size_t i = 0; i < total; i++) {
        int element = (int)(i / components), component = (int)(i % components);
        assert_true((double)floats[i] == expected(c, bin, element, component));
        has_negative |= expected(&plain, bin, element, component) < 0.0;
    }
    vrm_Result result = vrm_accessor_read_u32(gltf, 0, u32s, total);
    if (c->component_type == 5126 || has_negative) {
        assert_int_equal(result, VRM_ERR_INVALID);
    } else {
        assert_int_equal(result, VRM_OK);
        for (size_t i = 0; i < total; i++)
            assert_true((double)(float)u32s[i] ==
                        expected(&plain, bin, (int)(i / components), (int)(i % components)));
    }
    assert_int_equal(vrm_accessor_read_floats(gltf, 0, floats, total - 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_accessor_read_u32(gltf, 0, u32s, total - 1), VRM_ERR_ARGUMENT);
    free(u32s);
    free(floats);
    vrmi_document_destroy(document);
}

static void every_layout_decodes_as_the_specification_says(void** state) {
    (void)state;
    static uint8_t bin[BIN_SIZE];
    int cases = 0;
    for (int component = 0; component < 6; component++) {
        for (int type = 0; type < 7; type++) {
            for (int bits = 0; bits < 16; bits++) {
                Case c = {.component_type = component_types[component],
                          .type = type,
                          .is_normalized = bits & 1,
                          .has_view = bits & 2,
                          .is_sparse = bits & 4,
                          .sparse_type = component_types[1 + 2 * (bits % 2)]};
                if (bits % 3 == 0) c.sparse_type = 5125;
                int size = column_size(&c) * type_columns[type];
                if (bits & 8) {
                    c.offset = 12;
                    c.stride = (size + 3) / 4 * 4 + 8;
                }
                check_case(&c, bin);
                cases++;
            }
        }
    }
    assert_int_equal(cases, 6 * 7 * 16);
}

static void numbers_that_are_not_finite_become_zero(void** state) {
    (void)state;
    const uint32_t bits[] = {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0x7F800001u,
                             0xFFFFFFFFu, 0x7F7FFFFFu, 0x80000000u, 0x00000001u};
    uint8_t bin[32];
    for (int i = 0; i < 32; i++) bin[i] = (uint8_t)(bits[i / 4] >> 8 * (i % 4));
    TestBytes glb = test_glb("{'asset':{'version':'2.0'},'buffers':[{'byteLength':32}],"
                             "'bufferViews':[{'buffer':0,'byteLength':32}],'accessors':[{"
                             "'bufferView':0,'componentType':5126,'type':'SCALAR','count':8}]}",
                             bin, sizeof bin);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
    float out[8];
    assert_int_equal(vrm_accessor_read_floats(&document->gltf, 0, out, 8), VRM_OK);
    for (int i = 0; i < 5; i++) assert_true(out[i] == 0.0f);
    assert_true(out[5] == 3.4028235e38f);
    assert_true(out[6] == 0.0f && signbit(out[6]));
    assert_true(out[7] > 0.0f);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

/* ---- What is refused ---- */

/* One accessor over 64 bytes; `members` are those of the accessor. */
static bool is_readable(const char* members, const char* code) {
    static const uint8_t bin[64] = {0};
    char json[1024];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':64}],'bufferViews':["
             "{'buffer':0,'byteLength':64},{'buffer':0,'byteLength':64,'byteStride':8},"
             "{'buffer':7,'byteLength':64},{'buffer':0,'byteOffset':60,'byteLength':4}],"
             "'accessors':[{%s}]}",
             members);
    TestBytes glb = test_glb(json, bin, sizeof bin);
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document), VRM_OK);
    bool answer = document->gltf.accessors[0].is_readable;
    float out[256];
    uint32_t indices[256];
    vrm_Result floats = vrm_accessor_read_floats(&document->gltf, 0, out, 256);
    if (!answer) {
        assert_int_equal(floats, VRM_ERR_INVALID);
        assert_int_equal(vrm_accessor_read_u32(&document->gltf, 0, indices, 256), VRM_ERR_INVALID);
    }
    bool is_found = code == NULL;
    for (int32_t i = 0; i < vrm_report_count(report) && !is_found; i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        is_found =
            strcmp(finding.code, code) == 0 && strncmp(finding.pointer, "/accessors/0", 12) == 0;
    }
    if (!is_found) fail_msg("no %s for %s", code, members);
    vrmi_document_destroy(document);
    vrm_report_destroy(report);
    test_bytes_free(&glb);
    return answer;
}

static void accessors_fit_to_the_byte(void** state) {
    (void)state;
    const char* too_long = "ACCESSOR_TOO_LONG";
    assert_true(is_readable("'bufferView':0,'componentType':5126,'type':'VEC4','count':4", NULL));
    assert_false(
        is_readable("'bufferView':0,'componentType':5126,'type':'VEC4','count':5", too_long));
    assert_false(is_readable(
        "'bufferView':0,'byteOffset':1,'componentType':5126,'type':'VEC4','count':4", too_long));
    assert_true(is_readable("'bufferView':1,'componentType':5121,'type':'VEC4','count':8", NULL));
    assert_true(is_readable(
        "'bufferView':1,'byteOffset':4,'componentType':5121,'type':'VEC4','count':8", NULL));
    assert_false(is_readable(
        "'bufferView':1,'byteOffset':5,'componentType':5121,'type':'VEC4','count':8", too_long));
    assert_false(is_readable("'bufferView':1,'componentType':5126,'type':'VEC3','count':1",
                             "ACCESSOR_SMALL_BYTESTRIDE"));
    assert_false(
        is_readable("'bufferView':3,'componentType':5126,'type':'VEC2','count':1", too_long));
}

/* */
static void accessors_with_impossible_numbers_are_not_readable(void** state) {
    (void)state;
    static const struct {
        const char *number, *code;
    } counts[] = {
        {"0", "VALUE_NOT_IN_RANGE"},
        {"-1", "VALUE_NOT_IN_RANGE"},
        {"1.5", "TYPE_MISMATCH"},
        {"1e999", "TYPE_MISMATCH"},
        {"-1e999", "TYPE_MISMATCH"},
        {"1e-999", NULL},
        {"2147483648", "ACCESSOR_TOO_LONG"},
        {"4294967296", "ACCESSOR_TOO_LONG"},
        {"4294967297", "ACCESSOR_TOO_LONG"},
        {"9007199254740992", "ACCESSOR_TOO_LONG"},
        {"4611686018427387904", "ACCESSOR_TOO_LONG"},
        {"4611686018427387905", "ACCESSOR_TOO_LONG"},
        {"9223372036854775807", "ACCESSOR_TOO_LONG"},
        {"9223372036854775808", "ACCESSOR_TOO_LONG"},
        {"18446744073709551615", "ACCESSOR_TOO_LONG"},
        {"1e30", "ACCESSOR_TOO_LONG"},
        {"null", "TYPE_MISMATCH"},
        {"'4'", "TYPE_MISMATCH"},
        {"[4]", "TYPE_MISMATCH"},
        {"{}", "TYPE_MISMATCH"},
        {"true", "TYPE_MISMATCH"},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char json[256];
        snprintf(json, sizeof json,
                 "'bufferView':0,'componentType':5126,'type':'SCALAR','count':%s",
                 counts[i].number);
        assert_false(is_readable(json, counts[i].code));
        snprintf(json, sizeof json,
                 "'bufferView':0,'byteOffset':%s,'componentType':5126,'type':'VEC4','count':4",
                 counts[i].number);
        bool is_zero = strcmp(counts[i].number, "0") == 0;
        if (counts[i].code != NULL) assert_int_equal(is_readable(json, NULL), is_zero);
        snprintf(json, sizeof json,
                 "'bufferView':0,'componentType':5121,'type':'SCALAR','count':4,'sparse':{"
                 "'count':%s,'indices':{'bufferView':0,'componentType':5121},"
                 "'values':{'bufferView':0}}",
                 counts[i].number);
        assert_false(is_readable(json, NULL));
    }
    assert_false(is_readable("'bufferView':0,'componentType':5124,'type':'SCALAR','count':4",
                             "VALUE_NOT_IN_LIST"));
    assert_false(is_readable("'bufferView':0,'componentType':5126,'type':'VEC5','count':4",
                             "VALUE_NOT_IN_LIST"));
    assert_false(is_readable("'bufferView':0,'type':'VEC4','count':4", "UNDEFINED_PROPERTY"));
    assert_false(is_readable("'bufferView':9,'componentType':5126,'type':'VEC4','count':4",
                             "UNRESOLVED_REFERENCE"));
    assert_false(is_readable("'bufferView':-1,'componentType':5126,'type':'VEC4','count':4",
                             "INVALID_INDEX"));
    assert_false(is_readable("'bufferView':2,'componentType':5126,'type':'VEC4','count':4", NULL));
}

/* Sparse indices are bytes of the file like any other: each is checked before it is used. */
static void sparse_indices_out_of_order_or_range_are_refused(void** state) {
    (void)state;
    static const struct {
        uint8_t indices[3];
        vrm_Result result;
    } cases[] = {
        {{0, 1, 2}, VRM_OK},
        {{1, 3, 4}, VRM_OK},
        {{0, 1, 5}, VRM_ERR_INVALID},
        {{0, 1, 255}, VRM_ERR_INVALID},
        {{1, 1, 2}, VRM_ERR_INVALID},
        {{2, 1, 3}, VRM_ERR_INVALID},
        {{255, 0, 1}, VRM_ERR_INVALID},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bin[16] = {0};
        memcpy(bin, cases[i].indices, 3);
        TestBytes glb = test_glb(
            "{'asset':{'version':'2.0'},'buffers':[{'byteLength':16}],'bufferViews':[{'buffer':0,"
            "'byteLength':16}],'accessors':[{'componentType':5121,'type':'SCALAR','count':5,"
            "'sparse':{'count':3,'indices':{'bufferView':0,'componentType':5121},"
            "'values':{'bufferView':0,'byteOffset':8}}}]}",
            bin, sizeof bin);
        vrmi_Document* document;
        float out[5];
        assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
        assert_int_equal(vrm_accessor_read_floats(&document->gltf, 0, out, 5), cases[i].result);
        vrmi_document_destroy(document);
        test_bytes_free(&glb);
    }
}

/* They are few and lie beside the accessors: each must find its own. */
static void sparse_parts_are_found_by_their_accessors(void** state) {
    (void)state;
    const uint8_t bin[16] = {1, 3, 4, 0, 0, 0, 0, 0, 10, 11, 12, 13, 14, 15, 16, 17};
    static const char json[] =
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':16}],'bufferViews':["
        "{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':8}],"
        "'accessors':[{'componentType':5121,'type':'SCALAR','count':5},"
        "{'componentType':5121,'type':'SCALAR','count':5,'sparse':{'count':3,"
        "'indices':{'bufferView':0,'componentType':5121},"
        "'values':{'bufferView':1,'byteOffset':0}}},"
        "{'componentType':5121,'type':'SCALAR','count':5,'sparse':{'count':9,"
        "'indices':{'bufferView':0,'componentType':5121},"
        "'values':{'bufferView':1,'byteOffset':1}}},"
        "7,{'componentType':5121,'type':'SCALAR','count':5,'sparse':null},"
        "{'componentType':5121,'type':'SCALAR','count':5,'sparse':{'count':2,"
        "'indices':{'bufferView':0,'componentType':5121},"
        "'values':{'bufferView':1,'byteOffset':4}}}]}";
    TestBytes glb = test_glb(json, bin, sizeof bin);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
    const vrm_Gltf* gltf = &document->gltf;
    static const struct {
        bool is_readable, is_sparse;
        uint64_t count, offset;
        float values[5];
    } expected[] = {{true, false, 0, 0, {0}},  {true, true, 3, 0, {0, 10, 0, 11, 12}},
                    {false, true, 0, 1, {0}},  {false, false, 0, 0, {0}},
                    {false, false, 0, 0, {0}}, {true, true, 2, 4, {0, 14, 0, 15, 0}}};
    assert_int_equal(gltf->accessor_count, 6);
    assert_int_equal(gltf->sparse_accessor_count, 3);
    for (int32_t i = 0; i < gltf->accessor_count; i++) {
        vrm_Sparse sparse = vrm_accessor_sparse(gltf, i);
        assert_int_equal(gltf->accessors[i].is_readable, expected[i].is_readable);
        assert_int_equal(gltf->accessors[i].is_sparse, expected[i].is_sparse);
        assert_int_equal(sparse.accessor, i);
        assert_int_equal(sparse.count, expected[i].count);
        assert_int_equal(sparse.values_offset, expected[i].offset);
        assert_int_equal(sparse.values_view, expected[i].is_sparse ? 1 : -1);
        float out[5];
        if (!expected[i].is_readable) continue;
        assert_int_equal(vrm_accessor_read_floats(gltf, i, out, 5), VRM_OK);
        assert_memory_equal(out, expected[i].values, sizeof out);
    }
    assert_int_equal(vrm_accessor_sparse(gltf, -1).count, 0);
    assert_int_equal(vrm_accessor_sparse(gltf, 6).count, 0);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

static void indices_outside_the_document_are_refused(void** state) {
    (void)state;
    vrm_Gltf gltf = {0};
    float out[1];
    uint32_t indices[1];
    assert_int_equal(vrm_accessor_read_floats(&gltf, 0, out, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_accessor_read_floats(&gltf, -1, out, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_accessor_read_u32(&gltf, INT32_MAX, indices, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_accessor_read_u32(&gltf, INT32_MIN, indices, 1), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_accessor_components(VRM_ACCESSOR_MAT4), 16);
    assert_int_equal(vrm_accessor_components((vrm_AccessorType)99), 0);
}

/* A hundred bytes of JSON must not make anybody allocate gigabytes. */
static void zeros_beyond_the_limit_are_refused(void** state) {
    (void)state;
    TestBytes gltf = test_gltf("{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,"
                               "'type':'MAT4','count':1000000000}]}");
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(gltf.data, gltf.size, NULL, report, &document),
                     VRM_ERR_LIMIT);
    assert_null(document);
    vrm_Finding finding = test_get_finding(report, "LIMIT_DECODED_BYTES");
    assert_non_null(strstr(finding.message, "64000000000"));
    vrm_report_destroy(report);
    test_bytes_free(&gltf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_agree_with_128_bit_arithmetic),
        cmocka_unit_test(every_layout_decodes_as_the_specification_says),
        cmocka_unit_test(numbers_that_are_not_finite_become_zero),
        cmocka_unit_test(accessors_fit_to_the_byte),
        cmocka_unit_test(accessors_with_impossible_numbers_are_not_readable),
        cmocka_unit_test(sparse_indices_out_of_order_or_range_are_refused),
        cmocka_unit_test(sparse_parts_are_found_by_their_accessors),
        cmocka_unit_test(indices_outside_the_document_are_refused),
        cmocka_unit_test(zeros_beyond_the_limit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
