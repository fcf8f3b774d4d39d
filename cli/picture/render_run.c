/* SPDX-License-Identifier: MIT */
/* vrm render, file by file: draws, encodes, writes, reports. */
#define _DEFAULT_SOURCE /* clock_gettime, setenv */

#include "picture/render_run.h"

#include "confine/confine.h"
#include "facts/far.h"
#include "facts/finding_json.h"
#include "facts/finding_lines.h"
#include "facts/meta_set.h"
#include "facts/rig_limits.h"
#include "files/files.h"
#include "files/whole_file.h"
#include "motion/clip_file.h"
#include "motion/motion_options.h"
#include "picture/raw_film.h"
#include "picture/render_options.h"
#include "picture/render_pixels.h"
#include "picture/render_scene.h"
#include "words/args.h"
#include "words/cores.h"
#include "words/json.h"
#include "words/output.h"
#include "words/progress.h"
#include "words/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Job {
    cli_Writing writing;
    render_Plan plan;
    vrm_Renderer* renderer; /* one for all files, made for the first */
    cli_ClipFile clip_file;
    Performance performance;
    video_File* video; /* --animate OUT.mp4; NULL: none */
    cli_Batch batch;
} Job;

/* What is printed about one file. */
typedef struct Facts {
    const char *file, *output;
    int32_t frames;
    bool is_empty; /* no frame has anything in it */
    vrm_RenderStats stats;
    double load_ms, prepare_ms, draw_ms, write_ms;
    vrm_Report* report;
} Facts;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- Reports ---- */

static const char* format_name(const render_Plan* plan) {
    if (plan->video != VIDEO_NONE) return video_format_names[plan->video];
    return plan->raw != RAW_NONE ? raw_format_names[plan->raw]
                                 : vrm_image_format_text(plan->format);
}

static int print_result_json(const Job* job, const Facts* facts) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", facts->file);
    cli_json_string(builder, "output", facts->output);
    cli_json_string(builder, "format", format_name(&job->plan));
    cli_json_integer(builder, "width", job->plan.width);
    cli_json_integer(builder, "height", job->plan.height);
    cli_json_integer(builder, "frames", facts->frames);
    cli_json_bool(builder, "isEmpty", facts->is_empty);
    cli_json_integer(builder, "triangles", (int64_t)facts->stats.triangles);
    cli_json_integer(builder, "drawCalls", (int64_t)facts->stats.draw_calls);
    cli_json_integer(builder, "gpuBytes", facts->stats.gpu_bytes);
    cli_json_string(builder, "renderer", vrm_renderer_name(job->renderer));
    const char* const names[] = {"load", "prepare", "draw", "write"};
    const double times[] = {facts->load_ms, facts->prepare_ms, facts->draw_ms, facts->write_ms};
    vrm_json_put_key(builder, "ms");
    vrm_json_begin_object(builder);
    for (int i = 0; i < 4; i++) {
        vrm_json_put_key(builder, names[i]);
        vrm_json_put_double(builder, (double)(int64_t)(times[i] * 1000) / 1000);
    }
    vrm_json_end_object(builder);
    cli_json_findings(builder, facts->report);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_result_text(const Job* job, const Facts* facts, FILE* out) {
    cli_put_text(out, facts->file);
    fputs(": ", out);
    cli_put_text(out, facts->output);
    fprintf(out, ", %dx%d", job->plan.width, job->plan.height);
    if (facts->frames > 1) fprintf(out, ", %d frames", facts->frames);
    if (job->plan.raw != RAW_NONE)
        fprintf(out, " of %s at %g a second", format_name(&job->plan),
                (double)job->plan.frames_per_second);
    fprintf(out, ", %llu drawn triangle%s\n", (unsigned long long)facts->stats.triangles,
            cli_s(facts->stats.triangles));
    cli_print_findings(out, facts->report);
}

static int print_result(const Job* job, const Facts* facts) {
    bool is_piped = strcmp(facts->output, "-") == 0;
    if (facts->is_empty && !job->writing.is_quiet)
        (void)cli_file_error("render", facts->file,
                             "the picture is empty: nothing is before the camera");
    if (job->writing.is_json && !is_piped) return print_result_json(job, facts);
    if (!job->writing.is_quiet) print_result_text(job, facts, is_piped ? stderr : stdout);
    return CLI_OK;
}

