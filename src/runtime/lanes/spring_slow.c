/* SPDX-License-Identifier: MIT */
/* What columns do besides in the slow modes: settings that are not the rig's, centers, lanes that
 * do not step, nodes that a chain skips, angle limits, bones that the host moved, scales that
 * differ by axis, settling. Groups only hold regular chains of an avatar whose bones the host has
 * not moved. */
#include "runtime/lanes/spring_solver.h"

/* ---- Coming to a head ---- */

/* From the space of a node above, `head`, to `slot`: its position, and the rotation and scale of
 * the nodes between them. These keep their local transforms. */
typedef struct Path {
    vrmi_Vec3x position;
    vrmi_Quatx turn;
    vrmi_fx scale;
} Path;

static Path path_to(const Solver* solver, int32_t head, int32_t slot) {
    const int32_t* parents = solver->block->rig->parents;
    const vrmi_Localx* locals = solver->block->locals;
    Path path = {locals[slot].translation, vrmi_quatx_splat(vrmi_quat_identity()), onex()};
    for (int32_t s = parents[slot]; s != head; s = parents[s]) {
        vrmi_Quatx q = solver->scratch->rotations[s];
        vrmi_Vec3x arm = vrmi_vec3x_scale(path.position, locals[s].scale);
        path.position = vrmi_vec3x_add(locals[s].translation, vrmi_quatx_rotate(q, arm));
        path.turn = vrmi_quatx_mul(q, path.turn);
        path.scale = locals[s].scale * path.scale;
    }
    return path;
}

/* If the host moved no bone and the chain skips no node, the head is at the previous tail, which
 * the column already has. */
static void walk_down(Slow* slow, const vrmi_SpringPair* before, vrmi_Vec3x head_before) {
    Bonex* c = &slow->bone;
    int32_t slot = slow->pair->slot;
    bool follows = before->is_direct && before->tail == slot;
    vrmi_ix is_moved = VRMI_MASK(slow->solver->springs->is_moved);
    if (follows && !vrmi_ix_any(is_moved)) return;

    Path path = path_to(slow->solver, before->slot, slot);
    vrmi_Vec3x arm = vrmi_quatx_rotate(c->above, vrmi_vec3x_scale(path.position, c->scale));
    vrmi_Vec3x head = vrmi_vec3x_add(head_before, arm);
    if (follows) {
        c->head = vrmi_vec3x_select(is_moved, head, c->head);
        return;
    }
    c->head = head;
    c->above = vrmi_quatx_mul(c->above, path.turn);
    c->scale = c->scale * path.scale;
}

/* ---- The bone ---- */

/* The specification measures bones anew in each step. */
static void measure(Slow* slow) {
    Paramsx* p = &slow->params;
    const Solver* solver = slow->solver;
    vrmi_ix is_moved = VRMI_MASK(solver->springs->is_moved);
    p->scale = vrmi_fx_select(is_moved, solver->block->locals[slow->pair->slot].scale, p->scale);
    if (slow->pair->tail < 0 || (slow->pair->is_direct && !vrmi_ix_any(is_moved))) return;
    vrmi_Vec3x tail = path_to(solver, slow->pair->slot, slow->pair->tail).position;
    vrmi_fx length = vrmi_fx_sqrt(vrmi_vec3x_dot(tail, tail));
    p->length = slow->pair->is_direct ? vrmi_fx_select(is_moved, length, p->length) : length;
}

/* ---- Settings that are not the rig's ---- */

/* At half rate one step replaces two: with v the motion of the last step and F the force of one,
 * two steps make (k + k k) v + (2 + k) F of it, and v is half of what the last double step made. */
static void adjust_params(Slow* slow) {
    Paramsx* p = &slow->params;
    const Solver* solver = slow->solver;
    vrmi_fx growth = onex();
    if (solver->changes & CHANGES_FORCE) p->gravity = vrmi_vec3x_add(p->gravity, slow->force);
    if (solver->changes & CHANGES_SCALE)
        growth =
            vrmi_fx_select(solver->is_scaled, vrmi_fx_abs(slow->bone.scale * p->scale), growth);
    if (solver->changes & CHANGES_RATE) {
        vrmi_fx keep = p->keep, two = vrmi_fx_splat(2.0f);
        growth = growth * vrmi_fx_select(solver->is_half, two + keep, onex());
        p->keep =
            vrmi_fx_select(solver->is_half, keep * (onex() + keep) * vrmi_fx_splat(0.5f), keep);
    }
    p->stiffness = p->stiffness * growth;
    p->gravity = vrmi_vec3x_scale(p->gravity, growth);
}

