/* SPDX-License-Identifier: MIT */
/* Columns from root to tip, pair after pair. Everything a pair does waits for something before it,
 * so that one column alone leaves the CPU idle for much of the time: columns of a duo run side by
 * side. A pair that is not the common kind is run again with care. */
#include "runtime/spring_solver.h"

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

/* ---- One column, with care ---- */

VRMI_INLINE Params4 find_params(const Solver* solver, const Column* column, int32_t depth,
                                bool is_lone) {
    const vrmi_SpringParams4* own = solver->springs->own;
    int32_t index = column->first_params + depth;
    if (is_lone)
        return own == NULL ? load_params(&solver->layout->group_params[index])
                           : vrmi_gather_own(solver, column, depth);
    return own == NULL ? splat_params(&solver->layout->params[index]) : load_params(&own[index]);
}

VRMI_INLINE const vrmi_ColliderRef* first_ref(const vrmi_SpringLayout* layout, const Column* column,
                                              bool is_lone) {
    return is_lone ? layout->group_refs + layout->groups[column->index].first_collider
                   : layout->collider_refs + layout->chains[column->index].first_collider;
}

VRMI_INLINE int32_t ref_count(const vrmi_SpringLayout* layout, const Column* column, bool is_lone) {
    return is_lone ? layout->groups[column->index].collider_count
                   : layout->chains[column->index].collider_count;
}

VRMI_INLINE void collide_all(const Solver* solver, const Column* column, Bone4* bone,
                             bool is_lone) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_ColliderRef* ref = first_ref(layout, column, is_lone);
    const vrmi_ColliderRef* end = ref + ref_count(layout, column, is_lone);
    for (; ref < end; ref++) collide(bone, &solver->colliders[ref->collider], ref->kind);
}

VRMI_INLINE void store(const Solver* solver, const Column* column, int32_t depth, vrmi_Quatx4 local,
                       vrmi_Vec3x4 tail, bool is_lone) {
    int32_t index = column->first_state + depth;
    vrmi_SpringState* state = &solver->springs->states[index];
    if (__builtin_expect(solver->keeps_earlier, 0)) {
        vrmi_Quatx4* earlier = &solver->springs->earlier[index];
        *earlier =
            is_lone ? state->rotation : vrmi_quatx4_select(solver->mask, state->rotation, *earlier);
    }
    state->previous = state->current;
    state->current = tail;
    state->rotation = local;
    if (__builtin_expect(!solver->writes_rotations, 1)) return;
    if (is_lone)
        vrmi_scatter_rotation(solver, column, depth, local);
    else
        solver->scratch->rotations[solver->layout->pair_slots[index]] = local;
}

/* Lanes that do not step stay as they are. */
static void store_masked(const Solver* solver, const Column* column, int32_t depth,
                         vrmi_Quatx4 local, vrmi_Vec3x4 tail) {
    vrmi_SpringState* state = &solver->springs->states[column->first_state + depth];
    vrmi_Vec3x4 previous = select3(solver->mask, state->current, state->previous);
    tail = select3(solver->mask, tail, state->current);
    local = vrmi_quatx4_select(solver->mask, local, state->rotation);
    store(solver, column, depth, local, tail, false);
    state->previous = previous;
}

VRMI_INLINE void run_pair(const Solver* solver, Column* column, int32_t depth, bool is_lone) {
    const vrmi_SpringState* state = &solver->springs->states[column->first_state + depth];
    Bone4 bone = {.above = column->above, .head = column->head, .scale = column->scale};
    vrmi_Vec3x4 cur = state->current, prev = state->previous;
    Params4 p = find_params(solver, column, depth, is_lone);
    if (solver->has_changes) vrmi_adjust_params(solver, column->force, bone.scale, &p);
    if (column->has_center) {
        cur = world_point(&column->center, cur);
        prev = world_point(&column->center, prev);
    }
    meet_pair(&bone, &p);
    predict(&bone, &p, cur, prev, solver->dt);
    collide_all(solver, column, &bone, is_lone);
    vrmi_Quatx4 local;
    turn_bone(&bone, &p, &local, &column->above);
    column->head = bone.tail; /* the next head is where this tail is */
    column->scale = bone.scale;
    vrmi_Vec3x4 tail = bone.tail;
    if (column->has_center) tail = local_point(&column->center, tail);
    if (!is_lone && solver->is_masked)
        store_masked(solver, column, depth, local, tail);
    else
        store(solver, column, depth, local, tail, is_lone);
}

static void run_chain(const Solver* solver, Column* column, int32_t begin, int32_t end) {
    for (int32_t depth = begin; depth < end; depth++) run_pair(solver, column, depth, false);
}

