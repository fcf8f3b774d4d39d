/* SPDX-License-Identifier: MIT */
#include "motion/convert.h"

#include "files/files.h"
#include "motion/clip_times.h"
#include "motion/convert_capture.h"
#include "motion/convert_trace.h"
#include "motion/max_frames.h"
#include "motion/motion.h"
#include "motion/motion_file.h"
#include "motion/motion_options.h"
#include "motion/motion_text.h"
#include "motion/quatd.h"
#include "motion/script.h"
#include "motion/source.h"
#include "sound/sound.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int say(const ConvertOptions* options, const char* path, const char* what) {
    return cli_file_error(options->command, path, "%s", what);
}

static int status_of(const ConvertOptions* options, const char* path, vrm_Result result,
                     const vrm_Report* report) {
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, report);
}

/* ---- A script or a clip, on an avatar ---- */

static vrm_Result add_avatar(void* ctx, double time_s, const Actor* actor) {
    return vrm_recorder_add_avatar(ctx, time_s, actor->sim, actor->avatar);
}

static int load_avatar(const ConvertOptions* options, vrm_Model** out_avatar) {
    const char* path = options->avatar;
    vrm_Report* report = NULL; /* findings about the avatar do not belong to the motion */
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(path, report, out_avatar);
    int status = status_of(options, path, result, report);
    if (status == CLI_OK && vrm_model_bone_count(*out_avatar) == 0) {
        status = say(options, path, "this is no avatar: it has no bones to take poses of");
        vrm_model_destroy(*out_avatar);
        *out_avatar = NULL;
    }
    vrm_report_destroy(report);
    return status;
}

