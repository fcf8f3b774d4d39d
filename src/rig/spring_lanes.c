/* SPDX-License-Identifier: MIT */
/* Forms groups: chains of a single avatar that run side by side in the lanes. Also computes the
 * reach of chains. Precondition: chains are sorted so that similar ones are near each other. */
#include "rig/spring_layout.h"

#include <math.h>
#include <string.h>

/* Spheres and capsules share code: a sphere is a capsule of length 0. */
static vrmi_ColliderKind lane_kind(vrmi_ColliderKind kind) {
    return kind == VRMI_COLLIDER_SPHERE ? VRMI_COLLIDER_CAPSULE : kind;
}

static vrmi_ColliderKind kind_of_both(vrmi_ColliderKind a, vrmi_ColliderKind b) {
    return a > b ? a : b;
}

static bool kinds_fit(const vrmi_ColliderRef* a, const vrmi_ColliderRef* b, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (lane_kind(a[i].kind) != lane_kind(b[i].kind)) return false;
    return true;
}

/* ---- Reach ---- */

/* Margin for rounding: the rounding error of a sum of that many lengths is smaller. */
#define REACH_SHARE     1.001f
#define REACH_PAIRS_MAX 64

static void find_reaches(vrmi_SpringLayout* layout, float* reaches) {
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        if (chain->collider_count > layout->most_refs) layout->most_refs = chain->collider_count;
        float scale = 1.0f, length = 0.0f, reach = 0.0f;
        for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
            const vrmi_SpringParams* params = &layout->params[p];
            scale *= fabsf(params->scale);
            length += params->length * scale;
            reach = fmaxf(reach, (length + params->radius * scale) * REACH_SHARE);
            reaches[p] = chain->pair_count > REACH_PAIRS_MAX ? INFINITY : reach;
        }
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
        if (!(gap > layout->reaches[chain->first_pair + p] * scale)) return p;
    return INT32_MAX;
}

static void find_firsts(const vrm_Rig* rig, vrmi_SpringLayout* layout) {
    vrmi_ColliderRef* refs = (vrmi_ColliderRef*)(uintptr_t)layout->collider_refs;
    for (int32_t c = 0; c < layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &layout->chains[c];
        for (int32_t i = 0; i < chain->collider_count; i++) {
            vrmi_ColliderRef* ref = &refs[chain->first_collider + i];
            ref->first = find_first(rig, layout, chain, ref);
        }
    }
}

/* ---- Groups: four chains of one avatar ---- */

static void fill_pairs(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group,
                       vrmi_SpringParams4* params, vrmi_GroupPairs* pairs, int32_t* packed) {
    for (int32_t depth = 0; depth < group->pair_count; depth++) {
        for (int lane = 0; lane < VRMI_LANES; lane++) {
            bool is_empty = group->chains[lane] < 0;
            const vrmi_SpringChain* chain =
                &layout->chains[is_empty ? group->chains[0] : group->chains[lane]];
            bool has_ended = depth >= chain->pair_count;
            int32_t pair = chain->first_pair + (has_ended ? chain->pair_count - 1 : depth);
            float numbers[VRMI_SPRING_PARAM_COUNT];
            memcpy(numbers, &layout->params[pair], sizeof numbers);
            for (int n = 0; n < VRMI_SPRING_PARAM_COUNT; n++)
                params[depth].at[n][lane] = numbers[n];
            pairs[depth].pairs[lane] = pair;
            pairs[depth].slots[lane] = is_empty || has_ended ? -1 : layout->pairs[pair].slot;
            bool is_real = pairs[depth].slots[lane] >= 0;
            if (is_real) packed[pair] = VRMI_LANES * pairs[depth].pairs[0] + lane;
            pairs[depth].joints[lane] = layout->pair_joints[is_real ? pair : pairs[depth].pairs[0]];
        }
    }
}

static void fill_starts(const vrmi_SpringLayout* layout, vrmi_SpringGroup* group) {
    for (int lane = 0; lane < VRMI_LANES; lane++) {
        int32_t c = group->chains[lane] < 0 ? group->chains[0] : group->chains[lane];
        const vrmi_SpringChain* chain = &layout->chains[c];
        group->parents[lane] = chain->parent;
        group->offsets[0][lane] = chain->offset.x;
        group->offsets[1][lane] = chain->offset.y;
        group->offsets[2][lane] = chain->offset.z;
    }
}

