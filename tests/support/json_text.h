/* SPDX-License-Identifier: MIT */
/* JSON while a test writes it: text that grows, or a list of elements. */
#ifndef VRM_TESTS_SUPPORT_JSON_TEXT_H
#define VRM_TESTS_SUPPORT_JSON_TEXT_H

#include <stddef.h>

/** All zero is empty. The caller frees `data`. */
typedef struct TestText {
    char* data;
    size_t size, capacity;
    int count; /**< Of the elements of a list. */
} TestText;

/** Appends less than 1024 characters. */
void test_put(TestText* text, const char* format, ...);

/** Begins an element of a list: the comma before it. Returns its number. */
int test_put_next(TestText* list);

/** Appends another text, of any length. */
void test_put_text(TestText* text, const TestText* more);

#endif
