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
#include "motion/convert_takes.h"
#include "motion/inspect.h"
#include "motion/max_frames.h"
#include "motion/motion_fit.h"
#include "motion/motion_options.h"
#include "motion/write_bvh.h"
#include "rewrite/batch.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <ctype.h>
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
        return cli_usage_error(COMMAND, "--fps is a number from 1 to 1000");
    if (words->tolerance != NULL && !parse_tolerances(words->tolerance, &options->fit))
        return cli_usage_error(COMMAND, "--tolerance is DEGREES[,METRES[,WEIGHT]], from 0 up");
    if (words->scale != NULL && !parse_number(words->scale, 1e-6, 1e6, &number))
        return cli_usage_error(COMMAND,
                               "--scale is how many metres a unit is, from 0.000001 to 1000000");
    options->reading.metres = (float)number;
    options->fit.name = words->name;
    return motion_parse_source_fps(options);
}

/* ---- Reports ---- */

static bool has_word(const char* text, const char* word) {
    const char* at = strstr(text, word);
    return at != NULL && (at == text || at[-1] == ' ') && !isalnum((unsigned char)at[strlen(word)]);
}

/* Returns true for a bone that IN lacks and that a motion of --join or --layer brought. */
static bool is_mended(const vrm_Finding* finding, const Converted* result) {
    if (strcmp(finding->code, "CLIP_BONE_MISSING") != 0 &&
        strcmp(finding->code, "MOTION_BONES_MISSING") != 0)
        return false;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if ((result->bones >> b & 1) != 0 && has_word(finding->message, vrm_bone_name((vrm_Bone)b)))
            return true;
    return false;
}

static void print_result_text(FILE* out, const char* file, const Converted* result, bool loops,
                              const vrm_Report* report) {
    const vrm_RecordStats* stats = &result->fit.stats;
    cli_put_text(out, file);
    fprintf(out, ": %s, %d frame%s, %.4g s; %d channel%s, %llu of %llu key%s kept\n", result->kind,
            (int)stats->frames, cli_s((uint64_t)stats->frames), (double)stats->seconds,
            (int)stats->channels, cli_s((uint64_t)stats->channels),
            (unsigned long long)stats->kept_keys, (unsigned long long)stats->source_keys,
            cli_s(stats->source_keys));
    edit_report_print(out, &result->edits);
    fit_print_text(out, &result->fit, loops);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (is_mended(&finding, result)) continue;
        fprintf(out, "  %s: ", cli_severity_names[finding.severity]);
        cli_put_text(out, finding.message);
        fprintf(out, " [%s]\n", finding.code);
    }
}

static int print_result_json(const char* file, const char* output, const Converted* result,
                             bool loops, bool has_quality, const vrm_Report* report) {
    const vrm_RecordStats* stats = &result->fit.stats;
    vrm_JsonBuilder* b = cli_json_create();
    if (b == NULL) return CLI_FAILED;
    vrm_json_begin_object(b);
    cli_json_string(b, "file", file);
    cli_json_string(b, "output", output);
    cli_json_string(b, "kind", result->kind);
    cli_json_integer(b, "frames", stats->frames);
    vrm_json_put_key(b, "seconds");
    vrm_json_put_float(b, stats->seconds);
    cli_json_integer(b, "channels", stats->channels);
    cli_json_integer(b, "keys", (int64_t)stats->kept_keys);
    cli_json_integer(b, "sourceKeys", (int64_t)stats->source_keys);
    cli_json_integer(b, "keyBytes", (int64_t)stats->kept_bytes);
    cli_json_integer(b, "sourceKeyBytes", (int64_t)stats->source_bytes);
    if (result->has_rest) fit_put_rest_json(b, result->rest_source, result->rest_confidence);
    edit_report_put_json(b, &result->edits);
    fit_put_json(b, &result->fit, loops);
    if (has_quality) quality_put_json(b, result);
    vrm_json_put_key(b, "findings");
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (!is_mended(&finding, result)) fit_put_finding_json(b, &finding);
    }
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return cli_put_json(b);
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

