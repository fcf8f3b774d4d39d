/* SPDX-License-Identifier: MIT */
/* One step of all springs of a block: wave after wave, in each wave column after column, in each
 * column pair after pair from root to tip.
 *
 * With several avatars in the block a column is a chain and a lane is an avatar. An avatar alone
 * would leave three lanes empty, so there a column is a group of four plain chains; the others run
 * as before. The arithmetic is the same, so are the bits. */
#include "runtime/spring.h"
#include "runtime/spring_kernel.h"
#include "runtime/spring_odd.h"

#include <string.h>

/* ---- Scratch ---- */

/* Colliders, colliders gathered for groups, anchors. */
static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout, Solver* solver) {
    solver->colliders = vrmi_carve(carver, (size_t)layout->collider_count, sizeof(Collider4));
    solver->gathered = vrmi_carve(carver, (size_t)layout->group_ref_count, sizeof(Collider4));
    solver->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, sizeof(vrmi_World4));
}

size_t vrmi_springs_scratch_size(const vrm_Rig* rig) {
    if (rig->springs == NULL) return 0;
    vrmi_Carver carver = {0};
    Solver unused;
    carve(&carver, rig->springs, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

vrmi_World4* vrmi_springs_scratch_anchors(const vrmi_Block* block, vrmi_Scratch* scratch) {
    Solver solver;
    vrmi_Carver carver = {.base = scratch->springs};
    carve(&carver, block->rig->springs, &solver);
    return solver.anchors;
}

/* ---- Colliders ---- */

static Collider4 place_collider(const vrmi_RigCollider* from, const vrmi_World4* world) {
    Collider4 to;
    to.at = world_point(world, vrmi_vec3x4_splat(from->offset));
    to.radius = vrmi_f4_splat(from->radius) * world->scale;
    to.along = vrmi_quatx4_rotate(world->rotation, vrmi_vec3x4_splat(from->along));
    to.inverse = vrmi_f4_splat(0.0f);
    if (from->kind == VRMI_COLLIDER_CAPSULE || from->kind == VRMI_COLLIDER_HOLLOW) {
        to.along = vrmi_vec3x4_scale(to.along, world->scale);
        vrmi_f4 square = vrmi_vec3x4_dot(to.along, to.along);
        vrmi_f4 inverse = one4() / square;
        to.inverse = vrmi_f4_where(square > vrmi_f4_splat(VRMI_SQUARE_MIN), inverse);
    }
    return to;
}

static void place_colliders(Solver* solver, int32_t first, int32_t count) {
    const vrmi_SpringLayout* layout = solver->layout;
    for (int32_t i = 0; i < count; i++) {
        int32_t c = layout->wave_colliders[first + i];
        const vrmi_RigCollider* collider = &layout->colliders[c];
        /* A sphere reads neither `along` nor `inverse`, except in lanes beside a capsule. */
        solver->colliders[c] = place_collider(collider, &solver->scratch->worlds[collider->slot]);
        if (vrmi_i4_any(solver->block->general))
            vrmi_place_odd_collider(solver, collider, &solver->colliders[c]);
    }
}

/* Four things of the same type, made of vrmi_f4 only, each seen from one lane. */
typedef struct Lanes {
    const float* at[4];
} Lanes;

/* The n-th vrmi_f4 of each, in that lane. */
VRMI_INLINE vrmi_f4 gather(const Lanes* from, int n) {
    return (vrmi_f4){from->at[0][4 * n], from->at[1][4 * n], from->at[2][4 * n],
                     from->at[3][4 * n]};
}

VRMI_INLINE vrmi_Vec3x4 gather3(const Lanes* from, int n) {
    return (vrmi_Vec3x4){gather(from, n), gather(from, n + 1), gather(from, n + 2)};
}

VRMI_INLINE vrmi_World4 gather_world(const Lanes* from) {
    return (vrmi_World4){
        {gather(from, 0), gather(from, 1), gather(from, 2), gather(from, 3)},
        gather3(from, 4),
        gather(from, 7),
    };
}

/* Where a chain of the group has no collider: too far away to touch anything. */
static Collider4 make_nothing(vrmi_ColliderKind kind) {
    const vrmi_f4 zero = vrmi_f4_splat(0.0f), far = vrmi_f4_splat(1e15f);
    bool is_hollow = kind == VRMI_COLLIDER_HOLLOW, is_plane = kind == VRMI_COLLIDER_PLANE;
    return (Collider4){.at = {zero, is_hollow ? zero : -far, zero},
                       .radius = is_hollow ? far : zero,
                       .along = {zero, is_plane ? one4() : zero, zero},
                       .inverse = zero};
}

static void gather_colliders(Solver* solver, const vrmi_SpringGroup* group) {
    for (int32_t i = 0; i < group->collider_count; i++) {
        const vrmi_GroupRef* ref = &solver->layout->group_refs[group->first_collider + i];
        Collider4* to = &solver->gathered[group->first_collider + i];
        Collider4 nothing = make_nothing(ref->kind);
        Lanes lanes;
        for (int lane = 0; lane < 4; lane++) {
            const Collider4* from =
                ref->colliders[lane] < 0 ? &nothing : &solver->colliders[ref->colliders[lane]];
            lanes.at[lane] = (const float*)from + solver->lane;
        }
        to->at = gather3(&lanes, 0);
        to->radius = gather(&lanes, 3);
        if (ref->kind == VRMI_COLLIDER_SPHERE) continue;
        to->along = gather3(&lanes, 4);
        to->inverse = gather(&lanes, 7);
    }
}

/* ---- Columns ---- */

static const vrmi_World4* world_of(const Solver* solver, int32_t slot) {
    return slot < 0 ? &solver->block->root : &solver->scratch->worlds[slot];
}

static vrmi_Vec3x4 force_of(const Solver* solver, const vrmi_SpringChain* chain) {
    const vrmi_Springs* springs = solver->springs;
    if (springs->knobs == NULL) return springs->force;
    return vrmi_vec3x4_add(springs->force, springs->knobs[chain->spring].force);
}

static void start(Column* column, const vrmi_World4* above, vrmi_Vec3x4 offset) {
    column->above = above->rotation;
    column->scale = above->scale;
    column->head = world_point(above, offset);
}

static void start_chain(Solver* solver, Column* column, int32_t index) {
    const vrmi_SpringChain* chain = &solver->layout->chains[index];
    column->index = index;
    column->first_pair = chain->first_pair;
    column->pair_count = chain->pair_count;
    start(column, world_of(solver, chain->parent), vrmi_vec3x4_splat(chain->offset));
    column->has_center = chain->center >= 0;
    if (column->has_center) column->center = *world_of(solver, chain->center);
    if (solver->has_force) column->force = force_of(solver, chain);
}

static void start_group(Solver* solver, Column* column, int32_t index) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_SpringGroup* group = &layout->groups[index];
    column->index = index;
    column->first_pair = group->first_params;
    column->pair_count = group->pair_count;
    column->has_center = group->has_center;
    Lanes above, center, force, offset;
    vrmi_Vec3x4 forces[4];
    for (int lane = 0; lane < 4; lane++) {
        int32_t c = group->chains[lane] < 0 ? group->chains[0] : group->chains[lane];
        const vrmi_SpringChain* chain = &layout->chains[c];
        above.at[lane] = (const float*)world_of(solver, chain->parent) + solver->lane;
        center.at[lane] = (const float*)world_of(solver, chain->center) + solver->lane;
        offset.at[lane] = &chain->offset.x;
        if (solver->has_force) forces[lane] = force_of(solver, chain);
        force.at[lane] = (const float*)&forces[lane] + solver->lane;
    }
    vrmi_World4 world = gather_world(&above);
    vrmi_Vec3x4 arm;
    arm.x = (vrmi_f4){offset.at[0][0], offset.at[1][0], offset.at[2][0], offset.at[3][0]};
    arm.y = (vrmi_f4){offset.at[0][1], offset.at[1][1], offset.at[2][1], offset.at[3][1]};
    arm.z = (vrmi_f4){offset.at[0][2], offset.at[1][2], offset.at[2][2], offset.at[3][2]};
    start(column, &world, arm);
    if (group->has_center) column->center = gather_world(&center);
    if (solver->has_force) column->force = gather3(&force, 0);
    gather_colliders(solver, group);
}

/* ---- Settings that are not the rig's ---- */

/* One step instead of two: with v the motion of the last step and F the pull of one, two steps
 * make (k + k k) v + (2 + k) F of it, and v is half of what the last double step made. */
void vrmi_adjust_params(const Solver* solver, vrmi_Vec3x4 force, vrmi_f4 scale, Params4* p) {
    vrmi_f4 growth = one4();
    if (solver->has_force) p->gravity = vrmi_vec3x4_add(p->gravity, force);
    if (solver->has_scaled)
        growth = vrmi_f4_select(solver->is_scaled, vrmi_f4_abs(scale * p->scale), growth);
    if (solver->has_half) {
        vrmi_f4 keep = p->keep, two = vrmi_f4_splat(2.0f);
        growth = growth * vrmi_f4_select(solver->is_half, two + keep, one4());
        p->keep =
            vrmi_f4_select(solver->is_half, keep * (one4() + keep) * vrmi_f4_splat(0.5f), keep);
    }
    p->stiffness = p->stiffness * growth;
    p->gravity = vrmi_vec3x4_scale(p->gravity, growth);
}

/* ---- From root to tip ---- */

/* What a column is. Its loop is compiled once for each kind, so that the common one has nothing to
 * ask. */
typedef enum Kind {
    KIND_COMMON, /* a chain with the rig's settings, in world space, all lanes step */
    KIND_CHAIN,
    KIND_GROUP
} Kind;

VRMI_INLINE void predict_column(const Solver* solver, const Column* column, Bone4* bone, Params4 p,
                                vrmi_Vec3x4 cur, vrmi_Vec3x4 prev, Kind kind) {
    if (kind != KIND_COMMON) {
        if (solver->has_changes) vrmi_adjust_params(solver, column->force, bone->scale, &p);
        if (column->has_center) {
            cur = world_point(&column->center, cur);
            prev = world_point(&column->center, prev);
        }
    }
    meet_pair(bone, &p);
    predict(bone, &p, cur, prev, solver->dt);
}

VRMI_INLINE void predict_group(const Solver* solver, const Column* column, Bone4* bone,
                               int32_t depth, vrmi_Vec3x4* out_current) {
    const vrmi_GroupPairs* group = &solver->layout->group_pairs[column->first_pair + depth];
    const vrmi_Springs* springs = solver->springs;
    Lanes states;
    for (int lane = 0; lane < 4; lane++)
        states.at[lane] = (const float*)&springs->states[group->pairs[lane]] + solver->lane;
    vrmi_Vec3x4 cur = gather3(&states, 0), prev = gather3(&states, 3);
    *out_current = cur;
    Params4 p = load_params(&solver->layout->group_params[column->first_pair + depth]);
    if (__builtin_expect(springs->own != NULL, 0)) {
        Lanes from;
        vrmi_SpringParams4 own;
        for (int lane = 0; lane < 4; lane++)
            from.at[lane] = (const float*)&springs->own[group->pairs[lane]] + solver->lane;
        for (int n = 0; n < VRMI_SPRING_PARAM_COUNT; n++) own.at[n] = gather(&from, n);
        p = load_params(&own);
    }
    predict_column(solver, column, bone, p, cur, prev, KIND_GROUP);
}

VRMI_INLINE void predict_chain(const Solver* solver, const Column* column, Bone4* bone,
                               int32_t depth, Kind kind) {
    int32_t pair = column->first_pair + depth;
    const vrmi_SpringState* state = &solver->springs->states[pair];
    const vrmi_SpringParams4* own = solver->springs->own;
    Params4 p = kind == KIND_COMMON || own == NULL ? splat_params(&solver->layout->params[pair])
                                                   : load_params(&own[pair]);
    predict_column(solver, column, bone, p, state->current, state->previous, kind);
}

/* Runs of one kind of collider, in the order of the file. */
VRMI_INLINE void collide_chain(const Solver* solver, const Column* column, Bone4* bone) {
    const vrmi_SpringChain* chain = &solver->layout->chains[column->index];
    const vrmi_ColliderRef* ref = &solver->layout->collider_refs[chain->first_collider];
    const vrmi_ColliderRef* end = ref + chain->collider_count;
    const Collider4* colliders = solver->colliders;
    while (ref < end) {
        for (; ref < end && ref->kind == VRMI_COLLIDER_SPHERE; ref++)
            collide_solid(bone, &colliders[ref->collider], false);
        for (; ref < end && ref->kind == VRMI_COLLIDER_CAPSULE; ref++)
            collide_solid(bone, &colliders[ref->collider], true);
        for (; ref < end && ref->kind > VRMI_COLLIDER_CAPSULE; ref++)
            collide(bone, &colliders[ref->collider], ref->kind);
    }
}

VRMI_INLINE void collide_group(const Solver* solver, const Column* column, Bone4* bone) {
    const vrmi_SpringGroup* group = &solver->layout->groups[column->index];
    const vrmi_GroupRef* refs = &solver->layout->group_refs[group->first_collider];
    const Collider4* colliders = &solver->gathered[group->first_collider];
    const vrmi_GroupRef* end = refs + group->collider_count;
    while (refs < end) {
        for (; refs < end && refs->kind == VRMI_COLLIDER_SPHERE; refs++)
            collide_solid(bone, colliders++, false);
        for (; refs < end && refs->kind == VRMI_COLLIDER_CAPSULE; refs++)
            collide_solid(bone, colliders++, true);
        for (; refs < end && refs->kind > VRMI_COLLIDER_CAPSULE; refs++)
            collide(bone, colliders++, refs->kind);
    }
}

VRMI_INLINE void store_group(const Solver* solver, const Column* column, int32_t depth,
                             vrmi_Quatx4 local, vrmi_Vec3x4 tail, vrmi_Vec3x4 previous) {
    const vrmi_GroupPairs* group = &solver->layout->group_pairs[column->first_pair + depth];
    for (int lane = 0; lane < 4; lane++) {
        if (group->slots[lane] < 0) continue;
        int32_t pair = group->pairs[lane];
        float* state = (float*)&solver->springs->states[pair] + solver->lane;
        float* shown = (float*)&solver->scratch->rotations[group->slots[lane]] + solver->lane;
        if (__builtin_expect(solver->keeps_earlier, 0)) {
            float* earlier = (float*)&solver->springs->earlier[pair] + solver->lane;
            for (int n = 0; n < 4; n++) earlier[4 * n] = state[24 + 4 * n];
        }
        state[0] = tail.x[lane];
        state[4] = tail.y[lane];
        state[8] = tail.z[lane];
        state[12] = previous.x[lane];
        state[16] = previous.y[lane];
        state[20] = previous.z[lane];
        shown[0] = state[24] = local.x[lane];
        shown[4] = state[28] = local.y[lane];
        shown[8] = state[32] = local.z[lane];
        shown[12] = state[36] = local.w[lane];
    }
}

VRMI_INLINE void store_chain(const Solver* solver, const Column* column, int32_t depth,
                             vrmi_Quatx4 local, vrmi_Vec3x4 tail, Kind kind) {
    int32_t pair = column->first_pair + depth;
    vrmi_SpringState* state = &solver->springs->states[pair];
    vrmi_Vec3x4 previous = state->current;
    if (kind == KIND_CHAIN) {
        if (solver->keeps_earlier)
            solver->springs->earlier[pair] =
                vrmi_quatx4_select(solver->mask, state->rotation, solver->springs->earlier[pair]);
        if (solver->is_masked) {
            previous = select3(solver->mask, previous, state->previous);
            tail = select3(solver->mask, tail, state->current);
            local = vrmi_quatx4_select(solver->mask, local, state->rotation);
        }
    }
    state->previous = previous;
    state->current = tail;
    state->rotation = local;
    solver->scratch->rotations[solver->layout->pair_slots[pair]] = local;
}

/* From root to tip. The tail is where the next head is: the pairs of these chains follow each
 * other. */
VRMI_INLINE void run_column(const Solver* solver, const Column* column, Kind kind) {
    vrmi_Quatx4 above = column->above;
    vrmi_Vec3x4 head = column->head;
    vrmi_f4 scale = column->scale;
    for (int32_t depth = 0; depth < column->pair_count; depth++) {
        Bone4 bone = {.above = above, .head = head, .scale = scale};
        vrmi_Vec3x4 current = head;
        if (kind == KIND_GROUP) {
            predict_group(solver, column, &bone, depth, &current);
            collide_group(solver, column, &bone);
        } else {
            predict_chain(solver, column, &bone, depth, kind);
            collide_chain(solver, column, &bone);
        }
        above = turn(&bone);
        vrmi_Quatx4 local = mul_conjugate4(bone.above, above);
        vrmi_Vec3x4 tail = bone.tail;
        head = tail;
        scale = bone.scale;
        if (kind != KIND_COMMON && column->has_center) tail = local_point(&column->center, tail);
        if (kind == KIND_GROUP)
            store_group(solver, column, depth, local, tail, current);
        else
            store_chain(solver, column, depth, local, tail, kind);
    }
}

static void run_common(const Solver* solver, const Column* column) {
    run_column(solver, column, KIND_COMMON);
}

static void run_chain(const Solver* solver, const Column* column) {
    run_column(solver, column, KIND_CHAIN);
}

static void run_group(const Solver* solver, const Column* column) {
    run_column(solver, column, KIND_GROUP);
}

/* ---- Waves ---- */

static void run_wave(Solver* solver, const vrmi_SpringWave* wave) {
    vrmi_pose_list(solver->block, solver->scratch, solver->layout->wave_slots + wave->first_slot,
                   wave->slot_count);
    place_colliders(solver, wave->first_collider, wave->collider_count);
    int32_t plain = solver->is_odd ? 0 : wave->plain_count;
    bool has_groups = solver->lane >= 0 && plain > 0;
    int32_t count = has_groups ? wave->group_count : plain;
    Column column;
    for (int32_t i = 0; i < count; i++) {
        if (has_groups) {
            start_group(solver, &column, wave->first_group + i);
            run_group(solver, &column);
        } else {
            start_chain(solver, &column, wave->first_chain + i);
            if (solver->is_common && !column.has_center)
                run_common(solver, &column);
            else
                run_chain(solver, &column);
        }
    }
    for (int32_t i = plain; i < wave->chain_count; i++) {
        start_chain(solver, &column, wave->first_chain + i);
        vrmi_run_odd_chain(solver, &column);
    }
}

/* Joints stand as the last frame left them, for what is read before they move. */
static void show_last(Solver* solver) {
    const vrmi_SpringLayout* layout = solver->layout;
    for (int32_t p = 0; p < layout->pair_count; p++)
        solver->scratch->rotations[layout->pairs[p].slot] = solver->springs->states[p].rotation;
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
                     .lane = -1};
    vrmi_Carver carver = {.base = scratch->springs};
    carve(&carver, layout, &solver);
    solver.is_masked = vrmi_i4_any(block->live & ~step->mask);
    solver.has_half = vrmi_i4_any(springs->is_half);
    solver.has_scaled = vrmi_i4_any(springs->is_scaled);
    solver.has_changes = solver.has_half || solver.has_scaled || solver.has_force;
    solver.is_odd =
        solver.is_settling || vrmi_i4_any(springs->is_moved) || vrmi_i4_any(block->general);
    solver.is_common =
        !solver.has_changes && !solver.is_masked && !solver.keeps_earlier && springs->own == NULL;
    if (!solver.is_odd && !solver.is_masked) solver.lane = only_lane(block->live);
    if (solver.lane >= 0) {
        solver.is_half = vrmi_i4_splat(springs->is_half[solver.lane]);
        solver.is_scaled = vrmi_i4_splat(springs->is_scaled[solver.lane]);
        solver.dt = vrmi_f4_splat(step->dt[solver.lane]);
    }
    if (layout->held_slot_count > 0) show_last(&solver);
    for (int32_t w = 0; w < layout->wave_count; w++) run_wave(&solver, &layout->waves[w]);
}
