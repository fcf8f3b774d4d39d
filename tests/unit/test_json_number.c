/* SPDX-License-Identifier: MIT */
/* Numbers in and out, and text built from them. strtod and strtof of the C library are the judges
 * here; the library itself uses neither. */
#include "support/check.h"
#include "support/memory.h"

#include "vrm/json.h"
#include "json/powers.h"
#include "json/tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_double(const char* text) {
    double expected = strtod(text, NULL), got = 0.0;
    bool fits = vrmi_json_to_double(text, (uint32_t)strlen(text), &got);
    assert_int_equal(fits, isfinite(expected) ? 1 : 0);
    if (fits && memcmp(&got, &expected, sizeof got) != 0)
        fail_msg("%s: %a, expected %a", text, got, expected);
}

/* xorshift64*: the same numbers in every run. */
static uint64_t next_random(uint64_t* state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

/* ---- In ---- */

static void numbers_are_rounded_correctly_in_hard_cases(void** state) {
    (void)state;
    static const char* cases[] = {
        "0",
        "-0",
        "0.0",
        "0e999999999999999999999",
        "-0.000e-5",
        "1",
        "-1",
        "10e-1",
        "123456789012345678",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740993.0000000000000000001",
        "9007199254740992.9999999999999999999999999999",
        "1e22",
        "1e23",
        "8.5e22",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e999999999999999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "4.9e-324",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.47032822920623272088284396434110686182e-324",
        "2.47032822920623272088284396434110686183e-324",
        "1e-324",
        "1e-400",
        "1e-999999999999999999999",
        "6.9294956446009195e15",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000001e85",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000e-77",
        "3.14159265358979323846264338327950288419716939937510",
        "7.3177701707893310e+15",
        "1090544144181609348835077142190",
        "4503599627370496.5",
        "4503599627370497.5",
        "4503599627370496.50000000000000000000000000000000000000000000000000000000000000000000001",
        "0.1e1",
        "1.0E+2",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764"
        "750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000"
        "708"
        "383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444"
        "365"
        "510704342711559699508093042880177904174497791.999",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764"
        "750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000"
        "708"
        "383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444"
        "365"
        "510704342711559699508093042880177904174497792",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_double(cases[i]);
}

/* The middle between two doubles, exactly and one digit above and below it, for random doubles. */
static void numbers_just_between_two_doubles_go_to_the_even_one(void** state) {
    (void)state;
    uint64_t random = 7;
    for (uint32_t i = 0; i < 300; i++) {
        uint64_t bits = next_random(&random) >> 2;
        double low, high;
        memcpy(&low, &bits, sizeof low);
        bits++;
        memcpy(&high, &bits, sizeof high);
        if (!isfinite(high)) continue;
        char text[1400];
        /* glibc prints exactly; the exact decimals of neighbours average to the middle, found here
         * through one more bit where a double has it: scaled down from the doubles' sum. */
        long double middle = ((long double)low + (long double)high) / 2;
        if ((double)low == 0.0 || middle == (long double)low) continue;
        int length = snprintf(text, sizeof text, "%.1100Le", middle);
        assert_true(length > 0 && (size_t)length < sizeof text);
        check_double(text);
        char* exponent = strchr(text, 'e');
        exponent[-1] = '1'; /* the last of 1100 digits: a hair above */
        check_double(text);
    }
}

static void random_texts_are_rounded_correctly(void** state) {
    (void)state;
    uint64_t random = 42;
    for (uint32_t i = 0; i < 200000; i++) {
        char text[64];
        uint64_t a = next_random(&random), b = next_random(&random);
        uint32_t shape = (uint32_t)(b % 5);
        if (shape == 0) {
            snprintf(text, sizeof text, "%" PRIu64 "e%d", a, (int)(b >> 32) % 345);
        } else if (shape == 1) {
            snprintf(text, sizeof text, "-%" PRIu64 ".%" PRIu64, a % 1000, b);
        } else if (shape == 2) {
            snprintf(text, sizeof text, "%" PRIu64 "%" PRIu64 "e-%u", a, b, (uint32_t)(a % 360));
        } else {
            double value;
            memcpy(&value, &a, sizeof value);
            if (!isfinite(value)) continue;
            snprintf(text, sizeof text, "%.*e", (int)(b >> 32) % 20, value);
        }
        check_double(text);
    }
}

static void integers_are_distinguished_from_fractions_and_overflow(void** state) {
    (void)state;
    static const struct {
        const char* text;
        bool is_integer;
        int64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"1.0", true, 1},
        {"10e-1", true, 1},
        {"0.1e1", true, 1},
        {"1.5", false, 0},
        {"15e-1", false, 0},
        {"1e18", true, 1000000000000000000},
        {"1e19", false, 0},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", false, 0},
        {"-9223372036854775808", true, INT64_MIN},
        {"-9223372036854775809", false, 0},
        {"9223372036854775807.0000", true, INT64_MAX},
        {"922337203685477580700e-2", true, INT64_MAX},
        {"92233720368547758070.5", false, 0},
        {"18446744073709551616", false, 0},
        {"0e999999999999999999999", true, 0},
        {"1e-999999999999999999999", false, 0},
        {"1e999999999999999999999", false, 0},
        {"0.00000000000000000000000000000000000000001e41", true, 1},
        {"1.00000000000000000000000000000000000000001", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t value = 0;
        uint32_t size = (uint32_t)strlen(cases[i].text);
        bool is_integer = vrmi_json_to_integer(cases[i].text, size, &value);
        if (is_integer != cases[i].is_integer || value != cases[i].value)
            fail_msg("%s: %d %" PRId64, cases[i].text, is_integer, value);
    }
}

/* ---- Out ---- */

static void check_shortest(const char* text, uint32_t length, double value, bool is_float) {
    char terminated[VRMI_JSON_NUMBER_ROOM + 1];
    assert_true(length <= VRMI_JSON_NUMBER_ROOM);
    memcpy(terminated, text, length);
    terminated[length] = 0;
    bool is_same =
        is_float ? strtof(terminated, NULL) == (float)value : strtod(terminated, NULL) == value;
    double back = 0.0;
    if (!is_same || !vrmi_json_to_double(terminated, length, &back) ||
        (is_float ? (float)back != (float)value : back != value))
        fail_msg("%a became %s", value, terminated);
    /* One digit less must not come back; as many digits must not come nearer. */
    uint32_t digits = 0;
    bool is_leading = true;
    for (const char* at = terminated; *at != 0 && *at != 'e'; at++) {
        is_leading = is_leading && (*at < '1' || *at > '9');
        digits += !is_leading && *at != '.';
    }
    while (digits > 1 && terminated[0] != 0 && strpbrk(terminated, ".e") == NULL &&
           terminated[length - 1] == '0') {
        length--;
        digits--;
        if (terminated[length - 1] != '0') break;
    }
    char shorter[64], as_long[64];
    if (digits > 1) {
        snprintf(shorter, sizeof shorter, "%.*e", (int)digits - 2, value);
        if (is_float ? strtof(shorter, NULL) == (float)value : strtod(shorter, NULL) == value)
            fail_msg("%s could be %s", terminated, shorter);
    }
    snprintf(as_long, sizeof as_long, "%.*e", digits > 0 ? (int)digits - 1 : 0, value);
    if ((is_float ? strtof(as_long, NULL) == (float)value : strtod(as_long, NULL) == value) &&
        strtod(as_long, NULL) != strtod(terminated, NULL))
        fail_msg("%s is nearer than %s", as_long, terminated);
}

static void doubles_are_written_as_the_shortest_text(void** state) {
    (void)state;
    char text[VRMI_JSON_NUMBER_ROOM];
    uint64_t random = 99;
    for (uint32_t i = 0; i < 60000; i++) {
        uint64_t bits = next_random(&random);
        if (i % 4 == 1) bits &= UINT64_C(0xFFF0000000000000); /* powers of two */
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 4 == 2) value = (double)(int64_t)(bits >> 40) / 1000.0;
        if (!isfinite(value)) continue;
        check_shortest(text, vrmi_json_from_double(value, text), value, false);
    }
}

static void floats_are_written_as_the_shortest_text(void** state) {
    (void)state;
    char text[VRMI_JSON_NUMBER_ROOM];
    uint64_t random = 5;
    for (uint32_t i = 0; i < 60000; i++) {
        uint32_t bits = (uint32_t)(next_random(&random) >> 32);
        if (i % 4 == 1) bits &= 0xFF800000u;
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        check_shortest(text, vrmi_json_from_float(value, text), (double)value, true);
    }
}

static void numbers_are_written_in_the_form_that_javascript_uses(void** state) {
    (void)state;
    static const struct {
        double value;
        const char* text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "-0"},
        {1.0, "1"},
        {-1.5, "-1.5"},
        {100.0, "100"},
        {0.1, "0.1"},
        {1e-6, "0.000001"},
        {1e-7, "1e-7"},
        {1.5e-7, "1.5e-7"},
        {1e20, "100000000000000000000"},
        {1e21, "1e+21"},
        {123456.789, "123456.789"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {9007199254740991.0, "9007199254740991"},
        {-1.2e300, "-1.2e+300"},
    };
    char text[VRMI_JSON_NUMBER_ROOM];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t length = vrmi_json_from_double(cases[i].value, text);
        assert_int_equal(length, strlen(cases[i].text));
        assert_memory_equal(text, cases[i].text, length);
    }
    uint32_t length = vrmi_json_from_float(0.1f, text);
    assert_int_equal(length, 3);
    assert_memory_equal(text, "0.1", 3);
}

