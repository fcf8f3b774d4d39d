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
 * far from that at 60 Hz as raw steps are: docs/reference/springs.md.) */
#include "runtime/lanes/spring_step.h"
#include "runtime/lanes/spring_kernel.h"

/* A step looks ahead along the line through this frame and one before it. Where a frame is shorter
 * than this share of a step, that is the frame of the last step instead of the last frame: through
 * two frames next to each other, one step would look far ahead and exaggerate what trembles. */
#define FRAME_SHARE 0.25f

/* How often the time between the two a step may look ahead. Where a clock stutters, and right after
 * a longer frame one is shorter than 1/64 of a step, the step waits for the next frame. */
#define SHARE_MAX 64.0f

/* How far a body of scale 1 may move in a step at half rate, metres: 0.75 m/s with 60 steps a
 * second by default. In longer steps tails come to lie on the other side of colliders along which
 * they would slide in short ones: the strands of usual avatars are thrown over from 1 m/s on. */
#define HALF_STEP_MAX 0.025f

/* A fast body counts as slow again below this share of it. */
#define SLOW_SHARE 0.8f

/* A frame of a block. */
typedef struct Frame {
    vrmi_Block* block;
    vrmi_Scratch* scratch;
    vrmi_SpringBuffers buffers;
} Frame;

/* ---- Planning ---- */

typedef struct Plan {
    vrmi_ix counts;        /* steps in this frame */
    int32_t count;         /* the most of them */
    vrmi_fx dt;            /* of a step, as the forces take it */
    vrmi_fx begin, length; /* a step i ends at begin + (i + 1) * length seconds of the frame */
    vrmi_fx skipped;       /* seconds before `begin` for which there are too many steps to make */
    vrmi_fx shown;         /* how far from the step before to the last: 1 is the last itself */
} Plan;

/* Leaves out the time of a frame for which there are too many steps, except the last of them. */
static void skip(Plan* plan, int32_t lane, float seconds) {
    vrmi_fx_set(&plan->skipped, lane, seconds);
    vrmi_fx_set(&plan->begin, lane, plan->begin[lane] + seconds);
}

/* One step for each frame. At half rate a frame is left out and the next one makes one step for
 * both; `ahead` is then the time of the one left out. Where the rate is full again by then, both
 * make their own steps, the first on the line through the last frame and this one. */
static void plan_raw(const vrm_Sim* sim, vrmi_Springs* springs, Plan* plan, int32_t lane) {
    float dt = sim->dt, left_out = springs->ahead[lane];
    bool is_half = springs->is_half[lane] != 0;
    springs->ahead[lane] = 0.0f;
    if (is_half && !(left_out > 0.0f)) {
        springs->ahead[lane] = dt;
        vrmi_fx_set(&plan->length, lane, dt);
        return;
    }
    int32_t turns = left_out > 0.0f && !is_half ? 2 : 1, count = 1;
    float most = sim->def.max_step_s, step = left_out > 0.0f ? 0.5f * (left_out + dt) : dt;
    if (most > 0.0f && step > most) {
        float parts = ceilf(step / most);
        int32_t count_most = VRMI_STEPS_MAX / turns;
        count = parts < (float)count_most ? (int32_t)parts : count_most;
        step = step / (float)count;
    }
    vrmi_ix_set(&plan->counts, lane, turns * count);
    vrmi_fx_set(&plan->begin, lane, turns == 2 ? -dt : 0.0f);
    vrmi_fx_set(&plan->length, lane, dt / (float)count);
    if (most > 0.0f && step > most) {
        step = most;
        if (!(left_out > 0.0f)) {
            vrmi_fx_set(&plan->length, lane, step);
            skip(plan, lane, dt - (float)count * step);
        }
    }
    vrmi_fx_set(&plan->dt, lane, step);
}

/* Whether the first step of a frame would look too far ahead. It comes with the next frame: until
 * then `ahead` is less than 0, by at most 1/63 of a step. */
static bool is_too_early(const vrmi_Springs* springs, int32_t lane, float dt, float length) {
    float age = springs->age[lane], end = age + springs->ahead[lane] + length;
    return springs->is_tracked[lane] && end > SHARE_MAX * (age + dt);
}

