/* SPDX-License-Identifier: MIT */
/* vrm render: the options of the command line, parsed. */
#ifndef CLI_RENDER_OPTIONS_H
#define CLI_RENDER_OPTIONS_H

#include "picture/render_plan.h"

/* An animation's format is its name's; in a folder it is WebP. A .png that moves is an APNG. */
vrm_ImageFormat render_format_of(const char* path, bool is_animated);
/* Not every system has an encoder for WebP. */
bool render_can_write(vrm_ImageFormat format);

/* What every command that draws has: --size, --background, --camera, --orbit and --fov, into a plan
 * that has the defaults. CLI_OK, or CLI_USAGE after printing the error. */
int render_plan_shot(const cli_Args* args, render_Plan* plan);

/* All of vrm render. CLI_OK, or CLI_USAGE after printing the error. */
int render_make_plan(const cli_Args* args, render_Plan* out);

#endif
