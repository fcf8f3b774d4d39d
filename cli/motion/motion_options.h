/* SPDX-License-Identifier: MIT */
/* Options for reading motion files and fitting them to an avatar: the same in all commands that
 * play a clip. */
#ifndef VRM_CLI_MOTION_OPTIONS_H
#define VRM_CLI_MOTION_OPTIONS_H

#include "motion/convert_options.h"
#include "words/args.h"

/* Rows of a command's table; `in` is the name of the file in the help. */
#define MOTION_READING_OPTIONS(in)                                                                 \
    CLI_VALUE("--take", "NAME",                                                                    \
              "Animation to use if " in                                                            \
              " has several: its name, or #N for the N-th. Default: the first that moves."),       \
        CLI_VALUE("--map", "FILE",                                                                 \
                  "File with lines JOINT = BONE and MORPH = EXPRESSION, applied before joints "    \
                  "and morphs are recognised by name; - leaves one out."),                         \
        CLI_VALUE("--model", "FILE", "PMX model that " in " was made for; VMD only."),             \
        {.name = "--rest",                                                                         \
         .value = "auto|t|corrected|first|bind",                                                   \
         .help =                                                                                   \
             "Rest pose of " in                                                                    \
             ". t: the rest pose of the file is the T-pose. corrected: the same, with arms and "   \
             "legs moved to the T-pose. first: the first frame is the T-pose. bind: the bind "     \
             "pose of the mesh. auto (default): the bind pose if there is one, otherwise the "     \
             "rest pose; limbs more than 15 degrees off are moved to the T-pose. If neither "      \
             "looks like a person, the rest pose is estimated from the motion.",                   \
         CLI_ONE_OF("auto", "t", "corrected", "first", "bind")},                                   \
        CLI_VALUE(                                                                                 \
            "--rest-file", "FILE",                                                                 \
            "Motion file of the same rig that has the rest pose of " in                            \
            ". Uses its first frame, bind pose or rest pose, whichever is nearest to the T-pose, " \
            "or the one that --rest names (first, bind). Joints are matched by name."),            \
        {.name = "--points",                                                                       \
         .value = "auto|humanml3d|smpl24|mediapipe|coco",                                          \
         .help = "Joints of an array of positions: HumanML3D (22), SMPL (24), world landmarks of " \
                 "MediaPipe (33) or COCO (17). Further joints are ignored. auto (default): by "    \
                 "the number of joints.",                                                          \
         CLI_ONE_OF("auto", "humanml3d", "smpl24", "mediapipe", "coco")},                          \
        CLI_VALUE("--source-fps", "N",                                                             \
                  "Frames per second of " in                                                       \
                  " if it does not state them (SMPL, joint positions), 0.1 to 10000. Default: 20 " \
                  "for HumanML3D, otherwise 30.")
#define MOTION_CONTACT_OPTIONS(motions)                                                            \
    {.name = "--feet",                                                                             \
     .value = "auto|hold|free",                                                                    \
     .help = "Hold feet in place during contacts: clear contacts of " motions                      \
             " (auto), all contacts of any motion (hold), or none (free). Default: auto.",         \
     CLI_ONE_OF("auto", "hold", "free")},                                                          \
        {.name = "--hands",                                                                        \
         .value = "auto|hold|free",                                                                \
         .help = "Hold hands on the ground, together, or on hips or thighs, as --feet does. "      \
                 "Default: auto.",                                                                 \
         CLI_ONE_OF("auto", "hold", "free")},                                                      \
        {.name = "--knees",                                                                        \
         .value = "auto|hold|free",                                                                \
         .help = "Hold knees on the ground, as --feet does. Default: auto.",                       \
         CLI_ONE_OF("auto", "hold", "free")},                                                      \
        CLI_VALUE("--seat", "auto|METRES",                                                         \
                  "Height of the seat (m above the ground), 0.05 to 2, for motion that sits: "     \
                  "hips are moved to it, feet stay on the ground. auto (default): the seat of "    \
                  "the motion, scaled with the avatar's legs.")
#define MOTION_MAX_FRAMES_HELP                                                                     \
    "Maximum number of frames. Default: 131072 (36 minutes at 60 per second)."
#define MOTION_TOLERANCE_HELP                                                                      \
    "Largest error of removed keys: degrees, metres, weights. Default: 0.1,0.0005,0.002."
#define MOTION_REMOVE_ROOT_ADVICE "to remove root motion, use --remove-root-motion"
#define MOTION_REMOVE_ROOT_OPTION                                                                  \
    CLI_FLAG("--remove-root-motion",                                                               \
             "Remove root translation (animate in place). Sway and turning stay.")
/* For commands that overwrite no file. */
#define MOTION_NO_IN_PLACE_OPTION                                                                  \
    { .name = "--in-place", .advice = MOTION_REMOVE_ROOT_ADVICE }

#define MOTION_ROOT_OPTION(text)                                                                   \
    CLI_FLAG("--root-motion",                                                                      \
             "Move root translation and turning from the hips to the root node" text)

/* Reads the options above from the command line. */
ConvertOptions motion_options(const cli_Args* args);

/* The same for a clip that is played: all frames are kept. */
ConvertOptions motion_clip_options(const cli_Args* args);

/* Sets the tolerances to 0: no key is removed. */
void motion_keep_frames(ConvertOptions* options);

/* Reads --source-fps and --seat. Returns CLI_OK, or CLI_USAGE after a message. */
int motion_parse_numbers(ConvertOptions* options);

/* Writes the options that were given and apply to motion files only: "--map, --rest and --take".
 * Returns their number. */
int motion_reading_names(const ConvertOptions* options, char* out, size_t size);

/* Returns true if there is such an option. */
bool motion_has_reading(const ConvertOptions* options);

/* Reads the rest of the options. Returns CLI_OK, or CLI_USAGE after a message if one is wrong, or
 * if options for a clip were given without a clip. */
int motion_check_options(const cli_Args* args, ConvertOptions* options, bool has_clip);

#endif
