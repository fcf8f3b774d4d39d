/* SPDX-License-Identifier: MIT */
#include "motion/source.h"

#include "facts/rig_limits.h"
#include "motion/max_frames.h"
#include "motion/motion_file.h"
#include "motion/motion_fit.h"
#include "motion/motion_text.h"
#include "motion/script.h"
#include "words/args.h"
#include "words/expression_option.h"
#include "words/output.h"
#include "words/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FPS_DEFAULT  60.0
#define SETTLE_S     2.0f /* enough for hair to come to rest */
#define SETTLE_STEPS 120  /* the same for a script */

void source_take_options(const cli_Args* args, SourceOptions* out) {
    out->script = cli_word(args, "--motion");
    out->clip = cli_word(args, "--animation");
    out->fps = cli_word(args, "--fps");
    out->seconds = cli_word(args, "--seconds");
    out->tolerance = cli_word(args, "--tolerance");
    out->max_frames = cli_word(args, "--max-frames");
    out->look_at = cli_word(args, "--look-at");
    out->expression_count = cli_words(args, "--expression", out->expressions);
    out->loops = cli_has(args, "--loop");
    out->face = performance_options(args);
}

/* ---- Numbers ---- */

/* Parses up to `capacity` finite numbers, such as "1,2.5". Returns their count, or -1. */
static int parse_numbers(const char* text, double* out, int capacity) {
    int count = 0;
    while (count < capacity) {
        char* end;
        out[count] = strtod(text, &end);
        if (end == text || !isfinite(out[count])) return -1;
        count++;
        if (*end == '\0') return count;
        if (*end != ',') return -1;
        text = end + 1;
    }
    return -1;
}

static bool parse_range(const char* text, double low, double high, double* out) {
    return parse_numbers(text, out, 1) == 1 && *out >= low && *out <= high;
}

static int parse_options(const char* command, const SourceOptions* options, Source* out,
                         double* out_fps, double* out_seconds) {
    double numbers[3];
    if (options->script != NULL && options->clip != NULL)
        return cli_usage_error(command, "--motion and --animation exclude each other");
    if (options->script != NULL && (options->fps != NULL || options->seconds != NULL))
        return cli_usage_error(command, "a motion script has its own frames: no --fps, --seconds");
    if (options->script != NULL && performance_is_asked(&options->face))
        return cli_usage_error(command, "a motion script drives the face itself: no --audio, "
                                        "--visemes, "
                                        "--emotions, --script, --face");
    if (options->fps != NULL && !parse_range(options->fps, 1.0, 1000.0, out_fps))
        return cli_usage_error(command, "--fps must be a number from 1 to 1000");
    if (options->seconds != NULL && !parse_range(options->seconds, 0.0, 86400.0, out_seconds))
        return cli_usage_error(command, "--seconds must be a number from 0 to 86400");
    int count = options->tolerance == NULL ? 0 : parse_numbers(options->tolerance, numbers, 3);
    for (int i = 0; i < 3; i++) {
        out->tolerances[i] = i < count ? (float)numbers[i] : -1.0f;
        if (count < 0 || (i < count && numbers[i] < 0.0))
            return cli_usage_error(command, "--tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up");
    }
    out->looks = options->look_at != NULL;
    if (out->looks && parse_numbers(options->look_at, numbers, 3) != 3)
        return cli_usage_error(command, "--look-at is X,Y,Z in metres");
    if (out->looks)
        out->look_at = (vrm_Vec3){(float)numbers[0], (float)numbers[1], (float)numbers[2]};
    for (int i = 0; i < options->expression_count; i++) {
        int status = cli_parse_expression(command, options->expressions[i],
                                          &out->expressions[out->expression_count++]);
        if (status != CLI_OK) return status;
    }
    return CLI_OK;
}

/* ---- Files ---- */

/* Refuses an animation: names the option for it, or says what is wrong with the file. */
static int refuse_clip(const char* command, const char* path, const MotionText* text) {
    cli_ClipFile file;
    vrm_Report* report = NULL;
    const ConvertOptions options = {
        .command = command, .reading = vrm_default_motion_def(), .fit = vrm_default_fit_def()};
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result != VRM_OK) return cli_result_error(command, path, result, NULL);
    int status = cli_clip_open_text(path, text, &options, report, &file);
    vrm_report_destroy(report);
    if (status != CLI_OK) return status;
    cli_clip_close(&file);
    return cli_file_error(command, path, "this is an animation: --animation plays it");
}

static int read_script(const char* command, const char* path, const MotionText* text,
                       int32_t max_frames, Source* out) {
    char error[160];
    if (text->kind != MOTION_KIND_SCRIPT && text->kind != MOTION_KIND_TRACE)
        return refuse_clip(command, path, text);
    bool is_read = script_read(text, max_frames, &out->motion, error, sizeof error);
    if (is_read && out->motion.frames > 0) return CLI_OK;
    return cli_file_error(command, path, "%s", is_read ? "there is no frame" : error);
}

