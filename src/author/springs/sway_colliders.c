/* SPDX-License-Identifier: MIT */
/* How thick chains are, and what of the body they must not enter: spheres and capsules fitted to
 * the vertices of its bones. */
#include "author/springs/spring_proposal.h"

#include "base/sort.h"

/* Clothes hang around the body, and the trunk is wider than deep: the radius that this share of a
 * part's vertices lie within is the body's own. */
#define TRUNK_SHARE 0.35f
#define LIMB_SHARE  0.5f

/* A strip of cloth is as thick as its vertices near the joints are away from these. */
#define CHAIN_SHARE 0.25f

/* Metres on an avatar of usual size. */
#define THINNEST_CHAIN 0.003f
#define THICKEST_CHAIN 0.04f
#define USUAL_CHAIN    0.02f

/* A part of the body with fewer vertices has no collider. */
enum { FEWEST_VERTICES = 12 };

/* A collider is made smaller, so that chains at rest are outside it, down to this share of its
 * size. Chains that would need a smaller one are not tested against it. */
#define LEAST_COLLIDER 0.85f

/* A chain swings over this share of its length. */
#define SWING_SHARE 0.35f

/* Hands and forearms can touch any chain of this length: metres on an avatar of usual size. */
#define HANDLED_CHAIN 0.15f

/* ---- Numbers ---- */

/* The value below which `share` of them lie; sorts them. 0 for none. */
static float quantile(float* values, int32_t count, float share) {
    if (count == 0) return 0.0f;
    vrmi_sort_floats(values, (size_t)count);
    return values[(int32_t)(share * (float)(count - 1))];
}

/* The nearest place to `at` on the line from a to b; *out_share is 0 at a and 1 at b. */
static float distance_to_line(vrm_Vec3 a, vrm_Vec3 b, vrm_Vec3 at, float* out_share) {
    vrm_Vec3 along = vrmi_vec3_sub(b, a), from = vrmi_vec3_sub(at, a);
    float square = vrmi_vec3_dot(along, along);
    float share = square > 0.0f ? vrmi_vec3_dot(from, along) / square : 0.0f;
    *out_share = share;
    vrm_Vec3 near = vrmi_vec3_add(a, vrmi_vec3_scale(along, vrmi_clamp(share, 0.0f, 1.0f)));
    return vrmi_vec3_distance(near, at);
}

/* ---- Chains ---- */

static float thickness(const vrm_SpringProposal* proposal, int32_t index, float* values) {
    const vrmi_Cloud* cloud = &proposal->cloud;
    int32_t node = proposal->nodes[index], count = 0;
    vrm_Vec3 a = cloud->rests[node].translation;
    float share;
    for (int32_t i = cloud->first[node]; i >= 0; i = cloud->points[i].next)
        values[count++] =
            distance_to_line(a, proposal->tips[index], cloud->points[i].place, &share);
    float size = proposal->size;
    if (count == 0) return USUAL_CHAIN * size;
    return vrmi_clamp(quantile(values, count, CHAIN_SHARE), THINNEST_CHAIN * size,
                      THICKEST_CHAIN * size);
}

static float* take_values(vrm_SpringProposal* proposal) {
    return vrmi_arena_alloc(&proposal->arena, (size_t)proposal->cloud.point_count + 1,
                            sizeof(float));
}

vrm_Result vrmi_sway_measure(vrm_SpringProposal* proposal) {
    vrmi_ArenaMark mark = vrmi_arena_mark(&proposal->arena);
    float* values = take_values(proposal);
    if (values == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < proposal->node_count; i++)
        proposal->radii[i] = thickness(proposal, i, values);
    vrmi_arena_rewind(&proposal->arena, mark);
    return VRM_OK;
}

/* ---- Body ---- */

/* Parts with a collider. A capsule goes from a bone to the next one; of the trunk's bones any may
 * be missing, and the next one is the first of them that is there. */
