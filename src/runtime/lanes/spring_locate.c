/* SPDX-License-Identifier: MIT */
/* What columns read in world space: colliders and centers. */
#include "runtime/lanes/spring_solver.h"

/* ---- Colliders ---- */

VRMI_INLINE void locate_collider(const vrmi_RigCollider* from, const vrmi_Worldx* world,
                                 Colliderx* to) {
    vrmi_fx inverse = vrmi_fx_splat(0.0f);
    vrmi_Vec3x along = {inverse, inverse, inverse};
    to->at = vrmi_worldx_point(world, vrmi_vec3x_splat(from->offset));
    to->radius = vrmi_fx_splat(from->radius) * world->scale;
    if (from->kind != VRMI_COLLIDER_SPHERE) /* a sphere is a capsule of length 0 */
        along = vrmi_quatx_rotate(world->rotation, vrmi_vec3x_splat(from->along));
    if (from->kind == VRMI_COLLIDER_CAPSULE || from->kind == VRMI_COLLIDER_HOLLOW) {
        along = vrmi_vec3x_scale(along, world->scale);
        vrmi_fx square = vrmi_vec3x_dot(along, along);
        inverse = vrmi_fx_where(square > vrmi_fx_splat(VRMI_SQUARE_MIN), onex() / square);
    }
    to->along = along;
    to->inverse = inverse;
}

void vrmi_locate_colliders(const Solver* solver, const int32_t* list, int32_t count) {
    bool has_general = vrmi_ix_any(VRMI_MASK(solver->block->general_sway));
    for (int32_t i = 0; i < count; i++) {
        const vrmi_RigCollider* from = &solver->layout->colliders[list[i]];
        Colliderx* to = &solver->colliders[list[i]];
        locate_collider(from, &solver->scratch->worlds[from->slot], to);
        if (has_general) vrmi_locate_general(solver, from, to);
    }
}

/* Padding for chains of a group whose collider lists are shorter than those of others: too far away
 * to touch anything; hollow shapes: everything is inside. */
