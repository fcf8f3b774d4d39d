/* SPDX-License-Identifier: MIT */
/* Folding of joints.
 *
 *   fold_bones.c    chooses the joints, and removes them from the tree of nodes
 *   fold_skins.c    skins and weights of vertices
 *
 * A joint that nothing moves is rigid with its home, the nearest node above it that something
 * needs. Its vertices are given to the home. They are then at
 *     pose(home) * ibm(home)  instead of  pose(home) * rel * ibm(joint)
 * where rel is the transform from the home to the joint at rest. Both are equal if ibm(home) is
 * rel * ibm(joint). A home that the skin lacks gets this matrix. */
#ifndef VRMI_OPTIMIZE_FOLD_H
#define VRMI_OPTIMIZE_FOLD_H

#include "optimize/fold/fold_matrix.h"
#include "optimize/optimization.h"
#include "optimize/references.h"

/* Joints and weights of vertices that a skin deforms. */
typedef struct vrmi_FoldVertices {
    const vrm_Primitive* primitive;
    int32_t skin, sets;
} vrmi_FoldVertices;

typedef struct vrmi_Fold {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    vrmi_References references;
    double tolerance;     /* of matrices, as a share of the size of the skin */
    const uint8_t* freed; /* of each node: springs no longer need it; NULL: they need all */
    /* For each node. Flags are set from top to bottom: a node that is needed is never folded. */
    uint8_t* is_needed;     /* something refers to it, it shows something, or it is a root */
    uint8_t* is_fixed;      /* its local transform must not change */
    uint8_t* is_joint;      /* of some skin */
    uint8_t* is_weighted;   /* a vertex of some skin depends on it */
    uint8_t* is_unfoldable; /* not needed, but folding would move vertices */
    uint8_t* is_folded;     /* its weights go to its home */
    uint8_t* leaves_skins;  /* folded, or no vertex depends on it */
    uint8_t* is_removed;    /* from the tree of nodes */
    int32_t* home;          /* the node itself if it is needed */
    vrmi_FoldMatrix* rel;   /* from its home to it, at rest */
    /* For each skin. */
    uint8_t* is_locked;          /* it is not changed */
    size_t* first;               /* index of its first joint in is_used */
    uint8_t* is_used;            /* for each joint of each skin: a vertex depends on it */
    vrmi_FoldVertices* vertices; /* sorted by accessors: equal ones are adjacent */
    size_t vertices_count;
} vrmi_Fold;

/* Finds locked skins, and joints that vertices depend on. False if there is nothing to fold or too
 * much to read. */
bool vrmi_fold_read_skins(vrmi_Fold* fold);

/* Marks joints that cannot be folded. Precondition: homes are known. */
void vrmi_fold_compare_binds(vrmi_Fold* fold);

/* Whether the remaining bind matrices agree with the nodes, as 0.x and the draft require.
 * Precondition: leaves_skins and is_removed are known. */
bool vrmi_fold_keeps_binds(vrmi_Fold* fold);

/* Writes skins and weights without the joints of leaves_skins. */
void vrmi_fold_write_skins(vrmi_Fold* fold);

/* Computes for each node of `freed` whether it would be removed if springs did not need it. Edits
 * nothing. Precondition: nothing was edited. */
void vrmi_fold_try(vrmi_Optimization* optimization, const uint8_t* freed, uint8_t* out_removed);

#endif
