/* SPDX-License-Identifier: MIT */
/* Left and right in the names of expressions and morph targets. */
#ifndef VRMI_MOTION_NAME_SIDES_H
#define VRMI_MOTION_NAME_SIDES_H

#include <stdbool.h>
#include <stddef.h>

/* Where a name says its side: `size` bytes at `at`. */
typedef struct vrmi_NameSide {
    size_t at, size;
    const char* other; /* the word for the other side; static */
} vrmi_NameSide;

/* Returns false if a name has no side at its beginning or end: blinkLeft, mouthSmile_L,
 * Left_Eye_Close. */
bool vrmi_name_side(const char* name, vrmi_NameSide* out);

/* The name of the other side: its length, and its bytes with a terminating 0. */
size_t vrmi_mirrored_name_size(const char* name, const vrmi_NameSide* side);
void vrmi_mirror_name(const char* name, const vrmi_NameSide* side, char* out);

/* Returns true if `other` is the name of the other side. */
bool vrmi_is_mirrored_name(const char* name, const vrmi_NameSide* side, const char* other);

#endif
