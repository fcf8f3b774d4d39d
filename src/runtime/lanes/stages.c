/* SPDX-License-Identifier: MIT */
#include "runtime/lanes/stages.h"

#if defined(VRMI_CHECKED)

#include "rig/spring_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sets of slots ---- */

enum {
    ROTATIONS_BODY = 1,
    ROTATIONS_EARLY = 2,
    ROTATIONS_UNTURNED = 4,
    ROTATIONS_TURNED = 8,
    ROTATIONS_EYES = 16,
    ROTATIONS_CONSTRAINED = 32,
    WORLDS_HEAD = 64,
    WORLDS_AIMED = 128,
    WORLDS_BODY = 256,
    WORLDS_SPRINGS =
        512, /* body slots that springs are attached to, where no other stage poses them */
    WORLDS_SWAY = 1024,
    ROTATIONS_ANY = 4096,   /* of all slots */
    ROTATIONS_MAYBE = 2048, /* turned slots, wanted or not: settling, or between two steps */
    ROTATIONS_READ = ROTATIONS_BODY | ROTATIONS_EARLY,
    ROTATIONS_ALL = ROTATIONS_BODY | ROTATIONS_UNTURNED | ROTATIONS_TURNED
};

typedef struct Use {
    const char* name;
    unsigned reads, writes;
    unsigned touches; /* may write, if it has reason to */
} Use;

static const Use uses[] = {
    [VRMI_BEGIN] = {"begin", 0, ROTATIONS_READ | ROTATIONS_UNTURNED, ROTATIONS_ANY},
    [VRMI_LOOK_AT] = {"look at", ROTATIONS_READ, 0, WORLDS_HEAD},
    [VRMI_EXPRESS] = {"express", 0, 0, 0},
    [VRMI_TURN_EYES] = {"turn eyes", 0, 0, ROTATIONS_EYES},
    [VRMI_CONSTRAIN] = {"constrain", ROTATIONS_READ, 0, ROTATIONS_CONSTRAINED | WORLDS_AIMED},
    [VRMI_POSE_BODY] = {"pose body", ROTATIONS_BODY, WORLDS_BODY, 0},
    [VRMI_SWAY] = {"sway", ROTATIONS_READ | ROTATIONS_UNTURNED | WORLDS_BODY, ROTATIONS_TURNED,
                   WORLDS_BODY | WORLDS_SPRINGS | WORLDS_SWAY | ROTATIONS_EARLY | ROTATIONS_MAYBE},
    [VRMI_POSE_SWAY] = {"pose sway", ROTATIONS_ALL | WORLDS_BODY, WORLDS_SWAY, 0},
    [VRMI_GIVE_OUT] = {"give out", ROTATIONS_ALL | WORLDS_BODY | WORLDS_SWAY, 0, 0},
};

enum { IN_ROTATIONS = 1, IN_WORLDS = 2 };

static void add(uint8_t* marks, int32_t slot, int in) {
    if (slot >= 0) marks[slot] |= (uint8_t)in;
}

/* Springs write rotations to scratch if transforms are asked for or a wave poses slots that springs
 * turn; without springs all slots have the host's rotations from the beginning. */
static void mark_sway(const vrm_Sim* sim, const vrmi_Block* block, unsigned sets, uint8_t* marks) {
    const vrm_Rig* rig = block->rig;
    const vrmi_SpringLayout* layout = rig->springs;
    bool is_driven = layout != NULL && vrmi_block_runs(block, VRM_STAGE_SPRINGS);
    bool is_wanted = !is_driven || vrmi_gives_transforms(sim) || layout->reads_rotations;
    unsigned both = ROTATIONS_UNTURNED | ROTATIONS_TURNED;
    for (int32_t s = rig->body_count; s < rig->slot_count && is_wanted && !is_driven; s++)
        if (sets & both) add(marks, s, IN_ROTATIONS);
    for (int32_t i = 0; layout != NULL && i < layout->unturned_count && is_wanted; i++)
        if (sets & ROTATIONS_UNTURNED) add(marks, layout->unturned_slots[i], IN_ROTATIONS);
    for (int32_t p = 0; layout != NULL && p < layout->pair_count; p++)
        if ((sets & ROTATIONS_MAYBE) || ((sets & ROTATIONS_TURNED) && is_wanted))
            add(marks, layout->pairs[p].slot, IN_ROTATIONS);
    for (int32_t i = 0; layout != NULL && i < layout->early_slot_count; i++)
        if (sets & ROTATIONS_EARLY) add(marks, layout->early_slots[i].slot, IN_ROTATIONS);
    for (int32_t i = 0; layout != NULL && i < layout->body_slot_count; i++)
        if (sets & WORLDS_SPRINGS) add(marks, layout->body_slots[i], IN_WORLDS);
}

