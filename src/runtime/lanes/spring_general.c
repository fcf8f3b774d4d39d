/* SPDX-License-Identifier: MIT */
/* What a slow column does in lanes with matrices: those of avatars whose scales differ by axis.
 * Few have them, so these lanes are computed one at a time. */
#include "runtime/lanes/spring_solver.h"

static bool is_general(const Slow* slow, int32_t lane) {
    return slow->solver->block->general_sway[lane] != 0;
}

/* The world matrix of a slot, from that above it and its local rotation. */
static vrm_Affine world_below(const Slow* slow, const vrm_Affine* above, int32_t slot,
                              const vrmi_Quatx* rotation, int32_t lane) {
    vrm_Affine local = vrmi_local_affine(slow->solver->block, slot, rotation, lane);
    vrm_Affine world = vrmi_affine_mul(above, &local);
    vrmi_affine_bound(&world);
    return world;
}

/* ---- Colliders ---- */

void vrmi_locate_general(const Solver* solver, const vrmi_RigCollider* from, Colliderx* to) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!solver->block->general_sway[lane]) continue;
        const vrm_Affine* world = &solver->scratch->affines[lane][from->slot];
        vrm_Vec3 along = vrmi_affine_vector(world, from->along);
        if (from->kind == VRMI_COLLIDER_PLANE) {
            /* The inverse transpose: rows of the inverse are the columns of the normal matrix. */
            vrm_Affine back = vrmi_affine_inverse(world);
            vrm_Vec3 n = from->along;
            vrm_Vec3 normal = {back.rows[0].x * n.x + back.rows[1].x * n.y + back.rows[2].x * n.z,
                               back.rows[0].y * n.x + back.rows[1].y * n.y + back.rows[2].y * n.z,
                               back.rows[0].z * n.x + back.rows[1].z * n.y + back.rows[2].z * n.z};
            along = vrmi_vec3_normalize_or(normal, (vrm_Vec3){0.0f, 1.0f, 0.0f});
        }
        float square = vrmi_vec3_dot(along, along);
        vrmi_vec3x_set(&to->at, lane, vrmi_affine_point(world, from->offset));
        vrmi_vec3x_set(&to->along, lane, along);
        to->inverse[lane] = square > VRMI_SQUARE_MIN ? vrmi_reciprocal(square) : 0.0f;
    }
}

/* ---- Coming to a head ---- */

void vrmi_start_general(Slow* slow) {
    const Solver* solver = slow->solver;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (is_general(slow, lane))
            slow->above[lane] = vrmi_affine_above(solver->scratch, slow->chain->parent, lane);
}

void vrmi_walk_down_general(Slow* slow, const vrmi_SpringPair* before) {
    const int32_t* parents = slow->solver->block->rig->parents;
    const vrmi_Block* block = slow->solver->block;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(slow, lane)) continue;
        vrm_Affine* above = &slow->above[lane];
        vrm_Affine head = world_below(slow, above, before->slot, &slow->local, lane);
        vrm_Affine between = vrmi_affine_identity();
        for (int32_t s = parents[slow->pair->slot]; s != before->slot; s = parents[s]) {
            vrm_Affine local =
                vrmi_local_affine(block, s, &slow->solver->scratch->rotations[s], lane);
            between = vrmi_affine_mul(&local, &between);
            vrmi_affine_bound(&between);
        }
        *above = vrmi_affine_mul(&head, &between);
        vrmi_affine_bound(above);
    }
}

/* ---- The bone ---- */

/* The tail in the head's space, with the present local transforms. */
static vrm_Vec3 tail_now_general(const Slow* slow, int32_t lane) {
    const int32_t* parents = slow->solver->block->rig->parents;
    if (slow->pair->tail < 0) return slow->pair->tail_local;
    vrm_Vec3 point =
        vrmi_vec3x_get(&slow->solver->block->locals[slow->pair->tail].translation, lane);
    for (int32_t s = parents[slow->pair->tail]; s != slow->pair->slot; s = parents[s]) {
        vrm_Affine local =
            vrmi_local_affine(slow->solver->block, s, &slow->solver->scratch->rotations[s], lane);
        point = vrmi_vec3_within(vrmi_affine_point(&local, point), 1e15f);
    }
    return point;
}

