/* SPDX-License-Identifier: MIT */
/* How a rig is built: each part fills its members of a draft whose arrays lie in an arena;
 * rig_build.c then copies the draft into one block. */
#ifndef VRMI_RIG_RIG_DRAFT_H
#define VRMI_RIG_RIG_DRAFT_H

#include "base/budget.h"
#include "rig/rig.h"

#include <stddef.h>

typedef struct vrmi_RigBuild {
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    vrm_RigDef def;
    vrmi_Budget budget; /* of the model's limits; the arena allocates through it */
    vrmi_Arena arena;
    bool is_out_of_memory; /* an allocation has failed: one question after several of them */
    vrm_Rig draft;
} vrmi_RigBuild;

/* Zeroed memory that lives until the rig is complete; NULL only when there is no memory. */
static inline void* vrmi_build_alloc(vrmi_RigBuild* build, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(&build->arena, count > 0 ? count : 1, size);
    if (memory == NULL) build->is_out_of_memory = true;
    return memory;
}

/* In the order in which they run. */
vrm_Result vrmi_build_slots(vrmi_RigBuild* build);
vrm_Result vrmi_build_humanoid(vrmi_RigBuild* build);
vrm_Result vrmi_build_meshes(vrmi_RigBuild* build);
vrm_Result vrmi_build_expressions(vrmi_RigBuild* build);
vrm_Result vrmi_build_look_at(vrmi_RigBuild* build);
vrm_Result vrmi_build_constraints(vrmi_RigBuild* build);
/* spring_layout.h has vrmi_build_springs(). */

/* Copies the arrays of vrmi_build_slots() into the block of the rig. */
void vrmi_slots_carve(vrmi_Carver* carver, vrm_Rig* rig);

/* The slots from a root down to `slot`, itself included; -1 gives an empty list. */
vrm_Result vrmi_build_chain(vrmi_RigBuild* build, int32_t slot, int32_t** out_slots,
                            int32_t* out_count);

/* ---- Arrays of a struct, by rows (arrays.c) ---- */

typedef struct vrmi_ArrayRow {
    uint16_t at;        /* where the struct has the address of the array */
    uint16_t count_at;  /* where it has the length, an int32_t */
    uint16_t size;      /* bytes of an element */
    uint16_t lane_size; /* so many more for each lane */
} vrmi_ArrayRow;

#define VRMI_ARRAY(type, member, count)                                                            \
    { offsetof(type, member), offsetof(type, count), sizeof *((type*)0)->member, 0 }

/* Allocates arrays as vrmi_build_alloc() does. */
void vrmi_arrays_alloc(vrmi_RigBuild* build, void* owner, const vrmi_ArrayRow* rows,
                       int32_t row_count, int32_t lanes);

/* Copies arrays into the carver's block; those that are NULL stay so. While measuring the addresses
 * become undefined. */
void vrmi_arrays_carve(vrmi_Carver* carver, void* owner, const vrmi_ArrayRow* rows,
                       int32_t row_count, int32_t lanes);

/* By node: whether it is `node` or below it; all false for -1. NULL when there is no memory. */
bool* vrmi_nodes_below(vrmi_Arena* arena, const vrm_Gltf* gltf, int32_t node);

#endif
