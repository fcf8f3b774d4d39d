/* SPDX-License-Identifier: MIT */
/* Columns from root to tip. Each pair goes through three phases:
 *
 *   begin     up to where the tail would go    head, states -> tail, way
 *   collide   colliders                        tail, way -> tail, way
 *   finish    rotation                         tail, way -> states, the next head
 *
 * Everything that a pair does waits for something before it, so that one column alone would leave
 * the CPU idle. Columns in the fast mode go from root to tip in batches, phase by phase:
 * neighbours in the stream of instructions then belong to different columns. What a pair leaves for
 * its next phase is kept short: stores are dear.
 *
 * Tails go where they will be looked for, and are the next heads there. What few pairs need is done
 * after a phase, for the batch. The arithmetic is that of spring_kernel.h, to the bit. A slow
 * column begins and finishes its pairs in spring_slow.c. */
#include "runtime/lanes/spring_solver.h"
#include "runtime/lanes/stages.h"

/* ---- Start ---- */

VRMI_INLINE void start(const Solver* solver, Column* column, int32_t index,
                       const vrmi_Worldx* above, vrmi_Vec3x offset) {
    column->index = index;
    column->rotations[0] = above->rotation;
    column->scales[0] = above->scale;
    column->root = vrmi_worldx_point(above, offset);
    column->tails = solver->tails + column->first_state;
    column->next_tails = solver->next_tails + column->first_state;
}

VRMI_INLINE void start_chain(const Solver* solver, Column* column, int32_t index) {
    const vrmi_SpringChain* chain = &solver->layout->chains[index];
    column->first_params = column->first_state = chain->first_pair;
    column->params = solver->layout->params + chain->first_pair;
    column->pair_count = chain->pair_count;
    start(solver, column, index, world_of(solver, chain->parent), vrmi_vec3x_splat(chain->offset));
}

VRMI_INLINE void start_group(const Solver* solver, Column* column, int32_t index) {
    const vrmi_SpringGroup* group = &solver->lanes->groups[index];
    const int32_t* parents = solver->lanes->parents + (ptrdiff_t)index * VRMI_LANES;
    const float* offsets = solver->lanes->offsets + (ptrdiff_t)index * 3 * VRMI_LANES;
    Lanes worlds;
    for (int k = 0; k < VRMI_LANES; k++)
        worlds.at[k] = (const float*)world_of(solver, parents[k]) + solver->lane;
    vrmi_Worldx above = gather_world(&worlds);
    vrmi_Vec3x offset = {vrmi_fx_load(offsets), vrmi_fx_load(offsets + VRMI_LANES),
                         vrmi_fx_load(offsets + 2 * VRMI_LANES)};
    column->first_params = group->first_params;
    column->first_state = solver->layout->chains[group->first_chain].first_pair;
    column->factors = solver->lanes->factors + (ptrdiff_t)group->first_params * FACTORS;
    column->pair_count = group->pair_count;
    start(solver, column, index, &above, offset);
}

VRMI_INLINE Paramsx params_of(const Column* column, int32_t depth, bool is_group) {
    return is_group ? load_params(column->factors + depth * FACTORS)
                    : splat_params(&column->params[depth]);
}

VRMI_INLINE float reach_of(const Column* column, int32_t depth, bool is_group) {
    return is_group ? column->factors[depth * FACTORS + VRMI_SPRING_REACH * VRMI_LANES]
                    : column->params[depth].reach;
}

/* ---- Which colliders ---- */

/* The data for the distances of colliders from a column's first head. */
typedef struct Measure {
    vrmi_Vec3x root;
    vrmi_fx inverse_scale;
    vrmi_fx slack; /* for rounding, far from the origin */
} Measure;

VRMI_INLINE Measure make_measure(const Column* column) {
    vrmi_Vec3x root = column->root;
    vrmi_fx far = vrmi_fx_abs(root.x) + vrmi_fx_abs(root.y) + vrmi_fx_abs(root.z);
    return (Measure){.root = root,
                     .inverse_scale = onex() / vrmi_fx_abs(column->scales[0]),
                     .slack = far * vrmi_fx_splat(1e-5f)};
}

/* Whatever they collide with, the pairs of a chain stay within its reach from its first head. Most
 * colliders are out of that reach, and most of the others can only touch the last pairs. The
 * closest lane decides. Colliders that the first pair can reach at rest are hardly ever out of
 * reach, so they are not tested. */
