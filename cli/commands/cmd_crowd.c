/* SPDX-License-Identifier: MIT */
/* vrm crowd: many avatars at once, on the CPU or on a graphics card. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "crowd/crowd.h"
#include "motion/motion_options.h"
#include "rewrite/batch.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILM_FPS   30.0f
#define MAX_IMAGES 100000

typedef struct Options {
    bool is_json, is_quiet, lists_devices;
    const char *count, *animation, *seconds, *fps, *device, *render, *animate, *size, *draw;
    crowd_Def def;
} Options;

static bool parse_number(const char* text, float low, float high, float* out) {
    char* end = NULL;
    if (text == NULL) return true;
    *out = strtof(text, &end);
    return end != text && *end == 0 && *out >= low && *out <= high;
}

static bool parse_size(const char* text, int32_t* width, int32_t* height) {
    if (text == NULL) return true;
    char* end = NULL;
    long w = strtol(text, &end, 10);
    if (*end != 'x') return false;
    const char* second = end + 1;
    long h = strtol(second, &end, 10);
    if (end == second || *end != '\0' || w < 1 || h < 1 || w > 8192 || h > 8192) return false;
    *width = (int32_t)w;
    *height = (int32_t)h;
    return true;
}

/* ---- Reports ---- */

#define DEVICES_MAX 64 /* of vrm_gpu_devices() */

static int list_devices(bool is_json, bool is_quiet) {
    vrm_GpuDevice devices[DEVICES_MAX];
    int32_t count = 0;
    vrm_Result result = crowd_devices(devices, DEVICES_MAX, &count);
    if (count > DEVICES_MAX) count = DEVICES_MAX;
    if (is_json) {
        vrm_JsonBuilder* builder = cli_json_create();
        if (builder == NULL) return CLI_FAILED;
        vrm_json_begin_object(builder);
        vrm_json_put_key(builder, "devices");
        vrm_json_begin_array(builder);
        for (int32_t i = 0; i < count; i++) {
            vrm_json_begin_object(builder);
            cli_json_string(builder, "name", devices[i].name);
            cli_json_string(builder, "platform", devices[i].platform);
            cli_json_string(builder, "driver", devices[i].driver);
            cli_json_bool(builder, "isGpu", devices[i].is_gpu);
            cli_json_integer(builder, "memoryBytes", (int64_t)devices[i].memory_bytes);
            vrm_json_end_object(builder);
        }
        vrm_json_end_array(builder);
        vrm_json_end_object(builder);
        return cli_put_json(builder);
    }
    if (is_quiet) return CLI_OK;
    if (result != VRM_OK)
        printf("There is no OpenCL here; --device cpu needs none.\n");
    else if (count == 0)
        printf("OpenCL has no device here: install a driver; --device cpu needs none.\n");
    for (int32_t i = 0; i < count; i++)
        printf("%d  %s (%s, %s, %llu MB)%s\n", (int)i, devices[i].name, devices[i].platform,
               devices[i].driver, (unsigned long long)(devices[i].memory_bytes >> 20),
               devices[i].is_gpu ? "" : ", not a graphics card");
    return CLI_OK;
}

/* Decimals that make three significant digits, without an exponent. */
static int digits_of(double value) {
    return value >= 100.0 ? 0 : value >= 10.0 ? 1 : value >= 1.0 ? 2 : 3;
}

static int print_result(const Options* options, const crowd_Figures* figures) {
    double frame_s = figures->frames > 0 ? figures->wall_s / figures->frames : 0.0;
    double each_ns = frame_s * 1e9 / (double)options->def.count;
    double at_60 = each_ns > 0.0 ? 1e9 / 60.0 / each_ns : 0.0;
    double pair_ns = figures->pairs > 0 ? frame_s * 1e9 / (double)figures->pairs : 0.0;
    double rate = frame_s > 0.0 ? (double)figures->output_bytes / frame_s : 0.0;
    bool is_piped = options->render != NULL && strcmp(options->render, "-") == 0;
    if (options->is_json && !is_piped) {
        vrm_JsonBuilder* builder = cli_json_create();
        if (builder == NULL) return CLI_FAILED;
        vrm_json_begin_object(builder);
        cli_json_string(builder, "device", figures->device);
        cli_json_integer(builder, "avatars", options->def.count);
        cli_json_integer(builder, "frames", figures->frames);
        cli_json_number(builder, "frameMicroseconds", frame_s * 1e6);
        cli_json_number(builder, "avatarsAt60Hz", at_60);
        if (figures->pairs > 0) cli_json_number(builder, "nanosecondsPerPair", pair_ns);
        cli_json_number(builder, "outputBytesPerSecond", rate);
        cli_json_integer(builder, "deviceBytes", (int64_t)figures->device_bytes);
        cli_json_string(builder, "hash", figures->hash);
        if (figures->is_checked) cli_json_bool(builder, "sameBitsAsCpu", figures->is_same);
        vrm_json_end_object(builder);
        return cli_put_json(builder);
    }
    if (options->is_quiet) return CLI_OK;
    if (figures->frames == 0) {
        fprintf(is_piped ? stderr : stdout,
                "%d avatar%s on %s: too short to measure; give --seconds more\n",
                (int)options->def.count, cli_s((uint64_t)options->def.count), figures->device);
        return CLI_OK;
    }
    FILE* out = is_piped ? stderr : stdout;
    fprintf(out, "%d avatar%s on %s: %d frame%s, %.1f us each\n", (int)options->def.count,
            cli_s((uint64_t)options->def.count), figures->device, (int)figures->frames,
            cli_s((uint64_t)figures->frames), frame_s * 1e6);
    fprintf(out, "%.0f avatar%s in 1/60 s; ", at_60, cli_s((uint64_t)(at_60 + 0.5)));
    if (figures->pairs > 0)
        fprintf(out, "%.*f ns per spring joint; ", digits_of(pair_ns), pair_ns);
    else
        fprintf(out, "no spring joints; ");
    fprintf(out, "%.*f MB/s of results\n", digits_of(rate / 1e6), rate / 1e6);
    fprintf(out, "hash of a sample %s%s\n", figures->hash,
            !figures->is_checked ? ""
            : figures->is_same   ? ", the CPU's own"
                                 : ": THE CPU HAS ANOTHER");
    return CLI_OK;
}