static vrmi_Vec3x force_of(const Solver* solver, const vrmi_SpringChain* chain) {
    const vrmi_Springs* springs = solver->springs;
    if (springs->controls == NULL) return *springs->force;
    const float* control =
        springs->controls + (ptrdiff_t)chain->spring * (VRMI_CONTROL_SIZE * VRMI_LANES);
    vrmi_Vec3x own = {vrmi_fx_load(control), vrmi_fx_load(control + VRMI_LANES),
                      vrmi_fx_load(control + 2 * VRMI_LANES)};
    return vrmi_vec3x_add(*springs->force, own);
}

/* ---- Angle limits, VRMC_springBone_limit ---- */

static vrmi_ix limit_cone(const vrmi_RigLimit* limit, vrmi_Vec3x* u) {
    vrmi_fx cosine = vrmi_fx_splat(limit->cosine), sine = vrmi_fx_splat(limit->sine);
    vrmi_ix is_over = u->y < cosine;
    vrmi_fx square = u->x * u->x + u->z * u->z;
    vrmi_ix is_sound = square > vrmi_fx_splat(1e-12f); /* else it points along -Y: to +Z */
    vrmi_fx share = sine / vrmi_fx_sqrt(square);
    u->x = vrmi_fx_where(is_sound, u->x * share);
    u->z = vrmi_fx_select(is_sound, u->z * share, sine);
    u->y = cosine;
    return is_over;
}

static vrmi_ix limit_hinge(const vrmi_RigLimit* limit, vrmi_Vec3x* u) {
    vrmi_fx zero = vrmi_fx_splat(0.0f), cosine = vrmi_fx_splat(limit->cosine);
    vrmi_fx sine = vrmi_fx_splat(limit->sine);
    *u = normalizex((vrmi_Vec3x){zero, u->y, u->z}, (vrmi_Vec3x){zero, onex(), zero});
    vrmi_ix is_over = u->y < cosine;
    u->y = vrmi_fx_select(is_over, cosine, u->y);
    u->z = vrmi_fx_select(is_over, vrmi_fx_select(u->z < zero, -sine, sine), u->z);
    return vrmi_ix_splat(-1);
}

static vrmi_ix limit_spherical(const vrmi_RigLimit* limit, vrmi_Vec3x* u) {
    vrmi_ix is_over = vrmi_ix_splat(0);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        vrm_Vec3 v = vrmi_vec3x_get(u, lane);
        float pitch = vrmi_atan2(v.z, v.y), yaw = vrmi_asin(v.x);
        float p = vrmi_clamp(pitch, -limit->pitch, limit->pitch);
        float y = vrmi_clamp(yaw, -limit->yaw, limit->yaw);
        if (p == pitch && y == yaw) continue;
        vrmi_SinCos a = vrmi_sincos(p), b = vrmi_sincos(y);
        vrmi_vec3x_set(u, lane, (vrm_Vec3){b.sin, b.cos * a.cos, b.cos * a.sin});
        is_over[lane] = -1;
    }
    return is_over;
}

/* Only in the lanes of `mask`: a limit that is already satisfied must not be applied again because
 * another avatar touched a collider. */
void vrmi_slow_limit(Slow* slow, Column* column, int32_t depth, vrmi_ix mask) {
    if (slow->chain == NULL || slow->pair->limit.type == VRM_LIMIT_NONE) return;
    const vrmi_RigLimit* limit = &slow->pair->limit;
    const Bonex* c = &slow->bone;
    vrmi_Quatx rest = vrmi_quatx_mul(c->above, slow->params.rest);
    vrmi_Quatx frame = vrmi_quatx_mul(rest, vrmi_quatx_splat(limit->frame));
    vrmi_Vec3x aim = vrmi_vec3x_scale(c->way, column->shrink);
    vrmi_Vec3x u = vrmi_quatx_rotate(vrmi_quatx_conjugate(frame), aim);
    if (slow->mode >= MODE_GENERAL) vrmi_limit_frame_general(slow, &aim, &u);
    vrmi_ix is_over;
    switch (limit->type) {
    case VRM_LIMIT_CONE: is_over = limit_cone(limit, &u); break;
    case VRM_LIMIT_HINGE: is_over = limit_hinge(limit, &u); break;
    default: is_over = limit_spherical(limit, &u); break;
    }
    aim = vrmi_quatx_rotate(frame, u);
    if (slow->mode >= MODE_GENERAL) vrmi_limit_world_general(slow, &u, &aim);
    aim_column(column, depth, ends_of(column, depth, true), c->length, is_over & mask, aim);
}

