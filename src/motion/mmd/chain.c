/* SPDX-License-Identifier: MIT */
/* IK by cyclic coordinate descent, as in MMD: link by link from the target upwards, each link is
 * turned so that the target points to the goal, by at most the angle of the chain times the number
 * of the link. Limits are angles about the axes of the parent. In the first half of the iterations
 * a link with one free axis turns about that axis, and angles beyond a limit are reflected at it,
 * which bends straight knees in the right direction. */
#include "motion/mmd/solver.h"

#define NEAR 1e-8f /* square of a distance, and of a sine */

typedef enum Axis { AXIS_ANY, AXIS_NONE, AXIS_X, AXIS_Y, AXIS_Z } Axis;

/* ---- Limits ---- */

static Axis free_axis(const vrmi_MmdLink* link) {
    bool x = link->low.x != 0.0f || link->high.x != 0.0f;
    bool y = link->low.y != 0.0f || link->high.y != 0.0f;
    bool z = link->low.z != 0.0f || link->high.z != 0.0f;
    if (!link->is_limited || x + y + z > 1) return AXIS_ANY;
    return x ? AXIS_X : y ? AXIS_Y : z ? AXIS_Z : AXIS_NONE;
}

static float limit(float angle, float low, float high, bool reflects) {
    if (angle >= low && angle <= high) return angle;
    float nearest = angle < low ? low : high, back = 2.0f * nearest - angle;
    return reflects && back >= low && back <= high ? back : nearest;
}

static vrm_Quat about(int axis, float angle) {
    vrmi_SinCos half = vrmi_sincos(0.5f * angle);
    return (vrm_Quat){axis == 0 ? half.sin : 0.0f, axis == 1 ? half.sin : 0.0f,
                      axis == 2 ? half.sin : 0.0f, half.cos};
}

/* Splits a rotation into three angles about the axes a, b and c in this order, where b is an axis
 * that the limits keep below a right angle; clamps the angles and recombines them. */
static vrm_Quat limited(vrm_Quat q, const vrmi_MmdLink* link, bool reflects) {
    static const int orders[3][3] = {{1, 0, 2}, {2, 1, 0}, {0, 2, 1}}; /* YXZ, ZYX, XZY */
    const float right = 0.5f * VRMI_PI, most = 88.0f * VRMI_TO_RADIANS;
    const float low[3] = {link->low.x, link->low.y, link->low.z};
    const float high[3] = {link->high.x, link->high.y, link->high.z};
    int kept = 2;
    if (-right < low[1] && high[1] < right) kept = 1;
    if (-right < low[0] && high[0] < right) kept = 0;
    const int a = orders[kept][0], b = orders[kept][1], c = orders[kept][2];
    float m[3][3]; /* m[column][row] */
    for (int i = 0; i < 3; i++) {
        vrm_Vec3 unit = {(float)(i == 0), (float)(i == 1), (float)(i == 2)};
        vrm_Vec3 v = vrmi_quat_rotate(q, unit);
        m[i][0] = v.x;
        m[i][1] = v.y;
        m[i][2] = v.z;
    }
    vrm_Quat made = vrmi_quat_identity();
    for (int i = 0; i < 3; i++) {
        int axis = orders[kept][i];
        if (low[axis] == 0.0f && high[axis] == 0.0f) continue; /* a knee has one axis left */
        float angle = 0.0f;
        if (axis == a) angle = vrmi_atan2(m[c][b], m[c][c]);
        if (axis == c) angle = vrmi_atan2(m[b][a], m[a][a]);
        if (axis == b)
            angle = vrmi_clamp(vrmi_asin(vrmi_clamp(-m[c][a], -1.0f, 1.0f)), -most, most);
        angle = limit(angle, low[axis], high[axis], reflects);
        made = vrmi_quat_mul(made, about(axis, angle));
    }
    return made;
}

/* ---- Steps ---- */

/* Transforms an axis from world space to the frame of the parent. */
static vrm_Vec3 turning_axis(vrm_Vec3 axis, vrm_Quat parent, Axis free) {
    vrm_Vec3 local = vrmi_quat_rotate(vrmi_quat_conjugate(parent), axis);
    switch (free) {
    case AXIS_X: return (vrm_Vec3){local.x >= 0.0f ? 1.0f : -1.0f, 0.0f, 0.0f};
    case AXIS_Y: return (vrm_Vec3){0.0f, local.y >= 0.0f ? 1.0f : -1.0f, 0.0f};
    case AXIS_Z: return (vrm_Vec3){0.0f, 0.0f, local.z >= 0.0f ? 1.0f : -1.0f};
    default: return vrmi_vec3_normalize(local);
    }
}

