/* SPDX-License-Identifier: MIT */
#include "motion/record_sample.h"

/* ---- Between frames ---- */

vrmi_Moment vrmi_recorder_moment(const vrm_Recorder* r, double time_s) {
    size_t low = 0, high = r->count - 1;
    if (!(time_s > r->times[0])) return (vrmi_Moment){0, 0.0f};
    if (time_s >= r->times[high]) return (vrmi_Moment){high, 0.0f};
    while (high - low > 1) { /* times[low] <= time_s < times[high] */
        size_t middle = low + (high - low) / 2;
        if (r->times[middle] <= time_s)
            low = middle;
        else
            high = middle;
    }
    double step = r->times[high] - r->times[low], part = (time_s - r->times[low]) / step;
    if (part > 1.0 - 1e-6) return (vrmi_Moment){high, 0.0f};
    return (vrmi_Moment){low, part < 1e-6 ? 0.0f : (float)part};
}

vrm_Quat vrmi_recorder_rotation(const vrm_Recorder* r, vrm_Bone bone, vrmi_Moment at) {
    vrm_Quat rotation = r->poses[at.frame].rotations[bone];
    if (at.part == 0.0f) return rotation;
    return vrmi_quat_slerp(rotation, r->poses[at.frame + 1].rotations[bone], at.part);
}

vrm_Pose vrmi_recorder_pose(const vrm_Recorder* r, vrmi_Moment at) {
    vrm_Pose pose = r->poses[at.frame];
    if (at.part == 0.0f) return pose;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        pose.rotations[b] = vrmi_recorder_rotation(r, (vrm_Bone)b, at);
    vrm_Vec3 step = vrmi_vec3_sub(r->poses[at.frame + 1].hips_offset, pose.hips_offset);
    pose.hips_offset = vrmi_vec3_add(pose.hips_offset, vrmi_vec3_scale(step, at.part));
    return pose;
}

vrm_Quat vrmi_recorder_gaze(const vrm_Recorder* r, vrmi_Moment at) {
    vrm_Quat gaze = r->gazes[at.frame];
    return at.part == 0.0f ? gaze : vrmi_quat_slerp(gaze, r->gazes[at.frame + 1], at.part);
}

float vrmi_recorder_weight(const vrm_Recorder* r, size_t expression, vrmi_Moment at) {
    const float* weights = r->expressions[expression].weights;
    float weight = weights[at.frame];
    return at.part == 0.0f ? weight : vrmi_lerp(weight, weights[at.frame + 1], at.part);
}

/* ---- Of the same bones and expressions ---- */

static vrm_Result add_face(const vrm_Recorder* source, vrm_Recorder* out) {
    vrm_Result result = VRM_OK;
    for (size_t e = 0; result == VRM_OK && e < source->expression_count; e++) {
        result = vrm_recorder_set_expression(out, source->expressions[e].name, 0.0f);
        if (source->expressions[e].is_shape)
            vrmi_recorder_mark_shape(out, source->expressions[e].name);
    }
    if (source->has_gaze) out->has_gaze = true;
    out->bones |= source->bones;
    return result;
}

vrm_Result vrmi_recorder_like(const vrm_Recorder* source, const vrm_Recorder* other,
                              const vrm_RecorderDef* given, size_t count, vrm_Recorder** out) {
    vrm_RecorderDef def = *given;
    vrm_Recorder* made = NULL;
    vrm_Pose rest = vrm_pose_rest();
    def.hips_height = source->skeleton[VRM_BONE_HIPS].y;
    if (def.name == NULL) def.name = source->name;
    vrm_Result result = vrm_recorder_create(&def, &made);
    if (result == VRM_OK) result = vrm_recorder_add_frame(made, 0.0, &rest);
    if (result == VRM_OK) result = add_face(source, made);
    if (result == VRM_OK && other != NULL) result = add_face(other, made);
    if (result == VRM_OK) result = vrmi_recorder_resize(made, count);
    if (result != VRM_OK) {
        vrm_recorder_destroy(made);
        made = NULL;
    }
    *out = made;
    return result;
}

void vrmi_recorder_copy_frame(const vrm_Recorder* from, vrmi_Moment at, vrm_Recorder* to,
                              size_t frame) {
    to->poses[frame] = vrmi_recorder_pose(from, at);
    to->gazes[frame] = vrmi_recorder_gaze(from, at);
    for (size_t e = 0; e < from->expression_count; e++)
        to->expressions[e].weights[frame] = vrmi_recorder_weight(from, e, at);
}
