/* SPDX-License-Identifier: MIT */
/* An animation to be played: a VRM animation, another glTF animation, or motion of other
 * programs. */
#ifndef CLI_CLIP_FILE_H
#define CLI_CLIP_FILE_H

#include "motion/convert_options.h"
#include "motion/motion_text.h"

#include "vrm/clip.h"
#include "vrm/vrm.h"

/* A clip and the animation that it was built from. */
typedef struct cli_ClipPart {
    vrm_Model* model;
    vrm_Clip* clip;
} cli_ClipPart;

/* All zero: none. */
typedef struct cli_ClipFile {
    cli_ClipPart own;    /* what the file has */
    cli_ClipPart person; /* the same for every avatar, where it moves the nodes of a person; else
                            empty */
    Fit fit;             /* to each avatar */
    bool is_fitted;      /* there is something to fit: another figure, feet, or a way */
    vrm_Skeleton figure; /* of motion of other programs (fit.is_capture) */
    RestReport rest;     /* likewise */
} cli_ClipFile;

/* Reads a file; "-" is standard input. CLI_OK, or the status after printing the error; on failure
 * there is nothing to close. */
int cli_clip_open(const char* path, const ConvertOptions* options, cli_ClipFile* out);

/* The same for a file that has been read. */
int cli_clip_open_text(const char* path, const MotionText* text, const ConvertOptions* options,
                       cli_ClipFile* out);

/* Whether the nodes of an animation are those of the avatar: as many, with its bones in their
 * places. The hips may be elsewhere: exporters leave a figure in the frame that they showed last.
 */
bool cli_clip_has_nodes_of(const vrm_Model* animation, const vrm_Model* avatar);

/* What to play on an avatar: the nodes of its own file, or the person, fitted to it where that is
 * asked for. Nodes of another file that are no person stay what they are, and do not play. NULL:
 * the file is empty. `out_fitted` is for vrm_clip_destroy(), after the last frame; NULL where none
 * was made. */
const vrm_Clip* cli_clip_for(const cli_ClipFile* file, const vrm_Model* avatar,
                             vrm_Clip** out_fitted);

void cli_clip_close(cli_ClipFile* file);

#endif
