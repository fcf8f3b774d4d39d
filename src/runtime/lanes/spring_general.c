/* SPDX-License-Identifier: MIT */
/* What a careful column does in lanes with matrices: those of avatars whose scales differ by axis.
 * Few have them, so these lanes are computed one at a time. */
#include "runtime/lanes/spring_solver.h"

static bool is_general(const Careful* careful, int32_t lane) {
    return careful->solver->block->general[lane] != 0;
}

/* The world matrix of a slot, from that above it and its local rotation. */
static vrm_Affine world_below(const Careful* careful, const vrm_Affine* above, int32_t slot,
                              const vrmi_Quatx* rotation, int32_t lane) {
    vrm_Affine local = vrmi_local_affine(careful->solver->block, slot, rotation, lane);
    vrm_Affine world = vrmi_affine_mul(above, &local);
    vrmi_affine_bound(&world);
    return world;
}

/* ---- Colliders ---- */

void vrmi_place_general(const Solver* solver, const vrmi_RigCollider* from, Colliderx* to) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!solver->block->general[lane]) continue;
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

void vrmi_start_general(Careful* careful) {
    const Solver* solver = careful->solver;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (is_general(careful, lane))
            careful->above[lane] =
                vrmi_affine_above(solver->block, solver->scratch, careful->chain->parent, lane);
}

void vrmi_walk_down_general(Careful* careful, const vrmi_SpringPair* before) {
    const int32_t* parents = careful->solver->block->rig->parents;
    const vrmi_Block* block = careful->solver->block;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(careful, lane)) continue;
        vrm_Affine* above = &careful->above[lane];
        vrm_Affine head = world_below(careful, above, before->slot, &careful->local, lane);
        vrm_Affine between = vrmi_affine_identity();
        for (int32_t s = parents[careful->pair->slot]; s != before->slot; s = parents[s]) {
            vrm_Affine local =
                vrmi_local_affine(block, s, &careful->solver->scratch->rotations[s], lane);
            between = vrmi_affine_mul(&local, &between);
            vrmi_affine_bound(&between);
        }
        *above = vrmi_affine_mul(&head, &between);
        vrmi_affine_bound(above);
    }
}

/* ---- The bone ---- */

/* The tail in the head's space, with the present local transforms. */
static vrm_Vec3 tail_now_general(const Careful* careful, int32_t lane) {
    const int32_t* parents = careful->solver->block->rig->parents;
    if (careful->pair->tail < 0) return careful->pair->tail_local;
    vrm_Vec3 point =
        vrmi_vec3x_get(&careful->solver->block->locals[careful->pair->tail].translation, lane);
    for (int32_t s = parents[careful->pair->tail]; s != careful->pair->slot; s = parents[s]) {
        vrm_Affine local = vrmi_local_affine(careful->solver->block, s,
                                             &careful->solver->scratch->rotations[s], lane);
        point = vrmi_vec3_within(vrmi_affine_point(&local, point), 1e15f);
    }
    return point;
}

/* The rest direction points to the tail at rest, so that a mirrored bone keeps its rest
 * position. */
void vrmi_reach_general(Careful* careful) {
    const Paramsx* p = &careful->params;
    Bonex* c = &careful->bone;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(careful, lane)) continue;
        vrm_Affine* rest = &careful->rest_world[lane];
        *rest = world_below(careful, &careful->above[lane], careful->pair->slot, &p->rest, lane);
        vrm_Vec3 tail = tail_now_general(careful, lane);
        careful->tail_local[lane] = tail;
        float scale = vrmi_affine_scale(rest);
        vrm_Vec3 aim = vrmi_vec3_normalize_or(vrmi_affine_vector(rest, careful->pair->axis),
                                              vrmi_vec3x_get(&c->rest_aim, lane));
        vrmi_vec3x_set(&c->head, lane, vrmi_affine_column(rest, 3));
        vrmi_vec3x_set(&c->rest_aim, lane, aim);
        c->length[lane] = vrmi_clamp(vrmi_vec3_length(vrmi_affine_vector(rest, tail)), 0.0f, 1e15f);
        c->radius[lane] = p->radius[lane] * scale;
        c->scale[lane] = scale;
    }
}

/* ---- Center ---- */

static vrm_Vec3 carry_lane(const Careful* careful, vrm_Vec3 point, int32_t depth, int32_t lane) {
    const vrmi_Springs* springs = careful->solver->springs;
    const vrmi_SpringChain* chain = careful->chain;
    int32_t entry = chain->center_entry + (chain->is_center_own ? depth : 0);
    const vrmi_Worldx* world = &springs->centers[entry];
    float scale = world->scale[lane];
    vrm_Affine before =
        vrmi_affine_from_transform((vrm_Transform){vrmi_vec3x_get(&world->position, lane),
                                                   vrmi_quatx_get(&world->rotation, lane),
                                                   {scale, scale, scale}});
    if (springs->were_general[lane]) before = springs->center_affines[entry * VRMI_LANES + lane];
    const vrm_Affine* now = &careful->solver->rooms->center_affines[entry * VRMI_LANES + lane];
    if (memcmp(&before, now, sizeof before) == 0) return point;
    vrm_Affine back = vrmi_affine_inverse(&before);
    point = vrmi_vec3_within(vrmi_affine_point(&back, point), 1e15f);
    return vrmi_vec3_within(vrmi_affine_point(now, point), 1e15f);
}

void vrmi_carry_general(const Careful* careful, const vrmi_Vec3x* point, int32_t depth,
                        vrmi_Vec3x* there) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (is_general(careful, lane))
            vrmi_vec3x_set(there, lane,
                           carry_lane(careful, vrmi_vec3x_get(point, lane), depth, lane));
}

/* ---- The step ---- */

void vrmi_turn_general(Careful* careful) {
    Bonex* c = &careful->bone;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(careful, lane)) continue;
        vrm_Affine back = vrmi_affine_inverse(&careful->rest_world[lane]);
        vrm_Vec3 to = vrmi_vec3_normalize_or(
            vrmi_affine_point(&back, vrmi_vec3x_get(&c->tail, lane)), careful->pair->axis);
        vrm_Quat bend = vrmi_quat_from_to(careful->pair->axis, to);
        vrm_Quat local = vrmi_quat_mul(vrmi_quatx_get(&careful->params.rest, lane), bend);
        vrmi_quatx_set(&careful->local, lane, local);
        vrmi_quatx_set(&careful->turned, lane,
                       vrmi_quat_mul(vrmi_quatx_get(&c->above, lane), local));
    }
}

void vrmi_settle_general(Careful* careful) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!is_general(careful, lane)) continue;
        vrm_Affine world =
            world_below(careful, &careful->above[lane], careful->pair->slot, &careful->local, lane);
        vrm_Vec3 tail = vrmi_affine_point(&world, careful->tail_local[lane]);
        vrmi_vec3x_set(&careful->bone.tail, lane, vrmi_vec3_within(tail, 1e15f));
    }
}
