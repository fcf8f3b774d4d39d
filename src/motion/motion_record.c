/* SPDX-License-Identifier: MIT */
#include "motion/motion_record.h"

#include "base/report.h"
#include "motion/capture/capture.h"
#include "motion/key_times.h"
#include "motion/motion_load.h"
#include "motion/record_sample.h"
#include "rig/clip_data.h"

vrm_Result vrmi_report_frames_limit(vrm_Report* report, vrm_Result result, uint64_t max_bytes) {
    if (result == VRM_ERR_LIMIT)
        vrmi_report_at(
            report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET,
            "The frames of the motion need more memory than the limit of %llu bytes; use "
            "fewer frames, or raise the limit: --limit memory=BYTES (max_bytes).",
            (unsigned long long)max_bytes);
    return result;
}

bool vrmi_fit_changes_motion(const vrm_FitDef* fit) {
    return fit->feet == VRM_FEET_HOLD || fit->hands == VRM_CONTACTS_HOLD ||
           fit->knees == VRM_CONTACTS_HOLD || fit->seat_height > 0.0f ||
           fit->root_motion != VRM_ROOT_MOTION_KEEP || fit->loops;
}

static vrm_RecorderDef recorder_def(const vrm_FitDef* fit, const char* take_name) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.name = fit->name != NULL ? fit->name : take_name[0] != '\0' ? take_name : NULL;
    def.tolerance_degrees = fit->tolerance_degrees;
    def.tolerance_metres = fit->tolerance_metres;
    def.tolerance_weight = fit->tolerance_weight;
    def.max_bytes = fit->max_bytes;
    def.writes_skeleton = fit->writes_skeleton;
    def.allocator = fit->allocator;
    return def;
}

/* ---- Another program's skeleton ---- */

static vrm_Result record_capture(const vrm_Motion* motion, const vrm_FitDef* fit, vrmi_Take* out) {
    const vrm_Capture* capture = motion->capture;
    const vrm_MotionInfo info = vrm_motion_info(motion);
    vrm_RecorderDef def = recorder_def(fit, vrm_motion_take_name(motion, motion->take));
    def.hips_height = vrm_capture_hips_height(capture);
    def.bones = vrm_capture_moved_bones(capture);
    vrm_Result result = vrm_recorder_create(&def, &out->recorder);
    if (result == VRM_OK) result = vrmi_capture_record(capture, fit->fps, out->recorder);
    out->skeleton = vrm_skeleton_of_capture(capture);
    if (motion->model != NULL)
        out->frame_s = vrmi_key_step(motion->model, motion->take, info.seconds);
    return result;
}

/* ---- A VRM animation ---- */

/* Returns the rest position of the hips of a VRM animation; a recorder without a rig has its own
 * above the origin. */
static vrm_Vec3 hips_rest(const vrm_Model* model) {
    vrm_Rig* rig = NULL;
    vrm_Vec3 rest = {0, 0, 0};
    int32_t node = vrm_model_clip_info(model)->bones[VRM_BONE_HIPS];
    if (node >= 0 && vrm_rig_build(model, NULL, &rig) == VRM_OK)
        rest = vrm_rig_rest_model(rig, node).translation;
    vrm_rig_destroy(rig);
    return rest;
}

/* Returns the offset from the rest position of the hips in a VRM animation to the origin of its
 * motion, in its own size. Players move hips to the position that an animation states, wherever the
 * hips of the avatar rest. */
static vrm_Vec3 hips_aside(const vrm_Motion* motion, const vrm_Rig* rig) {
    const vrm_Vec3 none = {0, 0, 0};
    vrm_Vec3 aside = rig == NULL ? hips_rest(motion->model) : none;
    if (rig != NULL) {
        float from = vrm_clip_hips_height(motion->clip);
        float to = vrm_skeleton_of_rig(rig).positions[VRM_BONE_HIPS].y;
        aside = vrm_clip_fit_hips(motion->clip, rig, none);
        if (from > VRMI_HIPS_MIN && to > VRMI_HIPS_MIN) aside = vrmi_vec3_scale(aside, from / to);
    }
    return (vrm_Vec3){aside.x, 0.0f, aside.z};
}

static vrm_Result record_frame(const vrm_Clip* clip, vrm_Vec3 aside, double time,
                               vrm_Recorder* recorder) {
    vrm_ClipSample sample;
    vrm_clip_sample(clip, (float)time, &sample);
    if (sample.moves_hips) sample.pose.hips_offset = vrmi_vec3_add(sample.pose.hips_offset, aside);
    vrm_Result result = vrm_recorder_add_frame(recorder, time, &sample.pose);
    for (int32_t e = 0; result == VRM_OK && e < vrm_clip_expression_count(clip); e++)
        result = vrm_recorder_set_expression(recorder, vrm_clip_expression_name(clip, e),
                                             vrm_clip_sample_expression(clip, e, (float)time));
    if (result == VRM_OK && sample.has_gaze)
        result = vrm_recorder_set_gaze(recorder, sample.gaze_degrees.x, sample.gaze_degrees.y);
    return result;
}

static vrm_Result record_steps(const vrm_Motion* motion, vrm_Vec3 aside, double fps,
                               vrm_Recorder* recorder) {
    double seconds = (double)vrm_clip_duration(motion->clip);
    int32_t steps = vrm_motion_frame_count(motion, fps) - 1;
    vrm_Result result = VRM_OK;
    for (int32_t f = 0; result == VRM_OK && f <= steps; f++)
        result = record_frame(motion->clip, aside, steps > 0 ? seconds * f / steps : 0.0, recorder);
    return result;
}

