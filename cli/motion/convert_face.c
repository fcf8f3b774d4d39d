/* SPDX-License-Identifier: MIT */
#include "motion/convert_face.h"

#include "face/puppet.h"
#include "files/files.h"
#include "motion/max_frames.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is mixed, frame by frame. */
typedef struct Mix {
    const vrm_Clip* clip; /* NULL: none */
    vrm_Vec3 hips_rest;   /* of its skeleton */
    Performer performer;
    bool* is_set; /* by expression of the rig: it was above 0 once */
    vrm_Recorder* recorder;
} Mix;

/* A VRM animation may not have these. */
static bool is_look(vrm_ExpressionPreset preset) {
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

/* Expressions of the face; those of the clip that it does not have come from the clip alone, and of
 * those that both have the stronger one counts. */
static vrm_Result set_expressions(Mix* mix, float clip_time_s) {
    const vrm_Rig* rig = mix->performer.rig;
    int32_t count;
    const float* weights = vrm_face_weights(mix->performer.face, &count);
    vrm_Result result = VRM_OK;
    for (int32_t i = 0;
         mix->clip != NULL && result == VRM_OK && i < vrm_clip_expression_count(mix->clip); i++) {
        const char* name = vrm_clip_expression_name(mix->clip, i);
        int32_t index = vrm_rig_expression(rig, name);
        float weight = vrm_clip_sample_expression(mix->clip, i, clip_time_s);
        if (index >= 0 && index < count) weight = fmaxf(weight, weights[index]);
        result = vrm_recorder_set_expression(mix->recorder, name, weight);
    }
    for (int32_t e = 0; result == VRM_OK && e < count; e++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(rig, e);
        if (is_look(info.preset) || info.name[0] == 0) continue;
        bool is_clips = false;
        for (int32_t i = 0; mix->clip != NULL && i < vrm_clip_expression_count(mix->clip); i++)
            is_clips |= strcmp(vrm_clip_expression_name(mix->clip, i), info.name) == 0;
        mix->is_set[e] |= weights[e] > 0.0f;
        if (mix->is_set[e] && !is_clips)
            result = vrm_recorder_set_expression(mix->recorder, info.name, weights[e]);
    }
    return result;
}

static vrm_Result add_frame(Mix* mix, double time_s) {
    vrm_ClipSample sample = {.pose = vrm_pose_rest()};
    float clip_time_s = 0.0f;
    if (mix->clip != NULL) {
        double duration = (double)vrm_clip_duration(mix->clip);
        bool is_over = duration > 0.0 && time_s > duration * 1.0001;
        clip_time_s = (float)(is_over ? fmod(time_s, duration) : time_s);
        vrm_clip_sample(mix->clip, clip_time_s, &sample);
    }
    if (sample.moves_hips) {
        sample.pose.hips_offset.x += mix->hips_rest.x;
        sample.pose.hips_offset.z += mix->hips_rest.z;
    }
    performer_advance(&mix->performer, time_s);
    vrm_Vec2 gaze = vrm_face_saccade(mix->performer.face);
    if (sample.has_gaze) gaze = sample.gaze_degrees;
    vrm_Result result = vrm_recorder_add_frame(mix->recorder, time_s, &sample.pose);
    if (result == VRM_OK) result = set_expressions(mix, clip_time_s);
    if (result == VRM_OK) result = vrm_recorder_set_gaze(mix->recorder, gaze.x, gaze.y);
    return result;
}

/* Where the hips of a VRM animation rest; a recorder without a rig has its own above the origin. */
static vrm_Vec3 hips_rest(const vrm_Model* animation) {
    vrm_Skeleton skeleton;
    bool has_hips = vrm_skeleton_of_animation(animation, &skeleton);
    return has_hips ? skeleton.positions[VRM_BONE_HIPS] : (vrm_Vec3){0, 0, 0};
}

static vrm_Result open_mix(const ConvertOptions* options, const Performance* performance,
                           const vrm_Model* avatar, const vrm_Rig* rig, const vrm_Model* motion,
                           vrm_Clip** out_clip, Mix* out) {
    vrm_RecorderDef def = convert_recorder_def(options);
    vrm_Result result = VRM_OK;
    int32_t count = vrm_rig_expression_count(rig);
    *out = (Mix){.is_set = calloc((size_t)count + 1, sizeof(bool))};
    if (out->is_set == NULL) return VRM_ERR_MEMORY;
    if (motion != NULL) {
        vrm_ClipSample sample;
        result = vrm_clip_build(motion, NULL, out_clip);
        if (result != VRM_OK) return result;
        out->clip = *out_clip;
        vrm_clip_sample(out->clip, 0.0f, &sample);
        def.bones = sample.bones;
        def.hips_height = fmaxf(vrm_clip_hips_height(out->clip), 0.0f);
        if (def.name == NULL && vrm_clip_name(out->clip)[0] != 0)
            def.name = vrm_clip_name(out->clip);
        out->hips_rest = hips_rest(motion);
    }
    result = performer_open(performance, avatar, rig, &out->performer);
    return result == VRM_OK ? vrm_recorder_create(&def, &out->recorder) : result;
}

static void close_mix(Mix* mix) {
    performer_close(&mix->performer);
    vrm_recorder_destroy(mix->recorder);
    free(mix->is_set);
}

static vrm_Result run_mix(Mix* mix, double seconds, int32_t steps) {
    vrm_Result result = VRM_OK;
    for (int32_t f = 0; result == VRM_OK && f <= steps; f++)
        result = add_frame(mix, steps > 0 ? seconds * f / steps : 0.0);
    return result;
}

/* --root-motion, which comes last: players of clips do not have a root that moves. */
static vrm_Result split_root(const vrm_Model* motion, vrm_Recorder* recorder) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    vrm_Skeleton skeleton;
    (void)vrm_skeleton_of_animation(motion, &skeleton);
    vrm_Vec3 hips = skeleton.positions[VRM_BONE_HIPS];
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        skeleton.positions[b].x -= hips.x;
        skeleton.positions[b].z -= hips.z;
    }
    def.source = &skeleton;
    def.feet = VRM_FEET_FREE;
    def.root_motion = VRM_ROOT_MOTION_ROOT;
    return vrm_recorder_retarget(recorder, &def, NULL);
}