static void plan_fixed(const vrm_Sim* sim, vrmi_Springs* springs, Plan* plan, int32_t lane) {
    float step = 1.0f / sim->def.spring_rate_hz;
    float length = springs->is_half[lane] ? step + step : step;
    float ahead = springs->ahead[lane];
    vrmi_fx_set(&plan->begin, lane, ahead);
    vrmi_fx_set(&plan->dt, lane, step);
    vrmi_fx_set(&plan->length, lane, length);
    ahead -= sim->dt;
    int32_t count = 0;
    bool waits = ahead < 0.0f && is_too_early(springs, lane, sim->dt, length);
    while (ahead < 0.0f && !waits && count < VRMI_STEPS_MAX) {
        ahead += length;
        count++;
    }
    if (ahead < 0.0f && !waits) {
        skip(plan, lane, -ahead);
        ahead = 0.0f;
    }
    springs->ahead[lane] = ahead;
    vrmi_ix_set(&plan->counts, lane, count);
    if (count > 0) springs->step_length[lane] = length;
    if (ahead > 0.0f) vrmi_fx_set(&plan->shown, lane, 1.0f - ahead / springs->step_length[lane]);
}

static Plan make_plan(const vrm_Sim* sim, vrmi_Springs* springs, vrmi_ix steps) {
    bool is_fixed = sim->def.spring_rate_hz > 0.0f;
    vrmi_fx zero = vrmi_fx_splat(0.0f), one = vrmi_fx_splat(1.0f);
    Plan plan = {.counts = vrmi_ix_splat(0),
                 .count = 0,
                 .dt = zero,
                 .begin = zero,
                 .length = one,
                 .skipped = zero,
                 .shown = one};
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

/* ---- Where the body is ---- */

/* The world transforms that the springs and their colliders are attached to: the anchors, then the
 * root. */
static vrmi_Worldx* anchor_world(const Frame* frame, int32_t anchor) {
    const vrmi_SpringLayout* layout = frame->block->rig->springs;
    return anchor < layout->anchor_count ? &frame->scratch->worlds[layout->anchors[anchor]]
                                         : frame->block->root;
}

static void copy_anchors(const Frame* frame, vrmi_Worldx* to) {
    for (int32_t a = 0; a <= frame->block->rig->springs->anchor_count; a++)
        vrmi_worldx_copy(&to[a], anchor_world(frame, a));
}

/* The same of the lanes of `mask` that have matrices. */
static void copy_affines(const Frame* frame, vrm_Affine* to, vrmi_ix mask) {
    const vrmi_SpringLayout* layout = frame->block->rig->springs;
    const vrmi_Scratch* scratch = frame->scratch;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!mask[lane] || !frame->block->general_sway[lane]) continue;
        for (int32_t a = 0; a < layout->anchor_count; a++)
            to[a * VRMI_LANES + lane] = scratch->affines[lane][layout->anchors[a]];
        to[layout->anchor_count * VRMI_LANES + lane] = scratch->root_affines[lane];
    }
}

/* Saves this frame's while the body is moved. */
static void save_anchors(const Frame* frame) {
    copy_anchors(frame, frame->buffers.anchors);
    if (vrmi_ix_any(VRMI_MASK(frame->block->general_sway)))
        copy_affines(frame, frame->buffers.anchor_affines, vrmi_ix_splat(-1));
}

/* ---- Half rate ---- */

/* How far the body as a whole has moved since the frame of `anchors`: what its anchors have in
 * common, so that arms which swing do not count, and hips that walk do. */
static vrmi_fx way_of_body(const Frame* frame) {
    const vrmi_Springs* springs = frame->block->springs;
    int32_t count = frame->block->rig->springs->anchor_count;
    int32_t first = count > 0 ? 0 : count, end = count > 0 ? count : count + 1; /* the root */
    vrmi_Vec3x sum = vrmi_vec3x_splat((vrm_Vec3){0.0f, 0.0f, 0.0f});
    for (int32_t a = first; a < end; a++)
        sum = vrmi_vec3x_add(
            sum, vrmi_vec3x_sub(anchor_world(frame, a)->position, springs->anchors[a].position));
    return vrmi_fx_sqrt(vrmi_vec3x_dot(sum, sum)) / vrmi_fx_splat((float)(end - first));
}

