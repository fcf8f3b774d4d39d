/* SPDX-License-Identifier: MIT */
/* For each list of words.def: vrmi_LIST, an array that ends with NULL, and VRMI_COUNT_LIST. */
#ifndef VRMI_BASE_WORDS_H
#define VRMI_BASE_WORDS_H

#define WORDS(list, count, ...)                                                                    \
    enum { VRMI_COUNT_##list = (count) };                                                          \
    extern const char* const vrmi_##list[(count) + 1];
#include "base/words.def"
#undef WORDS

#endif
