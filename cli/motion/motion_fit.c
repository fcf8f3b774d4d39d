/* SPDX-License-Identifier: MIT */
#include "motion/motion_fit.h"

#include "motion/clip_times.h"
#include "words/json.h"
#include "words/output.h"

static vrm_Feet feet_of(const Fit* fit) {
    return fit->has_feet ? fit->feet : fit->is_usual ? VRM_FEET_AUTO : VRM_FEET_FREE;
}

bool fit_is_asked(const Fit* fit) {
    return feet_of(fit) != VRM_FEET_FREE || fit->is_in_place || fit->has_root || fit->loops ||
           fit->target != NULL;
}

vrm_Result fit_recorder(const Fit* fit, vrm_Recorder* recorder) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    if (!fit_is_asked(fit)) return VRM_OK;
    def.source = fit->source;
    def.target = fit->target;
    def.feet = feet_of(fit);
    def.loops = fit->loops;
    def.frame_s = fit->frame_s;
    def.levels_feet = fit->is_rest_estimated && def.feet != VRM_FEET_FREE;
    if (fit->is_in_place) def.root_motion = VRM_ROOT_MOTION_IN_PLACE;
    if (fit->has_root) def.root_motion = VRM_ROOT_MOTION_ROOT;
    FitReport report = {.is_fitted = true, .is_loop = fit->loops};
    vrm_Result result = vrm_recorder_retarget(recorder, &def, &report.figures);
    if (result == VRM_OK && fit->report != NULL) *fit->report = report;
    return result;
}

vrm_Result fit_split_root(const vrm_Pose* poses, const double* times, int32_t count,
                          const vrm_Skeleton* skeleton, vrm_Retarget** out_split) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.source = skeleton;
    def.feet = VRM_FEET_FREE;
    def.root_motion = VRM_ROOT_MOTION_ROOT;
    return vrm_retarget(poses, times, count, &def, out_split);
}

vrm_Skeleton fit_skeleton_of(const vrm_Model* animation, float hips_height) {
    vrm_Skeleton skeleton;
    (void)vrm_skeleton_of_animation(animation, &skeleton);
    vrm_Vec3 hips = skeleton.positions[VRM_BONE_HIPS];
    float scale = hips_height > 0.01f && hips.y > 0.01f ? hips_height / hips.y : 1.0f;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Vec3* at = &skeleton.positions[b];
        *at = (vrm_Vec3){scale * (at->x - hips.x), scale * at->y, scale * (at->z - hips.z)};
    }
    return skeleton;
}

/* Where the clip's hips rest; a recorder without a rig has its own above the origin. */
vrm_Vec3 fit_hips_rest(const vrm_Model* model) {
    vrm_Rig* rig = NULL;
    vrm_Vec3 rest = {0, 0, 0};
    const vrm_ClipInfo* info = vrm_model_clip_info(model);
    int32_t node = info == NULL ? -1 : info->bones[VRM_BONE_HIPS];
    if (node >= 0 && vrm_rig_build(model, NULL, &rig) == VRM_OK)
        rest = vrm_rig_rest_model(rig, node).translation;
    vrm_rig_destroy(rig);
    return rest;
}

/* From where the clip's hips rest to where its motion on the avatar is measured from, in the size
 * of the clip. Players bring hips to the place that a VRM animation says, wherever those of the
 * avatar rest; motion of other programs begins there. */
static vrm_Vec3 hips_aside(const vrm_Clip* clip, const vrm_Rig* rig) {
    float from = vrm_clip_hips_height(clip);
    float to = vrm_skeleton_of_rig(rig).positions[VRM_BONE_HIPS].y;
    vrm_Vec3 aside = vrm_clip_fit_hips(clip, rig, (vrm_Vec3){0, 0, 0});
    float scale = from > 0.01f && to > 0.01f ? from / to : 1.0f;
    return (vrm_Vec3){scale * aside.x, 0.0f, scale * aside.z};
}