/* ---- The command ---- */

static int count_stdin(const cli_Args* args, const char* animation) {
    int count = animation != NULL && strcmp(animation, "-") == 0;
    for (int i = 0; i < args->file_count; i++) count += strcmp(args->files[i], "-") == 0;
    return count;
}

static int check_files(const Options* options, cli_Args* args) {
    int status = cli_expand_folders(args, cli_avatar_endings, false);
    if (status == CLI_OK) status = args->status;
    const crowd_Def* def = &options->def;
    if (status != CLI_OK) return status;
    bool is_film = def->images == CROWD_FILM, has_image = def->images != CROWD_NO_IMAGE;
    /* Drivers for computing are where their makers put them. */
    bool is_on_cpu = options->device == NULL || strcmp(options->device, "cpu") == 0;
    cli_Batch batch = {.args = args,
                       .output = def->image_path,
                       .option = is_film ? "--animate" : "--render",
                       .product = is_film ? CLI_FILM : CLI_STILL,
                       .frame_count = def->images == CROWD_NUMBERED ? crowd_frames(def) : 0,
                       .others = {options->animation, def->reading.map, def->reading.model,
                                  def->reading.rest_file},
                       .is_joint = true,
                       .is_json = options->is_json,
                       .is_confined = is_on_cpu,
                       .draws = has_image};
    if (has_image) return cli_batch_check(&batch);
    return is_on_cpu ? cli_batch_confine(&batch) : CLI_OK;
}

static int run_files(Options* options, cli_Args* args) {
    crowd_Figures figures = {0};
    int status = check_files(options, args);
    if (status != CLI_OK) return status;
    options->def.files = (const char* const*)args->files;
    options->def.file_count = args->file_count;
    status = crowd_run(&options->def, &figures);
    if (status == CLI_OK) status = print_result(options, &figures);
    if (status == CLI_OK && figures.is_checked && !figures.is_same) {
        fputs("vrm crowd: the device's results are not the CPU's\n", stderr);
        status = CLI_FAILED;
    }
    return status;
}

/* What is drawn, and where it goes. A film has the frames of the run, as many a second as those of
 * vrm render unless --fps says otherwise. */
static int plan_images(Options* options) {
    crowd_Def* def = &options->def;
    if (options->render != NULL && options->animate != NULL)
        return cli_usage_error("crowd", "--render and --animate exclude each other");
    if (options->draw != NULL && (!cli_parse_count(options->draw, &def->drawn) || def->drawn < 1))
        return cli_usage_error("crowd", "--draw must be a whole number from 1 to 2147483647");
    def->image_path = options->animate != NULL ? options->animate : options->render;
    if (def->image_path == NULL && (options->size != NULL || options->draw != NULL))
        return cli_usage_error("crowd", "--size and --draw go with --render or --animate");
    if (def->image_path == NULL) return CLI_OK;
    def->images = options->animate != NULL                 ? CROWD_FILM
                  : cli_is_number_pattern(def->image_path) ? CROWD_NUMBERED
                                                           : CROWD_STILL;
    bool is_gif = def->images == CROWD_FILM && cli_has_ending(def->image_path, ".gif");
    if (def->images != CROWD_STILL && options->fps == NULL) def->fps = FILM_FPS;
    if (def->images == CROWD_FILM && def->fps > (is_gif ? 50.0f : 240.0f))
        return cli_usage_error("crowd", "--fps of a film is at most 240, of a GIF 50");
    if (crowd_frames(def) < 1)
        return cli_usage_error("crowd", "--seconds is too short for a picture: no frame is run");
    if (def->images != CROWD_STILL && crowd_frames(def) > MAX_IMAGES)
        return cli_usage_error("crowd", "more than %d images", MAX_IMAGES);
    const char* refusal = crowd_picture_refusal(def->image_path, def->images);
    if (refusal != NULL) return cli_usage_error("crowd", "%s: %s", def->image_path, refusal);
    return CLI_OK;
}

