/* SPDX-License-Identifier: MIT */
#include "json/json_names.h"

#include "base/utf8.h"
#include "json/tree.h"

#include <string.h>

vrm_Span vrmi_json_unescaped(const vrm_Json* json, vrm_JsonRef string) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, string, VRM_JSON_STRING);
    if (node == NULL || (node->tag & VRMI_JSON_ESCAPED) != 0) return (vrm_Span){NULL, 0};
    return (vrm_Span){vrmi_json_bytes(json, node->offset) + 1, node->size - 2};
}

bool vrmi_json_same(const vrm_Json* a_json, vrm_JsonRef a, const vrm_Json* b_json, vrm_JsonRef b) {
    const vrmi_JsonNode* x = vrmi_json_typed(a_json, a, VRM_JSON_STRING);
    const vrmi_JsonNode* y = vrmi_json_typed(b_json, b, VRM_JSON_STRING);
    if (x == NULL || y == NULL) return false;
    return vrmi_json_same_string(
        vrmi_json_bytes(a_json, x->offset), x->size, (x->tag & VRMI_JSON_ESCAPED) != 0,
        vrmi_json_bytes(b_json, y->offset), y->size, (y->tag & VRMI_JSON_ESCAPED) != 0);
}

bool vrmi_json_begins(const vrm_Json* json, vrm_JsonRef string, const char* prefix) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, string, VRM_JSON_STRING);
    if (node == NULL) return false;
    const char* at = vrmi_json_bytes(json, node->offset) + 1;
    const char* end = at + node->size - 2;
    while (*prefix != '\0') {
        char bytes[4];
        if (at == end) return false;
        size_t length = vrmi_utf8_put(bytes, vrmi_json_char(&at, end));
        if (strncmp(prefix, bytes, length) != 0) return false;
        prefix += length;
    }
    return true;
}

bool vrmi_json_short_name(const vrm_Json* json, vrm_JsonRef string, char* buffer, size_t size) {
    if (vrmi_json_typed(json, string, VRM_JSON_STRING) == NULL) return false;
    size_t length = vrm_json_string(json, string, buffer, size);
    return length > 0 && length < size && strlen(buffer) == length;
}

vrm_JsonRef vrmi_json_same_member(const vrm_Json* json, vrm_JsonRef object,
                                  const vrm_Json* key_json, vrm_JsonRef key) {
    vrm_JsonRef found = VRM_JSON_MISSING; /* of equal keys the last one counts */
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrm_json_next(&it))
        if (vrmi_json_same(json, it.key, key_json, key)) found = it.value;
    return found;
}

bool vrmi_json_has_duplicate(const vrm_Json* json, vrm_JsonRef object, const char* key) {
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrm_json_next(&it))
        if (vrmi_json_is_shadowed(json, it.key) && vrm_json_equals(json, it.key, key)) return true;
    return false;
}
