/* SPDX-License-Identifier: MIT */
#ifndef CLI_RENDER_RUN_H
#define CLI_RENDER_RUN_H

#include "words/args.h"

/* All of vrm render; returns the exit status. */
int render_run(cli_Args* args);

#endif
