/* SPDX-License-Identifier: MIT */
/* The rest pose: T-pose, facing, standing on the ground. Checked by the bones in model space, and
 * for the ground by the skinned vertices. Tolerances are generous: they separate an A-pose or a
 * turned foot from a T-pose that was made by hand. */
#include "validate/vrm/vrm_rules.h"

#define ARM_DEGREES    20.0f
#define LEG_DEGREES    20.0f
#define FOOT_DEGREES   30.0f
#define FINGER_DEGREES 30.0f
#define THUMB_DEGREES  30.0f
#define SAME_PLACE     1e-4f /* metres */
#define SYMMETRY       0.05f /* metres */

static bool has(const vrmi_VrmCheck* check, vrm_Bone bone) {
    return vrmi_vrm_bone(check, bone) >= 0;
}

static vrm_Vec3 position(const vrmi_VrmCheck* check, vrm_Bone bone) {
    return vrmi_vrm_position(check, vrmi_vrm_bone(check, bone));
}

/* +1 when the avatar should look along +Z, its left at +X. */
static float facing(const vrmi_VrmCheck* check) {
    return check->dialect == VRM_DIALECT_NONE ? 1.0f : (float)vrm_model_facing(check->model);
}

/* ---- The map ---- */

static vrm_Bone mapped_parent(const vrmi_VrmCheck* check, vrm_Bone bone) {
    do bone = vrm_bone_parent(bone);
    while (bone != VRM_BONE_NONE && !has(check, bone));
    return bone;
}

/* Nodes of the default scene; NULL when it has none, or when there is no memory. */
static const uint8_t* nodes_in_scene(vrmi_VrmCheck* check) {
    const vrm_Gltf* gltf = check->gltf;
    if (gltf->scene_count == 0) return NULL;
    const vrm_Scene* scene = &gltf->scenes[gltf->scene >= 0 ? gltf->scene : 0];
    uint8_t* is_in = vrmi_vrm_alloc(check, (size_t)gltf->node_count, sizeof *is_in);
    if (is_in == NULL) return NULL;
    for (int32_t i = 0; i < scene->node_count; i++)
        if (scene->nodes[i] >= 0) is_in[scene->nodes[i]] = 1;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = gltf->nodes[node].parent;
        if (parent >= 0 && is_in[parent]) is_in[node] = 1;
    }
    return is_in;
}

void vrmi_check_humanoid(vrmi_VrmCheck* check) {
    if (check->dialect == VRM_DIALECT_NONE) return;
    const uint8_t* in_scene = nodes_in_scene(check);
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        vrm_Bone bone = (vrm_Bone)i;
        if (!has(check, bone)) continue;
        if (in_scene != NULL && !in_scene[vrmi_vrm_bone(check, bone)])
            VRMI_REPORT(check, HUMANOID_NODE_NOT_IN_SCENE, vrmi_vrm_bone_place(check, bone),
                        "The node of %s is not in the scene that is shown. Add its root to the "
                        "scene.",
                        vrm_bone_name(bone));
        vrm_Bone parent = mapped_parent(check, bone);
        if (parent != VRM_BONE_NONE &&
            vrmi_vec3_distance(position(check, bone), position(check, parent)) < SAME_PLACE)
            VRMI_REPORT(check, HUMANOID_BONES_COINCIDE, vrmi_vrm_bone_place(check, bone),
                        "%s and its parent bone %s are at the same place, so the bone has no "
                        "direction. Move them apart.",
                        vrm_bone_name(bone), vrm_bone_name(parent));
    }
}

/* ---- The pose ---- */

/* The angle between a direction and the vector from one bone to another; -1 when a bone is missing
 * or the vector has no length. */
static float angle_between(const vrmi_VrmCheck* check, vrm_Bone from, vrm_Bone to,
                           vrm_Vec3 direction) {
    if (!has(check, from) || !has(check, to)) return -1;
    vrm_Vec3 way = vrmi_vec3_sub(position(check, to), position(check, from));
    if (!(vrmi_vec3_length(way) > SAME_PLACE)) return -1;
    return vrmi_quat_angle(vrmi_quat_from_to(direction, vrmi_vec3_normalize(way)),
                           vrmi_quat_identity()) *
           VRMI_TO_DEGREES;
}

typedef struct Limb {
    vrm_Bone from, to;
} Limb;

