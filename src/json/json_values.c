/* SPDX-License-Identifier: MIT */
/* The functions that inspect the values of a document. */
#include "json/tree.h"

#include <string.h>

vrm_JsonRef vrm_json_root(const vrm_Json* json) {
    return json->root;
}

vrm_JsonType vrm_json_type(const vrm_Json* json, vrm_JsonRef value) {
    const vrmi_JsonNode* node = vrmi_json_node(json, value);
    return node == NULL ? VRM_JSON_NONE : vrmi_json_tag_type(node->tag);
}

uint32_t vrm_json_count(const vrm_Json* json, vrm_JsonRef container) {
    const vrmi_JsonNode* node = vrmi_json_node(json, container);
    if (node == NULL || !vrmi_json_is_container(node)) return 0;
    const vrmi_JsonList* list = vrmi_json_list(json, node);
    return list != NULL ? list->count : node->tag >> VRMI_JSON_COUNT_BIT;
}

/* An iterator's private_end: the ref behind the last child, or an index into `lists`. */
#define ITER_LISTED (1u << 31)
#define ITER_OBJECT (1u << 30)
#define ITER_BITS   (ITER_LISTED | ITER_OBJECT)

vrm_JsonIter vrm_json_iter(const vrm_Json* json, vrm_JsonRef container) {
    vrm_JsonIter it = {
        .json = json, .key = VRM_JSON_MISSING, .value = VRM_JSON_MISSING, .index = UINT32_MAX};
    const vrmi_JsonNode* node = vrmi_json_node(json, container);
    if (node == NULL || !vrmi_json_is_container(node)) return it;
    bool is_object = vrmi_json_tag_type(node->tag) == VRM_JSON_OBJECT;
    if (node->tag & VRMI_JSON_LISTED) {
        it.private_end = node->tag >> VRMI_JSON_COUNT_BIT | ITER_LISTED;
    } else {
        it.private_next = container + 1;
        it.private_end = (container + node->span) | (is_object ? ITER_OBJECT : 0);
    }
    return it;
}

static bool next_listed(vrm_JsonIter* it) {
    const vrmi_JsonList* list = &it->json->lists[it->private_end & ~ITER_BITS];
    if (it->private_next >= list->count) return false;
    it->key = list->children[it->private_next].key;
    it->value = list->children[it->private_next].value;
    it->private_next++;
    it->index++;
    return true;
}

bool vrm_json_next(vrm_JsonIter* it) {
    if (it->private_end & ITER_LISTED) return next_listed(it);
    if (it->private_next >= (it->private_end & ~ITER_BITS)) return false;
    it->value = it->private_next;
    if (it->private_end & ITER_OBJECT) it->key = it->value++;
    it->private_next = it->value + vrmi_json_node(it->json, it->value)->span;
    it->index++;
    return true;
}

/* The same walk without an iterator, over an object as it was parsed. Readers of a document
 * spend most of their time in member lookup, so it has its own fast path. */
static vrm_JsonRef find_parsed(const vrm_Json* json, vrm_JsonRef object, const char* key,
                               size_t size) {
    const vrmi_JsonNode* nodes = json->nodes;
    vrm_JsonRef end = object + nodes[object].span;
    for (vrm_JsonRef ref = object + 1; ref < end; ref += 1 + nodes[ref + 1].span) {
        const vrmi_JsonNode* node = &nodes[ref];
        bool is_equal =
            node->tag & (VRMI_JSON_ESCAPED | VRMI_JSON_SHADOWED)
                ? !(node->tag & VRMI_JSON_SHADOWED) && vrm_json_equals(json, ref, key)
                : node->size == size + 2 && memcmp(json->text + node->offset + 1, key, size) == 0;
        if (is_equal) return ref + 1;
    }
    return VRM_JSON_MISSING;
}

vrm_JsonRef vrm_json_member(const vrm_Json* json, vrm_JsonRef object, const char* key) {
    const vrmi_JsonNode* parent = vrmi_json_typed(json, object, VRM_JSON_OBJECT);
    if (parent == NULL) return VRM_JSON_MISSING;
    if (object < json->count && !(parent->tag & VRMI_JSON_LISTED))
        return find_parsed(json, object, key, strlen(key));
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrmi_json_next_member(&it))
        if (vrm_json_equals(json, it.key, key)) return it.value;
    return VRM_JSON_MISSING;
}

bool vrm_json_bool(const vrm_Json* json, vrm_JsonRef value, bool fallback) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, value, VRM_JSON_BOOL);
    return node == NULL ? fallback : (node->tag & VRMI_JSON_TRUE) != 0;
}

double vrm_json_number(const vrm_Json* json, vrm_JsonRef value, double fallback) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, value, VRM_JSON_NUMBER);
    if (node == NULL) return fallback;
    double number;
    bool fits = vrmi_json_to_double(vrmi_json_bytes(json, node->offset), node->size, &number);
    return fits ? number : fallback;
}

bool vrm_json_integer(const vrm_Json* json, vrm_JsonRef value, int64_t* out) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, value, VRM_JSON_NUMBER);
    if (node == NULL) return false;
    return vrmi_json_to_integer(vrmi_json_bytes(json, node->offset), node->size, out);
}

vrm_Span vrm_json_text(const vrm_Json* json, vrm_JsonRef value) {
    const vrmi_JsonNode* node = vrmi_json_node(json, value);
    bool is_edited = node != NULL && vrmi_json_is_container(node) && (node->tag & VRMI_JSON_LISTED);
    if (node == NULL || is_edited) return (vrm_Span){NULL, 0};
    return (vrm_Span){vrmi_json_bytes(json, node->offset), node->size};
}
