/* SPDX-License-Identifier: MIT */
/* vrm live: one avatar, played live: one loop, one actor, no window. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "live/live_control.h"
#include "live/live_loop.h"
#include "live/live_page_plug.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    double seconds, fps;
    int32_t seed, page_port;
    bool has_page, no_open;
    bool talks; /* --control -: messages have standard output */
    bool hurries, is_json, is_quiet;
} Options;

/* ---- Options ---- */

static bool parse_number(const char* text, double least, double most, double* out) {
    char* end;
    if (text == NULL) return true;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) return false;
    *out = value;
    return true;
}

static int read_options(const cli_Args* args, Options* out) {
    const char* seed = cli_word(args, "--seed");
    const char* port = cli_word(args, "--page-port");
    const char* control = cli_word(args, "--control");
    *out = (Options){.seconds = INFINITY,
                     .fps = 60.0,
                     .has_page = cli_has(args, "--page"),
                     .no_open = cli_has(args, "--no-open"),
                     .talks = control != NULL && strcmp(control, "-") == 0,
                     .hurries = cli_has(args, "--no-wait"),
                     .is_json = cli_has(args, "--json"),
                     .is_quiet = cli_has(args, "--quiet")};
    if (args->file_count != 1) return cli_usage_error("live", "takes one avatar: vrm live AVATAR");
    if (!parse_number(cli_word(args, "--seconds"), 0.001, 1e9, &out->seconds))
        return cli_usage_error("live", "--seconds is a number from 0.001 to 1e9");
    if (!parse_number(cli_word(args, "--fps"), 1.0, 1000.0, &out->fps))
        return cli_usage_error("live", "--fps is a number from 1 to 1000");
    if (seed != NULL && !cli_parse_count(seed, &out->seed))
        return cli_usage_error("live", "--seed is a whole number from 0");
    if (port != NULL && (!cli_parse_count(port, &out->page_port) || out->page_port > 65535))
        return cli_usage_error("live",
                               "--page-port is a number from 0, any that is free, to 65535");
    if (!out->has_page && (port != NULL || out->no_open || cli_has(args, "--page-key") ||
                           cli_has(args, "--page-folder")))
        return cli_usage_error("live", "--no-open and options of the page need --page");
    if (out->hurries && isinf(out->seconds))
        return cli_usage_error("live", "--no-wait needs an end: --seconds S");
    return CLI_OK;
}

/* ---- Running ---- */

static int print_result(const Options* options, const LiveAvatar* live, int64_t frames,
                        double wall_s) {
    if (options->is_json) {
        vrm_JsonBuilder* builder = cli_json_create();
        if (builder == NULL) return CLI_FAILED;
        vrm_json_begin_object(builder);
        cli_json_string(builder, "file", live->file);
        cli_json_integer(builder, "frames", frames);
        cli_json_float(builder, "seconds", (float)wall_s);
        vrm_json_end_object(builder);
        return cli_put_json(builder);
    }
    if (!options->is_quiet)
        fprintf(stderr, "vrm live: %lld frame%s in %.1f s\n", (long long)frames,
                cli_s((uint64_t)frames), wall_s);
    return CLI_OK;
}

static int perform(const Options* options, const LiveLoop* loop, LiveAvatar* live) {
    if (!options->is_quiet && isinf(options->seconds)) fputs("vrm live: Ctrl-C ends it\n", stderr);
    double begin_s = live_now_s();
    int64_t frames = live_loop_run(loop, live);
    return print_result(options, live, frames, live_now_s() - begin_s);
}

/* Without its address the page cannot be opened, so a failure to print it is an error. Standard
 * output is for messages where --control - has it. */
static int print_page(const Options* options, const LivePage* page) {
    if (options->is_json) {
        vrm_JsonBuilder* builder = cli_json_create();
        if (builder == NULL) return CLI_FAILED;
        vrm_json_begin_object(builder);
        cli_json_string(builder, "url", live_page_url(page));
        cli_json_integer(builder, "port", live_page_port(page));
        vrm_json_end_object(builder);
        int status = cli_put_json(builder);
        return fflush(stdout) == 0 ? status : CLI_FAILED;
    }
    FILE* out = options->talks ? stderr : stdout;
    fprintf(out, "%s\n", live_page_url(page));
    return fflush(out) == 0 ? CLI_OK : CLI_FAILED;
}

