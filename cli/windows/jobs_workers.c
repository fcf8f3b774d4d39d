/* SPDX-License-Identifier: MIT */
/* Windows cannot fork a prepared process: files are worked on one after the other. */
#include "jobs_workers.h"

#include <windows.h>

int jobs_run(const cli_Args* args, cli_Work* work, cli_Progress* progress) {
    return jobs_run_here(args, work, progress);
}

bool jobs_send(struct cli_Handover* handover, const void* bytes, size_t size) {
    (void)handover;
    (void)bytes;
    (void)size;
    return false; /* there is no worker that could ask */
}

int jobs_core_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    int count = (int)info.dwNumberOfProcessors;
    return count < 1 ? 1 : count > CLI_JOBS_MAX ? CLI_JOBS_MAX : count;
}