static int convert_run(const char* path, const Source* source, const ConvertOptions* options,
                       vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    vrm_Model* avatar = NULL;
    vrm_Recorder* recorder = NULL;
    Actor actor = {0};
    int status = load_avatar(options, &avatar);
    if (status != CLI_OK) return status;
    vrm_RecorderDef def = options->def;
    vrm_Result result = actor_open(avatar, report, &actor);
    if (result == VRM_OK) status = source_check(options->command, options->avatar, source, &actor);
    if (status == CLI_OK) {
        def.rig = actor.rig;
        if (result == VRM_OK) result = vrm_recorder_create(&def, &recorder);
        if (result == VRM_OK) {
            (void)vrm_avatar_set_stages(actor.sim, actor.avatar,
                                        VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
            result = source_run(source, &actor, add_avatar, recorder);
        }
        vrm_Skeleton from, to = vrm_skeleton_of_rig(actor.rig);
        ConvertOptions own = *options;
        if (source->file.own.clip != NULL &&
            vrm_clip_kind(source->file.own.clip) == VRM_CLIP_HUMANOID) {
            /* The player has scaled the motion by the height of the hips. */
            from = fit_skeleton_of(source->file.own.model, to.positions[VRM_BONE_HIPS].y);
            own.fit.is_usual = true;
            own.fit.source = &from;
            own.fit.target = &to;
            own.fit.frame_s = clip_frame_of(source->file.own.model, 0,
                                            (double)vrm_clip_duration(source->file.own.clip));
        }
        status = convert_finish(&own, recorder, path, result, report, out_stats, out_model);
    }
    actor_close(&actor);
    vrm_model_destroy(avatar);
    return status;
}

/* ---- The poses alone ---- */

static int32_t steps_of(const Source* source, const ConvertOptions* options) {
    return clip_steps_of(source->file.own.model, source->file.own.clip, options->fps);
}

/* At the keys of the clip if its motion stays as it is; else at equal steps. */
static vrm_Result record_clip(const Source* source, const ConvertOptions* options,
                              vrm_Recorder* recorder) {
    const vrm_Model* model = source->file.own.model;
    const vrm_Clip* clip = source->file.own.clip;
    int32_t count = 0;
    bool keeps_keys = options->fps <= 0.0 && !fit_is_asked(&options->fit);
    double* times = keeps_keys ? clip_key_times(model, clip, options->max_frames, &count) : NULL;
    if (times == NULL) return fit_record_clip(model, clip, steps_of(source, options), recorder);
    vrm_Result result = fit_record_times(model, clip, times, count, recorder);
    free(times);
    return result;
}

static int convert_clip(const char* path, const Source* source, const ConvertOptions* options,
                        vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    const vrm_Clip* clip = source->file.own.clip;
    vrm_Recorder* recorder = NULL;
    vrm_ClipSample sample;
    vrm_clip_sample(clip, 0.0f, &sample);
    vrm_RecorderDef def = options->def;
    def.hips_height = vrm_clip_hips_height(clip) > 0.0f ? vrm_clip_hips_height(clip) : 0.0f;
    def.bones = sample.bones;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    if (result == VRM_OK) result = record_clip(source, options, recorder);
    vrm_Skeleton skeleton = fit_skeleton_of(source->file.own.model, 0.0f);
    ConvertOptions own = *options;
    own.fit.source = &skeleton;
    own.fit.frame_s = clip_frame_of(source->file.own.model, 0, (double)vrm_clip_duration(clip));
    return convert_finish(&own, recorder, path, result, report, out_stats, out_model);
}

static Quatd to_quatd(const double* v) {
    return (Quatd){v[0], v[1], v[2], v[3]};
}

static vrm_Vec3 to_vec3(const double* v) {
    return (vrm_Vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static vrm_Vec3 turned(Quatd q, vrm_Vec3 v) {
    Quatd p = quatd_mul(quatd_mul(q, (Quatd){(double)v.x, (double)v.y, (double)v.z, 0.0}),
                        quatd_inverse(q));
    return (vrm_Vec3){(float)p.x, (float)p.y, (float)p.z};
}

/* A script's frame without an avatar: the root goes into the hips, whose rest is `height` up. */
static vrm_Result record_script_frame(const Motion* motion, int32_t f, float height,
                                      vrm_Recorder* recorder) {
    vrm_Pose pose = vrm_pose_rest();
    vrm_Vec3 place = {0, 0, 0};
    Quatd turn = {0, 0, 0, 1}, hips = {0, 0, 0, 1};
    const double* gaze = NULL;
    for (int32_t i = 0; i < motion->track_count; i++) {
        const MotionTrack* track = &motion->tracks[i];
        const double* v = motion_at(track, f);
        vrm_Bone bone = vrm_bone_by_name(track->name);
        if (track->target == MOTION_BONE_ROTATION && bone == VRM_BONE_HIPS)
            hips = to_quatd(v);
        else if (track->target == MOTION_BONE_ROTATION && bone != VRM_BONE_NONE)
            pose.rotations[bone] = quatd_to_float(to_quatd(v));
        else if (track->target == MOTION_HIPS_TRANSLATION)
            pose.hips_offset = to_vec3(v);
        else if (track->target == MOTION_ROOT_TRANSLATION)
            place = to_vec3(v);
        else if (track->target == MOTION_ROOT_ROTATION)
            turn = to_quatd(v);
        else if (track->target == MOTION_LOOK_ALONG)
            gaze = v;
    }
    vrm_Vec3 p = pose.hips_offset;
    p.y += height;
    p = turned(turn, p);
    pose.hips_offset = (vrm_Vec3){p.x + place.x, p.y + place.y - height, p.z + place.z};
    pose.rotations[VRM_BONE_HIPS] = quatd_to_float(quatd_mul(turn, hips));
    bool is_later = f == 0 || motion->times[f] > motion->times[f - 1];
    if (!is_later) return VRM_OK;
    vrm_Result result = vrm_recorder_add_frame(recorder, motion->times[f], &pose);
    for (int32_t i = 0; result == VRM_OK && i < motion->track_count; i++) {
        const MotionTrack* track = &motion->tracks[i];
        if (track->target != MOTION_EXPRESSION || track->name[0] == '\0' ||
            strncmp(track->name, "look", 4) == 0)
            continue;
        result = vrm_recorder_set_expression(recorder, track->name, (float)motion_at(track, f)[0]);
    }
    if (result == VRM_OK && gaze != NULL)
        result = vrm_recorder_set_gaze(recorder, (float)gaze[0], (float)gaze[1]);
    return result;
}

static int convert_script(const char* path, const Source* source, const ConvertOptions* options,
                          vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    const float height = 0.94f; /* of the person that a recorder takes without a rig */
    const Motion* motion = &source->motion;
    vrm_Recorder* recorder = NULL;
    for (int32_t i = 0; i < motion->track_count; i++)
        if (motion->tracks[i].target == MOTION_LOOK_AT)
            return say(options, path, "looking at a point needs --avatar: its head has a place");
    vrm_RecorderDef def = options->def;
    def.hips_height = height;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    for (int32_t f = 0; result == VRM_OK && f < motion->frames; f++)
        result = record_script_frame(motion, f, height, recorder);
    return convert_finish(options, recorder, path, result, report, out_stats, out_model);
}

/* ---- Motion of another program ---- */

/* For the avatar if there is one; `model` NULL: that of the text. */
static int convert_person(const char* path, const MotionText* text, const vrm_Model* model,
                          const ConvertOptions* options, vrm_Report* report,
                          vrm_RecordStats* out_stats, vrm_Model** out_model) {
    vrm_Model* avatar = NULL;
    vrm_Rig* rig = NULL;
    vrm_Skeleton skeleton;
    ConvertOptions own = *options;
    int status = CLI_OK;
    if (options->avatar != NULL) {
        status = load_avatar(options, &avatar);
        if (status != CLI_OK) return status;
        status = status_of(options, options->avatar, vrm_rig_build(avatar, NULL, &rig), NULL);
        if (status == CLI_OK) skeleton = vrm_skeleton_of_rig(rig);
        own.fit.target = &skeleton;
    }
    if (status == CLI_OK)
        status = model != NULL
                     ? convert_gltf_capture(path, model, &own, report, out_stats, out_model)
                     : convert_capture(path, text, &own, report, out_stats, out_model);
    vrm_rig_destroy(rig);
    vrm_model_destroy(avatar);
    return status;
}

static int convert_foreign(const char* path, const MotionText* text, const ConvertOptions* options,
                           vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    return convert_person(path, text, NULL, options, report, out_stats, out_model);
}

/* Whether a clip moves the nodes of the avatar itself; else they are those of another person. */
static bool moves_avatar(const ConvertOptions* options, const vrm_Model* nodes) {
    vrm_Model* avatar = NULL;
    if (options->avatar == NULL) return false;
    if (cli_is_stream(options->avatar)) return true; /* it can be read once */
    if (cli_load(options->avatar, NULL, &avatar) != VRM_OK) return false;
    bool is_own = cli_clip_has_nodes_of(nodes, avatar);
    vrm_model_destroy(avatar);
    return is_own;
}

/* ---- What it is ---- */

static int convert_json(const char* path, const MotionText* text, const ConvertOptions* options,
                        vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    char error[160];
    Source source = {0};
    if (!script_read(text, options->max_frames, &source.motion, error, sizeof error))
        return say(options, path, error);
    int status = (options->avatar != NULL ? convert_run : convert_script)(
        path, &source, options, report, out_stats, out_model);
    source_close(&source);
    return status;
}

static int convert_gltf(const char* path, const MotionText* text, const ConvertOptions* options,
                        vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    Source source = {0};
    vrm_ClipDef def = vrm_default_clip_def();
    def.report = report;
    vrm_Result result =
        cli_load_again(path, text->text, text->size, report, &source.file.own.model);
    if (result == VRM_OK && vrm_model_gltf(source.file.own.model)->animation_count == 0) {
        source_close(&source);
        return say(options, path, "there is no animation in this file");
    }
    if (result == VRM_OK)
        result = vrm_clip_build(source.file.own.model, &def, &source.file.own.clip);
    int status = status_of(options, path, result, report);
    bool is_vrm = status == CLI_OK && vrm_clip_kind(source.file.own.clip) == VRM_CLIP_HUMANOID;
    if (status == CLI_OK && !is_vrm && !moves_avatar(options, source.file.own.model)) {
        status = convert_person(path, text, source.file.own.model, options, report, out_stats,
                                out_model);
        source_close(&source);
        return status;
    }
    if (status == CLI_OK && motion_has_reading(options))
        status = convert_refuse_reading(path, options);
    /* The animation keeps its name unless it gets another. */
    ConvertOptions named = *options;
    if (status == CLI_OK && named.def.name == NULL &&
        vrm_clip_name(source.file.own.clip)[0] != '\0')
        named.def.name = vrm_clip_name(source.file.own.clip);
    options = &named;
    if (status == CLI_OK && steps_of(&source, options) >= options->max_frames)
        status = motion_too_long(options->command, path, steps_of(&source, options) + 1.0,
                                 options->max_frames);
    if (status == CLI_OK && options->avatar == NULL) {
        status = convert_clip(path, &source, options, report, out_stats, out_model);
    } else if (status == CLI_OK) {
        double duration = (double)vrm_clip_duration(source.file.own.clip);
        double steps = steps_of(&source, options);
        status = motion_of_time(steps + 1.0, steps > 0.0 ? duration / steps : 0.0, &source.motion)
                     ? convert_run(path, &source, options, report, out_stats, out_model)
                     : cli_result_error(options->command, path, VRM_ERR_MEMORY, NULL);
    }
    source_close(&source);
    return status;
}

static int convert_recorded(const char* path, const MotionText* text, const ConvertOptions* options,
                            vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model) {
    vrm_Recorder* recorder = NULL;
    char error[160] = "";
    vrm_Result result = convert_trace(text, &options->def, &recorder, error, sizeof error);
    if (error[0] == '\0')
        return convert_finish(options, recorder, path, result, report, out_stats, out_model);
    vrm_recorder_destroy(recorder);
    return say(options, path, error);
}

/* CLI_OK, or CLI_INVALID after saying which option is for another kind of motion. */
static int check_options(const char* path, MotionKind kind, const ConvertOptions* options) {
    if (options->fps > 0.0 && (kind == MOTION_KIND_TRACE || kind == MOTION_KIND_SCRIPT))
        return say(options, path,
                   "a trace or a motion script states the times of its frames; leave --fps out");
    bool is_own = kind == MOTION_KIND_TRACE || kind == MOTION_KIND_SCRIPT;
    return is_own && motion_has_reading(options) ? convert_refuse_reading(path, options) : CLI_OK;
}

typedef int ConvertFn(const char* path, const MotionText* text, const ConvertOptions* options,
                      vrm_Report* report, vrm_RecordStats* out_stats, vrm_Model** out_model);

int convert_file(const char* path, const ConvertOptions* options, vrm_Report* report,
                 vrm_RecordStats* out_stats, const char** out_kind, vrm_Model** out_model) {
    static const struct {
        const char* name;
        ConvertFn* convert;
    } kinds[] = {[MOTION_KIND_GLTF] = {"animation", convert_gltf},
                 [MOTION_KIND_CAPTURE] = {"", convert_foreign},
                 [MOTION_KIND_TRACE] = {"trace", convert_recorded},
                 [MOTION_KIND_SCRIPT] = {"script", convert_json},
                 [MOTION_KIND_FOREIGN] = {"animation", convert_gltf}};
    uint8_t* bytes = NULL;
    size_t size = 0;
    MotionText text;
    *out_model = NULL;
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    if (sound_is_known(bytes, size)) {
        free(bytes);
        return say(options, path, "this is a sound; --audio SOUND makes a face speak it");
    }
    motion_text_open(bytes, size, &text);
    *out_kind = text.format != NULL ? text.format : kinds[text.kind].name;
    status = check_options(path, text.kind, options);
    if (status == CLI_OK)
        status = kinds[text.kind].convert(path, &text, options, report, out_stats, out_model);
    motion_text_close(&text);
    free(bytes);
    return status;
}
