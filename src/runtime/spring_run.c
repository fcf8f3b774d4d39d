/* SPDX-License-Identifier: MIT */
/* One column from root to tip, pair after pair, with care: settings that are not the rig's,
 * centers, lanes that do not step, and what spring_common.c leaves. */
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

static void collide_chain(const Solver* solver, int32_t index, Bone4* bone) {
    const vrmi_SpringChain* chain = &solver->layout->chains[index];
    const vrmi_ColliderRef* refs = solver->layout->collider_refs + chain->first_collider;
    for (int32_t i = 0; i < chain->collider_count; i++)
        collide(bone, &solver->colliders[refs[i].collider], refs[i].kind);
}

static void collide_group(const Solver* solver, int32_t index, Bone4* bone) {
    const vrmi_SpringGroup* group = &solver->layout->groups[index];
    for (int32_t i = group->first_collider; i < group->first_collider + group->collider_count; i++)
        collide(bone, &solver->gathered[i], solver->layout->group_refs[i].kind);
}

/* Lanes that do not step stay as they are. */
static void store_masked(const Solver* solver, const Column* column, int32_t depth,
                         vrmi_Quatx4 local, vrmi_Vec3x4 tail, vrmi_Vec3x4 carried) {
    int32_t state = column->first_state + depth;
    vrmi_Vec3x4 current = solver->tails[state];
    solver->tails[state] = select3(solver->mask, carried, solver->next_tails[state]);
    tail = select3(solver->mask, tail, current);
    local = vrmi_quatx4_select(solver->mask, local, solver->springs->rotations[state]);
    vrmi_spring_store(solver, column->first_params + depth, state, local, tail, false);
}

VRMI_INLINE void run_pair(const Solver* solver, Column* column, int32_t depth, bool is_lone) {
    int32_t state = column->first_state + depth;
    Bone4 bone = {.above = column->above, .head = column->head, .scale = column->scale};
    vrmi_Vec3x4 cur = solver->tails[state], prev = solver->next_tails[state];
    Params4 p = find_params(solver, column, depth, is_lone);
    if (solver->has_changes) vrmi_adjust_params(solver, column->force, bone.scale, &p);
    if (column->has_center) {
        cur = carry_point(column, cur);
        prev = carry_point(column, prev);
    }
    meet_pair(&bone, &p);
    predict(&bone, &p, cur, prev, solver->dt);
    if (is_lone)
        collide_group(solver, column->index, &bone);
    else
        collide_chain(solver, column->index, &bone);
    vrmi_Quatx4 local;
    turn_bone(&bone, &p, &local, &column->above);
    column->head = bone.tail; /* the next head is where this tail is */
    column->scale = bone.scale;
    if (!is_lone && solver->is_masked) {
        store_masked(solver, column, depth, local, bone.tail, cur);
        return;
    }
    if (column->has_center) solver->tails[state] = cur;
    vrmi_spring_store(solver, column->first_params + depth, state, local, bone.tail, is_lone);
}

static void run_chain(const Solver* solver, Column* column, int32_t begin, int32_t end) {
    for (int32_t depth = begin; depth < end; depth++) run_pair(solver, column, depth, false);
}

static void run_group(const Solver* solver, Column* column, int32_t begin, int32_t end) {
    for (int32_t depth = begin; depth < end; depth++) run_pair(solver, column, depth, true);
}

void vrmi_run_column(const Solver* solver, Column* column, int32_t begin, int32_t end) {
    if (solver->lane >= 0)
        run_group(solver, column, begin, end);
    else
        run_chain(solver, column, begin, end);
}
