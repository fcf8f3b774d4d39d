/* SPDX-License-Identifier: MIT */
/* base/trig.h against the C library in double precision, over a dense sample of all floats;
 * tools/measure/trig_error.c measures every float. */
#include "base/trig.h"

#include "support/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SAMPLE_STRIDE 9973 /* prime: no low bit of the mantissa is left out */

static float float_of(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static uint32_t bits_of(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

/* In units of the last place of the true result. */
static double ulps(float got, double exact) {
    int exponent;
    frexp(exact, &exponent);
    double unit = ldexp(1.0, exponent - 24 < -149 ? -149 : exponent - 24);
    return fabs((double)got - exact) / unit;
}

static void expect_ulps(const char* what, float at, float got, double exact, double bound) {
    if (ulps(got, exact) <= bound) return;
    fail_msg("%s(%.9g) = %.9g, true %.17g: %.3f ulp", what, (double)at, (double)got, exact,
             ulps(got, exact));
}

static void sin_and_cos_stay_within_1_6_ulp_for_all_sizes_of_angle(void** state) {
    (void)state;
    for (uint64_t bits = 0; bits <= 0x7F7FFFFF; bits += SAMPLE_STRIDE) {
        float a = float_of((uint32_t)bits);
        expect_ulps("sin", a, vrmi_sin(a), sin((double)a), 1.6);
        expect_ulps("cos", a, vrmi_cos(a), cos((double)a), 1.6);
    }
}

/* The floats that come nearest to multiples of pi/2 are where a short pi shows. */
static void sin_and_cos_keep_their_digits_next_to_multiples_of_a_quarter_turn(void** state) {
    (void)state;
    const double quarter = 1.57079632679489661923;
    for (int i = 0; i < 2000; i++) {
        uint32_t near = bits_of((float)((double)i * quarter));
        for (uint32_t k = 0; k < 5; k++) {
            float a = float_of(near + k - (near < 2 ? near : 2));
            expect_ulps("sin", a, vrmi_sin(a), sin((double)a), 1.6);
            expect_ulps("cos", a, vrmi_cos(a), cos((double)a), 1.6);
        }
    }
    /* worst of all floats: 2^-33 quarter turns away from a multiple */
    float worst = 16367173.0f * 0x1p72f;
    expect_ulps("cos", worst, vrmi_cos(worst), cos((double)worst), 1.6);
}

static void sin_is_odd_and_cos_is_even_to_the_bit(void** state) {
    (void)state;
    for (uint64_t bits = 1; bits <= 0x7F7FFFFF; bits += SAMPLE_STRIDE) {
        float a = float_of((uint32_t)bits);
        assert_true(vrmi_sin(-a) == -vrmi_sin(a));
        assert_true(vrmi_cos(-a) == vrmi_cos(a));
    }
}

static void sincos_gives_what_sin_and_cos_give(void** state) {
    (void)state;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += SAMPLE_STRIDE) {
        float a = float_of((uint32_t)bits);
        vrmi_SinCos both = vrmi_sincos(a);
        assert_true(both.sin == vrmi_sin(a));
        assert_true(both.cos == vrmi_cos(a));
    }
}

static void asin_and_acos_stay_within_1_2_ulp(void** state) {
    (void)state;
    for (uint64_t bits = 0; bits <= bits_of(1.0f); bits += SAMPLE_STRIDE / 16) {
        float a = float_of((uint32_t)bits);
        expect_ulps("asin", a, vrmi_asin(a), asin((double)a), 1.2);
        expect_ulps("acos", a, vrmi_acos(a), acos((double)a), 1.2);
        expect_ulps("acos", -a, vrmi_acos(-a), acos(-(double)a), 1.2);
        assert_true(vrmi_asin(-a) == -vrmi_asin(a));
    }
    assert_true(vrmi_acos(1.0f) == 0.0f);
    assert_true(vrmi_acos(-1.0f) == (float)3.14159265358979323846);
    assert_true(vrmi_asin(1.0f) == (float)1.57079632679489661923);
}

static void atan2_stays_within_1_6_ulp_in_every_direction(void** state) {
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 1000000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t y = (uint32_t)(random >> 32);
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t x = (uint32_t)(random >> 32);
        if (i & 1) { /* of like size, where the polynomial works */
            uint32_t exponent = (x >> 23 & 0xFF) + (y >> 23 & 7) - 4;
            y = (y & 0x807FFFFF) | (exponent & 0xFF) << 23;
        }
        float fy = float_of(y), fx = float_of(x);
        if (!isfinite(fy) || !isfinite(fx)) continue;
        expect_ulps("atan2", fy, vrmi_atan2(fy, fx), atan2((double)fy, (double)fx), 1.6);
    }
}

