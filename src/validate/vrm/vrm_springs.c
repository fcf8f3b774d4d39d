/* SPDX-License-Identifier: MIT */
/* Spring bones that the reader accepted, but that do not have the effect that their members
 * suggest. */
#include "validate/vrm/vrm_rules.h"

#include "model/spring.h"

/* Two joints closer than this have no direction between them. */
#define SAME_PLACE 1e-5f /* metres */

/* ---- Colliders ---- */

static bool is_inside(const vrm_Collider* collider) {
    return collider->shape == VRM_COLLIDER_INSIDE_SPHERE ||
           collider->shape == VRM_COLLIDER_INSIDE_CAPSULE;
}

static bool is_extended(const vrmi_VrmCheck* check, const vrm_Collider* collider) {
    return vrm_gltf_extension(check->gltf, collider->json, "VRMC_springBone_extended_collider") !=
           VRM_JSON_MISSING;
}

/* A base shape farther from its node than this touches no joint. The specification's example and
 * the Blender add-on both put it 10 km away. */
#define FAR_AWAY 100.0f /* metres */

static bool is_far(const vrmi_VrmCheck* check, vrm_JsonRef shape, const char* key, double radius) {
    vrm_JsonRef at = vrmi_vrm_member(check, shape, key);
    vrmi_Reader reader = {.json = check->json};
    float point[3] = {0.0f, 0.0f, 0.0f};
    if (at != VRM_JSON_MISSING) vrmi_read_floats(&reader, shape, key, point, 3);
    return (double)vrmi_vec3_length((vrm_Vec3){point[0], point[1], point[2]}) - radius >
           (double)FAR_AWAY;
}

/* What readers without the extension get: nothing to collide with, or a large sphere for a
 * plane. */
static bool has_safe_fallback(const vrmi_VrmCheck* check, const vrm_Collider* collider) {
    vrm_JsonRef shape = vrmi_vrm_member(check, collider->json, "shape");
    vrm_JsonRef sphere = vrmi_vrm_member(check, shape, "sphere");
    vrm_JsonRef capsule = vrmi_vrm_member(check, shape, "capsule");
    vrm_JsonRef base = sphere != VRM_JSON_MISSING ? sphere : capsule;
    if (base == VRM_JSON_MISSING) return true;
    double radius = vrm_json_number(check->json, vrmi_vrm_member(check, base, "radius"), 0);
    if (is_far(check, base, "offset", radius) &&
        (base == sphere || is_far(check, base, "tail", radius)))
        return true;
    if (is_inside(collider)) return radius == 0;
    return collider->shape != VRM_COLLIDER_PLANE || radius == 0 || radius >= 10;
}

static void check_collider(vrmi_VrmCheck* check, const vrm_Collider* collider) {
    if (collider->node < 0) return;
    bool has_radius = collider->shape != VRM_COLLIDER_PLANE;
    if (has_radius && collider->radius == 0)
        vrmi_vrm_report(check, VRMI_RULE_COLLIDER_RADIUS_ZERO, collider->json);
    if ((collider->shape == VRM_COLLIDER_CAPSULE ||
         collider->shape == VRM_COLLIDER_INSIDE_CAPSULE) &&
        vrmi_vec3_distance(collider->offset, collider->tail) < SAME_PLACE)
        vrmi_vrm_report(check, VRMI_RULE_COLLIDER_CAPSULE_DEGENERATE, collider->json);
    if (is_extended(check, collider) && !has_safe_fallback(check, collider))
        vrmi_vrm_report(check, VRMI_RULE_COLLIDER_FALLBACK_MISSING,
                        vrmi_vrm_place(check, collider->json, "shape"));
}