/* Whether the body moves too fast for half rate. */
static vrmi_ix find_fast(const vrm_Sim* sim, const Frame* frame) {
    const vrmi_Springs* springs = frame->block->springs;
    vrmi_ix was_fast = VRMI_MASK(springs->was_fast);
    vrmi_fx time = VRMI_FLOATS(springs->age) + vrmi_fx_splat(sim->dt);
    vrmi_fx length = sim->def.spring_rate_hz > 0.0f ? vrmi_fx_splat(2.0f / sim->def.spring_rate_hz)
                                                    : vrmi_fx_splat(2.0f * sim->dt);
    vrmi_fx most = vrmi_fx_abs(frame->block->root->scale) * vrmi_fx_splat(HALF_STEP_MAX);
    most = most * vrmi_fx_select(was_fast, vrmi_fx_splat(SLOW_SHARE), vrmi_fx_splat(1.0f));
    return (way_of_body(frame) * length > most * time) & VRMI_MASK(springs->is_tracked);
}

/* Changes lanes between full and half rate. The motion, which is the difference of a state's two
 * tails, is that of a step, whose length changes. */
static void change_rates(const Frame* frame, vrmi_ix is_half) {
    vrmi_Springs* springs = frame->block->springs;
    vrmi_ix changes = is_half ^ VRMI_MASK(springs->is_half);
    if (!vrmi_ix_any(changes)) return;
    vrmi_fx factor = vrmi_fx_select(is_half, vrmi_fx_splat(2.0f), vrmi_fx_splat(0.5f));
    vrmi_springs_unfold(frame->block);
    for (int32_t p = 0; p < frame->block->rig->springs->pair_count; p++) {
        vrmi_Vec3x now = springs->tails[springs->newest][p];
        vrmi_Vec3x* before = &springs->tails[!springs->newest][p];
        vrmi_Vec3x motion = vrmi_vec3x_scale(vrmi_vec3x_sub(now, *before), factor);
        *before = vrmi_vec3x_select(changes, vrmi_vec3x_sub(now, motion), *before);
    }
    VRMI_MASK(springs->is_half) = is_half;
}

/* Only lanes whose rate is lowered remember that they were fast: neither other avatars of a block,
 * nor a budget that allows everything, make a difference. */
static void update_rates(const vrm_Sim* sim, const Frame* frame) {
    const vrmi_Block* block = frame->block;
    vrmi_Springs* springs = block->springs;
    vrmi_ix wants_half = VRMI_MASK(springs->wants_half), all = vrmi_ix_splat(-1);
    vrmi_ix asked = sim->is_within ? all : wants_half;
    vrmi_ix is_lowered = block->spring_limit != VRM_SPRINGS_FULL ? all : wants_half;
    if (!(sim->dt > 0.0f)) return;
    vrmi_ix is_fast = vrmi_ix_any(asked) ? asked & find_fast(sim, frame) : asked;
    VRMI_MASK(springs->is_fast) = is_fast;
    VRMI_MASK(springs->was_fast) = is_fast & is_lowered;
    change_rates(frame, wants_half & ~is_fast);
}

/* Keeps this frame's for the next one, except in the lanes of `older`, which keep what they have.
 */
static void keep_anchors(const Frame* frame, vrmi_ix older, float dt) {
    vrmi_Springs* springs = frame->block->springs;
    vrmi_fx age = VRMI_FLOATS(springs->age) + vrmi_fx_splat(dt);
    VRMI_FLOATS(springs->age) = vrmi_fx_where(older, age);
    if (!vrmi_ix_any(older)) {
        copy_anchors(frame, springs->anchors);
    } else {
        for (int32_t a = 0; a <= frame->block->rig->springs->anchor_count; a++) {
            const vrmi_Worldx* now = anchor_world(frame, a);
            vrmi_Worldx* kept = &springs->anchors[a];
            kept->rotation = vrmi_quatx_select(older, kept->rotation, now->rotation);
            kept->position = vrmi_vec3x_select(older, kept->position, now->position);
            kept->scale = vrmi_fx_select(older, kept->scale, now->scale);
        }
    }
    vrmi_ix general = VRMI_MASK(frame->block->general_sway);
    if (vrmi_ix_any(general)) copy_affines(frame, springs->anchor_affines, ~older);
    VRMI_MASK(springs->anchors_general) =
        (VRMI_MASK(springs->anchors_general) & older) | (general & ~older);
}