static void atan2_knows_the_axes_and_the_corners_of_the_range(void** state) {
    (void)state;
    const float pi = (float)3.14159265358979323846;
    assert_true(vrmi_atan2(0.0f, 1.0f) == 0.0f);
    assert_true(vrmi_atan2(1.0f, 0.0f) == pi / 2);
    assert_true(vrmi_atan2(-1.0f, 0.0f) == -pi / 2);
    assert_true(vrmi_atan2(0.0f, -1.0f) == pi);
    assert_true(vrmi_atan2(1.0f, 1.0f) == pi / 4);
    assert_true(vrmi_atan2(FLT_MAX, FLT_MAX) == pi / 4);
    assert_true(vrmi_atan2(FLT_TRUE_MIN, FLT_TRUE_MIN) == pi / 4);
    assert_true(vrmi_atan2(FLT_TRUE_MIN, FLT_MAX) == 0.0f);
    assert_true(vrmi_atan2(0.0f, 0.0f) == 0.0f);
    assert_true(vrmi_atan2(-0.0f, -0.0f) == 0.0f);
}

/* */
static void trig_gives_defined_finite_results_for_nan_and_infinity(void** state) {
    (void)state;
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        assert_true(vrmi_sin(bad[i]) == 0.0f);
        assert_true(vrmi_cos(bad[i]) == 1.0f);
    }
    assert_true(vrmi_acos(NAN) == 0.0f);
    assert_true(vrmi_acos(INFINITY) == 0.0f);
    assert_true(vrmi_acos(1.0001f) == 0.0f);
    assert_true(vrmi_acos(-INFINITY) == vrmi_acos(-1.0f));
    assert_true(vrmi_asin(NAN) == 0.0f);
    assert_true(vrmi_asin(INFINITY) == vrmi_asin(1.0f));
    assert_true(vrmi_asin(-2.0f) == vrmi_asin(-1.0f));
    assert_true(vrmi_atan2(NAN, NAN) == 0.0f);
    assert_true(vrmi_atan2(1.0f, NAN) == vrmi_atan2(1.0f, 0.0f));
    assert_true(vrmi_atan2(INFINITY, INFINITY) == vrmi_atan2(1.0f, 1.0f));
    assert_true(vrmi_atan2(-INFINITY, 5.0f) == vrmi_atan2(-1.0f, 0.0f));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sin_and_cos_stay_within_1_6_ulp_for_all_sizes_of_angle),
        cmocka_unit_test(sin_and_cos_keep_their_digits_next_to_multiples_of_a_quarter_turn),
        cmocka_unit_test(sin_is_odd_and_cos_is_even_to_the_bit),
        cmocka_unit_test(sincos_gives_what_sin_and_cos_give),
        cmocka_unit_test(asin_and_acos_stay_within_1_2_ulp),
        cmocka_unit_test(atan2_stays_within_1_6_ulp_in_every_direction),
        cmocka_unit_test(atan2_knows_the_axes_and_the_corners_of_the_range),
        cmocka_unit_test(trig_gives_defined_finite_results_for_nan_and_infinity),
    };
    return cmocka_run_group_tests_name("trig", tests, NULL, NULL);
}
