/* SPDX-License-Identifier: MIT */
/* What cmocka wants included before itself, in the order in which it wants it. */
#ifndef VRM_TESTS_SUPPORT_CHECK_H
#define VRM_TESTS_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1 where a sanitizer looks on. Everything takes many times as long then, and what is only a matter
 * of how many cases are tried is tried in full by the other builds. */
#define TEST_IS_SANITIZED 0
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#undef TEST_IS_SANITIZED
#define TEST_IS_SANITIZED 1
#endif
#endif

/** cmocka's own comparison lets NaN and infinity through: neither is further from anything than
 * epsilon. This one wants numbers that are as close as asked for. */
static inline void test_close(double a, double b, double epsilon, const char* file, int line) {
    double distance = a > b ? a - b : b - a;
    if (a == b || distance <= epsilon) return;
    print_error("%.9g is not %.9g (give or take %.3g)\n", a, b, epsilon);
    _fail(file, line);
}

#undef assert_float_equal
#define assert_float_equal(a, b, epsilon)                                                          \
    test_close((double)(a), (double)(b), (double)(epsilon), __FILE__, __LINE__)

/** Runs a group of cases, or those that VRM_TEST in the environment names: a part of their names,
 * or a pattern with * and ?. Fails if no case has such a name. */
static inline int test_run_cases(const char* group, const struct CMUnitTest* all, size_t count,
                                 CMFixtureFunction setup, CMFixtureFunction teardown) {
    static char pattern[256]; /* cmocka keeps its address */
    const char* wanted = getenv("VRM_TEST");
    if (wanted != NULL && wanted[0] != '\0') {
        bool is_pattern = strpbrk(wanted, "*?") != NULL;
        size_t matches = 0;
        (void)snprintf(pattern, sizeof pattern, is_pattern ? "%s" : "*%s*", wanted);
        for (size_t i = 0; i < count; i++) matches += fnmatch(pattern, all[i].name, 0) == 0;
        if (matches == 0) {
            print_error("VRM_TEST=%s: no such case. There are:\n", wanted);
            for (size_t i = 0; i < count; i++) print_error("  %s\n", all[i].name);
            return 1;
        }
        cmocka_set_test_filter(pattern);
    }
    return _cmocka_run_group_tests(group, all, count, setup, teardown);
}
#define _cmocka_run_group_tests test_run_cases /* by which cmocka's macros run a group */

#endif
