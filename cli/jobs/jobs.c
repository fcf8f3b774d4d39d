/* SPDX-License-Identifier: MIT */
#include "jobs/jobs.h"

#include "jobs/jobs_workers.h"
#include "words/args.h"
#include "words/progress.h"
#include "words/terminal_color.h"

#include <stdlib.h>

void cli_hand_over(const cli_Work* work, const char* file, const void* bytes, size_t size) {
    if (work->handover == NULL)
        work->take(work->ctx, file, bytes, size);
    else if (!jobs_send(work->handover, bytes, size))
        _Exit(CLI_FAILED); /* the parent reports the file as lost */
}

static int run_here(const cli_Args* args, cli_Work* work, cli_Progress* progress) {
    int status = args->status;
    /* The bar stays while a file is worked on, and is cleared before that file's lines are printed:
     * they wait in a buffer. It is ours because C libraries may ignore a size without one. */
    static char lines[1 << 20];
    if (progress->may_draw) setvbuf(stdout, lines, _IOFBF, sizeof lines);
    for (int i = 0; i < args->file_count; i++) {
        cli_progress_show(progress, i, args->file_count);
        int file_status = work->run(args->files[i], work->ctx);
        if (file_status > status) status = file_status;
        cli_progress_end(progress);
        if (progress->may_draw) fflush(stdout);
        if (ferror(stdout)) return CLI_FAILED;
    }
    return status;
}

int cli_each_file(const cli_Args* args, cli_Work* work) {
    work->handover = NULL;
    cli_Progress progress = cli_progress_begin(work->is_quiet || args->file_count < 2);
    cli_settle_colors(); /* a worker's standard output is a pipe */
    return args->jobs > 0 && jobs_has_workers() ? jobs_run(args, work, &progress)
                                                : run_here(args, work, &progress);
}
