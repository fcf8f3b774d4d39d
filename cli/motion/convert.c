/* SPDX-License-Identifier: MIT */
#include "motion/convert.h"

#include "files/files.h"
#include "motion/convert_edit.h"
#include "motion/convert_trace.h"
#include "motion/max_frames.h"
#include "motion/motion.h"
#include "motion/motion_file.h"
#include "motion/motion_fit.h"
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

/* Returns the limit on frames before a loop is cut. */
static int32_t max_samples(const ConvertOptions* options) {
    return options->max_frames > MOTION_FRAMES_DEFAULT ? options->max_frames
                                                       : MOTION_FRAMES_DEFAULT;
}

static int say(const ConvertOptions* options, const char* path, const char* what) {
    return cli_file_error(options->command, path, "%s", what);
}

static int status_of(const ConvertOptions* options, const char* path, vrm_Result result,
                     const vrm_Report* report) {
    return result == VRM_OK ? CLI_OK : cli_result_error(options->command, path, result, report);
}

/* ---- A script or a clip, on an avatar ---- */

static vrm_Result add_avatar(void* ctx, double time_s, const SimAvatar* avatar) {
    return vrm_recorder_add_avatar(ctx, time_s, avatar->sim, avatar->id);
}

static int load_avatar(const ConvertOptions* options, vrm_Model** out_avatar) {
    const char* path = options->avatar;
    vrm_Report* report = NULL; /* the report is about the motion, not about the avatar */
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

/* Opens the avatar of --avatar. */
static int open_avatar(const ConvertOptions* options, vrm_Report* report, SimAvatar* out) {
    vrm_Model* model = NULL;
    int status = load_avatar(options, &model);
    if (status != CLI_OK) return status;
    status = status_of(options, options->avatar, sim_avatar_open(model, report, out), report);
    vrm_model_destroy(model);
    return status;
}

/* Ends a recording: makes its animation, or returns the status after printing the error. Destroys
 * the recorder. `skeletons` may be NULL. */
static int finish(const char* path, const ConvertOptions* options, const FitSkeletons* skeletons,
                  vrm_Recorder* recorder, vrm_Result result, vrm_Report* report, Converted* out) {
    if (result == VRM_OK && vrm_recorder_frame_count(recorder) == 0) {
        vrm_recorder_destroy(recorder);
        return say(options, path, "there is no frame");
    }
    if (result == VRM_OK && options->fit.loops && vrm_recorder_frame_count(recorder) == 1)
        (void)vrm_report_add(report, "MOTION_LOOP_POSE", "", NULL);
    if (result == VRM_OK) result = fit_recorder(&options->fit, skeletons, recorder, &out->fit);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, &out->fit.stats, &out->model);
    vrm_recorder_destroy(recorder);
    if (result == VRM_ERR_LIMIT) (void)vrm_report_add(report, "MOTION_TOO_LARGE", "", NULL);
    return status_of(options, path, result, report);
}

/* The skeletons of an animation and of the avatar that played it. The player has scaled the motion
 * by the height of the hips. */
static FitSkeletons played_skeletons(const vrm_Motion* motion, const vrm_Rig* rig) {
    FitSkeletons out = {vrm_motion_skeleton(motion), vrm_skeleton_of_rig(rig),
                        (float)vrm_motion_info(motion).frame_s};
    float from = out.source.positions[VRM_BONE_HIPS].y, to = out.target.positions[VRM_BONE_HIPS].y;
    float scale = to > 0.01f && from > 0.01f ? to / from : 1.0f;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Vec3* at = &out.source.positions[b];
        *at = (vrm_Vec3){scale * at->x, scale * at->y, scale * at->z};
    }
    return out;
}

/* Runs a script or a clip on an avatar and records its poses. */
static int convert_run(const char* path, const Source* source, const SimAvatar* avatar,
                       const ConvertOptions* options, vrm_Report* report, Converted* out) {
    vrm_Recorder* recorder = NULL;
    vrm_RecorderDef def = convert_recorder_def(options);
    Performer performer = {0};
    FitSkeletons skeletons;
    bool is_clip = source->clip != NULL && vrm_clip_kind(source->clip) == VRM_CLIP_HUMANOID;
    def.rig = avatar->rig;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    if (result == VRM_OK) result = source_perform(source, NULL, avatar, &performer);
    if (result == VRM_OK) {
        (void)vrm_avatar_set_stages(avatar->sim, avatar->id,
                                    VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
        result = source_run(source, avatar, &performer, add_avatar, recorder);
    }
    performer_close(&performer);
    if (is_clip) skeletons = played_skeletons(source->file.motion, avatar->rig);
    return finish(path, options, is_clip ? &skeletons : NULL, recorder, result, report, out);
}

/* ---- A script without an avatar ---- */

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

/* Records a frame of a script without an avatar. Root motion moves the hips, whose height at rest
 * is `height`. */
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
                          vrm_Report* report, Converted* out) {
    const float height = 0.94f; /* hips of the default skeleton of a recorder without a rig */
    const Motion* motion = &source->motion;
    vrm_Recorder* recorder = NULL;
    for (int32_t i = 0; i < motion->track_count; i++)
        if (motion->tracks[i].target == MOTION_LOOK_AT)
            return say(options, path, "looking at a point needs --avatar: its head has a place");
    vrm_RecorderDef def = convert_recorder_def(options);
    def.hips_height = height;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    for (int32_t f = 0; result == VRM_OK && f < motion->frames; f++)
        result = record_script_frame(motion, f, height, recorder);
    return finish(path, options, NULL, recorder, result, report, out);
}

