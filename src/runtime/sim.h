/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_Sim: avatars by id, blocks by rig, scratch by worker. */
#ifndef VRMI_RUNTIME_SIM_H
#define VRMI_RUNTIME_SIM_H

#include "runtime/block.h"
#include "runtime/kernel.h"

#include <stdatomic.h>

/* What belongs to one avatar alone: its results, and the inputs that are not stored in lanes. One
 * allocation per avatar, so that pointers to results stay valid while other avatars are added and
 * removed. */
struct vrmi_Avatar {
    size_t size; /* of this allocation */
    vrmi_Block* block;
    int32_t lane;
    vrm_AvatarId id;
    void* user_data;

    vrm_View view;
    float importance;    /* vrm_avatar_set_importance() */
    int32_t growth;      /* powers of two by which scales exceed the rest pose, all together */
    int32_t uneven;      /* nodes and root whose scale is not uniform */
    int32_t uneven_sway; /* the same of those that springs read, as uniform as springs need it */
    int32_t scaled;      /* nodes and root whose scale is not 1; those at rest are not counted */
    bool hips_moved;     /* hips_offset was set */
    vrm_Vec3 hips_offset;
    float* morph_inputs;   /* what expressions add to; NULL: no output needs the face */
    bool has_morph_inputs; /* some were set; else they are the rig's */

    /* Results; NULL when not asked for. */
    vrm_Transform* locals;
    vrm_Affine* worlds;
    vrm_Affine* palettes;
    float* expression_weights;
    float* expression_inputs;
    float* morphs;
    vrm_Vec4* values;
    vrm_Quat* springs; /* in the block */

    /* Normalized, also of bones that the avatar lacks; identities behind the last. */
    vrm_Quat pose[4 * VRMI_BONE_QUADS];
};

typedef struct vrmi_AvatarEntry {
    vrmi_Avatar* avatar; /* NULL: free */
    uint32_t generation; /* of the avatar that is here or will be here next */
    uint32_t next_free;  /* index + 1; 0: none */
} vrmi_AvatarEntry;

/* The blocks of one rig that have room, as a list; found by hash of the rig's address. */
typedef struct vrmi_RigEntry {
    const vrm_Rig* rig; /* NULL: an empty place of the table */
    int32_t avatar_count;
    vrmi_Block* first_free;
} vrmi_RigEntry;

/* Cache lines of x86_64 are fetched in pairs. */
#define VRMI_APART 128

/* What one worker writes is in cache lines of its own. */
typedef struct vrmi_Worker {
    _Alignas(VRMI_APART) vrmi_Scratch scratch;
    _Alignas(VRMI_APART) atomic_int first; /* block of its share in this step that nobody has taken,
                                              and those behind it up to */
    int32_t end;
} vrmi_Worker;

struct vrm_Sim {
    vrm_SimDef def;
    const vrmi_Kernel* kernels[3]; /* for singles, few, crowds: in the order of lanes */

    vrmi_AvatarEntry* entries;
    int32_t entry_count, entry_capacity;
    uint32_t first_free_entry; /* index + 1 */
    int32_t avatar_count;

    vrmi_Block** blocks;
    int32_t block_count, block_capacity;

    vrmi_RigEntry* rigs; /* open addressing; capacity is a power of two */
    int32_t rig_count, rig_capacity;

    int32_t worker_count;
    vrmi_Worker* workers; /* with their scratch, the memory of all is one block */
    void* scratch_memory; /* it, in which they are aligned as the kernels need */
    size_t scratch_size;
    struct {
        int32_t slots, expressions, morphs, values;
        size_t springs;
    } scratch_counts; /* the most that any rig so far needed */

    /* vrm_sim_step_within() */
    vrmi_Block** by_importance; /* room for as many as `blocks` */
    int32_t by_importance_capacity;
    uint32_t budget_step; /* counts its calls */
    double steps_before;  /* of springs in its last frame; 0: there was none */
    double steps_counted; /* in this frame */
    bool is_limited;      /* some block's springs are lowered */
    bool is_within;       /* the step in progress has a budget */
    vrm_BudgetUse budget_use;

    /* Of the step in progress. */
    float dt;
    vrm_InputFn* input_fn; /* NULL: inputs stand as they are */
    void* input_ctx;
};

static inline bool vrmi_gives_transforms(const vrm_Sim* sim) {
    const uint32_t all = VRM_OUTPUT_LOCALS | VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES;
    return (sim->def.outputs & all) != 0;
}

/* The number of body slots that a step has to pose. */
static inline int32_t vrmi_body_count(const vrm_Sim* sim, const vrm_Rig* rig) {
    return vrmi_gives_transforms(sim) ? rig->body_count : rig->used_count;
}

/* Whether the sim inserts a half turn below the root of the rig's avatars, so that they face +Z. */
static inline bool vrmi_is_turned(const vrm_Sim* sim, const vrm_Rig* rig) {
    return rig->facing < 0 && !sim->def.keeps_vrm0_facing;
}

/* One frame of all blocks, schedule.c. */
void vrmi_sim_run(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx);

/* NULL when the id is stale; avatar.c. */
vrmi_Avatar* vrmi_avatar(const vrm_Sim* sim, vrm_AvatarId id);

/* The rotations of some bones, by bits, as the avatar's nodes have them now, and the offset of its
 * hips; other bones are at rest. False when the id is stale. */
bool vrmi_avatar_pose(vrm_Sim* sim, vrm_AvatarId id, uint64_t bones, vrm_Pose* out);

/* As vrm_avatar_set_pose() for the bones whose bits are set: normalized rotations of unit length,
 * one for each vrm_Bone. The other bones are unchanged. */
void vrmi_avatar_turn_bones(vrmi_Avatar* avatar, const vrm_Quat* unit, uint64_t bones);

/* As vrm_avatar_set_morph() for a morph that the rig has and a finite weight. */
void vrmi_avatar_set_morph(vrmi_Avatar* avatar, int32_t morph, float weight);

/* Writes the results of an avatar that was just added: the rest state. */
void vrmi_outputs_rest(vrmi_Avatar* avatar);

/* Resets a lane to the rest pose at the origin with no expressions. */
void vrmi_lane_reset(vrmi_Block* block, int32_t lane, bool is_turned);

/* Updates whether an avatar's lane needs affine matrices. Called after a scale changed. */
void vrmi_lane_classify(vrmi_Avatar* avatar);

#endif
