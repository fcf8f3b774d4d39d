/* SPDX-License-Identifier: MIT */
/* Writes VRMC_springBone 1.0 with its companions for extended colliders and limits, and
 * VRMC_node_constraint. */
#include "base/words.h"
#include "model/edit.h"

#include <stdio.h>
#include <string.h>

#define EXTENDED "VRMC_springBone_extended_collider"
#define LIMIT    "VRMC_springBone_limit"

/* ---- Colliders ---- */

static bool is_extended(const vrm_Collider* collider) {
    return collider->shape >= VRM_COLLIDER_INSIDE_SPHERE;
}

static void put_shape(vrm_JsonBuilder* b, const char* kind, const vrm_Collider* collider) {
    bool is_capsule =
        collider->shape == VRM_COLLIDER_CAPSULE || collider->shape == VRM_COLLIDER_INSIDE_CAPSULE;
    vrmi_open_object(b, "shape");
    vrmi_open_object(b, kind);
    vrmi_put_vec3(b, "offset", collider->offset);
    if (collider->shape == VRM_COLLIDER_PLANE) {
        vrmi_put_vec3(b, "normal", collider->normal);
    } else {
        vrmi_put_float(b, "radius", collider->radius);
        if (is_capsule) vrmi_put_vec3(b, "tail", collider->tail);
        if (is_extended(collider)) {
            vrmi_put_bool(b, "inside", true);
        }
    }
    vrm_json_end_object(b);
    vrm_json_end_object(b);
}

/* VRMC_springBone_extended_collider 1.0, "Exporter": for readers without the extension a plane is a
 * very large sphere, and a collider that keeps bones inside is moved out of the way. */
static vrm_Collider fallback_of(const vrm_Collider* collider) {
    const float reach = 1000.0f, away = -10000.0f;
    vrm_Collider sphere = {.shape = VRM_COLLIDER_SPHERE, .offset = {0.0f, away, 0.0f}};
    if (collider->shape != VRM_COLLIDER_PLANE) return sphere;
    sphere.radius = reach;
    sphere.offset = vrmi_vec3_sub(collider->offset, vrmi_vec3_scale(collider->normal, reach));
    return sphere;
}

static void put_collider(vrm_Edit* edit, const vrm_Collider* collider) {
    static const char* const kinds[] = {"sphere", "capsule", "sphere", "capsule", "plane"};
    vrm_JsonBuilder* b = edit->builder;
    bool extends = is_extended(collider);
    vrm_Collider base = extends ? fallback_of(collider) : *collider;
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "node", collider->node);
    put_shape(b, kinds[base.shape], &base);
    vrmi_edit_carry(edit, collider->json, EXTENDED, extends);
    if (extends) {
        vrmi_open_object(b, EXTENDED);
        vrmi_put_string(b, "specVersion", "1.0");
        put_shape(b, kinds[collider->shape], collider);
        vrm_json_end_object(b);
        vrm_json_end_object(b);
    }
    vrm_json_end_object(b);
}

/* ---- Which stay ---- */

/* The new indices of colliders and groups after disabled and empty ones are left out; -1: left
 * out. */
typedef struct Places {
    int32_t *colliders, *groups;
    size_t size; /* of the memory, which begins at `colliders` */
    int32_t collider_count, group_count;
} Places;

static bool is_index(int32_t index, int32_t count) {
    return index >= 0 && index < count;
}

static vrm_Result make_places(const vrm_Edit* edit, const vrm_SpringBones* springs, Places* out) {
    *out = (Places){0};
    size_t count = (size_t)springs->collider_count + (size_t)springs->collider_group_count;
    if (!vrmi_mul(count, sizeof *out->colliders, &out->size)) return VRM_ERR_LIMIT;
    out->colliders = vrmi_alloc(&edit->allocator, out->size);
    if (out->colliders == NULL) return VRM_ERR_MEMORY;
    out->groups = out->colliders + springs->collider_count;
    for (int32_t i = 0; i < springs->collider_count; i++)
        out->colliders[i] = springs->colliders[i].node < 0 ? -1 : out->collider_count++;
    for (int32_t i = 0; i < springs->collider_group_count; i++) {
        const vrm_ColliderGroup* group = &springs->collider_groups[i];
        bool is_used = false;
        for (int32_t k = 0; k < group->collider_count; k++)
            is_used |= is_index(group->colliders[k], springs->collider_count) &&
                       out->colliders[group->colliders[k]] >= 0;
        out->groups[i] = is_used ? out->group_count++ : -1;
    }
    return VRM_OK;
}

static void put_places(vrm_JsonBuilder* b, const char* key, const int32_t* from, int32_t from_count,
                       const int32_t* places, int32_t place_count) {
    bool is_open = false;
    for (int32_t i = 0; i < from_count; i++) {
        if (!is_index(from[i], place_count) || places[from[i]] < 0) continue;
        if (!is_open) {
            vrmi_open_array(b, key);
            is_open = true;
        }
        vrm_json_put_integer(b, places[from[i]]);
    }
    if (is_open) vrm_json_end_array(b);
}

