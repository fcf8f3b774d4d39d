/* SPDX-License-Identifier: MIT */
/* An animation to be played: a VRM animation, another glTF animation, or motion of other
 * programs. */
#ifndef CLI_CLIP_FILE_H
#define CLI_CLIP_FILE_H

#include "motion/motion_text.h"

#include "vrm/clip.h"
#include "vrm/vrm.h"

typedef struct cli_ClipFile {
    vrm_Model* model;
    vrm_Clip* clip;
    vrm_Clip* person; /* the same for every avatar, where the clip moves the nodes of a person; else
                         NULL */
    bool holds_feet;  /* motion of another program with contacts: they are held on each avatar
                         (motion_fit.h) */
} cli_ClipFile;

/* Reads a file; "-" is standard input. CLI_OK, or the status after printing the error; on failure
 * there is nothing to close. */
int cli_clip_open(const char* command, const char* path, cli_ClipFile* out);

/* The same for a file that has been read. */
int cli_clip_open_text(const char* command, const char* path, const MotionText* text,
                       cli_ClipFile* out);

/* What to play on an avatar: the nodes of its own file, or the person. */
const vrm_Clip* cli_clip_for(const vrm_Clip* clip, const vrm_Clip* person, int32_t clip_nodes,
                             int32_t avatar_nodes);

void cli_clip_close(cli_ClipFile* file);

#endif
