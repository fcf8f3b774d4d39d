/* SPDX-License-Identifier: MIT */
/* vrm live: one avatar, played live: one loop, one actor. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "live/live_control.h"
#include "live/live_loop.h"
#include "live/live_motion.h"
#include "live/live_page_plug.h"
#include "live/live_pcm.h"
#include "live/live_raw.h"
#include "live/live_shot.h"
#include "live/live_vmc.h"
#include "live/live_window.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FROM_MAX = 16 };

typedef struct Options {
    double seconds, fps;
    int32_t seed, page_port;
    bool has_page, no_open;
    bool talks; /* --control - or --raw: standard output is for messages or pictures */
    const char* from[FROM_MAX];
    const char* vmc_out;
    LiveMotionDef motion; /* from_count 0 and no replay: nothing moves the avatar */
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

/* With the defaults for what was not given. */
static int read_motion(const cli_Args* args, Options* out) {
    double smooth_hz = 0.0;
    LiveMotionDef* motion = &out->motion;
    *motion = (LiveMotionDef){.from = out->from,
                              .from_count = cli_words(args, "--from", out->from),
                              .address = cli_word(args, "--address"),
                              .replay = cli_word(args, "--replay"),
                              .mirrors = cli_has(args, "--mirror"),
                              .calibrate_s = (double)INFINITY};
    bool has_motion = motion->from_count > 0 || motion->replay != NULL;
    bool has_options = motion->mirrors || cli_word(args, "--calibrate") != NULL ||
                       cli_word(args, "--smooth") != NULL;
    if (has_options && !has_motion)
        return cli_usage_error("live",
                               "--mirror, --calibrate and --smooth need --from or --replay");
    if (motion->address != NULL && (motion->from_count == 0 || motion->replay != NULL))
        return cli_usage_error("live", "--address is where --from listens; it needs --from, and no "
                                       "--replay");
    if (!parse_number(cli_word(args, "--calibrate"), 0.0, 1e9, &motion->calibrate_s))
        return cli_usage_error("live", "--calibrate is a number of seconds from 0 to 1e9");
    if (!parse_number(cli_word(args, "--smooth"), 0.01, 10000.0, &smooth_hz))
        return cli_usage_error("live", "--smooth is a number from 0.01 to 10000");
    motion->smooth_hz = (float)smooth_hz;
    return CLI_OK;
}

