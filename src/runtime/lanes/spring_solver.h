/* SPDX-License-Identifier: MIT */
/* One solve of a block's springs, shared by
 *
 *   spring_solve.c     the driver: what each wave reads, then its columns
 *   spring_batch.c     columns of the common kind, several at a time
 *   spring_careful.c   all other columns, one at a time
 *
 * A column is what the lanes do together from root to tip: with several avatars in the block one
 * chain, each lane an avatar; for a single avatar a group of its plain chains, each lane a chain.
 * Body, slots and colliders are placed by avatar in either case; a group gathers from there. */
#ifndef VRMI_RUNTIME_SPRING_SOLVER_H
#define VRMI_RUNTIME_SPRING_SOLVER_H

#include "runtime/lanes/spring.h"
#include "runtime/lanes/spring_kernel.h"

/* A collider of a single avatar, from which groups gather their lanes: position and radius, along
 * and inverse of Colliderx. */
typedef struct Collider1 {
    vrmi_f4 ball, axis;
} Collider1;

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    const vrmi_SpringLanes* lanes; /* the layout's groups, when chains fill the lanes */
    vrmi_Springs* springs;
    const vrmi_SpringRooms* rooms;
    Colliderx *colliders, *gathered; /* of the rooms */
    Collider1* ones;

    vrm_Quat* results[VRMI_LANES];
    vrmi_Vec3x* tails;      /* of the last step, by pair */
    vrmi_Vec3x* next_tails; /* of this step; until then, of the last but one */

    const vrmi_Block* ahead; /* the block that is stepped next, for prefetching */
    size_t ahead_size;

    vrmi_fx dt;
    vrmi_ix mask, to_rest, is_half, is_scaled;
    bool is_masked, is_settling, keeps_earlier;
    bool writes_rotations; /* to scratch */
    bool writes_results;   /* instead of the block's rotations */
    bool is_irregular;     /* no chain can take the plain path */
    bool is_common;        /* all lanes step with the rig's settings */
    bool has_changes, has_force, has_half, has_scaled;
    int32_t lane; /* of a single avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

static inline const vrmi_Worldx* world_of(const Solver* solver, int32_t slot) {
    return slot < 0 ? solver->block->root : &solver->scratch->worlds[slot];
}

/* ---- spring_solve.c ---- */

void vrmi_place_colliders(const Solver* solver, const int32_t* colliders, int32_t count);
/* Writes the lanes of a group to scratch. */
void vrmi_group_turn(const Solver* solver, int32_t params, vrmi_Quatx local);
/* A chain's present center, for its pair at that depth. */
Centerx vrmi_chain_center(const Solver* solver, const vrmi_SpringChain* chain, int32_t depth);

/* ---- spring_batch.c ---- */

#define VRMI_BATCH 5

/* A collider that a column can reach. */
typedef struct Reached {
    const Colliderx* collider;
    vrmi_ColliderKind kind;
    float gap; /* from the column's first head, in lengths of its chains */
} Reached;

/* Runs chains, or groups of a single avatar, that have no center. */
void vrmi_run_batches(const Solver* solver, int32_t first, int32_t count);

/* ---- spring_careful.c ---- */

void vrmi_run_chain(Solver* solver, int32_t chain);
void vrmi_run_group(Solver* solver, int32_t group);
/* For lanes with affine matrices. */
void vrmi_place_general(const Solver* solver, const vrmi_RigCollider* from, Colliderx* to);

/* Floats of the factors of a pair in lanes. */
#define FACTORS (VRMI_SPRING_PARAM_COUNT * VRMI_LANES)

/* ---- What a group gathers ---- */

/* Objects of one type that consists of vrmi_fx only, each with the lane to read. */
typedef struct Lanes {
    const float* at[VRMI_LANES];
} Lanes;

/* The n-th vrmi_fx of each object, in its lane. */
VRMI_INLINE vrmi_fx gather(const Lanes* from, int n) {
    return vrmi_fx_gather(from->at, n * VRMI_LANES);
}

VRMI_INLINE vrmi_Vec3x gather3(const Lanes* from, int n) {
    return (vrmi_Vec3x){gather(from, n), gather(from, n + 1), gather(from, n + 2)};
}

VRMI_INLINE vrmi_Worldx gather_world(const Lanes* from) {
    return (vrmi_Worldx){{gather(from, 0), gather(from, 1), gather(from, 2), gather(from, 3)},
                         gather3(from, 4),
                         gather(from, 7)};
}

VRMI_INLINE vrmi_Worldx gather_parents(const Solver* solver, int32_t group) {
    Lanes from;
    const int32_t* parents = solver->lanes->parents + (ptrdiff_t)group * VRMI_LANES;
    for (int k = 0; k < VRMI_LANES; k++)
        from.at[k] = (const float*)world_of(solver, parents[k]) + solver->lane;
    return gather_world(&from);
}

/* Gathers the colliders that the lanes of a group test at once. Spheres have no axis. */
VRMI_INLINE void gather_collider(const Solver* solver, const int32_t* ref, Colliderx* to) {
    const float* from[VRMI_LANES];
    vrmi_fx ball[4], axis[4];
    for (int k = 0; k < VRMI_LANES; k++)
        from[k] = (const float*)&solver->ones[ref[VRMI_REF_COLLIDERS + k]];
    vrmi_fx_from_items(from, ball);
    to->at = (vrmi_Vec3x){ball[0], ball[1], ball[2]};
    to->radius = ball[3];
    if (ref[VRMI_REF_KIND] == VRMI_COLLIDER_SPHERE) return;
    for (int k = 0; k < VRMI_LANES; k++) from[k] += 4;
    vrmi_fx_from_items(from, axis);
    to->along = (vrmi_Vec3x){axis[0], axis[1], axis[2]};
    to->inverse = axis[3];
}

static inline vrmi_Vec3x vrmi_group_offset(const Solver* solver, int32_t group) {
    const float* from = solver->lanes->offsets + (ptrdiff_t)group * (3 * VRMI_LANES);
    return (vrmi_Vec3x){vrmi_fx_load(from), vrmi_fx_load(from + VRMI_LANES),
                        vrmi_fx_load(from + 2 * VRMI_LANES)};
}

/* The index of the first state of a group: that of its first chain. */
static inline int32_t vrmi_group_entry(const Solver* solver, const vrmi_SpringGroup* group) {
    return solver->lanes->pairs[VRMI_PAIRS_AT(group->first_params, VRMI_LANES)];
}

/* ---- What a pair leaves ---- */

/* Saves the rotation that vrmi_spring_turn() will replace. */
VRMI_INLINE void vrmi_spring_keep(const Solver* solver, int32_t index, bool is_single) {
    if (__builtin_expect(!solver->keeps_earlier, 1)) return;
    const vrmi_Quatx* rotation = &solver->springs->rotations[index];
    vrmi_Quatx* earlier = &solver->springs->earlier[index];
    *earlier = is_single ? *rotation : vrmi_quatx_select(solver->mask, *rotation, *earlier);
}

VRMI_INLINE void vrmi_spring_turn(const Solver* solver, int32_t params, int32_t index,
                                  vrmi_Quatx local, bool is_single) {
    if (!is_single && solver->writes_results) {
        vrmi_write_joint(local, solver->results, solver->layout->pair_joints[index]);
        return;
    }
    solver->springs->rotations[index] = local;
    if (__builtin_expect(!solver->writes_rotations, 1)) return;
    if (is_single)
        vrmi_group_turn(solver, params, local);
    else
        solver->scratch->rotations[solver->layout->pair_slots[index]] = local;
}

#endif