/* On the line through the last frame (0) and this one (1); exactly this one at 1. Beyond it the
 * scale of an avatar that shrinks quickly would fall below 0: half of this frame's is the least. */
static vrmi_Worldx blend_worlds(const vrmi_Worldx* from, const vrmi_Worldx* to, vrmi_fx share,
                                vrmi_ix is_there) {
    vrmi_fx square;
    vrmi_Quatx q = vrmi_mix_rotations(from->rotation, to->rotation, share, &square);
    vrmi_Vec3x p = vrmi_vec3x_add(
        from->position, vrmi_vec3x_scale(vrmi_vec3x_sub(to->position, from->position), share));
    vrmi_fx scale = vrmi_fx_max(from->scale + (to->scale - from->scale) * share,
                                to->scale * vrmi_fx_splat(0.5f));
    vrmi_Worldx out;
    out.rotation = vrmi_quatx_select(is_there, to->rotation, q);
    out.position = vrmi_vec3x_select(is_there, to->position, p);
    out.scale = vrmi_fx_select(is_there, to->scale, scale);
    return out;
}

/* Moves the body to a moment between the last frame and this one, or after it. */
static void move_body(const Frame* frame, vrmi_fx share) {
    const vrmi_Springs* springs = frame->block->springs;
    const vrmi_Worldx* kept = frame->buffers.anchors;
    vrmi_ix is_there = (share == vrmi_fx_splat(1.0f)) | ~VRMI_MASK(springs->is_tracked);
    for (int32_t a = 0; a <= frame->block->rig->springs->anchor_count; a++)
        *anchor_world(frame, a) = blend_worlds(&springs->anchors[a], &kept[a], share, is_there);
    if (vrmi_ix_any(VRMI_MASK(frame->block->general_sway)))
        vrmi_move_general(frame->block, frame->scratch, &frame->buffers, share, is_there);
}

/* ---- Showing ---- */

static vrmi_fx weight_of(const vrmi_Springs* springs, int32_t spring) {
    ptrdiff_t control = (ptrdiff_t)spring * VRMI_CONTROL_SIZE + VRMI_CONTROL_WEIGHT;
    return vrmi_fx_load(springs->controls + control * VRMI_LANES);
}

/* Writes rotations that differ from those of the last step: between two steps, of springs with a
 * weight below 1, of lanes without springs. */
static void show(const Frame* frame, vrmi_ix is_on, vrmi_fx shown) {
    const vrmi_Block* block = frame->block;
    vrmi_Scratch* scratch = frame->scratch;
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    bool is_between = vrmi_ix_any(shown < vrmi_fx_splat(1.0f)) && springs->earlier != NULL;
    vrmi_LaneRotations now = vrmi_lane_rotations(block, springs->rotations), before = now;
    if (is_between) before = vrmi_lane_rotations(block, springs->earlier);
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
            int32_t slot = layout->pairs[p].slot, joint = layout->pairs[p].joint;
            vrmi_Quatx q = vrmi_read_joint(&now, joint);
            if (is_between) q = vrmi_blend_rotations(vrmi_read_joint(&before, joint), q, shown);
            if (springs->controls != NULL)
                q = vrmi_blend_rotations(block->locals[slot].rotation, q,
                                         weight_of(springs, chain->spring));
            scratch->rotations[slot] = vrmi_quatx_select(is_on, q, block->locals[slot].rotation);
        }
    }
    for (int32_t i = 0; i < layout->early_slot_count; i++) {
        vrmi_Quatx* rotation = &scratch->rotations[layout->early_slots[i].slot];
        *rotation = vrmi_quatx_select(is_on, *rotation, frame->buffers.early[i]);
    }
}

/* Saves what earlier stages wrote to slots that springs may turn, for lanes without springs. */
static void keep_early(const Frame* frame) {
    const vrmi_SpringLayout* layout = frame->block->rig->springs;
    for (int32_t i = 0; i < layout->early_slot_count; i++)
        vrmi_quatx_copy(&frame->buffers.early[i],
                        &frame->scratch->rotations[layout->early_slots[i].slot]);
}

