/* SPDX-License-Identifier: MIT */
/* Avatars of one rig, side by side: what persists between steps, and what a worker needs while it
 * steps them.
 *
 *   inputs (block, per slot)  -> rotations (scratch) -> look-at, constraints, springs write there
 *                             -> worlds (scratch)    -> outputs (per avatar, de-interleaved)
 *
 * A lane is one avatar. Dead lanes hold the rest pose; no live lane ever reads another lane, so an
 * avatar has the same bits alone and in any crowd. Stages write only to scratch: a frame is a
 * function of the inputs and of the springs' own state.
 *
 * World transforms are position, rotation and one scale. A lane for which that is not enough (a
 * scale that is not uniform or mirrors, or numbers beyond what the fast path can multiply) is
 * *general*: its world transforms are affine matrices in `affines`, clamped at every step, from
 * which position, rotation and scale are read off. vrmi_pose_slots() fills both. Springs of such a
 * lane take matrices only if a scale that they read asks for it (general_sway): else they read what
 * they would read without the other node, to the bit.
 *
 * How many lanes a block has depends on its kernel. The types in lanes, whose names end in x, are
 * complete in the files of lanes/ only (lanes/block_lanes.h); elsewhere vrmi_lane_at() finds a
 * number: in memory an array in lanes is [item][component][lane]. */
#ifndef VRMI_RUNTIME_BLOCK_H
#define VRMI_RUNTIME_BLOCK_H

#include "rig/rig.h"
#include "vrm/sim.h"

/* The most lanes that a kernel has. */
#define VRMI_LANES_MOST 16

typedef struct vrmi_Avatar vrmi_Avatar;
typedef struct vrmi_Kernel vrmi_Kernel;
typedef struct vrmi_Springs vrmi_Springs;

typedef struct vrmi_Quatx vrmi_Quatx;   /* 4 components */
typedef struct vrmi_Vec3x vrmi_Vec3x;   /* 3 */
typedef struct vrmi_Localx vrmi_Localx; /* 8: rotation, translation, the X scale (all of it where
                                           the lane is not general). What the host set for a slot */
typedef struct vrmi_Worldx vrmi_Worldx; /* 8: rotation, position, scale */

enum { VRMI_QUAT_SIZE = 4, VRMI_VEC3_SIZE = 3, VRMI_LOCAL_SIZE = 8, VRMI_WORLD_SIZE = 8 };
enum { VRMI_AT_TRANSLATION = 4, VRMI_AT_SCALE = 7 }; /* components of a local or world transform */

typedef enum vrmi_GazeMode { VRMI_GAZE_OFF, VRMI_GAZE_TARGET, VRMI_GAZE_ANGLES } vrmi_GazeMode;

typedef struct vrmi_Gaze {
    vrmi_GazeMode mode;
    vrm_Vec3 target_world;
    float yaw_degrees, pitch_degrees; /* asked for, or as last computed */
    float yaw_offset, pitch_offset;   /* from the direction of the target, degrees */
} vrmi_Gaze;

typedef struct vrmi_Block {
    const vrm_Rig* rig;
    const vrmi_Kernel* kernel;
    int32_t lane_count; /* of the kernel */
    int32_t live_count;
    void* memory;         /* the allocation, in which this struct is aligned as the kernel needs */
    size_t size;          /* of this allocation */
    size_t hot_size;      /* of the leading part, which every step reads or writes */
    int32_t index;        /* place in the sim's list */
    uint8_t spring_limit; /* vrm_SpringDetail: at most this much, vrm_sim_step_within() */
    float importance;     /* of the most important avatar, while blocks are compared */
    uint8_t springs_wanted; /* the most that the host wants for one of them, likewise */
    bool face_changed;      /* an input of the face changed since the last step */
    uint32_t rules_version; /* of the rig, when the face was last computed */
    struct vrmi_Block *next_free,
        *prev_free; /* blocks of the same rig and kernel with a free lane */

    /* By lane. */
    int32_t* live;         /* masks: -1 in the lanes that */
    int32_t* general;      /* take affine matrices */
    int32_t* general_sway; /* of these: take them for springs too */
    int32_t* scaled;       /* have a scale other than 1 somewhere */
    uint32_t* stages;      /* vrm_Stages; 0 in dead lanes */
    vrmi_Avatar** avatars; /* NULL: a dead lane */
    vrmi_Worldx* root;     /* with the half turn of a 0.x avatar */
    vrm_Transform* roots;  /* the same in full, for general lanes */
    vrmi_Gaze* gazes;
    float* look_at_rate; /* how much overrides reduce the gaze, 0..1 */

    vrmi_Localx* locals; /* by slot, as the host set them */
    vrmi_Vec3x* scales;  /* by slot, all three axes */

    float* expression_inputs;    /* by expression, in lanes, 0..1 */
    uint64_t* asked_expressions; /* bits: some lane asks for it */
    uint64_t* shown_expressions; /* bits: some lane's output is not 0 */

    vrmi_Springs* springs; /* the spring stage's state; NULL where the rig has none */
    /* By lane, in each by joint. */
    vrm_Quat *spring_states, *spring_earlier; /* parts of it that are used less often */
    vrm_Quat* spring_results;                 /* NULL when not asked for */
} vrmi_Block;

