/* SPDX-License-Identifier: MIT */
/* What the validator sees in the elements of accessors: every type of component, plain and sparse.
 */
#include "support/check.h"
#include "support/glb.h"
#include "support/model.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <string.h>

#define MIN_WRONG "ACCESSOR_MIN_MISMATCH"
#define MAX_WRONG "ACCESSOR_MAX_MISMATCH"

/* How often the validator finds `code` in a file of this JSON and these bytes. */
static int count_in(const char* json, const void* bin, size_t size, const char* code) {
    TestBytes glb = test_glb(json, bin, size);
    vrm_Report* report = test_validate(&glb);
    int count = test_count_findings(report, code);
    vrm_report_destroy(report);
    test_bytes_free(&glb);
    return count;
}

static int count_bounds(int component_type, const void* bin, size_t size, const char* min,
                        const char* max, const char* code) {
    char json[512];
    (void)snprintf(json, sizeof json,
                   "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%d}],"
                   "'bufferViews':[{'buffer':0,'byteLength':%d}],'accessors':[{'bufferView':0,"
                   "'componentType':%d,'count':2,'type':'SCALAR','min':[%s],'max':[%s]}]}",
                   (int)size, (int)size, component_type, min, max);
    return count_in(json, bin, size, code);
}

static void bounds_are_compared_for_every_type_of_component(void** state) {
    (void)state;
    static const int8_t bytes[4] = {-128, 5};
    static const uint8_t unsigned_bytes[4] = {3, 255};
    static const int16_t shorts[2] = {-32768, 7};
    static const uint16_t unsigned_shorts[2] = {9, 65535};
    static const uint32_t unsigned_ints[2] = {1, 4294967295u};
    static const float floats[2] = {-1.5f, 0.25f};
    static const struct {
        int component_type;
        const void* bin;
        size_t size;
        const char *min, *max, *low, *high;
    } cases[] = {
        {5120, bytes, 4, "-128", "5", "-127", "6"},
        {5121, unsigned_bytes, 4, "3", "255", "2", "254"},
        {5122, shorts, 4, "-32768", "7", "-32767", "8"},
        {5123, unsigned_shorts, 4, "9", "65535", "10", "65534"},
        {5125, unsigned_ints, 8, "1", "4294967295", "0", "4294967294"},
        {5126, floats, 8, "-1.5", "0.25", "-1", "0.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int type = cases[i].component_type;
        const void* bin = cases[i].bin;
        size_t size = cases[i].size;
        const char *min = cases[i].min, *max = cases[i].max;
        assert_int_equal(count_bounds(type, bin, size, min, max, MIN_WRONG), 0);
        assert_int_equal(count_bounds(type, bin, size, min, max, MAX_WRONG), 0);
        assert_int_equal(count_bounds(type, bin, size, cases[i].low, max, MIN_WRONG), 1);
        assert_int_equal(count_bounds(type, bin, size, min, cases[i].high, MAX_WRONG), 1);
    }
}

static void bounds_must_be_numbers_of_the_component_type(void** state) {
    (void)state;
    static const uint32_t zeros[2] = {0};
    static const struct {
        int component_type;
        const char *sound, *too_small, *too_large;
    } cases[] = {
        {5120, "-128", "-129", "128"},
        {5121, "255", "-1", "256"},
        {5122, "32767", "-32769", "32768"},
        {5123, "65535", "-1", "65536"},
        {5125, "4294967295", "-1", "4294967296"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int type = cases[i].component_type;
        const char *sound = cases[i].sound, *wrong[] = {cases[i].too_small, cases[i].too_large};
        assert_int_equal(count_bounds(type, zeros, 8, sound, "0", "INVALID_GL_VALUE"), 0);
        assert_int_equal(count_bounds(type, zeros, 8, sound, "0", "ARRAY_TYPE_MISMATCH"), 0);
        assert_int_equal(count_bounds(type, zeros, 8, wrong[0], "0", "INVALID_GL_VALUE"), 1);
        assert_int_equal(count_bounds(type, zeros, 8, wrong[1], "0", "INVALID_GL_VALUE"), 1);
        assert_int_equal(count_bounds(type, zeros, 8, "0.5", "0", "ARRAY_TYPE_MISMATCH"), 1);
    }
    assert_int_equal(count_bounds(5126, zeros, 8, "0", "", "EMPTY_ENTITY"), 1);
    assert_int_equal(count_bounds(5126, zeros, 8, "0", "0,0", "ARRAY_LENGTH_NOT_IN_LIST"), 1);
}

/* Four shorts, of which two are replaced; indices of each type. */
static int count_sparse(int index_type, const void* indices, size_t index_size, bool has_base,
                        const char* min, const char* max, const char* code) {
    unsigned char bin[28] = {0};
    int16_t base[4] = {1, 2, 3, 4}, values[2] = {-7, 40};
    char json[1024], view[32] = "";
    memcpy(bin, base, 8);
    memcpy(bin + 8, indices, 2 * index_size);
    memcpy(bin + 16, values, 4);
    if (has_base) (void)snprintf(view, sizeof view, "'bufferView':0,");
    (void)snprintf(json, sizeof json,
                   "{'asset':{'version':'2.0'},'buffers':[{'byteLength':28}],"
                   "'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,"
                   "'byteLength':8},{'buffer':0,'byteOffset':16,'byteLength':4}],"
                   "'accessors':[{%s'componentType':5122,'count':4,'type':'SCALAR','min':[%s],"
                   "'max':[%s],'sparse':{'count':2,'indices':{'bufferView':1,'componentType':%d},"
                   "'values':{'bufferView':2}}}]}",
                   view, min, max, index_type);
    return count_in(json, bin, sizeof bin, code);
}

static void sparse_values_replace_those_of_the_view_or_zeros(void** state) {
    (void)state;
    static const uint8_t bytes[2] = {1, 3};
    static const uint16_t shorts[2] = {1, 3};
    static const uint32_t ints[2] = {1, 3};
    static const struct {
        int type;
        const void* indices;
        size_t size;
    } cases[] = {{5121, bytes, 1}, {5123, shorts, 2}, {5125, ints, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int type = cases[i].type;
        const void* indices = cases[i].indices;
        size_t size = cases[i].size;
        assert_int_equal(count_sparse(type, indices, size, true, "-7", "40", MIN_WRONG), 0);
        assert_int_equal(count_sparse(type, indices, size, true, "-7", "40", MAX_WRONG), 0);
        assert_int_equal(count_sparse(type, indices, size, true, "1", "40", MIN_WRONG), 1);
        assert_int_equal(count_sparse(type, indices, size, true, "-7", "4", MAX_WRONG), 1);
        assert_int_equal(count_sparse(type, indices, size, false, "-7", "40", MIN_WRONG), 0);
        assert_int_equal(count_sparse(type, indices, size, false, "-7", "40", MAX_WRONG), 0);
    }
}

static void sparse_indices_increase_and_are_in_range(void** state) {
    (void)state;
    static const uint8_t falling[2] = {3, 1}, equal[2] = {2, 2}, outside[2] = {1, 4};
    const char* order = "ACCESSOR_SPARSE_INDICES_NON_INCREASING";
    assert_int_equal(count_sparse(5121, falling, 1, true, "-7", "4", order), 1);
    assert_int_equal(count_sparse(5121, equal, 1, true, "-7", "4", order), 1);
    assert_int_equal(count_sparse(5121, outside, 1, true, "-7", "4", "ACCESSOR_SPARSE_INDEX_OOB"),
                     1);
}

/* A rotation that is played, in one of the types that glTF allows. */
static int count_rotation(int component_type, const void* rotation, size_t size) {
    unsigned char bin[24] = {0};
    char json[1024];
    memcpy(bin + 4, rotation, size);
    (void)snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':24}],'bufferViews':[{'buffer':0,"
        "'byteLength':4},{'buffer':0,'byteOffset':4,'byteLength':%d}],'nodes':[{}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'SCALAR','min':[0],"
        "'max':[0]},{'bufferView':1,'componentType':%d,'normalized':%s,'count':1,'type':'VEC4'}],"
        "'animations':[{'samplers':[{'input':0,'output':1}],"
        "'channels':[{'sampler':0,'target':{'node':0,'path':'rotation'}}]}]}",
        (int)size, component_type, component_type == 5126 ? "false" : "true");
    return count_in(json, bin, sizeof bin,
                    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION");
}

static void rotations_are_of_unit_length_in_every_type(void** state) {
    (void)state;
    assert_int_equal(count_rotation(5126, (float[4]){0, 0, 0, 1}, 16), 0);
    assert_int_equal(count_rotation(5126, (float[4]){0, 0, 0, 0.5f}, 16), 1);
    assert_int_equal(count_rotation(5120, (int8_t[4]){0, -128, 0, 0}, 4), 0); /* is -1 */
    assert_int_equal(count_rotation(5120, (int8_t[4]){0, 64, 0, 0}, 4), 1);
    assert_int_equal(count_rotation(5121, (uint8_t[4]){0, 0, 0, 255}, 4), 0);
    assert_int_equal(count_rotation(5121, (uint8_t[4]){0, 0, 0, 128}, 4), 1);
    assert_int_equal(count_rotation(5122, (int16_t[4]){0, -32768, 0, 0}, 8), 0);
    assert_int_equal(count_rotation(5122, (int16_t[4]){0, 16000, 0, 0}, 8), 1);
    assert_int_equal(count_rotation(5123, (uint16_t[4]){0, 0, 65535, 0}, 8), 0);
    assert_int_equal(count_rotation(5123, (uint16_t[4]){0, 0, 30000, 0}, 8), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_compared_for_every_type_of_component),
        cmocka_unit_test(bounds_must_be_numbers_of_the_component_type),
        cmocka_unit_test(sparse_values_replace_those_of_the_view_or_zeros),
        cmocka_unit_test(sparse_indices_increase_and_are_in_range),
        cmocka_unit_test(rotations_are_of_unit_length_in_every_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