/* ---- Steps ---- */

static vrmi_ix lanes_on(const vrmi_Block* block) {
    vrmi_ix stages;
    memcpy(&stages, block->stages, sizeof stages);
    return (stages & vrmi_ix_splat(VRM_STAGE_SPRINGS)) != vrmi_ix_splat(0);
}

/* Lanes whose pause has ended: they settle to where their rotations have the tails, and go on with
 * the motion of the body. */
static vrmi_ix lanes_unpaused(const vrmi_Springs* springs, vrmi_ix is_on) {
    return VRMI_MASK(springs->to_retain) & ~VRMI_MASK(springs->is_paused) &
           ~VRMI_MASK(springs->to_rest) & is_on;
}

/* Those for which enough time has passed since the frame of `anchors`: the motion in next to no
 * time would be rounding errors. The others wait. */
static vrmi_ix lanes_to_resume(const vrm_Sim* sim, const vrmi_Springs* springs, vrmi_ix unpaused) {
    if (!(sim->dt > 0.0f)) return vrmi_ix_splat(0);
    if (springs->earlier == NULL) return unpaused;
    vrmi_fx least = vrmi_fx_splat(FRAME_SHARE / sim->def.spring_rate_hz);
    vrmi_fx time = VRMI_FLOATS(springs->age) + vrmi_fx_splat(sim->dt);
    return unpaused & ((time >= least) | ~VRMI_MASK(springs->is_tracked));
}

/* Lanes whose `anchors` stay those of an earlier frame: in frames shorter than a share of a step
 * until the next step, after a pause until there is time enough, and in frames without time, which
 * otherwise would take the motion from the body. */
static vrmi_ix lanes_to_wait(const vrmi_Springs* springs, const Plan* plan, vrmi_ix still_waits,
                             float dt) {
    if (!(dt > 0.0f)) return VRMI_MASK(springs->is_tracked);
    vrmi_ix is_short = vrmi_fx_splat(dt) < plan->length * vrmi_fx_splat(FRAME_SHARE);
    vrmi_ix waits = ((plan->counts == vrmi_ix_splat(0)) & is_short) | still_waits;
    return waits & VRMI_MASK(springs->is_tracked) & ~VRMI_MASK(springs->is_paused);
}

static void keep_earlier(const vrmi_Block* block, vrmi_ix mask) {
    const vrmi_Springs* springs = block->springs;
    size_t size = (size_t)block->rig->springs->joint_count * sizeof(vrm_Quat);
    for (int32_t lane = 0; lane < VRMI_LANES && springs->earlier != NULL; lane++)
        if (mask[lane])
            memcpy(vrmi_springs_rotations_of(block, springs->earlier, lane),
                   vrmi_springs_rotations_of(block, springs->rotations, lane), size);
}

/* To rest, or to where the rotations have the tails. Lanes of `to_resume` go on from the frame of
 * `anchors`. */
static void settle(const Frame* frame, vrmi_ix mask, vrmi_ix to_resume) {
    vrmi_Springs* springs = frame->block->springs;
    vrmi_SpringStep step = {.is_settling = true,
                            .buffers = &frame->buffers,
                            .mask = mask,
                            .to_rest = VRMI_MASK(springs->to_rest) & mask,
                            .dt = vrmi_fx_splat(0.0f)};
    vrmi_springs_solve(frame->block, frame->scratch, &step);
    keep_earlier(frame->block, mask);
    vrmi_fx ahead = vrmi_fx_where(~mask, VRMI_FLOATS(springs->ahead));
    VRMI_FLOATS(springs->ahead) = vrmi_fx_select(to_resume, -VRMI_FLOATS(springs->age), ahead);
    VRMI_MASK(springs->is_tracked) = VRMI_MASK(springs->is_tracked) & (~mask | to_resume);
    VRMI_MASK(springs->to_rest) = VRMI_MASK(springs->to_rest) & ~mask;
    VRMI_MASK(springs->to_retain) = VRMI_MASK(springs->to_retain) & ~mask;
}

/* Lets tails that were settled move with the body: back to where the frame of `anchors` had it, as
 * if the springs had been stiff until then. The steps of this frame begin there. */