int32_t vrm_motion_sample_count(const vrm_Motion* motion) {
    vrmi_KeyMoments keys;
    if (motion->kind == VRM_MOTION_NODES) return 0;
    if (motion->edited.frames != NULL) return vrm_recorder_frame_count(motion->edited.frames);
    if (motion->kind == VRM_MOTION_CAPTURE) return vrm_motion_frame_count(motion, 0.0);
    double seconds = (double)vrm_clip_duration(motion->clip);
    if (vrmi_key_moments(motion->model, 0, seconds, &motion->allocator, &keys) != VRM_OK) return 0;
    int32_t count = (int32_t)keys.count;
    vrmi_key_moments_release(&keys, &motion->allocator);
    return count > 0 ? count : vrm_motion_frame_count(motion, 0.0);
}

/* Records an unchanged motion: at its own keys, or at equal steps if there are too many. */
static vrm_Result record_keys(const vrm_Motion* motion, vrm_Vec3 aside,
                              const vrm_Allocator* allocator, vrm_Recorder* recorder) {
    vrmi_KeyMoments keys;
    double seconds = (double)vrm_clip_duration(motion->clip);
    vrm_Result result = vrmi_key_moments(motion->model, 0, seconds, allocator, &keys);
    for (size_t k = 0; result == VRM_OK && k < keys.count; k++)
        result = record_frame(motion->clip, aside, keys.times[k], recorder);
    if (result == VRM_OK && keys.count == 0) result = record_steps(motion, aside, 0.0, recorder);
    vrmi_key_moments_release(&keys, allocator);
    return result;
}

static vrm_Result record_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                   const vrm_FitDef* fit, vrmi_Take* out) {
    const vrm_Clip* clip = motion->clip;
    vrm_RecorderDef def = recorder_def(fit, vrm_clip_name(clip));
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 0.0f, &sample);
    def.hips_height = vrm_clip_hips_height(clip) > 0.0f ? vrm_clip_hips_height(clip) : 0.0f;
    def.bones = sample.bones;
    out->skeleton = vrm_motion_skeleton(motion);
    out->frame_s = vrmi_key_step(motion->model, 0, (double)vrm_clip_duration(clip));
    vrm_Result result = vrm_recorder_create(&def, &out->recorder);
    if (result != VRM_OK) return result;
    vrm_Vec3 aside = hips_aside(motion, vrmi_fit_changes_motion(fit) ? rig : NULL);
    return vrmi_fit_changes_motion(fit) || fit->fps > 0.0
               ? record_steps(motion, aside, fit->fps, out->recorder)
               : record_keys(motion, aside, &fit->allocator, out->recorder);
}

/* ---- A motion that was edited ---- */

/* Players move the hips of a VRM animation to the position that it states; retargeting places them
 * relative to the hips of the avatar. Frames of an edited motion are relative to the origin: this
 * is the difference, in metres of the motion. */
static vrm_Vec3 edited_aside(const vrm_Motion* motion, const vrm_Rig* rig) {
    if (motion->kind != VRM_MOTION_ANIMATION || rig == NULL) return (vrm_Vec3){0, 0, 0};
    float from = motion->edited.frames->skeleton[VRM_BONE_HIPS].y;
    vrm_Vec3 rest = vrm_skeleton_of_rig(rig).positions[VRM_BONE_HIPS];
    float scale = from > VRMI_HIPS_MIN && rest.y > VRMI_HIPS_MIN ? from / rest.y : 1.0f;
    return (vrm_Vec3){-rest.x * scale, 0.0f, -rest.z * scale};
}

static vrm_Result record_edited(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* fit,
                                vrmi_Take* out) {
    const vrm_Recorder* frames = motion->edited.frames;
    bool changes = vrmi_fit_changes_motion(fit);
    bool is_sampled = fit->fps > 0.0 || (changes && motion->kind == VRM_MOTION_ANIMATION);
    double seconds = frames->times[frames->count - 1];
    int32_t steps = is_sampled ? vrm_motion_frame_count(motion, fit->fps) - 1 : 0;
    size_t count = is_sampled ? (size_t)steps + 1 : frames->count;
    vrm_RecorderDef def = recorder_def(fit, vrm_motion_take_name(motion, 0));
    vrm_Vec3 aside = changes ? edited_aside(motion, rig) : (vrm_Vec3){0, 0, 0};
    vrm_Result result = vrmi_recorder_like(frames, NULL, &def, count, &out->recorder);
    for (size_t f = 0; result == VRM_OK && f < count; f++) {
        double time =
            is_sampled ? (steps > 0 ? seconds * (double)f / steps : 0.0) : frames->times[f];
        vrmi_recorder_copy_frame(frames, vrmi_recorder_moment(frames, time), out->recorder, f);
        out->recorder->times[f] = time;
        vrm_Vec3* offset = &out->recorder->poses[f].hips_offset;
        *offset = vrmi_vec3_add(*offset, aside);
    }
    out->skeleton = motion->edited.skeleton;
    out->frame_s = (float)motion->edited.frame_s;
    return result;
}

vrm_Result vrmi_take_record(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* fit,
                            vrmi_Take* out) {
    *out = (vrmi_Take){.frame_s = 0.0f};
    if (motion->edited.frames != NULL) return record_edited(motion, rig, fit, out);
    return motion->kind == VRM_MOTION_CAPTURE ? record_capture(motion, fit, out)
                                              : record_animation(motion, rig, fit, out);
}
