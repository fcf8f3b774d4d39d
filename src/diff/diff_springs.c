/* SPDX-License-Identifier: MIT */
/* Spring chains, found by their first joint: no node turns in two chains. */
#include "diff/diff.h"

#include <stdlib.h>
#include <string.h>

typedef struct Chain {
    int32_t joint, index; /* id of the first joint's node; index of the spring */
} Chain;

static int compare_chains(const void* a, const void* b) {
    const Chain *x = a, *y = b;
    if (x->joint != y->joint) return x->joint < y->joint ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Chains that do something: with fewer than two joints one is inert. */
static Chain* list_chains(vrm_Diff* diff, int s, int32_t* out_count) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(diff->sides[s].model);
    Chain* chains = vrmi_diff_scratch(diff, (size_t)springs->spring_count, sizeof *chains);
    *out_count = 0;
    for (int32_t i = 0; i < springs->spring_count && chains != NULL; i++)
        if (springs->springs[i].joint_count >= 2)
            chains[(*out_count)++] =
                (Chain){vrmi_diff_node_id(diff, s, springs->springs[i].joints[0].node), i};
    if (*out_count > 0) qsort(chains, (size_t)*out_count, sizeof *chains, compare_chains);
    return chains;
}

static const char* spring_name(vrm_Diff* diff, int s, const vrm_Spring* spring) {
    return spring->name[0] != 0 ? spring->name
                                : vrmi_diff_node_name(diff, s, spring->joints[0].node);
}

/* The frame of a limit in model space: that of the node, the smallest turn from +Y to the bone in
 * it, and the limit's own rotation (VRMC_springBone_limit). `joint` is followed by its tail. */
static vrm_Quat limit_frame(const vrm_Diff* diff, int s, const vrm_SpringJoint* joint) {
    const vrmi_DiffSide* side = &diff->sides[s];
    const vrm_SpringJoint* tail = &joint[1];
    vrm_Vec3 axis = tail->end_offset;
    if (tail->node >= 0) {
        vrm_Affine to_local = vrmi_affine_inverse(&side->rest[joint->node]);
        axis = vrmi_affine_point(&to_local, vrmi_affine_column(&side->rest[tail->node], 3));
    }
    axis = vrmi_vec3_normalize(axis);
    vrm_Quat to_axis = axis.y + 1.0f < 1e-8f
                           ? (vrm_Quat){1.0f, 0.0f, 0.0f, 0.0f}
                           : vrmi_quat_from_to((vrm_Vec3){0.0f, 1.0f, 0.0f}, axis);
    vrm_Quat frame = vrmi_quat_mul(side->turn[joint->node], to_axis);
    return vrmi_quat_mul(frame, vrmi_quat_normalize(joint->limit.rotation));
}

static void compare_limit(const vrmi_Place* place, const vrm_SpringJoint* a,
                          const vrm_SpringJoint* b) {
    static const char* const types[] = {"none", "cone", "hinge", "spherical"};
    vrmi_diff_word(place, "limit", types, 4, a->limit.type, b->limit.type);
    if (a->limit.type != b->limit.type || a->limit.type == VRM_LIMIT_NONE) return;
    if (a->limit.type == VRM_LIMIT_SPHERICAL) {
        vrmi_diff_value(place, "limit.pitch", a->limit.pitch, b->limit.pitch);
        vrmi_diff_value(place, "limit.yaw", a->limit.yaw, b->limit.yaw);
    } else {
        vrmi_diff_value(place, "limit.angle", a->limit.angle, b->limit.angle);
    }
    if (a->node < 0 || b->node < 0) return;
    vrm_Quat from = limit_frame(place->diff, VRMI_BEFORE, a);
    vrm_Quat to = limit_frame(place->diff, VRMI_AFTER, b);
    if (a->limit.type != VRM_LIMIT_CONE) {
        vrmi_diff_rotation(place, "limit.rotation", &from, &to);
        return;
    }
    /* A cone is round: only its axis counts. */
    vrm_Vec3 up = {0.0f, 1.0f, 0.0f};
    vrm_Vec3 axis_a = vrmi_quat_rotate(from, up), axis_b = vrmi_quat_rotate(to, up);
    vrmi_diff_direction(place, "limit.rotation", &axis_a, &axis_b);
}

