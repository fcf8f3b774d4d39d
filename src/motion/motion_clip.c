/* SPDX-License-Identifier: MIT */
/* Clips and VRM animations of a loaded motion, for an avatar or for all.
 *
 *   capture   -> recorder -> retarget, source's skeleton to the avatar's -> animation -> clip
 *   animation -> as it is, unless feet, root motion or a loop are asked for; then likewise
 *   nodes     -> as they are, on avatars of their own file */
#include "base/report.h"
#include "model/model_copy.h"
#include "motion/motion_load.h"
#include "rig/clip_data.h"

#include <math.h>

void vrm_fit_def_init(vrm_FitDef* def, size_t def_size) {
    vrm_RecorderDef recorder = vrm_default_recorder_def();
    vrm_FitDef defaults = {.tolerance_degrees = recorder.tolerance_degrees,
                           .tolerance_metres = recorder.tolerance_metres,
                           .tolerance_weight = recorder.tolerance_weight,
                           .max_bytes = recorder.max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* Whether the motion itself is to change, whoever plays it. */
static bool changes_motion(const vrm_FitDef* fit) {
    return fit->feet == VRM_FEET_HOLD || fit->root_motion != VRM_ROOT_MOTION_KEEP || fit->loops;
}

/* Seconds between the keys of the densest track; 0: there are too few. */
static float frame_of(const vrm_Model* model, int32_t animation, double seconds) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    uint64_t most = 0;
    for (int32_t s = 0; s < gltf->animations[animation].sampler_count; s++) {
        int32_t input = gltf->animations[animation].samplers[s].input;
        if (input >= 0 && gltf->accessors[input].count > most) most = gltf->accessors[input].count;
    }
    return most > 2 ? (float)(seconds / (double)(most - 1)) : 0.0f;
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

/* A motion as frames, and whose. */
typedef struct Take {
    vrm_Recorder* recorder;
    vrm_Skeleton skeleton;
    float frame_s; /* of a source that was sampled finer; 0: as it was sampled */
} Take;

static vrm_Result record_capture(const vrm_Motion* motion, const vrm_FitDef* fit, Take* out) {
    const vrm_Capture* capture = motion->capture;
    const vrm_MotionInfo info = vrm_motion_info(motion);
    vrm_RecorderDef def = recorder_def(fit, vrm_motion_take_name(motion, info.take));
    def.hips_height = vrm_capture_hips_height(capture);
    def.bones = vrm_capture_moved_bones(capture);
    vrm_Result result = vrm_recorder_create(&def, &out->recorder);
    if (result == VRM_OK) result = vrm_capture_record(capture, fit->fps, out->recorder);
    out->skeleton = vrm_skeleton_of_capture(capture);
    if (motion->model != NULL) out->frame_s = frame_of(motion->model, info.take, info.seconds);
    return result;
}

/* Where the hips of a VRM animation rest; a recorder without a rig has its own above the origin. */
static vrm_Vec3 hips_rest(const vrm_Model* model) {
    vrm_Rig* rig = NULL;
    vrm_Vec3 rest = {0, 0, 0};
    int32_t node = vrm_model_clip_info(model)->bones[VRM_BONE_HIPS];
    if (node >= 0 && vrm_rig_build(model, NULL, &rig) == VRM_OK)
        rest = vrm_rig_rest_model(rig, node).translation;
    vrm_rig_destroy(rig);
    return rest;
}

/* From where hips rest in a VRM animation to where its motion is measured from, in its own size.
 * Players bring hips to the place that an animation says, wherever those of the avatar rest. */
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

/* Steps of a VRM animation: at least 60 a second, and at the keys of its densest track. */
static int32_t steps_of(const vrm_Motion* motion, double seconds, double fps) {
    if (fps > 0.0) return vrm_clip_steps(seconds, fps);
    int32_t usual = vrm_clip_steps(seconds, 60.0);
    double frame = (double)frame_of(motion->model, 0, seconds);
    if (!(frame > 0.0) || frame < 1.0 / 240.0) return usual;
    double keys = floor(seconds / frame + 0.5), each = ceil(usual / keys - 1e-3);
    return keys * each < 2.0 * usual ? (int32_t)(keys * each) : usual;
}

/* The skeleton of a VRM animation with its hips above the origin. */
static vrm_Skeleton skeleton_of(const vrm_Model* animation) {
    vrm_Skeleton skeleton;
    (void)vrm_skeleton_of_animation(animation, &skeleton);
    vrm_Vec3 hips = skeleton.positions[VRM_BONE_HIPS];
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        skeleton.positions[b].x -= hips.x;
        skeleton.positions[b].z -= hips.z;
    }
    return skeleton;
}

static vrm_Result record_animation(const vrm_Motion* motion, const vrm_Rig* rig,
                                   const vrm_FitDef* fit, Take* out) {
    const vrm_Clip* clip = motion->clip;
    double seconds = (double)vrm_clip_duration(clip);
    int32_t steps = steps_of(motion, seconds, fit->fps);
    vrm_RecorderDef def = recorder_def(fit, vrm_clip_name(clip));
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 0.0f, &sample);
    def.hips_height = vrm_clip_hips_height(clip) > 0.0f ? vrm_clip_hips_height(clip) : 0.0f;
    def.bones = sample.bones;
    vrm_Result result = vrm_recorder_create(&def, &out->recorder);
    vrm_Vec3 aside = hips_aside(motion, rig);
    for (int32_t f = 0; result == VRM_OK && f <= steps; f++)
        result = record_frame(clip, aside, steps > 0 ? seconds * f / steps : 0.0, out->recorder);
    out->skeleton = skeleton_of(motion->model);
    out->frame_s = frame_of(motion->model, 0, seconds);
    return result;
}

/* ---- Fitting ---- */

/* What is held follows from where the motion comes from: feet of captured motion are held, those
 * of a VRM animation only on request. */
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
    if (def.feet == VRM_FEET_FREE && rig == NULL && !changes_motion(fit)) return VRM_OK;
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

static bool read_def(const vrm_FitDef* given, vrm_FitDef* out) {
    *out = vrm_default_fit_def();
    if (given != NULL && !vrmi_def_copy(out, sizeof *out, given)) return false;
    out->allocator = vrmi_allocator(&out->allocator);
    return true;
}

/* Keys stay as the file has them where nothing is to change. */
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
    if (motion->kind == VRM_MOTION_NODES) return refuse_nodes(&fit);
    vrm_Result result = stays_as_it_is(motion, &fit)
                            ? vrmi_model_copy(motion->model, fit.report, out_model)
                            : make_animation(motion, rig, &fit, &report, out_model);
    if (result == VRM_OK && out_report != NULL) *out_report = report;
    return result;
}

/* Builds a clip of the loaded file itself. */
static vrm_Result copy_clip(const vrm_Motion* motion, const vrm_FitDef* fit, vrm_Clip** out_clip) {
    vrm_ClipDef def = vrm_default_clip_def();
    def.animation = motion->kind == VRM_MOTION_ANIMATION ? 0 : vrm_motion_info(motion).take;
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
    vrm_Result result = vrm_motion_animation(motion, rig, &fit, out_report, &model);
    vrm_ClipDef def = vrm_default_clip_def();
    def.allocator = fit.allocator;
    if (result == VRM_OK) result = vrm_clip_build(model, &def, out_clip);
    vrm_model_destroy(model);
    return result;
}
