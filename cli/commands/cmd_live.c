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
#include "trackers/senders.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FROM_MAX = 16, PRIORITY_MAX = 16 };

typedef struct Options {
    double seconds, fps;
    int32_t seed, page_port;
    bool has_page, no_open;
    bool talks; /* --control - or --raw: standard output is for messages or pictures */
    const char *from[FROM_MAX], *priorities[PRIORITY_MAX];
    const char* vmc_out;
    LiveMotionDef motion; /* from_count 0 and no replay: nothing moves the avatar */
    bool hurries, is_json, is_quiet;
} Options;

/* ---- Options ---- */

/* With the defaults for what was not given. */
static int read_motion(const cli_Args* args, Options* out) {
    double smooth_hz = 0.0, hips_height = 0.0;
    LiveMotionDef* motion = &out->motion;
    *motion = (LiveMotionDef){.from = out->from,
                              .from_count = cli_words(args, "--from", out->from),
                              .priorities = out->priorities,
                              .priority_count = cli_words(args, "--priority", out->priorities),
                              .address = cli_word(args, "--address"),
                              .replay = cli_word(args, "--replay"),
                              .mirrors = cli_has(args, "--mirror"),
                              .calibrate_s = (double)INFINITY};
    bool has_motion = motion->from_count > 0 || motion->replay != NULL;
    bool has_options = motion->mirrors || cli_word(args, "--calibrate") != NULL ||
                       cli_word(args, "--smooth") != NULL || cli_word(args, "--hips") != NULL ||
                       motion->priority_count > 0;
    if (has_options && !has_motion)
        return cli_usage_error("live", "--mirror, --calibrate, --smooth, --hips and --priority "
                                       "need --from or --replay");
    if (motion->address != NULL && (motion->from_count == 0 || motion->replay != NULL))
        return cli_usage_error("live", "--address needs --from, and cannot be used with --replay");
    if (!cli_parse_between(cli_word(args, "--calibrate"), 0.0, 1e9, &motion->calibrate_s))
        return cli_usage_error("live", "--calibrate must be a number of seconds from 0 to 1e9");
    if (!cli_parse_between(cli_word(args, "--smooth"), 0.01, 10000.0, &smooth_hz))
        return cli_usage_error("live", "--smooth must be a number from 0.01 to 10000");
    if (!cli_parse_between(cli_word(args, "--hips"), 0.01, 100.0, &hips_height))
        return cli_usage_error("live", "--hips must be a number of metres from 0.01 to 100");
    motion->smooth_hz = (float)smooth_hz;
    motion->hips_height = (float)hips_height;
    motion->hurries = cli_has(args, "--no-wait");
    return CLI_OK;
}

/* An avatar from standard input: messages and sound need another way in, and a page its file. */
static int check_stdin(const cli_Args* args) {
    static const char* const others[] = {"--control", "--pcm"};
    if (strcmp(args->files[0], "-") != 0) return CLI_OK;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char* word = cli_word(args, others[i]);
        if (word != NULL && strcmp(word, "-") == 0)
            return cli_usage_error("live", "the avatar and %s - both read standard input",
                                   others[i]);
    }
    if (cli_has(args, "--page"))
        return cli_usage_error("live", "--page needs the file of the avatar, not standard input");
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
    if (!cli_parse_between(cli_word(args, "--seconds"), 0.001, 1e9, &out->seconds))
        return cli_usage_error("live", "--seconds must be a number from 0.001 to 1e9");
    if (!cli_parse_between(cli_word(args, "--fps"), 1.0, 1000.0, &out->fps))
        return cli_usage_error("live", "--fps must be a number from 1 to 1000");
    if (seed != NULL && !cli_parse_count(seed, &out->seed))
        return cli_usage_error("live", "--seed must be a whole number from 0");
    if (port != NULL && (!cli_parse_count(port, &out->page_port) || out->page_port > 65535))
        return cli_usage_error("live",
                               "--page-port must be a number from 0, any that is free, to 65535");
    int status = check_stdin(args);
    if (status != CLI_OK) return status;
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

/* What else reads standard input than --from; NULL: nothing. */
static const char* reader_of_stdin(const cli_Args* args) {
    const char *control = cli_word(args, "--control"), *pcm = cli_word(args, "--pcm");
    if (strcmp(args->files[0], "-") == 0) return "the avatar";
    if (control != NULL && strcmp(control, "-") == 0) return "--control -";
    return pcm != NULL && strcmp(pcm, "-") == 0 ? "--pcm -" : NULL;
}

static int open_motion(const Options* options, const cli_Args* args, LiveMotion** out) {
    const char* reader = reader_of_stdin(args);
    int status = live_motion_open(&options->motion, out);
    if (status != CLI_OK || reader == NULL || !live_motion_reads_stdin(*out)) return status;
    return cli_usage_error("live", "--from mediapipe@- and %s both read standard input", reader);
}