/* Reports a fault of the avatar itself. */
static int refuse(const Job* job, const Facts* facts, const char* why) {
    if (job->writing.is_json) cli_put_json_failure(facts->file, VRM_ERR_INVALID, NULL);
    return cli_file_error("render", facts->file, "%s", why);
}

/* Whether a finding may be the reason why nothing was drawn: a limit, or an extension that is not
 * read. */
static bool is_reason(const char* code) {
    return (strncmp(code, "RENDER_", 7) == 0 && strstr(code, "_LIMIT") != NULL) ||
           strcmp(code, "REQUIRED_EXTENSION_UNKNOWN") == 0;
}

static int refuse_empty(const Job* job, const Facts* facts) {
    for (int32_t i = 0; i < vrm_report_count(facts->report); i++) {
        vrm_Finding finding = vrm_report_get(facts->report, i);
        if (!is_reason(finding.code)) continue;
        char text[512];
        snprintf(text, sizeof text, "there is nothing to draw in it: %s [%s]", finding.message,
                 finding.code);
        return refuse(job, facts, text);
    }
    return refuse(job, facts, "there is nothing to draw in it");
}

/* ---- Drawing and encoding ---- */

static vrm_Result make_writer(const render_Plan* plan, vrm_ImageWriter** out_writer) {
    vrm_ImageWriterDef def = vrm_default_image_writer_def();
    def.format = plan->format;
    def.width = (uint32_t)plan->width;
    def.height = (uint32_t)plan->height;
    def.frames_per_second = plan->frames_per_second;
    def.quality = plan->quality;
    return vrm_image_writer_create(&def, out_writer);
}

/* `place` is what failed: the avatar, or the file to be written. */
static int write_error(const Job* job, const Facts* facts, const char* place, vrm_Result result) {
    const vrm_Report* report = result == VRM_ERR_LIMIT ? facts->report : NULL;
    if (job->writing.is_json) cli_put_json_failure(facts->file, result, report);
    return cli_result_error("render", place, result, report);
}

/* One picture of a sequence, under its number. */
static int write_numbered(const Job* job, const Facts* facts, int32_t index,
                          const uint8_t* pixels) {
    char path[CLI_PATH_ROOM];
    cli_number_path(facts->output, index, path, sizeof path);
    vrm_ImageWriter* writer;
    vrm_Span bytes = {0};
    vrm_Result result = make_writer(&job->plan, &writer);
    if (result == VRM_OK) result = vrm_image_writer_add(writer, pixels);
    if (result == VRM_OK) result = vrm_image_writer_finish(writer, &bytes);
    if (result == VRM_OK) result = cli_write_file(path, bytes.data, bytes.size);
    vrm_image_writer_destroy(writer);
    return result == VRM_OK ? CLI_OK : write_error(job, facts, path, result);
}

/* Where frames go: into one writer, as they are, or into one file each. */
typedef struct Target {
    vrm_ImageWriter* writer;
    cli_Output raw;
    uint8_t* scratch; /* of a raw frame */
} Target;

