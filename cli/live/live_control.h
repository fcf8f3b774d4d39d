/* SPDX-License-Identifier: MIT */
/* --control: the control protocol (docs/reference/control.md) as an input of `vrm live`. */
#ifndef CLI_LIVE_CONTROL_H
#define CLI_LIVE_CONTROL_H

#include "control/control.h"
#include "control/control_wire.h"
#include "live/live_loop.h"
#include "live/live_motion.h"
#include "live/live_page.h"
#include "words/args.h"

enum { LIVE_FOLDERS_MAX = 16 };

#define LIVE_CONTROL_OPTIONS                                                                       \
    CLI_VALUE("--control", "PATH",                                                                 \
              "Accept commands (JSON Lines) from a UNIX socket, which is created at PATH for "     \
              "your user only, or - for standard input and output (docs/reference/control.md)."),  \
        {.name = "--files",                                                                        \
         .value = "FOLDER",                                                                        \
         .help = "Folder of the motions and sounds that messages name. May be repeated. Default: " \
                 "the folder of the avatar.",                                                      \
         .most = LIVE_FOLDERS_MAX},                                                                \
        CLI_FLAG("--control-schema", "Print the JSON Schema of the messages and exit.")

/* All zero: no --control. */
typedef struct LiveControl {
    control_Wire* wire;
    allowed_Folders folders;
    control_Control* control;
    vrm_Vec3 eye;         /* of the camera, where it is known */
    bool has_eye;         /* this build can frame an avatar, or the camera was placed */
    int32_t eye_changes;  /* of the camera whose eye it is; -1: none yet */
    LivePage* page;       /* NULL: none */
    int32_t page_changes; /* of the camera that it has; 0: that of its address */
} LiveControl;

/* Before the sandbox is entered: opens the socket and finds the folders, which the sandbox must let
 * be read. CLI_OK, or the status after printing the error; close it in either case. */
int live_control_open(cli_Args* args, LiveControl* out);
/* What messages reach besides the avatar; NULL: not there. */
typedef struct LiveControlOthers {
    LiveMotion* motion;           /* has begun, and outlives the control */
    LivePage* page;               /* outlives the control */
    const control_Camera* camera; /* at first; not kept. NULL: the bust */
} LiveControlOthers;

/* Of an avatar that is loaded. No-op without --control. */
int live_control_join(LiveControl* control, LiveAvatar* live, const LiveControlOthers* others,
                      LiveLoop* loop);
/* The camera that messages ask for; NULL without --control. */
const control_Camera* live_control_camera(const LiveControl* control);
/* Before the avatar is closed. */
void live_control_close(LiveControl* control);

/* CLI_OK after printing the schema. */
int live_control_print_schema(void);

#endif
