/* SPDX-License-Identifier: MIT */
/* One solve of a block's springs, shared by
 *
 *   spring_solve.c   waves, colliders, columns
 *   spring_run.c     columns from root to tip
 *   spring_lone.c    what is different for an avatar alone, whose chains fill the lanes
 *   spring_odd.c     what few avatars need, one chain at a time: nodes that a chain skips, angle
 *                    limits, bones that the host moved, scales that differ by axis, settling */
#ifndef VRMI_RUNTIME_SPRING_SOLVER_H
#define VRMI_RUNTIME_SPRING_SOLVER_H

#include "runtime/spring.h"
#include "runtime/spring_kernel.h"

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    vrmi_Springs* springs;

    Collider4* colliders; /* by collider, then by gather */
    vrmi_World4* anchors; /* spring.c's, kept while it moves them */

    vrmi_f4 dt;
    vrmi_i4 mask, to_rest, is_half, is_scaled;
    bool is_masked, is_settling, keeps_earlier;
    bool writes_rotations; /* to scratch */
    bool is_odd;           /* no chain can take the plain way */
    bool is_common;        /* all lanes step with the rig's settings */
    bool has_changes, has_force, has_half, has_scaled;
    int32_t lane; /* of the only avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

static inline const vrmi_World4* world_of(const Solver* solver, int32_t slot) {
    return slot < 0 ? &solver->block->root : &solver->scratch->worlds[slot];
}

/* ---- spring_solve.c ---- */

vrmi_Vec3x4 vrmi_spring_force(const Solver* solver, const vrmi_SpringChain* chain);
void vrmi_spring_start(Column* column, const vrmi_World4* above, vrmi_Vec3x4 offset);

/* ---- spring_run.c ---- */

/* For settings that are not the rig's. */
void vrmi_adjust_params(const Solver* solver, vrmi_Vec3x4 force, vrmi_f4 scale, Params4* params);
/* A column from root to tip; two of a duo. */
void vrmi_run_one(const Solver* solver, Column* column);
void vrmi_run_two(const Solver* solver, Column* a, Column* b, const vrmi_SpringDuo* duo);

/* ---- spring_lone.c ---- */

void vrmi_start_group(Solver* solver, Column* column, int32_t index);
void vrmi_gather_colliders(Solver* solver, const vrmi_SpringWave* wave);
/* Parameters of a group's pairs that are not the rig's. */
Params4 vrmi_gather_own(const Solver* solver, const Column* column, int32_t depth);
void vrmi_scatter_rotation(const Solver* solver, const Column* column, int32_t depth,
                           vrmi_Quatx4 local);
/* States from the lanes of their avatar to the lanes of its groups. */
void vrmi_springs_pack(vrmi_Block* block, int32_t lane);

/* ---- spring_odd.c ---- */

void vrmi_run_odd_chain(Solver* solver, Column* column);
/* In lanes that take affine matrices. */
void vrmi_place_odd_collider(const Solver* solver, const vrmi_RigCollider* from, Collider4* to);

#endif
