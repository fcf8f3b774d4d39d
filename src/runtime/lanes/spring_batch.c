/* SPDX-License-Identifier: MIT */
/* Columns of the common kind, which are nearly all: the rig's settings, in world space, every lane
 * steps. Everything that a pair does waits for something before it, so that one column alone would
 * leave the CPU idle; a batch of columns goes from root to tip together, each pair in three phases:
 *
 *   begin     up to where the tail would go    head, states -> tail, way
 *   collide   colliders                        tail, way -> tail, way
 *   finish    rotation                         tail, way -> states, the next head
 *
 * Neighbours in the stream of instructions then belong to different columns. What a pair leaves for
 * its next phase is kept short: stores are dear.
 *
 * Tails go where they will be looked for, and are the next heads there. What few pairs need is done
 * after a phase, for the batch. The arithmetic is that of spring_kernel.h, to the bit. */
#include "runtime/lanes/spring_solver.h"

typedef struct Work {
    vrmi_Vec3x root; /* the first head */
    /* World rotation and scale of the node above the head, and of the head: they alternate with the
     * depth, so that at even depths the first is that of the node above. */
    vrmi_Quatx rotations[2];
    vrmi_fx scales[2];

    vrmi_Vec3x way; /* between the phases: from head to tail in the space of the node above, */
    vrmi_fx shrink; /* and its factor to unit length; NaN without a direction */

    const vrmi_Vec3x* tails; /* by depth */
    vrmi_Vec3x* next_tails;
    const vrmi_SpringParams* params; /* of a chain, */
    const float* factors;            /* or of a group: the same in lanes */
    const float* reaches;
    int32_t index, first_state, first_params, pair_count;
    Reached* reached; /* in the order of the file */
    int32_t reached_count;
} Work;

VRMI_INLINE Paramsx params_of(const Work* work, int32_t depth, bool is_single) {
    return is_single ? load_params(work->factors + depth * FACTORS)
                     : splat_params(&work->params[depth]);
}

/* ---- Which colliders ---- */

/* The data for the distances of colliders from a column's first head. */
typedef struct Measure {
    vrmi_Vec3x root;
    vrmi_fx inverse_scale;
    vrmi_fx slack; /* for rounding, far from the origin */
} Measure;

