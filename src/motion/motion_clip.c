/* SPDX-License-Identifier: MIT */
/* Clips and VRM animations of a loaded motion, for an avatar or for all.
 *
 *   capture   -> recorder -> retarget, source's skeleton to the avatar's -> animation -> clip
 *   animation -> as it is, unless feet, root motion or a loop are asked for; then likewise.
 *                Written again it has its own keys, reduced
 *   nodes     -> as they are, on avatars of their own file */
#include "base/report.h"
#include "motion/capture/capture.h"
#include "motion/key_times.h"
#include "motion/motion_load.h"
#include "rig/clip_data.h"

#include <stdio.h>

void vrm_fit_def_init(vrm_FitDef* def, size_t def_size) {
    vrm_RecorderDef recorder = vrm_default_recorder_def();
    vrm_FitDef defaults = {.tolerance_degrees = recorder.tolerance_degrees,
                           .tolerance_metres = recorder.tolerance_metres,
                           .tolerance_weight = recorder.tolerance_weight,
                           .max_bytes = recorder.max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* Returns true if the motion itself is to change, for any avatar. */
static bool changes_motion(const vrm_FitDef* fit) {
    return fit->feet == VRM_FEET_HOLD || fit->root_motion != VRM_ROOT_MOTION_KEEP || fit->loops;
}

static vrm_RecorderDef recorder_def(const vrm_FitDef* fit, const char* take_name) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.name = fit->name != NULL ? fit->name : take_name[0] != '\0' ? take_name : NULL;
    def.tolerance_degrees = fit->tolerance_degrees;
    def.tolerance_metres = fit->tolerance_metres;
    def.tolerance_weight = fit->tolerance_weight;
    def.max_bytes = fit->max_bytes;
    def.allocator = fit->allocator;
    return def;
}

/* ---- Recording ---- */

/* A recorded motion, and its skeleton. */
typedef struct Take {
    vrm_Recorder* recorder;
    vrm_Skeleton skeleton;
    float frame_s; /* frame time of a source that was sampled more finely; 0: as sampled */
} Take;

static vrm_Result record_capture(const vrm_Motion* motion, const vrm_FitDef* fit, Take* out) {
    const vrm_Capture* capture = motion->capture;
    const vrm_MotionInfo info = vrm_motion_info(motion);
    vrm_RecorderDef def = recorder_def(fit, vrm_motion_take_name(motion, motion->take));
    def.hips_height = vrm_capture_hips_height(capture);
    def.bones = vrm_capture_moved_bones(capture);
    vrm_Result result = vrm_recorder_create(&def, &out->recorder);
    if (result == VRM_OK) result = vrm_capture_record(capture, fit->fps, out->recorder);
    out->skeleton = vrm_skeleton_of_capture(capture);
    if (motion->model != NULL)
        out->frame_s = vrmi_key_step(motion->model, motion->take, info.seconds);
    return result;
}

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
                                   const vrm_FitDef* fit, Take* out) {
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
    vrm_Vec3 aside = hips_aside(motion, changes_motion(fit) ? rig : NULL);
    return changes_motion(fit) || fit->fps > 0.0
               ? record_steps(motion, aside, fit->fps, out->recorder)
               : record_keys(motion, aside, &fit->allocator, out->recorder);
}

/* ---- Fitting ---- */

/* The default depends on the source: feet of captured motion are held, feet of a VRM animation only
 * on request. */
static vrm_Result fit_take(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* fit,
                           const Take* take, vrm_FitReport* out) {
    bool is_capture = motion->kind == VRM_MOTION_CAPTURE;
    vrm_RetargetDef def = vrm_default_retarget_def();
    vrm_Skeleton target;
    def.source = &take->skeleton;
    if (rig != NULL) target = vrm_skeleton_of_rig(rig);
    if (rig != NULL) def.target = &target;
    def.feet = is_capture || fit->feet == VRM_FEET_HOLD ? fit->feet : VRM_FEET_FREE;
    def.levels_feet = is_capture && def.feet != VRM_FEET_FREE &&
                      vrm_capture_rest_source(motion->capture) == VRM_REST_SOURCE_MOTION;
    def.root_motion = fit->root_motion;
    def.loops = fit->loops;
    def.frame_s = take->frame_s;
    def.max_bytes = fit->max_bytes;
    def.allocator = fit->allocator;
    bool is_for_avatar = is_capture && rig != NULL;
    if (def.feet == VRM_FEET_FREE && !is_for_avatar && !changes_motion(fit)) return VRM_OK;
    out->is_fitted = true;
    return vrm_recorder_retarget(take->recorder, &def, &out->retarget);
}