static void resume(const Frame* frame, const Plan* plan, vrmi_ix mask, float dt) {
    const vrmi_Springs* springs = frame->block->springs;
    vrmi_fx zero = vrmi_fx_splat(0.0f), one = vrmi_fx_splat(1.0f);
    vrmi_fx stretch = plan->length / (VRMI_FLOATS(springs->age) + vrmi_fx_splat(dt));
    if (springs->earlier == NULL) /* raw steps at half rate: of two frames, the first left out */
        stretch = vrmi_fx_select(VRMI_MASK(springs->is_half), vrmi_fx_splat(2.0f), stretch);
    vrmi_SpringStep step = {.is_settling = true,
                            .buffers = &frame->buffers,
                            .mask = mask,
                            .to_rest = vrmi_ix_splat(0),
                            .has_motion = true,
                            .stretch = stretch,
                            .dt = zero};
    save_anchors(frame);
    move_body(frame, vrmi_fx_select(mask, zero, one));
    vrmi_springs_solve(frame->block, frame->scratch, &step);
    move_body(frame, one);
}

/* Moves tails from the world to the space of their anchors, or back. Centers carry theirs. */
static void move_tails(const Frame* frame, vrmi_ix mask, bool to_world) {
    const vrmi_Block* block = frame->block;
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_ix general = VRMI_MASK(block->general_sway) & mask;
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        const vrmi_Worldx* world =
            chain->anchor < 0 ? block->root : &frame->scratch->worlds[chain->anchor];
        if (chain->center >= 0) continue;
        for (int32_t i = 0; i < 2 * chain->pair_count; i++) {
            vrmi_Vec3x* tail = &block->springs->tails[i & 1][chain->first_pair + i / 2];
            vrmi_Vec3x there =
                to_world ? vrmi_worldx_point(world, *tail) : local_point(world, *tail);
            if (vrmi_ix_any(general))
                vrmi_move_tail_general(frame->scratch, chain->anchor, general, to_world, tail,
                                       &there);
            *tail = vrmi_vec3x_select(mask, there, *tail);
        }
    }
}

/* In the time that a frame skips, hair keeps its shape and motion and goes along with the body: at
 * the body's true speed the steps that are made neither leap nor blow it away. */
static void pass_skipped(const Frame* frame, const Plan* plan, float dt) {
    const vrmi_Springs* springs = frame->block->springs;
    vrmi_ix mask = (plan->skipped > vrmi_fx_splat(0.0f)) & VRMI_MASK(springs->is_tracked);
    if (!vrmi_ix_any(mask)) return;
    vrmi_fx age = VRMI_FLOATS(springs->age), time = age + vrmi_fx_splat(dt);
    vrmi_fx one = vrmi_fx_splat(1.0f);
    vrmi_springs_unfold(frame->block);
    save_anchors(frame);
    move_body(frame, vrmi_fx_select(mask, (age + plan->begin - plan->skipped) / time, one));
    move_tails(frame, mask, false);
    move_body(frame, vrmi_fx_select(mask, (age + plan->begin) / time, one));
    move_tails(frame, mask, true);
    move_body(frame, one);
}

static void run(const Frame* frame, const Plan* plan, float dt, bool writes_rotations,
                bool writes_results) {
    vrmi_Springs* springs = frame->block->springs;
    vrmi_fx age = VRMI_FLOATS(springs->age);
    bool is_kept = false;
    for (int32_t i = 0; i < plan->count; i++) {
        vrmi_SpringStep step = {.buffers = &frame->buffers,
                                .is_settling = false,
                                .mask = plan->counts > vrmi_ix_splat(i),
                                .to_rest = vrmi_ix_splat(0),
                                .dt = plan->dt,
                                .writes_rotations = writes_rotations,
                                .writes_results = writes_results};
        vrmi_fx end = plan->begin + plan->length * vrmi_fx_splat((float)(i + 1));
        vrmi_fx share = (age + end) / (age + vrmi_fx_splat(dt));
        share = vrmi_fx_min(share, vrmi_fx_splat(SHARE_MAX));
        vrmi_ix is_elsewhere =
            step.mask & VRMI_MASK(springs->is_tracked) & (share != vrmi_fx_splat(1.0f));
        if (!is_kept && vrmi_ix_any(is_elsewhere)) {
            save_anchors(frame);
            is_kept = true;
        }
        if (is_kept) move_body(frame, share);
        if (vrmi_ix_any(plan->shown < vrmi_fx_splat(1.0f))) keep_earlier(frame->block, step.mask);
        vrmi_springs_solve(frame->block, frame->scratch, &step);
    }
    if (is_kept) move_body(frame, vrmi_fx_splat(1.0f));
}

