/* SPDX-License-Identifier: MIT */
/* Every reference of a document to an element of an array, found by the schema tables of the
 * validator. Tells which elements may be removed and which numbers change then. */
#ifndef VRMI_OPTIMIZE_REFERENCES_H
#define VRMI_OPTIMIZE_REFERENCES_H

#include "base/alloc.h"
#include "validate/schema/schema.h"

/* A number of the document that is the index of an element. */
typedef struct vrmi_Reference {
    vrm_JsonRef value;
    uint32_t index;       /* of the element in the array `target` */
    uint32_t owner_index; /* the element that the reference is a part of, in the array `owner` */
    uint8_t target;       /* vrmi_Target */
    uint8_t owner;        /* vrmi_Target; VRMI_NOWHERE: it is a part of no element */
    bool is_tree;         /* a child of a node, or a root of a scene */
} vrmi_Reference;

typedef struct vrmi_References {
    vrmi_Reference* list; /* in the order of the text */
    size_t count, capacity;
    uint32_t counts[VRMI_TARGET_COUNT]; /* elements of each array */
    /* Extras and unknown extensions may hold indices that no table knows. Elements below this
     * number are kept where they are: each whole number there may be one of them. */
    uint32_t pinned[VRMI_TARGET_COUNT];
    vrm_JsonRef pinning[VRMI_TARGET_COUNT]; /* the value with the largest such number */
} vrmi_References;

/* Collects the references of a document in which nothing was edited. VRM_OK or VRM_ERR_MEMORY;
 * release in both cases. */
vrm_Result vrmi_references_collect(vrmi_References* references, const vrm_Json* json,
                                   const vrm_Allocator* allocator);
void vrmi_references_release(vrmi_References* references, const vrm_Allocator* allocator);

#endif
