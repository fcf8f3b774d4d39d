/* SPDX-License-Identifier: MIT */
/* Windows cannot fork a prepared process: files are worked on one after the other. */
#include "jobs/jobs_workers.h"

bool jobs_has_workers(void) {
    return false;
}

int jobs_run(const cli_Args* args, cli_Work* work, cli_Progress* progress) {
    (void)args, (void)work, (void)progress;
    return CLI_FAILED;
}

bool jobs_send(struct cli_Handover* handover, const void* bytes, size_t size) {
    (void)handover, (void)bytes, (void)size;
    return false;
}