/* ---- Center ---- */

static vrmi_Vec3x carry_tail(const Slow* slow, vrmi_Vec3x point) {
    if (!slow->has_center) return point;
    vrmi_Vec3x there = carry_point(&slow->center, point);
    if (slow->mode >= MODE_GENERAL) vrmi_carry_general(slow, &point, &there);
    return there;
}

/* ---- The step ---- */

static void advance(Slow* slow, Column* column, int32_t depth, const vrmi_Matrixx* above) {
    Bonex* c = &slow->bone;
    slow->carried = carry_tail(slow, column->tails[depth]);
    vrmi_Vec3x before = carry_tail(slow, column->next_tails[depth]);
    aim_at(c, swing_on(c, &slow->params, slow->carried, before, slow->solver->dt));
    column->rotations[depth & 1] = c->above;
    column->way = vrmi_matrixx_rotate_back(above, c->way);
    column->shrink = c->shrink;
    vrmi_slow_limit(slow, column, depth, vrmi_ix_splat(-1));
}

/* Tails move to where rest or retained rotations put them; no time passes. */
static void settle(Slow* slow) {
    const Solver* solver = slow->solver;
    Bonex* c = &slow->bone;
    vrmi_Quatx before = vrmi_read_joint(&solver->rotations, slow->pair->joint);
    slow->local = vrmi_quatx_select(solver->to_rest, slow->params.rest, before);
    slow->turned = vrmi_quatx_mul(c->above, slow->local);
    vrmi_Vec3x retained = vrmi_quatx_rotate(slow->turned, vrmi_vec3x_splat(slow->pair->axis));
    aim_at(c, vrmi_vec3x_select(solver->to_rest, c->rest_aim, retained));
    if (slow->mode >= MODE_GENERAL) vrmi_settle_general(slow);
}

/* Where a tail that was settled was one step before. Lanes that continue after a pause are settled
 * twice: where this frame has the body, then where the last frame had it. What is between the two
 * is the motion of the body, and the tail's too. */
static vrmi_Vec3x settled_before(const Slow* slow, const Column* column, int32_t depth) {
    vrmi_Vec3x tail = slow->bone.tail;
    if (!slow->solver->has_motion) return tail;
    vrmi_Vec3x there = carry_tail(slow, column->tails[depth]);
    return vrmi_vec3x_add(tail,
                          vrmi_vec3x_scale(vrmi_vec3x_sub(tail, there), slow->solver->stretch));
}

/* Lanes that do not step keep their state. */
static void store(const Slow* slow, const Column* column, int32_t depth) {
    const Solver* solver = slow->solver;
    int32_t state = column->first_state + depth;
    bool is_group = slow->chain == NULL;
    vrmi_Quatx local = slow->local;
    vrmi_Vec3x tail = slow->bone.tail;
    vrmi_Vec3x previous =
        slow->mode == MODE_SETTLING ? settled_before(slow, column, depth) : slow->carried;
    if ((solver->changes & CHANGES_LANES) && !is_group) {
        tail = vrmi_vec3x_select(solver->mask, tail, solver->tails[state]);
        previous = vrmi_vec3x_select(solver->mask, previous, solver->next_tails[state]);
        local = vrmi_quatx_select(solver->mask, local,
                                  vrmi_read_joint(&solver->rotations, slow->pair->joint));
    }
    solver->tails[state] = previous;
    solver->next_tails[state] = tail;
    vrmi_leave_turn(solver, column, depth, &local, is_group);
}

/* Slots and colliders below the chain's own joints have moved. Where updating all of them at every
 * depth would take too long, only those are updated that this joint is the nearest to turn. */
#define OWN_POSES_MAX 4096

static void move_own(Slow* slow, int32_t depth) {
    const Solver* solver = slow->solver;
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_SpringChain* chain = slow->chain;
    int32_t pair = chain->first_pair + depth;
    const vrmi_OwnPart* slots = layout->own_slots + chain->first_own;
    const vrmi_OwnPart* colliders = layout->own_colliders + chain->first_own_collider;
    bool is_long =
        (int64_t)(chain->own_count + chain->own_collider_count) * chain->pair_count > OWN_POSES_MAX;
    for (int32_t i = 0; i < chain->own_count; i++)
        if (slots[i].pair == pair || (slots[i].pair > pair && !is_long))
            vrmi_pose_list(solver->block, solver->scratch, &slots[i].index, 1);
    for (int32_t i = 0; i < chain->own_collider_count; i++)
        if (colliders[i].pair == pair || (colliders[i].pair > pair && !is_long))
            vrmi_locate_colliders(solver, &colliders[i].index, 1);
}