static vrmi_GroupRef make_group_ref(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group,
                                    int32_t i) {
    vrmi_GroupRef out = {.kind = VRMI_COLLIDER_SPHERE, .first = INT32_MAX};
    const vrmi_SpringChain* longest = &layout->chains[group->longest_list];
    int32_t nothing = layout->collider_count +
                      vrmi_nothing_like(layout->collider_refs[longest->first_collider + i].kind);
    for (int lane = 0; lane < VRMI_LANES; lane++) {
        int32_t c = group->chains[lane] < 0 ? group->chains[0] : group->chains[lane];
        const vrmi_SpringChain* chain = &layout->chains[c];
        out.colliders[lane] = nothing;
        if (i >= chain->collider_count) continue;
        vrmi_ColliderRef ref = layout->collider_refs[chain->first_collider + i];
        out.colliders[lane] = ref.collider;
        out.kind = kind_of_both(out.kind, ref.kind);
        if (ref.first < out.first) out.first = ref.first;
    }
    return out;
}

/* ---- Who shares a group ---- */

/* How many chains are considered for a lane: a bound, so that hostile lists do not cost quadratic
 * time. */
#define LOOK_AHEAD 32

typedef struct Grouping {
    vrmi_SpringLayout* layout;
    bool* is_taken;           /* by chain */
    vrmi_ColliderRef* places; /* of the group's list at hand: kind and `first` for all its lanes */
} Grouping;

static bool fits_group(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group,
                       const vrmi_SpringChain* chain) {
    const vrmi_SpringChain* longest = &layout->chains[group->longest_list];
    int32_t shared = chain->collider_count < longest->collider_count ? chain->collider_count
                                                                     : longest->collider_count;
    return group->has_center == (chain->center >= 0) &&
           kinds_fit(layout->collider_refs + longest->first_collider,
                     layout->collider_refs + chain->first_collider, shared);
}

/* The cost of an entry of a group's collider list, in tests against a sphere: one for each pair
 * that can reach it, and two for finding these pairs; twice as much where the entry must be treated
 * as a capsule. */
static int64_t cost_of(const vrmi_SpringGroup* group, vrmi_ColliderRef place) {
    int32_t tests = place.first < group->pair_count ? group->pair_count - place.first : 0;
    return (int64_t)(tests + 2) * (place.kind == VRMI_COLLIDER_SPHERE ? 1 : 2);
}

static vrmi_ColliderRef join_refs(vrmi_ColliderRef a, vrmi_ColliderRef b) {
    return (vrmi_ColliderRef){.kind = kind_of_both(a.kind, b.kind),
                              .first = a.first < b.first ? a.first : b.first};
}

static int64_t cost_to_join(const Grouping* grouping, const vrmi_SpringGroup* group,
                            const vrmi_SpringChain* chain) {
    const vrmi_ColliderRef* refs = grouping->layout->collider_refs + chain->first_collider;
    int64_t cost = 0;
    for (int32_t i = 0; i < chain->collider_count; i++) {
        vrmi_ColliderRef place = grouping->places[i];
        cost += i < group->collider_count
                    ? cost_of(group, join_refs(place, refs[i])) - cost_of(group, place)
                    : cost_of(group, refs[i]);
    }
    return cost;
}

/* The chain that adds the least to the cost of the group; -1: none fits. */
static int32_t find_member(const Grouping* grouping, const vrmi_SpringGroup* group, int32_t begin,
                           int32_t end) {
    const vrmi_SpringLayout* layout = grouping->layout;
    int64_t least = INT64_MAX;
    int32_t member = -1;
    for (int32_t c = begin; c < end && c < begin + LOOK_AHEAD; c++) {
        if (grouping->is_taken[c] || !fits_group(layout, group, &layout->chains[c])) continue;
        int64_t cost = cost_to_join(grouping, group, &layout->chains[c]);
        if (cost >= least) continue;
        least = cost;
        member = c;
    }
    return member;
}

static void take_chain(Grouping* grouping, vrmi_SpringGroup* group, int32_t lane, int32_t c) {
    const vrmi_SpringChain* chain = &grouping->layout->chains[c];
    const vrmi_ColliderRef* refs = grouping->layout->collider_refs + chain->first_collider;
    group->chains[lane] = c;
    grouping->is_taken[c] = true;
    for (int32_t i = 0; i < chain->collider_count; i++)
        grouping->places[i] =
            i < group->collider_count ? join_refs(grouping->places[i], refs[i]) : refs[i];
    if (chain->collider_count <= group->collider_count) return;
    group->collider_count = chain->collider_count;
    group->longest_list = c;
}

/* Forms the groups of the plain chains of a wave; returns how many. A group begins with the first
 * chain that has no group yet, which is the longest of those left. */