/* One per worker, sized for the largest rig of the sim. */
typedef struct vrmi_Scratch {
    vrmi_Quatx* rotations;                    /* by slot: local rotations of this frame */
    vrmi_Worldx* worlds;                      /* by slot */
    vrm_Affine* affines[VRMI_LANES_MOST];     /* by slot, for general lanes */
    vrm_Affine root_affines[VRMI_LANES_MOST]; /* the same of the root */

    /* In lanes. */
    float* expression_weights; /* by expression; valid where its bit is set */
    float* expression_asked;
    float* morphs;       /* by reached morph */
    float* values;       /* by material value, 4 each */
    float* look_weights; /* up, down, left, right */
    int32_t* look_mask;  /* lanes whose gaze goes into expressions */
    bool is_looking;     /* some lane has a gaze */

    uint64_t* expression_bits;
    void* springs; /* the spring stage's own scratch */

#if defined(VRMI_CHECKED) /* lanes/stages.c: by slot, as the stage found them */
    vrmi_Quatx* rotations_before;
    vrmi_Worldx* worlds_before;
    uint8_t* marks;
#endif

    const vrmi_Block* next; /* the block that this worker steps next; this block if none */
} vrmi_Scratch;

/* ---- Lanes from outside ---- */

/* The first component of an item in a lane; the next one is `lane_count` floats behind it. */
static inline float* vrmi_lane_at(const vrmi_Block* block, void* items, int32_t size, int32_t item,
                                  int32_t lane) {
    return (float*)items + (ptrdiff_t)item * size * block->lane_count + lane;
}

static inline vrm_Vec3 vrmi_lane_vec3(const vrmi_Block* block, const float* at) {
    ptrdiff_t next = block->lane_count;
    return (vrm_Vec3){at[0], at[next], at[2 * next]};
}

static inline void vrmi_lane_set_vec3(const vrmi_Block* block, float* at, vrm_Vec3 v) {
    ptrdiff_t next = block->lane_count;
    at[0] = v.x;
    at[next] = v.y;
    at[2 * next] = v.z;
}

static inline vrm_Quat vrmi_lane_quat(const vrmi_Block* block, const float* at) {
    ptrdiff_t next = block->lane_count;
    return (vrm_Quat){at[0], at[next], at[2 * next], at[3 * next]};
}

static inline void vrmi_lane_set_quat(const vrmi_Block* block, float* at, vrm_Quat q) {
    ptrdiff_t next = block->lane_count;
    at[0] = q.x;
    at[next] = q.y;
    at[2 * next] = q.z;
    at[3 * next] = q.w;
}

/* A component of the local transform that the host set for a slot. */
static inline float* vrmi_local_at(const vrmi_Block* block, int32_t slot, int32_t component,
                                   int32_t lane) {
    return vrmi_lane_at(block, block->locals, VRMI_LOCAL_SIZE, slot, lane) +
           (ptrdiff_t)component * block->lane_count;
}

/* What the host set for a slot. */
static inline vrm_Transform vrmi_lane_transform(const vrmi_Block* block, int32_t slot,
                                                int32_t lane) {
    return (vrm_Transform){
        vrmi_lane_vec3(block, vrmi_local_at(block, slot, VRMI_AT_TRANSLATION, lane)),
        vrmi_lane_quat(block, vrmi_local_at(block, slot, 0, lane)),
        vrmi_lane_vec3(block, vrmi_lane_at(block, block->scales, VRMI_VEC3_SIZE, slot, lane))};
}

#endif
