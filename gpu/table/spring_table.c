/* SPDX-License-Identifier: MIT */
/* Spring bones: pairs, chains, waves, colliders and centers. */
#include "table/table_build.h"

#include <math.h>
#include <stdlib.h>

/* Where the springs find the world transform of a node; the root for -1. */
static int32_t world_of(gpu_Build* b, int32_t node) {
    if (node < 0) return b->pack->anchor_count;
    node = checked(b, node, b->pack->node_count);
    if (b->worlds[node] < 0) b->code = GPU_BROKEN;
    return b->worlds[node];
}

/* ---- Pairs ---- */

/* Checks the walk of kernels from `node` up to `top`. */
static void check_walk(gpu_Build* b, int32_t node, int32_t top) {
    int32_t n = b->pack->nodes[node].parent;
    while (n >= 0 && n != top) n = b->pack->nodes[n].parent;
    if (n != top || top < 0) b->code = GPU_BROKEN;
}

/* Sum of KIND_...; `before`: the pair before in the chain, or NULL. */
static int32_t kind_of(const vrm_PackPair* p, const vrm_PackPair* before) {
    bool skips = before != NULL && !(before->is_direct && before->tail == p->node);
    bool measures = p->tail >= 0 && !p->is_direct;
    return (skips ? KIND_SKIPS : 0) | (measures ? KIND_MEASURES : 0) |
           (p->limit != VRM_LIMIT_NONE ? KIND_LIMITED : 0);
}

static gpu_Float4 float4_of(vrm_Quat q) {
    return (gpu_Float4){q.x, q.y, q.z, q.w};
}

static gpu_Float4 float4_from(vrm_Vec3 v, float w) {
    return (gpu_Float4){v.x, v.y, v.z, w};
}

static void add_pair(gpu_Build* b, const vrm_PackPair* p, const vrm_PackPair* before) {
    const vrm_RigPack* pack = b->pack;
    gpu_Pair pair = {.step = {.node = p->node,
                              .tail = checked_or_none(b, p->tail, pack->node_count),
                              .joint = checked(b, p->joint, pack->joint_count),
                              .limit = p->limit,
                              .rest = float4_of(p->rest),
                              .swing = float4_of(p->swing),
                              .aim = float4_from(p->direction, p->length),
                              .pull = float4_from(p->gravity, p->stiffness),
                              .keep = p->keep,
                              .radius = p->radius,
                              .scale = p->scale,
                              .kind = kind_of(p, before)},
                     .limit_frame = float4_of(p->limit_frame),
                     .limit_cosine = p->limit_cosine,
                     .limit_sine = p->limit_sine,
                     .limit_pitch = p->limit_pitch,
                     .limit_yaw = p->limit_yaw,
                     .previous = before == NULL ? -1 : before->node,
                     .offset = float4_from(pack->nodes[p->node].rest.translation, 0.0f)};
    copy_vec3(pair.axis, p->axis);
    if (before != NULL) check_walk(b, p->node, before->node);
    if (pair.step.tail >= 0) check_walk(b, pair.step.tail, p->node);
    b->is_irregular |= pair.step.kind != 0;
    add(b, &pair, sizeof pair);
}

static void add_pairs(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    gpu_words_align(b->words); /* a gpu_Float4 */
    b->rig.pairs = here(b);
    b->rig.pair_count = pack->pair_count;
    int32_t next = 0;
    for (int32_t c = 0; c < pack->chain_count && b->code == NULL; c++) {
        const vrm_PackChain* chain = &pack->chains[c];
        check_range(b, chain->first_pair, chain->pair_count, pack->pair_count);
        if (chain->first_pair != next || chain->pair_count < 1) b->code = GPU_BROKEN;
        for (int32_t p = 0; p < chain->pair_count && !has_stopped(b); p++, next++)
            add_pair(b, &pack->pairs[next], p == 0 ? NULL : &pack->pairs[next - 1]);
    }
    if (next != pack->pair_count) b->code = GPU_BROKEN;
}

/* ---- Chains ---- */

/* A center of several chains is stored once. */
static int32_t center_entry(gpu_Build* b, int32_t node) {
    if (node < 0 || node >= b->pack->node_count) return 0;
    if (b->centers[node] < 0) b->centers[node] = b->center_count++;
    return b->centers[node];
}

/* How far from its first head a chain without skipped nodes gets, by its parent's scale. The share
 * is for rounding: the error of a sum of that many lengths is smaller. */
static float find_reach(const vrm_RigPack* pack, const vrm_PackChain* chain) {
    float scale = 1.0f, length = 0.0f, reach = 0.0f;
    for (int32_t i = 0; i < chain->pair_count; i++) {
        const vrm_PackPair* p = &pack->pairs[chain->first_pair + i];
        scale *= fabsf(p->scale);
        length += p->length * scale;
        reach = fmaxf(reach, (length + fabsf(p->radius) * scale) * 1.001f);
    }
    return chain->pair_count > 64 ? INFINITY : reach;
}

