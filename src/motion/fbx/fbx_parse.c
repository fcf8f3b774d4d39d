/* SPDX-License-Identifier: MIT */
/* Which form of FBX a file has, and its nodes. */
#include "motion/fbx/fbx_tree.h"

#include <string.h>

bool vrmi_fbx_is_binary(const uint8_t* bytes, size_t size) {
    static const char magic[] = "Kaydara FBX Binary  ";
    return size >= 27 && memcmp(bytes, magic, sizeof magic) == 0; /* with its NUL */
}

/* A comment that begins with FBX, or the first node of all files. */
bool vrmi_fbx_is_text(const uint8_t* bytes, size_t size) {
    static const char node[] = "FBXHeaderExtension";
    if (size > VRMI_FBX_TEXT_HEAD) size = VRMI_FBX_TEXT_HEAD;
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (size - at >= 6 && memcmp(bytes + at, "; FBX ", 6) == 0) return true;
    for (; at + sizeof node - 1 <= size; at++) {
        if (bytes[at] == 0) return false;
        if (memcmp(bytes + at, node, sizeof node - 1) == 0) return true;
    }
    return false;
}

/* Text has it in a node alone. */
static void read_version(vrmi_FbxTree* tree) {
    uint32_t header = vrmi_fbx_child(tree, 0, "FBXHeaderExtension");
    double version = header == 0 ? 0.0 : vrmi_fbx_number(tree, header, "FBXVersion", 0.0);
    tree->version = version >= 1000.0 && version <= 99999.0 ? (uint32_t)version : 6100;
}

/* Deflate makes a thousand bytes of one, keys take more memory than in the file, and one array may
 * be that of many curves. Recorded motion shrinks to a third; unless the caller says what may be
 * used, memory and time are bounded by the size of the file. */
static void set_limits(vrmi_FbxTree* tree) {
    const uint64_t free_bytes = (uint64_t)32 << 20, for_each = 48;
    uint64_t most = free_bytes + for_each * tree->size;
    tree->bytes_left = tree->unpacking_left = tree->input->max_bytes;
    if (!tree->input->is_limited_by_size) return;
    if (most < tree->bytes_left) tree->bytes_left = most;
    tree->unpacking_left = 2 * most;
}

void vrmi_fbx_parse(vrmi_FbxTree* tree, const vrmi_CaptureInput* input) {
    *tree = (vrmi_FbxTree){.input = input, .bytes = input->bytes, .size = input->size};
    set_limits(tree);
    vrmi_fbx_arena_init(&tree->arena, &input->allocator);
    vrmi_fbx_arena_init(&tree->work, &input->allocator);
    if (input->size >= UINT32_MAX) {
        vrmi_fbx_fail_memory(tree, VRM_ERR_LIMIT);
        return;
    }
    tree->is_text = !vrmi_fbx_is_binary(tree->bytes, tree->size);
    vrmi_fbx_add_node(tree); /* the file */
    if (tree->result != VRM_OK) return;
    if (tree->is_text)
        vrmi_fbx_parse_text(tree);
    else
        vrmi_fbx_parse_binary(tree);
    if (tree->result != VRM_OK) return;
    tree->nodes[0].end = (uint32_t)tree->node_count;
    if (tree->is_text) read_version(tree);
}
