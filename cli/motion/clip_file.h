/* SPDX-License-Identifier: MIT */
/* A motion to be played or converted: the command reads the file, the library does the rest. */
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

/* Reads a file; "-" is standard input. CLI_OK, or the status after printing the error; on failure
 * there is nothing to close. */
int cli_clip_open(const char* path, const ConvertOptions* options, cli_ClipFile* out);

/* The same for a file that has been read. `report` gets the findings. */
int cli_clip_open_text(const char* path, const MotionText* text, const ConvertOptions* options,
                       vrm_Report* report, cli_ClipFile* out);

/* What the avatar plays, for vrm_clip_destroy(); NULL where there is no file. VRM_ERR_INVALID: the
 * motion moves nodes of another file, and they are no person. */
vrm_Result cli_clip_for(const cli_ClipFile* file, const vrm_Rig* rig, vrm_Clip** out_clip);

/* The length of the motion, rounded as a clip has it; 0 where there is none. */
float cli_clip_seconds(const cli_ClipFile* file);

/* CLI_INVALID, after saying that there are options for another kind of motion. */
int cli_clip_refuse_reading(const char* path, const ConvertOptions* options);

void cli_clip_close(cli_ClipFile* file);

#endif