VRMI_INLINE float find_gap(const Measure* m, const Colliderx* collider, vrmi_ColliderKind kind,
                           int32_t first) {
    if (first == 0) return -INFINITY;
    vrmi_Vec3x delta = from_axis(collider, m->root, kind == VRMI_COLLIDER_CAPSULE);
    vrmi_fx distance = vrmi_fx_sqrt(vrmi_vec3x_dot(delta, delta));
    return vrmi_fx_least((distance - (collider->radius + m->slack)) * m->inverse_scale);
}

/* Gathers the colliders that the lanes of a group test at once. Spheres have no axis. */
VRMI_INLINE void gather_collider(const Solver* solver, const int32_t* ref, Colliderx* to) {
    const float* from[VRMI_LANES];
    vrmi_fx ball[4], axis[4];
    const char* ones = (const char*)solver->ones;
    for (int k = 0; k < VRMI_LANES; k++)
        from[k] = (const float*)(const void*)(ones + ref[VRMI_REF_COLLIDERS + k]);
    vrmi_fx_from_items(from, ball);
    to->at = (vrmi_Vec3x){ball[0], ball[1], ball[2]};
    to->radius = ball[3];
    if (ref[VRMI_REF_KIND] == VRMI_COLLIDER_SPHERE) return;
    for (int k = 0; k < VRMI_LANES; k++) from[k] += 4;
    vrmi_fx_from_items(from, axis);
    to->along = (vrmi_Vec3x){axis[0], axis[1], axis[2]};
    to->inverse = axis[3];
}

/* A slow column may be longer than the rig's reaches say, so it tests all its colliders. */
VRMI_INLINE void list_colliders(const Solver* solver, Column* column, bool is_group, bool is_slow) {
    const vrmi_SpringGroup* group = is_group ? &solver->lanes->groups[column->index] : NULL;
    const vrmi_SpringChain* chain = is_group ? NULL : &solver->layout->chains[column->index];
    int32_t first = is_group ? group->first_collider : chain->first_collider;
    int32_t count = is_group ? group->collider_count : chain->collider_count;
    const int32_t* ref = is_group ? solver->lanes->refs + VRMI_REF_AT(first, VRMI_LANES) : NULL;
    const vrmi_ColliderRef* refs = solver->layout->collider_refs + (is_group ? 0 : first);
    Colliderx* gathered = solver->gathered + (is_group ? first : 0);
    Measure measure = make_measure(column);
    float reach = reach_of(column, column->pair_count - 1, is_group);
    Reached* reached = column->reached;
    for (int32_t i = 0; i < count; i++) {
        const Colliderx* collider = &solver->colliders[is_group ? 0 : refs[i].collider];
        vrmi_ColliderKind kind = is_group ? (vrmi_ColliderKind)ref[VRMI_REF_KIND] : refs[i].kind;
        if (is_group) {
            gather_collider(solver, ref, &gathered[i]);
            collider = &gathered[i];
        }
        vrmi_expect_written((const vrmi_fx*)collider, 4,
                            is_group ? vrmi_ix_splat(-1) : VRMI_MASK(solver->block->live),
                            "a collider");
        int32_t nearest = is_group ? ref[VRMI_REF_FIRST] : refs[i].first;
        float gap = is_slow ? -INFINITY : find_gap(&measure, collider, kind, nearest);
        *reached = (Reached){collider, kind, gap};
        reached = gap > reach ? reached : reached + 1;
        if (is_group) ref += 2 + VRMI_LANES;
    }
    column->reached_count = (int32_t)(reached - column->reached);
}

VRMI_INLINE void set_out(const Solver* solver, Column* column, int32_t index, bool is_group,
                         bool is_slow) {
    if (is_group)
        start_group(solver, column, index);
    else
        start_chain(solver, column, index);
    list_colliders(solver, column, is_group, is_slow);
}

/* ---- Begin ---- */

/* Returns the lanes in which `way` has a direction. */
VRMI_INLINE vrmi_ix begin(const Solver* solver, Column* column, int32_t depth, bool is_group) {
    if (!is_group) vrmi_fetch_part(solver->ahead, solver->ahead_size, column->first_state + depth);
    vrmi_Vec3x* tail = &column->next_tails[depth]; /* still of the step before the last */
    Paramsx p = params_of(column, depth, is_group);
    Bonex bone = {.above = column->rotations[depth & 1], .scale = column->scales[depth & 1]};
    vrmi_Matrixx m = reach_pair(&bone, &p);
    vrmi_wide_pause();
    bone.head = *ends_of(column, depth, false).head;
    vrmi_ix is_well = predict_fast(&bone, &p, column->tails[depth], *tail, solver->dt);
    column->way = vrmi_matrixx_rotate_back(&m, bone.way);
    column->shrink = (vrmi_fx)((vrmi_ix)bone.shrink | ~is_well);
    column->scales[~depth & 1] = bone.scale;
    *tail = bone.tail;
    return is_well;
}

