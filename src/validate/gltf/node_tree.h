/* SPDX-License-Identifier: MIT */
/* The node hierarchy as stated by the file, loops included, with fast queries about ancestors. */
#ifndef VRMI_VALIDATE_GLTF_NODE_TREE_H
#define VRMI_VALIDATE_GLTF_NODE_TREE_H

#include "base/alloc.h"

typedef struct vrmi_NodeTree {
    int32_t count;
    int32_t* parents; /* -1: a root. Of several parents the last one in the file counts */
    uint8_t* in_loop;

    /* By vrmi_node_tree_rank(); NULL before. */
    int32_t* depths; /* 0 for roots; -1 for nodes in a loop or below one */
    int32_t* roots;  /* -1 where depth is -1 */
    int32_t* jumps;  /* an ancestor some steps up, chosen so that log n jumps reach any ancestor */
    int32_t* order;  /* parents first; without the nodes whose depth is -1 */
    int32_t order_count;
} vrmi_NodeTree;

/* Room for `count` nodes, all of them roots for now. False when there is no memory. */
bool vrmi_node_tree_init(vrmi_NodeTree* tree, int32_t count, vrmi_Arena* arena);

/* After `parents` is filled: finds loops. False when there is no memory. */
bool vrmi_node_tree_find_loops(vrmi_NodeTree* tree, vrmi_Arena* arena);

/* After that: computes order, depths, and the jumps for queries about ancestors. */
bool vrmi_node_tree_rank(vrmi_NodeTree* tree, vrmi_Arena* arena);

/* Both. */
bool vrmi_node_tree_build(vrmi_NodeTree* tree, vrmi_Arena* arena);

/* True when `ancestor` is `node` or above it. False for nodes of depth -1. */
bool vrmi_node_tree_is_above(const vrmi_NodeTree* tree, int32_t ancestor, int32_t node);

/* The lowest node that is above both (or one of them); -1 when there is none. */
int32_t vrmi_node_tree_common(const vrmi_NodeTree* tree, int32_t a, int32_t b);

#endif
