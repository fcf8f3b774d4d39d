/* SPDX-License-Identifier: MIT */
/* The morph target binds of all expressions, of every dialect but the draft of 2019. */
#ifndef VRMI_OPTIMIZE_MORPH_BINDS_H
#define VRMI_OPTIMIZE_MORPH_BINDS_H

#include "optimize/optimization.h"

/* Where a bind says which target of which mesh it moves. */
typedef struct vrmi_Bind {
    vrm_JsonRef list;    /* the binds of its expression */
    vrm_JsonRef object;  /* the bind */
    vrm_JsonRef index;   /* the number of the target */
    uint32_t expression; /* in the order of the file */
    int32_t mesh, node;  /* node -1: the bind names the mesh */
    int64_t target;
    bool is_sound; /* the mesh has that target */
} vrmi_Bind;

typedef void vrmi_BindFn(void* ctx, const vrmi_Bind* bind);

/* Calls `found` for each bind that names a mesh, in the order of the file. */
void vrmi_each_bind(const vrmi_Optimization* optimization, vrmi_BindFn* found, void* ctx);

#endif
