/* SPDX-License-Identifier: MIT */
/* Forms groups: chains of a single avatar that run side by side in the lanes. Also computes the
 * reach of chains. Precondition: chains are sorted so that similar ones are near each other. */
#include "rig/spring_layout.h"

#include <math.h>
#include <string.h>

static bool kinds_fit(const vrmi_ColliderRef* a, const vrmi_ColliderRef* b, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (vrmi_lane_kind(a[i].kind) != vrmi_lane_kind(b[i].kind)) return false;
    return true;
}

/* ---- Reach ---- */

/* Margin for rounding: the rounding error of a sum of that many lengths is smaller. */
#define REACH_SHARE     1.001f
#define REACH_PAIRS_MAX 64

static void find_reach(vrmi_SpringLayout* layout, const vrmi_SpringChain* chain) {
    float scale = 1.0f, length = 0.0f, reach = 0.0f;
    for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
        vrmi_SpringParams* params = &layout->params[p];
        scale *= fabsf(params->scale);
        length += params->length * scale;
        reach = fmaxf(reach, (length + params->radius * scale) * REACH_SHARE);
        params->reach = chain->pair_count > REACH_PAIRS_MAX ? INFINITY : reach;
    }
}

/* The distance from a point to a sphere or capsule with the avatar at rest. */
static float find_rest_gap(const vrm_Rig* rig, const vrmi_RigCollider* collider, vrm_Vec3 from) {
    vrm_Transform node = rig->rest_models[collider->slot];
    vrm_Vec3 at = vrmi_transform_point(node, collider->offset);
    vrm_Vec3 end = vrmi_transform_point(node, vrmi_vec3_add(collider->offset, collider->along));
    vrm_Vec3 along = vrmi_vec3_sub(end, at), delta = vrmi_vec3_sub(from, at);
    float share = vrmi_vec3_dot(along, delta) / vrmi_vec3_dot(along, along);
    delta = vrmi_vec3_sub(delta, vrmi_vec3_scale(along, vrmi_clamp(share, 0.0f, 1.0f)));
    return vrmi_vec3_length(delta) - collider->radius * fabsf(node.scale.x);
}

/* The first pair of a chain that can reach a collider with the avatar at rest; INT32_MAX: none. */
static int32_t find_first(const vrm_Rig* rig, const vrmi_SpringLayout* layout,
                          const vrmi_SpringChain* chain, const vrmi_ColliderRef* ref) {
    if (ref->kind > VRMI_COLLIDER_CAPSULE) return 0;
    vrm_Vec3 root = rig->rest_models[layout->pairs[chain->first_pair].slot].translation;
    float scale = chain->parent < 0 ? 1.0f : fabsf(rig->rest_models[chain->parent].scale.x);
    float gap = find_rest_gap(rig, &layout->colliders[ref->collider], root);
    for (int32_t p = 0; p < chain->pair_count; p++)
        if (!(gap > layout->params[chain->first_pair + p].reach * scale)) return p;
    return INT32_MAX;
}

void vrmi_spring_reaches(const vrm_Rig* rig, vrmi_SpringLayout* layout) {
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        if (chain->collider_count > layout->most_refs) layout->most_refs = chain->collider_count;
        find_reach(layout, chain);
        for (int32_t i = 0; i < chain->collider_count; i++) {
            vrmi_ColliderRef* ref = &layout->collider_refs[chain->first_collider + i];
            ref->first = find_first(rig, layout, chain, ref);
        }
    }
}

/* ---- Arrays ---- */

/* An element is `fixed` numbers and `each` more for each lane. */
#define TABLE(member, count, fixed, each)                                                          \
    {                                                                                              \
        offsetof(vrmi_SpringLanes, member), offsetof(vrmi_SpringLanes, count),                     \
            (fixed) * sizeof(int32_t), (each) * sizeof(int32_t)                                    \
    }

static const vrmi_ArrayRow arrays[] = {
    VRMI_ARRAY(vrmi_SpringLanes, groups, group_count),
    TABLE(wave_ends, wave_count, 1, 0),
    TABLE(factors, params_count, 0, VRMI_SPRING_PARAM_COUNT),
    TABLE(pairs, params_count, 0, 3),
    TABLE(refs, ref_count, 2, 1),
    TABLE(folded, pair_count, 1, 0),
    TABLE(parents, group_count, 0, 1),
    TABLE(offsets, group_count, 0, 3),
    TABLE(locate_ends, wave_count, 1, 0),
    TABLE(places, place_count, 0, 2),
    TABLE(locate_factors, place_count, 0, VRMI_LOCATE_FACTOR_COUNT),
};

