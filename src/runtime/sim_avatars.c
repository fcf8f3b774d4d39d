/* SPDX-License-Identifier: MIT */
/* The avatars of a sim: avatars by id, side by side in blocks, blocks by rig. Memory is allocated
 * and released here, never in a step. */
#include "runtime/sim.h"
#include "runtime/spring_stage.h"

#include <string.h>

void vrm_sim_def_init(vrm_SimDef* def, size_t def_size) {
    vrm_SimDef defaults = {.avatar_capacity = 1,
                           .spring_rate_hz = 60.0f,
                           .max_step_s = 1.0f / 30.0f,
                           .outputs = VRM_OUTPUT_DEFAULT};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Growing arrays ---- */

/* Returns the items with room for `needed` of them; NULL when there is no memory, and then nothing
 * has changed. */
static void* reserve(const vrm_Allocator* allocator, void* items, int32_t* capacity, int32_t needed,
                     size_t size) {
    if (items != NULL && needed <= *capacity) return items;
    int32_t wanted = *capacity < 8 ? 8 : *capacity;
    while (wanted < needed && wanted <= INT32_MAX / 2) wanted *= 2;
    size_t old_bytes = (size_t)*capacity * size, bytes = 0;
    if (wanted < needed || !vrmi_mul((size_t)wanted, size, &bytes)) return NULL;
    void* grown = items == NULL ? vrmi_alloc(allocator, bytes)
                                : vrmi_grow(allocator, items, old_bytes, bytes);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

/* ---- Rigs by address ---- */

static uint32_t hash_rig(const vrm_Rig* rig) {
    uint64_t bits = (uint64_t)(uintptr_t)rig * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(bits >> 32);
}

static vrmi_RigEntry* rig_entry(vrmi_RigEntry* rigs, int32_t capacity, const vrm_Rig* rig) {
    uint32_t mask = (uint32_t)capacity - 1;
    for (uint32_t i = hash_rig(rig) & mask;; i = (i + 1) & mask)
        if (rigs[i].rig == rig || rigs[i].rig == NULL) return &rigs[i];
}

/* When the table grows, entries without avatars are dropped: their rigs may have been released. */
static bool grow_rigs(vrm_Sim* sim) {
    int32_t live = 0;
    for (int32_t i = 0; i < sim->rig_capacity; i++)
        if (sim->rigs[i].avatar_count > 0) live++;
    int32_t capacity = 8;
    while (capacity < 4 * (live + 1)) {
        if (capacity > INT32_MAX / 4) return false;
        capacity *= 2;
    }
    vrmi_RigEntry* rigs = vrmi_alloc_zeroed(&sim->def.allocator, (size_t)capacity, sizeof *rigs);
    if (rigs == NULL) return false;
    for (int32_t i = 0; i < sim->rig_capacity; i++)
        if (sim->rigs[i].avatar_count > 0)
            *rig_entry(rigs, capacity, sim->rigs[i].rig) = sim->rigs[i];
    vrmi_release(&sim->def.allocator, sim->rigs, (size_t)sim->rig_capacity * sizeof *rigs);
    sim->rigs = rigs;
    sim->rig_capacity = capacity;
    sim->rig_count = live;
    return true;
}

static vrmi_RigEntry* find_rig(vrm_Sim* sim, const vrm_Rig* rig) {
    if (2 * (sim->rig_count + 1) > sim->rig_capacity && !grow_rigs(sim)) return NULL;
    vrmi_RigEntry* entry = rig_entry(sim->rigs, sim->rig_capacity, rig);
    if (entry->rig == NULL) {
        *entry = (vrmi_RigEntry){.rig = rig};
        sim->rig_count++;
    }
    return entry;
}

/* ---- Scratch ---- */

static size_t count_words(int32_t expressions) {
    return ((size_t)expressions + 63) / 64;
}

/* Of the widest kernel of the sim. */
static size_t vector_bytes(const vrm_Sim* sim) {
    return (size_t)sim->kernels[2]->lane_count * sizeof(float);
}

/* The first address in an allocation of `size` + `align` bytes that has the alignment. */
static char* aligned(char* memory, size_t align) {
    return memory + (0 - (uintptr_t)memory) % align;
}

static void carve_scratch(vrmi_Carver* carver, const vrm_Sim* sim, vrmi_Scratch* scratch) {
    size_t slots = (size_t)sim->scratch_counts.slots;
    size_t expressions = (size_t)sim->scratch_counts.expressions;
    size_t vector = vector_bytes(sim);
    scratch->rotations = vrmi_carve(carver, slots, VRMI_QUAT_SIZE * vector);
    scratch->worlds = vrmi_carve(carver, slots, VRMI_WORLD_SIZE * vector);
    for (size_t lane = 0; lane < vector / sizeof(float); lane++)
        scratch->affines[lane] = vrmi_carve(carver, slots, sizeof(vrm_Affine));
    scratch->expression_weights = vrmi_carve(carver, expressions, vector);
    scratch->expression_asked = vrmi_carve(carver, expressions, vector);
    scratch->expression_bits =
        vrmi_carve(carver, count_words(sim->scratch_counts.expressions), sizeof(uint64_t));
    scratch->morphs = vrmi_carve(carver, (size_t)sim->scratch_counts.morphs, vector);
    scratch->values = vrmi_carve(carver, (size_t)sim->scratch_counts.values, 4 * vector);
    scratch->look_weights = vrmi_carve(carver, 4, vector);
    scratch->look_mask = vrmi_carve(carver, 1, vector);
    scratch->springs = vrmi_carve(carver, sim->scratch_counts.springs, 1);
#if defined(VRMI_CHECKED)
    scratch->rotations_before = vrmi_carve(carver, slots, VRMI_QUAT_SIZE * vector);
    scratch->worlds_before = vrmi_carve(carver, slots, VRMI_WORLD_SIZE * vector);
    scratch->marks = vrmi_carve(carver, slots, 1);
#endif
}

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* Makes every worker's scratch large enough for one more rig. On failure returns false and changes
 * nothing. */
static bool fit_scratch(vrm_Sim* sim, const vrm_Rig* rig) {
    vrm_Sim bigger = *sim;
    bigger.scratch_counts.slots = larger(sim->scratch_counts.slots, rig->slot_count);
    bigger.scratch_counts.expressions =
        larger(sim->scratch_counts.expressions, rig->expression_count);
    bigger.scratch_counts.morphs = larger(sim->scratch_counts.morphs, rig->reached_count);
    bigger.scratch_counts.values = larger(sim->scratch_counts.values, rig->value_count);
    for (int i = 0; i < 3; i++) {
        size_t springs = sim->kernels[i]->springs_scratch_size(rig);
        if (springs > bigger.scratch_counts.springs) bigger.scratch_counts.springs = springs;
    }
    if (sim->workers != NULL &&
        memcmp(&bigger.scratch_counts, &sim->scratch_counts, sizeof sim->scratch_counts) == 0)
        return true;

    size_t align = VRMI_APART, size = 0;
    vrmi_Carver carver = {.align = align};
    vrmi_Scratch unused;
    vrmi_carve(&carver, (size_t)sim->worker_count, sizeof(vrmi_Worker));
    for (int32_t w = 0; w < sim->worker_count; w++) carve_scratch(&carver, &bigger, &unused);
    if (carver.has_overflowed || !vrmi_add(carver.used, align, &size)) return false;
    char* memory = vrmi_alloc_zeroed(&sim->def.allocator, 1, size);
    if (memory == NULL) return false;
    vrmi_release(&sim->def.allocator, sim->scratch_memory, sim->scratch_size);
    sim->scratch_memory = memory;
    sim->scratch_size = size;
    sim->scratch_counts = bigger.scratch_counts;

    carver = (vrmi_Carver){.base = aligned(memory, align), .align = align};
    sim->workers = vrmi_carve(&carver, (size_t)sim->worker_count, sizeof(vrmi_Worker));
    for (int32_t w = 0; w < sim->worker_count; w++)
        carve_scratch(&carver, sim, &sim->workers[w].scratch);
    return true;
}

/* ---- Blocks ---- */

/* The arrays that every step reads or writes come first. */
static vrmi_Block* carve_block(vrmi_Carver* carver, const vrm_Sim* sim, const vrm_Rig* rig,
                               vrmi_Block* out) {
    const vrmi_SpringLayout* springs = rig->springs;
    size_t slots = (size_t)rig->slot_count, expressions = (size_t)rig->expression_count;
    size_t lanes = (size_t)out->lane_count, vector = lanes * sizeof(float);
    vrmi_Block* block = vrmi_carve(carver, 1, sizeof *block);
    out->live = vrmi_carve(carver, 1, vector);
    out->general = vrmi_carve(carver, 1, vector);
    out->general_sway = vrmi_carve(carver, 1, vector);
    out->scaled = vrmi_carve(carver, 1, vector);
    out->stages = vrmi_carve(carver, 1, vector);
    out->avatars = vrmi_carve(carver, lanes, sizeof *out->avatars);
    out->root = vrmi_carve(carver, VRMI_WORLD_SIZE, vector);
    out->roots = vrmi_carve(carver, lanes, sizeof *out->roots);
    out->gazes = vrmi_carve(carver, lanes, sizeof *out->gazes);
    out->look_at_rate = vrmi_carve(carver, 1, vector);
    if (springs != NULL)
        out->springs = vrmi_carve(carver, vrmi_springs_size(rig, out->lane_count), 1);
    size_t stride = springs == NULL ? 0 : vrmi_springs_rotations_stride(rig, out->lane_count);
    if (springs != NULL && (sim->def.outputs & VRM_OUTPUT_SPRINGS))
        out->spring_results = vrmi_carve(carver, stride, lanes * sizeof(vrm_Quat));
    out->hot_size = carver->used + (size_t)vrmi_body_count(sim, rig) * VRMI_LOCAL_SIZE * vector;
    out->locals = vrmi_carve(carver, slots, VRMI_LOCAL_SIZE * vector);
    out->scales = vrmi_carve(carver, slots, VRMI_VEC3_SIZE * vector);
    out->expression_inputs = vrmi_carve(carver, expressions, vector);
    out->asked_expressions =
        vrmi_carve(carver, count_words(rig->expression_count), sizeof(uint64_t));
    out->shown_expressions =
        vrmi_carve(carver, count_words(rig->expression_count), sizeof(uint64_t));
    if (springs == NULL) return block;
    out->spring_states = vrmi_carve(carver, stride, lanes * sizeof(vrm_Quat));
    if (sim->def.spring_rate_hz > 0.0f)
        out->spring_earlier = vrmi_carve(carver, stride, lanes * sizeof(vrm_Quat));
    return block;
}

static vrmi_Block* create_block(vrm_Sim* sim, const vrm_Rig* rig, const vrmi_Kernel* kernel) {
    size_t align = (size_t)kernel->lane_count * sizeof(float);
    vrmi_Carver carver = {.align = align};
    vrmi_Block draft = {.rig = rig, .kernel = kernel, .lane_count = kernel->lane_count};
    vrmi_Block** blocks = reserve(&sim->def.allocator, sim->blocks, &sim->block_capacity,
                                  sim->block_count + 1, sizeof *blocks);
    if (blocks == NULL) return NULL;
    sim->blocks = blocks;
    blocks = reserve(&sim->def.allocator, sim->by_importance, &sim->by_importance_capacity,
                     sim->block_count + 1, sizeof *blocks);
    if (blocks == NULL) return NULL;
    sim->by_importance = blocks;
    (void)carve_block(&carver, sim, rig, &draft);
    if (carver.has_overflowed || !vrmi_add(carver.used, align, &draft.size)) return NULL;
    draft.memory = vrmi_alloc_zeroed(&sim->def.allocator, 1, draft.size);
    if (draft.memory == NULL) return NULL;
    carver = (vrmi_Carver){.base = aligned(draft.memory, align), .align = align};
    vrmi_Block* block = carve_block(&carver, sim, rig, &draft);
    *block = draft;
    vrmi_springs_init(block);
    for (int32_t lane = 0; lane < block->lane_count; lane++)
        vrmi_lane_reset(block, lane, vrmi_is_turned(sim, rig));
    if (!vrmi_springs_prepare(sim, block)) {
        vrmi_release(&sim->def.allocator, block->memory, block->size);
        return NULL;
    }
    block->index = sim->block_count;
    sim->blocks[sim->block_count++] = block;
    return block;
}

static void link_free(vrmi_RigEntry* entry, vrmi_Block* block) {
    block->prev_free = NULL;
    block->next_free = entry->first_free;
    if (entry->first_free != NULL) entry->first_free->prev_free = block;
    entry->first_free = block;
}

static void unlink_free(vrmi_RigEntry* entry, vrmi_Block* block) {
    if (block->prev_free != NULL)
        block->prev_free->next_free = block->next_free;
    else
        entry->first_free = block->next_free;
    if (block->next_free != NULL) block->next_free->prev_free = block->prev_free;
    block->prev_free = block->next_free = NULL;
}

static void destroy_block(vrm_Sim* sim, vrmi_Block* block) {
    vrmi_Block* last = sim->blocks[--sim->block_count];
    sim->blocks[block->index] = last;
    last->index = block->index;
    vrmi_springs_release(sim, block);
    vrmi_release(&sim->def.allocator, block->memory, block->size);
}

/* ---- Avatars ---- */

static vrmi_Avatar* carve_avatar(vrmi_Carver* carver, const vrm_Sim* sim, const vrm_Rig* rig,
                                 vrmi_Avatar* out) {
    vrmi_Avatar* avatar = vrmi_carve(carver, 1, sizeof *avatar);
    size_t nodes = (size_t)rig->slot_count, expressions = (size_t)rig->expression_count;
    uint32_t outputs = sim->def.outputs;
    if (outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES))
        out->worlds = vrmi_carve(carver, nodes, sizeof *out->worlds);
    if (outputs & VRM_OUTPUT_PALETTES)
        out->palettes = vrmi_carve(carver, (size_t)rig->palette_count, sizeof *out->palettes);
    if (outputs & VRM_OUTPUT_LOCALS) out->locals = vrmi_carve(carver, nodes, sizeof *out->locals);
    if (outputs & VRM_OUTPUT_FACE) {
        out->expression_weights = vrmi_carve(carver, expressions, sizeof(float));
        out->expression_inputs = vrmi_carve(carver, expressions, sizeof(float));
        out->morphs = vrmi_carve(carver, (size_t)rig->morph_count, sizeof(float));
        out->morph_inputs = vrmi_carve(carver, (size_t)rig->morph_count, sizeof(float));
        out->values = vrmi_carve(carver, (size_t)rig->value_count, sizeof *out->values);
    }
    /* Empty arrays at the end of the block need an address inside it, too. */
    vrmi_carve(carver, 1, 16);
    return avatar;
}

static vrmi_Avatar* create_avatar(vrm_Sim* sim, const vrm_Rig* rig) {
    vrmi_Carver carver = {0};
    vrmi_Avatar draft = {0};
    (void)carve_avatar(&carver, sim, rig, &draft);
    draft.size = carver.used;
    if (!vrmi_carver_fill(&carver, &sim->def.allocator)) return NULL;
    vrmi_Avatar* avatar = carve_avatar(&carver, sim, rig, &draft);
    *avatar = draft;
    avatar->importance = 1.0f;
    for (int32_t b = 0; b < 4 * VRMI_BONE_QUADS; b++) avatar->pose[b] = vrmi_quat_identity();
    if (avatar->morph_inputs != NULL && rig->morph_count > 0)
        memcpy(avatar->morph_inputs, rig->rest_morphs, (size_t)rig->morph_count * sizeof(float));
    return avatar;
}

static void enter_block(vrmi_RigEntry* entry, vrmi_Block* block, vrmi_Avatar* avatar) {
    int32_t lane = 0;
    while (block->avatars[lane] != NULL) lane++;
    block->avatars[lane] = avatar;
    block->live[lane] = -1;
    block->stages[lane] = VRM_STAGE_ALL;
    block->live_count++;
    avatar->block = block;
    avatar->lane = lane;
    if (block->spring_results != NULL)
        avatar->springs = vrmi_springs_rotations_of(block, block->spring_results, lane);
    vrmi_lane_classify(avatar);
    if (block->spring_limit != 0) vrmi_springs_limit(block, block->spring_limit);
    if (block->live_count == block->lane_count) unlink_free(entry, block);
    entry->avatar_count++;
}

static void leave_block(vrm_Sim* sim, vrmi_RigEntry* entry, vrmi_Avatar* avatar) {
    vrmi_Block* block = avatar->block;
    if (block->live_count == block->lane_count) link_free(entry, block);
    block->live_count--;
    block->avatars[avatar->lane] = NULL;
    entry->avatar_count--;
    vrmi_lane_reset(block, avatar->lane, vrmi_is_turned(sim, block->rig));
    if (block->live_count > 0) return;
    unlink_free(entry, block);
    destroy_block(sim, block);
}

/* ---- Ids ---- */

/* An unused id; does not reserve its entry yet. False when there is no memory. */
static bool next_id(vrm_Sim* sim, vrm_AvatarId* out) {
    if (sim->first_free_entry == 0) {
        vrmi_AvatarEntry* entries = reserve(&sim->def.allocator, sim->entries, &sim->entry_capacity,
                                            sim->entry_count + 1, sizeof *entries);
        if (entries == NULL) return false;
        sim->entries = entries;
        sim->entries[sim->entry_count] = (vrmi_AvatarEntry){.generation = 1};
        sim->first_free_entry = (uint32_t)++sim->entry_count;
    }
    *out =
        (vrm_AvatarId){sim->first_free_entry, sim->entries[sim->first_free_entry - 1].generation};
    return true;
}

/* ---- The public face ---- */

vrm_Result vrm_sim_create(const vrm_SimDef* def, vrm_Sim** out_sim) {
    *out_sim = NULL;
    vrm_SimDef copy;
    vrm_sim_def_init(&copy, sizeof copy);
    if (def != NULL && !vrmi_def_copy(&copy, sizeof copy, def)) return VRM_ERR_DEF;
    copy.allocator = vrmi_allocator(&copy.allocator);
    if (!(copy.spring_rate_hz > 0.0f))
        copy.spring_rate_hz = 0.0f;
    else
        copy.spring_rate_hz = vrmi_clamp(copy.spring_rate_hz, 10.0f, 1000.0f);
    const vrmi_Kernel* forced = NULL;
    if (copy.kernel != VRM_KERNEL_AUTO) {
        forced = vrmi_kernel_find(copy.kernel);
        if (forced == NULL) return VRM_ERR_UNSUPPORTED;
    }
    vrm_Sim* sim = vrmi_alloc_zeroed(&copy.allocator, 1, sizeof *sim);
    if (sim == NULL) return VRM_ERR_MEMORY;
    sim->def = copy;
    sim->kernels[0] = forced != NULL ? forced : vrmi_kernel_for_singles();
    sim->kernels[1] = forced != NULL ? forced : vrmi_kernel_for_few();
    sim->kernels[2] = forced != NULL ? forced : vrmi_kernel_for_crowds();
    bool has_workers = copy.tasks.parallel_for != NULL && copy.tasks.worker_count > 1;
    sim->worker_count = has_workers ? copy.tasks.worker_count : 1;
    int32_t avatars = copy.avatar_capacity > 0 ? copy.avatar_capacity : 1;
    sim->entries =
        reserve(&copy.allocator, NULL, &sim->entry_capacity, avatars, sizeof *sim->entries);
    if (sim->entries == NULL) {
        vrm_sim_destroy(sim);
        return VRM_ERR_MEMORY;
    }
    *out_sim = sim;
    return VRM_OK;
}

void vrm_sim_destroy(vrm_Sim* sim) {
    if (sim == NULL) return;
    vrm_Allocator allocator = sim->def.allocator;
    for (int32_t i = 0; i < sim->entry_count; i++) {
        vrmi_Avatar* avatar = sim->entries[i].avatar;
        if (avatar != NULL) vrmi_release(&allocator, avatar, avatar->size);
    }
    for (int32_t i = 0; i < sim->block_count; i++) {
        vrmi_springs_release(sim, sim->blocks[i]);
        vrmi_release(&allocator, sim->blocks[i]->memory, sim->blocks[i]->size);
    }
    vrmi_release(&allocator, sim->entries, (size_t)sim->entry_capacity * sizeof *sim->entries);
    vrmi_release(&allocator, sim->blocks, (size_t)sim->block_capacity * sizeof *sim->blocks);
    vrmi_release(&allocator, sim->by_importance,
                 (size_t)sim->by_importance_capacity * sizeof *sim->by_importance);
    for (int32_t i = 0; i < sim->rig_capacity; i++)
        if (sim->rigs[i].avatar_count > 0) vrmi_rig_leave(sim->rigs[i].rig);
    vrmi_release(&allocator, sim->rigs, (size_t)sim->rig_capacity * sizeof *sim->rigs);
    vrmi_release(&allocator, sim->scratch_memory, sim->scratch_size);
    vrmi_release(&allocator, sim, sizeof *sim);
}

vrm_AvatarId vrm_sim_add(vrm_Sim* sim, const vrm_Rig* rig) {
    const vrm_AvatarId none = {0, 0};
    vrm_AvatarId id;
    if (sim->avatar_count == INT32_MAX || !next_id(sim, &id) || !fit_scratch(sim, rig)) return none;
    vrmi_RigEntry* entry = find_rig(sim, rig);
    if (entry == NULL) return none;
    vrmi_Avatar* avatar = create_avatar(sim, rig);
    if (avatar == NULL) return none;
    vrmi_Block* block = entry->first_free;
    if (block == NULL) {
        bool is_crowd = entry->avatar_count >= VRMI_CROWD * sim->kernels[2]->lane_count;
        block = create_block(sim, rig, sim->kernels[is_crowd ? 2 : entry->avatar_count > 0]);
        if (block == NULL) {
            vrmi_release(&sim->def.allocator, avatar, avatar->size);
            return none;
        }
        link_free(entry, block);
    }
    avatar->id = id;
    if (entry->avatar_count == 0) vrmi_rig_use(rig);
    enter_block(entry, block, avatar);
    vrmi_outputs_rest(avatar);
    sim->entries[id.index1 - 1].avatar = avatar;
    sim->first_free_entry = sim->entries[id.index1 - 1].next_free;
    sim->avatar_count++;
    return id;
}

bool vrm_sim_remove(vrm_Sim* sim, vrm_AvatarId id) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    vrmi_RigEntry* place = rig_entry(sim->rigs, sim->rig_capacity, avatar->block->rig);
    leave_block(sim, place, avatar);
    if (place->avatar_count == 0) vrmi_rig_leave(place->rig);
    vrmi_release(&sim->def.allocator, avatar, avatar->size);
    vrmi_AvatarEntry* entry = &sim->entries[id.index1 - 1];
    entry->avatar = NULL;
    entry->generation = entry->generation == UINT32_MAX ? 1 : entry->generation + 1;
    entry->next_free = sim->first_free_entry;
    sim->first_free_entry = id.index1;
    sim->avatar_count--;
    return true;
}

int32_t vrm_sim_avatar_count(const vrm_Sim* sim) {
    return sim->avatar_count;
}
