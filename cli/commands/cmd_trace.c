/* SPDX-License-Identifier: MIT */
/* vrm trace: replays a motion script or a VRM animation and writes what the runtime computed, so
 * that implementations can be compared number by number. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "facts/rig_limits.h"
#include "files/files.h"
#include "files/paths.h"
#include "files/whole_file.h"
#include "motion/clip_file.h"
#include "motion/max_frames.h"
#include "motion/motion_file.h"
#include "motion/motion_options.h"
#include "motion/motion_text.h"
#include "motion/script.h"
#include "motion/trace.h"
#include "rewrite/batch.h"
#include "words/args.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bytes {
    uint8_t* data;
    size_t size;
} Bytes;

typedef struct Job {
    const char *avatar, *motion; /* the avatar at hand */
    const char* output;          /* as given; NULL: standard output */
    cli_Batch batch;
    TraceOptions options;
    Bytes avatar_bytes, motion_bytes;
    MotionText text;        /* of the motion */
    ConvertOptions reading; /* of a motion of another program */
    int32_t max_frames;
    bool is_quiet;
    bool is_deep; /* --recursive */
} Job;

/* ---- Files ---- */

static int read_file(const char* path, uint64_t max_size, Bytes* out) {
    errno = 0;
    vrm_Result result = cli_is_stream(path)
                            ? cli_read_gltf_stream(path, max_size, NULL, &out->data, &out->size)
                            : cli_read_file(path, max_size, &out->data, &out->size);
    if (result == VRM_ERR_LIMIT)
        return cli_file_error("trace", path,
                              "the file is larger than the limit file_bytes of %llu; --limit "
                              "file_bytes=VALUE raises it",
                              (unsigned long long)max_size);
    return result == VRM_OK ? CLI_OK : cli_result_error("trace", path, result, NULL);
}

static const char* file_name(const char* path) {
    const char* slash = cli_last_slash(path);
    return slash == NULL ? path : slash + 1;
}

/* ---- The work ---- */

static int write_trace(const Job* job, FILE* out, const vrm_Model* model, const Motion* motion,
                       vrm_Report* report) {
    TraceFile avatar = {file_name(job->avatar), job->avatar_bytes.data, job->avatar_bytes.size};
    TraceFile script = {file_name(job->motion), job->motion_bytes.data, job->motion_bytes.size};
    vrm_Result result = trace_write(out, model, report, motion, &avatar, &script, &job->options);
    return result == VRM_OK ? CLI_OK : cli_result_error("trace", job->avatar, result, report);
}

static int write_output(const Job* job, const vrm_Model* model, const Motion* motion,
                        vrm_Report* report) {
    char path[CLI_PATH_ROOM] = "-";
    cli_Output output;
    if (job->output != NULL && !cli_batch_output(&job->batch, job->avatar, path))
        return cli_result_error("trace", job->avatar, VRM_ERR_LIMIT, NULL);
    vrm_Result result = cli_output_begin(path, &output);
    if (result != VRM_OK) return cli_result_error("trace", path, result, NULL);
    int status = write_trace(job, output.file, model, motion, report);
    result = cli_output_end(&output, status == CLI_OK);
    if (status == CLI_OK && result != VRM_OK)
        status = cli_result_error("trace", path, result, NULL);
    return status;
}

static int trace_script(const Job* job, const vrm_Model* model, vrm_Report* report) {
    Motion motion;
    char error[160];
    if (motion_has_reading(&job->reading))
        return cli_clip_refuse_reading(job->motion, &job->reading);
    if (!script_read(&job->text, job->max_frames, &motion, error, sizeof error))
        return cli_file_error("trace", job->motion, "%s", error);
    int status = write_output(job, model, &motion, report);
    motion_free(&motion);
    return status;
}