/* Where `way` has no direction the bone continues at rest, as in aim_at(). */
static __attribute__((noinline, cold)) void repair(const Solver* solver, Column* column,
                                                   int32_t depth, bool is_group) {
    vrmi_ix is_lost = column->shrink != column->shrink;
    Paramsx p;
    vrmi_find_params(solver, column->first_params + depth, is_group, &p);
    Bonex bone = {.above = column->rotations[depth & 1],
                  .head = *ends_of(column, depth, false).head,
                  .scale = column->scales[depth & 1]};
    vrmi_Vec3x* tail = &column->next_tails[depth];
    vrmi_Matrixx m = reach_pair(&bone, &p);
    bone.way = bone.rest_aim;
    bone.shrink = onex();
    locate_tail(&bone);
    column->way = vrmi_vec3x_select(is_lost, vrmi_matrixx_rotate_back(&m, bone.way), column->way);
    column->shrink = vrmi_fx_select(is_lost, bone.shrink, column->shrink);
    *tail = vrmi_vec3x_select(is_lost, bone.tail, *tail);
}

/* ---- Colliders ---- */

/* Moves the tail by `push`, then to the bone's length from the head. */
static __attribute__((noinline)) void push_tail(Column* column, int32_t depth, Ends at,
                                                vrmi_fx length, vrmi_ix hit, vrmi_Vec3x push) {
    vrmi_Vec3x v = vrmi_vec3x_add(vrmi_vec3x_sub(*at.tail, *at.head), push);
    aim_column(column, depth, at, length, hit, v);
}

/* Hollow colliders (inside sphere or capsule) and planes. Returns the lanes that were pushed. */
static __attribute__((noinline)) vrmi_ix collide_rare(Column* column, int32_t depth, Ends at,
                                                      vrmi_fx length, vrmi_fx radius,
                                                      const Reached* reached) {
    const Colliderx* collider = reached->collider;
    vrmi_Vec3x push;
    vrmi_ix hit;
    if (reached->kind == VRMI_COLLIDER_PLANE) {
        vrmi_fx distance =
            vrmi_vec3x_dot(vrmi_vec3x_sub(*at.tail, collider->at), collider->along) - radius;
        hit = distance < vrmi_fx_splat(0.0f);
        push = vrmi_vec3x_scale(collider->along, -distance);
    } else {
        vrmi_Vec3x delta = from_axis(collider, *at.tail, true);
        vrmi_fx room = collider->radius - radius;
        hit = (vrmi_vec3x_dot(delta, delta) > room * room) | (room < vrmi_fx_splat(0.0f));
        push = radial_push(delta, room);
    }
    if (vrmi_ix_any(hit)) push_tail(column, depth, at, length, hit, push);
    return hit;
}

VRMI_INLINE vrmi_fx length_of(const Column* column, int32_t depth, bool is_group, bool is_slow) {
    if (is_slow) return column->slow->bone.length;
    return params_of(column, depth, is_group).length * column->scales[~depth & 1];
}

VRMI_INLINE void collide(Column* column, int32_t depth, bool is_group, bool is_slow) {
    const Reached* end = column->reached + column->reached_count;
    float reach = is_slow ? 0.0f : reach_of(column, depth, is_group);
    vrmi_fx radius = is_slow
                         ? column->slow->bone.radius
                         : params_of(column, depth, is_group).radius * column->scales[~depth & 1];
    vrmi_Vec3x tail = *ends_of(column, depth, is_slow).tail;
    for (const Reached* reached = column->reached; reached < end; reached++) {
        if (!is_slow && reached->gap > reach) continue;
        const Colliderx* collider = reached->collider;
        vrmi_ix hit;
        if (__builtin_expect(reached->kind > VRMI_COLLIDER_CAPSULE, 0)) {
            hit = collide_rare(column, depth, ends_of(column, depth, is_slow),
                               length_of(column, depth, is_group, is_slow), radius, reached);
        } else {
            vrmi_Vec3x delta = from_axis(collider, tail, reached->kind == VRMI_COLLIDER_CAPSULE);
            vrmi_fx wanted = collider->radius + radius;
            hit = vrmi_vec3x_dot(delta, delta) < wanted * wanted;
            if (__builtin_expect(!vrmi_ix_any(hit), 1)) continue;
            push_tail(column, depth, ends_of(column, depth, is_slow),
                      length_of(column, depth, is_group, is_slow), hit, radial_push(delta, wanted));
        }
        if (is_slow) vrmi_slow_limit(column->slow, column, depth, hit);
        tail = *ends_of(column, depth, is_slow).tail;
    }
}

