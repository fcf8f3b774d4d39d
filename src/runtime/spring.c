/* SPDX-License-Identifier: MIT */
/* A frame of springs: which lanes step, how many steps of what length, where the body is in each of
 * them, and what shows in the end.
 *
 * Fixed steps. The specification's step depends on its length, so springs run in steps of one
 * length h whatever the frames do. `ahead` is how far the last step lies beyond the frame:
 *
 *   steps      |-------|-------|-------|          ahead -= dt; while (ahead < 0) step, ahead += h;
 *   frames     *     *     *     *     *          shown: from the step before to the last one,
 *   ahead      0                                         as far as the frame has come
 *
 * Frames of exactly h leave `ahead` at 0: one step each, and the step itself is what shows.
 * Otherwise each step finds the body where it was, or will be, at its own moment: on the straight
 * line through the last frame and this one. (With the body of the frame alone, sway at 144 Hz is as
 * far from that at 60 Hz as raw steps are: docs/springs.md.) */
#include "runtime/spring.h"

/* In one frame. What a longer stall leaves is forgotten, lest one slow frame cause the next. */
#define STEPS_MAX 16

/* How far beyond the last frame a step may look, in frames. */
#define SHARE_MAX 4.0f

/* ---- Life ---- */

static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout, vrmi_Springs* out) {
    size_t pairs = (size_t)layout->pair_count;
    for (int i = 0; i < 2; i++) out->tails[i] = vrmi_carve(carver, pairs, sizeof *out->tails[i]);
    out->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, sizeof *out->anchors);
    size_t centers = (size_t)layout->center_count;
    out->centers = vrmi_carve(carver, centers, sizeof *out->centers);
    out->center_affines = vrmi_carve(carver, centers, VRMI_LANES * sizeof *out->center_affines);
}

size_t vrmi_springs_size(const vrm_Rig* rig) {
    vrmi_Carver carver = {0};
    vrmi_Springs unused;
    vrmi_carve(&carver, 1, sizeof unused);
    carve(&carver, rig->springs, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

void vrmi_springs_init(vrmi_Block* block) {
    if (block->rig->springs == NULL) return;
    vrmi_Carver carver = {.base = block->springs};
    vrmi_Springs* springs = vrmi_carve(&carver, 1, sizeof *springs);
    carve(&carver, block->rig->springs, springs);
    springs->earlier = block->spring_earlier;
    springs->rotations = block->spring_rotations;
    springs->shown = vrmi_f4_splat(1.0f);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) vrmi_springs_lane_reset(block, lane);
}

void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs == NULL || springs->rotations == NULL) return;
    vrmi_springs_spread(block);
    springs->to_rest[lane] = -1;
    springs->to_hold[lane] = springs->is_paused[lane] = springs->is_half[lane] = 0;
    springs->is_scaled[lane] = springs->is_moved[lane] = springs->is_tracked[lane] = 0;
    springs->detail[lane] = springs->is_host_paused[lane] = 0;
    springs->ahead[lane] = 0.0f;
    springs->shown[lane] = 1.0f;
    vrmi_vec3x4_set(&springs->force, lane, (vrm_Vec3){0.0f, 0.0f, 0.0f});
    for (int32_t p = 0; p < layout->pair_count; p++) {
        vrmi_quatx4_set(&springs->rotations[p], lane, layout->params[p].rest);
        if (springs->earlier != NULL)
            vrmi_quatx4_set(&springs->earlier[p], lane, layout->params[p].rest);
    }
    for (int32_t s = 0; s < layout->spring_count && springs->knobs != NULL; s++) {
        vrmi_vec3x4_set(&springs->knobs[s].force, lane, (vrm_Vec3){0.0f, 0.0f, 0.0f});
        springs->knobs[s].weight[lane] = 1.0f;
    }
    if (springs->own != NULL) vrmi_springs_own_reset(block, lane);
}

