/* SPDX-License-Identifier: MIT */
/* The spring stage: what a block keeps between steps, and who calls what.
 *
 *   lanes/block_step.c -> vrmi_springs_step   (lanes/spring_step.c: which lanes step, how often,
 * what shows)
 *                      -> vrmi_springs_solve   (lanes/spring_solve.c: one step: waves)
 *                           -> spring_column.c, spring_slow.c (columns from root to tip)
 *                                -> spring_kernel.h    (the arithmetic of one pair, in lanes)
 *
 * What is where, and until when:
 *
 *   array                  holds                        valid                     read by
 *   tails                  by pair                      always                    solve, control
 *   rotations, earlier     by avatar, then by joint     always                    solve, show
 *   anchors,               by avatar: of the last frame where is_tracked          step, between
 *   anchor_affines         (matrices: anchors_general)                            two frames
 *   centers,               by avatar: of the last step  after the first step      solve
 *   center_affines         (matrices: were_general)
 *   scratch->rotations     body slots, early slots      from the frame's begin    look-at,
 *                          unturned slots               if some stage reads them  constraints
 *                          slots that springs turn      after solve, if wanted;   waves, outputs
 *                                                       last_pairs: from its begin
 *   scratch->worlds        body slots                   from the body's pose      solve, outputs
 *                          sway slots of a wave         while the wave runs       solve
 *   buffers->colliders       those of the waves so far    while the wave runs       columns
 *   buffers->ones            the same of a single avatar  while the wave runs       groups
 *
 * A lane of `tails` is an avatar, except for a single avatar (folded_lane): the entries of a
 * group's first chain then hold one chain in each lane, and those of its other chains are stale.
 * They are unfolded before another avatar enters the block.
 *
 * `rotations` points to the block's results while these show exactly what the last step left, so
 * that a step stores once; otherwise to the block's states. */
#ifndef VRMI_RUNTIME_SPRING_STAGE_H
#define VRMI_RUNTIME_SPRING_STAGE_H

#include "rig/spring_layout.h"
#include "runtime/sim.h"
#include "vrm/spring.h"

/* Steps in a frame. What a longer stall has before them is skipped; otherwise one slow frame would
 * make the next one slow. */
#define VRMI_STEPS_MAX 16

/* Components of a control. */
enum { VRMI_CONTROL_WEIGHT = 3, VRMI_CONTROL_SIZE = 4 };

/* vrmi_Block.springs. Masks and numbers are by lane. */
struct vrmi_Springs {
    int32_t* to_rest;    /* tails and rotations go to rest before the next step */
    int32_t* to_retain;  /* tails go to where the rotations have them before the next step */
    int32_t* is_paused;  /* by the host, or because of its distance */
    int32_t* wants_half; /* every second step, by the host or by a budget, */
    int32_t* is_fast;    /* unless the body moves too fast for that: */
    int32_t* was_fast;   /* and did so in the last frame, at a lowered rate */
    int32_t* is_half;    /* how the last step was made */
    int32_t* is_scaled;  /* forces are multiplied by the scale */
    int32_t* is_moved;   /* the host moved or scaled a node that sways */
    int32_t* is_tracked; /* `anchors` are those of a frame before this one */
    int32_t *were_general, *anchors_general; /* of `centers`, `anchors`: matrices were taken too */
    uint8_t *detail, *is_host_paused;
    bool has_force;
    bool keeps_facing;             /* a 0.x avatar that is not turned to face +Z */
    int8_t newest;                 /* which of `tails` are the last step's */
    int32_t folded_lane;           /* of the single avatar whose tails are folded; -1: none are */
    const vrmi_SpringLanes* lanes; /* the rig's groups for this kernel; NULL: too many to count */

    float* ahead; /* seconds by which fixed steps are ahead of the frame (less than 0: one waits for
                     it); in raw steps at half rate: the time of the frame that was left out */
    float* step_length; /* of the last fixed step, seconds */
    float* age;         /* from the frame of `anchors` to the last one, seconds */
    float* shown;       /* the frame's position between the step before (0) and the last one (1) */
    vrmi_Vec3x* force;

