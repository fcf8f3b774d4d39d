/* SPDX-License-Identifier: MIT */
/* One step of all springs of a block: wave after wave. A wave lists all that its chains read: sway
 * slots to pose, colliders to place, centers. These are updated first, by avatar, and then the
 * wave's columns run: see spring_solver.h. */
#include "runtime/lanes/spring_solver.h"

/* ---- Scratch ---- */

static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout, vrmi_SpringRooms* rooms) {
    size_t colliders = (size_t)layout->collider_count;
    const vrmi_SpringLanes* lanes = layout->lanes[vrmi_lanes_index(VRMI_LANES)];
    size_t refs = lanes == NULL ? 0 : (size_t)lanes->ref_count;
    size_t centers = (size_t)layout->center_count;
    rooms->colliders = vrmi_carve(carver, colliders, sizeof(Colliderx));
    rooms->ones = vrmi_carve(carver, colliders + VRMI_NOTHING_COUNT, sizeof(Collider1));
    rooms->gathered = vrmi_carve(carver, refs, sizeof(Colliderx));
    rooms->reached = vrmi_carve(carver, (size_t)layout->most_refs, VRMI_BATCH * sizeof(Reached));
    rooms->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, sizeof(vrmi_Worldx));
    if ((layout->early_slot_count | layout->center_count) == 0) return;
    rooms->early = vrmi_carve(carver, (size_t)layout->early_slot_count, sizeof *rooms->early);
    rooms->centers = vrmi_carve(carver, centers, sizeof *rooms->centers);
    rooms->center_affines = vrmi_carve(carver, centers, VRMI_LANES * sizeof(vrm_Affine));
}