#define SIDES 2 /* left, right */

static const Limb arms[SIDES][2] = {
    {{VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM},
     {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND}},
    {{VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
     {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND}},
};
static const Limb legs[SIDES][2] = {
    {{VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG},
     {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT}},
    {{VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG},
     {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT}},
};

static void check_arms_and_legs(vrmi_VrmCheck* check, float sign) {
    for (int side = 0; side < SIDES; side++) {
        vrm_Vec3 out = {side == 0 ? sign : -sign, 0, 0};
        for (int i = 0; i < 2; i++) {
            const Limb* limb = &arms[side][i];
            float angle = angle_between(check, limb->from, limb->to, out);
            if (angle > ARM_DEGREES)
                VRMI_REPORT(
                    check, TPOSE_ARM, vrmi_vrm_bone_place(check, limb->from),
                    "From %s to %s the arm is %.0f degrees away from the T-pose. Stretch it "
                    "out sideways, parallel to the ground.",
                    vrm_bone_name(limb->from), vrm_bone_name(limb->to), (double)angle);
            limb = &legs[side][i];
            angle = angle_between(check, limb->from, limb->to, (vrm_Vec3){0, -1, 0});
            if (angle > LEG_DEGREES)
                VRMI_REPORT(check, TPOSE_LEG, vrmi_vrm_bone_place(check, limb->from),
                            "From %s to %s the leg is %.0f degrees away from straight down.",
                            vrm_bone_name(limb->from), vrm_bone_name(limb->to), (double)angle);
        }
    }
}

/* The toes must be ahead of the foot; their height does not matter. */
static void check_feet(vrmi_VrmCheck* check, float sign) {
    static const Limb feet[SIDES] = {{VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES},
                                     {VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_TOES}};
    for (int side = 0; side < SIDES; side++) {
        const Limb* foot = &feet[side];
        if (!has(check, foot->from) || !has(check, foot->to)) continue;
        vrm_Vec3 way = vrmi_vec3_sub(position(check, foot->to), position(check, foot->from));
        way.y = 0;
        if (!(vrmi_vec3_length(way) > SAME_PLACE)) continue;
        vrm_Quat turn = vrmi_quat_from_to((vrm_Vec3){0, 0, sign}, vrmi_vec3_normalize(way));
        float angle = vrmi_quat_angle(turn, vrmi_quat_identity()) * VRMI_TO_DEGREES;
        if (angle > FOOT_DEGREES)
            VRMI_REPORT(check, TPOSE_FOOT, vrmi_vrm_bone_place(check, foot->to),
                        "%s points %.0f degrees away from straight ahead. Turn the foot forward.",
                        vrm_bone_name(foot->from), (double)angle);
    }
}

static void check_hands(vrmi_VrmCheck* check, float sign) {
    static const vrm_Bone thumbs[SIDES] = {VRM_BONE_LEFT_THUMB_METACARPAL,
                                           VRM_BONE_RIGHT_THUMB_METACARPAL};
    const float half = 0.70710678f;
    for (int side = 0; side < SIDES; side++) {
        float out = side == 0 ? sign : -sign;
        vrm_Bone thumb = thumbs[side];
        float angle = angle_between(check, thumb, (vrm_Bone)(thumb + 2),
                                    (vrm_Vec3){out * half, 0, sign * half});
        if (angle > THUMB_DEGREES && check->dialect == VRM_DIALECT_1)
            VRMI_REPORT(check, TPOSE_THUMB, vrmi_vrm_bone_place(check, thumb),
                        "The thumb points %.0f degrees away from half sideways, half forward. Turn "
                        "%s.",
                        (double)angle, vrm_bone_name(thumb));
        for (int finger = 1; finger < 5; finger++) {
            vrm_Bone first = (vrm_Bone)(thumb + 3 * finger);
            angle = angle_between(check, first, (vrm_Bone)(first + 2), (vrm_Vec3){out, 0, 0});
            if (angle > FINGER_DEGREES)
                VRMI_REPORT(check, TPOSE_FINGER, vrmi_vrm_bone_place(check, first),
                            "The finger that begins at %s points %.0f degrees away from sideways. "
                            "Stretch it.",
                            vrm_bone_name(first), (double)angle);
        }
    }
}

/* Determines the avatar's left by a vote of the bones in which left and right differ most, and of
 * those that show the forward direction. */
static int vote_left(const vrmi_VrmCheck* check) {
    static const vrm_Bone pairs[][2] = {{VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
                                        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM},
                                        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG}};
    int votes = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!has(check, pairs[i][0]) || !has(check, pairs[i][1])) continue;
        float apart = position(check, pairs[i][0]).x - position(check, pairs[i][1]).x;
        votes += (apart > SAME_PLACE) - (apart < -SAME_PLACE);
    }
    return votes;
}

