/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

/* A bar on standard error with the time left, when that is a terminal and the work takes longer
 * than half a second. */
typedef struct cli_Progress {
    bool may_draw, is_drawn;
    double start_s, drawn_s;
} cli_Progress;

cli_Progress cli_progress_begin(bool is_quiet);
void cli_progress_show(cli_Progress* progress, int done, int total);
/* Removes the bar, so that lines can be printed; it may be shown again. */
void cli_progress_end(cli_Progress* progress);

/* "35 s", "2 min 05 s", "1 h 02 min". */
enum { CLI_DURATION_ROOM = 32 };
void cli_format_duration(double seconds, char out[CLI_DURATION_ROOM]);

#endif