static int open_script(const char* command, const char* path, int32_t max_frames, Source* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    MotionText text;
    int status = cli_read_motion(command, path, &bytes, &size);
    if (status != CLI_OK) return status;
    motion_text_open(bytes, size, &text);
    status = read_script(command, path, &text, max_frames, out);
    motion_text_close(&text);
    free(bytes);
    return status;
}

/* Evenly spaced frames, at least `fps` in a second, the last one at the end of the motion. */
static int make_time(const char* command, const char* path, double seconds, double fps,
                     int32_t max_frames, Source* out) {
    double steps = vrm_clip_steps(seconds, fps);
    double dt = steps > 0.0 ? seconds / steps : 1.0 / fps;
    if (steps >= max_frames) return motion_too_long(command, path, steps + 1.0, max_frames);
    if (motion_of_time(steps + 1.0, dt, &out->motion)) return CLI_OK;
    return cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
}

int source_open(const char* command, const SourceOptions* options, const ConvertOptions* reading,
                Source* out) {
    double fps = FPS_DEFAULT, seconds = -1.0;
    *out = (Source){.loops = options->loops};
    int32_t max_frames;
    int status = parse_options(command, options, out, &fps, &seconds);
    if (status == CLI_OK)
        status = motion_parse_max_frames(command, options->max_frames, &max_frames);
    if (status != CLI_OK) return status;
    if (options->script != NULL) {
        status = open_script(command, options->script, max_frames, out);
    } else {
        out->is_idle = options->clip == NULL;
        if (!out->is_idle) status = cli_clip_open(options->clip, reading, NULL, &out->file);
        PerformanceOptions face = options->face;
        if (seconds < 0.0)
            face.limit =
                (VoiceLimit){.fps = fps, .max_frames = max_frames, .refuse = motion_too_long};
        if (status == CLI_OK) status = performance_open(command, &face, &out->performance);
        if (out->is_idle && !out->performance.is_on) out->loops = true;
        if (seconds < 0.0 && out->performance.has_voice)
            seconds = performance_seconds(&out->performance);
        if (seconds < 0.0)
            seconds = (double)(out->is_idle ? VRM_IDLE_PERIOD_S : cli_clip_seconds(&out->file));
        performance_place(&out->performance, 0.0, seconds);
        if (status == CLI_OK)
            status = make_time(command, out->is_idle ? "--seconds" : options->clip, seconds, fps,
                               max_frames, out);
    }
    if (status != CLI_OK) source_close(out);
    return status;
}

void source_close(Source* source) {
    motion_free(&source->motion);
    cli_clip_close(&source->file);
    performance_close(&source->performance);
    *source = (Source){0};
}

/* ---- The sim ---- */

vrm_Result sim_avatar_open(const vrm_Model* model, vrm_Report* report, SimAvatar* out) {
    *out = (SimAvatar){0};
    vrm_SimDef def = vrm_default_sim_def();
    def.outputs = VRM_OUTPUT_LOCALS | VRM_OUTPUT_FACE;
    vrm_Result result = cli_rig_build(model, report, &out->rig);
    if (result == VRM_OK) result = vrm_sim_create(&def, &out->sim);
    if (result == VRM_OK) {
        out->id = vrm_sim_add(out->sim, out->rig);
        if (!vrm_avatar_is_valid(out->sim, out->id)) result = VRM_ERR_MEMORY;
    }
    if (result != VRM_OK) sim_avatar_close(out);
    return result;
}

void sim_avatar_close(SimAvatar* avatar) {
    vrm_sim_destroy(avatar->sim);
    vrm_rig_destroy(avatar->rig);
    *avatar = (SimAvatar){0};
}

int source_clip(const char* command, const char* file, const Source* source,
                const SimAvatar* avatar, vrm_Clip** out_clip) {
    vrm_Result result = cli_clip_for(&source->file, avatar->rig, out_clip);
    if (result == VRM_OK) return CLI_OK;
    if (result != VRM_ERR_INVALID) return cli_result_error(command, file, result, NULL);
    return cli_file_error(command, NULL, "the animation moves the nodes of another file");
}

int source_check(const char* command, const char* file, const Source* source,
                 const SimAvatar* avatar) {
    for (int i = 0; i < source->expression_count; i++) {
        const char* name = cli_expression_name(avatar->rig, source->expressions[i].name);
        if (name == NULL)
            return cli_no_expression(command, file, avatar->rig, source->expressions[i].name, "");
    }
    return performance_check(command, file, &source->performance, avatar->rig);
}

/* ---- Running ---- */

vrm_Result source_perform(const Source* source, const vrm_Model* model, const SimAvatar* avatar,
                          Performer* out) {
    const Motion* motion = &source->motion;
    *out = (Performer){0};
    if (!source->is_idle && source->clip == NULL) return VRM_OK;
    PerformerDef def = {.model = model,
                        .sim = avatar->sim,
                        .avatar = avatar->id,
                        .stance = source->is_idle ? VRM_STANCE_IDLE : VRM_STANCE_REST,
                        .clip = source->clip,
                        .seconds = motion->frames > 0 ? motion->times[motion->frames - 1] : 0.0,
                        .performance = &source->performance};
    vrm_Result result = performer_open(&def, out);
    if (result == VRM_OK && source->looks) (void)vrm_actor_look_at(out->actor, source->look_at);
    return result;
}

