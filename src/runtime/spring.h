/* SPDX-License-Identifier: MIT */
/* The spring stage: what a block keeps between steps, and who calls what.
 *
 *   schedule.c -> vrmi_springs_step   (spring.c: which lanes step, how often, what shows)
 *                   -> vrmi_springs_solve   (spring_solve.c: one step: waves)
 *                        -> spring_batch.c, spring_careful.c (columns from root to tip)
 *                             -> spring_kernel.h    (the arithmetic of one pair, in lanes)
 *
 * What is where, and until when:
 *
 *   array                  holds                        valid                     read by
 *   tails, earlier         by pair; in lanes as `home`  always                    solve, control
 *   rotations              by pair; in lanes as `home`  always; IN_RESULTS: no,   solve, show,
 *                                                       but spring_results        results
 *   anchors                by avatar: of the last frame where is_tracked          step, between
 *                                                                                 two frames
 *   centers,               by avatar: of the last step  after the first step      solve
 *   center_affines         (matrices: were_general)
 *   scratch->rotations     body slots, early slots      from the frame's begin    look-at,
 *                          unturned slots               if somebody wants them    constraints
 *                          slots that springs turn      after solve, if wanted;   waves, outputs
 *                                                       last_pairs: from its begin
 *   scratch->worlds        body slots                   from the body's pose      solve, outputs
 *                          sway slots of a wave         while the wave runs       solve
 *   rooms->colliders       those of the waves so far    while the wave runs       columns
 *   rooms->ones            the same of a single avatar  while the wave runs       groups
 *
 * where `home` says what a lane means:
 *
 *   BY_AVATAR    a lane is an avatar, in every entry
 *   IN_RESULTS   the same, but rotations are in block->spring_results: a crowd that asks for no
 *                other output would otherwise store them twice
 *   BY_CHAIN     for a single avatar, in lane home_lane. Plain chains: the entries of a group's
 *                first chain hold one chain in each lane, those of its other chains are stale.
 *                Irregular chains: as BY_AVATAR
 */
#ifndef VRMI_RUNTIME_SPRING_H
#define VRMI_RUNTIME_SPRING_H

#include "rig/spring_layout.h"
#include "runtime/sim.h"
#include "vrm/spring.h"

typedef enum vrmi_SpringHome {
    VRMI_SPRINGS_BY_AVATAR,
    VRMI_SPRINGS_IN_RESULTS,
    VRMI_SPRINGS_BY_CHAIN
} vrmi_SpringHome;

typedef struct vrmi_SpringKnob {
    vrmi_Vec3x4 force;
    vrmi_f4 weight;
} vrmi_SpringKnob;

/* vrmi_Block.springs. Masks and numbers are by lane. */
typedef struct vrmi_Springs {
    vrmi_i4 to_rest;    /* tails and rotations go to rest before the next step */
    vrmi_i4 to_retain;  /* tails go to where the rotations have them before the next step */
    vrmi_i4 is_paused;  /* by the host, or because of its distance */
    vrmi_i4 is_half;    /* every second step */
    vrmi_i4 is_scaled;  /* forces are multiplied by the scale */
    vrmi_i4 is_moved;   /* the host moved or scaled a node that sways */
    vrmi_i4 is_tracked; /* `anchors` are those of the last frame */
    uint8_t detail[VRMI_LANES], is_host_paused[VRMI_LANES];
    bool has_force;
    bool keeps_facing; /* a 0.x avatar that is not turned to face +Z */
    int8_t newest;     /* which of `tails` are the last step's */
    uint8_t home;      /* vrmi_SpringHome */
    bool shows_states; /* the shown rotations are not in scratch: they are `rotations`, or with
                          BY_CHAIN the blend of `earlier` and `rotations` */
    int32_t home_lane;

    vrmi_f4 ahead; /* seconds by which fixed steps are ahead of the frame; in raw steps at half
                      rate: the time of the frame that was left out */
    vrmi_f4 step_length; /* of the fixed steps, seconds */
    vrmi_f4 shown;       /* the frame's position between the step before (0) and the last one (1) */
    vrmi_Vec3x4 force;

    /* By pair. Each array by itself, so that a step reads and writes no more than it needs. */
    vrmi_Vec3x4* tails[2];  /* of the last two steps, in the world as the last step's center was */
    vrmi_Quatx4* rotations; /* local, as the last step left them */
    vrmi_Quatx4* earlier;   /* rotations one fixed step before; NULL in raw steps */

    vrmi_World4* anchors; /* by anchor of the layout, then the root: in the last frame */
    vrmi_World4* centers; /* by center entry of the layout: in the last step, of unit rotation */
    vrm_Affine* center_affines; /* by entry and lane: the same in lanes that were general then */
    vrmi_i4 were_general;

    vrmi_SpringParams4* own; /* by pair; NULL: the rig's */
    vrmi_SpringKnob* knobs;  /* by spring; NULL: no force, full weight */
} vrmi_Springs;

/* The part of a worker's scratch that the springs of a rig use. */
typedef struct vrmi_SpringRooms {
    struct Collider4* colliders; /* by collider */
    struct Collider1* ones;      /* the same of a single avatar, then those that touch nothing */
    struct Collider4* gathered;  /* by reference of a group */
    struct Reached* reached;     /* of a batch of columns */
    vrmi_World4* anchors;        /* this frame's, saved while the body is moved to another moment */
    vrmi_Quatx4* early;          /* by early slot: what the earlier stages wrote */
    vrmi_World4* centers;        /* by center entry: in this step, of unit rotation */
    vrm_Affine* center_affines;  /* by entry and lane: in general lanes */
} vrmi_SpringRooms;

