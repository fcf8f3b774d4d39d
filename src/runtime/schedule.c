/* SPDX-License-Identifier: MIT */
/* One frame, in the order of the specification (docs/reference/runtime.md), block by block. Blocks
 * share nothing but rigs, which are const, so any number of workers gives the same bits.
 *
 * Each worker has a share of the blocks, the same in every frame, so that it finds most of them in
 * its own caches. One that is done with its share helps the others. */
#include "runtime/sim.h"

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

static void step_blocks(vrm_Sim* sim, vrmi_Scratch* scratch, int32_t begin, int32_t end) {
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

/* ---- Workers ---- */

static void share_out(vrm_Sim* sim) {
    int64_t blocks = sim->block_count, workers = sim->worker_count;
    for (int64_t w = 0; w < workers; w++) {
        vrmi_Worker* worker = &sim->workers[w];
        atomic_store_explicit(&worker->first, (int32_t)(blocks * w / workers),
                              memory_order_relaxed);
        worker->end = (int32_t)(blocks * (w + 1) / workers);
    }
}

/* Takes a quarter of the blocks that are left in a share. At first these are many, and most are
 * prefetched while another is stepped. In the end they are few, so that all workers finish at the
 * same time. */
static bool take(vrmi_Worker* from, int32_t* begin, int32_t* end) {
    int32_t first = atomic_load_explicit(&from->first, memory_order_relaxed), part;
    do {
        int32_t left = from->end - first;
        if (left <= 0) return false;
        part = left < 4 ? 1 : left / 4;
    } while (!atomic_compare_exchange_weak_explicit(&from->first, &first, first + part,
                                                    memory_order_relaxed, memory_order_relaxed));
    *begin = first;
    *end = first + part;
    return true;
}

/* An item is a call for help, whichever it is: each call works until nothing is left to take. */
static void work(void* task, int32_t item, int32_t item_end, int32_t worker) {
    (void)item, (void)item_end;
    vrm_Sim* sim = task;
    for (int32_t i = 0; i < sim->worker_count; i++) {
        int32_t owner = worker + i - (worker + i < sim->worker_count ? 0 : sim->worker_count);
        int32_t begin, end;
        while (take(&sim->workers[owner], &begin, &end))
            step_blocks(sim, &sim->workers[worker].scratch, begin, end);
    }
}

void vrmi_sim_run(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx) {
    sim->input_fn = fn;
    sim->input_ctx = ctx;
    sim->dt = dt > 0.0f && vrmi_is_finite(dt) ? dt : 0.0f;
    if (sim->block_count == 0) return;
    const vrm_Tasks* tasks = &sim->def.tasks;
    if (sim->worker_count == 1 || sim->block_count == 1) {
        step_blocks(sim, &sim->workers[0].scratch, 0, sim->block_count);
        return;
    }
    share_out(sim);
    int32_t items = sim->block_count < sim->worker_count ? sim->block_count : sim->worker_count;
    tasks->parallel_for(tasks->ctx, items, 1, work, sim);
}
