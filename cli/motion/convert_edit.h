/* SPDX-License-Identifier: MIT */
/* Options that edit a motion before it is converted (vrm/motion_edit.h). */
#ifndef VRM_CLI_CONVERT_EDIT_H
#define VRM_CLI_CONVERT_EDIT_H

#include "motion/convert_options.h"
#include "motion/edit_report.h"
#include "words/args.h"

/* Parts and settings of a layer, for help and messages. */
#define CONVERT_PARTS                                                                              \
    "all, upper-body, lower-body, arms, left-arm, right-arm, hands, legs, spine, head, face"
#define CONVERT_LAYER_SETTINGS                                                                     \
    "part=NAME[+NAME...], weight=W (0 to 1), offset=SECONDS, fade=SECONDS, additive or extend"

/* Rows of a command's table. Edits are made in the order of these rows. */
#define CONVERT_EDIT_OPTIONS                                                                       \
    CLI_VALUE("--from", "T",                                                                       \
              "Begin at T: seconds, or a frame of IN as in 120f. Frames are counted from 0; "      \
              "those of a VRM animation are its keys. Default: 0."),                               \
        CLI_VALUE("--to", "T", "End at T, as for --from. Default: the end."),                      \
        CLI_FLAG("--trim-rest", "Remove a T-pose from the beginning and the end of IN."),          \
        CLI_FLAG("--mirror", "Swap left and right: bones, expressions, gaze, path."),              \
        CLI_VALUE("--speed", "N", "Play N times as fast, 0.001 to 1000."),                         \
        CLI_FLAG("--reverse", "Play backwards."),                                                  \
        CLI_VALUE("--smooth", "DEGREES",                                                           \
                  "Remove spikes and jitter; the filter changes no bone by more than DEGREES and " \
                  "the position of the hips by at most 2 cm. 5 is a good value; 0 changes "        \
                  "nothing."),                                                                     \
        {.name = "--join",                                                                         \
         .value = "FILE",                                                                          \
         .help = "Motion that follows IN, from where IN ends. At most 4 times.",                   \
         .most = CONVERT_MOTIONS_MAX},                                                             \
        CLI_VALUE("--blend", "SECONDS",                                                            \
                  "Cross-fade between joined motions, at most as long as the shorter one. "        \
                  "Default: 0.3."),                                                                \
        {.name = "--layer",                                                                        \
         .value = "FILE",                                                                          \
         .help = "Motion over IN: it moves the bones, expressions and gaze that it animates. At "  \
                 "most 4 times.",                                                                  \
         .most = CONVERT_MOTIONS_MAX},                                                             \
    {                                                                                              \
        .name = "--layer-as", .value = "SETTINGS",                                                 \
        .help = "Settings of a layer, separated by commas; the first --layer-as applies to the "   \
                "first --layer, and so on. part=NAME[+NAME...], weight=W (0 to 1), "               \
                "offset=SECONDS, fade=SECONDS, additive, extend (the result ends with the longer " \
                "motion). Parts: " CONVERT_PARTS ".",                                              \
        .most = CONVERT_MOTIONS_MAX                                                                \
    }

/* Reads the options above. Returns CLI_OK, or CLI_USAGE after a message. */
int convert_edit_parse(const cli_Args* args, ConvertEdit* out);

enum { CONVERT_EDIT_INPUTS = 2 * CONVERT_MOTIONS_MAX };

/* Adds the files of --join and --layer, CONVERT_EDIT_INPUTS at most, to the inputs of a command. */
void convert_edit_add_inputs(const ConvertEdit* edit, const char** inputs, int count);

/* Returns true if a motion of --join or --layer is standard input. */
bool convert_edit_reads_stdin(const ConvertEdit* edit);

/* Returns true if an option above was given. */
bool convert_edit_is_asked(const ConvertEdit* edit);

/* Replaces a motion by the edited one. Returns CLI_OK, or the status after printing the error. */
int convert_edit_apply(const char* path, const ConvertOptions* options, vrm_Report* report,
                       EditReport* out_done, vrm_Motion** motion);

#endif