static vrm_Result make_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                 const vrm_FitDef* fit, vrm_FitReport* out_report,
                                 vrm_Model** out_model) {
    Take take = {.frame_s = 0.0f};
    vrm_Result result = motion->kind == VRM_MOTION_CAPTURE
                            ? record_capture(motion, fit, &take)
                            : record_animation(motion, rig, fit, &take);
    if (result == VRM_OK) result = fit_take(motion, rig, fit, &take, out_report);
    if (result == VRM_OK)
        result = vrm_recorder_finish(take.recorder, &out_report->stats, out_model);
    vrm_recorder_destroy(take.recorder);
    return result;
}

static vrm_Result refuse_nodes(const vrm_FitDef* fit) {
    vrmi_report_at(fit->report, VRMI_RULE_MOTION_OTHER_NODES, VRM_NO_OFFSET, NULL);
    return VRM_ERR_INVALID;
}

/* Only a human skeleton becomes a VRM animation. Reading the nodes as one again reports what is
 * missing. */
static vrm_Result explain_nodes(const vrm_Motion* motion, const vrm_FitDef* fit) {
    char take[16];
    vrm_Capture* capture = NULL;
    vrm_CaptureDef def = vrm_default_capture_def();
    snprintf(take, sizeof take, "#%d", (int)motion->take + 1);
    def.take = take;
    def.report = fit->report;
    def.allocator = fit->allocator;
    vrm_Result result = vrm_capture_read_model(motion->model, &def, &capture);
    vrm_capture_destroy(capture);
    return result == VRM_OK ? refuse_nodes(fit) : result;
}

static bool read_def(const vrm_FitDef* given, vrm_FitDef* out) {
    *out = vrm_default_fit_def();
    if (given != NULL && !vrmi_def_copy(out, sizeof *out, given)) return false;
    out->allocator = vrmi_allocator(&out->allocator);
    return true;
}

/* Returns true if the file itself can be played: nothing is to change. */
static bool stays_as_it_is(const vrm_Motion* motion, const vrm_FitDef* fit) {
    return motion->kind == VRM_MOTION_ANIMATION && !changes_motion(fit) && fit->fps <= 0.0 &&
           fit->name == NULL;
}

vrm_Result vrm_motion_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                const vrm_FitDef* given, vrm_FitReport* out_report,
                                vrm_Model** out_model) {
    vrm_FitDef fit;
    vrm_FitReport report = {.is_fitted = false};
    *out_model = NULL;
    if (out_report != NULL) *out_report = report;
    if (!read_def(given, &fit)) return VRM_ERR_DEF;
    if (motion->kind == VRM_MOTION_NODES) return explain_nodes(motion, &fit);
    vrm_Result result = make_animation(motion, rig, &fit, &report, out_model);
    if (result == VRM_OK && out_report != NULL) *out_report = report;
    return result;
}

/* Builds a clip directly from the loaded file. */
static vrm_Result copy_clip(const vrm_Motion* motion, const vrm_FitDef* fit, vrm_Clip** out_clip) {
    vrm_ClipDef def = vrm_default_clip_def();
    def.animation = motion->take;
    def.allocator = fit->allocator;
    return vrm_clip_build(motion->model, &def, out_clip);
}

vrm_Result vrm_motion_clip(const vrm_Motion* motion, const vrm_Rig* rig, const vrm_FitDef* given,
                           vrm_FitReport* out_report, vrm_Clip** out_clip) {
    vrm_FitDef fit;
    vrm_Model* model = NULL;
    *out_clip = NULL;
    if (out_report != NULL) *out_report = (vrm_FitReport){.is_fitted = false};
    if (!read_def(given, &fit)) return VRM_ERR_DEF;
    bool has_nodes = rig != NULL && !changes_motion(&fit) && vrmi_motion_has_nodes_of(motion, rig);
    if (has_nodes || stays_as_it_is(motion, &fit)) return copy_clip(motion, &fit, out_clip);
    if (motion->kind == VRM_MOTION_NODES) return refuse_nodes(&fit);
    vrm_Result result = vrm_motion_animation(motion, rig, &fit, out_report, &model);
    vrm_ClipDef def = vrm_default_clip_def();
    def.allocator = fit.allocator;
    if (result == VRM_OK) result = vrm_clip_build(model, &def, out_clip);
    vrm_model_destroy(model);
    return result;
}