/* A target that was opened in part is closed by close_target(). */
static vrm_Result open_target(const render_Plan* plan, const char* output, Target* out) {
    *out = (Target){0};
    if (plan->is_sequence || plan->video != VIDEO_NONE) return VRM_OK;
    if (plan->raw == RAW_NONE) return make_writer(plan, &out->writer);
    out->scratch = malloc(raw_frame_size(plan->raw, plan->width, plan->height));
    if (out->scratch == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = cli_output_begin(output, &out->raw);
    if (result == VRM_OK && !raw_write_head(out->raw.file, plan->raw, plan->width, plan->height,
                                            plan->frames_per_second))
        result = VRM_ERR_IO;
    return result;
}

static vrm_Result close_target(Target* target, bool is_sound) {
    vrm_Result result = VRM_OK;
    if (target->raw.file != NULL) result = cli_output_end(&target->raw, is_sound);
    vrm_image_writer_destroy(target->writer);
    free(target->scratch);
    *target = (Target){0};
    return result;
}

/* CLI_OK, or CLI_FAILED where end_video() says why. */
static int put_video_frame(const Job* job, int32_t index, const uint8_t* pixels) {
    const Voice* voice = &job->performance.voice;
    bool is_put =
        index > 0 || voice->sound == NULL ||
        video_set_sound(job->video, voice->sound, voice->sound_size, (double)job->plan.time_s);
    return is_put && video_put_frame(job->video, pixels) ? CLI_OK : CLI_FAILED;
}

static int put_frame(const Job* job, const Facts* facts, Target* target, int32_t index,
                     const uint8_t* pixels) {
    const render_Plan* plan = &job->plan;
    if (plan->is_sequence) return write_numbered(job, facts, index, pixels);
    if (plan->video != VIDEO_NONE) return put_video_frame(job, index, pixels);
    if (plan->raw == RAW_NONE) {
        vrm_Result result = vrm_image_writer_add(target->writer, pixels);
        return result == VRM_OK ? CLI_OK : write_error(job, facts, facts->file, result);
    }
    bool is_written = raw_write_frame(target->raw.file, plan->raw, plan->width, plan->height,
                                      pixels, target->scratch);
    return is_written ? CLI_OK : write_error(job, facts, facts->output, VRM_ERR_IO);
}

static int draw_frames(Job* job, render_Scene* scene, Facts* facts, Target* target) {
    size_t size = (size_t)job->plan.width * (size_t)job->plan.height * 4;
    uint8_t* pixels = malloc(size);
    if (pixels == NULL) return write_error(job, facts, facts->file, VRM_ERR_MEMORY);
    cli_Progress progress =
        cli_progress_begin(job->writing.is_quiet || job->batch.args->file_count > 1);
    int status = CLI_OK;
    const vrm_Vec4* ground = &job->plan.background;
    const float background[4] = {ground->x, ground->y, ground->z, ground->w};
    facts->frames = scene->frame_count;
    facts->is_empty = job->plan.backend != VRM_BACKEND_NULL; /* which draws nothing anyway */
    for (int32_t i = 0; i < facts->frames && status == CLI_OK; i++) {
        double start = now_ms();
        vrm_Result result = render_scene_draw(scene, i, pixels);
        double middle = now_ms();
        facts->draw_ms += middle - start;
        if (result == VRM_OK && facts->is_empty)
            facts->is_empty =
                render_is_empty(pixels, job->plan.width, job->plan.height, background);
        status = result != VRM_OK ? write_error(job, facts, facts->file, result)
                                  : put_frame(job, facts, target, i, pixels);
        facts->write_ms += now_ms() - middle;
        cli_progress_show(&progress, i + 1, facts->frames);
    }
    cli_progress_end(&progress);
    facts->stats = scene->stats;
    free(pixels);
    return status;
}

typedef struct Thumbnail {
    vrm_Span png;
} Thumbnail;

static int set_thumbnail(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    (void)report;
    const Thumbnail* thumbnail = ctx;
    vrm_Edit* edit;
    if (!vrm_model_is_glb(model)) return cli_no_thumbnail("render", file);
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK)
        result = vrm_edit_set_thumbnail(edit, thumbnail->png.data, thumbnail->png.size);
    if (result == VRM_OK) {
        result = vrm_edit_commit(edit, NULL);
        if (result == VRM_OK) return CLI_OK;
    }
    vrm_edit_abandon(edit);
    return cli_result_error("render", file, result, NULL);
}

/* `model` is not drawn from any more. */
static int write_result(Job* job, const Facts* facts, vrm_Model* model, vrm_Span bytes) {
    if (job->plan.is_thumbnail) {
        Thumbnail thumbnail = {bytes};
        return cli_write_changed("render", &job->writing, facts->file, model, NULL,
                                 CLI_MATCH_PLACES, set_thumbnail, &thumbnail);
    }
    vrm_Result result = cli_write_file(facts->output, bytes.data, bytes.size);
    return result == VRM_OK ? CLI_OK : write_error(job, facts, facts->output, result);
}

