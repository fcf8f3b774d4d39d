/* SPDX-License-Identifier: MIT */
/* Many files, one after the other or several at a time (--jobs N). With more than one job each file
 * is worked on in a child process, so that a crash costs that file alone; what the processes print
 * appears in the order of the files, as if there were one. */
#ifndef CLI_JOBS_H
#define CLI_JOBS_H

#include "jobs/work.h"
#include "words/args.h"

/* Runs the work for every file, with a progress bar on standard error when that is a terminal and
 * the work takes long; returns the worst status. Changes that `run` makes to `ctx` stay in its
 * process: results leave it by cli_hand_over() alone. */
int cli_each_file(const cli_Args* args, cli_Work* work);

/* From `run`, at most once for each file. */
void cli_hand_over(const cli_Work* work, const char* file, const void* bytes, size_t size);

#endif