/* Where those begin whose lengths are known with the waves, the groups, the places. */
enum { OF_WAVES, OF_GROUPS = 2, OF_PLACES = 8, ARRAY_COUNT = 11 };
_Static_assert(sizeof arrays / sizeof *arrays == ARRAY_COUNT, "one row for each array");

static bool alloc_arrays(vrmi_RigBuild* build, vrmi_SpringLanes* lanes, int first, int end) {
    vrmi_arrays_alloc(build, lanes, arrays + first, end - first, lanes->lane_count);
    return !build->is_out_of_memory;
}

const vrmi_SpringLanes* vrmi_spring_lanes_carve(vrmi_Carver* carver,
                                                const vrmi_SpringLanes* draft) {
    if (draft == NULL) return NULL;
    vrmi_SpringLanes lanes = *draft;
    vrmi_SpringLanes* place = vrmi_carve(carver, 1, sizeof lanes);
    vrmi_arrays_carve(carver, &lanes, arrays, ARRAY_COUNT, lanes.lane_count);
    if (place != NULL) *place = lanes;
    return place;
}

/* ---- Groups: chains of one avatar, one in each lane ---- */

static void fill_pairs(const vrmi_SpringLayout* layout, const vrmi_SpringLanes* to, int32_t g) {
    int32_t lanes = to->lane_count;
    const vrmi_SpringGroup* group = &to->groups[g];
    for (int32_t depth = 0; depth < group->pair_count; depth++) {
        int32_t n = group->first_params + depth;
        float* factors = to->factors + (ptrdiff_t)n * VRMI_SPRING_PARAM_COUNT * lanes;
        int32_t* pairs = to->pairs + VRMI_PAIRS_AT(n, lanes);
        for (int32_t lane = 0; lane < lanes; lane++) {
            const vrmi_SpringChain* chain = vrmi_group_chain(layout, group, lane);
            bool is_real = lane < group->chain_count && depth < chain->pair_count;
            int32_t last = chain->pair_count - 1;
            int32_t pair = chain->first_pair + (depth < last ? depth : last);
            float numbers[VRMI_SPRING_PARAM_COUNT];
            memcpy(numbers, &layout->params[pair], sizeof numbers);
            for (int i = 0; i < VRMI_SPRING_PARAM_COUNT; i++)
                factors[i * lanes + lane] = numbers[i];
            pairs[lane] = pair;
            pairs[lanes + lane] = is_real ? layout->pairs[pair].slot : -1;
            pairs[2 * lanes + lane] =
                layout->pairs[is_real ? pair : pairs[0]].joint * (int32_t)sizeof(vrm_Quat);
            if (is_real) to->folded[pair] = lanes * pairs[0] + lane;
            /* The reach of the farthest lane. Behind its end a chain keeps its last reach. */
            float* reach = &factors[VRMI_SPRING_REACH * lanes];
            *reach = fmaxf(*reach, layout->params[pair].reach);
        }
    }
}

static void fill_roots(const vrmi_SpringLayout* layout, const vrmi_SpringLanes* to, int32_t g) {
    int32_t lanes = to->lane_count;
    for (int32_t lane = 0; lane < lanes; lane++) {
        const vrmi_SpringChain* chain = vrmi_group_chain(layout, &to->groups[g], lane);
        float* offset = to->offsets + (ptrdiff_t)g * 3 * lanes + lane;
        to->parents[(ptrdiff_t)g * lanes + lane] = chain->parent;
        offset[0] = chain->offset.x;
        offset[lanes] = chain->offset.y;
        offset[2 * lanes] = chain->offset.z;
    }
}

