/* SPDX-License-Identifier: MIT */
/* How the states of springs become rotations in scratch and VRM_OUTPUT_SPRINGS. */
#include "runtime/lanes/spring.h"

/* ---- What shows of a single avatar ---- */

void vrmi_scatter_rotation(vrmi_Scratch* scratch, const int32_t* slots, int32_t lane,
                           vrmi_Quatx local) {
    for (int k = 0; k < VRMI_LANES; k++)
        if (slots[k] >= 0)
            vrmi_quatx_set(&scratch->rotations[slots[k]], lane, vrmi_quatx_get(&local, k));
}

/* The rotations of a group at one depth, blended between two steps or as the last step left it. */
static inline vrmi_Quatx shown_of(const vrmi_Springs* springs, const int32_t* pairs,
                                  bool is_between, vrmi_fx share) {
    int32_t entry = *pairs;
    vrmi_Quatx q = springs->rotations[entry];
    return is_between ? vrmi_blend_rotations(springs->earlier[entry], q, share) : q;
}

void vrmi_springs_show_chains(const vrmi_Block* block, vrmi_Scratch* scratch, bool is_between,
                              vrmi_fx shown) {
    const vrmi_Springs* springs = block->springs;
    vrmi_fx share = vrmi_fx_splat(shown[springs->home_lane]);
    const int32_t* pairs = springs->lanes->pairs;
    for (int32_t i = 0; i < springs->lanes->params_count; i++, pairs += 3 * VRMI_LANES)
        vrmi_scatter_rotation(scratch, pairs + VRMI_LANES, springs->home_lane,
                              shown_of(springs, pairs, is_between, share));
}

/* A lane without a joint has the joint of lane 0, which must be written last. */
static void write_chains(const vrmi_Block* block, vrm_Quat* out) {
    const vrmi_Springs* springs = block->springs;
    vrmi_fx share = vrmi_fx_splat(springs->shown[springs->home_lane]);
    bool is_between = share[0] < 1.0f && springs->earlier != NULL;
    const int32_t* pairs = springs->lanes->pairs;
    const int32_t* end = pairs + springs->lanes->pair_count;
    for (; pairs < end; pairs += 3 * VRMI_LANES) {
        float* to[VRMI_LANES];
        const int32_t* joints = pairs + 2 * VRMI_LANES;
        for (int k = 0; k < VRMI_LANES; k++) to[k] = &out[joints[k]].x;
        vrmi_Quatx q = shown_of(springs, pairs, is_between, share);
        vrmi_fx_to_items(q.x, q.y, q.z, q.w, to);
    }
}

/* ---- Results ---- */

static void write_lane(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    vrm_Quat* out = block->avatars[lane]->springs;
    for (int32_t p = 0; p < layout->pair_count; p++)
        out[layout->pair_joints[p]] =
            vrmi_quatx_get(springs->shows_states ? &springs->rotations[p]
                                                 : &scratch->rotations[layout->pair_slots[p]],
                           lane);
}

static void write_all(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    const int32_t *joints = layout->pair_joints, *slots = layout->pair_slots;
    vrm_Quat* out[VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++) out[k] = block->avatars[k]->springs;
    int32_t count = layout->pair_count;
    if (springs->shows_states)
        for (int32_t p = 0; p < count; p++) vrmi_write_joint(springs->rotations[p], out, joints[p]);
    else
        for (int32_t p = 0; p < count; p++)
            vrmi_write_joint(scratch->rotations[slots[p]], out, joints[p]);
}

void vrmi_springs_write(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_Springs* springs = block->springs;
    if (springs == NULL || springs->home == VRMI_SPRINGS_IN_RESULTS) return;
    if (block->live_count == VRMI_LANES) {
        write_all(block, scratch);
        return;
    }
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (block->avatars[lane] == NULL) continue;
        if (springs->home == VRMI_SPRINGS_BY_CHAIN && springs->shows_states)
            write_chains(block, block->avatars[lane]->springs);
        else
            write_lane(block, scratch, lane);
    }
}
