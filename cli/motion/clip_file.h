/* SPDX-License-Identifier: MIT */
/* A motion to play or convert: the command reads the file, the library does the rest. */
#ifndef CLI_CLIP_FILE_H
#define CLI_CLIP_FILE_H

#include "motion/convert_options.h"
#include "motion/motion_text.h"

#include "vrm/clip.h"
#include "vrm/vrm.h"

/* All zero: none. */
typedef struct cli_ClipFile {
    vrm_Motion* motion;
    vrm_FitDef fit; /* to each avatar */
} cli_ClipFile;

/* Reads a file; "-" is standard input. `report` gets the findings; NULL: joints that a mapping
 * names and the motion lacks are printed, other findings are not. Returns CLI_OK, or the status
 * after printing the error; there is then nothing to close. */
int cli_clip_open(const char* path, const ConvertOptions* options, vrm_Report* report,
                  cli_ClipFile* out);

/* The same for a file that was already read. `report` gets the findings. */
int cli_clip_open_text(const char* path, const MotionText* text, const ConvertOptions* options,
                       vrm_Report* report, cli_ClipFile* out);

/* Makes the clip for an avatar, for vrm_clip_destroy(); NULL if there is no file. Returns
 * VRM_ERR_INVALID if the motion moves nodes of another file that are not a human skeleton. */
vrm_Result cli_clip_for(const cli_ClipFile* file, const vrm_Rig* rig, vrm_Clip** out_clip);

/* Returns the duration of the motion, rounded as in a clip; 0 if there is none. */
float cli_clip_seconds(const cli_ClipFile* file);

/* Returns CLI_INVALID after a message about options for another kind of motion. */
int cli_clip_refuse_reading(const char* path, const ConvertOptions* options);

void cli_clip_close(cli_ClipFile* file);

#endif
