/* SPDX-License-Identifier: MIT */
/* A block as a kernel sees it: its arrays in lanes. */
#ifndef VRMI_RUNTIME_LANES_BLOCK_LANES_H
#define VRMI_RUNTIME_LANES_BLOCK_LANES_H

#include "runtime/block.h"
#include "runtime/lanes/lanes.h"

struct vrmi_Localx {
    vrmi_Quatx rotation;
    vrmi_Vec3x translation;
    vrmi_fx scale;
};

struct vrmi_Worldx {
    vrmi_Quatx rotation;
    vrmi_Vec3x position;
    vrmi_fx scale;
};

/* Numbers or a mask by lane, which other files see as an array, as a vector. */
#define VRMI_FLOATS(by_lane) (*(vrmi_fx*)(void*)(by_lane))
#define VRMI_MASK(by_lane)   (*(vrmi_ix*)(void*)(by_lane))

/* An array in lanes whose items are one float each. */
static inline vrmi_fx* vrmi_in_lanes(float* items) {
    return (vrmi_fx*)(void*)items;
}

static inline void vrmi_worldx_copy(vrmi_Worldx* to, const vrmi_Worldx* from) {
    vrmi_fx x = from->position.x, y = from->position.y, z = from->position.z, scale = from->scale;
    vrmi_quatx_copy(&to->rotation, &from->rotation);
    to->position.x = x;
    to->position.y = y;
    to->position.z = z;
    to->scale = scale;
}

/* The parent's world transform; of a root, the avatar's own. */
static inline const vrmi_Worldx* vrmi_world_above(const vrmi_Block* block,
                                                  const vrmi_Scratch* scratch, int32_t parent) {
    return parent < 0 ? block->root : &scratch->worlds[parent];
}

/* World transforms of several slots, each in one lane of its own: `from` is where they begin. */
VRMI_INLINE vrmi_Worldx vrmi_worldx_gather(const float* const from[VRMI_LANES]) {
#define PART(n) vrmi_fx_gather(from, (n)*VRMI_LANES)
    return (vrmi_Worldx){
        {PART(0), PART(1), PART(2), PART(3)}, {PART(4), PART(5), PART(6)}, PART(7)};
#undef PART
}

VRMI_INLINE vrmi_Vec3x vrmi_worldx_point(const vrmi_Worldx* world, vrmi_Vec3x point) {
    vrmi_Vec3x arm = vrmi_vec3x_scale(point, world->scale);
    return vrmi_vec3x_add(world->position, vrmi_quatx_rotate(world->rotation, arm));
}

/* The same two of a lane with matrices: the parent's, and a slot's own with that rotation. */
static inline vrm_Affine vrmi_affine_above(const vrmi_Scratch* scratch, int32_t parent,
                                           int32_t lane) {
    return parent < 0 ? scratch->root_affines[lane] : scratch->affines[lane][parent];
}

static inline vrm_Affine vrmi_local_affine(const vrmi_Block* block, int32_t slot,
                                           const vrmi_Quatx* rotation, int32_t lane) {
    return vrmi_affine_from_transform((vrm_Transform){
        vrmi_vec3x_get(&block->locals[slot].translation, lane), vrmi_quatx_get(rotation, lane),
        vrmi_vec3x_get(&block->scales[slot], lane)});
}

/* The matrix of a lane of a world transform. */
static inline vrm_Affine vrmi_world_affine(const vrmi_Worldx* world, int32_t lane) {
    float scale = world->scale[lane];
    return vrmi_affine_from_transform((vrm_Transform){vrmi_vec3x_get(&world->position, lane),
                                                      vrmi_quatx_get(&world->rotation, lane),
                                                      {scale, scale, scale}});
}

/* A crowd is larger than the caches: while a block is stepped, the next one is prefetched part by
 * part. Prefetches issued all at once would wait for each other. */
#define VRMI_FETCH_LINES VRMI_LANES
static inline void vrmi_fetch_part(const vrmi_Block* block, size_t hot_size, int32_t part) {
    size_t begin = (size_t)part * (VRMI_FETCH_LINES * 64);
    if (begin >= hot_size) return;
    for (size_t line = 0; line < VRMI_FETCH_LINES; line++)
        __builtin_prefetch((const char*)block + begin + line * 64, 1, 2);
}

static inline bool vrmi_block_runs(const vrmi_Block* block, uint32_t stage) {
    uint32_t all = 0;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) all |= block->stages[lane];
    return (all & stage) != 0;
}

/* Begins a frame: the root of lanes with matrices. */
void vrmi_pose_root(const vrmi_Block* block, vrmi_Scratch* scratch);

/* World transforms of the slots begin <= slot < end from scratch rotations and the block's locals;
 * their parents must be done. */
void vrmi_pose_slots(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t begin, int32_t end);

/* The same for slots in a list, parents first. */
void vrmi_pose_list(const vrmi_Block* block, vrmi_Scratch* scratch, const int32_t* slots,
                    int32_t count);

/* ---- Stages, in the order of a frame; each works on one block ---- */

void vrmi_look_at_measure(vrmi_Block* block, vrmi_Scratch* scratch);
void vrmi_expressions_step(vrmi_Block* block, vrmi_Scratch* scratch);
void vrmi_look_at_apply(vrmi_Block* block, vrmi_Scratch* scratch);
void vrmi_constraints_step(vrmi_Block* block, vrmi_Scratch* scratch);
void vrmi_outputs_write(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch);

#endif