static void fill_ref(const vrmi_SpringLayout* layout, const vrmi_SpringLanes* to, int32_t g,
                     int32_t i) {
    const vrmi_SpringGroup* group = &to->groups[g];
    int32_t* out = to->refs + VRMI_REF_AT(group->first_collider + i, to->lane_count);
    vrmi_ColliderKind kind = VRMI_COLLIDER_SPHERE;
    out[VRMI_REF_FIRST] = INT32_MAX;
    const vrmi_SpringChain* longest = &layout->chains[group->longest_list];
    int32_t nothing = layout->collider_count +
                      vrmi_nothing_like(layout->collider_refs[longest->first_collider + i].kind);
    for (int32_t lane = 0; lane < to->lane_count; lane++) {
        const vrmi_SpringChain* chain = vrmi_group_chain(layout, group, lane);
        out[VRMI_REF_COLLIDERS + lane] = nothing * VRMI_COLLIDER1_SIZE;
        if (i >= chain->collider_count) continue;
        vrmi_ColliderRef ref = layout->collider_refs[chain->first_collider + i];
        out[VRMI_REF_COLLIDERS + lane] = ref.collider * VRMI_COLLIDER1_SIZE;
        if (ref.kind > kind) kind = ref.kind;
        if (ref.first < out[VRMI_REF_FIRST]) out[VRMI_REF_FIRST] = ref.first;
    }
    out[VRMI_REF_KIND] = (int32_t)kind;
}

/* ---- Who shares a group ---- */

static bool fits_group(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group,
                       const vrmi_SpringChain* chain) {
    const vrmi_SpringChain* longest = &layout->chains[group->longest_list];
    int32_t shared = chain->collider_count < longest->collider_count ? chain->collider_count
                                                                     : longest->collider_count;
    return group->has_center == (chain->center >= 0) &&
           kinds_fit(layout->collider_refs + longest->first_collider,
                     layout->collider_refs + chain->first_collider, shared);
}

/* Forms the groups of the regular chains of a wave. Of neighbours the first is the longest. */
static void group_wave(const vrmi_SpringLayout* layout, vrmi_SpringLanes* out,
                       const vrmi_SpringWave* wave) {
    int32_t c = wave->first_chain, end = c + wave->regular_count;
    while (c < end) {
        vrmi_SpringGroup* group = &out->groups[out->group_count++];
        *group = (vrmi_SpringGroup){.first_chain = c,
                                    .pair_count = layout->chains[c].pair_count,
                                    .first_params = out->params_count,
                                    .first_collider = out->ref_count,
                                    .longest_list = c,
                                    .has_center = layout->chains[c].center >= 0};
        for (; c < end && group->chain_count < out->lane_count &&
               fits_group(layout, group, &layout->chains[c]);
             c++, group->chain_count++) {
            if (layout->chains[c].collider_count <= group->collider_count) continue;
            group->collider_count = layout->chains[c].collider_count;
            group->longest_list = c;
        }
        out->params_count += group->pair_count;
        out->ref_count += group->collider_count;
    }
}

static bool fill_tables(vrmi_RigBuild* build, const vrmi_SpringLayout* layout,
                        vrmi_SpringLanes* out) {
    if (!alloc_arrays(build, out, OF_GROUPS, OF_PLACES)) return false;
    for (int32_t p = 0; p < layout->pair_count; p++) out->folded[p] = -1;
    for (int32_t g = 0; g < out->group_count; g++) {
        fill_roots(layout, out, g);
        fill_pairs(layout, out, g);
        for (int32_t i = 0; i < out->groups[g].collider_count; i++) fill_ref(layout, out, g, i);
    }
    return true;
}

/* ---- Colliders, one in each lane ---- */

static void fill_factors(const vrmi_RigCollider* from, const vrmi_SpringLanes* to, int32_t place,
                         int32_t lane) {
    int32_t lanes = to->lane_count;
    float* factors = to->locate_factors + (ptrdiff_t)place * VRMI_LOCATE_FACTOR_COUNT * lanes;
    const float numbers[VRMI_LOCATE_FACTOR_COUNT] = {
        from->offset.x, from->offset.y, from->offset.z, from->radius,
        from->along.x,  from->along.y,  from->along.z,  (float)from->kind};
    for (int i = 0; i < VRMI_LOCATE_FACTOR_COUNT; i++) factors[i * lanes + lane] = numbers[i];
}

static void fill_place(const vrmi_SpringLayout* layout, const vrmi_SpringLanes* to, int32_t lane,
                       int32_t collider) {
    const vrmi_RigCollider* from = &layout->colliders[collider];
    int32_t* ids = to->places + VRMI_LOCATE_AT(to->place_count, to->lane_count);
    ids[lane] = from->slot;
    ids[to->lane_count + lane] = collider;
    fill_factors(from, to, to->place_count, lane);
}

void vrmi_spring_lanes_change(const vrmi_SpringLanes* lanes, const vrmi_SpringLayout* layout,
                              int32_t collider) {
    for (int32_t n = 0; n < lanes->place_count; n++) {
        const int32_t* ids = lanes->places + VRMI_LOCATE_AT(n, lanes->lane_count);
        for (int32_t lane = 0; lane < lanes->lane_count; lane++)
            if (ids[lanes->lane_count + lane] == collider)
                fill_factors(&layout->colliders[collider], lanes, n, lane);
    }
}