/* Parents come before their children. */
static void find_body(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    for (int32_t n = 0; n < pack->node_count && !has_stopped(b); n++) {
        int32_t parent = checked_or_none(b, pack->nodes[n].parent, n);
        b->body[n] = n < pack->body_count ? n : parent < 0 ? -1 : b->body[parent];
    }
}

static void add_chains(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    find_body(b);
    b->rig.chains = here(b);
    for (int32_t c = 0; c < pack->chain_count && b->code == NULL; c++) {
        const vrm_PackChain* chain = &pack->chains[c];
        int32_t parent = checked_or_none(b, chain->parent, pack->node_count);
        check_range(b, chain->first_collider, chain->collider_count, pack->collider_ref_count);
        gpu_Chain made = {.first_pair = chain->first_pair,
                          .pair_count = chain->pair_count,
                          .parent = world_of(b, parent),
                          .anchor = world_of(b, parent < 0 ? -1 : b->body[parent]),
                          .center = chain->center < 0 ? -1 : world_of(b, chain->center),
                          .first_collider = chain->first_collider,
                          .collider_count = chain->collider_count,
                          .center_entry = center_entry(b, chain->center),
                          .reach = find_reach(pack, chain)};
        add(b, &made, sizeof made);
    }
}

static void add_centers(gpu_Build* b) {
    int32_t* worlds = calloc((size_t)b->center_count + 1, sizeof *worlds);
    if (worlds == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t n = 0; n < b->pack->node_count; n++)
        if (b->centers[n] >= 0) worlds[b->centers[n]] = world_of(b, n);
    b->rig.centers = here(b);
    b->rig.center_count = b->center_count;
    b->rig.rows.centers = take_rows(b, ARENA_STATE, 8 * b->center_count);
    add(b, worlds, (size_t)b->center_count * sizeof *worlds);
    free(worlds);
}

/* ---- Waves ---- */

static void add_waves(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.waves = here(b);
    b->rig.wave_count = pack->wave_count;
    for (int32_t i = 0; i < pack->wave_count; i++) {
        const vrm_PackWave* w = &pack->waves[i];
        check_range(b, w->first_chain, w->chain_count, pack->chain_count);
        check_range(b, w->first_node, w->node_count, pack->wave_node_count);
        check_range(b, w->first_collider, w->collider_count, pack->wave_collider_count);
        gpu_Wave made = {w->first_chain, w->chain_count,    w->first_node,
                         w->node_count,  w->first_collider, w->collider_count};
        add(b, &made, sizeof made);
    }
    b->rig.wave_nodes = here(b);
    for (int32_t i = 0; i < pack->wave_node_count && b->code == NULL; i++) {
        int32_t node = pack->wave_nodes[i];
        gpu_WaveNode made = {
            .node = node, .above = world_of(b, pack->nodes[node].parent), .world = b->worlds[node]};
        if (made.world <= pack->anchor_count) b->code = GPU_BROKEN;
        add(b, &made, sizeof made);
    }
    b->rig.wave_colliders = here(b);
    for (int32_t i = 0; i < pack->wave_collider_count; i++)
        add_index(b, checked(b, pack->wave_colliders[i], pack->collider_count));
}

/* ---- Colliders ---- */

static void add_collider(gpu_Build* b, const vrm_PackCollider* c) {
    int32_t world = b->worlds[checked(b, c->node, b->pack->node_count)];
    gpu_Collider made = {.world = world < 0 ? 0 : world, /* without one no chain tests it */
                         .shape = c->kind,
                         .radius = c->radius,
                         .at = b->collider_words};
    if (c->kind < VRM_PACK_SPHERE || c->kind > VRM_PACK_PLANE) b->code = GPU_BROKEN;
    copy_vec3(made.offset, c->offset);
    copy_vec3(made.along, c->along);
    b->collider_words += c->kind == VRM_PACK_SPHERE ? 4 : 8;
    b->is_irregular |= c->kind == VRM_PACK_HOLLOW || c->kind == VRM_PACK_PLANE;
    add(b, &made, sizeof made);
}

static void add_colliders(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    int32_t* refs = malloc(((size_t)pack->collider_count + 1) * sizeof *refs);
    if (refs == NULL) {
        b->words->has_failed = true;
        return;
    }
    b->rig.colliders = here(b);
    for (int32_t i = 0; i < pack->collider_count && b->code == NULL; i++) {
        refs[i] = 4 * b->collider_words + pack->colliders[i].kind;
        add_collider(b, &pack->colliders[i]);
    }
    b->rig.collider_refs = here(b);
    for (int32_t i = 0; i < pack->collider_ref_count && b->code == NULL; i++) {
        int32_t c = checked(b, pack->collider_refs[i], pack->collider_count);
        if (b->code != NULL) break;
        if (b->worlds[pack->colliders[c].node] < 0) b->code = GPU_BROKEN;
        add_index(b, refs[c]);
    }
    free(refs);
}

void gpu_add_springs(gpu_Build* b) {
    b->rig.anchor_count = b->pack->anchor_count;
    b->rig.joint_count = b->pack->joint_count;
    add_pairs(b);
    add_chains(b);
    if (!has_stopped(b)) add_centers(b);
    if (!has_stopped(b)) add_waves(b);
    if (!has_stopped(b)) add_colliders(b);
}