/* ---- Life, spring_state.c; called from sim.c and input.c ---- */

/* 0 for a rig without springs. */
size_t vrmi_springs_size(const vrm_Rig* rig);
size_t vrmi_springs_scratch_size(const vrm_Rig* rig);

/* Sets the pointers of a block's zeroed state. */
void vrmi_springs_init(vrmi_Block* block);
/* Allocates what the block needs later. False: no memory for the flipped gravity of a 0.x avatar
 * that keeps facing -Z. */
bool vrmi_springs_prepare(const vrm_Sim* sim, vrmi_Block* block);
void vrmi_springs_release(const vrm_Sim* sim, vrmi_Block* block);

void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane);
/* Resets a lane to the rig's settings, in a block that has its own settings. */
void vrmi_springs_own_reset(vrmi_Block* block, int32_t lane);

/* After the host changed the local transform of a slot. */
void vrmi_springs_note_place(vrmi_Block* block, int32_t slot, int32_t lane);

/* ---- States, spring_state.c ---- */

/* Moves states back to their avatars' lanes (BY_AVATAR). No-op when they are there. */
void vrmi_springs_by_avatar(vrmi_Block* block);
void vrmi_springs_by_chain(vrmi_Block* block, int32_t lane);

/* A tail or a rotation, for any `home`. */
vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane);
vrm_Quat vrmi_springs_rotation(const vrmi_Block* block, const vrmi_Quatx4* rotations, int32_t pair,
                               int32_t lane);

/* Writes rotations of states BY_CHAIN to scratch, blended between two steps or as the last step
 * left them. */
void vrmi_springs_show_chains(const vrmi_Block* block, vrmi_Scratch* scratch, bool is_between,
                              vrmi_f4 shown);

/* Writes the lanes of a group to the slots of its chains. */
void vrmi_scatter_rotation(vrmi_Scratch* scratch, const vrmi_GroupPairs* pairs, int32_t lane,
                           vrmi_Quatx4 local);

/* De-interleaves one rotation. */
static inline void vrmi_write_joint(vrmi_Quatx4 q, vrm_Quat* const* out, int32_t joint) {
    vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
    vrmi_f4_store(&out[0][joint].x, q.x);
    vrmi_f4_store(&out[1][joint].x, q.y);
    vrmi_f4_store(&out[2][joint].x, q.z);
    vrmi_f4_store(&out[3][joint].x, q.w);
}

/* Writes VRM_OUTPUT_SPRINGS, unless the step has already written it. */
void vrmi_springs_write(const vrmi_Block* block, const vrmi_Scratch* scratch);
void vrmi_springs_write_rest(vrmi_Avatar* avatar);

/* ---- A frame, spring.c ---- */

/* Begins a frame: copies the host's rotations to scratch, except those that springs will write. */
void vrmi_springs_copy_rotations(const vrm_Sim* sim, const vrmi_Block* block,
                                 vrmi_Scratch* scratch);

/* Precondition: body slots are posed. */
void vrmi_springs_step(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch);

/* ---- One step, spring_solve.c ---- */

typedef enum vrmi_SpringTask {
    VRMI_SPRINGS_ADVANCE, /* the step of the specification */
    VRMI_SPRINGS_SETTLE   /* no time passes: tails go where rest or retained rotations have them */
} vrmi_SpringTask;

typedef struct vrmi_SpringStep {
    vrmi_SpringTask task;
    const vrmi_SpringRooms* rooms;
    vrmi_i4 mask;    /* lanes that step */
    vrmi_i4 to_rest; /* settling: lanes that go to rest; the others keep their rotations */
    vrmi_f4 dt;
    bool keeps_earlier;    /* save rotations to `earlier` first */
    bool writes_rotations; /* to scratch too */
    bool writes_results;   /* if possible: to the block's results instead of its rotations */
} vrmi_SpringStep;

vrmi_SpringRooms vrmi_spring_rooms(const vrm_Rig* rig, const vrmi_Scratch* scratch);

void vrmi_springs_solve(vrmi_Block* block, vrmi_Scratch* scratch, const vrmi_SpringStep* step);

/* From `a` (0) to `b` (1), and exactly `b` at 1. */
static inline vrmi_Quatx4 vrmi_blend_rotations(vrmi_Quatx4 a, vrmi_Quatx4 b, vrmi_f4 share) {
    const vrmi_f4 zero = vrmi_f4_splat(0.0f), one = vrmi_f4_splat(1.0f);
    vrmi_f4 dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, back = one - share;
    vrmi_f4 near = vrmi_f4_select(dot < zero, -share, share);
    vrmi_Quatx4 q = {a.x * back + b.x * near, a.y * back + b.y * near, a.z * back + b.z * near,
                     a.w * back + b.w * near};
    vrmi_f4 square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    vrmi_i4 is_sound = square > vrmi_f4_splat(1e-12f);
    vrmi_f4 inverse = one / vrmi_f4_sqrt(square);
    q = (vrmi_Quatx4){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
    return vrmi_quatx4_select(is_sound & (share < one), q, b);
}

#endif
