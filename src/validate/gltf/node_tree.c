/* SPDX-License-Identifier: MIT */
/* Jump pointers after Myers, "An applicative random-access stack" (1983): each node knows its
 * parent and one further ancestor; going up by whichever does not overshoot takes O(log depth)
 * steps. */
#include "validate/gltf/node_tree.h"

bool vrmi_node_tree_init(vrmi_NodeTree* tree, int32_t count, vrmi_Arena* arena) {
    size_t room = (size_t)count + 1;
    *tree = (vrmi_NodeTree){.count = count};
    tree->parents = vrmi_arena_alloc(arena, room, sizeof *tree->parents);
    tree->in_loop = vrmi_arena_alloc(arena, room, sizeof *tree->in_loop);
    if (tree->parents == NULL || tree->in_loop == NULL) return false;
    for (int32_t i = 0; i < count; i++) tree->parents[i] = -1;
    return true;
}

/* Follows the parents, with one colour per start; reaching the own colour again closes a loop. */
bool vrmi_node_tree_find_loops(vrmi_NodeTree* tree, vrmi_Arena* arena) {
    int32_t* colors = vrmi_arena_alloc(arena, (size_t)tree->count + 1, sizeof *colors);
    if (colors == NULL) return false;
    for (int32_t start = 0; start < tree->count; start++) {
        int32_t node = start;
        for (; node >= 0 && colors[node] == 0; node = tree->parents[node]) colors[node] = start + 1;
        if (node < 0 || colors[node] != start + 1) continue;
        for (; !tree->in_loop[node]; node = tree->parents[node]) tree->in_loop[node] = 1;
    }
    return true;
}

/* Breadth first from the roots: `order` is the queue. */
static bool order_nodes(vrmi_NodeTree* tree, vrmi_Arena* arena) {
    size_t room = (size_t)tree->count + 2;
    int32_t* starts = vrmi_arena_alloc(arena, room, sizeof *starts);
    int32_t* children = vrmi_arena_alloc(arena, room, sizeof *children);
    if (starts == NULL || children == NULL) return false;
    for (int32_t i = 0; i < tree->count; i++)
        if (tree->parents[i] >= 0) starts[tree->parents[i] + 2]++;
    for (int32_t i = 2; i < tree->count + 2; i++) starts[i] += starts[i - 1];
    for (int32_t i = 0; i < tree->count; i++) {
        if (tree->parents[i] >= 0)
            children[starts[tree->parents[i] + 1]++] = i;
        else
            tree->order[tree->order_count++] = i;
    }
    for (int32_t at = 0; at < tree->order_count; at++) {
        int32_t node = tree->order[at];
        for (int32_t i = starts[node]; i < starts[node + 1]; i++)
            tree->order[tree->order_count++] = children[i];
    }
    return true;
}

bool vrmi_node_tree_rank(vrmi_NodeTree* tree, vrmi_Arena* arena) {
    size_t room = (size_t)tree->count + 1;
    tree->depths = vrmi_arena_alloc(arena, room, sizeof *tree->depths);
    tree->roots = vrmi_arena_alloc(arena, room, sizeof *tree->roots);
    tree->jumps = vrmi_arena_alloc(arena, room, sizeof *tree->jumps);
    tree->order = vrmi_arena_alloc(arena, room, sizeof *tree->order);
    if (tree->depths == NULL || tree->roots == NULL || tree->jumps == NULL || tree->order == NULL ||
        !order_nodes(tree, arena))
        return false;
    for (int32_t i = 0; i < tree->count; i++) tree->depths[i] = tree->roots[i] = -1;
    for (int32_t at = 0; at < tree->order_count; at++) {
        int32_t node = tree->order[at], parent = tree->parents[node];
        if (parent < 0) {
            tree->depths[node] = 0;
            tree->roots[node] = tree->jumps[node] = node;
            continue;
        }
        int32_t jump = tree->jumps[parent];
        bool is_balanced = tree->depths[parent] - tree->depths[jump] ==
                           tree->depths[jump] - tree->depths[tree->jumps[jump]];
        tree->depths[node] = tree->depths[parent] + 1;
        tree->roots[node] = tree->roots[parent];
        tree->jumps[node] = is_balanced ? tree->jumps[jump] : parent;
    }
    return true;
}

bool vrmi_node_tree_build(vrmi_NodeTree* tree, vrmi_Arena* arena) {
    return vrmi_node_tree_find_loops(tree, arena) && vrmi_node_tree_rank(tree, arena);
}

static int32_t climb_to(const vrmi_NodeTree* tree, int32_t node, int32_t depth) {
    while (tree->depths[node] > depth) {
        int32_t jump = tree->jumps[node];
        node = tree->depths[jump] >= depth ? jump : tree->parents[node];
    }
    return node;
}

bool vrmi_node_tree_is_above(const vrmi_NodeTree* tree, int32_t ancestor, int32_t node) {
    if (tree->depths[ancestor] < 0 || tree->depths[node] < tree->depths[ancestor]) return false;
    return climb_to(tree, node, tree->depths[ancestor]) == ancestor;
}

int32_t vrmi_node_tree_common(const vrmi_NodeTree* tree, int32_t a, int32_t b) {
    if (tree->depths[a] < 0 || tree->depths[b] < 0 || tree->roots[a] != tree->roots[b]) return -1;
    if (tree->depths[a] > tree->depths[b]) a = climb_to(tree, a, tree->depths[b]);
    if (tree->depths[b] > tree->depths[a]) b = climb_to(tree, b, tree->depths[a]);
    /* Nodes of one depth have jumps of one length: jump as long as the targets differ. */
    while (a != b) {
        bool meets = tree->jumps[a] == tree->jumps[b];
        a = meets ? tree->parents[a] : tree->jumps[a];
        b = meets ? tree->parents[b] : tree->jumps[b];
    }
    return a;
}
