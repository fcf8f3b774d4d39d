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

#include "control/control.h"
#include "live/live_control.h"
#include "live/live_loop.h"
#include "words/args.h"

#define LIVE_RAW_OPTIONS                                                                           \
    {.name = "--raw",                                                                              \
     .value = "FORMAT",                                                                            \
     .help =                                                                                       \
         "Draw the avatar, and write the pictures to standard output for another program: y4m "    \
         "(4:2:0, transparent pixels on black), pam (RGBA with a header per picture) or rgba "     \
         "(no header).",                                                                           \
     CLI_ONE_OF("y4m", "pam", "rgba")},                                                            \
        CLI_VALUE("--size", "WxH", "Size of the pictures of --raw. Default: 512x512."),            \
        {.name = "--background",                                                                   \
         .value = "C",                                                                             \
         .help = "Background of --raw: transparent (default), #rrggbb or #rrggbbaa.",              \
         CLI_SUCH_AS("transparent")},                                                              \
        {.name = "--camera",                                                                       \
         .value = "SHOT",                                                                          \
         .help = "What --raw shows until a message of --control asks for another camera: full "    \
                 "(default), bust or face.",                                                       \
         CLI_ONE_OF("full", "bust", "face")},                                                      \
        CLI_VALUE("--orbit", "YAW,PITCH",                                                          \
                  "Camera of --raw: degrees around the avatar, to its left, and up."),             \
        CLI_VALUE("--fov", "DEGREES", "Vertical field of view of --raw. Default: 30.")

typedef struct LiveRaw LiveRaw;

/* `*out_raw` is NULL without --raw. Returns CLI_OK, or a status after printing why; there is
 * nothing to close then. */
int live_raw_open(const cli_Args* args, LiveRaw** out_raw);
/* Before the avatar is closed. `raw` may be NULL. */
void live_raw_close(LiveRaw* raw);

/* For the avatar that it shall draw. `fps` is the rate of the loop. Returns CLI_OK, or a status
 * after printing why. */
int live_raw_begin(LiveRaw* raw, const LiveAvatar* live, double fps, bool is_quiet);

/* The camera of the options, as messages would set it. */
control_Camera live_raw_camera(const LiveRaw* raw);

/* From now on its camera is the one that messages ask for. The control must outlive the loop. */
void live_raw_follow(LiveRaw* raw, const LiveControl* control);

/* CLI_OK, also when nobody reads any more; CLI_FAILED when a picture could not be drawn, which was
 * printed, or written, which is printed when the program ends. */
int live_raw_status(const LiveRaw* raw);

/* The output must outlive the loop. */
LivePlug live_raw_plug(LiveRaw* raw);

#endif
