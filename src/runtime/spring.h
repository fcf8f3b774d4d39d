/* SPDX-License-Identifier: MIT */
/* The spring stage: what a block keeps between steps, and who calls what.
 *
 *   schedule.c -> vrmi_springs_step   (spring.c: which lanes step, how often, what shows)
 *                   -> vrmi_body_pose       (spring_body.c: what they hang on)
 *                   -> vrmi_springs_solve   (spring_solve.c: one step: waves, columns)
 *                        -> spring_run.c, spring_lone.c, spring_odd.c
 *                             -> spring_kernel.h    (the arithmetic of one pair, four lanes wide)
 *
 * A step writes its own state and, where somebody reads them, the local rotations in scratch, never
 * world transforms. */
#ifndef VRMI_RUNTIME_SPRING_H
#define VRMI_RUNTIME_SPRING_H

#include "rig/spring_layout.h"
#include "runtime/sim.h"
#include "vrm/spring.h"

typedef struct vrmi_SpringKnob {
    vrmi_Vec3x4 force;
    vrmi_f4 weight;
} vrmi_SpringKnob;

/* vrmi_Block.springs. Masks and numbers are by lane. */
typedef struct vrmi_Springs {
    vrmi_i4 to_rest;    /* tails and rotations go to rest before the next step */
    vrmi_i4 to_hold;    /* tails go to where the rotations hold them before the next step */
    vrmi_i4 is_paused;  /* by the host, or held for its distance */
    vrmi_i4 is_half;    /* every second step */
    vrmi_i4 is_scaled;  /* forces follow the scale */
    vrmi_i4 is_moved;   /* the host moved or scaled a node that sways */
    vrmi_i4 is_tracked; /* `anchors` are those of the last frame */
    uint8_t detail[VRMI_LANES], is_host_paused[VRMI_LANES];
    bool has_force;
    bool keeps_facing; /* a 0.x avatar that is not turned to face +Z */
    int8_t newest;     /* which of `tails` are the last step's */
    bool is_packed;    /* tails and rotations: see spring_lone.c */
    bool in_results;   /* rotations are in the block's results: vrmi_springs_recall() */
    bool shows_states; /* what shows are `rotations`, or between them and `earlier` where they are
                          packed; scratch does not have it */
    int32_t packed_lane;

    vrmi_f4 ahead; /* seconds by which fixed steps are ahead of the frame; in raw steps at half
                      rate: the time of the frame that was left out */
    vrmi_f4 step_length; /* of the fixed steps, seconds */
    vrmi_f4 shown;       /* how far the frame is from the step before to the last one, 0..1 */
    vrmi_Vec3x4 force;

    /* By pair. Each array by itself, so that a step reads and writes no more than it needs. */
    vrmi_Vec3x4*
        tails[2]; /* of the last two steps, in the world as the last step's center has it */
    vrmi_Quatx4* rotations; /* local, as the last step left them */
    vrmi_Quatx4* earlier;   /* rotations one fixed step before; NULL in raw steps */

    vrmi_World4* anchors; /* by anchor of the layout, then the root: in the last frame */
    vrmi_World4* centers; /* by center entry of the layout: in the last step, of unit rotation */
    vrm_Affine* center_affines; /* by entry and lane: the same in lanes that were general then */
    vrmi_i4 were_general;

    vrmi_SpringParams4* own; /* by pair; NULL: the rig's */
    vrmi_SpringKnob* knobs;  /* by spring; NULL: no force, full weight */
} vrmi_Springs;

/* ---- Life, called from sim.c and input.c ---- */

/* 0 for a rig without springs. */
size_t vrmi_springs_size(const vrm_Rig* rig);
size_t vrmi_springs_scratch_size(const vrm_Rig* rig);

/* Sets pointers of a block's zeroed state. */
void vrmi_springs_init(vrmi_Block* block);
/* What the block allocated later. False: no memory for the flipped gravity of a 0.x avatar that
 * keeps facing -Z. */
bool vrmi_springs_prepare(const vrm_Sim* sim, vrmi_Block* block);
void vrmi_springs_release(const vrm_Sim* sim, vrmi_Block* block);

void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane);
/* Gives a lane the rig's settings again, in a block that has its own. */
void vrmi_springs_own_reset(vrmi_Block* block, int32_t lane);