static int trace_played(const Job* job, const vrm_Model* model, const vrm_Clip* clip,
                        vrm_Report* report) {
    Motion motion;
    double frames = motion_frames_of_clip(clip);
    if (frames > job->max_frames)
        return motion_too_long("trace", job->motion, frames, job->max_frames);
    if (!motion_of_clip(clip, &motion))
        return cli_result_error("trace", job->motion, VRM_ERR_MEMORY, NULL);
    int status = write_output(job, model, &motion, report);
    motion_free(&motion);
    return status;
}

static int trace_clip(const Job* job, const vrm_Model* model, vrm_Report* report) {
    cli_ClipFile file;
    vrm_Rig* rig = NULL;
    vrm_Clip* clip = NULL;
    vrm_Report* findings = NULL; /* of the motion */
    vrm_Result result = vrm_report_create(NULL, &findings);
    if (result != VRM_OK) return cli_result_error("trace", job->motion, result, NULL);
    int status = cli_clip_open_text(job->motion, &job->text, &job->reading, findings, &file);
    if (status == CLI_OK) {
        result = cli_rig_build(model, report, &rig);
        if (result != VRM_OK) status = cli_result_error("trace", job->avatar, result, report);
    }
    if (status == CLI_OK) {
        result = cli_clip_for(&file, rig, &clip);
        if (result == VRM_ERR_INVALID)
            status = cli_file_error("trace", job->motion,
                                    "the animation moves the nodes of another file");
        else if (result != VRM_OK)
            status = cli_result_error("trace", job->motion, result, findings);
    }
    if (status == CLI_OK) status = trace_played(job, model, clip, report);
    vrm_clip_destroy(clip);
    vrm_rig_destroy(rig);
    cli_clip_close(&file);
    vrm_report_destroy(findings);
    return status;
}

static int trace_model(const Job* job) {
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    bool is_script = job->text.kind == MOTION_KIND_SCRIPT || job->text.kind == MOTION_KIND_TRACE;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK)
        result = cli_load_again(job->avatar, job->avatar_bytes.data, job->avatar_bytes.size, report,
                                &model);
    int status = result == VRM_OK ? cli_refuse_clip("trace", job->avatar, model)
                                  : cli_result_error("trace", job->avatar, result, report);
    if (status == CLI_OK) status = (is_script ? trace_script : trace_clip)(job, model, report);
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return status;
}

static int trace_avatar(const char* file, void* ctx) {
    Job* job = ctx;
    vrm_LoadDef load = vrm_default_load_def();
    cli_apply_limits(&load.limits);
    job->avatar = file;
    int status = read_file(file, load.limits.file_bytes, &job->avatar_bytes);
    if (status == CLI_OK) status = trace_model(job);
    free(job->avatar_bytes.data);
    job->avatar_bytes = (Bytes){0};
    return status;
}

/* ---- Arguments ---- */

static bool is_word(const char* text, const char* word) {
    return text != NULL && strcmp(text, word) == 0;
}

static int run_job(Job* job, cli_Args* args) {
    int status = cli_expand_folders(args, cli_avatar_endings, job->is_deep);
    if (status != CLI_OK) return status;
    job->batch = (cli_Batch){
        .args = args,
        .output = job->output,
        .option = "-o",
        .product = CLI_TRACE,
        .extension = ".jsonl",
        .others = {job->motion, job->reading.map, job->reading.model, job->reading.rest_file},
        .is_confined = true};
    if (job->output != NULL)
        status = cli_batch_check(&job->batch);
    else if (args->file_count > 1)
        status = cli_usage_error("trace", "several AVATARs go to a folder: -o FOLDER/");
    else
        status = cli_batch_confine(&job->batch);
    if (status == CLI_OK)
        status =
            cli_read_motion("trace", job->motion, &job->motion_bytes.data, &job->motion_bytes.size);
    if (status == CLI_OK)
        motion_text_open(job->motion_bytes.data, job->motion_bytes.size, &job->text);
    bool shows_none = job->output == NULL || job->is_quiet;
    job->options.shows_progress = !shows_none && args->file_count == 1;
    job->options.is_quiet = job->is_quiet;
    cli_Work work = {.run = trace_avatar, .ctx = job, .is_quiet = shows_none};
    return status == CLI_OK ? cli_each_file(args, &work) : status;
}