/* A node that springs turn may be turned by the host as well: nobody reads that. */
void vrmi_springs_note_place(vrmi_Block* block, int32_t slot, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrm_Rig* rig = block->rig;
    if (springs == NULL || slot < rig->body_count || springs->is_moved[lane]) return;
    vrm_Vec3 t = vrmi_vec3x4_get(&block->locals[slot].translation, lane);
    vrm_Vec3 rest = rig->rests[slot].translation;
    bool is_same = t.x == rest.x && t.y == rest.y && t.z == rest.z &&
                   block->locals[slot].scale[lane] == rig->rests[slot].scale.x;
    if (!is_same) springs->is_moved[lane] = -1;
}

/* ---- Planning ---- */

typedef struct Plan {
    vrmi_i4 counts;        /* steps in this frame */
    int32_t count;         /* the most of them */
    vrmi_f4 dt;            /* of a step, as the forces take it */
    vrmi_f4 begin, length; /* a step i ends at begin + (i + 1) * length seconds of the frame */
    vrmi_f4 shown;         /* how far from the step before to the last: 1 is the last itself */
} Plan;

static void plan_raw(const vrm_Sim* sim, vrmi_Springs* springs, Plan* plan, int32_t lane) {
    float dt = sim->dt, left_out = springs->ahead[lane];
    vrmi_f4_set(&springs->ahead, lane, 0.0f);
    if (springs->is_half[lane] && left_out == 0.0f) {
        vrmi_f4_set(&springs->ahead, lane, dt);
        return;
    }
    float most = sim->def.max_step_s, step = springs->is_half[lane] ? 0.5f * (left_out + dt) : dt;
    int32_t count = 1;
    if (most > 0.0f && step > most) {
        float parts = ceilf(step / most);
        count = parts < (float)STEPS_MAX ? (int32_t)parts : STEPS_MAX;
        step = step / (float)count;
        if (step > most) step = most;
    }
    vrmi_i4_set(&plan->counts, lane, count);
    vrmi_f4_set(&plan->dt, lane, step);
    vrmi_f4_set(&plan->length, lane, dt / (float)count);
}

static void plan_fixed(const vrm_Sim* sim, vrmi_Springs* springs, Plan* plan, int32_t lane) {
    float step = 1.0f / sim->def.spring_rate_hz;
    float length = springs->is_half[lane] ? step + step : step;
    float ahead = springs->ahead[lane];
    vrmi_f4_set(&plan->begin, lane, ahead);
    vrmi_f4_set(&plan->dt, lane, step);
    vrmi_f4_set(&plan->length, lane, length);
    vrmi_f4_set(&springs->step_length, lane, length);
    ahead -= sim->dt;
    int32_t count = 0;
    while (ahead < 0.0f && count < STEPS_MAX) {
        ahead += length;
        count++;
    }
    if (ahead < 0.0f) ahead = 0.0f;
    vrmi_f4_set(&springs->ahead, lane, ahead);
    vrmi_i4_set(&plan->counts, lane, count);
    if (ahead > 0.0f) vrmi_f4_set(&plan->shown, lane, 1.0f - ahead / length);
}

static Plan make_plan(const vrm_Sim* sim, vrmi_Springs* springs, vrmi_i4 steps) {
    bool is_fixed = sim->def.spring_rate_hz > 0.0f;
    Plan plan = {.shown = vrmi_f4_splat(1.0f), .length = vrmi_f4_splat(1.0f)};
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!steps[lane]) continue;
        if (!(sim->dt > 0.0f)) {
            if (is_fixed && springs->ahead[lane] > 0.0f)
                plan.shown[lane] = 1.0f - springs->ahead[lane] / springs->step_length[lane];
            continue;
        }
        if (is_fixed)
            plan_fixed(sim, springs, &plan, lane);
        else
            plan_raw(sim, springs, &plan, lane);
        if (plan.counts[lane] > plan.count) plan.count = plan.counts[lane];
    }
    return plan;
}

