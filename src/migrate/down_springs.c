/* SPDX-License-Identifier: MIT */
/* secondaryAnimation. In 0.x a root bone makes everything below it sway, each node towards its
 * first child: so the next joint of a chain becomes the first child of the one before, chains with
 * equal settings become one group, and a chain that begins inside another of equal settings needs
 * no root of its own. Colliders are spheres, and a group of them hangs on one node. */
#include "migrate/down.h"

#include <stdlib.h>

/* ---- Colliders ---- */

/* A collider that a group of 1.0 lists. The spheres of one node become a group of 0.x. */
typedef struct Sphere {
    int32_t group, node, collider;
    int32_t place, first; /* in the group: of this one, and of the first on the same node */
} Sphere;

typedef struct Springs {
    vrmi_Descent* descent;
    const vrm_SpringBones* bones;
    Sphere* spheres; /* group by group, node by node, as they come in the file */
    size_t sphere_count;
    int32_t* first;   /* of each group of 1.0: where its groups of 0.x begin; one more at the end */
    uint64_t written; /* spheres and indices, which may be many more than the file has */
    vrm_SpringJoint* settings; /* of each chain */
    int32_t* chain_of;         /* of each node: the chain that turns it, + 1 */
} Springs;

/* Counts one more sphere or index against the limit. */
static bool charge(Springs* springs) {
    const vrmi_Migration* migration = &springs->descent->migration;
    uint64_t most = migration->model->document->def.limits.elements;
    if (springs->written == most && migration->edit->result == VRM_OK) {
        vrmi_report(migration->report, VRMI_RULE_LIMIT_ELEMENTS, migration->json,
                    springs->bones->json,
                    "In 0.x these colliders are more than %lu spheres and indices of groups, the "
                    "limit elements; raise the limit if you trust the file.",
                    (unsigned long)most);
        vrmi_edit_fail(migration->edit, VRM_ERR_LIMIT);
    }
    return springs->written++ < most;
}

static bool is_sphere(const vrm_Collider* collider) {
    return collider->node >= 0 && collider->shape != VRM_COLLIDER_INSIDE_SPHERE &&
           collider->shape != VRM_COLLIDER_INSIDE_CAPSULE;
}

