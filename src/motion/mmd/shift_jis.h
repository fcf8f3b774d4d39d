/* SPDX-License-Identifier: MIT */
/* Names as MMD writes them: Shift-JIS in fields of 15 or 20 bytes. */
#ifndef VRMI_MOTION_MMD_SHIFT_JIS_H
#define VRMI_MOTION_MMD_SHIFT_JIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VRMI_MMD_NAME_SIZE = 64 }; /* 20 bytes become 60 at most, and the 0 */

/* The text of a field up to its first zero byte, as UTF-8. A first byte without its second is what
 * cutting left, and is dropped; bytes that mean nothing become U+FFFD. */
void vrmi_shift_jis_decode(const uint8_t* field, size_t size, char out[VRMI_MMD_NAME_SIZE]);

/* The character of two bytes; U+FFFD where there is none. By itself, because a host may have the
 * table already. */
uint32_t vrmi_shift_jis_pair(uint8_t first, uint8_t second);

/* The name in one spelling: ASCII for letters, digits and signs of full width, and full width for
 * katakana of half width. Returns the size; text that has no room is left out. */
size_t vrmi_mmd_fold(const char* name, char* out, size_t room);

#endif
