/* SPDX-License-Identifier: MIT */
/* UTF-8 as RFC 3629 defines it: no surrogates, nothing above U+10FFFF, no overlong form. Text is a
 * pointer and a size; a zero byte is a character like any other. */
#ifndef VRMI_BASE_UTF8_H
#define VRMI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The result of vrmi_utf8_next() for bytes that are not a valid character. */
#define VRMI_UTF8_BAD UINT32_MAX

/* Decodes the character at the beginning of `text` and returns its size in bytes: 1 to 4, and 0
 * only when `size` is 0. An invalid sequence is consumed as far as it could still have become a
 * character (the Unicode standard's "maximal subpart", 1 to 3 bytes) and gives VRMI_UTF8_BAD. */
size_t vrmi_utf8_next(const char* text, size_t size, uint32_t* out_character);

/* Writes a character and returns its size, 1 to 4 bytes; a value that is not a character becomes
 * U+FFFD. */
size_t vrmi_utf8_put(char out_bytes[4], uint32_t character);

bool vrmi_utf8_is_valid(const char* text, size_t size);

/* The largest size up to `limit` that does not split a character. */
size_t vrmi_utf8_cut(const char* text, size_t size, size_t limit);

#endif
