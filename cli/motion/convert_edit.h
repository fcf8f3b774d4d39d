/* SPDX-License-Identifier: MIT */
/* Options that edit a motion before it is converted (vrm/motion_edit.h). */
#ifndef VRM_CLI_CONVERT_EDIT_H
#define VRM_CLI_CONVERT_EDIT_H

#include "motion/convert_options.h"
#include "words/args.h"

/* Rows of a command's table. Edits are made in the order of these rows. */
#define CONVERT_EDIT_OPTIONS                                                                       \
    CLI_VALUE("--from", "T",                                                                       \
              "Begin at T: seconds, or a frame of IN with an f, as in 120f. Default: 0."),         \
        CLI_VALUE("--to", "T", "End at T, as for --from. Default: the end."),                      \
        CLI_FLAG("--trim-rest", "Remove a T-pose from the beginning and the end of IN."),          \
        CLI_FLAG("--mirror", "Swap left and right: bones, expressions, gaze, path."),              \
        CLI_VALUE("--speed", "N", "Play N times as fast, 0.001 to 1000."),                         \
        CLI_FLAG("--reverse", "Play backwards.")

/* Reads the options above. Returns CLI_OK, or CLI_USAGE after a message. */
int convert_edit_parse(const cli_Args* args, ConvertEdit* out);

/* Returns true if an option above was given. */
bool convert_edit_is_asked(const ConvertEdit* edit);

/* Replaces a motion by the edited one. Returns CLI_OK, or the status after printing the error. */
int convert_edit_apply(const char* path, const ConvertOptions* options, vrm_Report* report,
                       vrm_Motion** motion);

#endif
