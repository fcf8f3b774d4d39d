/* SPDX-License-Identifier: MIT */
/* The processes behind --jobs, by the means of the system. */
#ifndef CLI_JOBS_WORKERS_H
#define CLI_JOBS_WORKERS_H

#include "jobs/work.h"
#include "words/args.h"
#include "words/progress.h"

/* Whether the system can fork a prepared process; without that nothing below is called. */
bool jobs_has_workers(void);

/* Works on all files in args->jobs processes; returns the worst status. */
int jobs_run(const cli_Args* args, cli_Work* work, cli_Progress* progress);

/* In a worker: keeps what it hands over for the file at hand. False when there is no memory. */
bool jobs_send(struct cli_Handover* handover, const void* bytes, size_t size);

#endif