static void mark(const vrm_Sim* sim, const vrmi_Block* block, unsigned sets, uint8_t* marks) {
    const vrm_Rig* rig = block->rig;
    const vrmi_RigLookAt* look = &rig->look_at;
    bool has_worlds = (sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
    for (int32_t s = 0; s < vrmi_body_count(sim, rig); s++) {
        if (sets & ROTATIONS_BODY) add(marks, s, IN_ROTATIONS);
        if ((sets & WORLDS_BODY) && has_worlds) add(marks, s, IN_WORLDS);
    }
    for (int32_t s = 0; s < rig->slot_count; s++)
        if (sets & ROTATIONS_ANY) add(marks, s, IN_ROTATIONS);
    for (int32_t s = rig->body_count; s < rig->slot_count; s++)
        if (sets & WORLDS_SWAY) add(marks, s, IN_WORLDS);
    for (int32_t i = 0; i < look->head_chain_count; i++)
        if (sets & WORLDS_HEAD) add(marks, look->head_chain[i], IN_WORLDS);
    for (int i = 0; i < 2 && look->is_present; i++)
        if ((sets & ROTATIONS_EYES) && look->eyes[i] >= 0)
            add(marks, rig->bones[look->eyes[i]].slot, IN_ROTATIONS);
    for (int32_t i = 0; i < rig->constraint_count; i++)
        if (sets & ROTATIONS_CONSTRAINED) add(marks, rig->constraints[i].slot, IN_ROTATIONS);
    for (int32_t i = 0; i < rig->constraint_step_count; i++)
        if ((sets & WORLDS_AIMED) && rig->constraint_steps[i] < 0)
            add(marks, ~rig->constraint_steps[i], IN_WORLDS);
    mark_sway(sim, block, sets, marks);
}

/* ---- Checks ---- */

static bool has_nan(const vrmi_fx* vectors, size_t count, vrmi_ix mask) {
    vrmi_ix is_nan = vrmi_ix_splat(0);
    for (size_t i = 0; i < count; i++) is_nan |= vectors[i] != vectors[i];
    return vrmi_ix_any(is_nan & mask);
}

void vrmi_expect_written(const vrmi_fx* vectors, int count, vrmi_ix mask, const char* what) {
    if (!has_nan(vectors, (size_t)count, mask)) return;
    fprintf(stderr, "a spring reads %s, but nobody wrote it\n", what);
    abort();
}

static void stop(vrmi_Stage stage, const char* what, const char* array, int32_t slot) {
    fprintf(stderr, "stage \"%s\" %s %s of slot %d\n", uses[stage].name, what, array, (int)slot);
    abort();
}

static void expect_numbers(const vrm_Sim* sim, const vrmi_Block* block, const vrmi_Scratch* scratch,
                           vrmi_Stage stage, unsigned sets, const char* what) {
    uint8_t* marks = scratch->marks;
    memset(marks, 0, (size_t)block->rig->slot_count);
    mark(sim, block, sets, marks);
    vrmi_ix live = VRMI_MASK(block->live); /* other lanes may contain anything */
    bool has_worlds = (sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) != 0;
    for (int32_t s = 0; s < block->rig->slot_count; s++) {
        if ((marks[s] & IN_ROTATIONS) && has_nan((const vrmi_fx*)&scratch->rotations[s], 4, live))
            stop(stage, what, "the rotation", s);
        if ((marks[s] & IN_WORLDS) && has_worlds &&
            has_nan((const vrmi_fx*)&scratch->worlds[s], 8, live))
            stop(stage, what, "the world transform", s);
    }
}

void vrmi_scratch_poison(const vrm_Sim* sim, vrmi_Scratch* scratch) {
    size_t slots = (size_t)sim->scratch_counts.slots;
    memset(scratch->rotations, 0xFF, slots * sizeof *scratch->rotations);
    memset(scratch->worlds, 0xFF, slots * sizeof *scratch->worlds);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        memset(scratch->affines[lane], 0xFF, slots * sizeof(vrm_Affine));
    memset(scratch->springs, 0xFF, sim->scratch_counts.springs);
}

void vrmi_stage_before(const vrm_Sim* sim, const vrmi_Block* block, vrmi_Scratch* scratch,
                       vrmi_Stage stage) {
    size_t slots = (size_t)block->rig->slot_count;
    expect_numbers(sim, block, scratch, stage, uses[stage].reads, "reads, but nobody wrote,");
    memcpy(scratch->rotations_before, scratch->rotations, slots * sizeof(vrmi_Quatx));
    memcpy(scratch->worlds_before, scratch->worlds, slots * sizeof(vrmi_Worldx));
}

void vrmi_stage_after(const vrm_Sim* sim, const vrmi_Block* block, vrmi_Scratch* scratch,
                      vrmi_Stage stage) {
    expect_numbers(sim, block, scratch, stage, uses[stage].writes, "did not write");
    uint8_t* marks = scratch->marks;
    mark(sim, block, uses[stage].touches, marks);
    for (int32_t s = 0; s < block->rig->slot_count; s++) {
        if (!(marks[s] & IN_ROTATIONS) &&
            memcmp(&scratch->rotations[s], &scratch->rotations_before[s], sizeof(vrmi_Quatx)) != 0)
            stop(stage, "may not write", "the rotation", s);
        if (!(marks[s] & IN_WORLDS) &&
            memcmp(&scratch->worlds[s], &scratch->worlds_before[s], sizeof(vrmi_Worldx)) != 0)
            stop(stage, "may not write", "the world transform", s);
    }
}

#endif
