/* SPDX-License-Identifier: MIT */
/* One frame of a block, in the order of the specification (docs/reference/runtime.md), and the
 * entry of this kernel in the table of runtime/kernel.h. */
#include "runtime/kernel.h"
#include "runtime/lanes/spring_step.h"
#include "runtime/lanes/stages.h"

/* Runs one stage. stages.h declares what it reads and writes, and checks it. */
#define STAGE(stage, call)                                                                         \
    do {                                                                                           \
        vrmi_stage_before(sim, block, scratch, stage);                                             \
        call;                                                                                      \
        vrmi_stage_after(sim, block, scratch, stage);                                              \
    } while (0)

static void step_block(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    bool has_worlds = (sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
    vrmi_scratch_poison(sim, scratch);
    vrmi_pose_root(block, scratch);
    STAGE(VRMI_BEGIN, vrmi_springs_copy_rotations(sim, block, scratch));
    STAGE(VRMI_LOOK_AT, vrmi_look_at_measure(block, scratch));
    STAGE(VRMI_EXPRESS, vrmi_expressions_step(block, scratch));
    STAGE(VRMI_TURN_EYES, vrmi_look_at_apply(block, scratch));
    STAGE(VRMI_CONSTRAIN, vrmi_constraints_step(block, scratch));
    if (has_worlds) STAGE(VRMI_POSE_BODY, vrmi_pose_slots(block, scratch, 0, rig->body_count));
    STAGE(VRMI_SWAY, vrmi_springs_step(sim, block, scratch));
    if (has_worlds)
        STAGE(VRMI_POSE_SWAY, vrmi_pose_slots(block, scratch, rig->body_count, rig->slot_count));
    STAGE(VRMI_GIVE_OUT, vrmi_outputs_write(sim, block, scratch));
}

#if !defined(VRMI_KERNEL)
extern const vrmi_Kernel vrmi_kernel;
#define KERNEL_ID VRM_KERNEL_LANES_4
#else
extern const vrmi_Kernel vrmi_kernel; /* by its own name: kernel_names.h */
#if VRMI_LANES == 4
#define KERNEL_ID VRM_KERNEL_LANES_4_AVX2
#elif VRMI_LANES == 8
#define KERNEL_ID VRM_KERNEL_LANES_8
#else
#define KERNEL_ID VRM_KERNEL_LANES_16
#endif
#endif

const vrmi_Kernel vrmi_kernel = {KERNEL_ID, VRMI_LANES, step_block, vrmi_springs_scratch_size};