/* ---- Builder ---- */

static vrm_Result build_with(const vrm_Allocator* allocator, void* ctx) {
    vrm_JsonBuilder* builder = NULL;
    vrm_Result result = vrm_json_builder_create(allocator, &builder);
    assert_true((result == VRM_OK) == (builder != NULL));
    if (result != VRM_OK) return result;
    vrm_json_begin_object(builder);
    vrm_json_put_key(builder, "a\"");
    vrm_json_begin_array(builder);
    vrm_json_put_null(builder);
    vrm_json_put_bool(builder, true);
    vrm_json_put_bool(builder, false);
    vrm_json_put_integer(builder, INT64_MIN);
    vrm_json_put_float(builder, 0.1f);
    vrm_json_put_double(builder, 0.1);
    vrm_json_put_float(builder, NAN);
    vrm_json_put_double(builder, -HUGE_VAL);
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "b");
    vrm_json_begin_object(builder);
    vrm_json_end_object(builder);
    vrm_json_put_key(builder, "c");
    vrm_json_put_string(builder, "\b\f\n\r\t\x01\\/\xE3\x81\x82\xFF\xC3");
    vrm_json_put_key(builder, "d");
    vrm_json_put_string(builder, NULL);
    vrm_json_put_key(builder, "e");
    vrm_json_put_raw(builder, "[ 1 ]", 5);
    vrm_json_put_key(builder, "f");
    for (uint32_t i = 0; i < 100; i++) vrm_json_begin_array(builder);
    for (uint32_t i = 0; i < 100; i++) vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    vrm_Span text;
    result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK) {
        memcpy(ctx, text.data, text.size);
        ((char*)ctx)[text.size] = 0;
    } else {
        assert_null(text.data);
    }
    vrm_json_builder_destroy(builder);
    return result;
}