/* ---- An animation ---- */

/* Runs a clip on the avatar, at the frames of the motion. */
static int run_clip(const char* path, Source* source, const SimAvatar* avatar,
                    const ConvertOptions* options, vrm_Report* report, Converted* out) {
    double frames = vrm_motion_frame_count(source->file.motion, options->fit.fps);
    double seconds = (double)vrm_clip_duration(source->clip);
    /* The animation keeps its name unless --name gives another. */
    ConvertOptions named = *options;
    if (named.fit.name == NULL && vrm_clip_name(source->clip)[0] != '\0')
        named.fit.name = vrm_clip_name(source->clip);
    if (!motion_of_time(frames, frames > 1.0 ? seconds / (frames - 1.0) : 0.0, &source->motion))
        return status_of(options, path, VRM_ERR_MEMORY, NULL);
    int status = convert_run(path, source, avatar, &named, report, out);
    motion_free(&source->motion);
    return status;
}

/* Converts for all avatars (`rig` NULL) or fits to one. */
static int convert_fitted(const char* path, const cli_ClipFile* file, const vrm_Rig* rig,
                          const ConvertOptions* options, const vrm_Report* report, Converted* out) {
    vrm_Result result = vrm_motion_animation(file->motion, rig, &file->fit, &out->fit, &out->model);
    return status_of(options, path, result, report);
}

/* A VRM animation and the nodes of the avatar itself are run on it; all other motion is fitted to
 * it. */
static int convert_for_avatar(const char* path, Source* source, const SimAvatar* avatar,
                              const ConvertOptions* options, vrm_Report* report, Converted* out) {
    vrm_MotionInfo info = vrm_motion_info(source->file.motion);
    vrm_Clip* clip = NULL;
    vrm_FitDef as_it_is = vrm_default_fit_def();
    if (info.kind != VRM_MOTION_ANIMATION) as_it_is = source->file.fit;
    as_it_is.report = NULL;
    bool may_run = info.kind == VRM_MOTION_ANIMATION || info.has_nodes;
    if (may_run) (void)vrm_motion_clip(source->file.motion, avatar->rig, &as_it_is, NULL, &clip);
    bool runs = clip != NULL &&
                (info.kind == VRM_MOTION_ANIMATION || vrm_clip_kind(clip) == VRM_CLIP_NODES);
    source->clip = clip;
    int status = runs ? run_clip(path, source, avatar, options, report, out)
                      : convert_fitted(path, &source->file, avatar->rig, options, report, out);
    vrm_clip_destroy(clip);
    return status;
}

/* Returns true if the frames of the result are the keys of an animation. */
static bool keeps_keys(const vrm_Motion* motion, const ConvertOptions* options) {
    const vrm_FitDef* fit = &options->fit;
    bool changes =
        fit->feet == VRM_FEET_HOLD || fit->root_motion != VRM_ROOT_MOTION_KEEP || fit->loops;
    return vrm_motion_info(motion).kind == VRM_MOTION_ANIMATION && options->avatar == NULL &&
           !changes && !(fit->fps > 0.0);
}

/* --max-frames limits the result (convert_check_frames()), of which a loop may be a small part.
 * This limits what is sampled: curves of an animation may be of any length. */
static int check_samples(const char* path, int32_t frames, const ConvertOptions* options) {
    if (frames <= max_samples(options)) return CLI_OK;
    return motion_too_long(options->command, path, frames, options->max_frames);
}

static void describe(const vrm_MotionInfo* info, Converted* out) {
    out->kind = info->format;
    out->has_rest = info->kind == VRM_MOTION_CAPTURE;
    out->rest_source = info->rest_source;
    out->rest_confidence = info->rest_confidence;
}

/* Makes a motion that was read, and edited, into a VRM animation. */
static int convert_source(const char* path, Source* source, const ConvertOptions* options,
                          vrm_Report* report, Converted* out) {
    SimAvatar avatar = {0};
    const vrm_Motion* motion = source->file.motion;
    int32_t frames = keeps_keys(motion, options) ? vrm_motion_sample_count(motion)
                                                 : vrm_motion_frame_count(motion, options->fit.fps);
    int status = check_samples(path, frames, options);
    if (status == CLI_OK && options->avatar != NULL) {
        status = open_avatar(options, report, &avatar);
        if (status == CLI_OK)
            status = convert_for_avatar(path, source, &avatar, options, report, out);
    } else if (status == CLI_OK) {
        status = convert_fitted(path, &source->file, NULL, options, report, out);
    }
    sim_avatar_close(&avatar);
    return status;
}