static const struct {
    vrm_Bone bone, next[3]; /* VRM_BONE_NONE: a sphere */
} parts[] = {
    {VRM_BONE_HEAD, {VRM_BONE_NONE}},
    {VRM_BONE_HIPS, {VRM_BONE_NONE}},
    {VRM_BONE_SPINE, {VRM_BONE_CHEST, VRM_BONE_NECK, VRM_BONE_HEAD}},
    {VRM_BONE_CHEST, {VRM_BONE_UPPER_CHEST, VRM_BONE_NECK, VRM_BONE_HEAD}},
    {VRM_BONE_UPPER_CHEST, {VRM_BONE_NECK, VRM_BONE_HEAD, VRM_BONE_HEAD}},
    {VRM_BONE_LEFT_UPPER_ARM, {VRM_BONE_LEFT_LOWER_ARM}},
    {VRM_BONE_RIGHT_UPPER_ARM, {VRM_BONE_RIGHT_LOWER_ARM}},
    {VRM_BONE_LEFT_LOWER_ARM, {VRM_BONE_LEFT_HAND}},
    {VRM_BONE_RIGHT_LOWER_ARM, {VRM_BONE_RIGHT_HAND}},
    {VRM_BONE_LEFT_HAND, {VRM_BONE_NONE}},
    {VRM_BONE_RIGHT_HAND, {VRM_BONE_NONE}},
    {VRM_BONE_LEFT_UPPER_LEG, {VRM_BONE_LEFT_LOWER_LEG}},
    {VRM_BONE_RIGHT_UPPER_LEG, {VRM_BONE_RIGHT_LOWER_LEG}},
    {VRM_BONE_LEFT_LOWER_LEG, {VRM_BONE_LEFT_FOOT}},
    {VRM_BONE_RIGHT_LOWER_LEG, {VRM_BONE_RIGHT_FOOT}},
};

#define PART_COUNT ((int)(sizeof parts / sizeof *parts))
_Static_assert(PART_COUNT <= VRMI_SWAY_COLLIDERS_MAX, "each part has a bit");

/* The vertices of a part, those of its helpers included, without those of chains. */
typedef struct Vertices {
    const vrm_SpringProposal* proposal;
    const bool* is_chain; /* by node */
    vrm_Bone bone;
    int32_t node, point; /* the next one */
} Vertices;

static bool next_vertex(Vertices* vertices, vrm_Vec3* out) {
    const vrmi_Cloud* cloud = &vertices->proposal->cloud;
    while (vertices->point < 0) {
        if (++vertices->node >= cloud->node_count) return false;
        if (vertices->proposal->bones[vertices->node] == (int8_t)vertices->bone &&
            !vertices->is_chain[vertices->node])
            vertices->point = cloud->first[vertices->node];
    }
    *out = cloud->points[vertices->point].place;
    vertices->point = cloud->points[vertices->point].next;
    return true;
}

static Vertices vertices_of(const vrm_SpringProposal* proposal, const bool* is_chain,
                            vrm_Bone bone) {
    return (Vertices){proposal, is_chain, bone, -1, -1};
}

/* The middle of all vertices of a part, and their number. */
static vrm_Vec3 middle_of(Vertices vertices, int32_t* out_count) {
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f}, at;
    for (*out_count = 0; next_vertex(&vertices, &at); (*out_count)++) sum = vrmi_vec3_add(sum, at);
    return vrmi_vec3_scale(sum, 1.0f / fmaxf(1.0f, (float)*out_count));
}

static bool is_trunk(vrm_Bone bone) {
    return bone == VRM_BONE_SPINE || bone == VRM_BONE_CHEST || bone == VRM_BONE_UPPER_CHEST;
}

static int32_t fit_capsule(Vertices vertices, vrmi_SwayCollider* out, float* values) {
    vrm_Vec3 at;
    int32_t count = 0;
    while (next_vertex(&vertices, &at)) {
        float share, distance = distance_to_line(out->a, out->b, at, &share);
        if (share > 0.05f && share < 0.95f) values[count++] = distance;
    }
    out->radius = quantile(values, count, is_trunk(out->bone) ? TRUNK_SHARE : LIMB_SHARE);
    return count;
}

/* Head and hips are symmetric, whatever is fixed to one side of them. */
static int32_t fit_sphere(Vertices vertices, vrmi_SwayCollider* out, float* values) {
    const vrm_SpringProposal* proposal = vertices.proposal;
    vrm_Vec3 at;
    int32_t count;
    out->a = middle_of(vertices, &count);
    if (out->bone == VRM_BONE_HEAD || out->bone == VRM_BONE_HIPS)
        out->a.x = proposal->cloud.rests[vrm_rig_bone(proposal->rig, out->bone)].translation.x;
    out->b = out->a;
    count = 0;
    while (next_vertex(&vertices, &at)) values[count++] = vrmi_vec3_distance(out->a, at);
    out->radius = quantile(values, count, TRUNK_SHARE);
    return count;
}