/* ---- Showing ---- */

/* Rotations that are not simply those of the last step: between two steps, of springs that do not
 * show in full, of lanes without springs. */
static void show(vrmi_Block* block, vrmi_Scratch* scratch, vrmi_i4 is_on, vrmi_f4 shown) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    bool is_between = vrmi_i4_any(shown < vrmi_f4_splat(1.0f)) && springs->earlier != NULL;
    if (springs->is_packed) vrmi_springs_show_packed(block, scratch, is_between, shown);
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
            int32_t slot = layout->pairs[p].slot;
            vrmi_Quatx4 q = springs->rotations[p];
            if (is_between) q = vrmi_blend_rotations(springs->earlier[p], q, shown);
            if (springs->is_packed && chain->is_plain) q = scratch->rotations[slot];
            if (springs->knobs != NULL)
                q = vrmi_blend_rotations(block->locals[slot].rotation, q,
                                         springs->knobs[chain->spring].weight);
            scratch->rotations[slot] = vrmi_quatx4_select(is_on, q, block->locals[slot].rotation);
        }
    }
    if (layout->early_slot_count == 0) return;
    const vrmi_Quatx4* before = vrmi_springs_scratch_early(block, scratch);
    for (int32_t i = 0; i < layout->early_slot_count; i++) {
        vrmi_Quatx4* rotation = &scratch->rotations[layout->early_slots[i].slot];
        *rotation = vrmi_quatx4_select(is_on, *rotation, before[i]);
    }
}

/* What the stages before have made of slots that springs may turn, for lanes without springs. */
static void keep_early(const vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (layout->early_slot_count == 0) return;
    vrmi_Quatx4* kept = vrmi_springs_scratch_early(block, scratch);
    for (int32_t i = 0; i < layout->early_slot_count; i++)
        vrmi_quatx4_copy(&kept[i], &scratch->rotations[layout->early_slots[i].slot]);
}

/* ---- The stage ---- */

static vrmi_i4 lanes_on(const vrmi_Block* block) {
    vrmi_i4 stages;
    memcpy(&stages, block->stages, sizeof stages);
    return (stages & vrmi_i4_splat(VRM_STAGE_SPRINGS)) != vrmi_i4_splat(0);
}

/* Lanes that go to rest, or to where they are held, before they step. */
static vrmi_i4 lanes_to_settle(const vrmi_Springs* springs, vrmi_i4 is_on) {
    return (springs->to_rest | (springs->to_hold & ~springs->is_paused)) & is_on;
}

static void settle(vrmi_Block* block, vrmi_Scratch* scratch, vrmi_i4 mask) {
    vrmi_Springs* springs = block->springs;
    vrmi_SpringStep step = {.task = VRMI_SPRINGS_SETTLE,
                            .mask = mask,
                            .to_rest = springs->to_rest & mask,
                            .dt = vrmi_f4_splat(0.0f),
                            .keeps_earlier = true,
                            .lone_lane = -1};
    vrmi_springs_solve(block, scratch, &step);
    springs->ahead = vrmi_f4_where(~step.mask, springs->ahead);
    springs->is_tracked = springs->is_tracked & ~step.mask;
    springs->to_rest = springs->to_rest & ~step.mask;
    springs->to_hold = springs->to_hold & ~step.mask;
}