void vrmi_locate_nothing(const Solver* solver) {
    const float far = 1e15f;
    const Collider1 below = {{0.0f, -far, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}};
    Collider1* nothing = solver->ones + solver->layout->collider_count;
    nothing[vrmi_nothing_like(VRMI_COLLIDER_SPHERE)] =
        (Collider1){{0.0f, -far, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    nothing[vrmi_nothing_like(VRMI_COLLIDER_HOLLOW)] =
        (Collider1){{0.0f, 0.0f, 0.0f, far}, {0.0f, 0.0f, 0.0f, 0.0f}};
    nothing[vrmi_nothing_like(VRMI_COLLIDER_PLANE)] = below;
}

/* The colliders of a wave for a single avatar, one in each lane, in the form that its groups gather
 * from. The numbers are those of locate_collider(), to the bit. */
static void locate_ones(const Solver* solver, int32_t w) {
    const vrmi_SpringLanes* lanes = solver->lanes;
    for (int32_t n = w == 0 ? 0 : lanes->locate_ends[w - 1]; n < lanes->locate_ends[w]; n++) {
        const int32_t* slots = lanes->places + VRMI_LOCATE_AT(n, VRMI_LANES);
        const float* factors =
            lanes->locate_factors + (ptrdiff_t)n * VRMI_LOCATE_FACTOR_COUNT * VRMI_LANES;
#define FACTOR(member)   vrmi_fx_load(factors + (member)*VRMI_LANES)
#define FACTORS3(member) (vrmi_Vec3x){FACTOR(member), FACTOR(member + 1), FACTOR(member + 2)}
        Lanes from;
        float *balls[VRMI_LANES], *axes[VRMI_LANES];
        for (int k = 0; k < VRMI_LANES; k++) {
            Collider1* to = &solver->ones[slots[VRMI_LANES + k]];
            from.at[k] = (const float*)&solver->scratch->worlds[slots[k]] + solver->lane;
            balls[k] = (float*)&to->ball;
            axes[k] = (float*)&to->axis;
        }
        vrmi_Worldx world = gather_world(&from);
        vrmi_fx kind = FACTOR(VRMI_LOCATE_KIND), inverse = vrmi_fx_splat(0.0f);
        vrmi_Vec3x at = vrmi_worldx_point(&world, FACTORS3(VRMI_LOCATE_OFFSET));
        vrmi_Vec3x along = {inverse, inverse, inverse};
        vrmi_fx_to_items(at.x, at.y, at.z, FACTOR(VRMI_LOCATE_RADIUS) * world.scale, balls);
        if (vrmi_ix_any(kind > vrmi_fx_splat(VRMI_COLLIDER_SPHERE))) { /* a sphere's axis is 0 */
            vrmi_ix is_plane = kind == vrmi_fx_splat(VRMI_COLLIDER_PLANE);
            along = vrmi_quatx_rotate(world.rotation, FACTORS3(VRMI_LOCATE_ALONG));
            along = vrmi_vec3x_scale(along, vrmi_fx_select(is_plane, onex(), world.scale));
            vrmi_fx square = vrmi_vec3x_dot(along, along);
            inverse = vrmi_fx_where((square > vrmi_fx_splat(VRMI_SQUARE_MIN)) & ~is_plane,
                                    onex() / square);
        }
        vrmi_fx_to_items(along.x, along.y, along.z, inverse, axes);
#undef FACTOR
#undef FACTORS3
    }
}

/* Copies the lane of a single avatar into the form that its groups gather from. */
static void take_colliders(const Solver* solver, const int32_t* list, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const Colliderx* from = &solver->colliders[list[i]];
        const vrmi_Vec3x *at = &from->at, *along = &from->along;
        int32_t lane = solver->lane;
        solver->ones[list[i]] =
            (Collider1){{at->x[lane], at->y[lane], at->z[lane], from->radius[lane]},
                        {along->x[lane], along->y[lane], along->z[lane], from->inverse[lane]}};
    }
}

void vrmi_locate_wave(const Solver* solver, int32_t w) {
    const vrmi_SpringWave* wave = &solver->layout->waves[w];
    const int32_t* list = solver->layout->wave_colliders + wave->first_collider;
    if (solver->lane >= 0 && solver->lanes->locate_ends != NULL) {
        locate_ones(solver, w);
        return;
    }
    vrmi_locate_colliders(solver, list, wave->collider_count);
    if (solver->lane >= 0) take_colliders(solver, list, wave->collider_count);
}

/* ---- Centers ---- */

static void locate_center(const Solver* solver, int32_t entry, int32_t slot) {
    vrmi_Worldx* now = &solver->buffers->centers[entry];
    vrmi_worldx_copy(now, world_of(solver, slot));
    now->rotation = unitx(now->rotation);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (solver->block->general_sway[lane])
            solver->buffers->center_affines[entry * VRMI_LANES + lane] =
                solver->scratch->affines[lane][slot];
}

Centerx vrmi_chain_center(const Solver* solver, const vrmi_SpringChain* chain) {
    int32_t entry = chain->center_entry;
    if (solver->layout->center_slots[entry] < 0) locate_center(solver, entry, chain->center);
    return make_center(&solver->springs->centers[entry], &solver->buffers->centers[entry]);
}

void vrmi_locate_centers(const Solver* solver) {
    const int32_t* slots = solver->layout->center_slots;
    for (int32_t e = 0; e < solver->layout->center_count; e++)
        if (slots[e] >= 0) locate_center(solver, e, slots[e]);
}

void vrmi_keep_centers(const Solver* solver) {
    vrmi_Springs* springs = solver->springs;
    for (int32_t e = 0; e < solver->layout->center_count; e++) {
        const vrmi_Worldx* now = &solver->buffers->centers[e];
        vrmi_Worldx* kept = &springs->centers[e];
        kept->rotation = vrmi_quatx_select(solver->mask, now->rotation, kept->rotation);
        kept->position = vrmi_vec3x_select(solver->mask, now->position, kept->position);
        kept->scale = vrmi_fx_select(solver->mask, now->scale, kept->scale);
        for (int32_t lane = 0; lane < VRMI_LANES; lane++)
            if (solver->mask[lane] && solver->block->general_sway[lane])
                springs->center_affines[e * VRMI_LANES + lane] =
                    solver->buffers->center_affines[e * VRMI_LANES + lane];
    }
    VRMI_MASK(springs->were_general) = (VRMI_MASK(springs->were_general) & ~solver->mask) |
                                       (VRMI_MASK(solver->block->general_sway) & solver->mask);
}
