/* SPDX-License-Identifier: MIT */
/* The spring stage in a kernel: runtime/spring_stage.h says what is valid when. */
#ifndef VRMI_RUNTIME_LANES_SPRING_STEP_H
#define VRMI_RUNTIME_LANES_SPRING_STEP_H

#include "runtime/lanes/block_lanes.h"
#include "runtime/sim.h"
#include "runtime/spring_stage.h"

/* The part of a worker's scratch that the springs of a rig use. */
typedef struct vrmi_SpringBuffers {
    struct Colliderx* colliders; /* by collider */
    struct Collider1* ones;      /* the same of a single avatar, then those that touch nothing */
    struct Colliderx* gathered;  /* by reference of a group */
    struct Reached* reached;     /* of a batch of columns */
    vrmi_Worldx* anchors;        /* this frame's, saved while the body is moved to another moment */
    vrm_Affine* anchor_affines;  /* by anchor and lane: the same in general lanes */
    vrmi_Quatx* early;           /* by early slot: what the earlier stages wrote */
    vrmi_Worldx* centers;        /* by center entry: in this step, of unit rotation */
    vrm_Affine* center_affines;  /* by entry and lane: in general lanes */
} vrmi_SpringBuffers;

/* 0 for a rig without springs. */
size_t vrmi_springs_scratch_size(const vrm_Rig* rig);

/* Rotations of joints, by lane. */
typedef struct vrmi_LaneRotations {
    vrm_Quat* of[VRMI_LANES];
} vrmi_LaneRotations;

static inline vrmi_LaneRotations vrmi_lane_rotations(const vrmi_Block* block, vrm_Quat* first) {
    vrmi_LaneRotations rotations;
    size_t length = vrmi_springs_rotations_stride(block->rig, VRMI_LANES);
    for (int k = 0; k < VRMI_LANES; k++) rotations.of[k] = first + (size_t)k * length;
    return rotations;
}

static inline vrmi_Quatx vrmi_read_joint(const vrmi_LaneRotations* rotations, int32_t joint) {
    const vrm_Quat* items[VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++) items[k] = &rotations->of[k][joint];
    return vrmi_quatx_from_items(items);
}

static inline void vrmi_write_joint(vrmi_Quatx q, const vrmi_LaneRotations* rotations,
                                    int32_t joint) {
    vrm_Quat* items[VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++) items[k] = &rotations->of[k][joint];
    vrmi_quatx_to_items(q, items);
}

/* ---- A frame, spring_step.c ---- */

/* Begins a frame: copies the host's rotations to scratch, except those that springs will write. */
void vrmi_springs_copy_rotations(const vrm_Sim* sim, const vrmi_Block* block,
                                 vrmi_Scratch* scratch);

/* Precondition: body slots are posed. Writes VRM_OUTPUT_SPRINGS. */
void vrmi_springs_step(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch);

/* Moves the anchors of general lanes, spring_general.c; the other lanes are moved already. Where
 * `is_there`, they are exactly this frame's. */
void vrmi_move_general(const vrmi_Block* block, vrmi_Scratch* scratch,
                       const vrmi_SpringBuffers* buffers, vrmi_fx share, vrmi_ix is_there);

/* Moves a tail from the world to the space of an anchor, or back, in general lanes. */
void vrmi_move_tail_general(const vrmi_Scratch* scratch, int32_t anchor, vrmi_ix general,
                            bool to_world, const vrmi_Vec3x* tail, vrmi_Vec3x* there);

/* ---- One step, spring_solve.c ---- */

typedef struct vrmi_SpringStep {
    const vrmi_SpringBuffers* buffers;
    bool is_settling; /* no time passes: tails go where rest or retained rotations have them */
    vrmi_ix mask;     /* lanes that step */
    vrmi_ix to_rest;  /* settling: lanes that go to rest; the others keep their rotations */
    bool has_motion;  /* settling: tails move as from there to where they were settled before, */
    vrmi_fx stretch;  /* times this */
    vrmi_fx dt;
    bool writes_rotations; /* to scratch too */
    bool writes_results;   /* if possible: to the block's results instead of its states */
} vrmi_SpringStep;

vrmi_SpringBuffers vrmi_spring_buffers(const vrm_Rig* rig, const vrmi_Scratch* scratch);

void vrmi_springs_solve(vrmi_Block* block, vrmi_Scratch* scratch, const vrmi_SpringStep* step);

/* On the straight line through `a` (0) and `b` (1) or -b, whichever is nearer, and normalized. Not
 * valid where `out_square`, the square of its length before, is next to zero. */
static inline vrmi_Quatx vrmi_mix_rotations(vrmi_Quatx a, vrmi_Quatx b, vrmi_fx share,
                                            vrmi_fx* out_square) {
    const vrmi_fx zero = vrmi_fx_splat(0.0f), one = vrmi_fx_splat(1.0f);
    vrmi_fx near = vrmi_fx_select(vrmi_quatx_dot(a, b) < zero, -share, share), back = one - share;
    vrmi_Quatx q = {a.x * back + b.x * near, a.y * back + b.y * near, a.z * back + b.z * near,
                    a.w * back + b.w * near};
    *out_square = vrmi_quatx_dot(q, q);
    return vrmi_quatx_scale(q, one / vrmi_fx_sqrt(*out_square));
}

/* The same from 0 to 1, and exactly `b` at 1 or where it is not valid. */
static inline vrmi_Quatx vrmi_blend_rotations(vrmi_Quatx a, vrmi_Quatx b, vrmi_fx share) {
    vrmi_fx square;
    vrmi_Quatx q = vrmi_mix_rotations(a, b, share, &square);
    vrmi_ix is_mixed = (square > vrmi_fx_splat(1e-12f)) & (share < vrmi_fx_splat(1.0f));
    return vrmi_quatx_select(is_mixed, q, b);
}

#endif
