/* SPDX-License-Identifier: MIT */
/* What cmocka wants included before itself, in the order in which it wants it. */
#ifndef VRM_TESTS_SUPPORT_CHECK_H
#define VRM_TESTS_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

#endif
