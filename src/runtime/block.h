/* SPDX-License-Identifier: MIT */
/* Four avatars of one rig, side by side: what persists between steps, and what a worker needs while
 * it steps them.
 *
 *   inputs (block, per slot)  -> rotations (scratch) -> look-at, constraints, springs write there
 *                             -> worlds (scratch)    -> outputs (per avatar, de-interleaved)
 *
 * A lane is one avatar. Dead lanes hold the rest pose; no live lane ever reads another lane, so an
 * avatar has the same bits alone and in any crowd. Stages write only to scratch: a frame is a
 * function of the inputs and of the springs' own state.
 *
 * World transforms are position, rotation and one scale. A lane for which that is not enough (a
 * scale that is not uniform, or numbers beyond what the fast path can multiply safely) is
 * *general*: its world transforms are affine matrices in `affines`, clamped at every step, from
 * which position, rotation and scale are read off. vrmi_pose_slots() fills both. */
#ifndef VRMI_RUNTIME_BLOCK_H
#define VRMI_RUNTIME_BLOCK_H

#include "rig/rig.h"
#include "runtime/lanes.h"
#include "vrm/sim.h"

typedef struct vrmi_Avatar vrmi_Avatar;

/* What the host set for a slot. */
typedef struct vrmi_Local4 {
    vrmi_Quatx4 rotation;
    vrmi_Vec3x4 translation;
    vrmi_f4 scale; /* the X scale: all of it where the lane is not general */
} vrmi_Local4;

typedef struct vrmi_World4 {
    vrmi_Quatx4 rotation;
    vrmi_Vec3x4 position;
    vrmi_f4 scale;
} vrmi_World4;

static inline void vrmi_world4_copy(vrmi_World4* to, const vrmi_World4* from) {
    vrmi_f4 x = from->position.x, y = from->position.y, z = from->position.z, scale = from->scale;
    vrmi_quatx4_copy(&to->rotation, &from->rotation);
    to->position.x = x;
    to->position.y = y;
    to->position.z = z;
    to->scale = scale;
}

typedef enum vrmi_GazeMode { VRMI_GAZE_OFF, VRMI_GAZE_TARGET, VRMI_GAZE_ANGLES } vrmi_GazeMode;

typedef struct vrmi_Gaze {
    vrmi_GazeMode mode;
    vrm_Vec3 target_world;
    float yaw_degrees, pitch_degrees; /* asked for, or as last computed */
} vrmi_Gaze;

typedef struct vrmi_Block {
    const vrm_Rig* rig;
    size_t size;     /* of this allocation */
    size_t hot_size; /* of the leading part, which every step reads or writes */
    int32_t index;   /* place in the sim's list */
    int32_t live_count;
    struct vrmi_Block *next_free, *prev_free; /* blocks of the same rig with a free lane */

    vrmi_i4 live;                     /* masks: -1 in the lanes that */
    vrmi_i4 general;                  /* take affine matrices */
    uint32_t stages[VRMI_LANES];      /* vrm_Stages; 0 in dead lanes */
    vrmi_Avatar* avatars[VRMI_LANES]; /* NULL: a dead lane */

    vrmi_World4 root;                /* with the half turn of a 0.x avatar */
    vrm_Transform roots[VRMI_LANES]; /* the same in full, for general lanes */

    vrmi_Local4* locals; /* by slot, as the host set them */
    vrmi_Vec3x4* scales; /* by slot, all three axes */

    vrmi_Gaze gazes[VRMI_LANES];
    vrmi_f4* expression_inputs;  /* by expression, 0..1 */
    uint64_t* asked_expressions; /* bits: some lane asks for it */
    uint64_t* shown_expressions; /* bits: some lane's output is not 0 */
    bool face_changed;           /* an input of it changed since the last step */
    vrmi_f4 look_at_rate;        /* how much overrides reduce the gaze, 0..1 */

    void* springs; /* the spring stage's state; NULL where the rig has none */
    vrmi_Quatx4 *spring_rotations, *spring_earlier; /* parts of it that are used less often */
    vrm_Quat* spring_results; /* by lane, in each by joint; NULL when not asked for */
} vrmi_Block;

/* One per worker, sized for the largest rig of the sim. */
typedef struct vrmi_Scratch {
    vrmi_Quatx4* rotations;          /* by slot: local rotations of this frame */
    vrmi_World4* worlds;             /* by slot */
    vrm_Affine* affines[VRMI_LANES]; /* by slot, for general lanes */

    vrmi_f4* expression_weights; /* by expression; valid where its bit is set */
    vrmi_f4* expression_asked;
    uint64_t* expression_bits;
    vrmi_f4* morphs; /* by reached morph */
    vrmi_f4* values; /* by material value, 4 each */

    vrmi_i4 look_mask;       /* lanes whose gaze goes into expressions */
    vrmi_f4 look_weights[4]; /* up, down, left, right */

    void* springs; /* the spring stage's own scratch */

#if defined(VRMI_CHECKED) /* stages.c: by slot, as the stage found them */
    vrmi_Quatx4* rotations_before;
    vrmi_World4* worlds_before;
    uint8_t* marks;
#endif

    const vrmi_Block* next; /* the block that this worker steps next; this block if none */
} vrmi_Scratch;

/* A crowd is larger than the caches: while a block is stepped, the next one is prefetched part by
 * part. Prefetches issued all at once would wait for each other. */
#define VRMI_FETCH_LINES 4
static inline void vrmi_fetch_part(const vrmi_Block* block, size_t hot_size, int32_t part) {
    size_t begin = (size_t)part * (VRMI_FETCH_LINES * 64);
    if (begin >= hot_size) return;
    for (size_t line = 0; line < VRMI_FETCH_LINES; line++)
        __builtin_prefetch((const char*)block + begin + line * 64, 1, 2);
}

/* World transforms of the slots begin <= slot < end from scratch rotations and the block's locals;
 * their parents must be done. */
void vrmi_pose_slots(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t begin, int32_t end);

/* The same for slots in a list, parents first. */
void vrmi_pose_list(const vrmi_Block* block, vrmi_Scratch* scratch, const int32_t* slots,
                    int32_t count);

static inline bool vrmi_block_runs(const vrmi_Block* block, uint32_t stage) {
    uint32_t all = 0;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) all |= block->stages[lane];
    return (all & stage) != 0;
}

#endif
