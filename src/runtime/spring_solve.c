/* SPDX-License-Identifier: MIT */
/* One step of all springs of a block: wave after wave, in each wave column after column, in each
 * column pair after pair from root to tip.
 *
 * With several avatars in the block a column is a chain and a lane is an avatar. An avatar alone
 * would leave three lanes empty, so there a column is a group of four plain chains; the others run
 * as before. The arithmetic is the same, so are the bits. */
#include "runtime/spring_solver.h"

/* ---- Scratch ---- */

static void carve(vrmi_Carver* carver, const vrm_Rig* rig, Solver* solver) {
    const vrmi_SpringLayout* layout = rig->springs;
    size_t colliders = (size_t)layout->collider_count;
    vrmi_carve(carver, (size_t)rig->slot_count + 1, sizeof(vrmi_World1)); /* vrmi_lone_worlds() */
    solver->colliders = vrmi_carve(carver, colliders, sizeof(Collider4));
    solver->ones = vrmi_carve(carver, colliders + VRMI_NOTHING_COUNT, sizeof(Collider1));
    solver->gathered = vrmi_carve(carver, (size_t)layout->group_ref_count, sizeof(Collider4));
    solver->met = vrmi_carve(carver, vrmi_common_scratch_size(layout), 1);
    solver->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, sizeof(vrmi_World4));
}