/* ---- Springs ---- */

static void put_limit(vrm_JsonBuilder* b, const vrm_SpringLimit* limit) {
    vrm_Quat turn = limit->rotation;
    vrmi_open_object(b, LIMIT);
    vrmi_put_string(b, "specVersion", "1.0-draft");
    vrmi_open_object(b, "limit");
    vrmi_open_object(b, vrmi_limit_types[limit->type - 1]);
    if (limit->type == VRM_LIMIT_SPHERICAL) {
        vrmi_put_float(b, "pitch", limit->pitch);
        vrmi_put_float(b, "yaw", limit->yaw);
    } else {
        vrmi_put_float(b, "angle", limit->angle);
    }
    vrmi_put_floats(b, "rotation", (float[]){turn.x, turn.y, turn.z, turn.w}, 4);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
}

/* 1.0 has no negative gravity: it is written as gravity in the opposite direction. */
static void put_joint(vrm_Edit* edit, const vrm_SpringJoint* joint, int32_t node, bool is_tail) {
    vrm_JsonBuilder* b = edit->builder;
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "node", node);
    if (!is_tail) {
        bool lifts = joint->gravity_power < 0.0f;
        vrmi_put_float(b, "hitRadius", joint->hit_radius);
        vrmi_put_float(b, "stiffness", joint->stiffness);
        vrmi_put_float(b, "gravityPower", lifts ? -joint->gravity_power : joint->gravity_power);
        vrmi_put_vec3(b, "gravityDir",
                      lifts ? vrmi_vec3_scale(joint->gravity_dir, -1.0f) : joint->gravity_dir);
        vrmi_put_float(b, "dragForce", joint->drag_force);
    }
    bool has_limit = joint->limit.type != VRM_LIMIT_NONE && !is_tail;
    vrmi_edit_carry(edit, joint->json, LIMIT, has_limit);
    if (has_limit) {
        put_limit(b, &joint->limit);
        vrm_json_end_object(b);
    }
    vrm_json_end_object(b);
}

/* Joints without a node get new nodes at the end of the list of nodes, in order. */
static void put_springs(vrm_Edit* edit, const vrm_SpringBones* springs, const Places* places,
                        int32_t first_end) {
    vrm_JsonBuilder* b = edit->builder;
    vrmi_open_array(b, "springs");
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        if (spring->joint_count == 0) continue;
        vrm_json_begin_object(b);
        if (spring->name != NULL && spring->name[0] != '\0')
            vrmi_put_string(b, "name", spring->name);
        vrmi_open_array(b, "joints");
        for (int32_t k = 0; k < spring->joint_count; k++) {
            bool is_tail = edit->is_migrating && k + 1 == spring->joint_count;
            int32_t node = spring->joints[k].node;
            put_joint(edit, &spring->joints[k], node >= 0 ? node : first_end++, is_tail);
        }
        vrm_json_end_array(b);
        put_places(b, "colliderGroups", spring->collider_groups, spring->collider_group_count,
                   places->groups, springs->collider_group_count);
        if (spring->center >= 0) vrmi_put_integer(b, "center", spring->center);
        vrmi_edit_carry(edit, spring->json, NULL, false);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_groups(vrm_Edit* edit, const vrm_SpringBones* springs, const Places* places) {
    vrm_JsonBuilder* b = edit->builder;
    vrmi_open_array(b, "colliders");
    for (int32_t i = 0; i < springs->collider_count; i++)
        if (places->colliders[i] >= 0) put_collider(edit, &springs->colliders[i]);
    vrm_json_end_array(b);
    if (places->group_count == 0) return;
    vrmi_open_array(b, "colliderGroups");
    for (int32_t i = 0; i < springs->collider_group_count; i++) {
        const vrm_ColliderGroup* group = &springs->collider_groups[i];
        if (places->groups[i] < 0) continue;
        vrm_json_begin_object(b);
        if (group->name != NULL && group->name[0] != '\0') vrmi_put_string(b, "name", group->name);
        put_places(b, "colliders", group->colliders, group->collider_count, places->colliders,
                   springs->collider_count);
        vrmi_edit_carry(edit, group->json, NULL, false);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

/* ---- End nodes ---- */

int32_t vrmi_edit_add_end(vrm_Edit* edit, int32_t parent, vrm_Vec3 offset) {
    int32_t node = vrmi_edit_add_child(edit, parent, "_end");
    vrm_JsonRef element = vrmi_edit_element(edit, "nodes", node);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    vrm_json_put_float(b, offset.x);
    vrm_json_put_float(b, offset.y);
    vrm_json_put_float(b, offset.z);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, element, "translation");
    return edit->result == VRM_OK ? node : -1;
}

static void add_end_nodes(vrm_Edit* edit, const vrm_SpringBones* springs) {
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        for (int32_t k = 1; k < spring->joint_count && edit->result == VRM_OK; k++)
            if (spring->joints[k].node < 0)
                vrmi_edit_add_end(edit, spring->joints[k - 1].node, spring->joints[k].end_offset);
    }
}

/* Whether all node indices are valid. Only the last joint, behind another one, may have no node. */
static bool is_sound(const vrm_Edit* edit, const vrm_SpringBones* springs) {
    int32_t nodes = vrmi_edit_count(edit, "nodes");
    for (int32_t i = 0; i < springs->collider_count; i++)
        if (springs->colliders[i].node >= nodes ||
            (unsigned)springs->colliders[i].shape > VRM_COLLIDER_PLANE)
            return false;
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        if (spring->center >= nodes) return false;
        for (int32_t k = 0; k < spring->joint_count; k++) {
            bool may_end = k > 0 && k + 1 == spring->joint_count;
            int32_t node = spring->joints[k].node;
            if (node >= nodes || (node < 0 && !may_end) ||
                (unsigned)spring->joints[k].limit.type > VRM_LIMIT_SPHERICAL)
                return false;
        }
    }
    return true;
}

