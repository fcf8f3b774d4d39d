/* SPDX-License-Identifier: MIT */
/* ASCII letters, independent of the locale. */
#ifndef VRMI_BASE_ASCII_H
#define VRMI_BASE_ASCII_H

#include <stdbool.h>

static inline bool vrmi_is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static inline bool vrmi_is_letter(char c) {
    return vrmi_is_upper(c) || (c >= 'a' && c <= 'z');
}

static inline bool vrmi_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* 'A' becomes 'a'; everything else stays. */
static inline char vrmi_lower(char c) {
    return vrmi_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* The value of a hexadecimal digit; -1 when it is none. */
static inline int vrmi_hex_value(char c) {
    if (vrmi_is_digit(c)) return c - '0';
    c = vrmi_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

#endif
