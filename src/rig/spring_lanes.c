/* SPDX-License-Identifier: MIT */
/* What an avatar alone puts in lanes: four chains in those of a group, four colliders in those of a
 * four; and how far chains reach. Chains come sorted so that those which are alike are neighbours.
 */
#include "rig/spring_order.h"

#include <math.h>
#include <string.h>

/* Spheres and capsules are one code: a sphere is a capsule without length. */
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

/* ---- Groups: four chains of one avatar ---- */

/* The first chain of a group is the longest and has the longest list. */
static bool fits_group(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group,
                       const vrmi_SpringChain* chain) {
    const vrmi_SpringChain* first = &layout->chains[group->chains[0]];
    return (first->center >= 0) == (chain->center >= 0) &&
           chain->collider_count <= first->collider_count &&
           kinds_fit(layout->collider_refs + first->first_collider,
                     layout->collider_refs + chain->first_collider, chain->collider_count);
}

static void fill_pairs(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group,
                       vrmi_SpringParams4* params, vrmi_GroupPairs* pairs, int32_t* packed) {
    for (int32_t depth = 0; depth < group->pair_count; depth++) {
        for (int lane = 0; lane < 4; lane++) {
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
            if (is_real) packed[pair] = 4 * pairs[depth].pairs[0] + lane;
            pairs[depth].joints[lane] = layout->pair_joints[is_real ? pair : pairs[depth].pairs[0]];
        }
    }
}

static void fill_starts(const vrmi_SpringLayout* layout, vrmi_SpringGroup* group) {
    for (int lane = 0; lane < 4; lane++) {
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
    vrmi_GroupRef out = {.kind = VRMI_COLLIDER_SPHERE};
    const vrmi_SpringChain* first = &layout->chains[group->chains[0]];
    int32_t nothing = layout->collider_count +
                      vrmi_nothing_like(layout->collider_refs[first->first_collider + i].kind);
    for (int lane = 0; lane < 4; lane++) {
        int32_t c = group->chains[lane] < 0 ? group->chains[0] : group->chains[lane];
        const vrmi_SpringChain* chain = &layout->chains[c];
        out.colliders[lane] = nothing;
        if (i >= chain->collider_count) continue;
        vrmi_ColliderRef ref = layout->collider_refs[chain->first_collider + i];
        out.colliders[lane] = ref.collider;
        out.kind = kind_of_both(out.kind, ref.kind);
    }
    return out;
}

/* Groups of the plain chains of a wave; returns how many. */
static int32_t group_wave(vrmi_SpringLayout* layout, const vrmi_SpringWave* wave,
                          vrmi_SpringGroup* groups) {
    int32_t count = 0, filled = 4;
    for (int32_t i = 0; i < wave->plain_count; i++) {
        int32_t c = wave->first_chain + i;
        const vrmi_SpringChain* chain = &layout->chains[c];
        if (filled == 4 || !fits_group(layout, &groups[count - 1], chain)) {
            groups[count++] = (vrmi_SpringGroup){.chains = {-1, -1, -1, -1},
                                                 .pair_count = chain->pair_count,
                                                 .first_params = layout->group_params_count,
                                                 .first_collider = layout->group_ref_count,
                                                 .collider_count = chain->collider_count,
                                                 .has_center = chain->center >= 0};
            layout->group_params_count += chain->pair_count;
            layout->group_ref_count += chain->collider_count;
            filled = 0;
        }
        groups[count - 1].chains[filled++] = c;
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

/* ---- Fours: the colliders of one avatar ---- */

static vrmi_ColliderFour make_four(const vrmi_SpringLayout* layout, const int32_t* colliders,
                                   int32_t count) {
    vrmi_ColliderFour four;
    for (int lane = 0; lane < 4; lane++) {
        int32_t c = colliders[lane < count ? lane : 0];
        const vrmi_RigCollider* from = &layout->colliders[c];
        const float offset[3] = {from->offset.x, from->offset.y, from->offset.z};
        const float along[3] = {from->along.x, from->along.y, from->along.z};
        bool is_plane = from->kind == VRMI_COLLIDER_PLANE;
        four.colliders[lane] = c;
        four.slots[lane] = from->slot;
        four.radii[lane] = from->radius;
        four.is_plane[lane] = is_plane ? -1 : 0;
        four.is_long[lane] = is_plane || from->kind == VRMI_COLLIDER_SPHERE ? 0 : -1;
        for (int k = 0; k < 3; k++) {
            four.offsets[k][lane] = offset[k];
            four.alongs[k][lane] = along[k];
        }
    }
    return four;
}

static bool fill_fours(vrmi_RigBuild* build, vrmi_SpringLayout* layout, vrmi_SpringWave* waves) {
    for (int32_t w = 0; w < layout->wave_count; w++) {
        waves[w].first_four = layout->four_count;
        waves[w].four_count = (waves[w].collider_count + 3) / 4;
        layout->four_count += waves[w].four_count;
    }
    vrmi_ColliderFour* fours = vrmi_build_alloc(build, (size_t)layout->four_count, sizeof *fours);
    if (fours == NULL) return false;
    for (int32_t w = 0; w < layout->wave_count; w++)
        for (int32_t i = 0; i < waves[w].four_count; i++)
            fours[waves[w].first_four + i] =
                make_four(layout, layout->wave_colliders + waves[w].first_collider + 4 * i,
                          waves[w].collider_count - 4 * i);
    layout->fours = fours;
    return true;
}

/* ---- Reach ---- */

/* What rounding adds to the lengths of so many pairs is less than the share. */
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

/* Of the farthest lane. Where a chain has ended it stays as far as it came. */
static void find_group_reaches(const vrmi_SpringLayout* layout, float* reaches) {
    for (int32_t i = 0; i < layout->group_params_count; i++)
        for (int lane = 0; lane < 4; lane++)
            reaches[i] = fmaxf(reaches[i], layout->reaches[layout->group_pairs[i].pairs[lane]]);
}

static bool fill_reaches(vrmi_RigBuild* build, vrmi_SpringLayout* layout) {
    float* reaches = vrmi_build_alloc(build, (size_t)layout->pair_count, sizeof *reaches);
    float* group_reaches =
        vrmi_build_alloc(build, (size_t)layout->group_params_count, sizeof *group_reaches);
    if (reaches == NULL || group_reaches == NULL) return false;
    layout->reaches = reaches;
    layout->group_reaches = group_reaches;
    find_reaches(layout, reaches);
    find_group_reaches(layout, group_reaches);
    return true;
}

bool vrmi_spring_lanes(vrmi_RigBuild* build, vrmi_SpringLayout* layout) {
    size_t chain_count = (size_t)layout->chain_count;
    vrmi_SpringWave* waves = (vrmi_SpringWave*)(uintptr_t)layout->waves;
    vrmi_SpringGroup* groups = vrmi_build_alloc(build, chain_count, sizeof *groups);
    if (groups == NULL) return false;
    layout->groups = groups;
    for (int32_t w = 0; w < layout->wave_count; w++) {
        waves[w].first_group = layout->group_count;
        waves[w].group_count = group_wave(layout, &waves[w], groups + layout->group_count);
        layout->group_count += waves[w].group_count;
    }
    return fill_groups(build, layout, groups) && fill_fours(build, layout, waves) &&
           fill_reaches(build, layout);
}