/* The last joint is a tail: only where it is counts. */
static void compare_joint(vrm_Diff* diff, const char* subject, const vrm_Spring* a,
                          const vrm_Spring* b, int32_t at) {
    const vrm_SpringJoint *x = &a->joints[at], *y = &b->joints[at];
    const char* name = x->node >= 0 ? vrmi_diff_node_name(diff, VRMI_BEFORE, x->node) : "tail";
    vrmi_Place place = {diff, subject, vrmi_diff_format(diff, "joint %s ", name)};
    vrmi_diff_node(&place, "node", x->node, y->node);
    if (x->node < 0 && y->node < 0 && at > 0) {
        vrm_Vec3 from = vrmi_diff_vector(diff, VRMI_BEFORE, x[-1].node, &x->end_offset);
        vrm_Vec3 to = vrmi_diff_vector(diff, VRMI_AFTER, y[-1].node, &y->end_offset);
        vrmi_diff_position(&place, "offset", &from, &to);
    }
    if (at == a->joint_count - 1) return;
    vrmi_diff_distance(&place, "hitRadius",
                       x->hit_radius * vrmi_diff_scale(diff, VRMI_BEFORE, x->node),
                       y->hit_radius * vrmi_diff_scale(diff, VRMI_AFTER, y->node));
    vrmi_diff_value(&place, "stiffness", x->stiffness, y->stiffness);
    vrmi_diff_value(&place, "dragForce", x->drag_force, y->drag_force);
    vrmi_diff_value(&place, "gravityPower", x->gravity_power, y->gravity_power);
    if (x->gravity_power != 0.0f || y->gravity_power != 0.0f)
        vrmi_diff_vec3(&place, "gravityDir", &x->gravity_dir, &y->gravity_dir);
    compare_limit(&place, x, y);
}

static int32_t* list_groups(vrm_Diff* diff, int s, const vrm_Spring* spring, int32_t* out_count) {
    int32_t* ids = vrmi_diff_scratch(diff, (size_t)spring->collider_group_count, sizeof *ids);
    int32_t count = 0;
    for (int32_t i = 0; i < spring->collider_group_count && ids != NULL; i++)
        if (spring->collider_groups[i] >= 0)
            ids[count++] = diff->sides[s].group_id[spring->collider_groups[i]];
    *out_count = ids != NULL ? vrmi_diff_sort_ids(ids, count) : 0;
    return ids;
}

static void compare_groups(vrm_Diff* diff, const char* subject, const vrm_Spring* a,
                           const vrm_Spring* b) {
    int32_t count_a, count_b;
    int32_t* ids_a = list_groups(diff, VRMI_BEFORE, a, &count_a);
    int32_t* ids_b = list_groups(diff, VRMI_AFTER, b, &count_b);
    if (diff->result != VRM_OK) return;
    if (count_a == count_b && memcmp(ids_a, ids_b, (size_t)count_a * sizeof *ids_a) == 0) return;
    vrmi_Place place = {diff, subject, NULL};
    vrmi_diff_changed(&place, "colliderGroups", vrmi_diff_counted(diff, count_a, "group"),
                      count_a != count_b ? vrmi_diff_counted(diff, count_b, "group")
                                         : "as many others");
}

static void compare_pair(vrm_Diff* diff, const vrm_Spring* a, const vrm_Spring* b) {
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    const char* subject = spring_name(diff, VRMI_BEFORE, a);
    vrmi_Place place = {diff, subject, NULL};
    vrmi_diff_text(&place, "name", a->name, b->name);
    vrmi_diff_node(&place, "center", a->center, b->center);
    vrmi_diff_count_of(&place, "joints", a->joint_count, b->joint_count);
    for (int32_t i = 0; a->joint_count == b->joint_count && i < a->joint_count; i++) {
        vrmi_ArenaMark joint = vrmi_arena_mark(&diff->scratch);
        compare_joint(diff, subject, a, b, i);
        vrmi_arena_rewind(&diff->scratch, joint);
    }
    compare_groups(diff, subject, a, b);
    vrmi_arena_rewind(&diff->scratch, mark);
}

void vrmi_diff_springs(vrm_Diff* diff) {
    const vrm_Spring* before = vrm_model_spring_bones(diff->sides[0].model)->springs;
    const vrm_Spring* after = vrm_model_spring_bones(diff->sides[1].model)->springs;
    int32_t count_a, count_b;
    Chain* a = list_chains(diff, 0, &count_a);
    Chain* b = list_chains(diff, 1, &count_b);
    for (int32_t i = 0, k = 0; (i < count_a || k < count_b) && diff->result == VRM_OK;) {
        int order = i == count_a              ? 1
                    : k == count_b            ? -1
                    : a[i].joint < b[k].joint ? -1
                                              : a[i].joint > b[k].joint;
        if (order == 0)
            compare_pair(diff, &before[a[i].index], &after[b[k].index]);
        else if (order < 0)
            vrmi_diff_only(diff, VRMI_BEFORE, spring_name(diff, VRMI_BEFORE, &before[a[i].index]),
                           "");
        else
            vrmi_diff_only(diff, VRMI_AFTER, spring_name(diff, VRMI_AFTER, &after[b[k].index]), "");
        i += order <= 0;
        k += order >= 0;
    }
}
