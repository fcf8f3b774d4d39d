/* SPDX-License-Identifier: MIT */
/* The skeleton of a recording: no rotations anywhere, so that what the nodes hold is what vrm_Pose
 * holds. Only the height of the hips matters to players; the rest is for people who open the file
 * in a program that draws skeletons. */
#include "motion/record.h"

/* A person of 1.6 m in the T-pose, facing +Z; bones of the right are the mirror image. */
static const struct {
    vrm_Bone bone;
    vrm_Vec3 position; /* metres */
} person[] = {
    {VRM_BONE_HIPS, {0.0f, 0.94f, 0.0f}},
    {VRM_BONE_SPINE, {0.0f, 1.02f, 0.0f}},
    {VRM_BONE_CHEST, {0.0f, 1.14f, -0.005f}},
    {VRM_BONE_UPPER_CHEST, {0.0f, 1.25f, -0.01f}},
    {VRM_BONE_NECK, {0.0f, 1.37f, -0.015f}},
    {VRM_BONE_HEAD, {0.0f, 1.45f, 0.0f}},
    {VRM_BONE_LEFT_EYE, {0.03f, 1.5f, 0.07f}},
    {VRM_BONE_JAW, {0.0f, 1.47f, 0.02f}},
    {VRM_BONE_LEFT_UPPER_LEG, {0.08f, 0.9f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_LEG, {0.08f, 0.5f, 0.0f}},
    {VRM_BONE_LEFT_FOOT, {0.08f, 0.085f, -0.01f}},
    {VRM_BONE_LEFT_TOES, {0.08f, 0.02f, 0.1f}},
    {VRM_BONE_LEFT_SHOULDER, {0.025f, 1.33f, -0.015f}},
    {VRM_BONE_LEFT_UPPER_ARM, {0.105f, 1.33f, -0.015f}},
    {VRM_BONE_LEFT_LOWER_ARM, {0.345f, 1.33f, -0.015f}},
    {VRM_BONE_LEFT_HAND, {0.57f, 1.33f, -0.015f}},
    {VRM_BONE_LEFT_THUMB_METACARPAL, {0.595f, 1.32f, 0.01f}},
    {VRM_BONE_LEFT_THUMB_PROXIMAL, {0.625f, 1.315f, 0.035f}},
    {VRM_BONE_LEFT_THUMB_DISTAL, {0.65f, 1.31f, 0.05f}},
    {VRM_BONE_LEFT_INDEX_PROXIMAL, {0.655f, 1.33f, 0.015f}},
    {VRM_BONE_LEFT_INDEX_INTERMEDIATE, {0.69f, 1.33f, 0.015f}},
    {VRM_BONE_LEFT_INDEX_DISTAL, {0.712f, 1.33f, 0.015f}},
    {VRM_BONE_LEFT_MIDDLE_PROXIMAL, {0.66f, 1.33f, -0.008f}},
    {VRM_BONE_LEFT_MIDDLE_INTERMEDIATE, {0.7f, 1.33f, -0.008f}},
    {VRM_BONE_LEFT_MIDDLE_DISTAL, {0.725f, 1.33f, -0.008f}},
    {VRM_BONE_LEFT_RING_PROXIMAL, {0.655f, 1.33f, -0.03f}},
    {VRM_BONE_LEFT_RING_INTERMEDIATE, {0.692f, 1.33f, -0.03f}},
    {VRM_BONE_LEFT_RING_DISTAL, {0.715f, 1.33f, -0.03f}},
    {VRM_BONE_LEFT_LITTLE_PROXIMAL, {0.645f, 1.33f, -0.05f}},
    {VRM_BONE_LEFT_LITTLE_INTERMEDIATE, {0.675f, 1.33f, -0.05f}},
    {VRM_BONE_LEFT_LITTLE_DISTAL, {0.695f, 1.33f, -0.05f}},
};

/* The bone of the other side; VRM_BONE_NONE for those of the middle. */
static vrm_Bone mirrored(vrm_Bone bone) {
    if (bone == VRM_BONE_LEFT_EYE) return VRM_BONE_RIGHT_EYE;
    if (bone >= VRM_BONE_LEFT_UPPER_LEG && bone <= VRM_BONE_LEFT_TOES)
        return (vrm_Bone)(bone + (VRM_BONE_RIGHT_UPPER_LEG - VRM_BONE_LEFT_UPPER_LEG));
    if (bone >= VRM_BONE_LEFT_SHOULDER && bone <= VRM_BONE_LEFT_HAND)
        return (vrm_Bone)(bone + (VRM_BONE_RIGHT_SHOULDER - VRM_BONE_LEFT_SHOULDER));
    if (bone >= VRM_BONE_LEFT_THUMB_METACARPAL && bone <= VRM_BONE_LEFT_LITTLE_DISTAL)
        return (vrm_Bone)(bone +
                          (VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL));
    return VRM_BONE_NONE;
}

static void place_person(float scale, vrm_Vec3 out[VRM_BONE_COUNT]) {
    for (size_t i = 0; i < sizeof person / sizeof *person; i++) {
        vrm_Vec3 p = vrmi_vec3_scale(person[i].position, scale);
        vrm_Bone other = mirrored(person[i].bone);
        out[person[i].bone] = p;
        if (other != VRM_BONE_NONE) out[other] = (vrm_Vec3){-p.x, p.y, p.z};
    }
}

vrm_Bone vrmi_record_parent(vrm_Bone bone, uint64_t bones) {
    vrm_Bone parent = vrm_bone_parent(bone);
    while (parent != VRM_BONE_NONE && (bones >> parent & 1) == 0) parent = vrm_bone_parent(parent);
    return parent;
}

uint64_t vrmi_record_skeleton(const vrm_Rig* rig, float hips_height, vrm_Vec3 out[VRM_BONE_COUNT]) {
    vrm_Vec3 like_person[VRM_BONE_COUNT];
    bool has_rig = rig != NULL && vrm_rig_bone(rig, VRM_BONE_HIPS) >= 0;
    float height = has_rig ? vrm_rig_hips_height(rig) : hips_height;
    float scale = height > 0.01f ? height / person[0].position.y : 1.0f;
    place_person(scale, like_person);
    uint64_t bones = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        int32_t node = has_rig ? vrm_rig_bone(rig, (vrm_Bone)b) : -1;
        if (node >= 0) {
            vrm_Vec3 p = vrm_rig_rest_model(rig, node).translation;
            out[b] = vrm_rig_facing(rig) < 0 ? (vrm_Vec3){-p.x, p.y, -p.z} : p;
            bones |= (uint64_t)1 << b;
        } else if (parent == VRM_BONE_NONE) {
            out[b] = like_person[b];
        } else { /* parents have lower numbers */
            out[b] = vrmi_vec3_add(out[parent], vrmi_vec3_sub(like_person[b], like_person[parent]));
        }
    }
    return bones;
}