static int run(cli_Args* args) {
    Options options = {.def = {.count = 100,
                               .seconds = 4.0f,
                               .fps = 60.0f,
                               .width = 1024,
                               .height = 576,
                               .drawn = 1024,
                               .reading = motion_clip_options(args)},
                       .is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet"),
                       .lists_devices = cli_has(args, "--devices"),
                       .count = cli_word(args, "--count"),
                       .animation = cli_word(args, "--animation"),
                       .seconds = cli_word(args, "--seconds"),
                       .fps = cli_word(args, "--fps"),
                       .device = cli_word(args, "--device"),
                       .render = cli_word(args, "--render"),
                       .animate = cli_word(args, "--animate"),
                       .draw = cli_word(args, "--draw"),
                       .size = cli_word(args, "--size")};
    if (options.lists_devices) return list_devices(options.is_json, options.is_quiet);
    int status = CLI_OK;
    if (args->file_count == 0)
        status = cli_usage_error("crowd", "name at least one avatar");
    else if (options.count != NULL &&
             (!cli_parse_count(options.count, &options.def.count) || options.def.count < 1))
        status = cli_usage_error("crowd", "--count must be a whole number from 1 to 2147483647");
    else if (!parse_number(options.seconds, 0.0f, 3600.0f, &options.def.seconds))
        status = cli_usage_error("crowd", "--seconds must be a number from 0 to 3600");
    else if (!parse_number(options.fps, 1.0f, 1000.0f, &options.def.fps))
        status = cli_usage_error("crowd", "--fps must be a number from 1 to 1000");
    else if (!parse_size(options.size, &options.def.width, &options.def.height))
        status = cli_usage_error("crowd", "--size is WIDTHxHEIGHT, each 1 to 8192");
    else if (count_stdin(args, options.animation) > 1)
        status = cli_usage_error("crowd", "only one of FILEs and CLIP can be standard input");
    if (status == CLI_OK)
        status = motion_check_options(args, &options.def.reading, options.animation != NULL);
    options.def.animation = options.animation;
    options.def.device = options.device;
    options.def.is_quiet = options.is_quiet;
    options.def.is_json = options.is_json;
    if (status == CLI_OK) status = plan_images(&options);
    if (status == CLI_OK) status = run_files(&options, args);
    return status;
}

static const cli_Option options[] = {
    {.name = "--count", .letter = 'n', .value = "N", .help = "Number of avatars. Default: 100."},
    CLI_VALUE(
        "--animation", "CLIP",
        "Motion that all avatars play, each at its own time: a VRM animation (.vrma) or a "
        "motion file (BVH, FBX, VMD, VPD, glTF). Default: avatars stand still and springs settle."),
    MOTION_READING_OPTIONS("CLIP"),
    MOTION_CONTACT_OPTIONS("imported motion"),
    MOTION_REMOVE_ROOT_OPTION,
    MOTION_NO_IN_PLACE_OPTION,
    CLI_VALUE("--seconds", "S", "Duration. Default: 4."),
    CLI_VALUE("--fps", "N", "Frames per second, 1 to 1000. Default: 60."),
    {.name = "--device",
     .value = "D",
     .help = "cpu (default), gpu (the first graphics card, else the first OpenCL device), part of "
             "a device name, or a device number.",
     CLI_SUCH_AS("cpu", "gpu")},
    CLI_FLAG("--devices", "List the OpenCL devices and exit."),
    CLI_VALUE("--render", "OUT",
              "Draw the last frame: .png, .webp, or - for standard output (measurements then go "
              "to standard error). A number pattern, as frame%04d.png, draws every frame."),
    CLI_VALUE("--animate", "OUT",
              "Draw all frames as one animation: .webp, .png (APNG) or .gif. --fps then defaults "
              "to 30, as for numbered pictures. Drawing is not timed."),
    CLI_VALUE("--draw", "N",
              "Draw at most N avatars, the front ones. Default: 1024. A picture holds about 6000 "
              "avatars of 200 joints."),
    CLI_VALUE("--size", "WxH", "Size of the picture in pixels. Default: 1024x576."),
    CLI_FLAG("--json", "Print the measurements as one JSON object."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_crowd = {
    .name = "crowd",
    .summary = "simulate and draw a crowd on the CPU or a graphics card",
    .usage = "vrm crowd FILE... --count N [--animation CLIP] [--device cpu|gpu|NAME]\n"
             "vrm crowd --devices\n",
    .about =
        "Runs N avatars, made from the FILEs in turn. Prints the time per frame, the number of\n"
        "avatars that fit into 1/60 s, the time per spring joint, and the bytes of results\n"
        "(joint matrices and morph weights) per second. A FILE may be a folder of avatars; one\n"
        "may be - for standard input. On a device, results of a sample with avatars of every\n"
        "FILE are compared bit by bit with the CPU (docs/guide/gpu.md). Avatars that the device\n"
        "cannot run are refused with the reason; --device cpu runs all.\n",
    .options = options,
    .run = run,
};
