/* SPDX-License-Identifier: MIT */
/* base/wide.h and base/trig4.h against their scalar twins, bit for bit. test_wide_plain.c runs the
 * same without intrinsics. */
#include "base/trig4.h"

#include "support/check.h"

static uint32_t bits_of(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static void expect_lanes(vrmi_f4 got, float a, float b, float c, float d) {
    const float wanted[4] = {a, b, c, d};
    for (int i = 0; i < 4; i++) assert_int_equal(bits_of(got[i]), bits_of(wanted[i]));
}

static const float special[] = {0.0f,    -0.0f,    1.0f,     -1.0f,     0.5f, 1e-45f, -1e-38f,
                                FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, NAN,  2.0f,   -3.5f};
#define SPECIAL_COUNT (sizeof special / sizeof special[0])

static void f4_splat_load_and_store_keep_the_lanes(void** state) {
    (void)state;
    expect_lanes(vrmi_f4_splat(-0.0f), -0.0f, -0.0f, -0.0f, -0.0f);
    float lanes[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 0; i < 5; i++) /* also where the address is not a multiple of 16 */
        expect_lanes(vrmi_f4_load(lanes + i), lanes[i], lanes[i + 1], lanes[i + 2], lanes[i + 3]);
    vrmi_f4_store(lanes + 1, vrmi_f4_splat(9.0f));
    assert_true(lanes[0] == 0.0f && lanes[1] == 9.0f && lanes[4] == 9.0f && lanes[5] == 5.0f);
}

static void f4_min_and_max_are_the_comparison_also_for_nan_and_signed_zero(void** state) {
    (void)state;
    for (size_t i = 0; i < SPECIAL_COUNT; i++) {
        for (size_t k = 0; k < SPECIAL_COUNT; k++) {
            float a = special[i], b = special[k];
            float low = a < b ? a : b, high = a > b ? a : b;
            expect_lanes(vrmi_f4_min(vrmi_f4_splat(a), vrmi_f4_splat(b)), low, low, low, low);
            expect_lanes(vrmi_f4_max(vrmi_f4_splat(a), vrmi_f4_splat(b)), high, high, high, high);
        }
    }
    vrmi_f4 clamped = vrmi_f4_clamp((vrmi_f4){-7.0f, 0.25f, 7.0f, NAN}, vrmi_f4_splat(-1.0f),
                                    vrmi_f4_splat(1.0f));
    expect_lanes(clamped, -1.0f, 0.25f, 1.0f, -1.0f);
}

static void f4_sqrt_and_abs_have_the_bits_of_the_scalar(void** state) {
    (void)state;
    for (uint64_t bits = 0; bits <= 0x7F800000; bits += 7919) {
        float a = float_of((uint32_t)bits);
        vrmi_f4 got = vrmi_f4_sqrt((vrmi_f4){a, 2.0f, 0.0f, 4.0f});
        expect_lanes(got, sqrtf(a), sqrtf(2.0f), 0.0f, 2.0f);
    }
    expect_lanes(vrmi_f4_abs((vrmi_f4){-1.5f, -0.0f, 2.0f, -INFINITY}), 1.5f, 0.0f, 2.0f, INFINITY);
}

static void i4_any_and_all_see_every_lane(void** state) {
    (void)state;
    for (int set = 0; set < 16; set++) {
        vrmi_i4 mask = {set & 1 ? -1 : 0, set & 2 ? -1 : 0, set & 4 ? -1 : 0, set & 8 ? -1 : 0};
        assert_int_equal(vrmi_i4_any(mask), set != 0);
        assert_int_equal(vrmi_i4_all(mask), set == 15);
        vrmi_f4 chosen = vrmi_f4_select(mask, vrmi_f4_splat(1.0f), vrmi_f4_splat(-2.0f));
        vrmi_f4 kept = vrmi_f4_where(mask, vrmi_f4_splat(-1.0f));
        for (int i = 0; i < 4; i++) {
            assert_true(chosen[i] == (set >> i & 1 ? 1.0f : -2.0f));
            assert_int_equal(bits_of(kept[i]), set >> i & 1 ? bits_of(-1.0f) : 0);
        }
    }
}

static void f4_is_finite_knows_nan_and_both_infinities(void** state) {
    (void)state;
    vrmi_i4 mask = vrmi_f4_is_finite((vrmi_f4){NAN, INFINITY, -INFINITY, -FLT_MAX});
    assert_true(mask[0] == 0 && mask[1] == 0 && mask[2] == 0 && mask[3] == -1);
}

static void set_changes_one_lane(void** state) {
    (void)state;
    for (int32_t lane = 0; lane < 4; lane++) {
        vrmi_f4 a = {1, 2, 3, 4};
        vrmi_i4 b = {1, 2, 3, 4};
        vrmi_f4_set(&a, lane, -7.5f);
        vrmi_i4_set(&b, lane, -7);
        for (int32_t i = 0; i < 4; i++) {
            assert_true(a[i] == (i == lane ? -7.5f : (float)(i + 1)));
            assert_int_equal(b[i], i == lane ? -7 : i + 1);
        }
    }
}

static void f4_splat4_gives_each_float_to_all_lanes(void** state) {
    (void)state;
    const float from[5] = {0, 1, 2, 3, 4};
    vrmi_f4 splats[4];
    vrmi_f4_splat4(from + 1, &splats[0], &splats[1], &splats[2], &splats[3]);
    for (int32_t i = 0; i < 16; i++) assert_true(splats[i / 4][i % 4] == (float)(i / 4 + 1));
}

static void f4_transpose_turns_rows_into_columns(void** state) {
    (void)state;
    vrmi_f4 a = {0, 1, 2, 3}, b = {4, 5, 6, 7}, c = {8, 9, 10, 11}, d = {12, 13, 14, 15};
    vrmi_f4_transpose(&a, &b, &c, &d);
    expect_lanes(a, 0, 4, 8, 12);
    expect_lanes(b, 1, 5, 9, 13);
    expect_lanes(c, 2, 6, 10, 14);
    expect_lanes(d, 3, 7, 11, 15);
}

/* */
static void f4_sincos_and_acos_have_the_bits_of_the_scalar(void** state) {
    (void)state;
    uint32_t bits[4] = {0, 0x9E3779B9, 0x12345678, 0x80000000};
    for (int i = 0; i < 300000; i++) {
        float lanes[4];
        for (int k = 0; k < 4; k++) {
            bits[k] = bits[k] * 1664525u + 1013904223u;
            /* mostly angles that go the wide way, now and then anything */
            lanes[k] = i % 8 == 0 ? float_of(bits[k]) : (float)(int32_t)bits[k] * 0x1p-24f;
            if (isnan(lanes[k])) lanes[k] = NAN; /* quiet, as arithmetic makes them */
        }
        vrmi_SinCos4 got = vrmi_f4_sincos(vrmi_f4_load(lanes));
        for (int k = 0; k < 4; k++) {
            vrmi_SinCos twin = vrmi_sincos(lanes[k]);
            assert_int_equal(bits_of(got.sin[k]), bits_of(twin.sin));
            assert_int_equal(bits_of(got.cos[k]), bits_of(twin.cos));
            if (i % 8 != 0) lanes[k] *= 0x1p-7f;
        }
        vrmi_f4 angle = vrmi_f4_acos(vrmi_f4_load(lanes));
        for (int k = 0; k < 4; k++)
            assert_int_equal(bits_of(angle[k]), bits_of(vrmi_acos(lanes[k])));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f4_splat_load_and_store_keep_the_lanes),
        cmocka_unit_test(f4_min_and_max_are_the_comparison_also_for_nan_and_signed_zero),
        cmocka_unit_test(f4_sqrt_and_abs_have_the_bits_of_the_scalar),
        cmocka_unit_test(i4_any_and_all_see_every_lane),
        cmocka_unit_test(f4_is_finite_knows_nan_and_both_infinities),
        cmocka_unit_test(set_changes_one_lane),
        cmocka_unit_test(f4_splat4_gives_each_float_to_all_lanes),
        cmocka_unit_test(f4_transpose_turns_rows_into_columns),
        cmocka_unit_test(f4_sincos_and_acos_have_the_bits_of_the_scalar),
    };
    return cmocka_run_group_tests_name("wide", tests, NULL, NULL);
}
