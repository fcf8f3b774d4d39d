/* SPDX-License-Identifier: MIT */
/* vrm convert-motion: motion of any kind becomes a VRM animation that fits every avatar. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "face/performance.h"
#include "files/files.h"
#include "motion/convert.h"
#include "motion/convert_edit.h"
#include "motion/convert_face.h"
#include "motion/convert_quality.h"
#include "motion/convert_report.h"
#include "motion/convert_takes.h"
#include "motion/inspect.h"
#include "motion/max_frames.h"
#include "motion/motion_options.h"
#include "motion/motion_quantize.h"
#include "motion/write_bvh.h"
#include "rewrite/batch.h"
#include "words/args.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "convert-motion"

typedef struct Words {
    cli_Batch batch;
    const char *output, *fps, *max_frames, *tolerance, *scale, *name;
    bool is_json, is_quiet;
    bool is_deep;             /* --recursive */
    bool has_all_takes;       /* each to a file of its own */
    bool has_bvh_root;        /* a BVH with root motion in a joint above the hips */
    bool lists;               /* --list: nothing is converted */
    bool has_quality;         /* a line of measurements instead of text */
    bool quantizes;           /* rotations as 16-bit integers */
    const char* map_template; /* where a mapping is written, instead of converting; NULL: none */
} Words;

static bool parse_number(const char* text, double low, double high, double* out) {
    char* end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= low && *out <= high;
}

