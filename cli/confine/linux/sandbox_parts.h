/* SPDX-License-Identifier: MIT */
/* The parts of sandbox_linux.c. */
#ifndef CLI_SANDBOX_PARTS_H
#define CLI_SANDBOX_PARTS_H

#include "confine/sandbox.h"

/* Installs the filter of system calls for every thread. NULL, or why it could not be done. The
 * process must have given up new privileges before. */
const char* sandbox_filter_calls(const sandbox_Def* def);

/* Calls `allow` for each path that graphics drivers need, and gives them a folder of our own for
 * compiled shaders. */
typedef void sandbox_AllowFn(void* ctx, const char* path, sandbox_Right right);
void sandbox_allow_drivers(sandbox_AllowFn* allow, void* ctx);

#endif
