/* SPDX-License-Identifier: MIT */
/* --max-frames of the commands that run a motion. */
#ifndef VRM_CLI_MAX_FRAMES_H
#define VRM_CLI_MAX_FRAMES_H

#include "motion/motion.h"

/* Parses a number from 1 to MOTION_FRAMES_MOST; NULL is the default. Returns CLI_OK, or the status
 * after a message. */
int motion_parse_max_frames(const char* command, const char* text, int32_t* out);

/* Prints that a motion has too many frames and how to allow them. Returns CLI_INVALID. */
int motion_too_long(const char* command, const char* path, double frames, int32_t max_frames);

#endif