static void check_colliders(vrmi_VrmCheck* check, const vrm_SpringBones* springs) {
    int32_t* in_group =
        vrmi_vrm_alloc(check, (size_t)springs->collider_count + 1, sizeof *in_group);
    if (in_group == NULL) return;
    for (int32_t g = 0; g < springs->collider_group_count; g++) {
        const vrm_ColliderGroup* group = &springs->collider_groups[g];
        for (int32_t i = 0; i < group->collider_count; i++) {
            int32_t collider = group->colliders[i];
            if (in_group[collider] == g + 1)
                VRMI_REPORT(check, COLLIDER_GROUP_ENTRY_DUPLICATED,
                            vrmi_vrm_place(check, group->json, "colliders"),
                            "The group lists collider %d twice. Remove one.", (int)collider);
            in_group[collider] = g + 1;
        }
    }
    for (int32_t i = 0; i < springs->collider_count; i++) {
        check_collider(check, &springs->colliders[i]);
        if (check->is_final && in_group[i] == 0 && springs->colliders[i].node >= 0)
            vrmi_vrm_report(check, VRMI_RULE_COLLIDER_UNUSED, springs->colliders[i].json);
    }
}

/* ---- Springs ---- */

/* The smallest hollow (inside) collider of each group; FLT_MAX where there is none. */
static const float* inside_radii(vrmi_VrmCheck* check, const vrm_SpringBones* springs) {
    float* radii = vrmi_vrm_alloc(check, (size_t)springs->collider_group_count + 1, sizeof *radii);
    for (int32_t g = 0; radii != NULL && g < springs->collider_group_count; g++) {
        const vrm_ColliderGroup* group = &springs->collider_groups[g];
        radii[g] = FLT_MAX;
        for (int32_t i = 0; i < group->collider_count; i++) {
            const vrm_Collider* collider = &springs->colliders[group->colliders[i]];
            if (is_inside(collider) && collider->radius < radii[g]) radii[g] = collider->radius;
        }
    }
    return radii;
}

static vrm_Vec3 joint_position(const vrmi_VrmCheck* check, const vrm_Spring* spring, int32_t j) {
    const vrm_SpringJoint* joint = &spring->joints[j];
    if (joint->node >= 0) return vrmi_vrm_position(check, joint->node);
    int32_t previous = j > 0 ? spring->joints[j - 1].node : -1;
    if (previous < 0) return joint->end_offset;
    return vrmi_affine_point(&check->rest[previous], joint->end_offset);
}

/* Every joint but the last moves; in 0.x and the draft the parameters are those of the group, so
 * one finding per spring is enough. */
static void check_joints(vrmi_VrmCheck* check, const vrm_Spring* spring, float inside_radius) {
    bool knows_gravity = false, knows_radius = false;
    for (int32_t j = 0; j + 1 < spring->joint_count; j++) {
        const vrm_SpringJoint* joint = &spring->joints[j];
        float length = vrmi_vec3_distance(joint_position(check, spring, j),
                                          joint_position(check, spring, j + 1));
        if (length < SAME_PLACE)
            VRMI_REPORT(check, SPRING_BONE_LENGTH_ZERO, joint->json,
                        "Node %s and the joint behind it are at the same place, so it does not "
                        "sway. Move them apart.",
                        vrmi_vrm_node(check, joint->node).text);
        if (joint->node >= 0 && check->bone_of_node[joint->node] != VRM_BONE_NONE)
            VRMI_REPORT(
                check, SPRING_JOINT_IS_HUMAN_BONE, joint->json,
                "The joint is the bone %s, whose pose is lost to the sway. Use a node of its "
                "own.",
                vrm_bone_name((vrm_Bone)check->bone_of_node[joint->node]));
        float gravity = vrmi_vec3_length(joint->gravity_dir);
        if (joint->gravity_power > 0 && fabsf(gravity - 1) > 0.01f && !knows_gravity) {
            VRMI_REPORT(check, SPRING_GRAVITY_DIR_NOT_UNIT,
                        vrmi_vrm_place(check, joint->json, "gravityDir"),
                        "gravityDir has the length %.2f, which multiplies gravityPower. Make it 1.",
                        (double)gravity);
            knows_gravity = check->is_old;
        }
        if (joint->hit_radius > inside_radius && !knows_radius) {
            VRMI_REPORT(
                check, COLLIDER_INSIDE_TOO_SMALL, vrmi_vrm_place(check, joint->json, "hitRadius"),
                "The joint's radius %.3f does not fit into a collider of radius %.3f that it "
                "must stay inside of.",
                (double)joint->hit_radius, (double)inside_radius);
            knows_radius = true;
        }
    }
}

