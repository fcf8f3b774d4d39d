/* SPDX-License-Identifier: MIT */
#include "motion/convert_face.h"

#include "face/dummy_avatar.h"
#include "files/files.h"
#include "motion/max_frames.h"
#include "motion/source.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is mixed, frame by frame: the clip's own pose, and the face of an actor that plays it. */
typedef struct Mix {
    vrm_Clip* clip;     /* NULL: none */
    vrm_Vec3 hips_rest; /* of its skeleton */
    SimAvatar avatar;
    Performer performer;
    double seconds;
    bool* is_set; /* by expression of the rig: it was above 0 once */
    vrm_Recorder* recorder;
} Mix;

/* A VRM animation may not have these. */
static bool is_look(vrm_ExpressionPreset preset) {
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

static bool is_in_clip(const vrm_Clip* clip, const char* name) {
    for (int32_t i = 0; clip != NULL && i < vrm_clip_expression_count(clip); i++)
        if (strcmp(vrm_clip_expression_name(clip, i), name) == 0) return true;
    return false;
}

/* Those of the avatar, and those that only the clip has. */
static vrm_Result set_expressions(Mix* mix, float clip_time_s) {
    const vrm_Rig* rig = mix->avatar.rig;
    const float* weights = vrm_avatar_expression_inputs(mix->avatar.sim, mix->avatar.id);
    vrm_Result result = VRM_OK;
    for (int32_t i = 0;
         mix->clip != NULL && result == VRM_OK && i < vrm_clip_expression_count(mix->clip); i++) {
        const char* name = vrm_clip_expression_name(mix->clip, i);
        int32_t index = vrm_rig_expression(rig, name);
        float weight =
            index >= 0 ? weights[index] : vrm_clip_sample_expression(mix->clip, i, clip_time_s);
        result = vrm_recorder_set_expression(mix->recorder, name, weight);
    }
    for (int32_t e = 0; result == VRM_OK && e < vrm_rig_expression_count(rig); e++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(rig, e);
        if (is_look(info.preset) || info.name[0] == 0) continue;
        mix->is_set[e] |= weights[e] > 0.0f;
        if (mix->is_set[e] && !is_in_clip(mix->clip, info.name))
            result = vrm_recorder_set_expression(mix->recorder, info.name, weights[e]);
    }
    return result;
}

static vrm_Result add_frame(Mix* mix, double time_s) {
    vrm_ClipSample sample = {.pose = vrm_pose_rest()};
    vrm_LayerState layer = {.time_s = 0.0f};
    (void)vrm_actor_step_to(mix->performer.actor, time_s);
    vrm_sim_step(mix->avatar.sim, 0.0f);
    if (mix->clip != NULL) {
        (void)vrm_actor_layer(mix->performer.actor, mix->performer.layer, &layer);
        vrm_clip_sample(mix->clip, layer.time_s, &sample);
    }
    if (sample.moves_hips) {
        sample.pose.hips_offset.x += mix->hips_rest.x;
        sample.pose.hips_offset.z += mix->hips_rest.z;
    }
    vrm_Vec2 gaze = vrm_face_saccade(vrm_actor_face(mix->performer.actor));
    if (sample.has_gaze) gaze = sample.gaze_degrees;
    vrm_Result result = vrm_recorder_add_frame(mix->recorder, time_s, &sample.pose);
    if (result == VRM_OK) result = set_expressions(mix, layer.time_s);
    if (result == VRM_OK) result = vrm_recorder_set_gaze(mix->recorder, gaze.x, gaze.y);
    return result;
}

/* Where the hips of a VRM animation rest; a recorder without a rig has its own above the origin. */
static vrm_Vec3 hips_rest(const vrm_Model* animation) {
    vrm_Skeleton skeleton;
    bool has_hips = vrm_skeleton_of_animation(animation, &skeleton);
    return has_hips ? skeleton.positions[VRM_BONE_HIPS] : (vrm_Vec3){0, 0, 0};
}

/* The clip of an animation, and how it is recorded. */
static vrm_Result open_clip(const vrm_Model* motion, vrm_RecorderDef* def, Mix* out) {
    vrm_ClipSample sample;
    vrm_Result result = vrm_clip_build(motion, NULL, &out->clip);
    if (result != VRM_OK) return result;
    vrm_clip_sample(out->clip, 0.0f, &sample);
    def->bones = sample.bones;
    def->hips_height = fmaxf(vrm_clip_hips_height(out->clip), 0.0f);
    if (def->name == NULL && vrm_clip_name(out->clip)[0] != 0) def->name = vrm_clip_name(out->clip);
    out->hips_rest = hips_rest(motion);
    return VRM_OK;
}

/* `motion` may be NULL. */
static vrm_Result open_mix(const ConvertOptions* options, Performance* performance,
                           const vrm_Model* avatar, const vrm_Model* motion, Mix* out) {
    vrm_RecorderDef def = convert_recorder_def(options);
    vrm_Result result = motion != NULL ? open_clip(motion, &def, out) : VRM_OK;
    if (result != VRM_OK) return result;
    out->seconds = performance_seconds(performance);
    if (out->clip != NULL) out->seconds = fmax(out->seconds, (double)vrm_clip_duration(out->clip));
    performance_place(performance, 0.0, out->seconds);
    int32_t count = vrm_rig_expression_count(out->avatar.rig);
    out->is_set = calloc((size_t)count + 1, sizeof(bool));
    if (out->is_set == NULL) return VRM_ERR_MEMORY;
    PerformerDef performer = {.model = avatar,
                              .sim = out->avatar.sim,
                              .avatar = out->avatar.id,
                              .clip = out->clip,
                              .seconds = out->seconds,
                              .performance = performance};
    result = performer_open(&performer, &out->performer);
    return result == VRM_OK ? vrm_recorder_create(&def, &out->recorder) : result;
}

static void close_mix(Mix* mix) {
    performer_close(&mix->performer);
    vrm_recorder_destroy(mix->recorder);
    vrm_clip_destroy(mix->clip);
    sim_avatar_close(&mix->avatar);
    free(mix->is_set);
}

static vrm_Result run_mix(Mix* mix, int32_t steps) {
    vrm_Result result = VRM_OK;
    for (int32_t f = 0; result == VRM_OK && f <= steps; f++)
        result = add_frame(mix, steps > 0 ? mix->seconds * f / steps : 0.0);
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
    def.hands = def.knees = VRM_CONTACTS_FREE;
    def.root_motion = VRM_ROOT_MOTION_ROOT;
    return vrm_recorder_retarget(recorder, &def, NULL);
}

/* Records the mix. CLI_OK, or the status after printing the error. */
static int convert_mix(const char* path, const ConvertOptions* options, const vrm_Model* motion,
                       Mix* mix, vrm_RecordStats* out_stats, vrm_Model** out_made) {
    double fps = options->fit.fps > 0.0 ? options->fit.fps : CONVERT_FACE_FPS;
    int32_t steps = vrm_clip_steps(mix->seconds, fps);
    if (steps >= options->max_frames)
        return motion_too_long(options->command, path, steps + 1.0, options->max_frames);
    vrm_Result result = run_mix(mix, steps);
    if (result == VRM_OK && motion != NULL && options->fit.root_motion == VRM_ROOT_MOTION_ROOT)
        result = split_root(motion, mix->recorder);
    if (result == VRM_OK) result = vrm_recorder_finish(mix->recorder, out_stats, out_made);
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, NULL);
}

static int convert_for(const char* path, const ConvertOptions* options, Performance* performance,
                       bool explains, const vrm_Model* avatar, vrm_RecordStats* out_stats,
                       vrm_Model** model) {
    vrm_Model* made = NULL;
    Mix mix = {0};
    vrm_Result result = sim_avatar_open(avatar, NULL, &mix.avatar);
    if (result != VRM_OK) return cli_result_error(options->command, path, result, NULL);
    const char* owner = options->avatar != NULL ? options->avatar : performance->cues_path;
    int status = performance_check(options->command, owner, performance, mix.avatar.rig);
    if (status == CLI_OK) {
        result = open_mix(options, performance, avatar, *model, &mix);
        if (result != VRM_OK) status = cli_result_error(options->command, path, result, NULL);
    }
    if (status == CLI_OK && explains)
        performer_explain(options->command, owner != NULL ? owner : path, &mix.performer);
    if (status == CLI_OK) status = convert_mix(path, options, *model, &mix, out_stats, &made);
    close_mix(&mix);
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
        result = is_named ? cli_load(options->avatar, report, &avatar) : dummy_avatar_make(&avatar);
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
