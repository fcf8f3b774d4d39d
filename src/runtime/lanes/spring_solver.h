/* SPDX-License-Identifier: MIT */
/* One solve of a block's springs, shared by
 *
 *   spring_solve.c     the driver: what each wave reads, then its columns
 *   spring_locate.c    colliders and centers in the world
 *   spring_column.c    columns from root to tip: start, colliders, the fast mode
 *   spring_slow.c      what the other modes do besides
 *   spring_general.c   the same in general lanes: those with matrices
 *   spring_pair.c      what both do with a pair, out of the way of the fast mode
 *
 * A column is what the lanes do together from root to tip: with several avatars in the block one
 * chain, each lane an avatar; for a single avatar a group of its regular chains, each lane a chain.
 * Body, slots and colliders are placed by avatar in either case; a group gathers from there. */
#ifndef VRMI_RUNTIME_SPRING_SOLVER_H
#define VRMI_RUNTIME_SPRING_SOLVER_H

#include "runtime/lanes/spring_kernel.h"
#include "runtime/lanes/spring_step.h"

/* A collider of a single avatar, from which groups gather their lanes: position and radius, along
 * and inverse of Colliderx. */
typedef struct Collider1 {
    vrmi_f4 ball, axis;
} Collider1;

_Static_assert(sizeof(Collider1) == VRMI_COLLIDER1_SIZE, "groups refer to them by bytes");

/* How a column runs. Each mode does all that those before it do, so a column may take any mode from
 * its own on, and has the same bits.
 *
 *   the step   some lane    the host      the chain    changes, or   mode
 *   settles    is general   moved bones   is regular   a center
 *   yes        any          any           any          any           MODE_SETTLING
 *   no         yes          any           any          any           MODE_GENERAL
 *   no         no           yes           any          any           MODE_MEASURED
 *   no         no           no            no           any           MODE_MEASURED
 *   no         no           no            yes          yes           MODE_ADJUSTED
 *   no         no           no            yes          no            MODE_FAST */
typedef enum Mode {
    MODE_FAST,     /* in batches, with the rig's settings, in world space; every lane steps */
    MODE_ADJUSTED, /* the others run one at a time; here settings, center and lanes are selected */
    MODE_MEASURED, /* bones are measured: the chain skips nodes or has limits, or nodes were moved
                    */
    MODE_GENERAL,  /* general lanes are computed with matrices, one at a time */
    MODE_SETTLING  /* no time passes: tails go where rest or retained rotations have them */
} Mode;

/* What a block changes: bits. */
enum {
    CHANGES_FORCE = 1,    /* wind */
    CHANGES_RATE = 2,     /* lanes at half rate */
    CHANGES_SCALE = 4,    /* lanes whose forces grow with their scale */
    CHANGES_SETTINGS = 8, /* the host's own */
    CHANGES_LANES = 16    /* some lanes do not step */
};

typedef struct Solver {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    const vrmi_SpringLayout* layout;
    const vrmi_SpringLanes* lanes; /* the layout's groups, when chains fill the lanes */
    vrmi_Springs* springs;
    const vrmi_SpringBuffers* buffers;
    Colliderx *colliders, *gathered; /* of the buffers */
    Collider1* ones;

    vrmi_LaneRotations rotations; /* that this step writes */
    vrmi_Vec3x* tails;            /* of the last step, by pair */
    vrmi_Vec3x* next_tails;       /* of this step; until then, of the last but one */

    const vrmi_Block* ahead; /* the block that is stepped next, for prefetching */
    size_t ahead_size;

    vrmi_fx dt, stretch;
    vrmi_ix mask, to_rest, is_half, is_scaled;
    Mode mode;             /* of a regular chain without a center: the least of the block */
    uint32_t changes;      /* CHANGES_... */
    bool writes_rotations; /* to scratch */
    bool has_motion;       /* vrmi_SpringStep's, as `stretch` */
    int32_t lane; /* of a single avatar, whose chains fill the lanes; -1: lanes are avatars */
} Solver;

/* The table above: what it has of the block is solver->mode. */
static inline Mode mode_of(const Solver* solver, bool is_regular, bool has_center) {
    Mode own = !is_regular ? MODE_MEASURED : has_center ? MODE_ADJUSTED : MODE_FAST;
    return solver->mode > own ? solver->mode : own;
}

static inline bool has_center(const Solver* solver, int32_t index, bool is_group) {
    return is_group ? solver->lanes->groups[index].has_center
                    : solver->layout->chains[index].center >= 0;
}

static inline const vrmi_Worldx* world_of(const Solver* solver, int32_t slot) {
    return vrmi_world_above(solver->block, solver->scratch, slot);
}

/* ---- spring_locate.c ---- */

/* Places what the columns of a wave collide with. */
void vrmi_locate_wave(const Solver* solver, int32_t wave);
void vrmi_locate_colliders(const Solver* solver, const int32_t* list, int32_t count);
/* A chain's present center. */
Centerx vrmi_chain_center(const Solver* solver, const vrmi_SpringChain* chain);
/* Places the centers on the body, for all chains. */
void vrmi_locate_centers(const Solver* solver);
/* Stores the centers for the next step, in lanes that made this one. */
void vrmi_keep_centers(const Solver* solver);
/* Padding for groups: see spring_layout.h. */
void vrmi_locate_nothing(const Solver* solver);

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
    struct Slow* slow; /* NULL: in the fast mode */
} Column;

/* Runs chains, or groups of a single avatar, in the fast mode. */
void vrmi_run_fast(const Solver* solver, int32_t first, int32_t count);
/* Runs a chain, or a group of a single avatar, in any other mode. */
void vrmi_run_slow(const Solver* solver, int32_t index, bool is_group);

