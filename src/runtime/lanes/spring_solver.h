/* SPDX-License-Identifier: MIT */
/* One solve of a block's springs, shared by
 *
 *   spring_solve.c     the driver: what each wave reads, then its columns
 *   spring_column.c    columns from root to tip: start, colliders, the common case
 *   spring_careful.c   what a careful column does besides
 *   spring_general.c   the same in lanes with matrices
 *
 * A column is what the lanes do together from root to tip: with several avatars in the block one
 * chain, each lane an avatar; for a single avatar a group of its plain chains, each lane a chain.
 * Body, slots and colliders are placed by avatar in either case; a group gathers from there.
 *
 * Nearly all columns are of the common kind: the rig's settings, in world space, every lane steps.
 * They run in batches. The others are careful and run one at a time. */
#ifndef VRMI_RUNTIME_SPRING_SOLVER_H
#define VRMI_RUNTIME_SPRING_SOLVER_H

#include "runtime/lanes/spring.h"
#include "runtime/lanes/spring_kernel.h"

/* A collider of a single avatar, from which groups gather their lanes: position and radius, along
 * and inverse of Colliderx. */
typedef struct Collider1 {
    vrmi_f4 ball, axis;
} Collider1;

_Static_assert(sizeof(Collider1) == VRMI_COLLIDER1_SIZE, "groups refer to them by bytes");

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    const vrmi_SpringLanes* lanes; /* the layout's groups, when chains fill the lanes */
    vrmi_Springs* springs;
    const vrmi_SpringRooms* rooms;
    Colliderx *colliders, *gathered; /* of the rooms */
    Collider1* ones;

    vrmi_Rows rows;         /* of the rotations that this step writes */
    vrmi_Vec3x* tails;      /* of the last step, by pair */
    vrmi_Vec3x* next_tails; /* of this step; until then, of the last but one */

    const vrmi_Block* ahead; /* the block that is stepped next, for prefetching */
    size_t ahead_size;

    vrmi_fx dt;
    vrmi_ix mask, to_rest, is_half, is_scaled;
    bool is_masked, is_settling;
    bool writes_rotations; /* to scratch */
    bool is_irregular;     /* no chain can take the plain path */
    bool is_common;        /* all lanes step with the rig's settings */
    bool has_changes, has_force, has_half, has_scaled;
    int32_t lane; /* of a single avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

static inline const vrmi_Worldx* world_of(const Solver* solver, int32_t slot) {
    return vrmi_world_above(solver->block, solver->scratch, slot);
}

/* ---- spring_solve.c ---- */

void vrmi_place_colliders(const Solver* solver, const int32_t* list, int32_t count);
/* A chain's present center, for its pair at that depth. */
Centerx vrmi_chain_center(const Solver* solver, const vrmi_SpringChain* chain, int32_t depth);

/* ---- spring_column.c ---- */

#define VRMI_BATCH 5

/* A collider that a column can reach. */
typedef struct Reached {
    const Colliderx* collider;
    vrmi_ColliderKind kind;
    float gap; /* from the column's first head, in lengths of its chains */
} Reached;

typedef struct Column {
    vrmi_Vec3x root; /* the first head */
    /* World rotation and scale of the node above the head, and of the head: they alternate with the
     * depth, so that at even depths the first is that of the node above. */
    vrmi_Quatx rotations[2];
    vrmi_fx scales[2];

    vrmi_Vec3x way; /* between the phases: from head to tail in the space of the node above, */
    vrmi_fx shrink; /* and its factor to unit length; NaN without a direction */

    const vrmi_Vec3x* tails; /* by depth */
    vrmi_Vec3x* next_tails;
    const vrmi_SpringParams* params; /* of a chain, */
    const float* factors;            /* or of a group: the same in lanes */
    int32_t index;                   /* of the chain or group */
    int32_t first_state;             /* into states: of a group those of its first chain */
    int32_t first_params;            /* into params and pairs, or those of groups */
    int32_t pair_count;
    Reached* reached; /* in the order of the file */
    int32_t reached_count;
    struct Careful* careful; /* NULL: of the common kind */
} Column;

/* Runs chains, or groups of a single avatar, of the common kind. */
void vrmi_run_batches(const Solver* solver, int32_t first, int32_t count);
/* Runs a chain, or a group of a single avatar, of any kind. */
void vrmi_run_careful(const Solver* solver, int32_t index, bool is_group);
/* ---- spring_careful.c ---- */