vrm_Result source_split_root(const Source* source, const SimAvatar* avatar,
                             const Performer* performer, vrm_Retarget** out_split) {
    const Motion* motion = &source->motion;
    const vrm_Clip* clip = source->clip;
    vrm_Skeleton skeleton = vrm_skeleton_of_rig(avatar->rig);
    vrm_Pose* poses = calloc((size_t)motion->frames, sizeof *poses);
    vrm_ClipSample sample;
    vrm_LayerState layer = {.time_s = 0.0f};
    if (poses == NULL) return VRM_ERR_MEMORY;
    for (int32_t f = 0; f < motion->frames; f++) {
        (void)vrm_actor_step_to(performer->actor, motion->times[f]);
        (void)vrm_actor_layer(performer->actor, performer->layer, &layer);
        vrm_clip_sample(clip, layer.time_s, &sample);
        poses[f] = sample.pose;
        if (sample.moves_hips)
            poses[f].hips_offset = vrm_clip_fit_hips(clip, avatar->rig, sample.pose.hips_offset);
    }
    vrm_Result result = fit_split_root(poses, motion->times, motion->frames, &skeleton, out_split);
    free(poses);
    return result;
}

typedef struct Run {
    const Source* source;
    const SimAvatar* avatar;
    vrm_Actor* actor; /* NULL: the source is a script */
    int32_t frame;
} Run;

/* Sets the inputs of the command line that the actor does not have. */
static void set_own_inputs(void* ctx, vrm_Actor* actor, double time_s) {
    const Run* run = ctx;
    const Source* source = run->source;
    const SimAvatar* avatar = run->avatar;
    (void)time_s;
    if (source->split != NULL) {
        vrm_Pose pose = vrm_retarget_pose(source->split, run->frame);
        (void)vrm_avatar_set_pose(avatar->sim, avatar->id, &pose);
        (void)vrm_avatar_set_root(avatar->sim, avatar->id,
                                  vrm_retarget_root(source->split, run->frame));
        if (vrm_actor_face(actor) != NULL)
            (void)vrm_face_apply_idle(vrm_actor_face(actor), avatar->sim, avatar->id);
    }
    for (int i = 0; i < source->expression_count; i++)
        (void)vrm_avatar_set_expression_named(
            avatar->sim, avatar->id, cli_expression_name(avatar->rig, source->expressions[i].name),
            source->expressions[i].weight);
}

static void set_inputs(Run* run, int32_t frame) {
    const Source* source = run->source;
    const Motion* motion = &source->motion;
    run->frame = frame;
    if (run->actor == NULL) {
        motion_apply(motion, frame, run->avatar->sim, run->avatar->id);
    } else {
        (void)vrm_actor_step_to(run->actor, motion->times[frame]);
        set_own_inputs(run, run->actor, motion->times[frame]);
    }
}

/* Settles the springs under the first frame and then, for a loop, runs the whole loop once. */
static void prepare(Run* run) {
    const Source* source = run->source;
    const Motion* motion = &source->motion;
    vrm_Sim* sim = run->avatar->sim;
    set_inputs(run, 0);
    if (run->actor != NULL) {
        (void)vrm_actors_settle_with(&run->actor, 1, SETTLE_S, set_own_inputs, run);
    } else {
        (void)vrm_avatar_reset_springs(sim, run->avatar->id);
        for (int i = 0; i < SETTLE_STEPS; i++) vrm_sim_step(sim, 1.0f / 60.0f);
    }
    for (int32_t f = 1; source->loops && f < motion->frames; f++) {
        set_inputs(run, f);
        vrm_sim_step(sim, (float)motion->dts[f]);
    }
}

vrm_Result source_run(const Source* source, const SimAvatar* avatar, const Performer* performer,
                      SourceFn* show, void* ctx) {
    const Motion* motion = &source->motion;
    Run run = {.source = source, .avatar = avatar, .actor = performer->actor};
    bool begins_as_loaded = motion->keeps_loaded_springs;
    vrm_Result result = VRM_OK;
    if (begins_as_loaded)
        vrm_sim_step(avatar->sim, 0.0f);
    else
        prepare(&run);
    cli_Progress progress = cli_progress_begin(source->is_quiet);
    for (int32_t f = 0; result == VRM_OK && f < motion->frames; f++) {
        if (f % 64 == 0) cli_progress_show(&progress, f, motion->frames);
        set_inputs(&run, f);
        if (motion->resets[f]) (void)vrm_avatar_reset_springs(avatar->sim, avatar->id);
        /* prepare() has already stepped to frame 0. */
        vrm_sim_step(avatar->sim, f > 0 || begins_as_loaded ? (float)motion->dts[f] : 0.0f);
        bool is_later = f == 0 || motion->times[f] > motion->times[f - 1];
        if (is_later) result = show(ctx, motion->times[f], avatar);
    }
    cli_progress_end(&progress);
    return result;
}