/* Whether a reader needs the rotations of sway slots. */
static bool wants_rotations(const vrm_Sim* sim, const vrmi_SpringLayout* layout) {
    return layout->reads_rotations || vrmi_gives_transforms(sim);
}

/* Writes the rotation that the last frame showed for a slot, for the stages before the springs.
 * Lanes that start anew start at rest. */
static void show_last(const vrmi_Block* block, vrmi_Scratch* scratch, vrmi_EarlySlot early) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_Quatx local = block->locals[early.slot].rotation, q = local;
    if (early.pair >= 0) {
        int32_t joint = layout->pairs[early.pair].joint;
        vrmi_LaneRotations now = vrmi_lane_rotations(block, springs->rotations);
        q = vrmi_read_joint(&now, joint);
        if (springs->earlier != NULL) {
            vrmi_LaneRotations before = vrmi_lane_rotations(block, springs->earlier);
            q = vrmi_blend_rotations(vrmi_read_joint(&before, joint), q,
                                     VRMI_FLOATS(springs->shown));
        }
        q = vrmi_quatx_select(VRMI_MASK(springs->to_rest),
                              vrmi_quatx_splat(layout->params[early.pair].rest), q);
        if (springs->controls != NULL)
            q = vrmi_blend_rotations(local, q, weight_of(springs, layout->joints[joint].spring));
    }
    scratch->rotations[early.slot] = vrmi_quatx_select(lanes_on(block), q, local);
}

void vrmi_springs_copy_rotations(const vrm_Sim* sim, const vrmi_Block* block,
                                 vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    bool is_driven = rig->springs != NULL && vrmi_block_runs(block, VRM_STAGE_SPRINGS);
    int32_t count = is_driven ? vrmi_body_count(sim, rig) : rig->slot_count;
    for (int32_t slot = 0; slot < count; slot++)
        vrmi_quatx_copy(&scratch->rotations[slot], &block->locals[slot].rotation);
    if (!is_driven) return;
    const vrmi_SpringLayout* layout = rig->springs;
    for (int32_t i = 0; i < layout->still_count && block->spring_results != NULL; i++) {
        int32_t slot = layout->still_joints[i].slot;
        scratch->rotations[slot] = block->locals[slot].rotation;
    }
    for (int32_t i = 0; i < layout->early_slot_count; i++)
        show_last(block, scratch, layout->early_slots[i]);
    if (!wants_rotations(sim, layout)) return;
    for (int32_t i = 0; i < layout->unturned_count; i++) {
        int32_t slot = layout->unturned_slots[i];
        scratch->rotations[slot] = block->locals[slot].rotation;
    }
}

/* ---- Results ---- */

/* Blends the rotations of an avatar between two steps, several joints at once. Those of joints that
 * cannot turn stay as they are. */
static void blend_joints(const vrmi_SpringLayout* layout, const vrm_Quat* before,
                         const vrm_Quat* now, float share, vrm_Quat* out) {
    for (int32_t j = 0; j < layout->joint_count; j += VRMI_LANES) {
        const vrm_Quat *a[VRMI_LANES], *b[VRMI_LANES];
        vrm_Quat* to[VRMI_LANES];
        for (int k = 0; k < VRMI_LANES; k++) {
            a[k] = &before[j + k];
            b[k] = &now[j + k];
            to[k] = &out[j + k];
        }
        vrmi_quatx_to_items(vrmi_blend_rotations(vrmi_quatx_from_items(a), vrmi_quatx_from_items(b),
                                                 vrmi_fx_splat(share)),
                            to);
    }
    for (int32_t j = 0; j < layout->joint_count && layout->pair_count < layout->joint_count; j++)
        if (layout->joints[j].pair < 0) out[j] = now[j];
}