static bool is_near(vrm_Vec3 a, vrm_Vec3 b) {
    vrm_Vec3 offset = vrmi_vec3_sub(a, b);
    return vrmi_vec3_dot(offset, offset) < NEAR;
}

static bool is_same(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_reach(vrmi_vec3_sub(a, b)) < 1e-6f;
}

static bool is_link(const vrmi_MmdSolver* solver, const vrmi_MmdChain* chain, int32_t bone) {
    return solver->link_of[bone] == chain->bone;
}

/* Updates the path from a position down to the target. Links keep appended motion. */
static void update_path(vrmi_MmdSolver* solver, const vrmi_MmdChain* chain, int32_t from) {
    for (int32_t i = from; i < chain->path_count; i++) {
        int32_t b = chain->path[i];
        if (solver->model->bones[b].append < 0 || is_link(solver, chain, b))
            vrmi_mmd_place(solver, b);
        else
            vrmi_mmd_update(solver, b);
    }
}

static void turn_link(vrmi_MmdSolver* solver, const vrmi_MmdChain* chain, int32_t number,
                      bool is_early) {
    const vrmi_MmdBone* ik = &solver->model->bones[chain->bone];
    const vrmi_MmdLink* link = &solver->model->links[ik->first_link + number];
    int32_t place = solver->link_at[ik->first_link + number];
    Axis free = free_axis(link);
    if (place < 0 || free == AXIS_NONE) return;
    vrmi_MmdState* state = &solver->states[link->bone];
    vrm_Vec3 at = state->world_position;
    vrm_Vec3 target = vrmi_vec3_sub(at, solver->states[ik->ik_target].world_position);
    vrm_Vec3 goal = vrmi_vec3_sub(at, solver->states[chain->bone].world_position);
    target = vrmi_vec3_normalize(target);
    goal = vrmi_vec3_normalize(goal);
    vrm_Vec3 axis = vrmi_vec3_cross(target, goal);
    float sine = vrmi_vec3_length(axis);
    if (sine * sine < NEAR) return;
    int32_t parent = solver->model->bones[link->bone].parent;
    vrm_Quat frame = parent < 0 ? vrmi_quat_identity() : solver->states[parent].world_rotation;
    axis = turning_axis(axis, frame, is_early ? free : AXIS_ANY);
    float angle =
        vrmi_atan2(sine, vrmi_vec3_dot(target, goal)); /* an arc cosine is coarse near 0 */
    float most = ik->ik_angle * (float)(number + 1);
    vrm_Quat turn = vrmi_quat_from_axis_angle(axis, angle < most ? angle : most);
    state->ik = vrmi_quat_normalize(vrmi_quat_mul(turn, state->ik));
    if (link->is_limited) {
        vrm_Quat whole = limited(vrmi_quat_mul(state->ik, state->rotation), link, is_early);
        state->ik = vrmi_quat_normalize(vrmi_quat_mul(whole, vrmi_quat_conjugate(state->rotation)));
    }
    update_path(solver, chain, place);
}

/* Descendants of the links follow them. */
static void carry_children(vrmi_MmdSolver* solver, const vrmi_MmdChain* chain) {
    for (int32_t i = 0; i < chain->carried_count; i++) {
        int32_t b = chain->carried[i];
        if (is_link(solver, chain, b))
            vrmi_mmd_place(solver, b);
        else
            vrmi_mmd_update(solver, b);
    }
}

void vrmi_mmd_solve_chain(vrmi_MmdSolver* solver, const vrmi_MmdChain* chain) {
    const vrmi_MmdBone* ik = &solver->model->bones[chain->bone];
    const vrmi_MmdState *goal = &solver->states[chain->bone],
                        *target = &solver->states[ik->ik_target];
    for (int32_t l = 0; l < ik->link_count; l++) {
        int32_t link = solver->model->links[ik->first_link + l].bone;
        if (link < 0) continue;
        solver->states[link].ik = vrmi_quat_identity();
        solver->link_of[link] = chain->bone;
    }
    for (int32_t i = 0; i < chain->path_count; i++) vrmi_mmd_update(solver, chain->path[i]);
    for (int32_t i = 0, half = ik->ik_iterations / 2; i < ik->ik_iterations; i++) {
        vrm_Vec3 before = target->world_position;
        if (is_near(goal->world_position, before)) break;
        for (int32_t l = 0; l < ik->link_count; l++) turn_link(solver, chain, l, i < half);
        if (!is_same(target->world_position, before)) continue;
        if (i >= half) break; /* it will not move any more: a goal out of reach, or a limit */
        i = half - 1;
    }
    carry_children(solver, chain);
}
