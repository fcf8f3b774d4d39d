/* SPDX-License-Identifier: MIT */
/* Nodes to text. Unedited values are copied byte for byte; edited containers are assembled from
 * their lists. */
#include "json/tree.h"

#include <string.h>

/* A container that is being written. */
typedef struct Frame {
    const vrmi_JsonNode* node;
    const vrmi_JsonList* list;
    uint32_t next;
} Frame;

static char* put(char* at, const void* bytes, size_t size) {
    memcpy(at, bytes, size);
    return at + size;
}

static char* put_gap(const vrm_Json* json, char* at, vrmi_JsonGap gap) {
    return gap.size == 0 ? at : put(at, vrmi_json_bytes(json, gap.offset), gap.size);
}

static char* put_node(const vrm_Json* json, char* at, const vrmi_JsonNode* node) {
    return put(at, vrmi_json_bytes(json, node->offset), node->size);
}

/* Writes everything of the next child except its value. */
static char* put_head(const vrm_Json* json, char* at, const Frame* frame) {
    const vrmi_JsonChild* child = &frame->list->children[frame->next];
    if (frame->next > 0) {
        at = put_gap(json, at, child[-1].after);
        *at++ = ',';
    }
    at = put_gap(json, at, child->before);
    if (child->key == VRM_JSON_MISSING) return at;
    at = put_node(json, at, vrmi_json_node(json, child->key));
    return put_gap(json, at, child->colon);
}

static char* put_tree(const vrm_Json* json, char* at, Frame* frames) {
    uint32_t depth = 0;
    const vrmi_JsonNode* node = vrmi_json_node(json, json->root);
    for (;;) {
        const vrmi_JsonList* list =
            vrmi_json_is_container(node) ? vrmi_json_list(json, node) : NULL;
        if (list == NULL) {
            at = put_node(json, at, node);
        } else {
            *at++ = vrmi_json_tag_type(node->tag) == VRM_JSON_ARRAY ? '[' : '{';
            frames[depth++] = (Frame){node, list, 0};
        }
        while (depth > 0 && frames[depth - 1].next == frames[depth - 1].list->count) {
            const Frame* frame = &frames[--depth];
            at = put_gap(json, at, frame->list->close);
            *at++ = vrmi_json_tag_type(frame->node->tag) == VRM_JSON_ARRAY ? ']' : '}';
        }
        if (depth == 0) return at;
        Frame* frame = &frames[depth - 1];
        at = put_head(json, at, frame);
        node = vrmi_json_node(json, frame->list->children[frame->next++].value);
    }
}

size_t vrm_json_written_size(const vrm_Json* json) {
    return (size_t)json->nodes[0].offset + vrmi_json_node(json, json->root)->size +
           (json->text_size - json->root_end);
}

vrm_Result vrm_json_write(const vrm_Json* json, char* buffer, size_t size) {
    if (size < vrm_json_written_size(json)) return VRM_ERR_ARGUMENT;
    if (!json->is_edited) {
        memcpy(buffer, json->text, json->text_size);
        return VRM_OK;
    }
    size_t bytes = (size_t)json->list_depth * sizeof(Frame);
    Frame* frames = vrmi_alloc(&json->allocator, bytes);
    if (frames == NULL) return VRM_ERR_MEMORY;
    char* at = put(buffer, json->text, json->nodes[0].offset);
    at = put_tree(json, at, frames);
    at = put(at, json->text + json->root_end, json->text_size - json->root_end);
    VRM_ASSERT((size_t)(at - buffer) == vrm_json_written_size(json));
    vrmi_release(&json->allocator, frames, bytes);
    return VRM_OK;
}
