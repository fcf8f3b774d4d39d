/* SPDX-License-Identifier: MIT */
/* Logarithm, exponential and easing of the library beside those of libm and of the formula. */
#include "base/exponential.h"
#include "support/check.h"

#include <math.h>

static void logarithm_and_exponential_are_exact(void** state) {
    (void)state;
    for (int i = -2000; i <= 2000; i++) {
        double x = (double)i * 0.05 + 0.003;
        assert_true(fabs(vrmi_exp(x) / exp(x) - 1.0) < 1e-14);
        assert_true(fabs(vrmi_ln(exp(x)) - x) < 1e-14 * (1.0 + fabs(x)));
    }
    assert_float_equal(vrmi_ln(1.0), 0.0, 0.0);
    assert_float_equal(vrmi_exp(0.0), 1.0, 0.0);
}

static void easing_rises_from_0_to_1_and_rests_at_both_ends(void** state) {
    (void)state;
    float before = 0.0f;
    for (int i = 0; i <= 1000; i++) {
        float now = vrmi_ease(i / 1000.0);
        assert_true(now >= before - 1e-6f && now <= 1.0f + 1e-6f);
        before = now;
    }
    assert_float_equal(vrmi_ease(0.5), 0.5, 1e-6);
    assert_true(vrmi_ease(0.01) < 2e-5f && vrmi_ease(0.99) > 1.0f - 2e-5f);
    assert_float_equal(vrmi_ease(-1.0), 0.0, 0.0);
    assert_float_equal(vrmi_ease(2.0), 1.0, 0.0);
    assert_float_equal(vrmi_ease((double)NAN), 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithm_and_exponential_are_exact),
        cmocka_unit_test(easing_rises_from_0_to_1_and_rests_at_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