static bool parse_tolerances(const char* text, vrm_FitDef* def) {
    float* fields[] = {&def->tolerance_degrees, &def->tolerance_metres, &def->tolerance_weight};
    for (int i = 0; i < 3; i++) {
        char* end;
        double value = strtod(text, &end);
        if (end == text || !isfinite(value) || value < 0.0) return false;
        *fields[i] = (float)value;
        if (*end == '\0') return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}

static bool writes(const Words* words, const char* ending) {
    return words->output != NULL && cli_has_ending(words->output, ending);
}

static int parse_words(Words* words, ConvertOptions* options) {
    double number = 0.0;
    /* A BVH has every frame: none is left out before. */
    if (writes(words, ".bvh")) {
        motion_keep_frames(options);
        words->has_bvh_root = options->fit.root_motion == VRM_ROOT_MOTION_ROOT;
        if (words->has_bvh_root) options->fit.root_motion = VRM_ROOT_MOTION_KEEP;
    }
    options->fit.writes_skeleton = writes(words, ".glb");
    if (words->fps != NULL && !parse_number(words->fps, 1.0, 1000.0, &options->fit.fps))
        return cli_usage_error(COMMAND, "--fps must be a number from 1 to 1000");
    if (words->tolerance != NULL && !parse_tolerances(words->tolerance, &options->fit))
        return cli_usage_error(COMMAND, "--tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up");
    if (words->scale != NULL && !parse_number(words->scale, 1e-6, 1e6, &number))
        return cli_usage_error(COMMAND,
                               "--scale is how many metres a unit is, from 0.000001 to 1000000");
    options->reading.metres = (float)number;
    options->fit.name = words->name;
    return motion_parse_numbers(options);
}

typedef struct Job {
    Words words;
    ConvertOptions options;
    PerformanceOptions face;
    Performance* performance;
    bool is_face_alone; /* there is no IN */
    Takes* takes;       /* of each IN, with --all-takes; else NULL */
    int* statuses;      /* of looking into it */
} Job;

static vrm_Result save(const Converted* result, vrm_Report* report, const Words* words,
                       const char* output) {
    return cli_has_ending(output, ".bvh")
               ? write_bvh(result->model, result->fit.stats.frames, words->has_bvh_root, output)
               : cli_save(result->model, NULL, report, output);
}

/* ---- One motion ---- */

static bool is_piped(const Words* words) {
    return words->output != NULL && strcmp(words->output, "-") == 0;
}

/* A motion that gets a face keeps every frame, and its root motion in the hips, until that is done.
 */
static ConvertOptions before_face(const ConvertOptions* options) {
    ConvertOptions whole = *options;
    motion_keep_frames(&whole);
    if (whole.fit.root_motion == VRM_ROOT_MOTION_ROOT) whole.fit.root_motion = VRM_ROOT_MOTION_KEEP;
    return whole;
}

static int quantize(const char* file, Converted* result) {
    vrm_Result done = quantize_rotations(result->model, &result->quantized);
    result->fit.stats.kept_bytes -= result->quantized.saved_bytes;
    return done == VRM_OK ? CLI_OK : cli_result_error(COMMAND, file, done, NULL);
}

/* The motion of a file, or one take of it. */
typedef struct Input {
    const char* file;
    const TakeFile* source; /* `file`, parsed; NULL: it has one motion */
    const Take* take;       /* NULL: the one that the options say, under the file's own name */
} Input;

static int convert_input(const Input* input, const ConvertOptions* options, vrm_Report* report,
                         Converted* out) {
    return input->take != NULL
               ? convert_text(input->file, &input->source->text, options, report, out)
               : convert_file(input->file, options, report, out);
}

/* Converts a motion, and adds a face. */
static int make_result(const Input* input, const Job* job, vrm_Report* report, Converted* out) {
    const char* file = input->file;
    const Take* take = input->take;
    ConvertOptions options = job->options;
    if (take != NULL) options.reading.take = take->number;
    if (take != NULL) options.reading.same_file = input->source->first;
    ConvertOptions whole = before_face(&options);
    bool has_face = job->performance->is_on;
    /* Once: the face is the same for all motions. */
    bool is_first =
        file == job->words.batch.args->files[0] && (take == NULL || take == job->takes->all);
    int status = CLI_OK;
    *out = (Converted){.kind = job->face.audio != NULL ? "sound" : "speech marks"};
    if (!job->is_face_alone)
        status = convert_input(input, has_face ? &whole : &options, report, out);
    if (status == CLI_OK && has_face)
        status = convert_add_face(file, &options, job->performance,
                                  is_first && !job->words.is_quiet, &out->fit.stats, &out->model);
    if (status == CLI_OK) status = convert_check_frames(file, &options, out);
    return status == CLI_OK && job->words.quantizes ? quantize(file, out) : status;
}

/* Writes a result; `output` gets its path. Returns CLI_OK, or the status after printing the error.
 */
static int write_result(const Input* input, const Job* job, const Converted* result,
                        vrm_Report* report, char output[CLI_PATH_ROOM]) {
    const Words* words = &job->words;
    const Take* take = input->take;
    char whole[CLI_PATH_ROOM];
    bool fits = cli_batch_output(&words->batch, input->file, take != NULL ? whole : output) &&
                (take == NULL || takes_path(whole, take->label, output, CLI_PATH_ROOM));
    vrm_Result written = fits ? save(result, report, words, output) : VRM_ERR_LIMIT;
    return written == VRM_OK ? CLI_OK : cli_result_error(COMMAND, output, written, NULL);
}

static int report_result(const Words* words, const ConvertReport* report) {
    FILE* out = is_piped(words) ? stderr : stdout;
    if (words->is_json && !is_piped(words)) return convert_report_print_json(report);
    if (!words->is_quiet && !words->has_quality) convert_report_print(out, report);
    return CLI_OK;
}

static int convert_one(const Input* input, const Job* job) {
    const Words* words = &job->words;
    const char* file = input->file;
    char output[CLI_PATH_ROOM] = "";
    vrm_Report* report = NULL;
    Converted converted;
    vrm_Result made = vrm_report_create(NULL, &report);
    if (made != VRM_OK) return cli_result_error(COMMAND, file, made, NULL);
    int status = make_result(input, job, report, &converted);
    if (status == CLI_OK && words->output != NULL)
        status = write_result(input, job, &converted, report, output);
    bool is_made = status == CLI_OK;
    if (is_made && writes(words, ".bvh"))
        write_bvh_leave_face(converted.model, &converted.fit.stats, report);
    if (words->has_quality && !words->is_json && !words->is_quiet)
        quality_print(is_piped(words) ? stderr : stdout,
                      is_made && input->take != NULL ? output : file, is_made ? &converted : NULL);
    if (!is_made && words->is_json) cli_put_json_last_error(file);
    if (is_made)
        status =
            report_result(words, &(ConvertReport){.file = file,
                                                  .output = words->output != NULL ? output : NULL,
                                                  .result = &converted,
                                                  .findings = report,
                                                  .loops = job->options.fit.loops,
                                                  .has_quality = words->has_quality});
    converted_release(&converted);
    vrm_report_destroy(report);
    return status;
}

static int convert_takes(const char* file, const Job* job, const Takes* takes) {
    TakeFile source;
    int status = takes_open(file, &job->options, &source);
    for (int t = 0; t < takes->count && source.first != NULL; t++) {
        int one = convert_one(&(Input){file, &source, &takes->all[t]}, job);
        if (one > status) status = one;
    }
    takes_close(&source);
    return status;
}

static int convert(const char* file, void* ctx) {
    const Job* job = ctx;
    if (job->takes == NULL) return convert_one(&(Input){.file = file}, job);
    int i = 0;
    while (job->words.batch.args->files[i] != file) i++;
    int status = job->statuses[i];
    const Takes* takes = &job->takes[i];
    if (status != CLI_OK) return status;
    return takes->count > 0 ? convert_takes(file, job, takes)
                            : convert_one(&(Input){.file = file}, job);
}

/* ---- All takes ---- */

static int list_takes(const char* file, const Job* job, Takes* out) {
    if (cli_is_stream(file))
        return cli_file_error(COMMAND, file,
                              "--all-takes reads a file several times; this is a pipe");
    return takes_list(file, &job->options, out);
}

/* Where the motions of a file go, from `count` on; false when memory is short. */
static bool add_outputs(const Job* job, const char* file, const Takes* takes,
                        cli_FileOutput* outputs, size_t* count) {
    char whole[CLI_PATH_ROOM], path[CLI_PATH_ROOM];
    if (!cli_batch_output(&job->words.batch, file, whole)) return true; /* is said when written */
    for (int t = 0; t < takes->count || (t == 0 && takes->count == 0); t++) {
        snprintf(path, sizeof path, "%s", whole);
        if (takes->count > 0 && !takes_path(whole, takes->all[t].label, path, sizeof path))
            continue;
        char* copy = malloc(strlen(path) + 1);
        if (copy == NULL) return false;
        outputs[(*count)++] = (cli_FileOutput){strcpy(copy, path), file};
    }
    return true;
}

/* Refuses motions of one name or of an input's, before the first is written. */
static int check_outputs(const Job* job) {
    const cli_Args* args = job->words.batch.args;
    size_t room = 0, count = 0;
    for (int i = 0; i < args->file_count; i++) room += (size_t)job->takes[i].count + 1;
    cli_FileOutput* outputs = calloc(room, sizeof *outputs);
    bool has_memory = outputs != NULL;
    for (int i = 0; i < args->file_count && has_memory; i++)
        if (job->statuses[i] == CLI_OK)
            has_memory = add_outputs(job, args->files[i], &job->takes[i], outputs, &count);
    int status = has_memory ? cli_batch_check_outputs(&job->words.batch, outputs, count)
                            : cli_result_error(COMMAND, args->files[0], VRM_ERR_MEMORY, NULL);
    for (size_t i = 0; i < count; i++) free(outputs[i].path);
    free(outputs);
    return status;
}

static int open_takes(Job* job) {
    const cli_Args* args = job->words.batch.args;
    if (!job->words.has_all_takes) return CLI_OK;
    job->takes = calloc((size_t)args->file_count, sizeof *job->takes);
    job->statuses = calloc((size_t)args->file_count, sizeof *job->statuses);
    if (job->takes == NULL || job->statuses == NULL)
        return cli_result_error(COMMAND, args->files[0], VRM_ERR_MEMORY, NULL);
    for (int i = 0; i < args->file_count; i++)
        job->statuses[i] = list_takes(args->files[i], job, &job->takes[i]);
    return check_outputs(job);
}

static void close_takes(Job* job) {
    for (int i = 0; job->takes != NULL && i < job->words.batch.args->file_count; i++)
        takes_release(&job->takes[i]);
    free(job->takes);
    free(job->statuses);
}

/* ---- Lists and mappings ---- */

static int list(const char* file, void* ctx) {
    const Job* job = ctx;
    return inspect_list(file, &job->options,
                        job->words.is_json    ? INSPECT_JSON
                        : job->words.is_quiet ? INSPECT_QUIET
                                              : INSPECT_TEXT);
}

static int write_map(const char* file, void* ctx) {
    const Job* job = ctx;
    return inspect_write_map(file, &job->options, job->words.map_template);
}

/* Once, before processes are started. */
static void print_quality_head(const Words* words) {
    quality_print_head(is_piped(words) ? stderr : stdout);
    (void)fflush(stdout);
}

/* ---- What goes together ---- */

/* Returns the option with which nothing is converted; NULL if there is none. */
static const char* looking(const Words* words) {
    return words->lists ? "--list" : words->map_template != NULL ? "--map-template" : NULL;
}

/* Refuses options that have no effect on a file that is looked into. */
static int check_looking(const cli_Args* args, const Job* job) {
    static const char* const converting[] = {"--all-takes",
                                             "--quality",
                                             "--fps",
                                             "--tolerance",
                                             "--feet",
                                             "--name",
                                             "--quantize",
                                             "--loop",
                                             "--from",
                                             "--to",
                                             "--remove-root-motion",
                                             "--trim-rest",
                                             "--mirror",
                                             "--speed",
                                             "--reverse",
                                             "--root-motion",
                                             "--smooth",
                                             "--join",
                                             "--blend",
                                             "--layer",
                                             "--layer-as",
                                             "--scale",
                                             "--keep-place"};
    const char* option = looking(&job->words);
    if (job->words.lists && job->words.map_template != NULL)
        return cli_usage_error(COMMAND, "--list and --map-template exclude each other");
    if (job->words.output != NULL)
        return cli_usage_error(COMMAND, "%s converts nothing: leave out -o", option);
    for (size_t i = 0; i < sizeof converting / sizeof *converting; i++)
        if (cli_has(args, converting[i]))
            return cli_usage_error(COMMAND, "%s is about IN as it is: leave out %s", option,
                                   converting[i]);
    if (performance_is_asked(&job->face) || job->is_face_alone)
        return cli_usage_error(COMMAND, "%s is about IN: leave out speech and emotions", option);
    return CLI_OK;
}

/* Checks what the command is to do: to list, to write a mapping, to measure or to convert. */
static int check_purpose(const cli_Args* args, const Job* job) {
    const Words* words = &job->words;
    if (args->file_count == 0)
        return cli_usage_error(COMMAND, "no IN, and no --audio or --visemes");
    if (looking(words) != NULL) return check_looking(args, job);
    if (words->output == NULL && !words->has_quality)
        return cli_usage_error(COMMAND, "no -o OUT, --list, --map-template or --quality");
    bool has_folder = words->output != NULL && cli_is_folder(words->output);
    if (words->has_all_takes && (job->options.reading.take != NULL || !has_folder))
        return cli_usage_error(COMMAND, "--all-takes goes without --take, and to a folder: -o "
                                        "FOLDER/");
    if (cli_has(args, "--remove-root-motion") && cli_has(args, "--root-motion"))
        return cli_usage_error(COMMAND,
                               "--remove-root-motion and --root-motion exclude each other");
    if (performance_is_asked(&job->face) && (writes(words, ".bvh") || writes(words, ".glb")))
        return cli_usage_error(COMMAND, "a BVH or a .glb has no face: write a .vrma");
    if (words->quantizes && writes(words, ".bvh"))
        return cli_usage_error(COMMAND, "a BVH is text: leave out --quantize");
    return CLI_OK;
}

/* Refuses options of a motion where there is none. */
static int check_edits(const Job* job) {
    const ConvertOptions* own = &job->options;
    bool edits = convert_edit_is_asked(&own->edit) || own->fit.loops;
    if (job->is_face_alone && (edits || motion_has_reading(own)))
        return cli_usage_error(COMMAND,
                               "--loop, edits and options for reading motion need a motion IN");
    return CLI_OK;
}

/* Checks where results go, and enters the sandbox. */
static int check_batch(Job* job) {
    cli_Batch* batch = &job->words.batch;
    if (job->words.map_template != NULL) {
        batch->output = job->words.map_template;
        batch->option = "--map-template";
        batch->product = CLI_MAP;
        if (batch->args->file_count > 1 || cli_is_folder(batch->output))
            return cli_usage_error(COMMAND, "--map-template writes one file, of one IN");
    }
    return batch->output != NULL ? cli_batch_check(batch) : cli_batch_confine(batch);
}

/* ---- The command ---- */

/* Returns the option whose file is standard input although each motion reads it again; NULL if
 * there is none. */
static const char* reads_stdin_again(const Job* job, int file_count) {
    const ConvertOptions* options = &job->options;
    const struct {
        const char *option, *path;
    } files[] = {{"--avatar", options->avatar},
                 {"--map", options->map},
                 {"--model", options->model},
                 {"--rest-file", options->rest_file}};
    if (file_count < 2 && !job->words.has_all_takes) return NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].path != NULL && strcmp(files[i].path, "-") == 0) return files[i].option;
    return convert_edit_reads_stdin(&options->edit) ? "--join or --layer" : NULL;
}