/* Goes from a head to the next one. */
static void go_on(Slow* slow) {
    Bonex* c = &slow->bone;
    vrmi_Vec3x head_before = c->head;
    c->above = slow->turned;
    c->head = c->tail; /* the next head is where this tail is */
    if (slow->chain == NULL) return;
    const vrmi_SpringPair* before = slow->pair++;
    if (slow->mode >= MODE_MEASURED) walk_down(slow, before, head_before);
    if (slow->mode >= MODE_GENERAL) vrmi_walk_down_general(slow, before);
}

void vrmi_slow_begin(Slow* slow, Column* column, int32_t depth) {
    const Solver* solver = slow->solver;
    vrmi_find_params(solver, column->first_params + depth, slow->chain == NULL, &slow->params);
    if (slow->mode >= MODE_MEASURED) measure(slow);
    if (solver->changes & (CHANGES_FORCE | CHANGES_RATE | CHANGES_SCALE)) adjust_params(slow);
    vrmi_Matrixx above = reach_pair(&slow->bone, &slow->params);
    if (slow->mode >= MODE_GENERAL) vrmi_reach_general(slow);
    if (slow->mode == MODE_SETTLING)
        settle(slow);
    else
        advance(slow, column, depth, &above);
}

void vrmi_slow_finish(Slow* slow, Column* column, int32_t depth) {
    if (slow->mode != MODE_SETTLING) {
        vrmi_turn_any(&slow->params, &slow->bone.above, column, &slow->local, &slow->turned);
        if (slow->mode >= MODE_GENERAL) vrmi_turn_general(slow);
    }
    store(slow, column, depth);
    if (depth + 1 == column->pair_count) return;
    if (slow->chain != NULL && slow->chain->own_count > 0) move_own(slow, depth);
    go_on(slow);
}

/* ---- Start ---- */

static void start_chain(Slow* slow, const Column* column) {
    const Solver* solver = slow->solver;
    const vrmi_Block* block = solver->block;
    const vrmi_SpringChain* chain = &solver->layout->chains[column->index];
    const vrmi_Worldx* above = world_of(solver, chain->parent);
    vrmi_ix is_moved = VRMI_MASK(solver->springs->is_moved);
    slow->chain = chain;
    slow->pair = &solver->layout->pairs[chain->first_pair];
    slow->mode = mode_of(solver, chain->is_regular, slow->has_center);
    vrmi_Vec3x head = vrmi_worldx_point(above, block->locals[slow->pair->slot].translation);
    slow->bone.head = vrmi_vec3x_select(is_moved, head, column->root);
    if (slow->mode >= MODE_GENERAL) vrmi_start_general(slow);
    if (slow->has_center) slow->center = vrmi_chain_center(solver, chain);
    if (solver->changes & CHANGES_FORCE) slow->force = force_of(solver, chain);
}

static void start_group(Slow* slow, const Column* column) {
    const Solver* solver = slow->solver;
    const vrmi_SpringGroup* group = &solver->lanes->groups[column->index];
    Lanes before, now, force;
    vrmi_Vec3x forces[VRMI_LANES];
    Centerx centers[VRMI_LANES];
    slow->chain = NULL;
    slow->mode = mode_of(solver, true, slow->has_center);
    slow->bone.head = column->root;
    for (int k = 0; k < VRMI_LANES; k++) {
        const vrmi_SpringChain* chain = vrmi_group_chain(solver->layout, group, k);
        if (slow->has_center) centers[k] = vrmi_chain_center(solver, chain);
        forces[k] = force_of(solver, chain);
        before.at[k] = (const float*)&centers[k].before + solver->lane;
        now.at[k] = (const float*)&centers[k].now + solver->lane;
        force.at[k] = (const float*)&forces[k] + solver->lane;
    }
    slow->force = gather3(&force, 0);
    if (!slow->has_center) return;
    vrmi_Worldx was = gather_world(&before), is = gather_world(&now);
    slow->center = make_center(&was, &is);
}

void vrmi_slow_start(Slow* slow, const Solver* solver, const Column* column, bool is_group) {
    slow->solver = solver;
    slow->has_center = has_center(solver, column->index, is_group);
    slow->bone.above = column->rotations[0];
    slow->bone.scale = column->scales[0];
    if (is_group)
        start_group(slow, column);
    else
        start_chain(slow, column);
}