static vrm_Result record_at(const vrm_Clip* clip, double time, vrm_Vec3 rest,
                            vrm_Recorder* recorder) {
    vrm_ClipSample sample;
    vrm_clip_sample(clip, (float)time, &sample);
    if (sample.moves_hips) {
        sample.pose.hips_offset.x += rest.x;
        sample.pose.hips_offset.z += rest.z;
    }
    vrm_Result result = vrm_recorder_add_frame(recorder, time, &sample.pose);
    for (int32_t e = 0; result == VRM_OK && e < vrm_clip_expression_count(clip); e++)
        result = vrm_recorder_set_expression(recorder, vrm_clip_expression_name(clip, e),
                                             vrm_clip_sample_expression(clip, e, (float)time));
    if (result == VRM_OK && sample.has_gaze)
        result = vrm_recorder_set_gaze(recorder, sample.gaze_degrees.x, sample.gaze_degrees.y);
    return result;
}

static vrm_Result record_steps(const vrm_Clip* clip, vrm_Vec3 rest, int32_t steps,
                               vrm_Recorder* recorder) {
    double duration = (double)vrm_clip_duration(clip);
    vrm_Result result = VRM_OK;
    for (int32_t f = 0; result == VRM_OK && f <= steps; f++)
        result = record_at(clip, steps > 0 ? duration * f / steps : 0.0, rest, recorder);
    return result;
}

vrm_Result fit_record_clip(const vrm_Model* model, const vrm_Clip* clip, int32_t steps,
                           vrm_Recorder* recorder) {
    return record_steps(clip, fit_hips_rest(model), steps, recorder);
}

vrm_Result fit_record_times(const vrm_Model* model, const vrm_Clip* clip, const double* times,
                            int32_t count, vrm_Recorder* recorder) {
    vrm_Vec3 rest = fit_hips_rest(model);
    vrm_Result result = VRM_OK;
    for (int32_t f = 0; result == VRM_OK && f < count; f++)
        result = record_at(clip, times[f], rest, recorder);
    return result;
}

static vrm_Result record_fitted(const vrm_Model* model, const vrm_Clip* clip, const vrm_Rig* rig,
                                const Fit* given, vrm_Model** out_model) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    vrm_Recorder* recorder = NULL;
    vrm_ClipSample sample;
    vrm_Skeleton source = fit_skeleton_of(model, 0.0f);
    Fit fit = *given;
    if (fit.source == NULL) fit.source = &source;
    vrm_clip_sample(clip, 0.0f, &sample);
    def.tolerance_degrees = def.tolerance_metres = def.tolerance_weight = 0.0f;
    def.hips_height = vrm_clip_hips_height(clip) > 0.0f ? vrm_clip_hips_height(clip) : 0.0f;
    def.bones = sample.bones;
    int32_t steps = fit.frames > 0 ? fit.frames - 1 : clip_steps_of(model, clip, 0.0);
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    vrm_Vec3 rest = fit.is_capture ? fit_hips_rest(model) : hips_aside(clip, rig);
    if (result == VRM_OK) result = record_steps(clip, rest, steps, recorder);
    if (result == VRM_OK) result = fit_recorder(&fit, recorder);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, NULL, out_model);
    vrm_recorder_destroy(recorder);
    return result;
}

vrm_Clip* fit_clip(const vrm_Model* model, const vrm_Clip* clip, const vrm_Model* avatar,
                   const Fit* given) {
    vrm_Rig* rig = NULL;
    vrm_Model* made = NULL;
    vrm_Clip* fitted = NULL;
    FitReport report = {0};
    if (vrm_clip_kind(clip) != VRM_CLIP_HUMANOID || vrm_model_bone_count(avatar) == 0) return NULL;
    if (vrm_rig_build(avatar, NULL, &rig) != VRM_OK) return NULL;
    vrm_Skeleton target = vrm_skeleton_of_rig(rig);
    Fit fit = *given;
    fit.target = &target;
    fit.report = &report;
    vrm_Result result = record_fitted(model, clip, rig, &fit, &made);
    bool is_other = report.figures.holds_feet || fit.is_in_place || fit.is_capture;
    if (result == VRM_OK && is_other) (void)vrm_clip_build(made, NULL, &fitted);
    vrm_model_destroy(made);
    vrm_rig_destroy(rig);
    return fitted;
}

