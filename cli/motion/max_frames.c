/* SPDX-License-Identifier: MIT */
#include "motion/max_frames.h"

#include "words/args.h"
#include "words/output.h"

int motion_parse_max_frames(const char* command, const char* text, int32_t* out) {
    *out = MOTION_FRAMES_DEFAULT;
    if (text == NULL) return CLI_OK;
    if (cli_parse_count(text, out) && *out >= 1 && *out <= MOTION_FRAMES_MOST) return CLI_OK;
    return cli_usage_error(command, "--max-frames must be a number from 1 to %d",
                           MOTION_FRAMES_MOST);
}

int motion_too_long(const char* command, const char* path, double frames, int32_t max_frames) {
    return cli_limit_error(command, path, MOTION_TOO_LONG, frames, (int)max_frames, frames);
}
