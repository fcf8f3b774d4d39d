/* SPDX-License-Identifier: MIT */
/* Words of FBX text. */
#ifndef VRMI_MOTION_FBX_WORDS_H
#define VRMI_MOTION_FBX_WORDS_H

#include "motion/fbx/fbx_tree.h"

/* Behind blanks, line ends and comments (; to the end of the line). */
size_t vrmi_fbx_skip_blanks(const uint8_t* bytes, size_t at, size_t end);

/* Behind one value: a text in quotes, or everything up to a blank or one of , { } : ;
 * `at` where there is none. */
size_t vrmi_fbx_skip_word(const uint8_t* bytes, size_t at, size_t end);

/* A number, the same on every machine; false when it is none. NaN and what does not fit is 0. */
bool vrmi_fbx_parse_number(const char* text, size_t size, vrmi_FbxValue* out);

#endif