/* All that the sandbox forbids: sockets, folders, the browser. */
static int open_parts(const Options* options, cli_Args* args, Parts* out) {
    bool has_motion = options->motion.from_count > 0 || options->motion.replay != NULL;
    int status = live_shot_check(args);
    if (status == CLI_OK) status = live_window_open(args, &out->window);
    if (status == CLI_OK) status = live_control_open(args, &out->control);
    if (status == CLI_OK) status = live_raw_open(args, &out->raw);
    if (status == CLI_OK) status = live_pcm_open(args, options->hurries, &out->pcm);
    if (status == CLI_OK && has_motion) status = open_motion(options, args, &out->motion);
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

enum { PAGE_WAIT_S = 10 };

/* A recording that only a page shows begins when one is open: a browser takes seconds to start. */
static void await_page(const Options* options, const Parts* parts) {
    bool has_others = parts->control.control != NULL || parts->vmc != NULL || parts->raw != NULL ||
                      parts->window != NULL;
    if (parts->page == NULL || options->motion.replay == NULL || options->hurries || has_others)
        return;
    double end_s = live_now_s() + PAGE_WAIT_S;
    while (live_page_reader_count(parts->page) == 0 && live_now_s() < end_s &&
           !live_is_interrupted())
        live_page_run(parts->page, 50);
}

static int play(const Options* options, const cli_Args* args, Parts* parts) {
    LiveAvatar live;
    LiveLoop loop = {.fps = options->fps, .seconds = options->seconds, .hurries = options->hurries};
    int status = live_avatar_open(args->files[0], (uint64_t)options->seed, &live);
    if (status != CLI_OK) return status;
    status = join_parts(options, parts, &live, &loop);
    if (status == CLI_OK) await_page(options, parts);
    if (status == CLI_OK) status = perform(options, &loop, &live);
    if (status == CLI_OK && parts->motion != NULL) status = live_motion_status(parts->motion);
    if (status == CLI_OK && control_wire_has_failed(parts->control.wire)) status = CLI_FAILED;
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
     .value = "NAME[:PORT][@SOURCE]",
     .help = "Sender that moves the avatar: vmc, openseeface, ifacialmocap, vtubestudio, livelink, "
             "mocopi or mediapipe. PORT: UDP port to listen on. Default: the sender's usual one. "
             "SOURCE: IPv4 address of the phone to request data from; for mediapipe a pipe or file "
             "with lines of landmarks, or - for standard input. May be repeated: if several move "
             "the same part, the first is used; --priority changes the order.",
     .most = FROM_MAX},
    {.name = "--priority",
     .value = "PART=NAME[,NAME...]",
     .help = "Senders that may move a part of the body, the best first. none: the part idles. "
             "PART: face, gaze, head, body, left-hand, right-hand, hands or root. May be "
             "repeated. Default: all senders, in the order of --from.",
     .most = PRIORITY_MAX},
    SENDERS_ADDRESS_OPTION,
    CLI_VALUE("--replay", "FILE",
              "Move the avatar by packets that `vrm receive --record-packets` wrote. With --from "
              "NAME: only by those of its senders. With --page alone it begins when a page is "
              "open, or after 10 seconds."),
    CLI_FLAG("--mirror", "Move the avatar as a mirror image of the person."),
    CLI_VALUE("--calibrate", "S",
              "After S seconds, once a face or head is seen, make its pose the neutral one: for a "
              "camera that is not straight ahead."),
    CLI_VALUE("--smooth", "HZ",
              "Cutoff frequency of the smoothing at rest, 0.01 to 10000. Lower values smooth more "
              "and add delay; 1000 turns it off. Default: 1.5 for trackers, 1000 for vmc."),
    CLI_VALUE("--hips", "H",
              "Height of the hips of a VMC sender's avatar at rest (m), if it is taller or smaller "
              "than yours. Default: that of your avatar."),
    CLI_VALUE("--vmc-out", "[ADDRESS:]PORT",
              "Send the avatar's motion to another program by the VMC protocol, over UDP. ADDRESS "
              "defaults to 127.0.0.1, this machine."),
    CLI_VALUE("--fps", "N", "Frames per second, 1 to 1000. Default: 60."),
    CLI_VALUE("--seconds", "S", "Seconds until the end. Default: until Ctrl-C."),
    CLI_FLAG("--no-wait",
             "Do not run in real time: compute every frame, as fast as possible. Needs --seconds."),
    CLI_VALUE("--seed", "N",
              "Seed of blinks, glances and idle motion. Default: 0. The same seed gives the same "
              "motion."),
    LIVE_PCM_OPTIONS,
    LIVE_CONTROL_OPTIONS,
    LIVE_RAW_OPTIONS,
    LIVE_WINDOW_OPTIONS,
    LIVE_SHOT_OPTIONS,
    CLI_FLAG("--page",
             "Show the avatar in a browser or OBS: print the address of a page and open it. "
             "Options in the address set camera and background (docs/guide/live.md)."),
    CLI_VALUE("--page-port", "N", "TCP port of the page. Default: any free one."),
    CLI_VALUE("--page-key", "FILE",
              "File with the secret part of the page's address, created if missing; with "
              "--page-port the address then stays the same. Default: a new secret at each start."),
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
        "Trackers of faces and bodies move it (--from), and so do agents (--control). Parts\n"
        "that a tracker loses ease back to idle. --page lets a browser draw it: the server\n"
        "listens on 127.0.0.1 only and requires the secret address that it prints. --window\n"
        "shows it on the desktop, --raw writes pictures to standard output, and --vmc-out sends\n"
        "its motion to another program. Ctrl-C ends it.\n",
    .options = options,
    .run = run,
};