static int convert_for(const char* path, const ConvertOptions* options, Performance* performance,
                       bool explains, const vrm_Model* avatar, vrm_RecordStats* out_stats,
                       vrm_Model** model) {
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    vrm_Model* made = NULL;
    Mix mix = {0};
    vrm_Result result = vrm_rig_build(avatar, NULL, &rig);
    if (result != VRM_OK) return cli_result_error(options->command, path, result, NULL);
    const char* owner = options->avatar != NULL ? options->avatar : performance->cues_path;
    int status = performance_check(options->command, owner, performance, rig);
    if (status == CLI_OK) {
        result = open_mix(options, performance, avatar, rig, *model, &clip, &mix);
        if (result == VRM_OK && explains)
            performer_explain(options->command, owner != NULL ? owner : path, &mix.performer);
        double seconds = performance_seconds(performance);
        if (clip != NULL) seconds = fmax(seconds, (double)vrm_clip_duration(clip));
        performance_place(performance, 0.0, seconds);
        int32_t steps =
            vrm_clip_steps(seconds, options->fit.fps > 0.0 ? options->fit.fps : CONVERT_FACE_FPS);
        if (result == VRM_OK && steps >= options->max_frames)
            status = motion_too_long(options->command, path, steps + 1.0, options->max_frames);
        else if (result == VRM_OK)
            result = run_mix(&mix, seconds, steps);
        if (status == CLI_OK && result == VRM_OK && clip != NULL &&
            options->fit.root_motion == VRM_ROOT_MOTION_ROOT)
            result = split_root(*model, mix.recorder);
        if (status == CLI_OK && result == VRM_OK)
            result = vrm_recorder_finish(mix.recorder, out_stats, &made);
        if (result != VRM_OK) status = cli_result_error(options->command, path, result, NULL);
    }
    close_mix(&mix);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    if (status == CLI_OK) {
        vrm_model_destroy(*model);
        *model = made;
    }
    return status;
}

int convert_add_face(const char* path, const ConvertOptions* options, Performance* performance,
                     bool explains, vrm_RecordStats* out_stats, vrm_Model** model) {
    vrm_Model* avatar = NULL;
    vrm_Report* report = NULL;
    bool is_named = options->avatar != NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK)
        result = is_named ? cli_load(options->avatar, report, &avatar) : puppet_make(&avatar);
    int status =
        result == VRM_OK
            ? CLI_OK
            : cli_result_error(options->command, is_named ? options->avatar : path, result, report);
    vrm_report_destroy(report);
    if (status == CLI_OK)
        status = convert_for(path, options, performance, explains, avatar, out_stats, model);
    vrm_model_destroy(avatar);
    return status;
}
