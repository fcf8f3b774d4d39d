/* SPDX-License-Identifier: MIT */
/* Words of ASCII, compared without regard to case and independent of the locale. */
#ifndef CLI_ASCII_WORDS_H
#define CLI_ASCII_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* 'A' becomes 'a'; everything else stays. */
static inline char cli_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether the first characters of `text`, which has `size` of them, are `word`. The text need not
 * end with a zero; one within it ends it. */
static inline bool cli_begins_with(const char* text, size_t size, const char* word) {
    for (; *word != '\0'; text++, word++, size--)
        if (size == 0 || *text == '\0' || cli_lower(*text) != cli_lower(*word)) return false;
    return true;
}

static inline bool cli_is_same_word(const char* a, const char* b) {
    while (*a != '\0' && cli_lower(*a) == cli_lower(*b)) a++, b++;
    return *a == *b;
}

#endif