/* For blocks whose lanes all show their springs in full. */
static void write_results(const vrmi_Block* block, vrmi_fx shown) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        const vrm_Quat* now = vrmi_springs_rotations_of(block, springs->rotations, lane);
        vrm_Quat* out = vrmi_springs_rotations_of(block, block->spring_results, lane);
        if (!block->live[lane]) continue;
        if (shown[lane] < 1.0f && springs->earlier != NULL)
            blend_joints(layout, vrmi_springs_rotations_of(block, springs->earlier, lane), now,
                         shown[lane], out);
        else
            memcpy(out, now, (size_t)layout->joint_count * sizeof *out);
    }
}

/* Where some lanes show something else. */
static void copy_results(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_LaneRotations results = vrmi_lane_rotations(block, block->spring_results);
    for (int32_t p = 0; p < layout->pair_count; p++)
        vrmi_write_joint(scratch->rotations[layout->pairs[p].slot], &results,
                         layout->pairs[p].joint);
}

/* Joints that cannot turn show what turns their nodes. */
static void show_still(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_LaneRotations results = vrmi_lane_rotations(block, block->spring_results);
    for (int32_t i = 0; i < layout->still_count; i++) {
        vrmi_StillJoint still = layout->still_joints[i];
        vrmi_write_joint(scratch->rotations[still.slot], &results, still.joint);
    }
}

/* ---- The stage ---- */

static void step(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    bool writes_rotations = wants_rotations(sim, layout),
         has_results = block->spring_results != NULL;
    vrmi_ix is_on = lanes_on(block);
    VRMI_MASK(springs->to_rest) =
        VRMI_MASK(springs->to_rest) | ~is_on; /* lanes that are off start anew */
    VRMI_MASK(springs->to_retain) = VRMI_MASK(springs->to_retain) | VRMI_MASK(springs->is_paused);
    if (!vrmi_ix_any(is_on)) {
        vrmi_springs_leave_results(block);
        if (has_results) copy_results(block, scratch);
        return;
    }
    Frame frame = {block, scratch, vrmi_spring_buffers(block->rig, scratch)};
    keep_early(&frame);
    if (!(sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)))
        vrmi_pose_list(block, scratch, layout->body_slots, layout->body_slot_count);
    vrmi_ix unpaused = lanes_unpaused(springs, is_on);
    vrmi_ix to_resume = lanes_to_resume(sim, springs, unpaused);
    vrmi_ix still_waits = unpaused & ~to_resume;
    vrmi_ix to_settle = (VRMI_MASK(springs->to_rest) & is_on) | to_resume;
    to_resume = to_resume & VRMI_MASK(springs->is_tracked);
    if (vrmi_ix_any(to_settle)) settle(&frame, to_settle, to_resume);
    update_rates(sim, &frame);
    Plan plan = make_plan(sim, springs, is_on & ~VRMI_MASK(springs->is_paused) & ~still_waits);
    if (vrmi_ix_any(to_resume)) resume(&frame, &plan, to_resume, sim->dt);
    pass_skipped(&frame, &plan, sim->dt);
    bool is_full = vrmi_ix_all(is_on | ~VRMI_MASK(block->live)) && springs->controls == NULL;
    bool shows_last_step =
        plan.count > 0 && is_full && vrmi_ix_all(plan.shown >= vrmi_fx_splat(1.0f));
    if (!shows_last_step) vrmi_springs_leave_results(block);
    if (plan.count > 0)
        run(&frame, &plan, sim->dt, writes_rotations, shows_last_step && has_results);
    if (!is_full || (!shows_last_step && writes_rotations)) show(&frame, is_on, plan.shown);
    if (has_results && !is_full) copy_results(block, scratch);
    if (has_results && is_full && springs->rotations != block->spring_results)
        write_results(block, plan.shown);
    VRMI_FLOATS(springs->shown) = plan.shown;
    keep_anchors(&frame, lanes_to_wait(springs, &plan, still_waits, sim->dt) & is_on, sim->dt);
    VRMI_MASK(springs->is_tracked) = is_on;
}

void vrmi_springs_step(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch) {
    if (block->springs == NULL) return;
    if (block->rig->springs->pair_count > 0) step(sim, block, scratch);
    if (block->spring_results != NULL && block->rig->springs->still_count > 0)
        show_still(block, scratch);
}