/* A careful column. Differences from the common kind are selected by lane, so that lanes without
 * them have the same bits in either. */
typedef struct Careful {
    const Solver* solver;
    const vrmi_SpringChain* chain; /* NULL: a group, whose chains are plain */
    const vrmi_SpringPair* pair;   /* of a chain */
    bool is_irregular; /* bones must be measured: the chain skips nodes, or the host moved them */
    bool has_center, has_general;
    Centerx center;
    vrmi_Vec3x force;
    Paramsx params; /* of the pair at hand */
    Bonex bone;
    vrmi_Vec3x carried; /* the tail of the last step, moved with the center */
    vrmi_Quatx turned;  /* new world rotation of the head */
    vrmi_Quatx local;
    vrm_Affine above[VRMI_LANES];      /* general lanes: world matrix above the head */
    vrm_Affine rest_world[VRMI_LANES]; /* general lanes: of the head at rest */
    vrm_Vec3 tail_local[VRMI_LANES];   /* general lanes: the tail as it is now */
} Careful;

void vrmi_careful_start(Careful* careful, const Solver* solver, const Column* column,
                        bool is_group);
void vrmi_careful_begin(Careful* careful, Column* column, int32_t depth);
void vrmi_careful_limit(Careful* careful, Column* column, int32_t depth, vrmi_ix mask);
void vrmi_careful_finish(Careful* careful, Column* column, int32_t depth);

/* ---- spring_general.c ---- */

void vrmi_place_general(const Solver* solver, const vrmi_RigCollider* from, Colliderx* to);
void vrmi_start_general(Careful* careful);
void vrmi_walk_down_general(Careful* careful, const vrmi_SpringPair* before);
void vrmi_reach_general(Careful* careful);
void vrmi_carry_general(const Careful* careful, const vrmi_Vec3x* point, int32_t depth,
                        vrmi_Vec3x* there);
void vrmi_turn_general(Careful* careful);
void vrmi_settle_general(Careful* careful);

/* ---- What a group gathers ---- */

/* Floats of the factors of a pair in lanes. */
#define FACTORS (VRMI_SPRING_PARAM_COUNT * VRMI_LANES)

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

/* ---- The pair at hand ---- */

typedef struct Place {
    const vrmi_Vec3x* head;
    vrmi_Vec3x* tail;
} Place;

VRMI_INLINE Place place_of(const Column* column, int32_t depth, bool is_careful) {
    if (is_careful) return (Place){&column->careful->bone.head, &column->careful->bone.tail};
    return (Place){depth > 0 ? &column->next_tails[depth - 1] : &column->root,
                   &column->next_tails[depth]};
}

/* In the lanes of `mask` the tail is moved to the bone's length along `v`, unless `v` is too short
 * or too long to be squared. */
VRMI_INLINE void aim_column(Column* column, int32_t depth, Place at, vrmi_fx length, vrmi_ix mask,
                            vrmi_Vec3x v) {
    vrmi_fx square = vrmi_vec3x_dot(v, v);
    vrmi_fx shrink = onex() / vrmi_fx_sqrt(square);
    vrmi_Matrixx m = vrmi_matrixx_from_quat(column->rotations[depth & 1]);
    mask = mask & is_soundx(square);
    *at.tail = vrmi_vec3x_select(
        mask, vrmi_vec3x_add(*at.head, vrmi_vec3x_scale(v, shrink * length)), *at.tail);
    column->way = vrmi_vec3x_select(mask, vrmi_matrixx_rotate_back(&m, v), column->way);
    column->shrink = vrmi_fx_select(mask, shrink, column->shrink);
    if (column->careful != NULL)
        column->careful->bone.way = vrmi_vec3x_select(mask, v, column->careful->bone.way);
}

/* ---- What callers that are not in a hurry share ---- */

/* The settings of a pair: for a group `index` is its entry, for a chain its pair. */
VRMI_ONE_COPY void vrmi_find_params(const Solver* solver, int32_t index, bool is_group,
                                    Paramsx* out);
/* The new rotations, local and world, for any bend of the column's way. */
VRMI_ONE_COPY void vrmi_turn_any(const Paramsx* p, const vrmi_Quatx* above, const Column* column,
                                 vrmi_Quatx* local, vrmi_Quatx* turned);
