/* SPDX-License-Identifier: MIT */
/* An output of `vrm live`: the avatar in a window on the desktop.
 *
 *   live_window_open(): the options; connects to the desktop -> the sandbox, the avatar
 *   -> live_window_join() -> the loop -> live_window_close(), before the avatar is closed */
#ifndef CLI_LIVE_WINDOW_H
#define CLI_LIVE_WINDOW_H

#include "live/live_control.h"
#include "live/live_loop.h"
#include "live/live_motion.h"
#include "words/args.h"

#define LIVE_WINDOW_OPTIONS                                                                        \
    CLI_FLAG("--window",                                                                           \
             "Show the avatar in a window on the desktop: transparent, without a frame, on top. "  \
             "Drag it; the wheel scales it; C calibrates trackers; Escape ends."),                 \
        CLI_FLAG("--frame", "Give the window a title bar and a border."),                          \
        CLI_FLAG("--click-through",                                                                \
                 "Pass the pointer through to the windows behind. Needs GLFW 3.4.")

typedef struct LiveWindow LiveWindow;

/* Without --window `*out_window` is NULL. Returns CLI_OK, or a status after printing why. */
int live_window_open(const cli_Args* args, LiveWindow** out_window);
/* `window` may be NULL. */
void live_window_close(LiveWindow* window);

/* The camera of the options, as messages would set it. */
control_Camera live_window_camera(const LiveWindow* window);

/* Shows the window and plugs it in. `motion`, which the key C calibrates, may be NULL. The camera
 * follows the messages of `control`. Returns CLI_OK, or a status after printing why. */
int live_window_join(LiveWindow* window, LiveMotion* motion, const LiveControl* control,
                     LiveAvatar* live, LiveLoop* loop);

/* CLI_FAILED when a picture could not be drawn, which was printed; else CLI_OK. */
int live_window_status(const LiveWindow* window);

#endif