static int check_stdin(const Job* job, int file_count) {
    const char* option = reads_stdin_again(job, file_count);
    if (option == NULL) return CLI_OK;
    return cli_usage_error(COMMAND,
                           "%s -: standard input can be read once, and there are several motions; "
                           "give a file",
                           option);
}

/* Reads the command line, but values that may be wrong. */
static Job read_job(const cli_Args* args) {
    Job job = {.options = motion_options(args),
               .face = performance_options(args),
               .words = {.output = cli_word(args, "--output"),
                         .fps = cli_word(args, "--fps"),
                         .max_frames = cli_word(args, "--max-frames"),
                         .tolerance = cli_word(args, "--tolerance"),
                         .scale = cli_word(args, "--scale"),
                         .name = cli_word(args, "--name"),
                         .is_json = cli_has(args, "--json"),
                         .has_all_takes = cli_has(args, "--all-takes"),
                         .is_quiet = cli_has(args, "--quiet"),
                         .lists = cli_has(args, "--list"),
                         .has_quality = cli_has(args, "--quality"),
                         .quantizes = cli_has(args, "--quantize"),
                         .map_template = cli_word(args, "--map-template"),
                         .is_deep = cli_has(args, "--recursive")}};
    job.options.avatar = cli_word(args, "--avatar");
    job.options.reading.keeps_start = cli_has(args, "--keep-place");
    job.options.fit.loops = cli_has(args, "--loop");
    if (cli_has(args, "--root-motion")) job.options.fit.root_motion = VRM_ROOT_MOTION_ROOT;
    return job;
}

