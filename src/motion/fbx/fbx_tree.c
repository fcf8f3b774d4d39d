/* SPDX-License-Identifier: MIT */
#include "motion/fbx/fbx_tree.h"

#include <string.h>

/* ---- Memory ---- */

void vrmi_fbx_fail(vrmi_FbxTree* tree, size_t at, const char* why) {
    if (tree->result != VRM_OK) return;
    tree->result = VRM_ERR_INVALID;
    vrmi_report_at(tree->input->report, VRMI_RULE_FBX_SYNTAX, at, "The FBX file is damaged: %s.",
                   why);
}

void vrmi_fbx_fail_memory(vrmi_FbxTree* tree, vrm_Result result) {
    if (tree->result != VRM_OK) return;
    tree->result = result;
    if (result == VRM_ERR_LIMIT)
        vrmi_report_at(tree->input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET,
                       "The motion has more joints, frames or keys than a file of %llu bytes may "
                       "have; cut it into pieces, or raise the limit of memory if you trust the "
                       "file: --limit memory=BYTES (vrm_CaptureDef.max_bytes).",
                       (unsigned long long)tree->size);
}

bool vrmi_fbx_charge(vrmi_FbxTree* tree, size_t count, size_t size) {
    size_t bytes;
    if (!vrmi_mul(count, size, &bytes) || bytes > tree->bytes_left) {
        vrmi_fbx_fail_memory(tree, VRM_ERR_LIMIT);
        return false;
    }
    tree->bytes_left -= bytes;
    return true;
}

void vrmi_fbx_arena_init(vrmi_Arena* arena, const vrm_Allocator* allocator) {
    vrmi_arena_init(arena, allocator, 4096);
    arena->largest_step = 64 << 10;
}

void* vrmi_fbx_alloc(vrmi_FbxTree* tree, vrmi_Arena* arena, size_t count, size_t size) {
    if (tree->result != VRM_OK || !vrmi_fbx_charge(tree, count, size)) return NULL;
    void* memory = vrmi_arena_alloc_tight(arena, count, size);
    if (memory == NULL) vrmi_fbx_fail_memory(tree, VRM_ERR_MEMORY);
    return memory;
}

/* ---- Nodes ---- */

uint32_t vrmi_fbx_add_node(vrmi_FbxTree* tree) {
    if (tree->node_count == tree->node_room) {
        size_t room = tree->node_room;
        if (!vrmi_fbx_charge(tree, room < 64 ? 64 : room, sizeof *tree->nodes)) return 0;
        vrmi_FbxNode* nodes = vrmi_array_reserve(&tree->input->allocator, tree->nodes, &room,
                                                 tree->node_count + 1, sizeof *nodes);
        if (nodes == NULL) {
            vrmi_fbx_fail_memory(tree, VRM_ERR_MEMORY);
            return 0;
        }
        tree->nodes = nodes;
        tree->node_room = room;
    }
    uint32_t index = (uint32_t)tree->node_count++;
    tree->nodes[index] = (vrmi_FbxNode){.end = index + 1};
    return index;
}

bool vrmi_fbx_is_named(const vrmi_FbxTree* tree, uint32_t node, const char* name) {
    const vrmi_FbxNode* n = &tree->nodes[node];
    const char* own = (const char*)tree->bytes + n->name_at;
    if (n->name_size == 0 || own[0] != name[0]) return false; /* most names end here */
    return strlen(name) == n->name_size && memcmp(own, name, n->name_size) == 0;
}

uint32_t vrmi_fbx_next(const vrmi_FbxTree* tree, uint32_t node, uint32_t child) {
    uint32_t next = child == 0 ? node + 1 : tree->nodes[child].end;
    return next < tree->nodes[node].end ? next : 0;
}

uint32_t vrmi_fbx_child(const vrmi_FbxTree* tree, uint32_t node, const char* name) {
    uint32_t child = 0;
    while ((child = vrmi_fbx_next(tree, node, child)) != 0)
        if (vrmi_fbx_is_named(tree, child, name)) break;
    return child;
}

/* ---- Life ---- */

void vrmi_fbx_release(vrmi_FbxTree* tree) {
    const vrm_Allocator* allocator = &tree->input->allocator;
    vrmi_release(allocator, tree->nodes, tree->node_room * sizeof *tree->nodes);
    vrmi_release(allocator, tree->scratch, tree->scratch_room);
    vrmi_release(allocator, tree->times, tree->times_room * sizeof *tree->times);
    vrmi_arena_release(&tree->arena);
    vrmi_arena_release(&tree->work);
}
