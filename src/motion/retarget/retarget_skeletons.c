/* SPDX-License-Identifier: MIT */
/* Skeletons of persons, avatars, animations and captures. */
#include "motion/capture/person.h"
#include "motion/record.h"
#include "vrm/retarget.h"

static const uint64_t all_bones = ((uint64_t)1 << VRM_BONE_COUNT) - 1;

vrm_Skeleton vrm_skeleton_person(float hips_height) {
    vrm_Skeleton person;
    if (!(vrmi_is_finite(hips_height) && hips_height > 0.0f)) hips_height = 0.0f;
    (void)vrmi_record_skeleton(NULL, hips_height, person.positions);
    person.bones = all_bones;
    return person;
}

vrm_Skeleton vrm_skeleton_of_rig(const vrm_Rig* rig) {
    vrm_Skeleton skeleton;
    skeleton.bones = vrmi_record_skeleton(rig, 0.0f, skeleton.positions);
    return skeleton;
}

/* Places missing bones relative to their parents as in the default human skeleton. */
static void complete(vrm_Skeleton* skeleton) {
    vrm_Skeleton person = vrm_skeleton_person(skeleton->positions[VRM_BONE_HIPS].y);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b); /* has a lower number */
        if ((skeleton->bones >> b & 1) != 0 || parent == VRM_BONE_NONE) continue;
        vrm_Vec3 step = vrmi_vec3_sub(person.positions[b], person.positions[parent]);
        skeleton->positions[b] = vrmi_vec3_add(skeleton->positions[parent], step);
    }
}

bool vrm_skeleton_of_animation(const vrm_Model* model, vrm_Skeleton* out_skeleton) {
    vrm_Rig* rig = NULL;
    const vrm_ClipInfo* info = vrm_model_clip_info(model);
    *out_skeleton = vrm_skeleton_person(0.0f);
    if (info == NULL || info->bones[VRM_BONE_HIPS] < 0) return false;
    if (vrm_rig_build(model, NULL, &rig) != VRM_OK) return false;
    out_skeleton->bones = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (info->bones[b] < 0) continue;
        out_skeleton->positions[b] = vrm_rig_rest_model(rig, info->bones[b]).translation;
        out_skeleton->bones |= (uint64_t)1 << b;
    }
    complete(out_skeleton);
    vrm_rig_destroy(rig);
    return true;
}

vrm_Skeleton vrm_skeleton_of_capture(const vrm_Capture* capture) {
    if (!capture->has_person) return vrm_skeleton_person(0.0f);
    vrm_Skeleton skeleton = vrm_skeleton_person(capture->hips_height);
    vrm_Vec3 hips = capture->joints[capture->bones[VRM_BONE_HIPS]].t_position;
    skeleton.bones = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (capture->bones[b] < 0) continue;
        vrm_Vec3 from_hips = vrmi_vec3_sub(capture->joints[capture->bones[b]].t_position, hips);
        vrm_Vec3 at = vrmi_vec3_scale(from_hips, capture->metres);
        at.y += capture->hips_height;
        if (!vrmi_vec3_is_finite(at) || vrmi_vec3_reach(at) > 1e6f) continue;
        skeleton.positions[b] = at;
        skeleton.bones |= (uint64_t)1 << b;
    }
    complete(&skeleton);
    return skeleton;
}
