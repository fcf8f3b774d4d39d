/* SPDX-License-Identifier: MIT */
/* An avatar alone in its block: its chains fill the lanes, four in a group.
 *
 * While it stays alone, its states are *packed*: those of a group lie in the lanes of its first
 * chain's entries, so that a step gathers nothing. The entries of the other three are then stale.
 *
 *   states[p]    lane 0     lane 1     lane 2     lane 3
 *   spread       avatar 0   avatar 1   avatar 2   avatar 3     at pair p
 *   packed       chain a    chain b    chain c    chain d      of one avatar, p a pair of chain a
 */
#include "runtime/spring_solver.h"

/* Four things of the same type, made of vrmi_f4 only, each seen from one lane. */
typedef struct Lanes {
    const float* at[4];
} Lanes;

/* The n-th vrmi_f4 of each, in that lane. */
VRMI_INLINE vrmi_f4 gather(const Lanes* from, int n) {
    return (vrmi_f4){from->at[0][4 * n], from->at[1][4 * n], from->at[2][4 * n],
                     from->at[3][4 * n]};
}

VRMI_INLINE vrmi_Vec3x4 gather3(const Lanes* from, int n) {
    return (vrmi_Vec3x4){gather(from, n), gather(from, n + 1), gather(from, n + 2)};
}

/* ---- States ---- */

static int32_t entry_of(const vrmi_GroupPairs* pairs) {
    return pairs->pairs[0];
}

/* What is packed: four arrays by pair, of so many vrmi_f4 each. */
typedef struct Packing {
    float* arrays[4];
    int widths[4];
    int count;
} Packing;

static Packing packing_of(const vrmi_Springs* springs) {
    return (Packing){{(float*)springs->tails[0], (float*)springs->tails[1],
                      (float*)springs->rotations, (float*)springs->earlier},
                     {3, 3, 4, 4},
                     springs->earlier == NULL ? 3 : 4};
}

static void pack_entry(float* array, int width, const vrmi_GroupPairs* pairs, int32_t lane) {
    float packed[4][4];
    for (int k = 0; k < 4; k++)
        for (int n = 0; n < width; n++)
            packed[n][k] = array[4 * (width * pairs->pairs[k] + n) + lane];
    memcpy(array + 4 * width * entry_of(pairs), packed, (size_t)width * sizeof packed[0]);
}

void vrmi_springs_pack(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs->is_packed && springs->packed_lane == lane) return;
    vrmi_springs_spread(block);
    Packing packing = packing_of(springs);
    for (int a = 0; a < packing.count; a++)
        for (int32_t i = 0; i < layout->group_params_count; i++)
            pack_entry(packing.arrays[a], packing.widths[a], &layout->group_pairs[i], lane);
    springs->is_packed = true;
    springs->packed_lane = lane;
}

/* The first chain's entry is read before it is overwritten; its other lanes are of no avatar. */
static void spread_entry(float* array, int width, const vrmi_GroupPairs* pairs, int32_t lane) {
    float packed[4][4];
    memcpy(packed, array + 4 * width * entry_of(pairs), (size_t)width * sizeof packed[0]);
    for (int k = 0; k < 4; k++)
        for (int n = 0; n < width && pairs->slots[k] >= 0; n++)
            array[4 * (width * pairs->pairs[k] + n) + lane] = packed[n][k];
}

void vrmi_springs_spread(vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_springs_recall(block);
    if (!springs->is_packed) return;
    Packing packing = packing_of(springs);
    for (int a = 0; a < packing.count; a++)
        for (int32_t i = 0; i < layout->group_params_count; i++)
            spread_entry(packing.arrays[a], packing.widths[a], &layout->group_pairs[i],
                         springs->packed_lane);
    springs->is_packed = false;
}

vrm_Quat vrmi_springs_rotation(const vrmi_Block* block, const vrmi_Quatx4* rotations, int32_t pair,
                               int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    int32_t packed = layout->pair_packed[pair];
    if (springs->in_results && rotations == springs->rotations)
        return block
            ->spring_results[(ptrdiff_t)lane * layout->joint_count + layout->pair_joints[pair]];
    if (springs->is_packed && packed >= 0)
        return vrmi_quatx4_get(&rotations[packed / 4], packed % 4);
    return vrmi_quatx4_get(&rotations[pair], lane);
}

vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Vec3x4* tails = springs->tails[springs->newest];
    int32_t packed = layout->pair_packed[pair];
    if (springs->is_packed && packed >= 0) return vrmi_vec3x4_get(&tails[packed / 4], packed % 4);
    return vrmi_vec3x4_get(&tails[pair], lane);
}

/* ---- Colliders ---- */