/* ---- Finish ---- */

/* Returns the lanes in which the result is valid: those that are bent by less than 120 degrees. */
VRMI_INLINE vrmi_ix finish(const Solver* solver, Column* column, int32_t depth, bool is_group) {
    Paramsx p = params_of(column, depth, is_group);
    Turnx turn = turn_near(p.rest, p.swing, column->way, column->shrink);
    if (depth + 1 < column->pair_count)
        column->rotations[~depth & 1] = vrmi_quatx_scale(
            vrmi_quatx_mul(column->rotations[depth & 1], turn.along), turn.inverse);
    leave_turn(solver, column, depth, vrmi_quatx_scale(turn.along, turn.inverse), is_group);
    return turn.is_near;
}

/* The same again, for any bend. */
static __attribute__((noinline, cold)) void bend(const Solver* solver, Column* column,
                                                 int32_t depth, bool is_group) {
    vrmi_Quatx local;
    Paramsx p;
    vrmi_find_params(solver, column->first_params + depth, is_group, &p);
    vrmi_turn_any(&p, &column->rotations[depth & 1], column, &local,
                  &column->rotations[~depth & 1]);
    vrmi_leave_turn(solver, column, depth, &local, is_group);
}

/* ---- Running ---- */

VRMI_INLINE void run_batch(const Solver* solver, Column* columns, int32_t first, int32_t count,
                           bool is_group) {
    for (int32_t i = 0; i < count; i++) set_out(solver, &columns[i], first + i, is_group, false);
    for (int32_t depth = 0; depth < columns[0].pair_count; depth++) {
        vrmi_ix is_well = vrmi_ix_splat(-1), is_near = is_well;
        while (columns[count - 1].pair_count <= depth) count--;
        for (int32_t i = 0; i < count; i++) is_well &= begin(solver, &columns[i], depth, is_group);
        if (__builtin_expect(!vrmi_ix_all(is_well), 0))
            for (int32_t i = 0; i < count; i++) repair(solver, &columns[i], depth, is_group);
        for (int32_t i = 0; i < count; i++) collide(&columns[i], depth, is_group, false);
        for (int32_t i = 0; i < count; i++) is_near &= finish(solver, &columns[i], depth, is_group);
        if (__builtin_expect(!vrmi_ix_all(is_near), 0))
            for (int32_t i = 0; i < count; i++) bend(solver, &columns[i], depth, is_group);
    }
}

/* Once for each, so that neither tests in its loops which it is. */
static __attribute__((noinline)) void run_chains(const Solver* solver, Column* columns,
                                                 int32_t first, int32_t count) {
    run_batch(solver, columns, first, count, false);
}

static __attribute__((noinline)) void run_groups(const Solver* solver, Column* columns,
                                                 int32_t first, int32_t count) {
    run_batch(solver, columns, first, count, true);
}

void vrmi_run_fast(const Solver* solver, int32_t first, int32_t count) {
    Column columns[VRMI_BATCH];
    for (int32_t i = 0; i < VRMI_BATCH; i++) {
        columns[i].slow = NULL;
        columns[i].reached = solver->buffers->reached + (ptrdiff_t)i * solver->layout->most_refs;
    }
    for (int32_t i = 0; i < count; i += VRMI_BATCH) {
        int32_t batch = count - i < VRMI_BATCH ? count - i : VRMI_BATCH;
        if (solver->lane >= 0)
            run_groups(solver, columns, first + i, batch);
        else
            run_chains(solver, columns, first + i, batch);
    }
}

void vrmi_run_slow(const Solver* solver, int32_t index, bool is_group) {
    Slow slow;
    Column column = {.slow = &slow, .reached = solver->buffers->reached};
    set_out(solver, &column, index, is_group, true);
    vrmi_slow_start(&slow, solver, &column, is_group);
    for (int32_t depth = 0; depth < column.pair_count; depth++) {
        vrmi_slow_begin(&slow, &column, depth);
        if (slow.mode != MODE_SETTLING) collide(&column, depth, false, true);
        vrmi_slow_finish(&slow, &column, depth);
    }
}
