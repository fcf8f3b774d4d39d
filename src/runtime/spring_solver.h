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

/* A collider of one avatar: at and radius, along and inverse of Collider4. */
typedef struct Collider1 {
    vrmi_f4 ball, axis;
} Collider1;

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    vrmi_Springs* springs;

    Collider4* colliders;       /* by collider */
    Collider1* ones;            /* by collider, then those that touch nothing: of an avatar alone */
    Collider4* gathered;        /* by reference of its groups, where they are at work */
    void* met;                  /* spring_common.c's */
    void* anchors;              /* spring_body.c's, kept while it moves them */
    vrmi_Quatx4* early;         /* by early slot: what earlier stages have made */
    vrmi_World4* centers;       /* by center entry: in this step, of unit rotation */
    vrm_Affine* center_affines; /* by entry and lane: in general lanes */
    vrm_Quat* results[VRMI_LANES];

    vrmi_Vec3x4* tails;      /* of the last step, by pair */
    vrmi_Vec3x4* next_tails; /* of this step; until then, of the last but one */

    const vrmi_Block* ahead; /* the block that is stepped next */
    size_t ahead_size;

    vrmi_f4 dt;
    vrmi_i4 mask, to_rest, is_half, is_scaled;
    bool is_masked, is_settling, keeps_earlier;
    bool writes_rotations; /* to scratch */
    bool writes_results;   /* instead of the block's rotations */
    bool is_odd;           /* no chain can take the plain way */
    bool is_common;        /* all lanes step with the rig's settings */
    bool has_changes, has_force, has_half, has_scaled;
    int32_t lane; /* of the only avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

static inline const vrmi_World4* world_of(const Solver* solver, int32_t slot) {
    return slot < 0 ? &solver->block->root : &solver->scratch->worlds[slot];
}

/* ---- spring_solve.c ---- */

/* Brings a chain's center into the column, as it stands now. `depth` is that of a pair. */
void vrmi_spring_center(const Solver* solver, Column* column, const vrmi_SpringChain* chain,
                        int32_t depth);
vrmi_Vec3x4 vrmi_spring_force(const Solver* solver, const vrmi_SpringChain* chain);
void vrmi_spring_start(Column* column, const vrmi_World4* above, vrmi_Vec3x4 offset);

/* ---- spring_run.c ---- */

/* For settings that are not the rig's. */
void vrmi_adjust_params(const Solver* solver, vrmi_Vec3x4 force, vrmi_f4 scale, Params4* params);
void vrmi_run_column(const Solver* solver, Column* column, int32_t begin, int32_t end);

/* ---- spring_common.c ---- */

#define VRMI_BATCH 5

size_t vrmi_common_scratch_size(const vrmi_SpringLayout* layout);
/* Chains, or groups where an avatar is alone, without centers. */
void vrmi_run_common(const Solver* solver, int32_t first, int32_t count);

/* ---- spring_body.c ---- */

/* World transforms of the root and of these slots from scratch->worlds, for an avatar alone. */
void vrmi_lone_take(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t lane,
                    const int32_t* slots, int32_t count);

VRMI_INLINE vrmi_World4 vrmi_gather_world(const vrmi_World1* a, const vrmi_World1* b,
                                          const vrmi_World1* c, const vrmi_World1* d) {
    vrmi_World4 out = {{a->rotation, b->rotation, c->rotation, d->rotation},
                       {a->place, b->place, c->place},
                       d->place};
    vrmi_f4_transpose(&out.rotation.x, &out.rotation.y, &out.rotation.z, &out.rotation.w);
    vrmi_f4_transpose(&out.position.x, &out.position.y, &out.position.z, &out.scale);
    return out;
}

/* Of four slots of an avatar alone. */
VRMI_INLINE vrmi_World4 vrmi_world_of_four(const Solver* solver, const int32_t slots[4]) {
    const vrmi_World1* worlds = vrmi_lone_worlds(solver->scratch);
    return vrmi_gather_world(&worlds[slots[0]], &worlds[slots[1]], &worlds[slots[2]],
                             &worlds[slots[3]]);
}

/* ---- spring_lone.c ---- */

void vrmi_start_group(Solver* solver, Column* column, int32_t index);
/* A wave's colliders to world. */
void vrmi_place_lone_colliders(const Solver* solver, const vrmi_SpringWave* wave);
/* All that a chain that runs by itself refers to, from there to the solver's `colliders`. */
void vrmi_spread_colliders(const Solver* solver, int32_t chain);
/* All that a group refers to, into the solver's `gathered`. */
void vrmi_gather_colliders(const Solver* solver, int32_t group);
/* Parameters of a group's pairs that are not the rig's. */
Params4 vrmi_gather_own(const Solver* solver, const Column* column, int32_t depth);
void vrmi_scatter_rotation(const Solver* solver, int32_t params, vrmi_Quatx4 local);
/* States from the lanes of their avatar to the lanes of its groups. */
void vrmi_springs_pack(vrmi_Block* block, int32_t lane);

/* The colliders that the lanes of a group meet at once. Of spheres there is no axis. */
VRMI_INLINE void vrmi_gather_collider(const Solver* solver, const vrmi_GroupRef* ref,
                                      Collider4* to) {
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

/* ---- spring_odd.c ---- */

void vrmi_run_odd_chain(Solver* solver, Column* column);
/* In lanes that take affine matrices. */
void vrmi_place_colliders(const Solver* solver, const int32_t* colliders, int32_t count);
void vrmi_place_odd_collider(const Solver* solver, const vrmi_RigCollider* from, Collider4* to);

/* ---- What a pair leaves ---- */

/* Where the states of a group begin: those of its first chain. */
static inline int32_t vrmi_group_entry(const Solver* solver, const vrmi_SpringGroup* group) {
    return solver->layout->group_pairs[group->first_params].pairs[0];
}

static inline vrmi_Vec3x4 vrmi_group_offset(const vrmi_SpringGroup* group) {
    return (vrmi_Vec3x4){vrmi_f4_load(group->offsets[0]), vrmi_f4_load(group->offsets[1]),
                         vrmi_f4_load(group->offsets[2])};
}

/* The rotation that vrmi_spring_turn() will replace. */
VRMI_INLINE void vrmi_spring_keep(const Solver* solver, int32_t index, bool is_lone) {
    if (__builtin_expect(!solver->keeps_earlier, 1)) return;
    const vrmi_Quatx4* rotation = &solver->springs->rotations[index];
    vrmi_Quatx4* earlier = &solver->springs->earlier[index];
    *earlier = is_lone ? *rotation : vrmi_quatx4_select(solver->mask, *rotation, *earlier);
}

VRMI_INLINE void vrmi_spring_turn(const Solver* solver, int32_t params, int32_t index,
                                  vrmi_Quatx4 local, bool is_lone) {
    if (!is_lone && solver->writes_results) {
        vrmi_write_joint(local, solver->results, solver->layout->pair_joints[index]);
        return;
    }
    solver->springs->rotations[index] = local;
    if (__builtin_expect(!solver->writes_rotations, 1)) return;
    if (is_lone)
        vrmi_scatter_rotation(solver, params, local);
    else
        solver->scratch->rotations[solver->layout->pair_slots[index]] = local;
}

VRMI_INLINE void vrmi_spring_store(const Solver* solver, int32_t params, int32_t index,
                                   vrmi_Quatx4 local, vrmi_Vec3x4 tail, bool is_lone) {
    vrmi_spring_keep(solver, index, is_lone);
    solver->next_tails[index] = tail;
    vrmi_spring_turn(solver, params, index, local, is_lone);
}

#endif