static int run(cli_Args* args) {
    Job job = {.output = cli_word(args, "--output"),
               .reading = motion_clip_options(args),
               .options = {.digits = 9,
                           .has_state = cli_has(args, "--state"),
                           .is_migrated = cli_choice(args, "--vrm0") == 1},
               .is_quiet = cli_has(args, "--quiet"),
               .is_deep = cli_has(args, "--recursive")};
    const char* motion = cli_word(args, "--motion");
    const char* digits = cli_word(args, "--digits");
    const char* spring_rate = cli_word(args, "--spring-rate");
    if (motion == NULL ? args->file_count != 2 : args->file_count < 1)
        return cli_usage_error("trace", "one AVATAR and one MOTION are needed; for several "
                                        "AVATARs --motion MOTION -o FOLDER/");
    if (digits != NULL && (!cli_parse_count(digits, &job.options.digits) ||
                           job.options.digits < 1 || job.options.digits > 17))
        return cli_usage_error("trace", "--digits must be a number from 1 to 17");
    if (spring_rate != NULL &&
        (!cli_parse_count(spring_rate, &job.options.spring_rate_hz) ||
         job.options.spring_rate_hz < 10 || job.options.spring_rate_hz > 1000))
        return cli_usage_error("trace", "--spring-rate must be a number from 10 to 1000");
    int status = motion_parse_max_frames("trace", cli_word(args, "--max-frames"), &job.max_frames);
    if (status == CLI_OK) status = motion_parse_numbers(&job.reading);
    if (status != CLI_OK) return status;
    job.motion = motion != NULL ? motion : args->files[--args->file_count];
    if (is_word(args->files[0], "-") && is_word(job.motion, "-"))
        return cli_usage_error("trace", "only one of AVATAR and MOTION can be standard input");
    status = run_job(&job, args);
    motion_text_close(&job.text);
    free(job.motion_bytes.data);
    return status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION("Output file. Written atomically. Default: standard output."),
    CLI_VALUE("--motion", "MOTION", "The motion, instead of the second argument."),
    MOTION_READING_OPTIONS("MOTION"),
    MOTION_CONTACT_OPTIONS("imported motion"),
    MOTION_REMOVE_ROOT_OPTION,
    MOTION_NO_IN_PLACE_OPTION,
    {.name = "--vrm0",
     .value = "native|migrated",
     .help = "Rotations of a 0.x avatar: in the axes of its file (default), or of the avatar "
             "migrated to 1.0.",
     CLI_ONE_OF("native", "migrated")},
    CLI_FLAG("--state", "Write the internal state of the springs too."),
    CLI_VALUE("--spring-rate", "HZ",
              "Run springs in fixed steps, 10 to 1000 per second; 60 is the default of "
              "applications. Default: one step per frame."),
    CLI_VALUE("--max-frames", "N", MOTION_MAX_FRAMES_HELP),
    CLI_VALUE("--digits", "N", "Significant digits of numbers, 1 to 17. Default: 9."),
    CLI_FLAG("--json", "No effect: a trace is JSON."),
    {.name = "--quiet", .letter = 'q', .help = "Show no progress bar."},
    CLI_RECURSIVE_OUTPUT_OPTION,
    CLI_JOBS_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_trace = {
    .name = "trace",
    .summary = "play a motion and write the poses that the runtime computes",
    .usage = "vrm trace [options] AVATAR MOTION\n"
             "vrm trace AVATAR... --motion MOTION -o FOLDER/\n",
    .about =
        "Plays a motion script (vrm-motion 1, baked or authored) on the avatar and writes a\n"
        "trace (vrm-trace 1): JSON Lines, a header and one line per frame. Both formats are in\n"
        "docs/reference/trace.md. Either input may be - for standard input. MOTION may also be a\n"
        "VRM animation (.vrma), a motion file (BVH, FBX, VMD, VPD, glTF) or another glTF file\n"
        "with an animation; these play at 60 frames per second.\n",
    .options = options,
    .run = run,
};
