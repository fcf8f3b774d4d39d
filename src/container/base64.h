/* SPDX-License-Identifier: MIT */
/* Base64 as RFC 4648 section 4 defines it, for data: URIs. Strict: no white space, no other
 * alphabet, no unused bits that are set. The '=' at the end may be missing, as some exporters write
 * it, but must not be wrong. */
#ifndef VRMI_CONTAINER_BASE64_H
#define VRMI_CONTAINER_BASE64_H

#include "vrm/json.h"

/* The size of the decoded bytes. False when no text of that length and padding is valid base64. */
bool vrmi_base64_size(vrm_Span text, size_t* out_size);

/* Writes exactly that many bytes. Returns false, with undefined `bytes`, when a character is
 * invalid. */
bool vrmi_base64_decode(vrm_Span text, uint8_t* bytes);

/* Whether the text is base64 of exactly these bytes. Takes no memory. */
bool vrmi_base64_equals(vrm_Span text, const uint8_t* bytes, size_t size);

#endif