static int vote_ahead(const vrmi_VrmCheck* check) {
    static const Limb ways[] = {{VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_TOES},
                                {VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_TOES},
                                {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE},
                                {VRM_BONE_HEAD, VRM_BONE_RIGHT_EYE}};
    int votes = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!has(check, ways[i].from) || !has(check, ways[i].to)) continue;
        float ahead = position(check, ways[i].to).z - position(check, ways[i].from).z;
        votes += (ahead > 0.01f) - (ahead < -0.01f);
    }
    return votes;
}

/* False when left and right or front and back are exchanged: the other checks of the pose are then
 * meaningless. */
static bool check_facing(vrmi_VrmCheck* check, float sign) {
    int left = vote_left(check) * (sign > 0 ? 1 : -1);
    int ahead = vote_ahead(check) * (sign > 0 ? 1 : -1);
    if (left >= 0) return true;
    vrm_JsonRef at = vrmi_vrm_bone_place(check, VRM_BONE_LEFT_HAND);
    if (ahead > 0)
        vrmi_vrm_report(check, VRMI_RULE_HUMANOID_MIRRORED, at);
    else
        VRMI_REPORT(
            check, HUMANOID_FACES_BACK, at,
            "The avatar's left is where its right should be: it faces %s instead of %s. Turn "
            "the model around.",
            sign > 0 ? "-Z" : "+Z", sign > 0 ? "+Z" : "-Z");
    return false;
}

static void check_upright(vrmi_VrmCheck* check) {
    if (!has(check, VRM_BONE_HIPS)) return;
    float hips = position(check, VRM_BONE_HIPS).y;
    static const vrm_Bone below[] = {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT};
    bool is_upright = !has(check, VRM_BONE_HEAD) || position(check, VRM_BONE_HEAD).y > hips;
    for (size_t i = 0; i < 2; i++)
        if (has(check, below[i]) && position(check, below[i]).y >= hips) is_upright = false;
    if (!is_upright)
        vrmi_vrm_report(check, VRMI_RULE_TPOSE_NOT_UPRIGHT,
                        vrmi_vrm_bone_place(check, VRM_BONE_HIPS));
    else if (has(check, VRM_BONE_SPINE) && position(check, VRM_BONE_SPINE).y < hips - SAME_PLACE)
        vrmi_vrm_report(check, VRMI_RULE_HUMANOID_SPINE_BELOW_HIPS,
                        vrmi_vrm_bone_place(check, VRM_BONE_SPINE));
}

static void check_symmetry(vrmi_VrmCheck* check) {
    static const vrm_Bone pairs[][2] = {{VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
                                        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
                                        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG},
                                        {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!has(check, pairs[i][0]) || !has(check, pairs[i][1])) continue;
        vrm_Vec3 left = position(check, pairs[i][0]), right = position(check, pairs[i][1]);
        right.x = -right.x;
        float apart = vrmi_vec3_distance(left, right);
        if (!(apart > SYMMETRY)) continue;
        VRMI_REPORT(check, TPOSE_NOT_SYMMETRIC, vrmi_vrm_bone_place(check, pairs[i][0]),
                    "%s and %s are %.0f cm away from being mirror images about X = 0.",
                    vrm_bone_name(pairs[i][0]), vrm_bone_name(pairs[i][1]), (double)apart * 100);
        return; /* one is enough to look at the model */
    }
}

void vrmi_check_pose(vrmi_VrmCheck* check) {
    if (check->dialect == VRM_DIALECT_NONE && vrm_model_clip_info(check->model) == NULL) return;
    float sign = facing(check);
    check_upright(check);
    if (!check_facing(check, sign)) return;
    check_arms_and_legs(check, sign);
    check_feet(check, sign);
    check_hands(check, sign);
    check_symmetry(check);
}
