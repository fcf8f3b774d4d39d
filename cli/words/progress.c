/* SPDX-License-Identifier: MIT */
/* A bar on standard error for work that takes long, with the time that is left. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "words/progress.h"

#include "words/terminal.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void cli_format_duration(double seconds, char out[CLI_DURATION_ROOM]) {
    long whole = seconds > 0.0 && seconds < 1e8 ? (long)(seconds + 0.5) : 0;
    if (whole < 60)
        snprintf(out, CLI_DURATION_ROOM, "%ld s", whole);
    else if (whole < 3600)
        snprintf(out, CLI_DURATION_ROOM, "%ld min %02ld s", whole / 60, whole % 60);
    else
        snprintf(out, CLI_DURATION_ROOM, "%ld h %02ld min", whole / 3600, whole % 3600 / 60);
}

/* What is printed next goes over the bar. In a narrow terminal it is shorter, then the time is left
 * out, then there is nothing: a line that is too long would wrap, and be drawn below itself each
 * time. The last column stays free, since some terminals wrap when it is filled. */
static void draw(int done, int total, double elapsed_s) {
    enum { WIDTH = 30, LEAST = 5 };
    char bar[WIDTH + 4] = "", counts[32], left[CLI_DURATION_ROOM],
                     time[CLI_DURATION_ROOM + 16] = "";
    int room = cli_terminal_columns() - 1;
    snprintf(counts, sizeof counts, "%d/%d", done, total);
    if (done > 0 && done < total) {
        cli_format_duration(elapsed_s * (total - done) / done, left);
        snprintf(time, sizeof time, ", about %s left", left);
    }
    room -= (int)strlen(counts);
    if (room < (int)strlen(time)) time[0] = 0;
    int width = room - (int)strlen(time) - 3; /* brackets and a blank */
    if (width > WIDTH) width = WIDTH;
    if (width >= LEAST) {
        int filled = (int)((int64_t)done * width / total);
        bar[0] = '[';
        for (int i = 0; i < width; i++) bar[1 + i] = i < filled ? '#' : '.';
        memcpy(bar + 1 + width, "] ", 3);
    }
    if (room >= 0) fprintf(stderr, "\r%s%s%s\033[K\r", bar, counts, time);
}

cli_Progress cli_progress_begin(bool is_quiet) {
    cli_Progress progress = {.may_draw = !is_quiet && cli_terminal_redraws()};
    if (progress.may_draw) progress.start_s = now_s();
    return progress;
}

void cli_progress_show(cli_Progress* progress, int done, int total) {
    if (!progress->may_draw || total <= 0) return;
    double now = now_s();
    bool is_short = now - progress->start_s < 0.5;
    bool is_again = progress->is_drawn && now - progress->drawn_s < 0.1;
    if (is_short || is_again) return;
    draw(done, total, now - progress->start_s);
    progress->is_drawn = true;
    progress->drawn_s = now;
}

void cli_progress_end(cli_Progress* progress) {
    if (progress->is_drawn) fputs("\r\033[K", stderr);
    progress->is_drawn = false;
}
