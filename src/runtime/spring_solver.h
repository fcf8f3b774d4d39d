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

#include "runtime/spring.h"
#include "runtime/spring_kernel.h"

/* A collider of a single avatar, from which groups gather their lanes: position and radius, along
 * and inverse of Collider4. */
typedef struct Collider1 {
    vrmi_f4 ball, axis;
} Collider1;

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    vrmi_Springs* springs;
    const vrmi_SpringRooms* rooms;
    Collider4 *colliders, *gathered; /* of the rooms */
    Collider1* ones;

    vrm_Quat* results[VRMI_LANES];
    vrmi_Vec3x4* tails;      /* of the last step, by pair */
    vrmi_Vec3x4* next_tails; /* of this step; until then, of the last but one */

    const vrmi_Block* ahead; /* the block that is stepped next, for prefetching */
    size_t ahead_size;

    vrmi_f4 dt;
    vrmi_i4 mask, to_rest, is_half, is_scaled;
    bool is_masked, is_settling, keeps_earlier;
    bool writes_rotations; /* to scratch */
    bool writes_results;   /* instead of the block's rotations */
    bool is_irregular;     /* no chain can take the plain path */
    bool is_common;        /* all lanes step with the rig's settings */
    bool has_changes, has_force, has_half, has_scaled;
    int32_t lane; /* of a single avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

static inline const vrmi_World4* world_of(const Solver* solver, int32_t slot) {
    return slot < 0 ? &solver->block->root : &solver->scratch->worlds[slot];
}

/* ---- spring_solve.c ---- */

void vrmi_place_colliders(const Solver* solver, const int32_t* colliders, int32_t count);
/* Writes the lanes of a group to scratch. */
void vrmi_group_turn(const Solver* solver, int32_t params, vrmi_Quatx4 local);
/* A chain's present center, for its pair at that depth. */
Center4 vrmi_chain_center(const Solver* solver, const vrmi_SpringChain* chain, int32_t depth);

/* ---- spring_batch.c ---- */

#define VRMI_BATCH 5

/* A collider that a column can reach. */
typedef struct Reached {
    const Collider4* collider;
    vrmi_ColliderKind kind;
    float gap; /* from the column's first head, in lengths of its chains */
} Reached;

/* Runs chains, or groups of a single avatar, that have no center. */
void vrmi_run_batches(const Solver* solver, int32_t first, int32_t count);

/* ---- spring_careful.c ---- */

void vrmi_run_chain(Solver* solver, int32_t chain);
void vrmi_run_group(Solver* solver, int32_t group);
/* For lanes with affine matrices. */
void vrmi_place_general(const Solver* solver, const vrmi_RigCollider* from, Collider4* to);

/* ---- What a group gathers ---- */

/* Objects of one type that consists of vrmi_f4 only, each with the lane to read. */
typedef struct Lanes {
    const float* at[VRMI_LANES];
} Lanes;

/* The n-th vrmi_f4 of each object, in its lane. */
VRMI_INLINE vrmi_f4 gather(const Lanes* from, int n) {
    n *= VRMI_LANES;
    return (vrmi_f4){from->at[0][n], from->at[1][n], from->at[2][n], from->at[3][n]};
}

VRMI_INLINE vrmi_Vec3x4 gather3(const Lanes* from, int n) {
    return (vrmi_Vec3x4){gather(from, n), gather(from, n + 1), gather(from, n + 2)};
}

VRMI_INLINE vrmi_World4 gather_world(const Lanes* from) {
    return (vrmi_World4){{gather(from, 0), gather(from, 1), gather(from, 2), gather(from, 3)},
                         gather3(from, 4),
                         gather(from, 7)};
}

VRMI_INLINE vrmi_World4 gather_parents(const Solver* solver, const vrmi_SpringGroup* group) {
    Lanes from;
    for (int k = 0; k < VRMI_LANES; k++)
        from.at[k] = (const float*)world_of(solver, group->parents[k]) + solver->lane;
    return gather_world(&from);
}

/* Gathers the colliders that the lanes of a group test at once. Spheres have no axis. */
VRMI_INLINE void gather_collider(const Solver* solver, const vrmi_GroupRef* ref, Collider4* to) {
    const int32_t* from = ref->colliders;
    const Collider1 *a = &solver->ones[from[0]], *b = &solver->ones[from[1]];
    const Collider1 *c = &solver->ones[from[2]], *d = &solver->ones[from[3]];
    vrmi_f4 x = a->ball, y = b->ball, z = c->ball, radius = d->ball;
    vrmi_f4_transpose(&x, &y, &z, &radius);
    to->at = (vrmi_Vec3x4){x, y, z};
    to->radius = radius;
    if (ref->kind == VRMI_COLLIDER_SPHERE) return;
    vrmi_f4 along_x = a->axis, along_y = b->axis, along_z = c->axis, inverse = d->axis;
    vrmi_f4_transpose(&along_x, &along_y, &along_z, &inverse);
    to->along = (vrmi_Vec3x4){along_x, along_y, along_z};
    to->inverse = inverse;
}

static inline vrmi_Vec3x4 vrmi_group_offset(const vrmi_SpringGroup* group) {
    return (vrmi_Vec3x4){vrmi_f4_load(group->offsets[0]), vrmi_f4_load(group->offsets[1]),
                         vrmi_f4_load(group->offsets[2])};
}

/* The index of the first state of a group: that of its first chain. */
static inline int32_t vrmi_group_entry(const Solver* solver, const vrmi_SpringGroup* group) {
    return solver->layout->group_pairs[group->first_params].pairs[0];
}

/* ---- What a pair leaves ---- */

/* Saves the rotation that vrmi_spring_turn() will replace. */
VRMI_INLINE void vrmi_spring_keep(const Solver* solver, int32_t index, bool is_single) {
    if (__builtin_expect(!solver->keeps_earlier, 1)) return;
    const vrmi_Quatx4* rotation = &solver->springs->rotations[index];
    vrmi_Quatx4* earlier = &solver->springs->earlier[index];
    *earlier = is_single ? *rotation : vrmi_quatx4_select(solver->mask, *rotation, *earlier);
}

VRMI_INLINE void vrmi_spring_turn(const Solver* solver, int32_t params, int32_t index,
                                  vrmi_Quatx4 local, bool is_single) {
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