static int by_node(const void* a, const void* b) {
    const Sphere *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static int by_first(const void* a, const void* b) {
    const Sphere *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Sorts the spheres of one group; returns the number of their nodes. */
static int32_t arrange(Sphere* spheres, size_t count) {
    int32_t nodes = 0;
    qsort(spheres, count, sizeof *spheres, by_node);
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || spheres[i].node != spheres[i - 1].node;
        spheres[i].first = is_new ? spheres[i].place : spheres[i - 1].first;
        nodes += is_new;
    }
    qsort(spheres, count, sizeof *spheres, by_first);
    return nodes;
}

static bool list_groups(Springs* springs) {
    const vrm_SpringBones* bones = springs->bones;
    size_t most = 0;
    int32_t group_count = 0;
    for (int32_t i = 0; i < bones->collider_group_count; i++)
        most += (size_t)bones->collider_groups[i].collider_count;
    springs->spheres = vrmi_migrate_alloc(&springs->descent->migration, most, sizeof(Sphere));
    springs->first = vrmi_migrate_alloc(&springs->descent->migration,
                                        (size_t)bones->collider_group_count + 1, sizeof(int32_t));
    if (springs->spheres == NULL || springs->first == NULL) return false;
    for (int32_t i = 0; i < bones->collider_group_count; i++) {
        const vrm_ColliderGroup* group = &bones->collider_groups[i];
        Sphere* spheres = springs->spheres + springs->sphere_count;
        size_t count = 0;
        for (int32_t k = 0; k < group->collider_count; k++) {
            const vrm_Collider* collider = &bones->colliders[group->colliders[k]];
            if (is_sphere(collider))
                spheres[count++] = (Sphere){i, collider->node, group->colliders[k], k, k};
        }
        springs->first[i] = group_count;
        group_count += arrange(spheres, count);
        springs->sphere_count += count;
    }
    springs->first[bones->collider_group_count] = group_count;
    return true;
}

static void put_sphere(Springs* springs, vrm_JsonBuilder* b, vrm_Vec3 offset, float radius) {
    if (!charge(springs)) return;
    vrm_json_begin_object(b);
    vrmi_put_unity(b, "offset", offset);
    vrmi_put_float(b, "radius", radius);
    vrm_json_end_object(b);
}

/* A row of spheres, so close that it is nowhere thinner than the capsule by more than a twentieth
 * of the radius; at most 32 spheres. */
static void put_capsule(Springs* springs, vrm_JsonBuilder* b, const vrm_Collider* collider) {
    enum { MOST = 32 };
    float length = vrmi_vec3_distance(collider->offset, collider->tail);
    float step = 0.62f * collider->radius, wanted = step > 0.0f ? length / step : 0.0f;
    int count = wanted < (float)(MOST - 1) ? (int)wanted + 1 : MOST - 1;
    for (int i = 0; i <= count; i++) {
        float t = (float)i / (float)count;
        vrm_Vec3 along = vrmi_vec3_sub(collider->tail, collider->offset);
        put_sphere(springs, b, vrmi_vec3_add(collider->offset, vrmi_vec3_scale(along, t)),
                   collider->radius);
    }
}

/* VRMC_springBone_extended_collider, "Exporter": a plane is a very large sphere. */
static void put_plane(Springs* springs, vrm_JsonBuilder* b, const vrm_Collider* collider) {
    const float reach = 1000.0f;
    vrm_Vec3 centre = vrmi_vec3_sub(collider->offset, vrmi_vec3_scale(collider->normal, reach));
    put_sphere(springs, b, centre, reach);
}

static void put_collider(Springs* springs, vrm_JsonBuilder* b, const vrm_Collider* collider) {
    if (collider->shape == VRM_COLLIDER_SPHERE)
        put_sphere(springs, b, collider->offset, collider->radius);
    else if (collider->shape == VRM_COLLIDER_CAPSULE)
        put_capsule(springs, b, collider);
    else
        put_plane(springs, b, collider);
}

static bool are_together(const Sphere* a, const Sphere* b) {
    return a->group == b->group && a->node == b->node;
}

static void put_groups(Springs* springs, vrm_JsonBuilder* b) {
    const Sphere *sphere = springs->spheres, *end = sphere + springs->sphere_count;
    vrmi_open_array(b, "colliderGroups");
    while (sphere < end) {
        const Sphere* first = sphere;
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "node", first->node);
        vrmi_open_array(b, "colliders");
        for (; sphere < end && are_together(first, sphere); sphere++)
            put_collider(springs, b, &springs->bones->colliders[sphere->collider]);
        vrm_json_end_array(b);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

/* In 0.x a leaf points to 7 cm beyond it and turns as well. */
static void report_swaying(Springs* springs) {
    const vrm_SpringBones* bones = springs->bones;
    const vrm_Gltf* gltf = springs->descent->migration.gltf;
    uint8_t* is_end = vrmi_migrate_alloc(&springs->descent->migration, (size_t)gltf->node_count, 1);
    if (is_end == NULL) return;
    for (int32_t i = 0; i < bones->spring_count; i++) {
        int32_t count = bones->springs[i].joint_count;
        int32_t end = count < 2 ? -1 : bones->springs[i].joints[count - 1].node;
        if (end >= 0 && end < gltf->node_count && springs->chain_of[end] == 0) is_end[end] = 1;
    }
    for (int32_t i = 0; i < bones->collider_count; i++) {
        const vrm_Collider* collider = &bones->colliders[i];
        if (collider->node >= 0 && is_sphere(collider) && is_end[collider->node])
            vrmi_descent_report(springs->descent, VRMI_RULE_DOWNGRADE_COLLIDER_SWAYS,
                                collider->json);
    }
}

static void report_colliders(Springs* springs) {
    report_swaying(springs);
    for (int32_t i = 0; i < springs->bones->collider_count; i++) {
        const vrm_Collider* collider = &springs->bones->colliders[i];
        if (collider->node < 0 || collider->shape == VRM_COLLIDER_SPHERE) continue;
        vrmi_descent_report(springs->descent,
                            is_sphere(collider) ? VRMI_RULE_DOWNGRADE_COLLIDER_APPROXIMATED
                                                : VRMI_RULE_DOWNGRADE_COLLIDER_LOST,
                            collider->json);
    }
}

/* ---- Settings ---- */

static bool is_near(float a, float b) {
    return fabsf(a - b) <= 1e-6f + 1e-5f * fabsf(b);
}

static bool are_alike(const vrm_SpringJoint* a, const vrm_SpringJoint* b) {
    return is_near(a->hit_radius, b->hit_radius) && is_near(a->stiffness, b->stiffness) &&
           is_near(a->gravity_power, b->gravity_power) && is_near(a->drag_force, b->drag_force) &&
           vrmi_vec3_distance(a->gravity_dir, b->gravity_dir) <= 1e-5f;
}

/* One setting for a chain: that of its joints if they agree, or their mean. */
static vrm_SpringJoint settings_of(const Springs* springs, const vrm_Spring* spring) {
    vrm_SpringJoint mean = spring->joints[0];
    float count = (float)(spring->joint_count - 1);
    bool varies = false, has_limit = false;
    for (int32_t i = 0; i + 1 < spring->joint_count; i++) {
        varies |= !are_alike(&spring->joints[i], &spring->joints[0]);
        has_limit |= spring->joints[i].limit.type != VRM_LIMIT_NONE;
    }
    if (has_limit)
        vrmi_descent_report(springs->descent, VRMI_RULE_DOWNGRADE_LIMIT_LOST, spring->json);
    if (!varies) return mean;
    vrmi_descent_report(springs->descent, VRMI_RULE_DOWNGRADE_SPRING_SETTINGS_VARY, spring->json);
    mean.hit_radius = mean.stiffness = mean.gravity_power = mean.drag_force = 0.0f;
    mean.gravity_dir = (vrm_Vec3){0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i + 1 < spring->joint_count; i++) {
        const vrm_SpringJoint* joint = &spring->joints[i];
        mean.hit_radius += joint->hit_radius / count;
        mean.stiffness += joint->stiffness / count;
        mean.gravity_power += joint->gravity_power / count;
        mean.drag_force += joint->drag_force / count;
        mean.gravity_dir =
            vrmi_vec3_add(mean.gravity_dir, vrmi_vec3_scale(joint->gravity_dir, 1.0f / count));
    }
    return mean;
}

static bool sway_alike(const Springs* springs, int32_t a, int32_t b) {
    const vrm_Spring *x = &springs->bones->springs[a], *y = &springs->bones->springs[b];
    if (x->center != y->center || x->collider_group_count != y->collider_group_count) return false;
    for (int32_t i = 0; i < x->collider_group_count; i++)
        if (x->collider_groups[i] != y->collider_groups[i]) return false;
    return are_alike(&springs->settings[a], &springs->settings[b]);
}

/* ---- Chains ---- */

static bool moves(const vrm_Spring* spring) {
    return spring->joint_count >= 2 && spring->joints[0].node >= 0;
}

/* The chain that turns a node, or -1. */
static int32_t chain_at(const Springs* springs, int32_t node) {
    return node < 0 ? -1 : springs->chain_of[node] - 1;
}

/* Whether the chain begins directly below one with equal settings: in 0.x it is part of that
 * chain. */
static bool is_covered(const Springs* springs, int32_t index) {
    const vrm_Gltf* gltf = springs->descent->migration.gltf;
    int32_t parent = gltf->nodes[springs->bones->springs[index].joints[0].node].parent;
    int32_t above = chain_at(springs, parent);
    return above >= 0 && above != index && sway_alike(springs, above, index);
}

/* Whether nodes below a chain are turned by no chain, other than the end of this one. */
static bool leaves_out(const Springs* springs, const vrm_Spring* spring) {
    const vrm_Gltf* gltf = springs->descent->migration.gltf;
    for (int32_t k = 0; k < spring->joint_count; k++) {
        int32_t node = spring->joints[k].node;
        bool is_last = k + 1 == spring->joint_count;
        int32_t next = is_last || node < 0 ? -1 : spring->joints[k + 1].node;
        if (node < 0) continue;
        if (next >= 0 && gltf->nodes[next].parent != node) return true; /* it skips some */
        for (int32_t c = 0; c < gltf->nodes[node].child_count; c++) {
            int32_t child = gltf->nodes[node].children[c];
            if (child != next && chain_at(springs, child) < 0) return true;
        }
    }
    return false;
}

/* Makes `child` the first child. */
static void put_first(vrmi_Descent* descent, int32_t node, int32_t child) {
    const vrm_Node* typed = &descent->migration.gltf->nodes[node];
    vrm_Edit* edit = descent->migration.edit;
    if (typed->child_count < 2 || typed->children[0] == child) return;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    vrm_json_put_integer(b, child);
    for (int32_t i = 0; i < typed->child_count; i++)
        if (typed->children[i] != child) vrm_json_put_integer(b, typed->children[i]);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, typed->json, "children");
}

void vrmi_descent_prepare_springs(vrmi_Descent* descent) {
    const vrm_SpringBones* bones = descent->migration.model->spring_bones;
    const vrm_Gltf* gltf = descent->migration.gltf;
    for (int32_t i = 0; i < bones->spring_count; i++)
        for (int32_t k = 0; k + 1 < bones->springs[i].joint_count; k++) {
            int32_t node = bones->springs[i].joints[k].node;
            int32_t next = bones->springs[i].joints[k + 1].node;
            if (node >= 0 && next >= 0 && gltf->nodes[next].parent == node)
                put_first(descent, node, next);
        }
}

/* ---- Writing ---- */

static void put_group_indices(Springs* springs, vrm_JsonBuilder* b, const vrm_Spring* spring) {
    vrmi_open_array(b, "colliderGroups");
    for (int32_t i = 0; i < spring->collider_group_count; i++) {
        int32_t group = spring->collider_groups[i];
        for (int32_t k = springs->first[group]; k < springs->first[group + 1] && charge(springs);
             k++)
            vrm_json_put_integer(b, k);
    }
    vrm_json_end_array(b);
}

/* Writes a group with all chains from `index` on that have equal settings and are not written
 * yet. */
static void put_bone_group(Springs* springs, vrm_JsonBuilder* b, int32_t index,
                           uint8_t* is_written) {
    const vrm_SpringBones* bones = springs->bones;
    const vrm_SpringJoint* settings = &springs->settings[index];
    vrm_json_begin_object(b);
    vrmi_put_string(b, "comment", bones->springs[index].name);
    vrmi_put_float(b, "stiffiness", settings->stiffness);
    vrmi_put_float(b, "gravityPower", settings->gravity_power);
    vrmi_put_unity(b, "gravityDir", settings->gravity_dir);
    vrmi_put_float(b, "dragForce", settings->drag_force);
    vrmi_put_integer(b, "center", bones->springs[index].center);
    vrmi_put_float(b, "hitRadius", settings->hit_radius);
    vrmi_open_array(b, "bones");
    /* Chains with equal settings are mostly neighbours in the file; a bounded search keeps this
     * linear. */
    enum { NEAR = 256 };
    for (int32_t i = index; i < bones->spring_count && i - index < NEAR; i++) {
        if (is_written[i] || !sway_alike(springs, index, i)) continue;
        is_written[i] = 1;
        vrm_json_put_integer(b, bones->springs[i].joints[0].node);
    }
    vrm_json_end_array(b);
    put_group_indices(springs, b, &bones->springs[index]);
    vrm_json_end_object(b);
}

static uint8_t* list_chains(Springs* springs) {
    const vrm_SpringBones* bones = springs->bones;
    vrmi_Migration* migration = &springs->descent->migration;
    size_t count = (size_t)bones->spring_count;
    uint8_t* is_written = vrmi_migrate_alloc(migration, count, 1);
    springs->settings = vrmi_migrate_alloc(migration, count, sizeof *springs->settings);
    springs->chain_of = vrmi_migrate_alloc(migration, (size_t)migration->gltf->node_count,
                                           sizeof *springs->chain_of);
    if (is_written == NULL || springs->settings == NULL || springs->chain_of == NULL) return NULL;
    for (int32_t i = 0; i < bones->spring_count; i++) {
        const vrm_Spring* spring = &bones->springs[i];
        is_written[i] = !moves(spring);
        if (is_written[i]) continue;
        springs->settings[i] = settings_of(springs, spring);
        for (int32_t k = 0; k + 1 < spring->joint_count; k++)
            if (spring->joints[k].node >= 0) springs->chain_of[spring->joints[k].node] = i + 1;
    }
    for (int32_t i = 0; i < bones->spring_count; i++) {
        if (is_written[i]) continue;
        if (leaves_out(springs, &bones->springs[i]))
            vrmi_descent_report(springs->descent, VRMI_RULE_DOWNGRADE_SPRING_SWAYS_MORE,
                                bones->springs[i].json);
        is_written[i] = is_covered(springs, i);
    }
    return is_written;
}

void vrmi_descent_springs(vrmi_Descent* descent, vrm_JsonBuilder* b) {
    Springs springs = {.descent = descent, .bones = descent->migration.model->spring_bones};
    if (!list_groups(&springs)) return;
    uint8_t* is_written = list_chains(&springs);
    if (is_written == NULL) return;
    report_colliders(&springs);
    vrmi_open_object(b, "secondaryAnimation");
    vrmi_open_array(b, "boneGroups");
    /* Where groups overlap the first one takes effect, so chains that begin deeper are written
     * first: a chain of 1.0 comes after the one that it branches off. */
    for (int32_t i = springs.bones->spring_count - 1; i >= 0; i--) {
        const vrm_Spring* spring = &springs.bones->springs[i];
        bool is_nested =
            !is_written[i] &&
            chain_at(&springs, descent->migration.gltf->nodes[spring->joints[0].node].parent) >= 0;
        if (is_nested) put_bone_group(&springs, b, i, is_written);
    }
    for (int32_t i = 0; i < springs.bones->spring_count; i++)
        if (!is_written[i]) put_bone_group(&springs, b, i, is_written);
    vrm_json_end_array(b);
    put_groups(&springs, b);
    vrm_json_end_object(b);
}
