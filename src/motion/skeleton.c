/* SPDX-License-Identifier: MIT */
/* The skeleton of a recording. It has no rotations, so that node rotations equal those of vrm_Pose.
 * Players only use the height of the hips; the rest is for programs that draw skeletons. */
#include "motion/record.h"

/* A human of 1.6 m in the T-pose, facing +Z; bones of the right side are mirrored. */
static const struct {
    int16_t bone;
    int16_t x, y, z; /* millimetres */
} person[] = {
    {VRM_BONE_HIPS, 0, 940, 0},
    {VRM_BONE_SPINE, 0, 1020, 0},
    {VRM_BONE_CHEST, 0, 1140, -5},
    {VRM_BONE_UPPER_CHEST, 0, 1250, -10},
    {VRM_BONE_NECK, 0, 1370, -15},
    {VRM_BONE_HEAD, 0, 1450, 0},
    {VRM_BONE_LEFT_EYE, 30, 1500, 70},
    {VRM_BONE_JAW, 0, 1470, 20},
    {VRM_BONE_LEFT_UPPER_LEG, 80, 900, 0},
    {VRM_BONE_LEFT_LOWER_LEG, 80, 500, 0},
    {VRM_BONE_LEFT_FOOT, 80, 85, -10},
    {VRM_BONE_LEFT_TOES, 80, 20, 100},
    {VRM_BONE_LEFT_SHOULDER, 25, 1330, -15},
    {VRM_BONE_LEFT_UPPER_ARM, 105, 1330, -15},
    {VRM_BONE_LEFT_LOWER_ARM, 345, 1330, -15},
    {VRM_BONE_LEFT_HAND, 570, 1330, -15},
    {VRM_BONE_LEFT_THUMB_METACARPAL, 595, 1320, 10},
    {VRM_BONE_LEFT_THUMB_PROXIMAL, 625, 1315, 35},
    {VRM_BONE_LEFT_THUMB_DISTAL, 650, 1310, 50},
    {VRM_BONE_LEFT_INDEX_PROXIMAL, 655, 1330, 15},
    {VRM_BONE_LEFT_INDEX_INTERMEDIATE, 690, 1330, 15},
    {VRM_BONE_LEFT_INDEX_DISTAL, 712, 1330, 15},
    {VRM_BONE_LEFT_MIDDLE_PROXIMAL, 660, 1330, -8},
    {VRM_BONE_LEFT_MIDDLE_INTERMEDIATE, 700, 1330, -8},
    {VRM_BONE_LEFT_MIDDLE_DISTAL, 725, 1330, -8},
    {VRM_BONE_LEFT_RING_PROXIMAL, 655, 1330, -30},
    {VRM_BONE_LEFT_RING_INTERMEDIATE, 692, 1330, -30},
    {VRM_BONE_LEFT_RING_DISTAL, 715, 1330, -30},
    {VRM_BONE_LEFT_LITTLE_PROXIMAL, 645, 1330, -50},
    {VRM_BONE_LEFT_LITTLE_INTERMEDIATE, 675, 1330, -50},
    {VRM_BONE_LEFT_LITTLE_DISTAL, 695, 1330, -50},
};

vrm_Bone vrmi_record_mirrored(vrm_Bone bone) {
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
        vrm_Vec3 metres = {(float)person[i].x / 1000.0f, (float)person[i].y / 1000.0f,
                           (float)person[i].z / 1000.0f};
        vrm_Vec3 p = vrmi_vec3_scale(metres, scale);
        vrm_Bone other = vrmi_record_mirrored((vrm_Bone)person[i].bone);
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
    float scale = height > 0.01f ? height / ((float)person[0].y / 1000.0f) : 1.0f;
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