/* The rest direction points to the tail at rest, so that a mirrored bone keeps its rest
 * position. */
void vrmi_reach_general(Slow* slow) {
    const Paramsx* p = &slow->params;
    Bonex* c = &slow->bone;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(slow, lane)) continue;
        vrm_Affine* rest = &slow->rest_world[lane];
        *rest = world_below(slow, &slow->above[lane], slow->pair->slot, &p->rest, lane);
        vrm_Vec3 tail = tail_now_general(slow, lane);
        float scale = vrmi_affine_scale(rest);
        vrm_Vec3 aim = vrmi_vec3_normalize_or(vrmi_affine_vector(rest, slow->pair->axis),
                                              vrmi_vec3x_get(&c->rest_aim, lane));
        vrmi_vec3x_set(&c->head, lane, vrmi_affine_column(rest, 3));
        vrmi_vec3x_set(&c->rest_aim, lane, aim);
        c->length[lane] = vrmi_clamp(vrmi_vec3_length(vrmi_affine_vector(rest, tail)), 0.0f, 1e15f);
        c->radius[lane] = p->radius[lane] * scale;
        c->scale[lane] = scale;
    }
}

/* ---- Center ---- */

static vrm_Vec3 carry_lane(const Slow* slow, vrm_Vec3 point, int32_t lane) {
    const vrmi_Springs* springs = slow->solver->springs;
    int32_t entry = slow->chain->center_entry;
    vrm_Affine before = springs->were_general[lane]
                            ? springs->center_affines[entry * VRMI_LANES + lane]
                            : vrmi_world_affine(&springs->centers[entry], lane);
    const vrm_Affine* now = &slow->solver->buffers->center_affines[entry * VRMI_LANES + lane];
    if (memcmp(&before, now, sizeof before) == 0) return point;
    vrm_Affine back = vrmi_affine_inverse(&before);
    point = vrmi_vec3_within(vrmi_affine_point(&back, point), 1e15f);
    return vrmi_vec3_within(vrmi_affine_point(now, point), 1e15f);
}

void vrmi_carry_general(const Slow* slow, const vrmi_Vec3x* point, vrmi_Vec3x* there) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (is_general(slow, lane))
            vrmi_vec3x_set(there, lane, carry_lane(slow, vrmi_vec3x_get(point, lane), lane));
}

/* ---- The step ---- */

void vrmi_turn_general(Slow* slow) {
    Bonex* c = &slow->bone;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(slow, lane)) continue;
        vrm_Affine back = vrmi_affine_inverse(&slow->rest_world[lane]);
        vrm_Vec3 to = vrmi_vec3_normalize_or(
            vrmi_affine_point(&back, vrmi_vec3x_get(&c->tail, lane)), slow->pair->axis);
        vrm_Quat bend = vrmi_quat_from_to(slow->pair->axis, to);
        vrm_Quat local = vrmi_quat_mul(vrmi_quatx_get(&slow->params.rest, lane), bend);
        vrmi_quatx_set(&slow->local, lane, local);
        vrmi_quatx_set(&slow->turned, lane, vrmi_quat_mul(vrmi_quatx_get(&c->above, lane), local));
    }
}

/* Places the tail so that vrmi_turn_general() gives the current rotation. The position of the
 * tail's node would be wrong: the host may have moved the node aside, and the next step would turn
 * the joint there without any force. */
