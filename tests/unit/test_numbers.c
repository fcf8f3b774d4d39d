/* SPDX-License-Identifier: MIT */
/* Accessors are read and compared many numbers at a time: random ones, against the same work done
 * one number at a time. */
#include "gltf/document.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/glb.h"
#include "support/model.h"
#include "validate/gltf/accessor_scan.h"
#include "validate/schema/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Questions about numbers ---- */

#define MAX_LENGTH 70

static const uint32_t component_counts[] = {1, 2, 3, 4, 9, 16};

/* Few different numbers, so that many are equal; one in sixteen is special. */
static double any_number(Dice* dice) {
    static const double special[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0, -0.0};
    if (roll_int(dice, 16) == 0) return special[roll_int(dice, 5)];
    return (double)(roll_int(dice, 33) - 16) / 8;
}

static bool is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static void bounds_are_those_of_one_number_after_the_other(void** state) {
    (void)state;
    Dice dice = {1};
    for (int round = 0; round < 6 * 71 * 20; round++) {
        uint32_t components = component_counts[round % 6];
        uint32_t count = (uint32_t)(round / 6 % (MAX_LENGTH + 1)) / components * components;
        double* numbers = malloc((count + 1) * sizeof *numbers);
        double min[16], max[16], low[16], high[16];
        assert_non_null(numbers);
        for (uint32_t c = 0; c < 16; c++) {
            min[c] = low[c] = any_number(&dice);
            max[c] = high[c] = any_number(&dice);
        }
        for (uint32_t i = 0; i < count; i++) numbers[i] = any_number(&dice);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t c = i % components;
            if (numbers[i] < low[c]) low[c] = numbers[i];
            if (numbers[i] > high[c]) high[c] = numbers[i];
        }
        vrmi_numbers_bound(numbers, count, components, min, max);
        for (uint32_t c = 0; c < 16; c++) {
            assert_true(is_same(min[c], low[c]));
            assert_true(is_same(max[c], high[c]));
        }
        free(numbers);
    }
}

static void one_number_that_is_not_finite_is_seen_anywhere(void** state) {
    (void)state;
    static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    double numbers[MAX_LENGTH];
    for (uint32_t i = 0; i < MAX_LENGTH; i++) numbers[i] = i % 2 == 0 ? 0x1.fffffep127 : -0.0;
    for (uint32_t count = 0; count <= MAX_LENGTH; count++) {
        assert_true(vrmi_numbers_are_finite(numbers, count));
        for (uint32_t i = 0; i < count; i++) {
            double before = numbers[i];
            numbers[i] = wrong[i % 3];
            assert_false(vrmi_numbers_are_finite(numbers, count));
            numbers[i] = before;
        }
    }
}

static void triangles_with_a_corner_twice_are_counted(void** state) {
    (void)state;
    Dice dice = {2};
    for (uint32_t count = 0; count <= MAX_LENGTH; count++) {
        double corners[3 * MAX_LENGTH];
        uint64_t expected = 0;
        for (uint32_t i = 0; i < 3 * count; i++) corners[i] = roll_int(&dice, 6);
        for (uint32_t i = 0; i < count; i++) {
            const double* corner = corners + (size_t)3 * i;
            if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
                expected++;
        }
        assert_int_equal(vrmi_numbers_degenerate(corners, count), expected);
    }
}

/* Whatever counts as of length 1 here must also do so by its square root. */
static void vectors_of_unit_length_are_told_from_others(void** state) {
    (void)state;
    static const double tolerance = 0.001;
    Dice dice = {3};
    for (int round = 0; round < 20000; round++) {
        uint32_t components = 3 + (uint32_t)round % 2, count = (uint32_t)round % 12;
        double numbers[4 * 12] = {0};
        bool is_unit = true;
        for (uint32_t e = 0; e < count; e++) {
            double length = 1 + (double)roll(&dice, -0.0008f, 0.0008f), sum = 0;
            double* vector = numbers + (size_t)e * components;
            vector[0] = length * 0.6;
            vector[2] = length * -0.8;
            if (roll_int(&dice, 40) == 0) vector[roll_int(&dice, 3)] = any_number(&dice);
            for (int i = 0; i < 3; i++) sum += vector[i] * vector[i];
            is_unit &= fabs(sqrt(sum) - 1) <= tolerance;
        }
        if (vrmi_numbers_are_unit(numbers, count, components, tolerance)) assert_true(is_unit);
    }
    double exact[6] = {0, 1, 0, 0.6, 0, -0.8};
    assert_true(vrmi_numbers_are_unit(exact, 2, 3, tolerance));
}

