/* SPDX-License-Identifier: MIT */
/* UTF-8 as RFC 3629 has it: no surrogates, nothing above U+10FFFF, no form longer than needed.
 * Text is a pointer and a size; zero bytes are characters like others. */
#ifndef VRMI_BASE_UTF8_H
#define VRMI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What vrmi_utf8_next() gives for bytes that are no character. */
#define VRMI_UTF8_BAD UINT32_MAX

/* Decodes the character at the beginning of `text` and returns how many bytes it takes: 1 to 4, and
 * 0 only when `size` is 0. Bytes that are no character are taken as far as they could still have
 * become one (the Unicode standard's "maximal subpart"), 1 to 3, and give VRMI_UTF8_BAD. */
size_t vrmi_utf8_next(const char* text, size_t size, uint32_t* out_character);

/* Writes a character and returns its 1 to 4 bytes; what is no character becomes U+FFFD. */
size_t vrmi_utf8_put(char out_bytes[4], uint32_t character);

bool vrmi_utf8_is_valid(const char* text, size_t size);

/* Characters, each unit of bad bytes counting as one. */
size_t vrmi_utf8_count(const char* text, size_t size);

/* The largest size up to `limit` that does not cut a character in two. */
size_t vrmi_utf8_cut(const char* text, size_t size, size_t limit);

#endif