static void check_groups_of_spring(vrmi_VrmCheck* check, const vrm_Spring* spring, int32_t index,
                                   int32_t* seen) {
    for (int32_t i = 0; i < spring->collider_group_count; i++) {
        int32_t group = spring->collider_groups[i];
        if (seen[group] == index + 1)
            VRMI_REPORT(check, SPRING_COLLIDER_GROUP_DUPLICATED,
                        vrmi_vrm_place(check, spring->json, "colliderGroups"),
                        "The spring lists collider group %d twice. Remove one.", (int)group);
        seen[group] = index + 1;
    }
}

/* ---- Bone groups of 0.x and the draft ---- */

static void check_bone_groups(vrmi_VrmCheck* check) {
    bool is_0 = check->dialect == VRM_DIALECT_0;
    vrm_JsonRef root =
        vrmi_vrm_member(check, check->vrm, is_0 ? "secondaryAnimation" : "springBone");
    vrm_JsonIter it = vrm_json_iter(check->json, vrmi_vrm_member(check, root, "boneGroups"));
    while (vrm_json_next(&it)) {
        vrm_JsonRef bones = vrmi_vrm_member(check, it.value, "bones");
        if (vrm_json_count(check->json, bones) == 0)
            vrmi_vrm_report(check, VRMI_RULE_SPRING_WITHOUT_BONES,
                            vrmi_vrm_place(check, it.value, "bones"));
        vrm_JsonRef plain = vrmi_vrm_member(check, it.value, "stiffness");
        if (is_0 && plain != VRM_JSON_MISSING &&
            vrmi_vrm_member(check, it.value, "stiffiness") == VRM_JSON_MISSING)
            vrmi_vrm_report(check, VRMI_RULE_SPRING_STIFFNESS_SPELLING, plain);
    }
}

/* Reports collider references that a rig would drop. */
static void check_collider_refs(vrmi_VrmCheck* check, const vrm_SpringBones* springs) {
    int64_t count = 0;
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        for (int32_t g = 0; g < spring->collider_group_count; g++)
            count += springs->collider_groups[spring->collider_groups[g]].collider_count;
        if (count <= VRMI_COLLIDER_REFS_MAX) continue;
        vrmi_vrm_report(check, VRMI_RULE_SPRING_COLLIDERS_TOO_MANY, spring->json);
        return;
    }
}

void vrmi_check_springs(vrmi_VrmCheck* check) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(check->model);
    if (check->is_old) check_bone_groups(check);
    check_colliders(check, springs);
    check_collider_refs(check, springs);
    const float* inside = inside_radii(check, springs);
    int32_t* seen = vrmi_vrm_alloc(check, (size_t)springs->collider_group_count + 1, sizeof *seen);
    if (seen == NULL || inside == NULL) return;
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        float inside_radius = FLT_MAX;
        for (int32_t g = 0; g < spring->collider_group_count; g++)
            if (inside[spring->collider_groups[g]] < inside_radius)
                inside_radius = inside[spring->collider_groups[g]];
        check_joints(check, spring, inside_radius);
        check_groups_of_spring(check, spring, i, seen);
    }
    for (int32_t g = 0; check->is_final && g < springs->collider_group_count; g++)
        if (seen[g] == 0)
            vrmi_vrm_report(check, VRMI_RULE_COLLIDER_GROUP_UNUSED,
                            springs->collider_groups[g].json);
}
