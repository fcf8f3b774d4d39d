/* SPDX-License-Identifier: MIT */
/* What each stage of a frame reads and writes of a worker's scratch. Scratch is shared by all
 * blocks that a worker steps: a stage that read what no stage of this frame had written would find
 * another avatar there.
 *
 *   stage          reads                              writes
 *   begin                                             rotations: of the body, early, unturned
 *   look at        rotations: body, early             worlds: head
 *   express
 *   turn eyes                                         rotations: eyes
 *   constrain      rotations: body, early             rotations: constrained; worlds: aimed
 *   pose body      rotations: body                    worlds: body
 *   sway           rotations: body, early, unturned   rotations: turned; worlds: springs, sway
 *                  worlds: body
 *   pose sway      rotations: sway; worlds: body      worlds: sway
 *   give out       rotations: body, sway;
 *                  worlds: body, sway
 *
 * Checked builds (sanitizers and Debug: VRMI_CHECKED) fill scratch with NaN before each block, and
 * stop where a stage finds NaN in what it reads, leaves NaN in what it writes, or changes anything
 * else. Others check nothing. */
#ifndef VRMI_RUNTIME_LANES_STAGES_H
#define VRMI_RUNTIME_LANES_STAGES_H

#include "runtime/lanes/block_lanes.h"
#include "runtime/sim.h"

typedef enum vrmi_Stage {
    VRMI_BEGIN,
    VRMI_LOOK_AT,
    VRMI_EXPRESS,
    VRMI_TURN_EYES,
    VRMI_CONSTRAIN,
    VRMI_POSE_BODY,
    VRMI_SWAY,
    VRMI_POSE_SWAY,
    VRMI_GIVE_OUT
} vrmi_Stage;

#if defined(VRMI_CHECKED)
void vrmi_scratch_poison(const vrm_Sim* sim, vrmi_Scratch* scratch);
void vrmi_stage_before(const vrm_Sim* sim, const vrmi_Block* block, vrmi_Scratch* scratch,
                       vrmi_Stage stage);
void vrmi_stage_after(const vrm_Sim* sim, const vrmi_Block* block, vrmi_Scratch* scratch,
                      vrmi_Stage stage);
/* Stops where one of `count` vectors is NaN in a lane of the mask: nobody has written it. */
void vrmi_expect_written(const vrmi_fx* vectors, int count, vrmi_ix mask, const char* what);
#else
static inline void vrmi_expect_written(const vrmi_fx* vectors, int count, vrmi_ix mask,
                                       const char* what) {
    (void)vectors;
    (void)count;
    (void)mask;
    (void)what;
}
static inline void vrmi_scratch_poison(const vrm_Sim* sim, vrmi_Scratch* scratch) {
    (void)sim;
    (void)scratch;
}
static inline void vrmi_stage_before(const vrm_Sim* sim, const vrmi_Block* block,
                                     vrmi_Scratch* scratch, vrmi_Stage stage) {
    (void)sim;
    (void)block;
    (void)scratch;
    (void)stage;
}
static inline void vrmi_stage_after(const vrm_Sim* sim, const vrmi_Block* block,
                                    vrmi_Scratch* scratch, vrmi_Stage stage) {
    vrmi_stage_before(sim, block, scratch, stage);
}
#endif

#endif