/* Spheres, then the others. Lanes that stay empty repeat the first of their place. */
static void place_wave(const vrmi_SpringLayout* layout, vrmi_SpringLanes* out,
                       const vrmi_SpringWave* wave) {
    const int32_t* list = layout->wave_colliders + wave->first_collider;
    int32_t lane = 0, first = 0;
    for (int32_t i = 0; i < 2 * wave->collider_count; i++) {
        int32_t collider = list[i % wave->collider_count];
        bool is_sphere = layout->colliders[collider].kind == VRMI_COLLIDER_SPHERE;
        if (is_sphere != (i < wave->collider_count)) continue;
        if (lane == 0) first = collider;
        fill_place(layout, out, lane++, collider);
        if (lane < out->lane_count) continue;
        out->place_count++;
        lane = 0;
    }
    if (lane == 0) return;
    while (lane < out->lane_count) fill_place(layout, out, lane++, first);
    out->place_count++;
}

static bool is_regular(const vrmi_SpringLayout* layout) {
    for (int32_t w = 0; w < layout->wave_count; w++)
        if (layout->waves[w].regular_count < layout->waves[w].chain_count) return false;
    return true;
}

static bool fill_places(vrmi_RigBuild* build, const vrmi_SpringLayout* layout,
                        vrmi_SpringLanes* out) {
    int64_t lanes = out->lane_count, most = 0;
    for (int32_t w = 0; w < layout->wave_count; w++)
        most += (layout->waves[w].collider_count + lanes - 1) / lanes;
    if (!is_regular(layout) || most * lanes * VRMI_LOCATE_FACTOR_COUNT > INT32_MAX) return true;
    out->place_count = (int32_t)most;
    if (!alloc_arrays(build, out, OF_PLACES, ARRAY_COUNT)) return false;
    out->place_count = 0;
    for (int32_t w = 0; w < layout->wave_count; w++) {
        place_wave(layout, out, &layout->waves[w]);
        out->locate_ends[w] = out->place_count;
    }
    return true;
}

/* Padding makes tables grow with the number of lanes: a file of many short chains must not have
 * tables that no int32_t counts. Some of their numbers count bytes. */
static bool can_be_counted(const vrmi_SpringLayout* layout, int32_t lane_count) {
    int64_t pairs = (int64_t)layout->pair_count * lane_count * VRMI_SPRING_PARAM_COUNT;
    int64_t refs = (int64_t)layout->collider_ref_count * (2 + lane_count);
    int64_t colliders =
        ((int64_t)layout->collider_count + VRMI_NOTHING_COUNT) * VRMI_COLLIDER1_SIZE;
    int64_t joints = (int64_t)layout->joint_count * (int64_t)sizeof(vrm_Quat);
    return pairs <= INT32_MAX && refs <= INT32_MAX && colliders <= INT32_MAX && joints <= INT32_MAX;
}

static const vrmi_SpringLanes* make_groups(vrmi_RigBuild* build, const vrmi_SpringLayout* layout,
                                           int32_t lane_count) {
    vrmi_SpringLanes* out = vrmi_build_alloc(build, 1, sizeof *out);
    if (out == NULL) return NULL;
    out->lane_count = lane_count;
    out->wave_count = layout->wave_count;
    out->pair_count = layout->pair_count;
    out->group_count = layout->chain_count; /* at most */
    if (!alloc_arrays(build, out, OF_WAVES, OF_GROUPS)) return NULL;
    out->group_count = 0;
    for (int32_t w = 0; w < layout->wave_count; w++) {
        group_wave(layout, out, &layout->waves[w]);
        out->wave_ends[w] = out->group_count;
    }
    return fill_tables(build, layout, out) && fill_places(build, layout, out) ? out : NULL;
}

bool vrmi_spring_lanes(vrmi_RigBuild* build, vrmi_SpringLayout* layout) {
    for (int32_t i = 0; i < VRMI_LANE_COUNTS; i++) {
        int32_t lane_count = 4 << i;
        if (!vrmi_cpu_has_lanes(lane_count) || !can_be_counted(layout, lane_count)) continue;
        layout->lanes[i] = make_groups(build, layout, lane_count);
        if (layout->lanes[i] == NULL) return false;
    }
    return true;
}
