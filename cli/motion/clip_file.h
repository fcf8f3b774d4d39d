/* SPDX-License-Identifier: MIT */
/* An animation to be played: a VRM animation, another glTF animation, or motion capture. */
#ifndef CLI_CLIP_FILE_H
#define CLI_CLIP_FILE_H

#include "motion/motion_text.h"

#include "vrm/clip.h"
#include "vrm/vrm.h"

typedef struct cli_ClipFile {
    vrm_Model* model;
    vrm_Clip* clip;
} cli_ClipFile;

/* Reads a file; "-" is standard input. CLI_OK, or the status after printing the error; on failure
 * there is nothing to close. */
int cli_clip_open(const char* command, const char* path, cli_ClipFile* out);

/* The same for a file that has been read. */
int cli_clip_open_text(const char* command, const char* path, const MotionText* text,
                       cli_ClipFile* out);

void cli_clip_close(cli_ClipFile* file);

#endif
