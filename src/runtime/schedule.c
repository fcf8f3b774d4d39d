/* SPDX-License-Identifier: MIT */
/* One frame, in the order of the specification (docs/runtime.md), block by block. Blocks share
 * nothing but rigs, which are const, so any number of workers gives the same bits. */
#include "runtime/sim.h"
#include "runtime/spring.h"

/* Blocks that a worker takes at once: enough work to be worth a hand-over. */
#define GRAIN 2

static void ask_for_inputs(vrm_Sim* sim, const vrmi_Block* block) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        const vrmi_Avatar* avatar = block->avatars[lane];
        if (avatar != NULL) sim->input_fn(sim->input_ctx, sim, avatar->id, avatar->user_data);
    }
}

static void step_block(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    bool has_worlds = (sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
    vrmi_springs_copy_rotations(sim, block, scratch);
    vrmi_look_at_measure(block, scratch);
    vrmi_expressions_step(block, scratch);
    vrmi_look_at_apply(block, scratch);
    vrmi_constraints_step(block, scratch);
    if (has_worlds) vrmi_pose_slots(block, scratch, 0, rig->body_count);
    vrmi_springs_step(sim, block, scratch);
    if (has_worlds) vrmi_pose_slots(block, scratch, rig->body_count, rig->slot_count);
    vrmi_outputs_write(block, scratch);
}

static void step_blocks(void* task, int32_t begin, int32_t end, int32_t worker) {
    vrm_Sim* sim = task;
    for (int32_t i = begin; i < end; i++) {
        if (sim->input_fn != NULL) ask_for_inputs(sim, sim->blocks[i]);
        step_block(sim, sim->blocks[i], &sim->scratches[worker]);
    }
}

void vrm_sim_step(vrm_Sim* sim, float dt) {
    vrm_sim_step_with(sim, dt, NULL, NULL);
}

void vrm_sim_step_with(vrm_Sim* sim, float dt, vrm_InputFn* fn, void* ctx) {
    sim->input_fn = fn;
    sim->input_ctx = ctx;
    sim->dt = dt > 0.0f && vrmi_is_finite(dt) ? dt : 0.0f;
    if (sim->block_count == 0) return;
    const vrm_Tasks* tasks = &sim->def.tasks;
    if (sim->worker_count > 1 && sim->block_count > GRAIN)
        tasks->parallel_for(tasks->ctx, sim->block_count, GRAIN, step_blocks, sim);
    else
        step_blocks(sim, 0, sim->block_count, 0);
}