static void builder_puts_commas_escapes_and_nulls(void** state) {
    (void)state;
    char text[1024];
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    assert_int_equal(build_with(&allocator, text), VRM_OK);
    static const char head[] =
        "{\"a\\\"\":[null,true,false,-9223372036854775808,0.1,0.1,null,null],\"b\":{},"
        "\"c\":\"\\b\\f\\n\\r\\t\\u0001\\\\/\xE3\x81\x82\xEF\xBF\xBD\xEF\xBF\xBD\",\"d\":null,"
        "\"e\":[ 1 ],\"f\":[[";
    assert_memory_equal(text, head, strlen(head));
    vrm_Json* json = NULL;
    assert_int_equal(vrm_json_parse(text, strlen(text), NULL, NULL, &json), VRM_OK);
    assert_int_equal(vrm_json_count(json, vrm_json_root(json)), 6);
    vrm_json_destroy(json);
    test_memory_check_clean(&memory);
}

static void builder_reports_failed_allocations_at_the_end(void** state) {
    (void)state;
    char text[1024];
    assert_true(test_every_allocation_failing(build_with, text) > 2);
}

static void builder_is_empty_again_after_clear(void** state) {
    (void)state;
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text;
    assert_int_equal(vrm_json_builder_create(NULL, &builder), VRM_OK);
    assert_int_equal(vrm_json_builder_text(builder, &text), VRM_OK);
    assert_int_equal(text.size, 0);
    vrm_json_begin_array(builder);
    vrm_json_put_integer(builder, 1);
    vrm_json_builder_clear(builder);
    vrm_json_put_integer(builder, -20);
    assert_int_equal(vrm_json_builder_text(builder, &text), VRM_OK);
    assert_int_equal(text.size, 3);
    assert_memory_equal(text.data, "-20", 3);
    vrm_json_builder_destroy(builder);
}