void fit_print_text(FILE* out, const FitReport* report) {
    const vrm_RetargetReport* r = &report->figures;
    if (!report->is_fitted) return;
    if (r->holds_feet) {
        fprintf(out,
                "  feet: %d contact%s held; they slide %.1f mm at most (%.1f free), soles are %.1f "
                "mm below the ground (%.1f)",
                (int)r->contact_count, cli_s((uint64_t)r->contact_count), (double)r->slide_max_mm,
                (double)r->slide_max_without_mm, (double)r->depth_mm, (double)r->depth_without_mm);
        if (r->joint_error_bone != VRM_BONE_NONE)
            fprintf(out, "; %s is off by %.1f degrees", vrm_bone_name(r->joint_error_bone),
                    (double)r->joint_error_degrees);
        fprintf(out, "\n");
    }
    if (report->is_loop)
        fprintf(out,
                "  loop: from frame %d, %d frames; ends differ by %.1f degrees (%.1f before)\n",
                (int)r->first_frame, (int)r->frames, (double)r->loop_closed_degrees,
                (double)r->loop_gap_degrees);
}

void fit_put_rest_json(vrm_JsonBuilder* b, const RestReport* rest) {
    if (!rest->is_there) return;
    vrm_json_put_key(b, "rest");
    vrm_json_begin_object(b);
    cli_json_string(b, "from", vrm_rest_source_name(rest->from));
    cli_json_float(b, "confidence", rest->confidence);
    vrm_json_end_object(b);
}

void fit_put_json(vrm_JsonBuilder* b, const FitReport* report) {
    const vrm_RetargetReport* r = &report->figures;
    if (!report->is_fitted) return;
    vrm_json_put_key(b, "feet");
    vrm_json_begin_object(b);
    cli_json_bool(b, "held", r->holds_feet);
    cli_json_integer(b, "contacts", r->contact_count);
    cli_json_float(b, "planted", r->planted);
    cli_json_float(b, "slideMaxMm", r->slide_max_mm);
    cli_json_float(b, "slideMeanMm", r->slide_mean_mm);
    cli_json_float(b, "slideMaxFreeMm", r->slide_max_without_mm);
    cli_json_float(b, "slideMeanFreeMm", r->slide_mean_without_mm);
    cli_json_float(b, "depthMm", r->depth_mm);
    cli_json_float(b, "depthFreeMm", r->depth_without_mm);
    cli_json_float(b, "beltSpeed", r->belt_speed);
    cli_json_float(b, "tiltDegrees", r->tilt_degrees);
    cli_json_float(b, "groundMm", r->ground_mm);
    cli_json_float(b, "hipsLoweredMm", r->hips_lowered_mm);
    cli_json_float(b, "scale", r->scale);
    cli_json_float(b, "hipsScale", r->hips_scale);
    cli_json_float(b, "jointErrorDegrees", r->joint_error_degrees);
    bool has_bone = r->joint_error_bone != VRM_BONE_NONE;
    cli_json_string(b, "jointErrorBone", has_bone ? vrm_bone_name(r->joint_error_bone) : NULL);
    vrm_json_put_key(b, "bonesMissing");
    vrm_json_begin_array(b);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if ((r->missing_bones >> bone & 1) != 0)
            vrm_json_put_string(b, vrm_bone_name((vrm_Bone)bone));
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    if (!report->is_loop) return;
    vrm_json_put_key(b, "loop");
    vrm_json_begin_object(b);
    cli_json_integer(b, "firstFrame", r->first_frame);
    cli_json_float(b, "gapDegrees", r->loop_gap_degrees);
    cli_json_float(b, "closedDegrees", r->loop_closed_degrees);
    cli_json_float(b, "stepDegrees", r->loop_step_degrees);
    cli_json_float(b, "smoothedDegrees", r->loop_smoothed_degrees);
    vrm_json_end_object(b);
}
