/* SPDX-License-Identifier: MIT */
/* FBX as text: `Name: value, value {` children `}`. A comma may also begin a line. */
#include "motion/fbx/fbx_words.h"

#include <string.h>

/* ---- Nodes ---- */

/* Returns the end of the values that begin at `at`: before a brace, or before the name of the next
 * node. */
static size_t skip_values(const vrmi_FbxTree* tree, size_t at) {
    const uint8_t* bytes = tree->bytes;
    size_t next = vrmi_fbx_skip_blanks(bytes, at, tree->size);
    while (next < tree->size) {
        bool has_comma = bytes[next] == ',';
        if (has_comma) next = vrmi_fbx_skip_blanks(bytes, next + 1, tree->size);
        size_t end = vrmi_fbx_skip_word(bytes, next, tree->size);
        if (end == next) break;
        size_t behind = vrmi_fbx_skip_blanks(bytes, end, tree->size);
        bool is_name = bytes[next] != '"' && behind < tree->size && bytes[behind] == ':';
        if (is_name) break;
        at = end;
        next = behind;
        if (next < tree->size && bytes[next] != ',') break;
    }
    return at;
}

static size_t read_node(vrmi_FbxTree* tree, size_t at, uint32_t* out_index) {
    size_t name = at, end = vrmi_fbx_skip_word(tree->bytes, at, tree->size);
    at = vrmi_fbx_skip_blanks(tree->bytes, end, tree->size);
    if (end == name || end - name > UINT8_MAX || at >= tree->size || tree->bytes[at] != ':') {
        vrmi_fbx_fail(tree, name, "the name of a node with a colon is missing");
        return tree->size;
    }
    uint32_t index = vrmi_fbx_add_node(tree);
    if (index == 0) return tree->size;
    vrmi_FbxNode* node = &tree->nodes[index];
    node->name_at = (uint32_t)name;
    node->name_size = (uint8_t)(end - name);
    node->values_at = (uint32_t)(at + 1);
    at = skip_values(tree, at + 1);
    node->values_size = (uint32_t)(at - node->values_at);
    *out_index = index;
    return vrmi_fbx_skip_blanks(tree->bytes, at, tree->size);
}

void vrmi_fbx_parse_text(vrmi_FbxTree* tree) {
    uint32_t open[VRMI_FBX_DEPTH_MAX + 1] = {0};
    int depth = 0;
    size_t at = tree->size >= 3 && memcmp(tree->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    at = vrmi_fbx_skip_blanks(tree->bytes, at, tree->size);
    while (at < tree->size && tree->result == VRM_OK) {
        uint32_t index = 0;
        if (tree->bytes[at] == '}') {
            if (depth == 0) {
                vrmi_fbx_fail(tree, at, "a brace closes nothing");
                return;
            }
            tree->nodes[open[depth--]].end = (uint32_t)tree->node_count;
            at++;
        } else {
            at = read_node(tree, at, &index);
        }
        if (index != 0 && at < tree->size && tree->bytes[at] == '{') {
            if (depth == VRMI_FBX_DEPTH_MAX) {
                vrmi_fbx_fail(tree, at, "nodes lie too deep within each other");
                return;
            }
            open[++depth] = index;
            at++;
        }
        at = vrmi_fbx_skip_blanks(tree->bytes, at, tree->size);
    }
    if (depth > 0) vrmi_fbx_fail(tree, tree->size, "a brace is not closed");
}