/* ---- spring_slow.c ---- */

/* A column in any mode but the fast one. Differences are selected by lane, so that lanes without
 * them have the same bits in either. */
typedef struct Slow {
    const Solver* solver;
    Mode mode;
    bool has_center;
    const vrmi_SpringChain* chain; /* NULL: a group, whose chains are regular */
    const vrmi_SpringPair* pair;   /* of a chain */
    Centerx center;
    vrmi_Vec3x force;
    Paramsx params; /* of the pair at hand */
    Bonex bone;
    vrmi_Vec3x carried; /* the tail of the last step, moved with the center */
    vrmi_Quatx turned;  /* new world rotation of the head */
    vrmi_Quatx local;
    vrm_Affine above[VRMI_LANES];      /* general lanes: world matrix above the head */
    vrm_Affine rest_world[VRMI_LANES]; /* general lanes: of the head at rest */
} Slow;

void vrmi_slow_start(Slow* slow, const Solver* solver, const Column* column, bool is_group);
void vrmi_slow_begin(Slow* slow, Column* column, int32_t depth);
void vrmi_slow_limit(Slow* slow, Column* column, int32_t depth, vrmi_ix mask);
void vrmi_slow_finish(Slow* slow, Column* column, int32_t depth);

/* ---- spring_general.c ---- */

void vrmi_locate_general(const Solver* solver, const vrmi_RigCollider* from, Colliderx* to);
void vrmi_start_general(Slow* slow);
void vrmi_walk_down_general(Slow* slow, const vrmi_SpringPair* before);
void vrmi_reach_general(Slow* slow);
void vrmi_carry_general(const Slow* slow, const vrmi_Vec3x* point, vrmi_Vec3x* there);
void vrmi_turn_general(Slow* slow);
void vrmi_settle_general(Slow* slow);
/* From an aim in the world to the space of the pair's limit, and back. */
void vrmi_limit_frame_general(const Slow* slow, const vrmi_Vec3x* aim, vrmi_Vec3x* u);
void vrmi_limit_world_general(const Slow* slow, const vrmi_Vec3x* u, vrmi_Vec3x* aim);

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
    return vrmi_worldx_gather(from->at);
}

/* ---- The pair at hand ---- */

typedef struct Ends {
    const vrmi_Vec3x* head;
    vrmi_Vec3x* tail;
} Ends;

VRMI_INLINE Ends ends_of(const Column* column, int32_t depth, bool is_slow) {
    if (is_slow) return (Ends){&column->slow->bone.head, &column->slow->bone.tail};
    return (Ends){depth > 0 ? &column->next_tails[depth - 1] : &column->root,
                  &column->next_tails[depth]};
}

/* In the lanes of `mask` the tail is moved to the bone's length along `v`, unless `v` is too short
 * or too long to be squared. */
VRMI_INLINE void aim_column(Column* column, int32_t depth, Ends at, vrmi_fx length, vrmi_ix mask,
                            vrmi_Vec3x v) {
    vrmi_fx square = vrmi_vec3x_dot(v, v);
    vrmi_fx shrink = onex() / vrmi_fx_sqrt(square);
    vrmi_Matrixx m = vrmi_matrixx_from_quat(column->rotations[depth & 1]);
    mask = mask & is_soundx(square);
    *at.tail = vrmi_vec3x_select(
        mask, vrmi_vec3x_add(*at.head, vrmi_vec3x_scale(v, shrink * length)), *at.tail);
    column->way = vrmi_vec3x_select(mask, vrmi_matrixx_rotate_back(&m, v), column->way);
    column->shrink = vrmi_fx_select(mask, shrink, column->shrink);
    if (column->slow != NULL)
        column->slow->bone.way = vrmi_vec3x_select(mask, v, column->slow->bone.way);
}

/* Writes the new local rotations of the pair at a depth. */
VRMI_INLINE void leave_turn(const Solver* solver, const Column* column, int32_t depth,
                            vrmi_Quatx local, bool is_group) {
    if (!is_group) {
        int32_t index = column->first_state + depth;
        vrmi_write_joint(local, &solver->rotations, solver->layout->pairs[index].joint);
        if (__builtin_expect(solver->writes_rotations, 0))
            solver->scratch->rotations[solver->layout->pairs[index].slot] = local;
        return;
    }
    const int32_t* entry =
        solver->lanes->pairs + VRMI_PAIRS_AT(column->first_params + depth, VRMI_LANES);
    char* rotations = (char*)solver->rotations.of[solver->lane];
    float* items[VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++)
        items[k] = (float*)(void*)(rotations + entry[2 * VRMI_LANES + k]);
    vrmi_fx_to_items(local.x, local.y, local.z, local.w, items);
    if (__builtin_expect(!solver->writes_rotations, 1)) return;
    const int32_t* slots = entry + VRMI_LANES;
    for (int k = 0; k < VRMI_LANES; k++)
        if (slots[k] >= 0)
            vrmi_quatx_set(&solver->scratch->rotations[slots[k]], solver->lane,
                           vrmi_quatx_get(&local, k));
}

/* ---- spring_pair.c: what callers that are not in a hurry share ---- */

/* The settings of a pair: for a group `index` is its entry, for a chain its pair. */
void vrmi_find_params(const Solver* solver, int32_t index, bool is_group, Paramsx* out);
/* The new rotations, local and world, for any bend of the column's way. */
void vrmi_turn_any(const Paramsx* p, const vrmi_Quatx* above, const Column* column,
                   vrmi_Quatx* local, vrmi_Quatx* turned);
/* As leave_turn(). */
void vrmi_leave_turn(const Solver* solver, const Column* column, int32_t depth,
                     const vrmi_Quatx* local, bool is_group);

#endif
