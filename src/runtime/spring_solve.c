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
    if ((layout->early_slot_count | layout->center_count) == 0) return;
    solver->early = vrmi_carve(carver, (size_t)layout->early_slot_count, sizeof *solver->early);
    size_t centers = (size_t)layout->center_count;
    solver->centers = vrmi_carve(carver, centers, sizeof(vrmi_World4));
    solver->center_affines = vrmi_carve(carver, centers, VRMI_LANES * sizeof(vrm_Affine));
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

vrmi_Quatx4* vrmi_springs_scratch_early(const vrmi_Block* block, vrmi_Scratch* scratch) {
    Solver solver;
    vrmi_Carver carver = {.base = scratch->springs};
    carve(&carver, block->rig, &solver);
    return solver.early;
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

void vrmi_place_colliders(const Solver* solver, const int32_t* list, int32_t count) {
    bool has_general = vrmi_i4_any(solver->block->general);
    for (int32_t i = 0; i < count; i++) {
        const vrmi_RigCollider* from = &solver->layout->colliders[list[i]];
        Collider4* to = &solver->colliders[list[i]];
        place_collider(from, &solver->scratch->worlds[from->slot], to);
        if (has_general) vrmi_place_odd_collider(solver, from, to);
    }
}

/* ---- Centers ---- */

static void note_center(const Solver* solver, int32_t entry, int32_t slot) {
    vrmi_World4* now = &solver->centers[entry];
    if (solver->lane >= 0) {
        const vrmi_World1* world = &vrmi_lone_worlds(solver->scratch)[slot];
        vrmi_f4_splat4((const float*)&world->rotation, &now->rotation.x, &now->rotation.y,
                       &now->rotation.z, &now->rotation.w);
        vrmi_f4_splat4((const float*)&world->place, &now->position.x, &now->position.y,
                       &now->position.z, &now->scale);
    } else {
        vrmi_world4_copy(now, world_of(solver, slot));
    }
    now->rotation = unit4(now->rotation);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (solver->block->general[lane])
            solver->center_affines[entry * VRMI_LANES + lane] =
                solver->scratch->affines[lane][slot];
}

void vrmi_spring_center(const Solver* solver, Column* column, const vrmi_SpringChain* chain,
                        int32_t depth) {
    column->has_center = chain->center >= 0;
    if (!column->has_center) return;
    int32_t entry = chain->center_entry + (chain->is_center_own ? depth : 0);
    if (solver->layout->center_slots[entry] < 0) note_center(solver, entry, chain->center);
    set_center(column, &solver->springs->centers[entry], &solver->centers[entry]);
}

static void note_centers(const Solver* solver) {
    for (int32_t e = 0; e < solver->layout->center_count; e++)
        if (solver->layout->center_slots[e] >= 0)
            note_center(solver, e, solver->layout->center_slots[e]);
}

/* For the next step, in lanes that made this one. */
static void keep_centers(const Solver* solver) {
    vrmi_Springs* springs = solver->springs;
    for (int32_t e = 0; e < solver->layout->center_count; e++) {
        const vrmi_World4* now = &solver->centers[e];
        vrmi_World4* kept = &springs->centers[e];
        kept->rotation = vrmi_quatx4_select(solver->mask, now->rotation, kept->rotation);
        kept->position = select3(solver->mask, now->position, kept->position);
        kept->scale = vrmi_f4_select(solver->mask, now->scale, kept->scale);
        for (int32_t i = e * VRMI_LANES; i < (e + 1) * VRMI_LANES; i++)
            if (solver->mask[i % VRMI_LANES] && solver->block->general[i % VRMI_LANES])
                springs->center_affines[i] = solver->center_affines[i];
    }
    springs->were_general =
        (springs->were_general & ~solver->mask) | (solver->block->general & solver->mask);
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
    vrmi_spring_center(solver, column, chain, 0);
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
    if (!is_lone)
        vrmi_place_colliders(solver, layout->wave_colliders + wave->first_collider,
                             wave->collider_count);
    if (is_lone) {
        vrmi_place_lone_colliders(solver, wave);
        run_columns(solver, wave->first_group, wave->group_count);
    } else if (!solver->is_odd) {
        run_columns(solver, wave->first_chain, wave->plain_count);
    }
    Column column;
    for (int32_t i = solver->is_odd ? 0 : wave->plain_count; i < wave->chain_count; i++) {
        if (is_lone) vrmi_spread_colliders(solver, wave->first_chain + i);
        start_chain(solver, &column, wave->first_chain + i);
        vrmi_run_odd_chain(solver, &column);
    }
}

/* Joints that are read before they turn stand as the last step left them; when they go to rest, as
 * they will stand. */
static void show_last(Solver* solver) {
    const vrmi_SpringLayout* layout = solver->layout;
    for (int32_t i = 0; i < layout->last_pair_count; i++) {
        int32_t p = layout->last_pairs[i];
        vrmi_Quatx4 rest = vrmi_quatx4_splat(layout->params[p].rest);
        solver->scratch->rotations[layout->pair_slots[p]] =
            vrmi_quatx4_select(solver->to_rest, rest, solver->springs->rotations[p]);
    }
}

static int32_t only_lane(const vrmi_Block* block) {
    int32_t lane = 0;
    while (!block->live[lane]) lane++;
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
    if (block->live_count == 1 && !solver.is_odd && !solver.is_masked &&
        layout->last_pair_count == 0)
        solver.lane = only_lane(block);
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
    if ((layout->last_pair_count | layout->center_count) != 0) {
        show_last(&solver);
        note_centers(&solver);
    }
    for (int32_t w = 0; w < layout->wave_count; w++) run_wave(&solver, &layout->waves[w]);
    if (layout->center_count > 0) keep_centers(&solver);
    springs->newest = !springs->newest;
    springs->in_results = solver.writes_results;
}