VRMI_INLINE Measure make_measure(const Work* work) {
    vrmi_Vec3x root = work->root;
    vrmi_fx far = vrmi_fx_abs(root.x) + vrmi_fx_abs(root.y) + vrmi_fx_abs(root.z);
    return (Measure){.root = root,
                     .inverse_scale = onex() / vrmi_fx_abs(work->scales[0]),
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

static void reach_of_chain(const Solver* solver, Work* work) {
    const vrmi_SpringChain* chain = &solver->layout->chains[work->index];
    const vrmi_ColliderRef* refs = solver->layout->collider_refs + chain->first_collider;
    Measure measure = make_measure(work);
    float reach = work->reaches[work->pair_count - 1];
    Reached* reached = work->reached;
    for (int32_t i = 0; i < chain->collider_count; i++) {
        const Colliderx* collider = &solver->colliders[refs[i].collider];
        float gap = find_gap(&measure, collider, refs[i].kind, refs[i].first);
        *reached = (Reached){collider, refs[i].kind, gap};
        reached = gap > reach ? reached : reached + 1;
    }
    work->reached_count = (int32_t)(reached - work->reached);
}

static void reach_of_group(const Solver* solver, Work* work) {
    const vrmi_SpringGroup* group = &solver->lanes->groups[work->index];
    const int32_t* ref = solver->lanes->refs + VRMI_REF_AT(group->first_collider, VRMI_LANES);
    Colliderx* gathered = solver->gathered + group->first_collider;
    Measure measure = make_measure(work);
    float reach = work->reaches[work->pair_count - 1];
    Reached* reached = work->reached;
    for (int32_t i = 0; i < group->collider_count; i++, ref += 2 + VRMI_LANES) {
        vrmi_ColliderKind kind = (vrmi_ColliderKind)ref[VRMI_REF_KIND];
        gather_collider(solver, ref, &gathered[i]);
        float gap = find_gap(&measure, &gathered[i], kind, ref[VRMI_REF_FIRST]);
        *reached = (Reached){&gathered[i], kind, gap};
        reached = gap > reach ? reached : reached + 1;
    }
    work->reached_count = (int32_t)(reached - work->reached);
}

/* ---- Begin ---- */

VRMI_INLINE const vrmi_Vec3x* head_of(const Work* work, int32_t depth) {
    return depth > 0 ? &work->next_tails[depth - 1] : &work->root;
}

/* Returns the lanes in which `way` has a direction. */
VRMI_INLINE vrmi_ix begin(const Solver* solver, Work* work, int32_t depth, bool is_single) {
    if (!is_single) vrmi_fetch_part(solver->ahead, solver->ahead_size, work->first_state + depth);
    vrmi_Vec3x* tail = &work->next_tails[depth]; /* still of the step before the last */
    Paramsx p = params_of(work, depth, is_single);
    Bonex bone = {.above = work->rotations[depth & 1], .scale = work->scales[depth & 1]};
    Matrixx m = reach_pair(&bone, &p);
    vrmi_wide_pause();
    bone.head = *head_of(work, depth);
    vrmi_ix is_well = predict_fast(&bone, &p, work->tails[depth], *tail, solver->dt);
    work->way = turn_back_by(&m, bone.way);
    work->shrink = (vrmi_fx)((vrmi_ix)bone.shrink | ~is_well);
    work->scales[~depth & 1] = bone.scale;
    *tail = bone.tail;
    return is_well;
}

/* Where `way` has no direction the bone continues at rest, as in predict(). */
static __attribute__((noinline, cold)) void repair(Work* work, int32_t depth, bool is_single) {
    vrmi_ix is_lost = work->shrink != work->shrink;
    Paramsx p = params_of(work, depth, is_single);
    Bonex bone = {.above = work->rotations[depth & 1],
                  .head = *head_of(work, depth),
                  .scale = work->scales[depth & 1]};
    vrmi_Vec3x* tail = &work->next_tails[depth];
    Matrixx m = reach_pair(&bone, &p);
    bone.way = bone.rest_aim;
    bone.shrink = onex();
    place_tail(&bone);
    work->way = select3(is_lost, turn_back_by(&m, bone.way), work->way);
    work->shrink = vrmi_fx_select(is_lost, bone.shrink, work->shrink);
    *tail = select3(is_lost, bone.tail, *tail);
}

/* ---- Colliders ---- */

/* In the lanes of `hit` the tail is moved to the bone's length from the head, as aim_along(). */
static __attribute__((noinline)) void push_work(Work* work, int32_t depth, vrmi_fx length,
                                                vrmi_ix hit, vrmi_Vec3x push) {
    const vrmi_Vec3x* head = head_of(work, depth);
    vrmi_Vec3x* tail = &work->next_tails[depth];
    vrmi_Vec3x v = vrmi_vec3x_add(vrmi_vec3x_sub(*tail, *head), push);
    vrmi_fx square = vrmi_vec3x_dot(v, v);
    vrmi_fx shrink = onex() / vrmi_fx_sqrt(square);
    Matrixx m = matrixx(work->rotations[depth & 1]);
    vrmi_ix mask = hit & is_soundx(square);
    *tail = select3(mask, vrmi_vec3x_add(*head, vrmi_vec3x_scale(v, shrink * length)), *tail);
    work->way = select3(mask, turn_back_by(&m, v), work->way);
    work->shrink = vrmi_fx_select(mask, shrink, work->shrink);
}

/* Hollow colliders (inside sphere or capsule) and planes. */
static __attribute__((noinline)) void collide_rare(Work* work, int32_t depth, vrmi_fx length,
                                                   vrmi_fx radius, const Reached* reached) {
    const Colliderx* collider = reached->collider;
    vrmi_Vec3x tail = work->next_tails[depth];
    if (reached->kind == VRMI_COLLIDER_PLANE) {
        vrmi_fx distance =
            vrmi_vec3x_dot(vrmi_vec3x_sub(tail, collider->at), collider->along) - radius;
        vrmi_ix hit = distance < vrmi_fx_splat(0.0f);
        vrmi_Vec3x push = vrmi_vec3x_scale(collider->along, -distance);
        if (vrmi_ix_any(hit)) push_work(work, depth, length, hit, push);
        return;
    }
    vrmi_Vec3x delta = from_axis(collider, tail, true);
    vrmi_fx room = collider->radius - radius;
    vrmi_ix hit = (vrmi_vec3x_dot(delta, delta) > room * room) | (room < vrmi_fx_splat(0.0f));
    if (vrmi_ix_any(hit)) push_work(work, depth, length, hit, radial_push(delta, room));
}

VRMI_INLINE void collide_work(Work* work, int32_t depth, bool is_single) {
    const Reached* end = work->reached + work->reached_count;
    Paramsx p = params_of(work, depth, is_single);
    float reach = work->reaches[depth];
    vrmi_fx scale = work->scales[~depth & 1], radius = p.radius * scale;
    vrmi_Vec3x tail = work->next_tails[depth];
    for (const Reached* reached = work->reached; reached < end; reached++) {
        if (reached->gap > reach) continue;
        const Colliderx* collider = reached->collider;
        if (__builtin_expect(reached->kind > VRMI_COLLIDER_CAPSULE, 0)) {
            collide_rare(work, depth, p.length * scale, radius, reached);
            tail = work->next_tails[depth];
            continue;
        }
        vrmi_Vec3x delta = from_axis(collider, tail, reached->kind == VRMI_COLLIDER_CAPSULE);
        vrmi_fx wanted = collider->radius + radius;
        vrmi_ix hit = vrmi_vec3x_dot(delta, delta) < wanted * wanted;
        if (__builtin_expect(!vrmi_ix_any(hit), 1)) continue;
        push_work(work, depth, p.length * scale, hit, radial_push(delta, wanted));
        tail = work->next_tails[depth];
    }
}

/* ---- Finish ---- */

/* Returns the lanes in which the result is valid: those that are bent by less than 120 degrees. */
VRMI_INLINE vrmi_ix finish(const Solver* solver, Work* work, int32_t depth, bool is_single) {
    Paramsx p = params_of(work, depth, is_single);
    Turnx turn = turn_near(p.rest, p.swing, work->way, work->shrink);
    if (depth + 1 < work->pair_count)
        work->rotations[~depth & 1] =
            scale_quat(vrmi_quatx_mul(work->rotations[depth & 1], turn.along), turn.inverse);
    vrmi_spring_keep(solver, work->first_state + depth, is_single);
    vrmi_spring_turn(solver, work->first_params + depth, work->first_state + depth,
                     scale_quat(turn.along, turn.inverse), is_single);
    return turn.is_near;
}

/* The same again, for any bend. */
static __attribute__((noinline, cold)) void bend(const Solver* solver, Work* work, int32_t depth,
                                                 bool is_single) {
    vrmi_Quatx local;
    Paramsx p = params_of(work, depth, is_single);
    turn_any(&p, work->rotations[depth & 1], work->way, work->shrink, &local,
             &work->rotations[~depth & 1]);
    vrmi_spring_turn(solver, work->first_params + depth, work->first_state + depth, local,
                     is_single);
}

/* ---- A batch ---- */

VRMI_INLINE void run_batch(const Solver* solver, Work* works, int32_t count, bool is_single) {
    for (int32_t depth = 0; depth < works[0].pair_count; depth++) {
        vrmi_ix is_well = vrmi_ix_splat(-1), is_near = is_well;
        while (works[count - 1].pair_count <= depth) count--;
        for (int32_t i = 0; i < count; i++) is_well &= begin(solver, &works[i], depth, is_single);
        if (__builtin_expect(!vrmi_ix_all(is_well), 0))
            for (int32_t i = 0; i < count; i++) repair(&works[i], depth, is_single);
        for (int32_t i = 0; i < count; i++) collide_work(&works[i], depth, is_single);
        for (int32_t i = 0; i < count; i++) is_near &= finish(solver, &works[i], depth, is_single);
        if (__builtin_expect(!vrmi_ix_all(is_near), 0))
            for (int32_t i = 0; i < count; i++) bend(solver, &works[i], depth, is_single);
    }
}

static void start_chain(const Solver* solver, Work* work, int32_t index) {
    const vrmi_SpringChain* chain = &solver->layout->chains[index];
    const vrmi_Worldx* above = world_of(solver, chain->parent);
    work->index = index;
    work->first_params = work->first_state = chain->first_pair;
    work->tails = solver->tails + work->first_state;
    work->next_tails = solver->next_tails + work->first_state;
    work->params = solver->layout->params + work->first_params;
    work->reaches = solver->layout->reaches + work->first_params;
    work->pair_count = chain->pair_count;
    work->rotations[0] = above->rotation;
    work->scales[0] = above->scale;
    work->root = world_point(above, vrmi_vec3x_splat(chain->offset));
}

static void start_group(const Solver* solver, Work* work, int32_t index) {
    const vrmi_SpringGroup* group = &solver->lanes->groups[index];
    vrmi_Worldx above = gather_parents(solver, index);
    work->index = index;
    work->first_params = group->first_params;
    work->first_state = vrmi_group_entry(solver, group);
    work->tails = solver->tails + work->first_state;
    work->next_tails = solver->next_tails + work->first_state;
    work->factors = solver->lanes->factors + (ptrdiff_t)work->first_params * FACTORS;
    work->reaches = solver->lanes->reaches + work->first_params;
    work->pair_count = group->pair_count;
    work->rotations[0] = above.rotation;
    work->scales[0] = above.scale;
    work->root = world_point(&above, vrmi_group_offset(solver, index));
}

static __attribute__((noinline)) void run_chains(const Solver* solver, Work* works, int32_t first,
                                                 int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        start_chain(solver, &works[i], first + i);
        reach_of_chain(solver, &works[i]);
    }
    run_batch(solver, works, count, false);
}

static __attribute__((noinline)) void run_groups(const Solver* solver, Work* works, int32_t first,
                                                 int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        start_group(solver, &works[i], first + i);
        reach_of_group(solver, &works[i]);
    }
    run_batch(solver, works, count, true);
}

void vrmi_run_batches(const Solver* solver, int32_t first, int32_t count) {
    Work works[VRMI_BATCH];
    for (int32_t i = 0; i < VRMI_BATCH; i++)
        works[i].reached = solver->rooms->reached + (ptrdiff_t)i * solver->layout->most_refs;
    for (int32_t i = 0; i < count; i += VRMI_BATCH) {
        int32_t batch = count - i < VRMI_BATCH ? count - i : VRMI_BATCH;
        if (solver->lane >= 0)
            run_groups(solver, works, first + i, batch);
        else
            run_chains(solver, works, first + i, batch);
    }
}