/* As leave_turn(). */
VRMI_ONE_COPY void vrmi_leave_turn(const Solver* solver, const Column* column, int32_t depth,
                                   const vrmi_Quatx* local, bool is_group);

VRMI_INLINE const float* gather_own(const Solver* solver, int32_t index,
                                    vrmi_fx own[VRMI_SPRING_PARAM_COUNT]) {
    const int32_t* pairs = solver->lanes->pairs + VRMI_PAIRS_AT(index, VRMI_LANES);
    Lanes from;
    for (int k = 0; k < VRMI_LANES; k++)
        from.at[k] = solver->springs->own + (ptrdiff_t)pairs[k] * FACTORS + solver->lane;
    for (int n = 0; n < VRMI_SPRING_PARAM_COUNT; n++) own[n] = gather(&from, n);
    return (const float*)own;
}

VRMI_ONE_COPY void vrmi_find_params(const Solver* solver, int32_t index, bool is_group,
                                    Paramsx* out) {
    const float* from = solver->springs->own;
    vrmi_fx own[VRMI_SPRING_PARAM_COUNT];
    if (!is_group && from == NULL) {
        *out = splat_params(&solver->layout->params[index]);
        return;
    }
    if (is_group && from != NULL)
        from = gather_own(solver, index, own);
    else
        from = (is_group ? solver->lanes->factors : from) + (ptrdiff_t)index * FACTORS;
    *out = load_params(from);
}

/* Lanes that are bent by 120 degrees or more. */
VRMI_INLINE void turn_far(const Paramsx* p, const vrmi_Quatx* above, const Column* column,
                          vrmi_ix is_near, vrmi_Quatx* local, vrmi_Quatx* turned) {
    vrmi_Vec3x unit = vrmi_vec3x_scale(column->way, column->shrink);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (is_near[lane]) continue;
        vrm_Quat bend =
            vrmi_quat_from_to(vrmi_vec3x_get(&p->direction, lane), vrmi_vec3x_get(&unit, lane));
        vrm_Quat q = vrmi_quat_mul(bend, vrmi_quatx_get(&p->rest, lane));
        vrmi_quatx_set(local, lane, q);
        vrmi_quatx_set(turned, lane, vrmi_quat_mul(vrmi_quatx_get(above, lane), q));
    }
}

VRMI_ONE_COPY void vrmi_turn_any(const Paramsx* p, const vrmi_Quatx* above, const Column* column,
                                 vrmi_Quatx* local, vrmi_Quatx* turned) {
    Turnx turn = turn_near(p->rest, p->swing, column->way, column->shrink);
    *local = vrmi_quatx_scale(turn.along, turn.inverse);
    *turned = vrmi_quatx_scale(vrmi_quatx_mul(*above, turn.along), turn.inverse);
    if (__builtin_expect(!vrmi_ix_all(turn.is_near), 0))
        turn_far(p, above, column, turn.is_near, local, turned);
}

VRMI_INLINE void leave_turn(const Solver* solver, const Column* column, int32_t depth,
                            vrmi_Quatx local, bool is_group) {
    if (!is_group) {
        int32_t index = column->first_state + depth;
        vrmi_write_joint(local, &solver->rows, solver->layout->pairs[index].joint);
        if (__builtin_expect(solver->writes_rotations, 0))
            solver->scratch->rotations[solver->layout->pairs[index].slot] = local;
        return;
    }
    const int32_t* entry =
        solver->lanes->pairs + VRMI_PAIRS_AT(column->first_params + depth, VRMI_LANES);
    char* row = (char*)solver->rows.of[solver->lane];
    float* items[VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++)
        items[k] = (float*)(void*)(row + entry[2 * VRMI_LANES + k]);
    vrmi_fx_to_items(local.x, local.y, local.z, local.w, items);
    if (__builtin_expect(!solver->writes_rotations, 1)) return;
    const int32_t* slots = entry + VRMI_LANES;
    for (int k = 0; k < VRMI_LANES; k++)
        if (slots[k] >= 0)
            vrmi_quatx_set(&solver->scratch->rotations[slots[k]], solver->lane,
                           vrmi_quatx_get(&local, k));
}

VRMI_ONE_COPY void vrmi_leave_turn(const Solver* solver, const Column* column, int32_t depth,
                                   const vrmi_Quatx* local, bool is_group) {
    leave_turn(solver, column, depth, *local, is_group);
}

#endif