void vrmi_settle_general(Slow* slow) {
    Bonex* c = &slow->bone;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(slow, lane)) continue;
        vrm_Quat rest = vrmi_quatx_get(&slow->params.rest, lane);
        vrm_Quat bend =
            vrmi_quat_mul(vrmi_quat_conjugate(rest), vrmi_quatx_get(&slow->local, lane));
        vrm_Vec3 aim =
            vrmi_affine_vector(&slow->rest_world[lane], vrmi_quat_rotate(bend, slow->pair->axis));
        aim = vrmi_vec3_normalize_or(aim, vrmi_vec3x_get(&c->rest_aim, lane));
        vrm_Vec3 tail =
            vrmi_vec3_add(vrmi_vec3x_get(&c->head, lane), vrmi_vec3_scale(aim, c->length[lane]));
        vrmi_vec3x_set(&c->tail, lane, vrmi_vec3_within(tail, 1e15f));
    }
}

/* ---- Angle limits ---- */

/* Angles are those between the joint's rest and its turned axis in its own space, as
 * vrmi_turn_general() has them: a mirrored or stretched avatar has the limits of the plain one. */
void vrmi_limit_frame_general(const Slow* slow, const vrmi_Vec3x* aim, vrmi_Vec3x* u) {
    const vrmi_RigLimit* limit = &slow->pair->limit;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(slow, lane)) continue;
        vrm_Affine back = vrmi_affine_inverse(&slow->rest_world[lane]);
        vrm_Vec3 way = vrmi_vec3_normalize_or(vrmi_affine_vector(&back, vrmi_vec3x_get(aim, lane)),
                                              slow->pair->axis);
        vrmi_vec3x_set(u, lane, vrmi_quat_rotate(vrmi_quat_conjugate(limit->frame), way));
    }
}

void vrmi_limit_world_general(const Slow* slow, const vrmi_Vec3x* u, vrmi_Vec3x* aim) {
    const vrmi_RigLimit* limit = &slow->pair->limit;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(slow, lane)) continue;
        vrm_Vec3 way = vrmi_quat_rotate(limit->frame, vrmi_vec3x_get(u, lane));
        vrmi_vec3x_set(aim, lane,
                       vrmi_vec3_normalize_or(vrmi_affine_vector(&slow->rest_world[lane], way),
                                              vrmi_vec3x_get(&slow->bone.rest_aim, lane)));
    }
}

/* ---- Where the body is between two frames ---- */

/* A matrix as rotation * shape, the shape being upper triangular. What stays while the body turns
 * is in the shape (a mirror too), so the rotation can be blended as it is in other lanes. */
typedef struct Parts {
    vrm_Quat rotation;
    vrm_Vec3 x, y, z; /* columns of the shape */
} Parts;

/* False for a matrix without three directions. */
static bool take_apart(const vrm_Affine* a, Parts* out) {
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    vrm_Vec3 z = vrmi_affine_column(a, 2);
    vrm_Vec3 none = {0.0f, 0.0f, 0.0f};
    vrm_Vec3 i = vrmi_vec3_normalize_or(x, none);
    float across = vrmi_vec3_dot(i, y);
    vrm_Vec3 side = vrmi_vec3_sub(y, vrmi_vec3_scale(i, across));
    vrm_Vec3 j = vrmi_vec3_normalize_or(side, none), k = vrmi_vec3_cross(i, j);
    out->rotation = vrmi_quat_from_frame(i, j, k);
    out->x = (vrm_Vec3){vrmi_vec3_length(x), 0.0f, 0.0f};
    out->y = (vrm_Vec3){across, vrmi_vec3_length(side), 0.0f};
    out->z = (vrm_Vec3){vrmi_vec3_dot(i, z), vrmi_vec3_dot(j, z), vrmi_vec3_dot(k, z)};
    const float least = 1e-5f; /* of a length: below, rounding decides on the direction */
    return out->x.x > 0.0f && out->y.y > least * vrmi_vec3_length(y) &&
           fabsf(out->z.z) > least * vrmi_vec3_length(z);
}