static int32_t group_wave(Grouping* grouping, const vrmi_SpringWave* wave,
                          vrmi_SpringGroup* groups) {
    vrmi_SpringLayout* layout = grouping->layout;
    int32_t count = 0, end = wave->first_chain + wave->plain_count;
    for (int32_t c = wave->first_chain; c < end; c++) {
        if (grouping->is_taken[c]) continue;
        vrmi_SpringGroup* group = &groups[count++];
        *group = (vrmi_SpringGroup){.pair_count = layout->chains[c].pair_count,
                                    .first_params = layout->group_params_count,
                                    .first_collider = layout->group_ref_count,
                                    .longest_list = c,
                                    .has_center = layout->chains[c].center >= 0};
        take_chain(grouping, group, 0, c);
        for (int32_t lane = 1; lane < VRMI_LANES; lane++) {
            int32_t member = find_member(grouping, group, c + 1, end);
            group->chains[lane] = -1;
            if (member >= 0) take_chain(grouping, group, lane, member);
        }
        layout->group_params_count += group->pair_count;
        layout->group_ref_count += group->collider_count;
    }
    return count;
}

static bool fill_groups(vrmi_RigBuild* build, vrmi_SpringLayout* layout, vrmi_SpringGroup* groups) {
    size_t pairs_count = (size_t)layout->group_params_count;
    size_t refs_count = (size_t)layout->group_ref_count;
    vrmi_SpringParams4* params = vrmi_build_alloc(build, pairs_count, sizeof *params);
    vrmi_GroupPairs* pairs = vrmi_build_alloc(build, pairs_count, sizeof *pairs);
    vrmi_GroupRef* refs = vrmi_build_alloc(build, refs_count, sizeof *refs);
    int32_t* packed = vrmi_build_alloc(build, (size_t)layout->pair_count, sizeof *packed);
    if (params == NULL || pairs == NULL || refs == NULL || packed == NULL) return false;
    for (int32_t p = 0; p < layout->pair_count; p++) packed[p] = -1;
    for (int32_t g = 0; g < layout->group_count; g++) {
        vrmi_SpringGroup* group = &groups[g];
        fill_starts(layout, group);
        fill_pairs(layout, group, params + group->first_params, pairs + group->first_params,
                   packed);
        for (int32_t i = 0; i < group->collider_count; i++)
            refs[group->first_collider + i] = make_group_ref(layout, group, i);
    }
    layout->group_params = params;
    layout->group_pairs = pairs;
    layout->pair_packed = packed;
    layout->group_refs = refs;
    return true;
}

/* The reach of the farthest lane. Behind its end a chain keeps its last reach. */
static void find_group_reaches(const vrmi_SpringLayout* layout, float* reaches) {
    for (int32_t i = 0; i < layout->group_params_count; i++)
        for (int lane = 0; lane < VRMI_LANES; lane++)
            reaches[i] = fmaxf(reaches[i], layout->reaches[layout->group_pairs[i].pairs[lane]]);
}

bool vrmi_spring_lanes(vrmi_RigBuild* build, vrmi_SpringLayout* layout) {
    size_t chain_count = (size_t)layout->chain_count;
    vrmi_SpringWave* waves = (vrmi_SpringWave*)(uintptr_t)layout->waves;
    vrmi_SpringGroup* groups = vrmi_build_alloc(build, chain_count, sizeof *groups);
    float* reaches = vrmi_build_alloc(build, (size_t)layout->pair_count, sizeof *reaches);
    if (groups == NULL || reaches == NULL) return false;
    layout->groups = groups;
    layout->reaches = reaches;
    find_reaches(layout, reaches);
    find_firsts(&build->draft, layout);
    Grouping grouping = {
        layout, vrmi_build_alloc(build, chain_count, sizeof(bool)),
        vrmi_build_alloc(build, (size_t)layout->most_refs, sizeof(vrmi_ColliderRef))};
    if (grouping.is_taken == NULL || grouping.places == NULL) return false;
    for (int32_t w = 0; w < layout->wave_count; w++) {
        waves[w].first_group = layout->group_count;
        waves[w].group_count = group_wave(&grouping, &waves[w], groups + layout->group_count);
        layout->group_count += waves[w].group_count;
    }
    float* group_reaches =
        vrmi_build_alloc(build, (size_t)layout->group_params_count, sizeof *group_reaches);
    if (group_reaches == NULL || !fill_groups(build, layout, groups)) return false;
    layout->group_reaches = group_reaches;
    find_group_reaches(layout, group_reaches);
    return true;
}