static void run_group(const Solver* solver, Column* column, int32_t begin, int32_t end) {
    for (int32_t depth = begin; depth < end; depth++) run_pair(solver, column, depth, true);
}

/* ---- Columns of the common kind ---- */

/* A column at work, which may be half of a duo. */
typedef struct Half {
    Bone4 bone;
    vrmi_Vec3x4 way_above; /* the way in the parent's space */
    Turn4 turn;
} Half;

/* Where a column has come to. */
typedef struct Stand {
    vrmi_Quatx4 above;
    vrmi_Vec3x4 head;
    vrmi_f4 scale;
} Stand;

VRMI_INLINE Stand stand_of(const Column* column) {
    return (Stand){column->above, column->head, column->scale};
}

/* A pair that is not so common after all. */
static __attribute__((noinline, cold)) void run_with_care(const Solver* solver, Column* column,
                                                          int32_t depth, const Stand* stand) {
    column->above = stand->above;
    column->head = stand->head;
    column->scale = stand->scale;
    if (solver->lane >= 0)
        run_group(solver, column, depth, depth + 1);
    else
        run_chain(solver, column, depth, depth + 1);
}

VRMI_INLINE Params4 common_params(const Solver* solver, const Column* column, int32_t depth,
                                  bool is_lone) {
    int32_t index = column->first_params + depth;
    return is_lone ? load_params(&solver->layout->group_params[index])
                   : splat_params(&solver->layout->params[index]);
}

/* Up to the first guess. Returns the lanes in which all is well so far. */
VRMI_INLINE vrmi_i4 begin_half(const Solver* solver, const Column* column, int32_t depth,
                               bool is_lone, Half* half) {
    const vrmi_SpringState* state = &solver->springs->states[column->first_state + depth];
    Params4 p = common_params(solver, column, depth, is_lone);
    Matrix4 m = meet_pair(&half->bone, &p);
    vrmi_i4 is_well = predict_fast(&half->bone, &p, state->current, state->previous, solver->dt);
    half->way_above = turn_back_by(&m, half->bone.way);
    return is_well;
}

VRMI_INLINE vrmi_i4 end_half(const Solver* solver, const Column* column, int32_t depth,
                             bool is_lone, Half* half) {
    Params4 p = common_params(solver, column, depth, is_lone);
    half->turn = turn_near(p.rest, p.swing, half->way_above, half->bone.shrink);
    return half->turn.is_near;
}

VRMI_INLINE void finish_half(const Solver* solver, const Column* column, int32_t depth,
                             bool is_lone, const Half* half, Stand* stand) {
    const Turn4* turn = &half->turn;
    stand->above = scale_quat(vrmi_quatx4_mul(half->bone.above, turn->along), turn->inverse);
    stand->head = half->bone.tail;
    stand->scale = half->bone.scale;
    store(solver, column, depth, scale_quat(turn->along, turn->inverse), half->bone.tail, is_lone);
}

VRMI_INLINE void push_half(Half* half, vrmi_i4 hit, vrmi_Vec3x4 delta, vrmi_f4 reach) {
    if (!vrmi_i4_any(hit)) return;
    push_radially(&half->bone, hit, delta, reach);
    half->way_above = way_above(&half->bone);
}

VRMI_INLINE void collide_solids(Half* a, Half* b, const Collider4* ca, const Collider4* cb,
                                bool is_capsule) {
    vrmi_Vec3x4 delta_a = from_axis(ca, a->bone.tail, is_capsule);
    vrmi_Vec3x4 delta_b = from_axis(cb, b->bone.tail, is_capsule);
    vrmi_f4 reach_a = ca->radius + a->bone.radius, reach_b = cb->radius + b->bone.radius;
    vrmi_i4 hit_a = vrmi_vec3x4_dot(delta_a, delta_a) < reach_a * reach_a;
    vrmi_i4 hit_b = vrmi_vec3x4_dot(delta_b, delta_b) < reach_b * reach_b;
    if (__builtin_expect(!vrmi_i4_any(hit_a | hit_b), 1)) return;
    push_half(a, hit_a, delta_a, reach_a);
    push_half(b, hit_b, delta_b, reach_b);
}

VRMI_INLINE void collide_other(Half* half, const Collider4* collider, vrmi_ColliderKind kind) {
    if (vrmi_i4_any(collide(&half->bone, collider, kind))) half->way_above = way_above(&half->bone);
}