/* Half of this frame's is the least, as of the scale in blend_worlds(). */
static float blend_size(float from, float to, float share) {
    float size = from + (to - from) * share, least = 0.5f * to;
    return to < 0.0f ? (size < least ? size : least) : (size > least ? size : least);
}

static vrm_Vec3 blend_vectors(vrm_Vec3 from, vrm_Vec3 to, float share) {
    return vrmi_vec3_add(from, vrmi_vec3_scale(vrmi_vec3_sub(to, from), share));
}

/* blend_worlds() of spring_step.c, for matrices. */
static vrm_Affine blend_affines(const vrm_Affine* from, const vrm_Affine* to, float share) {
    Parts a, b;
    if (!take_apart(from, &a) || !take_apart(to, &b) || (a.z.z < 0.0f) != (b.z.z < 0.0f))
        return *to;
    vrm_Quat p = a.rotation, q = b.rotation;
    float near = vrmi_quat_dot(p, q) < 0.0f ? -share : share, rest = 1.0f - share;
    vrm_Quat turn =
        vrmi_quat_normalize((vrm_Quat){p.x * rest + q.x * near, p.y * rest + q.y * near,
                                       p.z * rest + q.z * near, p.w * rest + q.w * near});
    vrm_Vec3 y = blend_vectors(a.y, b.y, share), z = blend_vectors(a.z, b.z, share);
    y.y = blend_size(a.y.y, b.y.y, share);
    z.z = blend_size(a.z.z, b.z.z, share);
    vrm_Vec3 at = blend_vectors(vrmi_affine_column(from, 3), vrmi_affine_column(to, 3), share);
    vrm_Affine shape = {{{blend_size(a.x.x, b.x.x, share), y.x, z.x, 0.0f},
                         {0.0f, y.y, z.y, 0.0f},
                         {0.0f, 0.0f, z.z, 0.0f}}};
    vrm_Affine out = vrmi_affine_from_transform((vrm_Transform){at, turn, {1.0f, 1.0f, 1.0f}});
    out = vrmi_affine_mul(&out, &shape);
    vrmi_affine_bound(&out);
    return out;
}

void vrmi_move_general(const vrmi_Block* block, vrmi_Scratch* scratch,
                       const vrmi_SpringBuffers* buffers, vrmi_fx share, vrmi_ix is_there) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!block->general_sway[lane]) continue;
        for (int32_t a = 0; a <= layout->anchor_count; a++) {
            bool is_root = a == layout->anchor_count;
            int32_t slot = is_root ? -1 : layout->anchors[a], at = a * VRMI_LANES + lane;
            vrmi_Worldx* world = is_root ? block->root : &scratch->worlds[slot];
            vrm_Affine* moved =
                is_root ? &scratch->root_affines[lane] : &scratch->affines[lane][slot];
            *moved = buffers->anchor_affines[at];
            if (is_there[lane]) continue;
            vrm_Affine before = springs->anchors_general[lane]
                                    ? springs->anchor_affines[at]
                                    : vrmi_world_affine(&springs->anchors[a], lane);
            *moved = blend_affines(&before, &buffers->anchor_affines[at], share[lane]);
            vrmi_vec3x_set(&world->position, lane, vrmi_affine_column(moved, 3));
            world->scale[lane] = vrmi_affine_scale(moved);
        }
    }
}

void vrmi_move_tail_general(const vrmi_Scratch* scratch, int32_t anchor, vrmi_ix general,
                            bool to_world, const vrmi_Vec3x* tail, vrmi_Vec3x* there) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!general[lane]) continue;
        vrm_Affine world = vrmi_affine_above(scratch, anchor, lane);
        if (!to_world) world = vrmi_affine_inverse(&world);
        vrm_Vec3 moved = vrmi_affine_point(&world, vrmi_vec3x_get(tail, lane));
        vrmi_vec3x_set(there, lane, vrmi_vec3_within(moved, 1e15f));
    }
}
