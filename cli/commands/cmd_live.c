/* SPDX-License-Identifier: MIT */
/* vrm live: one avatar, played live: one loop, one actor, no window. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "live/live_loop.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>

typedef struct Options {
    double seconds, fps;
    int32_t seed;
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
    *out = (Options){.seconds = INFINITY,
                     .fps = 60.0,
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
    live_catch_signals();
    double begin_s = live_now_s();
    int64_t frames = live_loop_run(loop, live);
    return print_result(options, live, frames, live_now_s() - begin_s);
}

static int run(cli_Args* args) {
    Options options;
    LiveAvatar live;
    int status = read_options(args, &options);
    if (status != CLI_OK) return status;
    LiveLoop loop = {.fps = options.fps, .seconds = options.seconds, .hurries = options.hurries};
    status = cli_confine(&(cli_Needs){.args = args});
    if (status == CLI_OK) status = live_avatar_open(args->files[0], (uint64_t)options.seed, &live);
    if (status != CLI_OK) return status;
    status = perform(&options, &loop, &live);
    live_avatar_close(&live);
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
    CLI_FLAG("--json", "Print the result as one JSON object."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_live = {
    .name = "live",
    .summary = "play an avatar live",
    .usage = "vrm live AVATAR [--fps N] [--seconds S]\n",
    .about = "Plays an avatar in real time: it stands at ease, breathes, blinks and looks around.\n"
             "Ctrl-C ends it.\n",
    .options = options,
    .run = run,
};