/* Runs of one kind of collider, in the order of the file. */
VRMI_INLINE void collide_both(const Solver* solver, const vrmi_SpringDuo* duo, Half* a, Half* b) {
    const vrmi_DuoRef* ref = &solver->layout->duo_refs[duo->first_ref];
    const Collider4* colliders = solver->colliders;
    while (ref->kind != VRMI_COLLIDER_END) {
        for (; ref->kind == VRMI_COLLIDER_SPHERE; ref++)
            collide_solids(a, b, &colliders[ref->colliders[0]], &colliders[ref->colliders[1]],
                           false);
        for (; ref->kind == VRMI_COLLIDER_CAPSULE; ref++)
            collide_solids(a, b, &colliders[ref->colliders[0]], &colliders[ref->colliders[1]],
                           true);
        for (; ref->kind == VRMI_COLLIDER_HOLLOW || ref->kind == VRMI_COLLIDER_PLANE; ref++) {
            collide_other(a, &colliders[ref->colliders[0]], ref->kind);
            collide_other(b, &colliders[ref->colliders[1]], ref->kind);
        }
    }
}

VRMI_INLINE void collide_one(const Solver* solver, const Column* column, bool is_lone, Half* half) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_ColliderRef* ref = first_ref(layout, column, is_lone);
    const vrmi_ColliderRef* end = ref + ref_count(layout, column, is_lone);
    for (; ref < end; ref++) collide_other(half, &solver->colliders[ref->collider], ref->kind);
}

VRMI_INLINE void run_common(const Solver* solver, Column* column, bool is_lone) {
    Stand at = stand_of(column);
    for (int32_t depth = 0; depth < column->pair_count; depth++) {
        Half half = {.bone = {.above = at.above, .head = at.head, .scale = at.scale}};
        vrmi_i4 is_well = begin_half(solver, column, depth, is_lone, &half);
        collide_one(solver, column, is_lone, &half);
        is_well = is_well & end_half(solver, column, depth, is_lone, &half);
        if (__builtin_expect(vrmi_i4_all(is_well), 1)) {
            finish_half(solver, column, depth, is_lone, &half, &at);
        } else {
            const Stand before = at;
            run_with_care(solver, column, depth, &before);
            at = stand_of(column);
        }
    }
}

VRMI_INLINE void run_duo(const Solver* solver, Column* ca, Column* cb, const vrmi_SpringDuo* duo,
                         bool is_lone) {
    Stand at_a = stand_of(ca), at_b = stand_of(cb);
    for (int32_t depth = 0; depth < ca->pair_count; depth++) {
        Half a = {.bone = {.above = at_a.above, .head = at_a.head, .scale = at_a.scale}};
        Half b = {.bone = {.above = at_b.above, .head = at_b.head, .scale = at_b.scale}};
        vrmi_i4 is_well = begin_half(solver, ca, depth, is_lone, &a);
        is_well = is_well & begin_half(solver, cb, depth, is_lone, &b);
        collide_both(solver, duo, &a, &b);
        is_well = is_well & end_half(solver, ca, depth, is_lone, &a);
        is_well = is_well & end_half(solver, cb, depth, is_lone, &b);
        if (__builtin_expect(vrmi_i4_all(is_well), 1)) {
            finish_half(solver, ca, depth, is_lone, &a, &at_a);
            finish_half(solver, cb, depth, is_lone, &b, &at_b);
        } else {
            const Stand before_a = at_a, before_b = at_b; /* memory for this case alone */
            run_with_care(solver, ca, depth, &before_a);
            run_with_care(solver, cb, depth, &before_b);
            at_a = stand_of(ca);
            at_b = stand_of(cb);
        }
    }
}

/* ---- Choosing ---- */

static void run_common_chain(const Solver* solver, Column* column) {
    run_common(solver, column, false);
}

static void run_common_group(const Solver* solver, Column* column) {
    run_common(solver, column, true);
}

void vrmi_run_one(const Solver* solver, Column* column) {
    bool is_lone = solver->lane >= 0, is_common = solver->is_common && !column->has_center;
    if (is_common && is_lone)
        run_common_group(solver, column);
    else if (is_common)
        run_common_chain(solver, column);
    else if (is_lone)
        run_group(solver, column, 0, column->pair_count);
    else
        run_chain(solver, column, 0, column->pair_count);
}

static void run_two_chains(const Solver* solver, Column* a, Column* b, const vrmi_SpringDuo* duo) {
    run_duo(solver, a, b, duo, false);
}

static void run_two_groups(const Solver* solver, Column* a, Column* b, const vrmi_SpringDuo* duo) {
    run_duo(solver, a, b, duo, true);
}

void vrmi_run_two(const Solver* solver, Column* a, Column* b, const vrmi_SpringDuo* duo) {
    if (solver->lane >= 0)
        run_two_groups(solver, a, b, duo);
    else
        run_two_chains(solver, a, b, duo);
}