size_t vrmi_springs_scratch_size(const vrm_Rig* rig) {
    if (rig->springs == NULL) return 0;
    vrmi_Carver carver = {0};
    Solver unused;
    carve(&carver, rig, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

void* vrmi_springs_scratch_anchors(const vrmi_Block* block, vrmi_Scratch* scratch) {
    Solver solver;
    vrmi_Carver carver = {.base = scratch->springs};
    carve(&carver, block->rig, &solver);
    return solver.anchors;
}

/* ---- Colliders ---- */

VRMI_INLINE void place_collider(const vrmi_RigCollider* from, const vrmi_World4* world,
                                Collider4* to) {
    vrmi_f4 inverse = vrmi_f4_splat(0.0f);
    vrmi_Vec3x4 along = {inverse, inverse, inverse};
    to->at = world_point(world, vrmi_vec3x4_splat(from->offset));
    to->radius = vrmi_f4_splat(from->radius) * world->scale;
    if (from->kind != VRMI_COLLIDER_SPHERE) /* which is a capsule without length */
        along = vrmi_quatx4_rotate(world->rotation, vrmi_vec3x4_splat(from->along));
    if (from->kind == VRMI_COLLIDER_CAPSULE || from->kind == VRMI_COLLIDER_HOLLOW) {
        along = vrmi_vec3x4_scale(along, world->scale);
        vrmi_f4 square = vrmi_vec3x4_dot(along, along);
        inverse = vrmi_f4_where(square > vrmi_f4_splat(VRMI_SQUARE_MIN), one4() / square);
    }
    to->along = along;
    to->inverse = inverse;
}

static void place_colliders(Solver* solver, int32_t first, int32_t count) {
    const vrmi_SpringLayout* layout = solver->layout;
    bool has_general = vrmi_i4_any(solver->block->general);
    for (int32_t i = 0; i < count; i++) {
        int32_t c = layout->wave_colliders[first + i];
        const vrmi_RigCollider* collider = &layout->colliders[c];
        const vrmi_World4* world = &solver->scratch->worlds[collider->slot];
        place_collider(collider, world, &solver->colliders[c]);
        if (has_general) vrmi_place_odd_collider(solver, collider, &solver->colliders[c]);
    }
}

/* ---- Columns ---- */

vrmi_Vec3x4 vrmi_spring_force(const Solver* solver, const vrmi_SpringChain* chain) {
    const vrmi_Springs* springs = solver->springs;
    if (springs->knobs == NULL) return springs->force;
    return vrmi_vec3x4_add(springs->force, springs->knobs[chain->spring].force);
}

void vrmi_spring_start(Column* column, const vrmi_World4* above, vrmi_Vec3x4 offset) {
    column->above = above->rotation;
    column->scale = above->scale;
    column->head = world_point(above, offset);
}

static void start_chain(Solver* solver, Column* column, int32_t index) {
    const vrmi_SpringChain* chain = &solver->layout->chains[index];
    column->index = index;
    column->first_params = column->first_state = chain->first_pair;
    column->pair_count = chain->pair_count;
    vrmi_spring_start(column, world_of(solver, chain->parent), vrmi_vec3x4_splat(chain->offset));
    column->has_center = chain->center >= 0;
    if (column->has_center) vrmi_world4_copy(&column->center, world_of(solver, chain->center));
    if (solver->has_force) column->force = vrmi_spring_force(solver, chain);
}

static void start_column(Solver* solver, Column* column, int32_t index) {
    if (solver->lane >= 0)
        vrmi_start_group(solver, column, index);
    else
        start_chain(solver, column, index);
}

/* ---- Waves ---- */

static bool has_center(const vrmi_SpringLayout* layout, int32_t column, bool is_lone) {
    return is_lone ? layout->groups[column].has_center : layout->chains[column].center >= 0;
}

/* Those without a center come first. */
static void run_columns(Solver* solver, int32_t first, int32_t count) {
    Column column;
    int32_t common = 0;
    while (solver->is_common && common < count &&
           !has_center(solver->layout, first + common, solver->lane >= 0))
        common++;
    vrmi_run_common(solver, first, common);
    for (int32_t i = common; i < count; i++) {
        start_column(solver, &column, first + i);
        vrmi_run_column(solver, &column, 0, column.pair_count);
    }
}

static void run_wave(Solver* solver, const vrmi_SpringWave* wave) {
    const vrmi_SpringLayout* layout = solver->layout;
    vrmi_pose_list(solver->block, solver->scratch, layout->wave_slots + wave->first_slot,
                   wave->slot_count);
    bool is_lone = solver->lane >= 0;
    if (is_lone && wave->slot_count > 0)
        vrmi_lone_take(solver->block, solver->scratch, solver->lane,
                       layout->wave_slots + wave->first_slot, wave->slot_count);
    if (!is_lone || wave->plain_count < wave->chain_count)
        place_colliders(solver, wave->first_collider, wave->collider_count);
    if (is_lone) {
        vrmi_place_lone_colliders(solver, wave);
        run_columns(solver, wave->first_group, wave->group_count);
    } else if (!solver->is_odd) {
        run_columns(solver, wave->first_chain, wave->plain_count);
    }
    Column column;
    for (int32_t i = solver->is_odd ? 0 : wave->plain_count; i < wave->chain_count; i++) {
        start_chain(solver, &column, wave->first_chain + i);
        vrmi_run_odd_chain(solver, &column);
    }
}

/* Joints stand as the last frame left them, for what is read before they move. */
static void show_last(Solver* solver) {
    const vrmi_SpringLayout* layout = solver->layout;
    for (int32_t p = 0; p < layout->pair_count; p++)
        solver->scratch->rotations[layout->pairs[p].slot] = solver->springs->rotations[p];
    vrmi_pose_list(solver->block, solver->scratch, layout->held_slots, layout->held_slot_count);
    place_colliders(solver, layout->held_collider_first, layout->held_collider_count);
}

static int32_t only_lane(vrmi_i4 live) {
    int32_t lane = -1;
    for (int32_t l = 0; l < VRMI_LANES; l++) {
        if (!live[l]) continue;
        if (lane >= 0) return -1;
        lane = l;
    }
    return lane;
}

void vrmi_springs_solve(vrmi_Block* block, vrmi_Scratch* scratch, const vrmi_SpringStep* step) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    Solver solver = {.block = block,
                     .scratch = scratch,
                     .layout = layout,
                     .springs = springs,
                     .dt = step->dt,
                     .mask = step->mask,
                     .to_rest = step->to_rest,
                     .is_settling = step->task == VRMI_SPRINGS_SETTLE,
                     .keeps_earlier = step->keeps_earlier && springs->earlier != NULL,
                     .is_half = springs->is_half,
                     .is_scaled = springs->is_scaled,
                     .has_force = springs->has_force || springs->knobs != NULL,
                     .writes_rotations = step->writes_rotations,
                     .ahead = scratch->next,
                     .ahead_size = scratch->next->hot_size,
                     .tails = springs->tails[springs->newest],
                     .next_tails = springs->tails[!springs->newest],
                     .lane = -1};
    vrmi_Carver carver = {.base = scratch->springs};
    carve(&carver, block->rig, &solver);
    solver.is_masked = vrmi_i4_any(block->live & ~step->mask);
    solver.has_half = vrmi_i4_any(springs->is_half);
    solver.has_scaled = vrmi_i4_any(springs->is_scaled);
    solver.has_changes = solver.has_half || solver.has_scaled || solver.has_force;
    solver.is_odd =
        solver.is_settling || vrmi_i4_any(springs->is_moved) || vrmi_i4_any(block->general);
    solver.is_common = !solver.has_changes && !solver.is_masked && springs->own == NULL;
    if (!solver.is_odd && !solver.is_masked && layout->held_slot_count == 0)
        solver.lane = only_lane(block->live);
    solver.writes_results =
        step->writes_results && solver.is_common && !solver.is_odd && solver.lane < 0;
    for (int32_t lane = 0; lane < VRMI_LANES && solver.writes_results; lane++)
        solver.results[lane] = block->spring_results + (ptrdiff_t)lane * layout->joint_count;
    if (solver.lane < 0) {
        if (!solver.writes_results || springs->is_packed) vrmi_springs_spread(block);
    } else {
        vrmi_springs_pack(block, solver.lane);
        if (step->lone_lane < 0)
            vrmi_lone_take(block, scratch, solver.lane, layout->anchors, layout->anchor_count);
        solver.is_half = vrmi_i4_splat(springs->is_half[solver.lane]);
        solver.is_scaled = vrmi_i4_splat(springs->is_scaled[solver.lane]);
        solver.dt = vrmi_f4_splat(step->dt[solver.lane]);
    }
    if (layout->held_slot_count > 0) show_last(&solver);
    for (int32_t w = 0; w < layout->wave_count; w++) run_wave(&solver, &layout->waves[w]);
    springs->newest = !springs->newest;
    springs->in_results = solver.writes_results;
}