static vrmi_Vec3x4 load3(const float from[3][4]) {
    return (vrmi_Vec3x4){vrmi_f4_load(from[0]), vrmi_f4_load(from[1]), vrmi_f4_load(from[2])};
}

static vrmi_i4 load_mask(const int32_t* from) {
    vrmi_i4 mask;
    memcpy(&mask, from, sizeof mask);
    return mask;
}

/* As place_collider() has it, a collider in each lane. */
static void place_four(const Solver* solver, const vrmi_ColliderFour* four) {
    vrmi_World4 world = vrmi_world_of_four(solver, four->slots);
    vrmi_i4 is_long = load_mask(four->is_long), is_plane = load_mask(four->is_plane);
    vrmi_Vec3x4 at = world_point(&world, load3(four->offsets));
    vrmi_f4 radius = vrmi_f4_load(four->radii) * world.scale;
    vrmi_f4_transpose(&at.x, &at.y, &at.z, &radius);
    vrmi_f4 inverse = vrmi_f4_splat(0.0f);
    vrmi_Vec3x4 along = {inverse, inverse, inverse};
    if (vrmi_i4_any(is_long | is_plane)) {
        vrmi_Vec3x4 normal = vrmi_quatx4_rotate(world.rotation, load3(four->alongs));
        along = vrmi_vec3x4_scale(normal, vrmi_f4_where(is_long, world.scale));
        along = select3(is_plane, normal, along);
        vrmi_f4 square = vrmi_vec3x4_dot(along, along);
        vrmi_i4 is_sound = is_long & (square > vrmi_f4_splat(VRMI_SQUARE_MIN));
        inverse = vrmi_f4_where(is_sound, one4() / square);
        vrmi_f4_transpose(&along.x, &along.y, &along.z, &inverse);
    }
    const int32_t* to = four->colliders; /* the first may be there again */
    solver->ones[to[3]] = (Collider1){radius, inverse};
    solver->ones[to[2]] = (Collider1){at.z, along.z};
    solver->ones[to[1]] = (Collider1){at.y, along.y};
    solver->ones[to[0]] = (Collider1){at.x, along.x};
}

void vrmi_place_lone_colliders(const Solver* solver, const vrmi_SpringWave* wave) {
    const vrmi_SpringLayout* layout = solver->layout;
    for (int32_t i = 0; i < wave->four_count; i++)
        place_four(solver, &layout->fours[wave->first_four + i]);
    const float far = 1e15f; /* too far away to touch anything; inside ones: all is within */
    Collider1* nothing = solver->ones + layout->collider_count;
    nothing[vrmi_nothing_like(VRMI_COLLIDER_SPHERE)] =
        (Collider1){.ball = {0.0f, -far, 0.0f, 0.0f}};
    nothing[vrmi_nothing_like(VRMI_COLLIDER_HOLLOW)] = (Collider1){.ball = {0.0f, 0.0f, 0.0f, far}};
    nothing[vrmi_nothing_like(VRMI_COLLIDER_PLANE)] =
        (Collider1){.ball = {0.0f, -far, 0.0f, 0.0f}, .axis = {0.0f, 1.0f, 0.0f, 0.0f}};
}

void vrmi_spread_colliders(const Solver* solver, int32_t chain) {
    const vrmi_SpringChain* c = &solver->layout->chains[chain];
    const vrmi_ColliderRef* refs = solver->layout->collider_refs + c->first_collider;
    for (int32_t i = 0; i < c->collider_count; i++) {
        const Collider1* from = &solver->ones[refs[i].collider];
        Collider4* to = &solver->colliders[refs[i].collider];
        vrmi_f4_splat4((const float*)&from->ball, &to->at.x, &to->at.y, &to->at.z, &to->radius);
        vrmi_f4_splat4((const float*)&from->axis, &to->along.x, &to->along.y, &to->along.z,
                       &to->inverse);
    }
}

void vrmi_gather_colliders(const Solver* solver, int32_t group) {
    int32_t first = solver->layout->groups[group].first_collider;
    int32_t end = first + solver->layout->groups[group].collider_count;
    for (int32_t i = first; i < end; i++)
        vrmi_gather_collider(solver, &solver->layout->group_refs[i], &solver->gathered[i]);
}

/* ---- Columns ---- */

static vrmi_World4 gather_worlds(const vrmi_World4* from, const int32_t* entries, int32_t lane) {
    Lanes lanes;
    for (int k = 0; k < 4; k++) lanes.at[k] = (const float*)&from[entries[k]] + lane;
    return (vrmi_World4){
        {gather(&lanes, 0), gather(&lanes, 1), gather(&lanes, 2), gather(&lanes, 3)},
        gather3(&lanes, 4),
        gather(&lanes, 7)};
}

