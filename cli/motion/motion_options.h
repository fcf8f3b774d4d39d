/* SPDX-License-Identifier: MIT */
/* Options that say how motion of other programs is read, and how it is fitted to an avatar: the
 * same in every command that takes a clip. */
#ifndef VRM_CLI_MOTION_OPTIONS_H
#define VRM_CLI_MOTION_OPTIONS_H

#include "motion/convert_options.h"
#include "words/args.h"

/* Rows of a command's table; `in` is what the help calls the file. */
#define MOTION_READING_OPTIONS(in)                                                                 \
    CLI_VALUE("--take", "NAME",                                                                    \
              "which animation, if " in " has several, by its name or its number: #2 is the "      \
              "second. Default: the first that moves"),                                            \
        CLI_VALUE("--map", "FILE",                                                                 \
                  "lines JOINT = BONE, before names are guessed; - as BONE is none. MORPH = "      \
                  "EXPRESSION for faces"),                                                         \
        CLI_VALUE("--model", "FILE", "the figure that " in " was made for: a PMX, for a VMD"), {   \
        .name = "--rest", .value = "auto|t|corrected|first|bind",                                  \
        .help = "whether the rest pose of " in                                                     \
                " is taken for the T-pose (t), its arms and legs are brought to it (corrected), "  \
                "the first frame is it (first), or the bind pose of the mesh is taken (bind). "    \
                "Default auto: the bind pose if there is one, else the rest pose; limbs more "     \
                "than 15 degrees off are brought to the T-pose, and where it is no person, the "   \
                "frame nearest to standing takes its place",                                       \
        CLI_ONE_OF("auto", "t", "corrected", "first", "bind")                                      \
    }
#define MOTION_FEET_OPTION(usual)                                                                  \
    {                                                                                              \
        .name = "--feet", .value = "auto|hold|free",                                               \
        .help = "whether feet are held where they rest in the source: clear contacts of " usual    \
                " (auto), short ones and those of every motion too (hold), or none (free). "       \
                "Default auto",                                                                    \
        CLI_ONE_OF("auto", "hold", "free")                                                         \
    }
#define MOTION_REMOVE_ROOT_ADVICE "to remove root motion, use --remove-root-motion"
#define MOTION_REMOVE_ROOT_OPTION                                                                  \
    CLI_FLAG("--remove-root-motion",                                                               \
             "remove root translation (animate in place); sway and turning stay")
/* For commands that overwrite no file. */
#define MOTION_NO_IN_PLACE_OPTION                                                                  \
    { .name = "--in-place", .advice = MOTION_REMOVE_ROOT_ADVICE }

#define MOTION_ROOT_OPTION(text)                                                                   \
    CLI_FLAG("--root-motion",                                                                      \
             "move root translation and turning from the hips to the root node" text)

/* Reads the options above from the command line. */
ConvertOptions motion_options(const cli_Args* args);

/* The same for a clip that is played, every frame of which counts. */
ConvertOptions motion_clip_options(const cli_Args* args);

/* Leaves out no key. */
void motion_keep_frames(ConvertOptions* options);

/* Whether there are options that only motion of other programs has. */
bool motion_has_reading(const ConvertOptions* options);

/* CLI_OK, or CLI_USAGE after saying that there are options for a clip without one. */
int motion_check_options(const cli_Args* args, const ConvertOptions* options, bool has_clip);

#endif
