/* SPDX-License-Identifier: MIT */
#include "motion/capture/ground.h"

#include "motion/capture/person_pose.h"

/* ---- Size ---- */

static float height_of(const vrm_Capture* capture, int32_t joint) {
    return vrmi_quat_rotate(capture->to_model, capture->joints[joint].place).y;
}

float vrmi_capture_lowest(const vrm_Capture* capture) {
    float lowest = height_of(capture, capture->bones[VRM_BONE_HIPS]);
    for (int32_t j = 0; j < capture->joint_count; j++) {
        if (!capture->joints[j].is_body || !capture->is_needed[j]) continue;
        float y = height_of(capture, j);
        if (y < lowest) lowest = y;
    }
    return lowest;
}

/* The unit of length for which the height of the hips is closest to that of an adult. */
static float guess_metres(float height) {
    static const float units[] = {1.0f, 0.01f, 0.0254f, 0.3048f, 0.1f, 0.001f, 0.0564444f /* CMU */,
                                  0.08f /* MikuMikuDance */};
    const float person = 0.94f;
    if (!(height > 1e-6f)) return 0.01f;
    float best = person / height, best_ratio = 1.7f;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        float ratio = height * units[i] / person;
        if (ratio < 1.0f) ratio = 1.0f / ratio;
        if (ratio >= best_ratio) continue;
        best = units[i];
        best_ratio = ratio;
    }
    return best;
}

/* A file may state a wrong unit: it is used if it makes the skeleton as tall as a person. */
static float stated_metres(const vrm_Capture* capture, float height) {
    float metres = capture->file.metres;
    return metres > 0.0f && height * metres > 0.2f && height * metres < 4.0f ? metres : 0.0f;
}

/* The height of the hips above the lowest joint in the T-pose, in which legs that are spread or
 * bent in the reference pose are straight. If there are legs, only their joints count, because a
 * root joint may be anywhere; otherwise all joints do. */
static float t_pose_height(vrm_Capture* capture) {
    float lowest = 1e30f, hips = 0.0f;
    for (int32_t j = 0; j < capture->joint_count; j++) { /* parents first */
        vrmi_PersonJoint* joint = &capture->joints[j];
        int32_t near = joint->parent;
        vrm_Vec3 step = joint->place;
        joint->t_position = (vrm_Vec3){0.0f, 0.0f, 0.0f};
        if (joint->parent >= 0) {
            step = vrmi_vec3_sub(joint->place, capture->joints[joint->parent].place);
            joint->t_position = capture->joints[joint->parent].t_position;
        }
        while (near >= 0 && capture->joints[near].bone == VRM_BONE_NONE)
            near = capture->joints[near].parent;
        vrm_Bone bone = near >= 0 ? capture->joints[near].bone : VRM_BONE_HIPS;
        step = vrmi_quat_rotate(capture->to_model, step);
        step = vrmi_quat_rotate(vrmi_quat_conjugate(capture->rests[bone]), step);
        joint->t_position = vrmi_vec3_add(joint->t_position, step);
        if (joint->bone == VRM_BONE_HIPS) hips = joint->t_position.y;
        if (joint->is_body && joint->t_position.y < lowest) lowest = joint->t_position.y;
    }
    return hips - lowest;
}

void vrmi_capture_find_size(vrm_Capture* capture, const vrm_CaptureDef* def) {
    float height = t_pose_height(capture);
    float above = height_of(capture, capture->bones[VRM_BONE_HIPS]);
    /* The lowest joint may be an ankle. A file that states its up axis has the ground at 0, if the
     * person stands on it. */
    if (capture->file.has_axes && above > height && above < 1.2f * height) height = above;
    capture->metres = def->metres > 0.0f ? def->metres : stated_metres(capture, height);
    if (capture->metres == 0.0f) capture->metres = guess_metres(height);
    capture->hips_height = vrmi_clamp(height * capture->metres, 0.0f, 1e6f);
}

/* ---- The ground ---- */

static bool hips_move(const vrm_Capture* capture) {
    for (int32_t at = capture->bones[VRM_BONE_HIPS]; at >= 0; at = capture->joints[at].parent)
        if (capture->joints[at].has_position) return true;
    return false;
}

enum { GLANCES = 32 };

/* Returns the lowest height (metres) in `count` of the examined frames. Overwrites the positions of
 * the joints. */
static float find_ground(vrm_Capture* capture, int32_t count) {
    int32_t last = vrmi_person_samples(capture) - 1;
    float lowest = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        int32_t sample = count < 2 ? 0 : i * last / (count - 1);
        vrmi_person_pose(capture, vrmi_person_sample(capture, sample));
        float low = vrmi_capture_lowest(capture);
        if (i == 0 || low < lowest) lowest = low;
    }
    return lowest * capture->metres;
}

/* In files whose positions are relative to the sensor or to the hips, the feet are far below the
 * ground: by more than a third of a leg, which is more than noise. This holds most of the time, so
 * a few frames are enough to detect it. */
void vrmi_capture_find_start(vrm_Capture* capture, const vrm_CaptureDef* def, const float* lowest) {
    vrmi_capture_sample(capture, 0.0);
    vrm_Vec3 first = vrmi_capture_hips(capture);
    capture->start = (vrm_Vec3){0.0f, capture->hips_height, 0.0f};
    if (!hips_move(capture)) capture->start = first;
    if (def->keeps_start || !hips_move(capture)) return;
    capture->start.x = first.x;
    capture->start.z = first.z;
    if (capture->file.has_ground) return;
    int32_t all = vrmi_person_samples(capture), few = all < GLANCES ? all : GLANCES;
    float ground = lowest != NULL ? *lowest * capture->metres : find_ground(capture, few);
    if (ground >= -0.35f * capture->hips_height) return;
    if (lowest == NULL && few < all) ground = find_ground(capture, all);
    capture->start.y += ground;
    vrmi_report_at(def->report, VRMI_RULE_MOTION_LIFTED, VRM_NO_OFFSET, NULL);
}
