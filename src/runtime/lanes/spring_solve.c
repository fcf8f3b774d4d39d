/* SPDX-License-Identifier: MIT */
/* One step of all springs of a block: wave after wave. A wave lists all that its chains read: sway
 * slots to pose, colliders to place, centers. These are updated first, by avatar, and then the
 * wave's columns run: see spring_solver.h. */
#include "runtime/lanes/spring_solver.h"

/* ---- Scratch ---- */

static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout,
                  vrmi_SpringBuffers* buffers) {
    size_t colliders = (size_t)layout->collider_count;
    const vrmi_SpringLanes* lanes = layout->lanes[vrmi_lanes_index(VRMI_LANES)];
    size_t refs = lanes == NULL ? 0 : (size_t)lanes->ref_count;
    size_t centers = (size_t)layout->center_count;
    buffers->colliders = vrmi_carve(carver, colliders, sizeof(Colliderx));
    buffers->ones = vrmi_carve(carver, colliders + VRMI_NOTHING_COUNT, sizeof(Collider1));
    buffers->gathered = vrmi_carve(carver, refs, sizeof(Colliderx));
    buffers->reached = vrmi_carve(carver, (size_t)layout->most_refs, VRMI_BATCH * sizeof(Reached));
    buffers->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, sizeof(vrmi_Worldx));
    buffers->anchor_affines = vrmi_carve(carver, (size_t)layout->anchor_count + 1,
                                         VRMI_LANES * sizeof *buffers->anchor_affines);
    if ((layout->early_slot_count | layout->center_count) == 0) return;
    buffers->early = vrmi_carve(carver, (size_t)layout->early_slot_count, sizeof *buffers->early);
    buffers->centers = vrmi_carve(carver, centers, sizeof *buffers->centers);
    buffers->center_affines = vrmi_carve(carver, centers, VRMI_LANES * sizeof(vrm_Affine));
}