static int read_options(const cli_Args* args, Options* out) {
    const char* seed = cli_word(args, "--seed");
    const char* port = cli_word(args, "--page-port");
    const char* control = cli_word(args, "--control");
    *out =
        (Options){.seconds = (double)INFINITY,
                  .fps = 60.0,
                  .vmc_out = cli_word(args, "--vmc-out"),
                  .has_page = cli_has(args, "--page"),
                  .no_open = cli_has(args, "--no-open"),
                  .talks = (control != NULL && strcmp(control, "-") == 0) || cli_has(args, "--raw"),
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
    return read_motion(args, out);
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

/* Without its address the page cannot be opened, so a failure to print it is an error. */
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

static int open_page(const Options* options, const cli_Args* args, LivePage** out_page) {
    LivePageDef def = {.args = args,
                       .folder = cli_word(args, "--page-folder"),
                       .key_file = cli_word(args, "--page-key"),
                       .port = (uint16_t)options->page_port,
                       .opens_browser = !options->no_open,
                       .is_quiet = options->is_quiet};
    int status = live_page_open(&def, out_page);
    return status == CLI_OK ? print_page(options, *out_page) : status;
}

/* What moves the avatar, and what shows it. NULL or zero where it was not asked for. */
typedef struct Parts {
    LiveControl control;
    LiveMotion* motion;
    LivePcm* pcm;
    LiveVmc* vmc;
    LivePage* page;
    LiveRaw* raw;
    LiveWindow* window;
} Parts;

/* All that the sandbox forbids: sockets, folders, the browser. */
static int open_parts(const Options* options, cli_Args* args, Parts* out) {
    bool has_motion = options->motion.from_count > 0 || options->motion.replay != NULL;
    int status = live_shot_check(args);
    if (status == CLI_OK) status = live_window_open(args, &out->window);
    if (status == CLI_OK) status = live_control_open(args, &out->control);
    if (status == CLI_OK) status = live_raw_open(args, &out->raw);
    if (status == CLI_OK) status = live_pcm_open(args, options->hurries, &out->pcm);
    if (status == CLI_OK && has_motion) status = live_motion_open(&options->motion, &out->motion);
    if (status == CLI_OK && options->vmc_out != NULL)
        status = live_vmc_open(options->vmc_out, &out->vmc);
    if (status == CLI_OK && options->has_page) status = open_page(options, args, &out->page);
    return status;
}

static void close_parts(Parts* parts) {
    live_control_close(&parts->control);
    live_motion_close(parts->motion);
    live_pcm_close(parts->pcm);
    live_vmc_close(parts->vmc);
    live_page_close(parts->page);
    live_raw_close(parts->raw);
    live_window_close(parts->window);
}

static int confine(const Options* options, const cli_Args* args, const Parts* parts) {
    const char* inputs[LIVE_FOLDERS_MAX + 2] = {cli_word(args, "--page-folder"),
                                                options->motion.replay};
    int count = 2;
    for (int i = 0; i < parts->control.folders.count; i++)
        inputs[count++] = parts->control.folders.paths[i];
    return cli_confine(
        &(cli_Needs){.args = args,
                     .inputs = inputs,
                     .input_count = count,
                     .draws = parts->raw != NULL || parts->window != NULL,
                     .shows = parts->window != NULL,
                     .serves = options->has_page || control_wire_listens(parts->control.wire),
                     .tells = options->has_page});
}

static int join_control(Parts* parts, LiveAvatar* live, LiveLoop* loop) {
    control_Camera camera;
    LiveControlOthers others = {.motion = parts->motion, .page = parts->page};
    if (parts->window != NULL) camera = live_window_camera(parts->window);
    if (parts->raw != NULL) camera = live_raw_camera(parts->raw);
    if (parts->window != NULL || parts->raw != NULL) others.camera = &camera;
    return live_control_join(&parts->control, live, &others, loop);
}

/* Trackers move the avatar before messages, which have the last word. Pictures, which take longest,
 * are drawn when all others have had theirs. */
static int join_parts(const Options* options, Parts* parts, LiveAvatar* live, LiveLoop* loop) {
    int status = parts->motion != NULL ? live_motion_begin(parts->motion, live) : CLI_OK;
    if (status == CLI_OK && parts->motion != NULL) {
        if (!options->is_quiet) live_motion_tell(parts->motion);
        (void)live_loop_plug(loop, live_motion_plug(parts->motion));
    }
    if (status == CLI_OK && parts->pcm != NULL) status = live_pcm_begin(live);
    if (status == CLI_OK && parts->pcm != NULL)
        (void)live_loop_plug(loop, live_pcm_plug(parts->pcm));
    if (status == CLI_OK && parts->raw != NULL)
        status = live_raw_begin(parts->raw, live, &parts->control, loop->fps, options->is_quiet);
    if (status == CLI_OK) status = join_control(parts, live, loop);
    if (parts->vmc != NULL) (void)live_loop_plug(loop, live_vmc_plug(parts->vmc));
    if (parts->page != NULL) (void)live_loop_plug(loop, live_page_plug(parts->page));
    if (parts->raw != NULL) (void)live_loop_plug(loop, live_raw_plug(parts->raw));
    if (status == CLI_OK && parts->window != NULL)
        status = live_window_join(parts->window, parts->motion, &parts->control, live, loop);
    return status;
}

static int play(const Options* options, const cli_Args* args, Parts* parts) {
    LiveAvatar live;
    LiveLoop loop = {.fps = options->fps, .seconds = options->seconds, .hurries = options->hurries};
    int status = live_avatar_open(args->files[0], (uint64_t)options->seed, &live);
    if (status != CLI_OK) return status;
    status = join_parts(options, parts, &live, &loop);
    if (status == CLI_OK) status = perform(options, &loop, &live);
    if (status == CLI_OK && parts->motion != NULL) status = live_motion_status(parts->motion);
    if (status == CLI_OK && parts->raw != NULL) status = live_raw_status(parts->raw);
    if (status == CLI_OK && parts->window != NULL) status = live_window_status(parts->window);
    live_control_close(&parts->control); /* it uses the actor */
    live_raw_close(parts->raw);          /* these draw the model */
    live_window_close(parts->window);
    parts->raw = NULL;
    parts->window = NULL;
    live_avatar_close(&live);
    return status;
}

static int run(cli_Args* args) {
    Options options;
    Parts parts = {0};
    if (cli_has(args, "--control-schema")) return live_control_print_schema();
    int status = read_options(args, &options);
    if (status != CLI_OK) return status;
    live_catch_signals(); /* a browser that goes away is no signal either */
    status = open_parts(&options, args, &parts);
    /* All sockets are open. Avatar, packets, messages and requests are of strangers. */
    if (status == CLI_OK) status = confine(&options, args, &parts);
    if (status == CLI_OK) status = play(&options, args, &parts);
    close_parts(&parts);
    return status;
}

static const cli_Option options[] = {
    {.name = "--from",
     .value = "NAME[:PORT][@PHONE]",
     .help =
         "Move the avatar by a sender: vmc, openseeface, ifacialmocap, vtubestudio, livelink or "
         "mocopi. PORT is the UDP port on which it listens; default: the sender's usual one. "
         "PHONE is the IPv4 address of a phone that is asked to send. May be repeated: what "
         "several of them show follows the first.",
     .most = FROM_MAX},
    CLI_VALUE("--address", "A",
              "IPv4 address to listen on. Default: 127.0.0.1, this machine only. 0.0.0.0 accepts "
              "packets from the network."),
    CLI_VALUE("--replay", "FILE",
              "Move the avatar by packets that `vrm receive --record-packets` wrote. With --from: "
              "only by those of its senders."),
    CLI_FLAG("--mirror", "Move the avatar as a mirror image of the person."),
    CLI_VALUE("--calibrate", "S",
              "After S seconds, as soon as a face or a head is seen, make its state the neutral "
              "one: for a camera that is not straight ahead."),
    CLI_VALUE("--smooth", "HZ",
              "Cutoff of the smoothing at rest, 0.01 to 10000; a lower one smooths more and is "
              "later, 1000 does not smooth. Default: 1.5 for trackers, 1000 for vmc."),
    CLI_VALUE("--vmc-out", "[ADDRESS:]PORT",
              "Send the avatar's motion to another program by the VMC protocol, over UDP. ADDRESS "
              "defaults to 127.0.0.1, this machine."),
    CLI_VALUE("--fps", "N", "Frames per second, 1 to 1000. Default: 60."),
    CLI_VALUE("--seconds", "S", "Seconds until the end. Default: until Ctrl-C."),
    CLI_FLAG("--no-wait",
             "Do not wait for the clock: frames as fast as the machine makes them, none left out. "
             "Needs --seconds."),
    CLI_VALUE("--seed", "N",
              "Seed of blinks, glances and idle motion. Default: 0. The same seed gives the same "
              "motion."),
    LIVE_PCM_OPTIONS,
    LIVE_CONTROL_OPTIONS,
    LIVE_RAW_OPTIONS,
    LIVE_WINDOW_OPTIONS,
    LIVE_SHOT_OPTIONS,
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
    .summary = "play an avatar live, moved by trackers or agents",
    .usage = "vrm live AVATAR [--from NAME[:PORT]]... [--control PATH] [--page] [--window]\n"
             "       [--vmc-out PORT]\n"
             "vrm live AVATAR --raw y4m [options] | ffmpeg -i - OUT\n",
    .about =
        "Plays an avatar in real time: it stands at ease, breathes, blinks and looks around.\n"
        "Trackers of faces and bodies move it (--from), and so do agents (--control). What a\n"
        "tracker loses eases back to idle. --page lets a browser draw it: the server listens on\n"
        "127.0.0.1 only and requires the secret address that it prints. --window shows it on the\n"
        "desktop, --raw writes pictures to standard output, and --vmc-out moves the avatar of\n"
        "another program alike. Ctrl-C ends it.\n",
    .options = options,
    .run = run,
};