/* The film appears if all went well. */
static int end_video(Job* job, const Facts* facts, int status) {
    int video_status = video_close(job->video, status == CLI_OK);
    job->video = NULL;
    if (video_status == CLI_OK) return status;
    if (job->writing.is_json) cli_put_json_last_error(facts->file);
    return video_status;
}

static int draw_clip(Job* job, Facts* facts, vrm_Model* model, const vrm_Clip* clip) {
    double start = now_ms();
    render_Scene scene;
    Target target;
    vrm_Result result = render_scene_begin(&job->plan, clip, &job->performance, job->renderer,
                                           model, facts->report, &scene);
    if (result != VRM_OK) {
        if (job->writing.is_json) cli_put_json_failure(facts->file, result, facts->report);
        return cli_result_error("render", facts->file, result, facts->report);
    }
    facts->prepare_ms = now_ms() - start;
    if (!job->writing.is_quiet) performer_explain("render", facts->file, &scene.performer);
    int status = CLI_OK;
    result = open_target(&job->plan, facts->output, &target);
    if (result != VRM_OK) status = write_error(job, facts, facts->output, result);
    if (status == CLI_OK) status = draw_frames(job, &scene, facts, &target);
    if (status == CLI_OK && scene.trembled && !job->writing.is_quiet)
        cli_explain_trembling("render", facts->file);
    render_scene_end(&scene);
    if (status == CLI_OK && facts->stats.draw_calls == 0 && job->plan.overlays == 0)
        status = refuse_empty(job, facts);
    start = now_ms();
    vrm_Span bytes = {0};
    if (status == CLI_OK && target.writer != NULL) {
        result = vrm_image_writer_finish(target.writer, &bytes);
        status = result == VRM_OK ? write_result(job, facts, model, bytes)
                                  : write_error(job, facts, facts->output, result);
    }
    result = close_target(&target, status == CLI_OK);
    if (result != VRM_OK && status == CLI_OK)
        status = write_error(job, facts, facts->output, result);
    if (job->video != NULL) status = end_video(job, facts, status);
    facts->write_ms += now_ms() - start;
    return status;
}

/* The clip for an avatar. */
static int open_clip(Job* job, const Facts* facts, const vrm_Model* model, vrm_Clip** out_clip) {
    vrm_Rig* rig = NULL;
    vrm_Result result = VRM_OK;
    if (job->clip_file.motion != NULL) result = cli_rig_build(model, facts->report, &rig);
    if (result == VRM_OK) result = cli_clip_for(&job->clip_file, rig, out_clip);
    vrm_rig_destroy(rig);
    if (result == VRM_OK) return CLI_OK;
    if (result == VRM_ERR_INVALID)
        return refuse(job, facts,
                      "the animation moves the nodes of another file, and they are no person; a "
                      ".vrma fits every avatar");
    if (job->writing.is_json) cli_put_json_failure(facts->file, result, facts->report);
    return cli_result_error("render", facts->file, result, facts->report);
}

static int draw_and_write(Job* job, Facts* facts, vrm_Model* model) {
    vrm_Clip* clip = NULL;
    int status = open_clip(job, facts, model, &clip);
    if (status == CLI_OK) status = draw_clip(job, facts, model, clip);
    vrm_clip_destroy(clip);
    return status;
}

/* ---- Files ---- */

/* A renderer, when the first file needs it. */
static int need_renderer(Job* job, const char* file) {
    if (job->renderer != NULL) return CLI_OK;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = job->plan.backend;
    vrm_Result result = vrm_report_create(NULL, &def.report);
    if (result == VRM_OK) result = vrm_renderer_create(&def, &job->renderer);
    if (result != VRM_OK) {
        bool has_finding = def.report != NULL && vrm_report_count(def.report) > 0;
        if (job->writing.is_json) cli_put_json_failure(file, result, def.report);
        fputs("vrm render: ", stderr);
        cli_put_text(stderr,
                     has_finding ? vrm_report_get(def.report, 0).message : vrm_result_text(result));
        fprintf(stderr, "%s\n", cli_sandbox_hint());
    }
    vrm_report_destroy(def.report);
    return result == VRM_OK ? CLI_OK : CLI_FAILED;
}

