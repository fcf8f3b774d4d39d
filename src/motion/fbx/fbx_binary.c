/* SPDX-License-Identifier: MIT */
/* Binary FBX. A node is
 *
 *   end of the node, number of values, their bytes (u32 each; u64 from version 7500), name
 *
 * then its values, then its children with a head of zeros behind the last of them. */
#include "base/bytes.h"
#include "motion/fbx/fbx_tree.h"

enum { FIRST_NODE = 27 };

typedef struct Head {
    uint64_t end, values_size;
    size_t size; /* with the name */
    uint8_t name_size;
} Head;

/* False when not even the fixed part is there. */
static bool read_head(const vrmi_FbxTree* tree, size_t at, size_t limit, Head* out) {
    size_t fixed = tree->has_wide_heads ? 25 : 13;
    if (limit - at < fixed) return false;
    const uint8_t* from = tree->bytes + at;
    if (tree->has_wide_heads)
        *out = (Head){.end = vrmi_load_u64(from), .values_size = vrmi_load_u64(from + 16)};
    else
        *out = (Head){.end = vrmi_load_u32(from), .values_size = vrmi_load_u32(from + 8)};
    out->name_size = from[fixed - 1];
    out->size = fixed + out->name_size;
    return true;
}

/* What no motion is in: found by its head and left out with everything below. */
static bool is_passed_over(const vrmi_FbxTree* tree, uint32_t node) {
    static const char* const parts[] = {"Geometry",       "Material", "Texture", "Video",
                                        "Implementation", "Media",    "Shape"};
    const vrmi_FbxNode* n = &tree->nodes[node];
    if (n->name_size == 0 || memchr("GMTVIS", tree->bytes[n->name_at], 6) == NULL) return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (vrmi_fbx_is_named(tree, node, parts[i])) return true;
    return false;
}

typedef struct Open {
    uint32_t node;
    size_t end;
} Open;

/* Reads the node at `at`. Returns where to go on: at its children, or behind it. */
static size_t read_node(vrmi_FbxTree* tree, const Head* head, size_t at, size_t limit, Open* out) {
    size_t values = at + head->size;
    if (head->end > limit || head->end < values || head->values_size > head->end - values) {
        vrmi_fbx_fail(tree, at, "a node ends outside the one around it");
        return limit;
    }
    uint32_t index = vrmi_fbx_add_node(tree);
    if (index == 0) return limit;
    vrmi_FbxNode* node = &tree->nodes[index];
    node->name_size = head->name_size;
    node->name_at = (uint32_t)(values - head->name_size);
    node->values_at = (uint32_t)values;
    node->values_size = (uint32_t)head->values_size;
    *out = (Open){.node = index, .end = (size_t)head->end};
    if (is_passed_over(tree, index)) return out->end;
    return values + (size_t)head->values_size;
}

void vrmi_fbx_parse_binary(vrmi_FbxTree* tree) {
    Open open[VRMI_FBX_DEPTH_MAX + 1];
    int depth = 0;
    if (tree->bytes[22] != 0) { /* an order of bytes that no program writes */
        vrmi_fbx_fail(tree, 22, "its numbers are big-endian");
        return;
    }
    tree->version = vrmi_load_u32(tree->bytes + 23);
    tree->has_wide_heads = tree->version >= 7500;
    open[0] = (Open){.end = tree->size};
    for (size_t at = FIRST_NODE; tree->result == VRM_OK;) {
        Open* top = &open[depth];
        Head head;
        bool is_end = at >= top->end;
        if (!is_end && !read_head(tree, at, top->end, &head)) {
            vrmi_fbx_fail(tree, at, "it ends within a node");
            return;
        }
        if (is_end || head.end == 0) { /* the head of zeros: behind the last child */
            tree->nodes[top->node].end = (uint32_t)tree->node_count;
            at = top->end;
            if (depth-- == 0) return;
            continue;
        }
        if (depth == VRMI_FBX_DEPTH_MAX) {
            vrmi_fbx_fail(tree, at, "nodes lie too deep within each other");
            return;
        }
        at = read_node(tree, &head, at, top->end, &open[depth + 1]);
        depth++;
    }
}