/* Parses values, and replaces folders by the motions in them. */
static int check_words(cli_Args* args, Job* job) {
    Words* words = &job->words;
    ConvertOptions* options = &job->options;
    int status = parse_words(words, options);
    if (status == CLI_OK) status = convert_edit_parse(args, &options->edit);
    if (status == CLI_OK) status = check_edits(job);
    if (status == CLI_OK)
        status = motion_parse_max_frames(COMMAND, words->max_frames, &options->max_frames);
    if (status == CLI_OK && !job->is_face_alone)
        status = cli_expand_folders(args, cli_motion_endings, words->is_deep);
    return status == CLI_OK ? check_stdin(job, args->file_count) : status;
}

enum { READING_INPUTS = 4 };
_Static_assert(READING_INPUTS + PERFORMANCE_INPUTS + CONVERT_EDIT_INPUTS <= CLI_OTHER_INPUTS,
               "the sandbox needs every input");

static void fill_batch(const cli_Args* args, Job* job) {
    const ConvertOptions* options = &job->options;
    PerformanceOptions others = job->face;
    job->words.batch =
        (cli_Batch){.args = args,
                    .output = job->words.output,
                    .option = "-o",
                    .product = CLI_MOTION,
                    .extension = ".vrma",
                    .others = {options->avatar, options->map, options->model, options->rest_file},
                    .is_json = job->words.is_json,
                    .is_sound = job->is_face_alone, /* or speech marks */
                    .is_confined = true};
    if (job->is_face_alone && others.audio == NULL) others.visemes = NULL; /* they are IN */
    if (job->is_face_alone) others.audio = NULL;
    performance_add_inputs(&others, job->words.batch.others, CLI_OTHER_INPUTS);
    convert_edit_add_inputs(&options->edit, job->words.batch.others, CLI_OTHER_INPUTS);
}