static int convert_motion(const char* path, const MotionText* text, const ConvertOptions* options,
                          vrm_Report* report, Converted* out) {
    Source source = {0};
    ConvertOptions own = *options;
    double seconds = 0.0;
    int status = cli_clip_open_text(path, text, options, report, &source.file);
    if (status == CLI_OK && convert_edit_is_asked(&options->edit))
        status = check_samples(path, vrm_motion_sample_count(source.file.motion), options);
    if (status == CLI_OK) {
        seconds = vrm_motion_info(source.file.motion).seconds;
        status = convert_edit_apply(path, options, report, &out->edits, &source.file.motion);
    }
    if (status == CLI_OK) {
        vrm_MotionInfo info = vrm_motion_info(source.file.motion);
        describe(&info, out);
        /* A pose that was cut out of a motion does not tell which feet stand: as in the library,
         * for animations that are run on an avatar. */
        bool is_moment = seconds > 0.0 && info.seconds == 0.0;
        if (is_moment && own.fit.feet == VRM_FEET_AUTO) own.fit.feet = VRM_FEET_FREE;
        if (is_moment && own.fit.hands == VRM_CONTACTS_AUTO) own.fit.hands = VRM_CONTACTS_FREE;
        if (is_moment && own.fit.knees == VRM_CONTACTS_AUTO) own.fit.knees = VRM_CONTACTS_FREE;
        status = convert_source(path, &source, &own, report, out);
    }
    source_close(&source);
    return status;
}

/* ---- Kinds ---- */

static int convert_json(const char* path, const MotionText* text, const ConvertOptions* options,
                        vrm_Report* report, Converted* out) {
    char error[160];
    Source source = {0};
    SimAvatar avatar = {0};
    if (!script_read(text, max_samples(options), &source.motion, error, sizeof error))
        return say(options, path, error);
    int status = options->avatar == NULL ? convert_script(path, &source, options, report, out)
                                         : open_avatar(options, report, &avatar);
    if (status == CLI_OK && options->avatar != NULL)
        status = convert_run(path, &source, &avatar, options, report, out);
    sim_avatar_close(&avatar);
    source_close(&source);
    return status;
}

static int convert_recorded(const char* path, const MotionText* text, const ConvertOptions* options,
                            vrm_Report* report, Converted* out) {
    vrm_Recorder* recorder = NULL;
    char error[160] = "";
    vrm_RecorderDef def = convert_recorder_def(options);
    vrm_Result result = convert_trace(text, &def, &recorder, error, sizeof error);
    if (error[0] == '\0') return finish(path, options, NULL, recorder, result, report, out);
    vrm_recorder_destroy(recorder);
    return say(options, path, error);
}

/* Returns CLI_OK, or CLI_INVALID after printing which option is for another kind of motion. */
static int check_options(const char* path, MotionKind kind, const ConvertOptions* options) {
    if (options->fit.fps > 0.0 && (kind == MOTION_KIND_TRACE || kind == MOTION_KIND_SCRIPT))
        return say(options, path,
                   "a trace or a motion script states the times of its frames; leave --fps out");
    bool is_own = kind == MOTION_KIND_TRACE || kind == MOTION_KIND_SCRIPT;
    if (is_own && convert_edit_is_asked(&options->edit))
        return say(options, path,
                   "a trace or a motion script cannot be edited; convert it to a .vrma, then edit "
                   "that");
    return is_own && motion_has_reading(options) ? cli_clip_refuse_reading(path, options) : CLI_OK;
}

int convert_check_frames(const char* path, const ConvertOptions* options, const Converted* result) {
    int32_t frames = result->fit.stats.frames;
    if (frames <= options->max_frames) return CLI_OK;
    return motion_too_long(options->command, path, frames, options->max_frames);
}

typedef int ConvertFn(const char* path, const MotionText* text, const ConvertOptions* options,
                      vrm_Report* report, Converted* out);

int convert_text(const char* path, const MotionText* text, const ConvertOptions* options,
                 vrm_Report* report, Converted* out) {
    static const struct {
        const char* name;
        ConvertFn* convert;
    } kinds[] = {[MOTION_KIND_ANY] = {"", convert_motion},
                 [MOTION_KIND_TRACE] = {"trace", convert_recorded},
                 [MOTION_KIND_SCRIPT] = {"script", convert_json}};
    *out = (Converted){.kind = kinds[text->kind].name};
    int status = check_options(path, text->kind, options);
    return status == CLI_OK ? kinds[text->kind].convert(path, text, options, report, out) : status;
}

int convert_file(const char* path, const ConvertOptions* options, vrm_Report* report,
                 Converted* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    MotionText text;
    *out = (Converted){.kind = ""};
    int status = cli_read_motion(options->command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    if (sound_is_known(bytes, size)) {
        free(bytes);
        return say(options, path, "this is a sound; --audio SOUND makes a face speak it");
    }
    motion_text_open(bytes, size, &text);
    status = convert_text(path, &text, options, report, out);
    motion_text_close(&text);
    free(bytes);
    return status;
}

void converted_release(Converted* result) {
    vrm_model_destroy(result->model);
    edit_report_release(&result->edits);
    result->model = NULL;
}