static void run(vrmi_Block* block, vrmi_Scratch* scratch, const Plan* plan, float dt,
                bool writes_rotations, bool writes_results, int32_t lone_lane) {
    vrmi_Springs* springs = block->springs;
    bool is_kept = false;
    for (int32_t i = 0; i < plan->count; i++) {
        vrmi_SpringStep step = {.task = VRMI_SPRINGS_ADVANCE,
                                .mask = plan->counts > vrmi_i4_splat(i),
                                .dt = plan->dt,
                                .writes_rotations = writes_rotations,
                                .writes_results = writes_results,
                                .lone_lane = lone_lane};
        vrmi_f4 share =
            (plan->begin + plan->length * vrmi_f4_splat((float)(i + 1))) / vrmi_f4_splat(dt);
        share = vrmi_f4_min(share, vrmi_f4_splat(SHARE_MAX));
        vrmi_i4 is_elsewhere = step.mask & springs->is_tracked & (share != vrmi_f4_splat(1.0f));
        if (!is_kept && vrmi_i4_any(is_elsewhere)) {
            vrmi_body_keep(block, scratch, lone_lane);
            is_kept = true;
        }
        if (is_kept) vrmi_body_move(block, scratch, lone_lane, share);
        step.keeps_earlier = vrmi_i4_any(plan->shown < vrmi_f4_splat(1.0f));
        vrmi_springs_solve(block, scratch, &step);
    }
    if (is_kept) vrmi_body_restore(block, scratch, lone_lane);
}

/* Whether somebody reads the rotations of slots that sway. */
static bool wants_rotations(const vrm_Sim* sim, const vrmi_SpringLayout* layout) {
    return layout->reads_rotations || vrmi_gives_transforms(sim);
}

/* What the last frame showed of a slot, for what comes before the springs. Lanes that begin anew
 * begin at rest. */
static void show_last(const vrmi_Block* block, vrmi_Scratch* scratch, vrmi_EarlySlot early) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_Quatx4 local = block->locals[early.slot].rotation, q = local, before = local;
    for (int32_t lane = 0; lane < VRMI_LANES && early.pair >= 0; lane++) {
        vrmi_quatx4_set(&q, lane,
                        vrmi_springs_rotation(block, springs->rotations, early.pair, lane));
        if (springs->earlier != NULL)
            vrmi_quatx4_set(&before, lane,
                            vrmi_springs_rotation(block, springs->earlier, early.pair, lane));
    }
    if (springs->earlier != NULL && early.pair >= 0)
        q = vrmi_blend_rotations(before, q, springs->shown);
    if (early.pair >= 0)
        q = vrmi_quatx4_select(springs->to_rest, vrmi_quatx4_splat(layout->params[early.pair].rest),
                               q);
    if (springs->knobs != NULL && early.pair >= 0) {
        int32_t spring = layout->joints[layout->pair_joints[early.pair]].spring;
        q = vrmi_blend_rotations(local, q, springs->knobs[spring].weight);
    }
    scratch->rotations[early.slot] = vrmi_quatx4_select(lanes_on(block), q, local);
}

void vrmi_springs_copy_rotations(const vrm_Sim* sim, const vrmi_Block* block,
                                 vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    bool is_driven = rig->springs != NULL && vrmi_block_runs(block, VRM_STAGE_SPRINGS);
    int32_t count = is_driven ? vrmi_body_count(sim, rig) : rig->slot_count;
    for (int32_t slot = 0; slot < count; slot++)
        vrmi_quatx4_copy(&scratch->rotations[slot], &block->locals[slot].rotation);
    if (!is_driven) return;
    const vrmi_SpringLayout* layout = rig->springs;
    for (int32_t i = 0; i < layout->early_slot_count; i++)
        show_last(block, scratch, layout->early_slots[i]);
    if (!wants_rotations(sim, layout)) return;
    for (int32_t i = 0; i < layout->unturned_count; i++) {
        int32_t slot = layout->unturned_slots[i];
        scratch->rotations[slot] = block->locals[slot].rotation;
    }
}