/* One motion of a file; `take` NULL: the one that the options say, under the file's own name. */
static int convert_one(const char* file, const Job* job, const Take* take) {
    const Words* words = &job->words;
    char output[CLI_PATH_ROOM], whole[CLI_PATH_ROOM];
    vrm_Report* report = NULL;
    Converted converted = {.kind = job->face.audio != NULL ? "sound" : "speech marks"};
    vrm_Result made = vrm_report_create(NULL, &report);
    if (made != VRM_OK) return cli_result_error(COMMAND, file, made, NULL);
    ConvertOptions own = job->options;
    if (take != NULL) own.reading.take = take->number;
    bool loops = own.fit.loops;
    /* A motion that gets a face keeps every frame, and its root motion in the hips, until that is
     * done. */
    ConvertOptions whole_keys = own;
    motion_keep_frames(&whole_keys);
    if (own.fit.root_motion == VRM_ROOT_MOTION_ROOT)
        whole_keys.fit.root_motion = VRM_ROOT_MOTION_KEEP;
    /* Once: the face is the same for all motions. */
    bool is_first =
        file == words->batch.args->files[0] && (take == NULL || take == job->takes->all);
    bool explains = is_first && !words->is_quiet;
    int status = CLI_OK;
    if (!job->is_face_alone)
        status =
            convert_file(file, job->performance->is_on ? &whole_keys : &own, report, &converted);
    if (status == CLI_OK && job->performance->is_on)
        status = convert_add_face(file, &own, job->performance, explains, &converted.fit.stats,
                                  &converted.model);
    if (status == CLI_OK) status = convert_check_frames(file, &own, &converted);
    if (status == CLI_OK && words->output != NULL) {
        bool fits = cli_batch_output(&words->batch, file, take != NULL ? whole : output) &&
                    (take == NULL || takes_path(whole, take->label, output, sizeof output));
        vrm_Result result = fits ? save(&converted, report, words, output) : VRM_ERR_LIMIT;
        if (result != VRM_OK && words->is_json) cli_put_json_failure(file, result, NULL);
        if (result != VRM_OK) status = cli_result_error(COMMAND, output, result, NULL);
    } else if (status != CLI_OK && words->is_json) {
        cli_put_json_last_error(file);
    }
    bool is_piped = words->output != NULL && strcmp(words->output, "-") == 0;
    if (words->has_quality && !words->is_json)
        quality_print(is_piped ? stderr : stdout, status == CLI_OK && take != NULL ? output : file,
                      status == CLI_OK ? &converted : NULL);
    else if (status == CLI_OK && words->is_json && !is_piped)
        status = print_result_json(file, words->output != NULL ? output : NULL, &converted, loops,
                                   words->has_quality, report);
    else if (status == CLI_OK && !words->is_quiet)
        print_result_text(is_piped ? stderr : stdout, file, &converted, loops, report);
    vrm_model_destroy(converted.model);
    vrm_report_destroy(report);
    return status;
}

static int convert(const char* file, void* ctx) {
    const Job* job = ctx;
    if (job->takes == NULL) return convert_one(file, job, NULL);
    int i = 0;
    while (job->words.batch.args->files[i] != file) i++;
    int status = job->statuses[i];
    const Takes* takes = &job->takes[i];
    if (status == CLI_OK && takes->count == 0) return convert_one(file, job, NULL);
    for (int t = 0; t < takes->count; t++) {
        int one = convert_one(file, job, &takes->all[t]);
        if (one > status) status = one;
    }
    return status;
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
    return inspect_list(file, &job->options, job->words.is_json);
}

static int write_map(const char* file, void* ctx) {
    const Job* job = ctx;
    return inspect_write_map(file, &job->options, job->words.map_template);
}

/* Once, before processes are started. */
static void print_quality_head(const Words* words) {
    bool is_piped = words->output != NULL && strcmp(words->output, "-") == 0;
    quality_print_head(is_piped ? stderr : stdout);
    (void)fflush(stdout);
}

/* Checks what the command is to do: to list, to write a mapping, to measure or to convert. */
static int check_purpose(const Job* job) {
    const Words* words = &job->words;
    bool converts_nothing = words->lists || words->map_template != NULL;
    if (words->lists && words->map_template != NULL)
        return cli_usage_error(COMMAND, "--list and --map-template exclude each other");
    if (converts_nothing && (words->output != NULL || words->has_all_takes || words->has_quality))
        return cli_usage_error(COMMAND,
                               "%s converts nothing: leave out -o, --all-takes and --quality",
                               words->lists ? "--list" : "--map-template");
    if (converts_nothing && (performance_is_asked(&job->face) || job->is_face_alone))
        return cli_usage_error(COMMAND, "%s is about IN: leave out speech and emotions",
                               words->lists ? "--list" : "--map-template");
    if (words->output == NULL && !converts_nothing && !words->has_quality)
        return cli_usage_error(COMMAND, "no -o OUT, --list, --map-template or --quality");
    bool has_folder = words->output != NULL && cli_is_folder(words->output);
    if (words->has_all_takes && (job->options.reading.take != NULL || !has_folder))
        return cli_usage_error(COMMAND, "--all-takes goes without --take, and to a folder: -o "
                                        "FOLDER/");
    return CLI_OK;
}

