/* SPDX-License-Identifier: MIT */
/* --raw: an output of `vrm live` that draws the avatar and writes each picture to standard output
 * (raw_film.h), at the rate of the loop.
 *
 *   live_raw_open(): options -> the sandbox, the avatar -> live_raw_begin(): driver, textures
 *   -> live_loop_plug(live_raw_plug())
 *
 * Each frame of the loop is a picture. When drawing takes too long, the last picture stands for the
 * frames that were left out, so that the stream keeps pace with the clock. When the reader takes
 * too long, nothing is repeated: it would only have more to read. */
#ifndef CLI_LIVE_RAW_H
#define CLI_LIVE_RAW_H

#include "live/live_control.h"
#include "live/live_loop.h"
#include "words/args.h"

#define LIVE_RAW_OPTIONS                                                                           \
    {                                                                                              \
        .name = "--raw", .value = "FORMAT",                                                        \
        .help =                                                                                    \
            "Write raw frames for another program to standard output: y4m (4:2:0, transparent "    \
            "pixels on black), pam (RGBA with a header per frame) or rgba (no header).",           \
        CLI_ONE_OF("y4m", "pam", "rgba")                                                           \
    }

typedef struct LiveRaw LiveRaw;

/* `*out_raw` is NULL without --raw. Returns CLI_OK, or a status after printing why; there is
 * nothing to close then. */
int live_raw_open(const cli_Args* args, LiveRaw** out_raw);
/* Before the avatar is closed. `raw` may be NULL. */
void live_raw_close(LiveRaw* raw);

/* For the avatar that it shall draw. `fps` is the rate of the loop. The camera follows the messages
 * of `control`, which outlives the loop. Returns CLI_OK, or a status
 * after printing why. */
int live_raw_begin(LiveRaw* raw, const LiveAvatar* live, const LiveControl* control, double fps,
                   bool is_quiet);

/* The camera of the options, as messages would set it. */
control_Camera live_raw_camera(const LiveRaw* raw);

/* CLI_OK, also when nobody reads any more; CLI_FAILED when a picture could not be drawn, which was
 * printed, or written, which is printed when the program ends. */
int live_raw_status(const LiveRaw* raw);

/* The output must outlive the loop. */
LivePlug live_raw_plug(LiveRaw* raw);

#endif