static void fit_part(vrm_SpringProposal* proposal, int part, const bool* is_chain, float* values) {
    vrmi_SwayCollider collider = {.bone = parts[part].bone};
    int32_t node = vrm_rig_bone(proposal->rig, collider.bone), next = -1;
    for (int i = 0; i < 3 && next < 0 && parts[part].next[0] != VRM_BONE_NONE; i++)
        next = vrm_rig_bone(proposal->rig, parts[part].next[i]);
    collider.is_capsule = parts[part].next[0] != VRM_BONE_NONE;
    if (node < 0 || (collider.is_capsule && next < 0)) return;
    Vertices vertices = vertices_of(proposal, is_chain, collider.bone);
    int32_t count;
    if (collider.is_capsule) {
        collider.a = proposal->cloud.rests[node].translation;
        collider.b = proposal->cloud.rests[next].translation;
        count = fit_capsule(vertices, &collider, values);
    } else {
        count = fit_sphere(vertices, &collider, values);
    }
    if (count >= FEWEST_VERTICES && collider.radius > 0.0f)
        proposal->colliders[proposal->collider_count++] = collider;
}

/* ---- Chains and colliders ---- */

/* From the surface of a collider without radius to the nearest tip of a chain. */
static float distance_of(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain,
                         const vrmi_SwayCollider* collider) {
    float nearest = FLT_MAX, share;
    for (int32_t i = chain->first; i < chain->first + vrmi_sway_turning(chain); i++)
        nearest =
            fminf(nearest, distance_to_line(collider->a, collider->b, proposal->tips[i], &share));
    return nearest;
}

static bool is_forearm(vrm_Bone bone) {
    return bone == VRM_BONE_LEFT_LOWER_ARM || bone == VRM_BONE_RIGHT_LOWER_ARM ||
           bone == VRM_BONE_LEFT_HAND || bone == VRM_BONE_RIGHT_HAND;
}

static bool can_touch(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain,
                      const vrmi_SwayCollider* collider, float distance) {
    float length = vrmi_sway_length(proposal, chain);
    if (is_forearm(collider->bone) && chain->bone != collider->bone)
        return length > HANDLED_CHAIN * proposal->size;
    return distance < SWING_SHARE * length + collider->radius;
}

static void meet(vrm_SpringProposal* proposal, int32_t c) {
    vrmi_SwayCollider* collider = &proposal->colliders[c];
    float fitted = collider->radius;
    for (int32_t i = 0; i < proposal->chain_count; i++) {
        vrmi_SwayChain* chain = &proposal->chains[i];
        float distance = distance_of(proposal, chain, collider);
        if (distance < LEAST_COLLIDER * fitted || !can_touch(proposal, chain, collider, distance))
            continue;
        chain->colliders |= (uint32_t)1 << c;
        collider->radius = fminf(collider->radius, distance);
    }
}

/* Joints near a collider get thinner than what they move, so that it does not push them at rest. */
static void make_room(vrm_SpringProposal* proposal, const vrmi_SwayChain* chain) {
    float share;
    for (int32_t c = 0; c < proposal->collider_count; c++) {
        const vrmi_SwayCollider* collider = &proposal->colliders[c];
        if ((chain->colliders >> c & 1) == 0) continue;
        for (int32_t i = chain->first; i < chain->first + vrmi_sway_turning(chain); i++) {
            float distance = distance_to_line(collider->a, collider->b, proposal->tips[i], &share);
            float room = fmaxf(0.0f, distance - collider->radius);
            proposal->radii[i] = fminf(proposal->radii[i], room);
        }
    }
}

vrm_Result vrmi_sway_fit_colliders(vrm_SpringProposal* proposal) {
    vrmi_ArenaMark mark = vrmi_arena_mark(&proposal->arena);
    float* values = take_values(proposal);
    bool* is_chain = vrmi_arena_alloc(&proposal->arena, (size_t)proposal->cloud.node_count + 1,
                                      sizeof *is_chain);
    if (values == NULL || is_chain == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < proposal->node_count; i++) is_chain[proposal->nodes[i]] = true;
    for (int part = 0; part < PART_COUNT; part++) fit_part(proposal, part, is_chain, values);
    for (int32_t c = 0; c < proposal->collider_count; c++) meet(proposal, c);
    for (int32_t i = 0; i < proposal->chain_count; i++) make_room(proposal, &proposal->chains[i]);
    vrmi_arena_rewind(&proposal->arena, mark);
    return VRM_OK;
}
