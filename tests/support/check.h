/* SPDX-License-Identifier: MIT */
/* What cmocka wants included before itself, in the order in which it wants it. */
#ifndef VRM_TESTS_SUPPORT_CHECK_H
#define VRM_TESTS_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
