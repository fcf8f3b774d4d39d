/* SPDX-License-Identifier: MIT */
#include "motion/capture/person_pose.h"

void vrmi_capture_sample(const vrm_Capture* capture, double frame) {
    capture->file.sample(capture->file.reader, frame, capture->locals);
}

vrm_Vec3 vrmi_person_place(const vrm_Capture* capture, vrm_Bone bone) {
    return capture->joints[capture->bones[bone]].place;
}

bool vrmi_person_has(const vrm_Capture* capture, vrm_Bone bone) {
    return capture->bones[bone] >= 0;
}

vrm_Vec3 vrmi_person_between(const vrm_Capture* capture, vrm_Bone from, vrm_Bone to) {
    if (!vrmi_person_has(capture, from) || !vrmi_person_has(capture, to))
        return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_sub(vrmi_person_place(capture, to), vrmi_person_place(capture, from));
}

vrm_Vec3 vrmi_person_up(const vrm_Capture* capture) {
    return vrmi_person_between(capture, VRM_BONE_HIPS,
                               vrmi_person_has(capture, VRM_BONE_HEAD) ? VRM_BONE_HEAD
                                                                       : VRM_BONE_NECK);
}

vrm_Vec3 vrmi_person_left(const vrm_Capture* capture) {
    vrm_Vec3 left = vrmi_person_between(capture, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG);
    if (vrmi_vec3_reach(left) > 0.0f) return left;
    return vrmi_person_between(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
}

vrm_Vec3 vrmi_person_direction(const vrm_Capture* capture, vrm_Bone bone) {
    vrm_Vec3 offset = {0.0f, 0.0f, 0.0f};
    int32_t above = capture->bones[bone]; /* it, or a joint below it in the same place */
    for (int32_t j = above + 1; above >= 0 && j < capture->joint_count; j++) {
        int32_t parent = capture->joints[j].parent;
        if (parent != above && parent != capture->bones[bone]) continue;
        offset = vrmi_vec3_sub(capture->joints[j].place, vrmi_person_place(capture, bone));
        if (vrmi_vec3_reach(offset) > 0.0f) break;
        above = j;
    }
    return vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, offset));
}

bool vrmi_person_is_bound(const vrm_Capture* capture, int32_t j) {
    return capture->file.is_bound == NULL || capture->file.is_bound[j];
}

/* Places all joints as in a frame, in the rest pose or in the bind pose. */
void vrmi_person_pose(vrm_Capture* capture, int32_t frame) {
    if (frame >= 0) vrmi_capture_sample(capture, (double)frame);
    for (int32_t j = 0; j < capture->joint_count; j++) { /* parents first */
        vrmi_PersonJoint* joint = &capture->joints[j];
        bool is_world = frame == VRMI_PERSON_BIND && vrmi_person_is_bound(capture, j);
        vrm_Transform local = is_world                         ? capture->file.bind[j]
                              : frame >= 0                     ? capture->locals[j]
                              : frame == VRMI_PERSON_TAKE      ? capture->take_pose[j]
                              : frame == VRMI_PERSON_REST_FILE ? capture->rest_file_pose[j]
                                                               : capture->file.joints[j].rest;
        joint->place = vrmi_capture_bounded(local.translation, 1e6f);
        joint->turn = local.rotation;
        joint->scale = vrmi_capture_bounded(local.scale, 1e6f);
        if (joint->parent < 0 || is_world) continue;
        const vrmi_PersonJoint* parent = &capture->joints[joint->parent];
        vrm_Vec3 step = vrmi_vec3_mul(parent->scale, joint->place);
        joint->place = vrmi_vec3_add(parent->place, vrmi_quat_rotate(parent->turn, step));
        joint->place = vrmi_capture_bounded(joint->place, 1e12f);
        joint->turn = vrmi_quat_normalize(vrmi_quat_mul(parent->turn, joint->turn));
        joint->scale = vrmi_capture_bounded(vrmi_vec3_mul(parent->scale, joint->scale), 1e6f);
    }
}

/* How many frames are examined, evenly spread: enough to find a standing pose and the ground, and
 * few enough that long files with many joints load fast. */
int32_t vrmi_person_samples(const vrm_Capture* capture) {
    int32_t most = 100000 / capture->joint_count;
    if (most > 512) most = 512;
    if (most < 16) most = 16;
    return capture->frame_count < most ? capture->frame_count : most;
}

int32_t vrmi_person_sample(const vrm_Capture* capture, int32_t sample) {
    int32_t count = vrmi_person_samples(capture);
    return count < 2 ? 0 : (int32_t)((int64_t)sample * (capture->frame_count - 1) / (count - 1));
}
