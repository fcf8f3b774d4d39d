/* SPDX-License-Identifier: MIT */
/* One frame, in the order of the specification (docs/runtime.md), block by block. Blocks share
 * nothing but rigs, which are const, so any number of workers gives the same bits. */
#include "runtime/sim.h"

/* Blocks that a worker takes at once. Many: handing them over is then cheap, and most are
 * prefetched while another is stepped. Few: all workers then end at about the same time. */
#define GRAIN_MIN   2
#define GRAIN_MAX   64
#define GRAINS_EACH 16

/* The CPU drops prefetches from pages that are not in its TLB; reading a byte of each page loads
 * the entry. */
static void look_up(const vrmi_Block* block) {
    for (size_t i = 0; i < block->hot_size; i += 4096) (void)*((const volatile char*)block + i);
}

static void ask_for_inputs(vrm_Sim* sim, const vrmi_Block* block) {
    for (int32_t lane = 0; lane < block->lane_count; lane++) {
        const vrmi_Avatar* avatar = block->avatars[lane];
        if (avatar != NULL) sim->input_fn(sim->input_ctx, sim, avatar->id, avatar->user_data);
    }
}

static void step_blocks(void* task, int32_t begin, int32_t end, int32_t worker) {
    vrm_Sim* sim = task;
    vrmi_Scratch* scratch = &sim->scratches[worker];
    if (sim->input_fn != NULL && begin < end) ask_for_inputs(sim, sim->blocks[begin]);
    for (int32_t i = begin; i < end; i++) {
        vrmi_Block* block = sim->blocks[i];
        bool has_next = i + 1 < end;
        scratch->next = has_next ? sim->blocks[i + 1] : block;
        if (has_next) look_up(sim->blocks[i + 1]);
        if (sim->input_fn != NULL && has_next) ask_for_inputs(sim, sim->blocks[i + 1]);
        block->kernel->step(sim, block, scratch);
    }
}

static int32_t grain_of(const vrm_Sim* sim) {
    int32_t grain = sim->block_count / GRAINS_EACH / sim->worker_count;
    return grain < GRAIN_MIN ? GRAIN_MIN : grain > GRAIN_MAX ? GRAIN_MAX : grain;
}

void vrm_sim_step(vrm_Sim* sim, float dt) {
    vrm_sim_step_with(sim, dt, NULL, NULL);
}

void vrm_sim_step_with(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx) {
    vrmi_budget_lift(sim);
    vrmi_sim_run(sim, dt, fn, ctx);
}

void vrmi_sim_run(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx) {
    sim->input_fn = fn;
    sim->input_ctx = ctx;
    sim->dt = dt > 0.0f && vrmi_is_finite(dt) ? dt : 0.0f;
    if (sim->block_count == 0) return;
    const vrm_Tasks* tasks = &sim->def.tasks;
    if (sim->worker_count > 1 && sim->block_count > GRAIN_MIN)
        tasks->parallel_for(tasks->ctx, sim->block_count, grain_of(sim), step_blocks, sim);
    else
        step_blocks(sim, 0, sim->block_count, 0);
}