static void gather_center(const Solver* solver, Column* column, const int32_t* entries) {
    vrmi_World4 before = gather_worlds(solver->springs->centers, entries, solver->lane);
    vrmi_World4 now = gather_worlds(solver->centers, entries, solver->lane);
    set_center(column, &before, &now);
}

/* Centers and forces. */
static void start_uncommon(Solver* solver, Column* column, const vrmi_SpringGroup* group) {
    Lanes force;
    vrmi_Vec3x4 forces[4];
    int32_t entries[4];
    for (int lane = 0; lane < 4; lane++) {
        int32_t c = group->chains[lane] < 0 ? group->chains[0] : group->chains[lane];
        const vrmi_SpringChain* chain = &solver->layout->chains[c];
        entries[lane] = chain->center_entry;
        if (group->has_center) vrmi_spring_center(solver, column, chain, 0);
        forces[lane] = vrmi_spring_force(solver, chain);
        force.at[lane] = (const float*)&forces[lane] + solver->lane;
    }
    if (group->has_center) gather_center(solver, column, entries);
    if (solver->has_force) column->force = gather3(&force, 0);
}

void vrmi_start_group(Solver* solver, Column* column, int32_t index) {
    const vrmi_SpringLayout* layout = solver->layout;
    const vrmi_SpringGroup* group = &layout->groups[index];
    column->index = index;
    column->first_params = group->first_params;
    column->first_state = vrmi_group_entry(solver, group);
    column->pair_count = group->pair_count;
    column->has_center = group->has_center;
    vrmi_World4 world = vrmi_world_of_four(solver, group->parents);
    vrmi_spring_start(column, &world, vrmi_group_offset(group));
    vrmi_gather_colliders(solver, index);
    if (group->has_center || solver->has_force) start_uncommon(solver, column, group);
}

Params4 vrmi_gather_own(const Solver* solver, const Column* column, int32_t depth) {
    const vrmi_GroupPairs* pairs = &solver->layout->group_pairs[column->first_params + depth];
    Lanes from;
    vrmi_SpringParams4 own;
    for (int lane = 0; lane < 4; lane++)
        from.at[lane] = (const float*)&solver->springs->own[pairs->pairs[lane]] + solver->lane;
    for (int n = 0; n < VRMI_SPRING_PARAM_COUNT; n++) own.at[n] = gather(&from, n);
    return load_params(&own);
}

/* ---- What shows ---- */

static void scatter(vrmi_Scratch* scratch, const vrmi_GroupPairs* pairs, int32_t lane,
                    vrmi_Quatx4 local) {
    for (int k = 0; k < 4; k++)
        if (pairs->slots[k] >= 0)
            vrmi_quatx4_set(&scratch->rotations[pairs->slots[k]], lane, vrmi_quatx4_get(&local, k));
}

void vrmi_scatter_rotation(const Solver* solver, int32_t params, vrmi_Quatx4 local) {
    scatter(solver->scratch, &solver->layout->group_pairs[params], solver->lane, local);
}

void vrmi_springs_show_packed(const vrmi_Block* block, vrmi_Scratch* scratch, bool is_between,
                              vrmi_f4 shown) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    vrmi_f4 share = vrmi_f4_splat(shown[springs->packed_lane]);
    for (int32_t i = 0; i < layout->group_params_count; i++) {
        const vrmi_GroupPairs* pairs = &layout->group_pairs[i];
        vrmi_Quatx4 q = springs->rotations[entry_of(pairs)];
        if (is_between) q = vrmi_blend_rotations(springs->earlier[entry_of(pairs)], q, share);
        scatter(scratch, pairs, springs->packed_lane, q);
    }
}

void vrmi_springs_write_packed(const vrmi_Block* block, vrm_Quat* out) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    const vrmi_Quatx4 *rotations = springs->rotations, *earlier = springs->earlier;
    vrmi_f4 share = vrmi_f4_splat(springs->shown[springs->packed_lane]);
    bool is_between = share[0] < 1.0f && earlier != NULL;
    const vrmi_GroupPairs *pairs = layout->group_pairs, *end = pairs + layout->group_params_count;
    for (; pairs < end; pairs++) {
        const int32_t a = pairs->joints[0], b = pairs->joints[1];
        const int32_t c = pairs->joints[2], d = pairs->joints[3];
        vrmi_Quatx4 q = rotations[entry_of(pairs)];
        if (is_between) q = vrmi_blend_rotations(earlier[entry_of(pairs)], q, share);
        vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
        /* A lane without a joint has that of lane 0, which is written last. */
        vrmi_f4_store(&out[d].x, q.w);
        vrmi_f4_store(&out[c].x, q.z);
        vrmi_f4_store(&out[b].x, q.y);
        vrmi_f4_store(&out[a].x, q.x);
    }
}