/* ---- Accessors ---- */

#define MAX_ELEMENTS 1700 /* more than a block of 1536 numbers */
#define MAX_SPARSE   40

static const int component_types[] = {5120, 5121, 5122, 5123, 5125, 5126};
static const char* const type_names[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
static const int type_rows[] = {1, 2, 3, 4, 2, 3, 4};
static const int type_columns[] = {1, 1, 1, 1, 2, 3, 4};

typedef struct Sample {
    int component_type, type, count, offset, stride; /* stride 0: not stated */
    bool has_view;
    int sparse_count, sparse_type, sparse[MAX_SPARSE];
    uint8_t* bin; /* the view, sparse indices, sparse values */
    int view_size, indices_at, values_at, size;
    double* numbers; /* expected */
} Sample;

static int size_of(int component_type) {
    return component_type <= 5121 ? 1 : component_type <= 5123 ? 2 : 4;
}

static int column_size(const Sample* s) {
    int size = size_of(s->component_type) * type_rows[s->type];
    return type_columns[s->type] > 1 ? (size + 3) / 4 * 4 : size;
}

static int components_of(const Sample* s) {
    return type_rows[s->type] * type_columns[s->type];
}

/* Writes a random number and returns it. */
static double write_number(Dice* dice, int component_type, uint8_t* to) {
    int raw = roll_int(dice, 65536);
    float number = (float)any_number(dice);
    int8_t i8 = (int8_t)(raw % 256 - 128);
    int16_t i16 = (int16_t)(raw - 32768);
    uint16_t u16 = (uint16_t)raw;
    uint32_t u32 = (uint32_t)raw * 65537u;
    switch (component_type) {
    case 5120: memcpy(to, &i8, 1); return i8;
    case 5121: *to = (uint8_t)raw; return *to;
    case 5122: memcpy(to, &i16, 2); return i16;
    case 5123: memcpy(to, &u16, 2); return u16;
    case 5125: memcpy(to, &u32, 4); return u32;
    default: memcpy(to, &number, 4); return (double)number;
    }
}

static void write_element(Dice* dice, Sample* s, uint8_t* to, int element) {
    int rows = type_rows[s->type], count = components_of(s);
    for (int c = 0; c < count; c++) {
        int place = c / rows * column_size(s) + c % rows * size_of(s->component_type);
        s->numbers[element * count + c] = write_number(dice, s->component_type, to + place);
    }
}

static void write_sparse(Dice* dice, Sample* s) {
    int index = roll_int(dice, 2), step = 1 + roll_int(dice, 2 * s->count / MAX_SPARSE + 2);
    int size = column_size(s) * type_columns[s->type];
    for (; s->sparse_count < MAX_SPARSE && index < s->count; index += step) {
        uint32_t word = (uint32_t)index;
        memcpy(s->bin + s->indices_at + (ptrdiff_t)s->sparse_count * size_of(s->sparse_type), &word,
               (size_t)size_of(s->sparse_type)); /* little-endian */
        write_element(dice, s, s->bin + s->values_at + (ptrdiff_t)s->sparse_count * size, index);
        s->sparse_count++;
    }
}

/* `is_aligned`: as glTF demands and the validator insists on. */
static Sample random_sample(Dice* dice, bool is_aligned) {
    static const int sparse_types[] = {5121, 5123, 5125};
    Sample s = {.component_type = component_types[roll_int(dice, 6)],
                .type = roll_int(dice, 7),
                .has_view = roll_int(dice, 8) != 0};
    int size = column_size(&s) * type_columns[s.type], unit = is_aligned ? 4 : 1;
    s.count = 1 + roll_int(dice, roll_int(dice, 4) == 0 ? MAX_ELEMENTS : MAX_LENGTH);
    bool is_sparse = !s.has_view || roll_int(dice, 3) == 0;
    s.sparse_type = sparse_types[s.count > 256 ? 1 + roll_int(dice, 2) : roll_int(dice, 3)];
    if (roll_int(dice, 2) == 0) s.offset = unit * roll_int(dice, 5);
    if (roll_int(dice, 2) == 0) s.stride = (size + 3) / 4 * 4 + 4 * roll_int(dice, 4);
    int stride = s.stride == 0 ? size : s.stride;
    s.view_size = s.offset + stride * s.count;
    s.indices_at = (s.view_size + 3) / 4 * 4;
    s.values_at = s.indices_at + 4 * MAX_SPARSE;
    s.size = s.values_at + size * MAX_SPARSE;
    s.bin = calloc((size_t)s.size, 1);
    s.numbers = calloc((size_t)(s.count * components_of(&s)), sizeof *s.numbers);
    assert_non_null(s.bin);
    assert_non_null(s.numbers);
    for (int e = 0; s.has_view && e < s.count; e++)
        write_element(dice, &s, s.bin + s.offset + (ptrdiff_t)e * stride, e);
    if (is_sparse) write_sparse(dice, &s);
    if (!s.has_view && s.sparse_count == 0) s.has_view = true; /* zeros, as the view is */
    return s;
}

static TestBytes sample_glb(const Sample* s, const char* bounds) {
    char json[4096], stride[32] = "", view[64] = "", sparse[256] = "";
    if (s->stride > 0) (void)snprintf(stride, sizeof stride, ",'byteStride':%d", s->stride);
    if (s->has_view)
        (void)snprintf(view, sizeof view, ",'bufferView':0,'byteOffset':%d", s->offset);
    if (s->sparse_count > 0)
        (void)snprintf(sparse, sizeof sparse,
                       ",'sparse':{'count':%d,'indices':{'bufferView':1,'byteOffset':%d,"
                       "'componentType':%d},'values':{'bufferView':1,'byteOffset':%d}}",
                       s->sparse_count, s->indices_at, s->sparse_type, s->values_at);
    (void)snprintf(json, sizeof json,
                   "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%d}],'bufferViews':["
                   "{'buffer':0,'byteLength':%d%s},{'buffer':0,'byteLength':%d}],"
                   "'accessors':[{'componentType':%d,'type':'%s','count':%d%s%s%s}]}",
                   s->size, s->view_size, stride, s->size, s->component_type, type_names[s->type],
                   s->count, view, sparse, bounds);
    return test_glb(json, s->bin, (size_t)s->size);
}

static void free_sample(Sample* s) {
    free(s->bin);
    free(s->numbers);
}

static void blocks_hold_the_numbers_of_the_file(void** state) {
    (void)state;
    Dice dice = {4};
    for (int round = 0; round < 1500; round++) {
        Sample s = random_sample(&dice, false);
        TestBytes glb = sample_glb(&s, "");
        vrmi_Document* document;
        assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
        vrmi_Scan scan;
        uint64_t count = 0, components = (uint64_t)components_of(&s);
        assert_true(vrmi_scan_begin(&scan, &document->gltf, &document->gltf.accessors[0]));
        while (vrmi_scan_next(&scan)) {
            assert_int_equal(scan.first * components, count);
            for (uint32_t i = 0; i < scan.loaded * components; i++, count++)
                assert_true(is_same(scan.numbers[i], s.numbers[count]));
        }
        assert_int_equal(count, (uint64_t)s.count * components);
        vrmi_document_destroy(document);
        test_bytes_free(&glb);
        free_sample(&s);
    }
}

/* ---- Findings ---- */

typedef struct Text {
    char at[65536];
    size_t length;
} Text;

#define ADD(text, ...)                                                                             \
    ((text)->length += (size_t)snprintf((text)->at + (text)->length,                               \
                                        sizeof(text)->at - (text)->length, __VA_ARGS__))

/* What the validator must say of numbers that are not finite. */
static void expect_floats(Text* text, const Sample* s) {
    int count = s->count * components_of(s), wrong = 0;
    for (int i = 0; i < count; i++) {
        if (isfinite(s->numbers[i]) || wrong++ >= 8) continue;
        ADD(text, "Number %d (%.9g) is not a finite number.\n", i, s->numbers[i]);
    }
    if (wrong > 8)
        ADD(text, "%d more number%s like this one: it is not a finite number.\n", wrong - 8,
            wrong == 9 ? "" : "s");
}

/* The bounds of the file: right, or beside what is right by an eighth or 1. */
static void choose_bounds(Dice* dice, const Sample* s, double min[16], double max[16]) {
    int components = components_of(s);
    bool is_right = roll_int(dice, 2) == 0;
    double step = s->component_type == 5126 ? 0.125 : 1;
    for (int c = 0; c < components; c++) {
        min[c] = max[c] = isfinite(s->numbers[c]) ? s->numbers[c] : 0;
        for (int e = 0; e < s->count; e++) {
            double value = s->numbers[e * components + c];
            if (isfinite(value) && value < min[c]) min[c] = value;
            if (isfinite(value) && value > max[c]) max[c] = value;
        }
        if (!is_right && min[c] < 100) min[c] += step * roll_int(dice, 3);
        if (!is_right && max[c] >= 3) max[c] -= step * roll_int(dice, 3);
    }
}

static void expect_bound(Text* text, const Sample* s, const char* key, const double* stated) {
    int components = components_of(s);
    bool is_min = strcmp(key, "min") == 0;
    for (int c = 0; c < components; c++) {
        double actual = s->numbers[c];
        int outside = 0;
        for (int e = 0; e < s->count; e++) {
            double value = s->numbers[e * components + c];
            if (is_min ? value < actual : value > actual) actual = value;
            outside += is_min ? value < stated[c] : value > stated[c];
        }
        if (actual == stated[c]) continue;
        ADD(text, "%s is stated as %.9g, but the data says %.9g.\n", key, stated[c],
            actual == 0 ? 0 : actual);
        if (outside > 0)
            ADD(text, "Elements outside the stated %s of %.9g: %d.\n", key, stated[c], outside);
    }
}

static void write_bounds(Text* text, const Sample* s, const char* key, const double* stated) {
    ADD(text, ",'%s':[", key);
    for (int c = 0; c < components_of(s); c++) ADD(text, "%s%.17g", c == 0 ? "" : ",", stated[c]);
    ADD(text, "]");
}

static void collect(Text* text, const vrm_Report* report) {
    static const char* const codes[] = {
        "ACCESSOR_INVALID_FLOAT", "ACCESSOR_MIN_MISMATCH", "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND",
        "ACCESSOR_MAX_MISMATCH", "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND"};
    for (int i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        for (int k = 0; k < 5; k++)
            if (strcmp(finding.code, codes[k]) == 0) ADD(text, "%s\n", finding.message);
    }
}

static void findings_are_those_of_one_number_after_the_other(void** state) {
    (void)state;
    static Text expected, actual, bounds;
    Dice dice = {5};
    int with_findings = 0;
    for (int round = 0; round < 800; round++) {
        Sample s = random_sample(&dice, true);
        double min[16], max[16];
        expected.length = actual.length = bounds.length = 0;
        expected.at[0] = actual.at[0] = bounds.at[0] = '\0';
        choose_bounds(&dice, &s, min, max);
        int which = s.has_view ? roll_int(&dice, 4) : 3; /* neither, min, max, both */
        if (s.has_view && s.component_type == 5126) expect_floats(&expected, &s);
        if (which & 1) write_bounds(&bounds, &s, "min", min);
        if (which & 2) write_bounds(&bounds, &s, "max", max);
        if (which & 1) expect_bound(&expected, &s, "min", min);
        if (which & 2) expect_bound(&expected, &s, "max", max);
        TestBytes glb = sample_glb(&s, bounds.at);
        vrm_Report* report = test_validate(&glb);
        collect(&actual, report);
        if (!s.has_view && s.component_type == 5126) {
            /* Its zeros are not read, so numbers that are not finite are counted otherwise. */
            char* begin = actual.at;
            while (strstr(begin, "finite number") != NULL) begin = strchr(begin, '\n') + 1;
            memmove(actual.at, begin, strlen(begin) + 1);
        }
        assert_string_equal(actual.at, expected.at);
        with_findings += expected.length > 0;
        vrm_report_destroy(report);
        test_bytes_free(&glb);
        free_sample(&s);
    }
    assert_in_range(with_findings, 200, 700);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_one_number_after_the_other),
        cmocka_unit_test(one_number_that_is_not_finite_is_seen_anywhere),
        cmocka_unit_test(triangles_with_a_corner_twice_are_counted),
        cmocka_unit_test(vectors_of_unit_length_are_told_from_others),
        cmocka_unit_test(blocks_hold_the_numbers_of_the_file),
        cmocka_unit_test(findings_are_those_of_one_number_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