/* Refuses options that would have no effect. */
static int check_edits(const Job* job) {
    const ConvertOptions* own = &job->options;
    bool edits = convert_edit_is_asked(&own->edit) || own->fit.loops;
    if (edits && (job->words.lists || job->words.map_template != NULL))
        return cli_usage_error(COMMAND, "%s is about IN as it is: leave out --loop and edits",
                               job->words.lists ? "--list" : "--map-template");
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

static int run(cli_Args* args) {
    Job job = {.options = motion_options(args),
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
                         .map_template = cli_word(args, "--map-template"),
                         .is_deep = cli_has(args, "--recursive")}};
    Words* words = &job.words;
    ConvertOptions* options = &job.options;
    options->avatar = cli_word(args, "--avatar");
    options->reading.keeps_start = cli_has(args, "--keep-place");
    options->fit.loops = cli_has(args, "--loop");
    if (cli_has(args, "--root-motion")) options->fit.root_motion = VRM_ROOT_MOTION_ROOT;
    Performance performance = {0};
    cli_Args own = *args;
    job.face = performance_options(args);
    const char* alone = job.face.audio != NULL ? job.face.audio : job.face.visemes;
    char* speech = (char*)alone;
    job.performance = &performance;
    job.is_face_alone = args->file_count == 0 && alone != NULL;
    if (job.is_face_alone) { /* the sound, or the speech marks, take the place of IN */
        own.files = &speech;
        own.file_count = 1;
        args = &own;
    }
    if (args->file_count == 0)
        return cli_usage_error(COMMAND, "no IN, and no --audio or --visemes");
    int purpose = check_purpose(&job);
    if (purpose != CLI_OK) return purpose;
    if (cli_has(args, "--remove-root-motion") && cli_has(args, "--root-motion"))
        return cli_usage_error(COMMAND,
                               "--remove-root-motion and --root-motion exclude each other");
    if (performance_is_asked(&job.face) && (writes(words, ".bvh") || writes(words, ".glb")))
        return cli_usage_error(COMMAND, "a BVH or a .glb has no face: write a .vrma");
    int status = parse_words(words, options);
    if (status == CLI_OK) status = convert_edit_parse(args, &options->edit);
    if (status == CLI_OK) status = check_edits(&job);
    if (status == CLI_OK)
        status = motion_parse_max_frames(COMMAND, words->max_frames, &options->max_frames);
    if (status == CLI_OK && !job.is_face_alone)
        status = cli_expand_folders(args, cli_motion_endings, words->is_deep);
    if (status == CLI_OK) status = check_stdin(&job, args->file_count);
    words->batch =
        (cli_Batch){.args = args,
                    .output = words->output,
                    .option = "-o",
                    .product = CLI_MOTION,
                    .extension = ".vrma",
                    .others = {options->avatar, options->map, options->model, options->rest_file},
                    .is_json = words->is_json,
                    .is_sound = job.is_face_alone, /* or speech marks */
                    .is_confined = true};
    PerformanceOptions others = job.face;
    if (job.is_face_alone && others.audio == NULL) others.visemes = NULL; /* they are IN */
    if (job.is_face_alone) others.audio = NULL;
    performance_add_inputs(&others, words->batch.others, CLI_OTHER_INPUTS);
    convert_edit_add_inputs(&options->edit, words->batch.others, CLI_OTHER_INPUTS);
    if (status == CLI_OK) status = check_batch(&job);
    job.face.limit =
        (VoiceLimit){.fps = options->fit.fps > 0.0 ? options->fit.fps : CONVERT_FACE_FPS,
                     .max_frames = options->max_frames,
                     .refuse = motion_too_long};
    if (status == CLI_OK) status = performance_open(COMMAND, &job.face, &performance);
    if (status == CLI_OK) status = open_takes(&job);
    cli_Work work = {.run = words->lists                  ? list
                            : words->map_template != NULL ? write_map
                                                          : convert,
                     .ctx = &job,
                     .is_quiet = words->is_quiet,
                     .is_json = words->is_json};
    if (status == CLI_OK && words->has_quality && !words->is_json) print_quality_head(words);
    if (status == CLI_OK) status = cli_each_file(args, &work);
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
    MOTION_FEET_OPTION("imported motion, and of animations with --avatar"),
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
    CLI_JSON_OPTION,
    CLI_QUIET_OPTION,
    CLI_RECURSIVE_OUTPUT_OPTION,
    CLI_JOBS_OPTION,
    CLI_COMMON_OPTIONS,
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