static int open_page(const Options* options, const cli_Args* args, LiveLoop* loop,
                     LivePage** out_page) {
    LivePageDef def = {.args = args,
                       .folder = cli_word(args, "--page-folder"),
                       .key_file = cli_word(args, "--page-key"),
                       .port = (uint16_t)options->page_port,
                       .opens_browser = !options->no_open,
                       .is_quiet = options->is_quiet};
    int status = live_page_open(&def, out_page);
    if (status != CLI_OK) return status;
    live_loop_plug(loop, live_page_plug(*out_page));
    return print_page(options, *out_page);
}

/* What moves the avatar, and what shows it. */
typedef struct Parts {
    LiveControl control;
    LivePage* page; /* NULL: none */
} Parts;

/* All that the sandbox forbids: sockets, folders, the browser. */
static int open_parts(const Options* options, cli_Args* args, LiveLoop* loop, Parts* out) {
    int status = live_control_open(args, &out->control);
    if (status == CLI_OK && options->has_page) status = open_page(options, args, loop, &out->page);
    return status;
}

static void close_parts(Parts* parts) {
    live_control_close(&parts->control);
    live_page_close(parts->page);
}

static int confine(const Options* options, const cli_Args* args, const Parts* parts) {
    const char* inputs[LIVE_FOLDERS_MAX + 1] = {cli_word(args, "--page-folder")};
    int count = 1;
    for (int i = 0; i < parts->control.folders.count; i++)
        inputs[count++] = parts->control.folders.paths[i];
    return cli_confine(
        &(cli_Needs){.args = args,
                     .inputs = inputs,
                     .input_count = count,
                     .serves = options->has_page || control_wire_listens(parts->control.wire),
                     .tells = options->has_page});
}

static int play(const Options* options, const cli_Args* args, LiveLoop* loop, Parts* parts) {
    LiveAvatar live;
    int status = live_avatar_open(args->files[0], (uint64_t)options->seed, &live);
    if (status != CLI_OK) return status;
    status = live_control_join(&parts->control, &live, loop);
    if (status == CLI_OK) status = perform(options, loop, &live);
    live_control_close(&parts->control);
    live_avatar_close(&live);
    return status;
}

static int run(cli_Args* args) {
    Options options;
    Parts parts = {0};
    if (cli_has(args, "--control-schema")) return live_control_print_schema();
    int status = read_options(args, &options);
    if (status != CLI_OK) return status;
    LiveLoop loop = {.fps = options.fps, .seconds = options.seconds, .hurries = options.hurries};
    live_catch_signals(); /* a browser that goes away is no signal either */
    status = open_parts(&options, args, &loop, &parts);
    /* All sockets are open. Avatar, messages and requests are of strangers. */
    if (status == CLI_OK) status = confine(&options, args, &parts);
    if (status == CLI_OK) status = play(&options, args, &loop, &parts);
    close_parts(&parts);
    return status;
}

static const cli_Option options[] = {
    CLI_VALUE("--fps", "N", "Frames per second, 1 to 1000. Default: 60."),
    CLI_VALUE("--seconds", "S", "Seconds until the end. Default: until Ctrl-C."),
    CLI_FLAG("--no-wait",
             "Do not wait for the clock: frames as fast as the machine makes them, none left out. "
             "Needs --seconds."),
    CLI_VALUE("--seed", "N",
              "Seed of blinks, glances and idle motion. Default: 0. The same seed gives the same "
              "motion."),
    LIVE_CONTROL_OPTIONS,
    CLI_FLAG("--page",
             "Show the avatar in the browser, or in OBS: print the address of a page and open it. "
             "Camera and background stand in the address (docs/guide/live.md)."),
    CLI_VALUE("--page-port", "N", "TCP port of the page. Default: any free one."),
    CLI_VALUE(
        "--page-key", "FILE",
        "File with the secret of the page's address, created if missing: with --page-port the "
        "address stays the same. Default: a new secret at each start."),
    CLI_FLAG("--no-open", "Print the address of the page; do not start a browser."),
    CLI_VALUE("--page-folder", "FOLDER",
              "Serve the page from a folder instead of the built-in one, to develop it."),
    CLI_FLAG("--json", "Print the address of the page and the result as JSON objects."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_live = {
    .name = "live",
    .summary = "play an avatar live",
    .usage = "vrm live AVATAR [--page] [--control PATH] [--fps N] [--seconds S]\n",
    .about =
        "Plays an avatar in real time: it stands at ease, breathes, blinks and looks around.\n"
        "Ctrl-C ends it. With --page a browser draws it: the server listens on 127.0.0.1 only and\n"
        "requires the secret address that it prints.\n",
    .options = options,
    .run = run,
};
