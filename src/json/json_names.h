/* SPDX-License-Identifier: MIT */
/* Strings of a document as names. They are compared and copied in full, never through a buffer of
 * fixed size: a truncated copy of a long name, or one that ends at an escaped U+0000, is another
 * name. */
#ifndef VRMI_JSON_JSON_NAMES_H
#define VRMI_JSON_JSON_NAMES_H

#include "vrm/json.h"

/* The characters of a string value that has no escapes; NULL when it has some, or is no string. */
vrm_Span vrmi_json_unescaped(const vrm_Json* json, vrm_JsonRef string);

/* Whether two string values, of one document or two, are the same once decoded. */
bool vrmi_json_same(const vrm_Json* a_json, vrm_JsonRef a, const vrm_Json* b_json, vrm_JsonRef b);

/* Whether a string value begins with terminated UTF-8. */
bool vrmi_json_begins(const vrm_Json* json, vrm_JsonRef string, const char* prefix);

/* Decodes a string that should be one of a list of names, none longer than `size` - 1 bytes.
 * Returns false, with undefined content of `buffer`, for any string that cannot be such a name: one
 * that does not fit, is empty, or has U+0000 in it. */
bool vrmi_json_short_name(const vrm_Json* json, vrm_JsonRef string, char* buffer, size_t size);

/* As vrm_json_put_key(), with the key of another object, byte for byte. */
void vrmi_json_put_same_key(vrm_JsonBuilder* builder, const vrm_Json* json, vrm_JsonRef key);

/* As vrm_json_remove(), for the key of one of the object's members. */
vrm_Result vrmi_json_remove_key(vrm_Json* json, vrm_JsonRef object, vrm_JsonRef key);

/* Whether several members of an object have that key. */
bool vrmi_json_has_duplicate(const vrm_Json* json, vrm_JsonRef object, const char* key);

/* The member of an object under the key of another one. */
vrm_JsonRef vrmi_json_same_member(const vrm_Json* json, vrm_JsonRef object,
                                  const vrm_Json* key_json, vrm_JsonRef key);

/* Adds a member under the key of another document's object. No-op if there is such a member. */
vrm_Result vrmi_json_add(vrm_Json* json, vrm_JsonRef object, const vrm_Json* key_json,
                         vrm_JsonRef key, const char* text, size_t size);

#endif
