/* SPDX-License-Identifier: MIT */
#include "support/check.h"

#include "base/sort.h"

#include <math.h>
#include <stdlib.h>

static void test_numbers_are_sorted_upwards(void** state) {
    (void)state;
    float values[] = {3.0f, -INFINITY, 0.5f, -2.0f, INFINITY, 0.5f, -0.0f};
    static const float sorted[] = {-INFINITY, -2.0f, 0.0f, 0.5f, 0.5f, 3.0f, INFINITY};
    vrmi_sort_floats(values, sizeof values / sizeof *values);
    for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++) assert_true(values[i] == sorted[i]);
}

static void test_none_and_one_stay(void** state) {
    (void)state;
    float one = 7.0f;
    vrmi_sort_floats(NULL, 0);
    vrmi_sort_floats(&one, 1);
    assert_true(one == 7.0f);
}

static void test_many_numbers_stay_the_same_numbers(void** state) {
    (void)state;
    enum { COUNT = 1000 };
    float values[COUNT];
    for (int i = 0; i < COUNT; i++) values[i] = (float)(i * 7919 % COUNT);
    vrmi_sort_floats(values, COUNT);
    for (int i = 0; i < COUNT; i++) assert_true(values[i] == (float)i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_sorted_upwards),
        cmocka_unit_test(test_none_and_one_stay),
        cmocka_unit_test(test_many_numbers_stay_the_same_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
