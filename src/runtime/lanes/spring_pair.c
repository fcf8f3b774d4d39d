/* SPDX-License-Identifier: MIT */
/* Settings and rotations of one pair, for any column: what the slow modes do, and the fast one
 * where a lane is bent far. */
#include "runtime/lanes/spring_solver.h"

static const float* gather_own(const Solver* solver, int32_t index,
                               vrmi_fx own[VRMI_SPRING_PARAM_COUNT]) {
    const int32_t* pairs = solver->lanes->pairs + VRMI_PAIRS_AT(index, VRMI_LANES);
    Lanes from;
    for (int k = 0; k < VRMI_LANES; k++)
        from.at[k] = solver->springs->own + (ptrdiff_t)pairs[k] * FACTORS + solver->lane;
    for (int n = 0; n < VRMI_SPRING_PARAM_COUNT; n++) own[n] = gather(&from, n);
    return (const float*)own;
}

void vrmi_find_params(const Solver* solver, int32_t index, bool is_group, Paramsx* out) {
    const float* from = solver->springs->own;
    vrmi_fx own[VRMI_SPRING_PARAM_COUNT];
    if (!is_group && from == NULL) {
        *out = splat_params(&solver->layout->params[index]);
        return;
    }
    if (is_group && from != NULL)
        from = gather_own(solver, index, own);
    else
        from = (is_group ? solver->lanes->factors : from) + (ptrdiff_t)index * FACTORS;
    *out = load_params(from);
}

/* Lanes that are bent by 120 degrees or more. */
static void turn_far(const Paramsx* p, const vrmi_Quatx* above, const Column* column,
                     vrmi_ix is_near, vrmi_Quatx* local, vrmi_Quatx* turned) {
    vrmi_Vec3x unit = vrmi_vec3x_scale(column->way, column->shrink);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (is_near[lane]) continue;
        vrm_Quat bend =
            vrmi_quat_from_to(vrmi_vec3x_get(&p->direction, lane), vrmi_vec3x_get(&unit, lane));
        vrm_Quat q = vrmi_quat_mul(bend, vrmi_quatx_get(&p->rest, lane));
        vrmi_quatx_set(local, lane, q);
        vrmi_quatx_set(turned, lane, vrmi_quat_mul(vrmi_quatx_get(above, lane), q));
    }
}

void vrmi_turn_any(const Paramsx* p, const vrmi_Quatx* above, const Column* column,
                   vrmi_Quatx* local, vrmi_Quatx* turned) {
    Turnx turn = turn_near(p->rest, p->swing, column->way, column->shrink);
    *local = vrmi_quatx_scale(turn.along, turn.inverse);
    *turned = vrmi_quatx_scale(vrmi_quatx_mul(*above, turn.along), turn.inverse);
    if (__builtin_expect(!vrmi_ix_all(turn.is_near), 0))
        turn_far(p, above, column, turn.is_near, local, turned);
}

void vrmi_leave_turn(const Solver* solver, const Column* column, int32_t depth,
                     const vrmi_Quatx* local, bool is_group) {
    leave_turn(solver, column, depth, *local, is_group);
}
