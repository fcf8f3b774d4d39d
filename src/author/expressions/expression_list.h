/* SPDX-License-Identifier: MIT */
/* Expressions to change.
 *
 *   expression_list.c    the list: items that own their name and binds
 *   expression_mirror.c  left and right of expressions and morph targets
 *   morph_prints.c       what morph targets move, to compare them
 *   morph_expressions.c  what names of morph targets imply */
#ifndef VRMI_AUTHOR_EXPRESSION_LIST_H
#define VRMI_AUTHOR_EXPRESSION_LIST_H

#include "author/expressions/morph_prints.h"
#include "base/alloc.h"
#include "base/budget.h"
#include "vrm/author_expressions.h"

/* The memory of an item: name and binds. */
typedef struct vrmi_ExpressionBlock {
    void* base;
    size_t size;
} vrmi_ExpressionBlock;

struct vrm_ExpressionList {
    const vrm_Model* model;
    vrmi_Budget budget;
    vrm_Allocator allocator; /* counted by the budget */
    vrmi_Arena arena;        /* of proposals and prints */
    vrmi_Arena scratch;      /* of one call */

    vrm_Expression* items;
    vrmi_ExpressionBlock* blocks; /* of each item */
    size_t item_room, block_room;
    int32_t count;

    vrm_Expression* proposals;
    int32_t proposal_count;
    vrmi_MorphPrint** prints; /* of each node: of its targets; NULL: not read yet */
};

/* Returns true if a name can be written: not empty, and UTF-8. */
bool vrmi_is_expression_name(const char* name);

/* Puts a copy of an expression at `index`, which may be the end. The old one may be a part of
 * `from`. */
vrm_Result vrmi_expression_put(vrm_ExpressionList* list, int32_t index, const vrm_Expression* from);

#endif