/* CLI_OK, or CLI_INVALID after printing which expression of the plan the avatar lacks. */
static int check_plan(const render_Plan* plan, const char* file, const vrm_Rig* rig) {
    for (int32_t i = 0; i < plan->expression_count; i++)
        if (cli_expression_name(rig, plan->expressions[i].name) == NULL)
            return cli_no_expression("render", file, rig, plan->expressions[i].name, "");
    return CLI_OK;
}

/* Before anything is drawn. */
static int check_expressions(const Job* job, const Facts* facts, const vrm_Model* model) {
    if (job->plan.expression_count == 0 && job->performance.cues.count == 0) return CLI_OK;
    vrm_Rig* rig = NULL;
    vrm_Result result = cli_rig_build(model, facts->report, &rig);
    if (result != VRM_OK) return write_error(job, facts, facts->file, result);
    int status = check_plan(&job->plan, facts->file, rig);
    if (status == CLI_OK) status = performance_check("render", facts->file, &job->performance, rig);
    if (status != CLI_OK && job->writing.is_json)
        cli_put_json_failure(facts->file, VRM_ERR_INVALID, NULL);
    vrm_rig_destroy(rig);
    return status;
}

static int render_file(const char* file, void* ctx) {
    Job* job = ctx;
    char path[CLI_PATH_ROOM];
    Facts facts = {.file = file, .output = job->writing.is_in_place ? file : path};
    if (!job->writing.is_in_place && !cli_batch_output(&job->batch, file, path))
        return write_error(job, &facts, file, VRM_ERR_LIMIT);
    double start = now_ms();
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &facts.report);
    if (result == VRM_OK) result = cli_load(file, facts.report, &model);
    facts.load_ms = now_ms() - start;
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (job->writing.is_json) cli_put_json_failure(file, result, facts.report);
        status = cli_result_error("render", file, result, facts.report);
    }
    if (status == CLI_OK) status = cli_refuse_clip("render", file, model);
    if (status == CLI_OK) status = check_expressions(job, &facts, model);
    if (status == CLI_OK) status = need_renderer(job, file);
    if (status == CLI_OK) status = draw_and_write(job, &facts, model);
    if (status == CLI_OK) status = print_result(job, &facts);
    vrm_model_destroy(model);
    vrm_report_destroy(facts.report);
    return status;
}

/* ---- The command line ---- */

/* A picture in the avatar itself: an avatar is written. */
static int check_thumbnails(Job* job, cli_Args* args) {
    cli_WritingRules rules = {.must_write = true,
                              .has_in_place = true,
                              .draws = true,
                              .product = CLI_AVATAR,
                              .others = {job->plan.animation, job->plan.reading.map,
                                         job->plan.reading.model, job->plan.reading.rest_file}};
    performance_add_inputs(&job->plan.face, rules.others, CLI_OTHER_INPUTS);
    int status = cli_check_writing(args, &job->writing, &rules);
    job->batch = job->writing.batch;
    job->batch.args = args;
    return status;
}

/* Starts the encoder. */
static int start_video(void* ctx) {
    Job* job = ctx;
    const render_Plan* plan = &job->plan;
    video_Def def = {.path = job->writing.output,
                     .format = plan->video,
                     .width = plan->width,
                     .height = plan->height,
                     .frames_per_second = plan->frames_per_second,
                     .has_sound = plan->face.audio != NULL};
    int status = video_open("render", &def, &job->video);
    if (status != CLI_OK && job->writing.is_json)
        cli_put_json_last_error(job->batch.args->files[0]);
    return status;
}