size_t vrmi_springs_scratch_size(const vrm_Rig* rig) {
    if (rig->springs == NULL) return 0;
    vrmi_Carver carver = {.align = sizeof(vrmi_fx)};
    vrmi_SpringBuffers unused;
    carve(&carver, rig->springs, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

vrmi_SpringBuffers vrmi_spring_buffers(const vrm_Rig* rig, const vrmi_Scratch* scratch) {
    vrmi_SpringBuffers buffers;
    vrmi_Carver carver = {.base = scratch->springs, .align = sizeof(vrmi_fx)};
    carve(&carver, rig->springs, &buffers);
    return buffers;
}

/* ---- Waves ---- */

/* Joints that are read before they turn are shown as the last step left them; when they go to rest,
 * at rest. */
static void show_last(const Solver* solver) {
    const vrmi_SpringLayout* layout = solver->layout;
    vrmi_LaneRotations last = vrmi_lane_rotations(solver->block, solver->springs->rotations);
    for (int32_t i = 0; i < layout->last_pair_count; i++) {
        int32_t p = layout->last_pairs[i];
        vrmi_Quatx rest = vrmi_quatx_splat(layout->params[p].rest);
        solver->scratch->rotations[layout->pairs[p].slot] = vrmi_quatx_select(
            solver->to_rest, rest, vrmi_read_joint(&last, layout->pairs[p].joint));
    }
}

/* Regular chains: first those in the fast mode, which have no center. */
static void run_regular(const Solver* solver, int32_t w) {
    const vrmi_SpringWave* wave = &solver->layout->waves[w];
    bool is_group = solver->lane >= 0;
    int32_t first = wave->first_chain, count = wave->regular_count, fast = 0;
    if (is_group) {
        first = w == 0 ? 0 : solver->lanes->wave_ends[w - 1];
        count = solver->lanes->wave_ends[w] - first;
    }
    while (fast < count &&
           mode_of(solver, true, has_center(solver, first + fast, is_group)) == MODE_FAST)
        fast++;
    vrmi_run_fast(solver, first, fast);
    for (int32_t i = first + fast; i < first + count; i++) vrmi_run_slow(solver, i, is_group);
}

static void run_wave(const Solver* solver, int32_t w) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_SpringWave* wave = &layout->waves[w];
    int32_t done = 0;
    vrmi_pose_list(solver->block, solver->scratch, layout->wave_slots + wave->first_slot,
                   wave->slot_count);
    vrmi_locate_wave(solver, w);
    if (solver->mode < MODE_MEASURED) {
        run_regular(solver, w);
        done = wave->regular_count;
    }
    for (int32_t i = done; i < wave->chain_count; i++)
        vrmi_run_slow(solver, wave->first_chain + i, false);
}

/* ---- One step ---- */

static int32_t only_lane(const vrmi_Block* block) {
    int32_t lane = 0;
    while (!block->live[lane]) lane++;
    return lane;
}

static uint32_t find_changes(const vrmi_Block* block, vrmi_ix mask) {
    const vrmi_Springs* springs = block->springs;
    bool has_force = springs->has_force || springs->controls != NULL;
    return (has_force ? CHANGES_FORCE : 0u) |
           (vrmi_ix_any(VRMI_MASK(springs->is_half)) ? CHANGES_RATE : 0u) |
           (vrmi_ix_any(VRMI_MASK(springs->is_scaled)) ? CHANGES_SCALE : 0u) |
           (springs->own != NULL ? CHANGES_SETTINGS : 0u) |
           (vrmi_ix_any(VRMI_MASK(block->live) & ~mask) ? CHANGES_LANES : 0u);
}

static Mode find_mode(const vrmi_Block* block, bool is_settling, uint32_t changes) {
    if (is_settling) return MODE_SETTLING;
    if (vrmi_ix_any(VRMI_MASK(block->general_sway))) return MODE_GENERAL;
    if (vrmi_ix_any(VRMI_MASK(block->springs->is_moved))) return MODE_MEASURED;
    return changes != 0 ? MODE_ADJUSTED : MODE_FAST;
}

/* Lets the chains of a single avatar fill the lanes. */
static void take_lane(Solver* solver, int32_t lane) {
    vrmi_springs_fold(solver->block, lane);
    solver->lane = lane;
    solver->is_half = vrmi_ix_splat(solver->springs->is_half[lane]);
    solver->is_scaled = vrmi_ix_splat(solver->springs->is_scaled[lane]);
    solver->dt = vrmi_fx_splat(solver->dt[lane]);
    vrmi_locate_nothing(solver);
}

void vrmi_springs_solve(vrmi_Block* block, vrmi_Scratch* scratch, const vrmi_SpringStep* step) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    uint32_t changes = find_changes(block, step->mask);
    Mode mode = find_mode(block, step->is_settling, changes);
    bool is_single = block->live_count == 1 && mode < MODE_MEASURED && !(changes & CHANGES_LANES) &&
                     layout->last_pair_count == 0 && springs->lanes != NULL;
    bool writes_results = step->writes_results && mode == MODE_FAST;
    if (!writes_results) vrmi_springs_leave_results(block);
    vrm_Quat* rotations = writes_results ? block->spring_results : springs->rotations;
    /* Every member is named, so that the compiler need not clear them all first. */
    Solver solver = {.block = block,
                     .scratch = scratch,
                     .layout = layout,
                     .lanes = springs->lanes,
                     .springs = springs,
                     .buffers = step->buffers,
                     .colliders = step->buffers->colliders,
                     .gathered = step->buffers->gathered,
                     .ones = step->buffers->ones,
                     .rotations = vrmi_lane_rotations(block, rotations),
                     .tails = springs->tails[springs->newest],
                     .next_tails = springs->tails[!springs->newest],
                     .ahead = scratch->next,
                     .ahead_size = scratch->next->hot_size,
                     .dt = step->dt,
                     .stretch = step->stretch,
                     .mask = step->mask,
                     .to_rest = step->to_rest,
                     .is_half = VRMI_MASK(springs->is_half),
                     .is_scaled = VRMI_MASK(springs->is_scaled),
                     .mode = mode,
                     .changes = changes,
                     .writes_rotations = step->writes_rotations || step->is_settling,
                     .has_motion = step->has_motion,
                     .lane = -1};
    if (is_single)
        take_lane(&solver, only_lane(block));
    else
        vrmi_springs_unfold(block);
    if ((layout->last_pair_count | layout->center_count) != 0) {
        show_last(&solver);
        vrmi_locate_centers(&solver);
    }
    for (int32_t w = 0; w < layout->wave_count; w++) run_wave(&solver, w);
    if (layout->center_count > 0) vrmi_keep_centers(&solver);
    springs->newest = !springs->newest;
    if (writes_results) springs->rotations = block->spring_results;
}
