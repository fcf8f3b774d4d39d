/* SPDX-License-Identifier: MIT */
#include "base/words.h"

#include <stddef.h>

#define WORDS(list, count, ...)                                                                    \
    _Static_assert(sizeof((const char*[]){__VA_ARGS__}) == (count) * sizeof(char*), #list);        \
    const char* const vrmi_##list[(count) + 1] = {__VA_ARGS__, NULL};
#include "base/words.def"
#undef WORDS