static int open_performance(Job* job, Performance* performance) {
    const ConvertOptions* options = &job->options;
    job->face.limit =
        (VoiceLimit){.fps = options->fit.fps > 0.0 ? options->fit.fps : CONVERT_FACE_FPS,
                     .max_frames = options->max_frames,
                     .refuse = motion_too_long};
    job->performance = performance;
    return performance_open(COMMAND, &job->face, performance);
}

static int run_job(cli_Args* args, Job* job) {
    const Words* words = &job->words;
    cli_Work work = {.run = words->lists                  ? list
                            : words->map_template != NULL ? write_map
                                                          : convert,
                     .ctx = job,
                     .is_quiet = words->is_quiet,
                     .is_json = words->is_json};
    if (words->has_quality && !words->is_json && !words->is_quiet) print_quality_head(words);
    return cli_each_file(args, &work);
}

/* The sound, or the speech marks, take the place of a motion that is not given. */
static int run(cli_Args* given) {
    Job job = read_job(given);
    Performance performance = {0};
    cli_Args alone = *given, *args = given;
    char* speech = (char*)(job.face.audio != NULL ? job.face.audio : job.face.visemes);
    job.is_face_alone = given->file_count == 0 && speech != NULL;
    if (job.is_face_alone) {
        alone.files = &speech;
        alone.file_count = 1;
        args = &alone;
    }
    int status = check_purpose(args, &job);
    if (status == CLI_OK) status = check_words(args, &job);
    if (status != CLI_OK) return status;
    fill_batch(args, &job);
    status = check_batch(&job);
    if (status == CLI_OK) status = open_performance(&job, &performance);
    if (status == CLI_OK) status = open_takes(&job);
    if (status == CLI_OK) status = run_job(args, &job);
    performance_close(&performance);
    close_takes(&job);
    return status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP
                      " OUT.bvh is written as BVH, and OUT.glb as a plain glTF skeleton with an "
                      "animation, for Blender, Godot, Unity and three.js; both without expressions "
                      "and gaze."),
    CLI_VALUE("--avatar", "AVATAR",
              "Avatar to run scripts and animations on, and to fit imported motion to."),
    CLI_VALUE("--fps", "N",
              "Resample IN at N frames per second, 1 to 1000, from its first to its last moment; "
              "keys between two samples are lost. Default: frames or keys of IN; at least 60 for "
              "an animation that is retargeted or looped. Scripts and traces keep their times."),
    CLI_VALUE("--max-frames", "N", MOTION_MAX_FRAMES_HELP),
    CLI_VALUE("--tolerance", "D[,M[,W]]", MOTION_TOLERANCE_HELP),
    CLI_FLAG("--quantize", "Write rotations as 16-bit integers, half the size; they change by less "
                           "than 0.01 degrees."),
    MOTION_READING_OPTIONS("IN"),
    CLI_FLAG("--list",
             "List takes, joints with their bones, morphs, length, frame rate and rest pose "
             "of IN. Writes no file."),
    CLI_VALUE("--map-template", "FILE",
              "Write all joints of IN with the bones that they were recognised as to FILE, to edit "
              "and pass to --map; - for standard output. Converts nothing."),
    CLI_FLAG(
        "--quality",
        "Print a table instead of text, one line for each file: foot sliding in the result and "
        "with free feet (mm), tilt of the feet that was removed, largest error of a leg bone "
        "(degrees), confidence and source of the rest pose. Without -o nothing is written."),
    CLI_FLAG("--all-takes", "Write each animation of IN to its own file, FOLDER/IN-NAME.vrma."),
    CLI_VALUE("--scale", "M",
              "Metres per unit of IN. Default: as IN states, else guessed from the hip height."),
    CLI_FLAG("--keep-place", "Keep the starting position of IN. Default: start at the origin."),
    MOTION_CONTACT_OPTIONS("imported motion, and of animations with --avatar"),
    MOTION_REMOVE_ROOT_OPTION,
    MOTION_NO_IN_PLACE_OPTION,
    MOTION_ROOT_OPTION(" above them, for game engines. Players of VRM animations that ignore the "
                       "root show the motion in place."),
    CLI_FLAG("--loop", "Trim to one cycle and close the loop. A missing final frame, equal to the "
                       "first, is added."),
    CONVERT_EDIT_OPTIONS,
    PERFORMANCE_OPTIONS("the result is as long as IN, or half a second longer than the speech if "
                        "that is more"),
    CLI_VALUE("--name", "NAME", "Name of the animation. Default: its name in IN."),
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_convert_motion = {
    .name = COMMAND,
    .summary = "convert motion capture, a script or a clip to a VRM animation",
    .usage = "vrm convert-motion IN -o OUT.vrma|OUT.bvh|OUT.glb, or IN... -o FOLDER/\n"
             "vrm convert-motion IN... --list, IN --map-template FILE, or IN... --quality\n"
             "vrm convert-motion [IN] --audio SOUND -o OUT.vrma\n"
             "vrm convert-motion [IN] --visemes FILE -o OUT.vrma\n",
    .about =
        "Converts IN to a VRM animation, which plays on any avatar. IN is a motion file (BVH, "
        "FBX,\n"
        "VMD, VPD, glTF with any humanoid skeleton, SMPL parameters as .npz, joint positions as\n"
        ".npy, landmarks of MediaPipe as lines of JSON), a motion script or a trace\n"
        "(docs/reference/trace.md), or a VRM animation; the format is detected from the content.\n"
        "Joints are recognised by the names that common programs use.\n"
        "Edits of motion files are made in this order: --from and --to, --trim-rest, --mirror,\n"
        "--speed, --reverse, --smooth, --join, --layer; then the motion is fitted and written.\n",
    .options = options,
    .run = run,
};