void vrmi_springs_step(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch) {
    vrmi_Springs* springs = block->springs;
    if (springs == NULL || block->rig->springs->pair_count == 0) return;
    bool writes_rotations = wants_rotations(sim, block->rig->springs);
    springs->shows_states = false;
    vrmi_i4 is_on = lanes_on(block);
    springs->to_rest = springs->to_rest | ~is_on; /* and begin anew when it is on again */
    springs->to_hold = springs->to_hold | springs->is_paused;
    if (!vrmi_i4_any(is_on)) {
        vrmi_springs_recall(block);
        return;
    }
    keep_early(block, scratch);
    vrmi_i4 to_settle = lanes_to_settle(springs, is_on);
    int32_t lone_lane = vrmi_body_pose(sim, block, scratch, !vrmi_i4_any(to_settle));
    if (vrmi_i4_any(to_settle)) settle(block, scratch, to_settle);
    Plan plan = make_plan(sim, springs, is_on & ~springs->is_paused);
    bool is_full = vrmi_i4_all(is_on | ~block->live) && springs->knobs == NULL;
    bool is_plain = plan.count > 0 && is_full && vrmi_i4_all(plan.shown >= vrmi_f4_splat(1.0f));
    bool writes_results = is_plain && !writes_rotations && block->spring_results != NULL &&
                          block->live_count == VRMI_LANES;
    if (!writes_results) vrmi_springs_recall(block);
    if (plan.count > 0)
        run(block, scratch, &plan, sim->dt, writes_rotations, writes_results, lone_lane);
    /* Of an avatar alone what lies between two steps is made when it is written. */
    bool shows_packed = is_full && lone_lane >= 0 && springs->is_packed && !writes_rotations;
    if (!is_plain && !shows_packed) show(block, scratch, is_on, plan.shown);
    springs->shows_states = (is_plain && !writes_rotations) || shows_packed;
    springs->shown = plan.shown;
    vrmi_body_remember(block, scratch, lone_lane);
    springs->is_tracked = is_on & ~springs->is_paused;
}

/* ---- Results ---- */

void vrmi_springs_recall(vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (!springs->in_results) return;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        const vrm_Quat* from = block->spring_results + (ptrdiff_t)lane * layout->joint_count;
        for (int32_t p = 0; p < layout->pair_count; p++)
            vrmi_quatx4_set(&springs->rotations[p], lane, from[layout->pair_joints[p]]);
    }
    springs->in_results = false;
}

static void write_lane(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    vrm_Quat* out = block->avatars[lane]->springs;
    for (int32_t p = 0; p < layout->pair_count; p++)
        out[layout->pair_joints[p]] =
            vrmi_quatx4_get(springs->shows_states ? &springs->rotations[p]
                                                  : &scratch->rotations[layout->pair_slots[p]],
                            lane);
}

static void write_all(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    const int32_t *joints = layout->pair_joints, *slots = layout->pair_slots;
    vrm_Quat* const out[VRMI_LANES] = {block->avatars[0]->springs, block->avatars[1]->springs,
                                       block->avatars[2]->springs, block->avatars[3]->springs};
    int32_t count = layout->pair_count;
    if (springs->shows_states)
        for (int32_t p = 0; p < count; p++) vrmi_write_joint(springs->rotations[p], out, joints[p]);
    else
        for (int32_t p = 0; p < count; p++)
            vrmi_write_joint(scratch->rotations[slots[p]], out, joints[p]);
}

void vrmi_springs_write(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_Springs* springs = block->springs;
    if (springs == NULL || springs->in_results) return;
    if (block->live_count == VRMI_LANES) {
        write_all(block, scratch);
        return;
    }
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (block->avatars[lane] == NULL) continue;
        if (springs->is_packed && springs->shows_states)
            vrmi_springs_write_packed(block, block->avatars[lane]->springs);
        else
            write_lane(block, scratch, lane);
    }
}

void vrmi_springs_write_rest(vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    if (rig->springs == NULL) return;
    for (int32_t j = 0; j < rig->springs->joint_count; j++) {
        int32_t node = rig->springs->joints[j].node;
        avatar->springs[j] = node >= 0 && node < rig->slot_count
                                 ? rig->rests[rig->node_slots[node]].rotation
                                 : vrmi_quat_identity();
    }
}

const vrm_Quat* vrm_avatar_spring_rotations(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->springs;
}
