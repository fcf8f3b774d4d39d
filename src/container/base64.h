/* SPDX-License-Identifier: MIT */
/* Base64 as RFC 4648 section 4 has it, for data: URIs. Strict: no white space, no other alphabet,
 * no bits left over. The '=' at the end may be left out, as some exporters do, but not be wrong. */
#ifndef VRMI_CONTAINER_BASE64_H
#define VRMI_CONTAINER_BASE64_H

#include "vrm/json.h"

/* How many bytes the text stands for. False when no text of that length and padding is base64. */
bool vrmi_base64_size(vrm_Span text, size_t* out_size);

/* Writes exactly that many bytes. False, with `bytes` in any state, when a character is wrong. */
bool vrmi_base64_decode(vrm_Span text, uint8_t* bytes);

/* Whether the text is base64 of exactly these bytes. Takes no memory. */
bool vrmi_base64_equals(vrm_Span text, const uint8_t* bytes, size_t size);

#endif