static int check_output(Job* job, cli_Args* args) {
    static const char* const raw_endings[] = {".y4m", ".pam", ".rgba"};
    cli_Writing* writing = &job->writing;
    bool is_film = cli_has(args, "--animate"), is_raw = job->plan.raw != RAW_NONE;
    bool is_video = job->plan.video != VIDEO_NONE;
    if (args->file_count == 0) return cli_usage_error("render", "no FILE");
    if (job->plan.is_thumbnail) return check_thumbnails(job, args);
    if (writing->is_forced) return cli_usage_error("render", "--force goes with --thumbnail");
    if (writing->is_in_place)
        return cli_usage_error("render",
                               "--in-place goes with --thumbnail; " MOTION_REMOVE_ROOT_ADVICE);
    if (is_film) writing->output = cli_word(args, "--animate");
    if (is_raw && writing->output == NULL) writing->output = "-";
    if (writing->output == NULL)
        return cli_usage_error("render", "say where to write: -o OUT.png, or --animate OUT.webp");
    if (is_raw && strcmp(writing->output, "-") == 0 && cli_is_output_terminal())
        return cli_usage_error("render",
                               "frames do not go to a terminal: | ffmpeg -i - OUT.mp4, or "
                               "-o OUT");
    if (job->plan.is_sequence && !cli_is_number_pattern(writing->output))
        return cli_usage_error("render", "--frames needs a number in OUT, as frame%%04d.png");
    int status = cli_expand_folders(args, cli_avatar_endings, writing->is_deep);
    if (status != CLI_OK) return status;
    job->batch = (cli_Batch){.args = args,
                             .output = writing->output,
                             .option = is_film ? "--animate" : "-o",
                             .product = is_video  ? CLI_VIDEO
                                        : is_film ? CLI_FILM
                                        : is_raw  ? CLI_RAW
                                                  : CLI_PICTURE,
                             .extension = is_film  ? ".webp"
                                          : is_raw ? raw_endings[job->plan.raw]
                                                   : ".png",
                             .others = {job->plan.animation, job->plan.reading.map,
                                        job->plan.reading.model, job->plan.reading.rest_file},
                             .frame_count = job->plan.is_sequence ? job->plan.frame_count : 0,
                             .is_json = writing->is_json,
                             .is_confined = true,
                             .draws = true,
                             .prepare = is_video ? start_video : NULL,
                             .ctx = job};
    if (is_video) args->jobs = 0; /* one file, by the process that the encoder was started by */
    performance_add_inputs(&job->plan.face, job->batch.others, CLI_OTHER_INPUTS);
    return cli_batch_check(&job->batch);
}

/* Mesa's software rasteriser starts a thread for each core: several processes would get in each
 * other's way. */
static void share_cores(int jobs) {
    char threads[24];
    if (jobs < 2) return;
    int share = cli_core_count() / jobs;
    snprintf(threads, sizeof threads, "%d", share > 1 ? share : 1);
    setenv("LP_NUM_THREADS", threads, 0); /* one that the user has set stays */
}

/* After the clip, which may say how long the film is. */
static int open_performance(Job* job) {
    const render_Plan* plan = &job->plan;
    int status = performance_open("render", &plan->face, &job->performance);
    if (status != CLI_OK) return status;
    int32_t frames =
        render_count_frames(plan, cli_clip_seconds(&job->clip_file), &job->performance);
    if (frames > RENDER_MAX_FRAMES)
        return cli_usage_error("render", "more than %d frames: give --seconds or a lower --fps",
                               RENDER_MAX_FRAMES);
    performance_place(&job->performance, (double)plan->time_s,
                      (double)frames / (double)plan->frames_per_second);
    return CLI_OK;
}

static int run_job(Job* job, cli_Args* args) {
    cli_take_writing(args, &job->writing);
    int status = render_make_plan(args, &job->plan);
    if (status == CLI_OK) status = check_output(job, args);
    if (status == CLI_OK && job->plan.animation != NULL)
        status = cli_clip_open(job->plan.animation, &job->plan.reading, NULL, &job->clip_file);
    if (status == CLI_OK) status = open_performance(job);
    if (status == CLI_OK) share_cores(args->jobs);
    if (status == CLI_OK) status = cli_write_each(args, &job->writing, render_file, job);
    cli_clip_close(&job->clip_file);
    (void)video_close(job->video, false); /* reads the sound of the performance */
    performance_close(&job->performance);
    vrm_renderer_destroy(job->renderer);
    return status;
}

int render_run(cli_Args* args) {
    Job* job = calloc(1, sizeof *job); /* the plan is large */
    if (job == NULL) return cli_result_error("render", "", VRM_ERR_MEMORY, NULL);
    int status = run_job(job, args);
    free(job);
    return status;
}
