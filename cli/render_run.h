/* SPDX-License-Identifier: MIT */
#ifndef CLI_RENDER_RUN_H
#define CLI_RENDER_RUN_H

/* All of vrm render; returns the exit status. */
int render_run(int argc, char** argv);

#endif