/* After the host changed the local transform of a slot. */
void vrmi_springs_note_place(vrmi_Block* block, int32_t slot, int32_t lane);

/* ---- Run ---- */

/* Begins a frame: the host's rotations into scratch, but for those that springs will write. */
void vrmi_springs_copy_rotations(const vrm_Sim* sim, const vrmi_Block* block,
                                 vrmi_Scratch* scratch);

/* Body slots must be posed. */
void vrmi_springs_step(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch);

/* Rotations from the results, where the last step left them, to where all but it look for them. */
void vrmi_springs_recall(vrmi_Block* block);

/* De-interleaves one rotation. */
static inline void vrmi_write_joint(vrmi_Quatx4 q, vrm_Quat* const* out, int32_t joint) {
    vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
    vrmi_f4_store(&out[0][joint].x, q.x);
    vrmi_f4_store(&out[1][joint].x, q.y);
    vrmi_f4_store(&out[2][joint].x, q.z);
    vrmi_f4_store(&out[3][joint].x, q.w);
}

/* VRM_OUTPUT_SPRINGS, unless the step has written it. */
void vrmi_springs_write(const vrmi_Block* block, const vrmi_Scratch* scratch);
void vrmi_springs_write_rest(vrmi_Avatar* avatar);

/* ---- Where the body is, spring_body.c ---- */

/* Poses what the springs need and nobody else has posed. Returns the lane of an avatar alone for
 * which it is in vrmi_lone_worlds(), else -1: it is in scratch->worlds. `is_steady`: no lane will
 * settle in this frame. */
int32_t vrmi_body_pose(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch,
                       bool is_steady);

/* Keeps where the frame has the body, so that it can be moved to other moments: 0 is the last
 * frame, 1 this one. */
void vrmi_body_keep(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane);
void vrmi_body_move(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane, vrmi_f4 share);
void vrmi_body_restore(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane);
/* For the next frame. */
void vrmi_body_remember(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane);

/* World transforms of an avatar alone, by slot; -1 is the root. */
static inline vrmi_World1* vrmi_lone_worlds(const vrmi_Scratch* scratch) {
    return (vrmi_World1*)scratch->springs + 1;
}

/* ---- One step, spring_solve.c ---- */

typedef enum vrmi_SpringTask {
    VRMI_SPRINGS_ADVANCE, /* the step of the specification */
    VRMI_SPRINGS_SETTLE   /* no time passes: tails go where rest or held rotations have them */
} vrmi_SpringTask;

typedef struct vrmi_SpringStep {
    vrmi_SpringTask task;
    vrmi_i4 mask;    /* lanes that step */
    vrmi_i4 to_rest; /* settling: lanes that go to rest; the others hold */
    vrmi_f4 dt;
    bool keeps_earlier;    /* save rotations to `earlier` first */
    bool writes_rotations; /* to scratch too */
    bool writes_results;   /* if it can: to the block's results, not to its rotations */
    int32_t lone_lane;     /* as vrmi_body_pose() returned it */
} vrmi_SpringStep;

/* Room for a rotation of each early slot. */
vrmi_Quatx4* vrmi_springs_scratch_early(const vrmi_Block* block, vrmi_Scratch* scratch);
/* Room for the anchors of a block, root included. */
void* vrmi_springs_scratch_anchors(const vrmi_Block* block, vrmi_Scratch* scratch);

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

/* ---- An avatar alone, spring_lone.c ---- */

/* States back to the lane of their avatar; nothing where they are. */
void vrmi_springs_spread(vrmi_Block* block);
/* The rotation of a pair that the last step left, wherever it lies. */
vrm_Quat vrmi_springs_rotation(const vrmi_Block* block, const vrmi_Quatx4* rotations, int32_t pair,
                               int32_t lane);
/* The tail of a pair, wherever it lies. */
vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane);
/* Rotations of packed states into scratch, between two steps or as the last one left them. */
void vrmi_springs_show_packed(const vrmi_Block* block, vrmi_Scratch* scratch, bool is_between,
                              vrmi_f4 shown);
void vrmi_springs_write_packed(const vrmi_Block* block, vrm_Quat* out);

#endif