/* 192 bits, highest word first: 64 more than a power has. What a step cuts off is less than 16 of
 * the last place, so 342 steps stay far below the 64 bits that are not compared. */
typedef struct Wide {
    uint32_t words[6];
} Wide;

enum { WORDS = 6 };

/* Times `by` / `over`, which is from 1/2 to 1, moved so that the highest bit is set. */
static void scale_by(Wide* x, uint32_t by, uint32_t over) {
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest += (uint64_t)x->words[i] * by;
        x->words[i] = (uint32_t)rest;
        rest >>= 32;
    }
    for (int i = 0; i < WORDS; i++) {
        rest = rest << 32 | x->words[i];
        x->words[i] = (uint32_t)(rest / over);
        rest %= over;
    }
    if (x->words[0] >> 31 != 0) return;
    for (int i = 0; i < WORDS; i++)
        x->words[i] = x->words[i] << 1 | (i + 1 < WORDS ? x->words[i + 1] >> 31 : 0);
}

static void check_power(int32_t q, const Wide* x) {
    vrmi_U128 power = vrmi_power(q);
    assert_int_equal(power.high, (uint64_t)x->words[0] << 32 | x->words[1]);
    assert_int_equal(power.low, (uint64_t)x->words[2] << 32 | x->words[3]);
}

static void powers_of_ten_are_rounded_down(void** state) {
    (void)state;
    Wide x = {{UINT32_C(1) << 31}};
    for (int32_t q = 0; q <= VRMI_POWER_MAX; q++, scale_by(&x, 5, 8)) check_power(q, &x);
    x = (Wide){{UINT32_C(1) << 31}};
    for (int32_t q = 0; q >= VRMI_POWER_MIN; q--, scale_by(&x, 4, 5)) check_power(q, &x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_rounded_correctly_in_hard_cases),
        cmocka_unit_test(numbers_just_between_two_doubles_go_to_the_even_one),
        cmocka_unit_test(random_texts_are_rounded_correctly),
        cmocka_unit_test(integers_are_distinguished_from_fractions_and_overflow),
        cmocka_unit_test(doubles_are_written_as_the_shortest_text),
        cmocka_unit_test(floats_are_written_as_the_shortest_text),
        cmocka_unit_test(numbers_are_written_in_the_form_that_javascript_uses),
        cmocka_unit_test(powers_of_ten_are_rounded_down),
        cmocka_unit_test(builder_puts_commas_escapes_and_nulls),
        cmocka_unit_test(builder_reports_failed_allocations_at_the_end),
        cmocka_unit_test(builder_is_empty_again_after_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