    vrmi_Vec3x* tails[2]; /* by pair: of the last two steps, in the world as the last step's center
                             was */
    vrm_Quat* rotations;  /* local, as the last step left them */
    vrm_Quat* earlier;    /* rotations one fixed step before; NULL in raw steps */

    vrmi_Worldx* anchors; /* by anchor of the layout, then the root: in the last frame, or, where
                             many frames go into a step, in that of the last step */
    vrm_Affine* anchor_affines; /* by anchor and lane: the same in lanes that were general then */
    vrmi_Worldx* centers; /* by center entry of the layout: in the last step, of unit rotation */
    vrm_Affine* center_affines; /* by entry and lane: the same in lanes that were general then */

    float* own;      /* by pair, in lanes: vrmi_SpringParams; NULL: the rig's */
    float* controls; /* by spring, in lanes: force and weight; NULL: no force, full weight */
};

/* ---- Life, spring_state.c and spring_settings.c; called from sim_avatars.c and input.c ---- */

/* 0 for a rig without springs. */
size_t vrmi_springs_size(const vrm_Rig* rig, int32_t lane_count);

/* Sets the pointers of a block's zeroed state. */
void vrmi_springs_init(vrmi_Block* block);
/* Allocates what the block needs later. False: no memory for the flipped gravity of a 0.x avatar
 * that keeps facing -Z. */
bool vrmi_springs_prepare(const vrm_Sim* sim, vrmi_Block* block);
void vrmi_springs_release(const vrm_Sim* sim, vrmi_Block* block);

/* Sets what the host can read of a new avatar to the rest pose. */
void vrmi_springs_enter(vrmi_Avatar* avatar);
void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane);
/* Resets a lane to the rig's settings, without forces and at full weight. */
void vrmi_springs_settings_reset(vrmi_Block* block, int32_t lane);

/* Lowers or restores the springs of all avatars of a block: none has more detail than the block's
 * spring_limit. */
void vrmi_springs_limit(vrmi_Block* block, uint8_t limit);

/* The most detail (vrm_SpringDetail) that the host wants for an avatar of the block. */
uint8_t vrmi_springs_wanted(const vrmi_Block* block);
/* Whether half rate saves time: no avatar of the block moves too fast for it. */
bool vrmi_springs_can_halve(const vrmi_Block* block);
/* The detail of one of them now. Of an avatar without springs nothing is taken away: full. */
uint8_t vrmi_springs_level(const vrmi_Block* block, int32_t lane);

/* After the host changed the local transform of a slot. */
void vrmi_springs_note_transform(vrmi_Block* block, int32_t slot, int32_t lane);

/* ---- States, spring_state.c ---- */

/* Of arrays by lane and joint: the part of a lane. Its length is a multiple of the number of lanes,
 * so that several joints can be loaded at once. */
static inline size_t vrmi_springs_rotations_stride(const vrm_Rig* rig, int32_t lane_count) {
    size_t count = (size_t)rig->springs->joint_count, rest = (size_t)lane_count - 1;
    return (count + rest) & ~rest;
}

static inline vrm_Quat* vrmi_springs_rotations_of(const vrmi_Block* block, vrm_Quat* rotations,
                                                  int32_t lane) {
    return rotations + (size_t)lane * vrmi_springs_rotations_stride(block->rig, block->lane_count);
}

/* Moves `rotations` out of the results, which will show something else. */
void vrmi_springs_leave_results(vrmi_Block* block);

/* Moves folded tails back to their avatar's lane. No-op when none are. */
void vrmi_springs_unfold(vrmi_Block* block);
void vrmi_springs_fold(vrmi_Block* block, int32_t lane);

/* Lets a lane begin the next step at rest. */
void vrmi_springs_to_rest(vrmi_Block* block, int32_t lane);

/* Carries tails along with hips that jump from one place to another: `jump` is
 * new * inverse(old), in the axes of vrm_Pose. Their motion before and after counts as ever. */
void vrmi_springs_follow_hips(vrm_Sim* sim, vrm_AvatarId avatar, vrm_Transform jump);

/* A tail, folded or not. */
vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane);

#endif
