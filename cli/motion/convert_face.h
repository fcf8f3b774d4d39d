/* SPDX-License-Identifier: MIT */
/* `vrm convert-motion --audio`: a performance (cli/face/) as expressions and gaze of a VRM
 * animation, alone or with the motion that was converted. */
#ifndef VRM_CLI_CONVERT_FACE_H
#define VRM_CLI_CONVERT_FACE_H

#include "face/performance.h"
#include "motion/convert_options.h"

/* Frames a second where --fps does not say. */
#define CONVERT_FACE_FPS 60.0

/* Replaces the animation `*model` by one that includes the performance; if it is NULL, creates one.
 * The face is that of options->avatar, or a default one. If the sound is longer, the motion
 * repeats. If `explains`, prints on standard error which parts of the performance do not show.
 * Returns CLI_OK, or the status after printing the error; `*model` is then unchanged. */
int convert_add_face(const char* path, const ConvertOptions* options, Performance* performance,
                     bool explains, vrm_RecordStats* out_stats, vrm_Model** model);

#endif