static bool has_springs(const vrm_SpringBones* springs) {
    for (int32_t i = 0; i < springs->spring_count; i++)
        if (springs->springs[i].joint_count > 0) return true;
    return false;
}

vrm_Result vrm_edit_set_spring_bones(vrm_Edit* edit, const vrm_SpringBones* springs) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    if (!is_sound(edit, springs)) return VRM_ERR_ARGUMENT;
    vrm_JsonRef root = vrm_json_root(edit->json);
    Places places;
    result = make_places(edit, springs, &places);
    if (result != VRM_OK) return result;
    if (!has_springs(springs) && places.collider_count == 0) {
        vrmi_edit_drop_extension(edit, root, "VRMC_springBone");
    } else {
        int32_t first_end = vrmi_edit_count(edit, "nodes");
        add_end_nodes(edit, springs);
        vrm_JsonBuilder* b = vrmi_edit_text(edit);
        vrm_json_begin_object(b);
        vrmi_put_string(b, "specVersion", "1.0");
        if (places.collider_count > 0) put_groups(edit, springs, &places);
        if (has_springs(springs)) put_springs(edit, springs, &places, first_end);
        vrmi_edit_carry(edit, springs->json, NULL, false);
        vrm_json_end_object(b);
        vrm_JsonRef extensions = vrm_json_member(edit->json, root, "extensions");
        if (vrm_json_type(edit->json, extensions) != VRM_JSON_OBJECT && edit->result == VRM_OK)
            edit->result = vrm_json_set(edit->json, root, "extensions", "{}", 2, &extensions);
        vrmi_edit_put(edit, extensions, "VRMC_springBone");
    }
    vrmi_release(&edit->allocator, places.colliders, places.size);
    return edit->result;
}

/* ---- Constraints ---- */

#define CONSTRAINT "VRMC_node_constraint"

vrm_Result vrm_edit_set_constraint(vrm_Edit* edit, const vrm_Constraint* constraint) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    int32_t nodes = vrmi_edit_count(edit, "nodes");
    if (!is_index(constraint->node, nodes) || !is_index(constraint->source, nodes) ||
        (unsigned)constraint->type > VRM_CONSTRAINT_ROTATION ||
        (unsigned)constraint->axis > VRM_AXIS_NEGATIVE_Z)
        return VRM_ERR_ARGUMENT;
    vrm_JsonRef node = vrmi_edit_element(edit, "nodes", constraint->node);
    vrm_JsonRef extension = vrmi_edit_extension(edit, node, CONSTRAINT);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_open_object(b, vrmi_constraint_types[constraint->type]);
    vrmi_put_integer(b, "source", constraint->source);
    if (constraint->type == VRM_CONSTRAINT_ROLL)
        vrmi_put_string(b, "rollAxis", vrmi_roll_axes[constraint->axis % 3]);
    if (constraint->type == VRM_CONSTRAINT_AIM)
        vrmi_put_string(b, "aimAxis", vrmi_aim_axes[constraint->axis]);
    vrmi_put_float(b, "weight", constraint->weight);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    vrmi_edit_put(edit, extension, "constraint");
    return edit->result;
}

vrm_Result vrm_edit_remove_constraint(vrm_Edit* edit, int32_t node) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    if (!is_index(node, vrmi_edit_count(edit, "nodes"))) return VRM_ERR_ARGUMENT;
    vrmi_edit_drop_extension(edit, vrmi_edit_element(edit, "nodes", node), CONSTRAINT);
    return edit->result;
}
