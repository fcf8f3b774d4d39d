/* SPDX-License-Identifier: MIT */
#include "support/json_text.h"

#include "support/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void test_put(TestText* text, const char* format, ...) {
    va_list args;
    if (text->size + 1024 > text->capacity) {
        text->capacity = text->capacity * 2 + 4096;
        text->data = realloc(text->data, text->capacity);
        assert_non_null(text->data);
    }
    va_start(args, format);
    int size = vsnprintf(text->data + text->size, 1024, format, args);
    va_end(args);
    assert_true(size >= 0 && size < 1024);
    text->size += (size_t)size;
}

int test_put_next(TestText* list) {
    if (list->count > 0) test_put(list, ",");
    return list->count++;
}

void test_put_text(TestText* text, const TestText* more) {
    for (size_t i = 0; i < more->size; i += 1000)
        test_put(text, "%.*s", (int)(more->size - i < 1000 ? more->size - i : 1000),
                 more->data + i);
}
