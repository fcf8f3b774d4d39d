/* SPDX-License-Identifier: MIT */
/* What the outputs of `vrm live` that draw (--raw, --window) have in common: size, camera and
 * background. */
#ifndef CLI_LIVE_SHOT_H
#define CLI_LIVE_SHOT_H

#include "live/live_control.h"
#include "picture/render_plan.h"
#include "words/args.h"

#define LIVE_SHOT_OPTIONS                                                                          \
    CLI_VALUE("--size", "WxH",                                                                     \
              "Size in pixels. Default: 512x512 for --raw, 400x600 for --window."),                \
        {.name = "--background",                                                                   \
         .value = "C",                                                                             \
         .help = "Background of --raw and --window: transparent (default), #rrggbb or #rrggbbaa.", \
         CLI_SUCH_AS("transparent")},                                                              \
        {.name = "--camera",                                                                       \
         .value = "SHOT",                                                                          \
         .help = "Framing of --raw and --window until a message of --control changes it: full "    \
                 "(default), bust or face.",                                                       \
         CLI_ONE_OF("full", "bust", "face")},                                                      \
        CLI_VALUE("--orbit", "YAW,PITCH",                                                          \
                  "Camera of --raw and --window: degrees around the avatar, to its left, and "     \
                  "up."),                                                                          \
        CLI_VALUE("--fov", "DEGREES",                                                              \
                  "Vertical field of view of --raw and --window. Default: 30.")

/* Returns CLI_USAGE, after printing why, if they are given without an output that draws. */
int live_shot_check(const cli_Args* args);

/* Sets the camera of a plan to the one that messages ask for. Returns false if it has not changed:
 * `*changes` counts. `control` may be NULL. */
bool live_shot_follow(const LiveControl* control, int32_t* changes, render_Plan* plan);

#endif
