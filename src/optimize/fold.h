/* SPDX-License-Identifier: MIT */
/* What the files that fold joints share.
 *
 *   fold_bones.c    which joints fold, and the tree of nodes without them
 *   fold_skins.c    skins and the weights of vertices
 *
 * A joint that nothing moves is rigid with its home, the nearest node above it that something
 * needs. A vertex that hangs on it goes to the home, at
 *     pose(home) * ibm(home)  instead of  pose(home) * rel * ibm(joint)
 * with rel the way from the home to the joint at rest: the same place where ibm(home) equals
 * rel * ibm(joint), and a home that the skin lacks gets just that matrix. */
#ifndef VRMI_OPTIMIZE_FOLD_H
#define VRMI_OPTIMIZE_FOLD_H

#include "optimize/optimize.h"
#include "optimize/references.h"

/* Rows of a matrix of 3 x 4. Doubles: a product of many nodes is as exact as the numbers of the
 * file. */
typedef struct vrmi_FoldMatrix {
    double m[3][4];
} vrmi_FoldMatrix;

/* Joints and weights of vertices that a skin deforms. */
typedef struct vrmi_FoldVertices {
    const vrm_Primitive* primitive;
    int32_t skin, sets;
} vrmi_FoldVertices;

typedef struct vrmi_Fold {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    vrmi_References references;
    double tolerance; /* of matrices, as a share of the size of the skin */
    const uint8_t*
        freed; /* of each node: springs do not need it any more; NULL: all that have it */
    /* Of each node. */
    uint8_t* needed;      /* something refers to it or it shows something; roots as well */
    uint8_t* held;        /* its local transform must stay */
    uint8_t* is_joint;    /* of some skin */
    uint8_t* is_weighted; /* a vertex of some skin hangs on it */
    uint8_t* stays;       /* in skins, although nothing needs it: it cannot be folded exactly */
    uint8_t* folds;       /* its weights go to its home */
    uint8_t* leaves;      /* no skin has it any more: it folds, or no vertex hangs on it */
    uint8_t* goes;        /* the node is removed */
    int32_t* home;        /* itself where it is needed */
    vrmi_FoldMatrix* rel; /* from its home to it */
    /* Of each skin. */
    uint8_t* is_locked;          /* it stays as it is */
    size_t* first;               /* its first joint in the lists below */
    uint8_t* is_used;            /* of each joint of each skin: a vertex hangs on it */
    vrmi_FoldVertices* vertices; /* sorted, so that those of the same accessors are neighbours */
    size_t vertices_count;
} vrmi_Fold;

/* Fills the lists of skins: what is locked, used and weighted. False when there is nothing to fold
 * or too much to read. */
bool vrmi_fold_read_skins(vrmi_Fold* fold);

/* Marks what stays, for each skin. Precondition: homes are known. */
void vrmi_fold_compare_binds(vrmi_Fold* fold);

/* Whether the bind matrices that are left still agree with the nodes, as 0.x and the draft want it.
 * Precondition: what leaves and what goes is known. */
bool vrmi_fold_keeps_binds(vrmi_Fold* fold);

/* Writes skins and weights without the joints that leave. */
void vrmi_fold_write_skins(vrmi_Fold* fold);

/* Says of each node of `freed` whether it would be removed if springs did not need it.
 * Precondition: nothing was edited. */
void vrmi_fold_try(vrmi_Optimization* optimization, const uint8_t* freed, uint8_t* out_goes);

vrmi_FoldMatrix vrmi_fold_mul(const vrmi_FoldMatrix* a, const vrmi_FoldMatrix* b);

#endif
