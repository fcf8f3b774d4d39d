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

#endif