size_t vrmi_springs_scratch_size(const vrm_Rig* rig) {
    if (rig->springs == NULL) return 0;
    vrmi_Carver carver = {.align = sizeof(vrmi_fx)};
    vrmi_SpringRooms unused;
    carve(&carver, rig->springs, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

vrmi_SpringRooms vrmi_spring_rooms(const vrm_Rig* rig, const vrmi_Scratch* scratch) {
    vrmi_SpringRooms rooms;
    vrmi_Carver carver = {.base = scratch->springs, .align = sizeof(vrmi_fx)};
    carve(&carver, rig->springs, &rooms);
    return rooms;
}

/* ---- Colliders ---- */

VRMI_INLINE void place_collider(const vrmi_RigCollider* from, const vrmi_Worldx* world,
                                Colliderx* to) {
    vrmi_fx inverse = vrmi_fx_splat(0.0f);
    vrmi_Vec3x along = {inverse, inverse, inverse};
    to->at = vrmi_worldx_point(world, vrmi_vec3x_splat(from->offset));
    to->radius = vrmi_fx_splat(from->radius) * world->scale;
    if (from->kind != VRMI_COLLIDER_SPHERE) /* a sphere is a capsule of length 0 */
        along = vrmi_quatx_rotate(world->rotation, vrmi_vec3x_splat(from->along));
    if (from->kind == VRMI_COLLIDER_CAPSULE || from->kind == VRMI_COLLIDER_HOLLOW) {
        along = vrmi_vec3x_scale(along, world->scale);
        vrmi_fx square = vrmi_vec3x_dot(along, along);
        inverse = vrmi_fx_where(square > vrmi_fx_splat(VRMI_SQUARE_MIN), onex() / square);
    }
    to->along = along;
    to->inverse = inverse;
}

void vrmi_place_colliders(const Solver* solver, const int32_t* list, int32_t count) {
    bool has_general = vrmi_ix_any(VRMI_MASK(solver->block->general));
    for (int32_t i = 0; i < count; i++) {
        const vrmi_RigCollider* from = &solver->layout->colliders[list[i]];
        Colliderx* to = &solver->colliders[list[i]];
        place_collider(from, &solver->scratch->worlds[from->slot], to);
        if (has_general) vrmi_place_general(solver, from, to);
    }
}

/* Padding for chains of a group whose collider lists are shorter than those of others: too far away
 * to touch anything; hollow shapes: everything is inside. */
static void place_nothing(const Solver* solver) {
    const float far = 1e15f;
    const Collider1 below = {{0.0f, -far, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}};
    Collider1* nothing = solver->ones + solver->layout->collider_count;
    nothing[vrmi_nothing_like(VRMI_COLLIDER_SPHERE)] =
        (Collider1){{0.0f, -far, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    nothing[vrmi_nothing_like(VRMI_COLLIDER_HOLLOW)] =
        (Collider1){{0.0f, 0.0f, 0.0f, far}, {0.0f, 0.0f, 0.0f, 0.0f}};
    nothing[vrmi_nothing_like(VRMI_COLLIDER_PLANE)] = below;
}

/* The colliders of a wave for a single avatar, one in each lane, in the form that its groups gather
 * from. The numbers are those of place_collider(), to the bit. */
static void place_ones(const Solver* solver, int32_t w) {
    const vrmi_SpringLanes* lanes = solver->lanes;
    for (int32_t n = w == 0 ? 0 : lanes->place_ends[w - 1]; n < lanes->place_ends[w]; n++) {
        const int32_t* slots = lanes->places + VRMI_PLACE_AT(n, VRMI_LANES);
        const float* factors =
            lanes->place_factors + (ptrdiff_t)n * VRMI_PLACE_FACTOR_COUNT * VRMI_LANES;
#define FACTOR(member)   vrmi_fx_load(factors + (member)*VRMI_LANES)
#define FACTORS3(member) (vrmi_Vec3x){FACTOR(member), FACTOR(member + 1), FACTOR(member + 2)}
        Lanes from;
        float *balls[VRMI_LANES], *axes[VRMI_LANES];
        for (int k = 0; k < VRMI_LANES; k++) {
            Collider1* to = &solver->ones[slots[VRMI_LANES + k]];
            from.at[k] = (const float*)&solver->scratch->worlds[slots[k]] + solver->lane;
            balls[k] = (float*)&to->ball;
            axes[k] = (float*)&to->axis;
        }
        vrmi_Worldx world = gather_world(&from);
        vrmi_fx kind = FACTOR(VRMI_PLACE_KIND), inverse = vrmi_fx_splat(0.0f);
        vrmi_Vec3x at = vrmi_worldx_point(&world, FACTORS3(VRMI_PLACE_OFFSET));
        vrmi_Vec3x along = {inverse, inverse, inverse};
        vrmi_fx_to_items(at.x, at.y, at.z, FACTOR(VRMI_PLACE_RADIUS) * world.scale, balls);
        if (vrmi_ix_any(kind > vrmi_fx_splat(VRMI_COLLIDER_SPHERE))) { /* a sphere's axis is 0 */
            vrmi_ix is_plane = kind == vrmi_fx_splat(VRMI_COLLIDER_PLANE);
            along = vrmi_quatx_rotate(world.rotation, FACTORS3(VRMI_PLACE_ALONG));
            along = vrmi_vec3x_scale(along, vrmi_fx_select(is_plane, onex(), world.scale));
            vrmi_fx square = vrmi_vec3x_dot(along, along);
            inverse = vrmi_fx_where((square > vrmi_fx_splat(VRMI_SQUARE_MIN)) & ~is_plane,
                                    onex() / square);
        }
        vrmi_fx_to_items(along.x, along.y, along.z, inverse, axes);
#undef FACTOR
#undef FACTORS3
    }
}

/* Copies the lane of a single avatar into the form that its groups gather from. */
static void take_colliders(const Solver* solver, const int32_t* list, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const vrmi_fx* from = &solver->colliders[list[i]].at.x;
        int32_t lane = solver->lane;
        solver->ones[list[i]] =
            (Collider1){{from[0][lane], from[1][lane], from[2][lane], from[3][lane]},
                        {from[4][lane], from[5][lane], from[6][lane], from[7][lane]}};
    }
}

/* ---- Centers ---- */

static void place_center(const Solver* solver, int32_t entry, int32_t slot) {
    vrmi_Worldx* now = &solver->rooms->centers[entry];
    vrmi_worldx_copy(now, world_of(solver, slot));
    now->rotation = unitx(now->rotation);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (solver->block->general[lane])
            solver->rooms->center_affines[entry * VRMI_LANES + lane] =
                solver->scratch->affines[lane][slot];
}

Centerx vrmi_chain_center(const Solver* solver, const vrmi_SpringChain* chain, int32_t depth) {
    int32_t entry = chain->center_entry + (chain->is_center_own ? depth : 0);
    if (solver->layout->center_slots[entry] < 0) place_center(solver, entry, chain->center);
    return make_center(&solver->springs->centers[entry], &solver->rooms->centers[entry]);
}

/* Places the centers on the body, for all chains. */
static void place_centers(const Solver* solver) {
    const int32_t* slots = solver->layout->center_slots;
    for (int32_t e = 0; e < solver->layout->center_count; e++)
        if (slots[e] >= 0) place_center(solver, e, slots[e]);
}

/* Stores the centers for the next step, in lanes that made this one. */
static void keep_centers(const Solver* solver) {
    vrmi_Springs* springs = solver->springs;
    for (int32_t e = 0; e < solver->layout->center_count; e++) {
        const vrmi_Worldx* now = &solver->rooms->centers[e];
        vrmi_Worldx* kept = &springs->centers[e];
        kept->rotation = vrmi_quatx_select(solver->mask, now->rotation, kept->rotation);
        kept->position = vrmi_vec3x_select(solver->mask, now->position, kept->position);
        kept->scale = vrmi_fx_select(solver->mask, now->scale, kept->scale);
        for (int32_t lane = 0; lane < VRMI_LANES; lane++)
            if (solver->mask[lane] && solver->block->general[lane])
                springs->center_affines[e * VRMI_LANES + lane] =
                    solver->rooms->center_affines[e * VRMI_LANES + lane];
    }
    VRMI_MASK(springs->were_general) = (VRMI_MASK(springs->were_general) & ~solver->mask) |
                                       (VRMI_MASK(solver->block->general) & solver->mask);
}

/* ---- Waves ---- */

/* Joints that are read before they turn are shown as the last step left them; when they go to rest,
 * at rest. */
static void show_last(const Solver* solver) {
    const vrmi_SpringLayout* layout = solver->layout;
    vrmi_Rows last = vrmi_rows(solver->block, solver->springs->rotations);
    for (int32_t i = 0; i < layout->last_pair_count; i++) {
        int32_t p = layout->last_pairs[i];
        vrmi_Quatx rest = vrmi_quatx_splat(layout->params[p].rest);
        solver->scratch->rotations[layout->pairs[p].slot] = vrmi_quatx_select(
            solver->to_rest, rest, vrmi_read_joint(&last, layout->pairs[p].joint));
    }
}

/* Plain chains of the common kind, those without a center, run first. */
static void run_plain(Solver* solver, int32_t w) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_SpringWave* wave = &layout->waves[w];
    bool is_single = solver->lane >= 0;
    int32_t first = wave->first_chain, count = wave->plain_count, common = 0;
    if (is_single) {
        first = w == 0 ? 0 : solver->lanes->wave_ends[w - 1];
        count = solver->lanes->wave_ends[w] - first;
    }
    while (solver->is_common && common < count &&
           (is_single ? !solver->lanes->groups[first + common].has_center
                      : layout->chains[first + common].center < 0))
        common++;
    vrmi_run_batches(solver, first, common);
    for (int32_t i = first + common; i < first + count; i++) vrmi_run_careful(solver, i, is_single);
}

static void run_wave(Solver* solver, int32_t w) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_SpringWave* wave = &layout->waves[w];
    vrmi_pose_list(solver->block, solver->scratch, layout->wave_slots + wave->first_slot,
                   wave->slot_count);
    const int32_t* colliders = layout->wave_colliders + wave->first_collider;
    if (solver->lane >= 0 && solver->lanes->place_ends != NULL) {
        place_ones(solver, w);
    } else {
        vrmi_place_colliders(solver, colliders, wave->collider_count);
        if (solver->lane >= 0) take_colliders(solver, colliders, wave->collider_count);
    }
    if (!solver->is_irregular) run_plain(solver, w);
    int32_t plain = solver->is_irregular ? 0 : wave->plain_count;
    for (int32_t i = plain; i < wave->chain_count; i++)
        vrmi_run_careful(solver, wave->first_chain + i, false);
}

static int32_t only_lane(const vrmi_Block* block) {
    int32_t lane = 0;
    while (!block->live[lane]) lane++;
    return lane;
}

void vrmi_springs_solve(vrmi_Block* block, vrmi_Scratch* scratch, const vrmi_SpringStep* step) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_ix is_half = VRMI_MASK(springs->is_half), is_scaled = VRMI_MASK(springs->is_scaled);
    bool is_masked = vrmi_ix_any(VRMI_MASK(block->live) & ~step->mask);
    bool has_half = vrmi_ix_any(is_half), has_scaled = vrmi_ix_any(is_scaled);
    bool has_force = springs->has_force || springs->knobs != NULL;
    bool has_changes = has_half || has_scaled || has_force;
    bool is_irregular =
        step->is_settling || vrmi_ix_any(VRMI_MASK(springs->is_moved) | VRMI_MASK(block->general));
    bool is_common = !has_changes && !is_masked && springs->own == NULL;
    bool is_single = block->live_count == 1 && !is_irregular && !is_masked &&
                     layout->last_pair_count == 0 && springs->lanes != NULL;
    bool writes_results = step->writes_results && is_common && !is_irregular;
    if (!writes_results) vrmi_springs_leave_results(block);
    /* Every member is named, so that the compiler need not clear them all first. */
    Solver solver = {
        .block = block,
        .scratch = scratch,
        .layout = layout,
        .lanes = springs->lanes,
        .springs = springs,
        .rooms = step->rooms,
        .colliders = step->rooms->colliders,
        .gathered = step->rooms->gathered,
        .ones = step->rooms->ones,
        .rows = vrmi_rows(block, writes_results ? block->spring_results : springs->rotations),
        .tails = springs->tails[springs->newest],
        .next_tails = springs->tails[!springs->newest],
        .ahead = scratch->next,
        .ahead_size = scratch->next->hot_size,
        .dt = step->dt,
        .mask = step->mask,
        .to_rest = step->to_rest,
        .is_half = is_half,
        .is_scaled = is_scaled,
        .is_masked = is_masked,
        .is_settling = step->is_settling,
        .writes_rotations = step->writes_rotations || step->is_settling,
        .is_irregular = is_irregular,
        .is_common = is_common,
        .has_changes = has_changes,
        .has_force = has_force,
        .has_half = has_half,
        .has_scaled = has_scaled,
        .lane = is_single ? only_lane(block) : -1};
    if (solver.lane >= 0) {
        vrmi_springs_pack(block, solver.lane);
        place_nothing(&solver);
        solver.is_half = vrmi_ix_splat(springs->is_half[solver.lane]);
        solver.is_scaled = vrmi_ix_splat(springs->is_scaled[solver.lane]);
        solver.dt = vrmi_fx_splat(step->dt[solver.lane]);
    } else {
        vrmi_springs_unpack(block);
    }
    if ((layout->last_pair_count | layout->center_count) != 0) {
        show_last(&solver);
        place_centers(&solver);
    }
    for (int32_t w = 0; w < layout->wave_count; w++) run_wave(&solver, w);
    if (layout->center_count > 0) keep_centers(&solver);
    springs->newest = !springs->newest;
    if (writes_results) springs->rotations = block->spring_results;
}
