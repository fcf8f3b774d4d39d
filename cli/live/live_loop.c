/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "live/live_loop.h"

#include "words/interrupt.h"

#include <math.h>
#include <signal.h>
#include <time.h>

/* ---- The clock ---- */

/* A second Ctrl-C ends the program at once: it may wait for a reader of its output. */
void live_catch_signals(void) {
    cli_catch_interrupts(CLI_INTERRUPT_STOPS);
#ifdef SIGPIPE
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
#endif
}

bool live_is_interrupted(void) {
    return cli_is_interrupted();
}

double live_now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A signal ends the sleep early. */
static void sleep_until(double time_s) {
    double left = time_s - live_now_s();
    if (left <= 0.0) return;
    if (left > 1.0) left = 1.0; /* a clock that was set */
    nanosleep(&(struct timespec){.tv_nsec = (long)(left * 999999999.0)}, NULL);
}

/* ---- The loop ---- */

bool live_loop_plug(LiveLoop* loop, LivePlug plug) {
    if (loop->plug_count == LIVE_PLUGS_MAX) return false;
    loop->plugs[loop->plug_count++] = plug;
    return true;
}

static bool run_frame(const LiveLoop* loop, LiveAvatar* live, const LiveFrame* frame) {
    bool goes_on = true;
    for (int p = 0; p < loop->plug_count; p++)
        if (loop->plugs[p].feed != NULL)
            goes_on &= loop->plugs[p].feed(loop->plugs[p].ctx, live, frame);
    live_avatar_act(live, frame->time_s);
    for (int p = 0; p < loop->plug_count; p++)
        if (loop->plugs[p].pose != NULL)
            goes_on &= loop->plugs[p].pose(loop->plugs[p].ctx, live, frame);
    live_avatar_move(live, frame->dt);
    for (int p = 0; p < loop->plug_count; p++)
        if (loop->plugs[p].show != NULL)
            goes_on &= loop->plugs[p].show(loop->plugs[p].ctx, live, frame);
    return goes_on;
}

enum { WAITS_A_FRAME = 4 }; /* turns of each, where several plugs answer others between frames */

/* Lets the plugs that answer others do so, and sleeps. */
static void wait_until(const LiveLoop* loop, double due_s) {
    int count = 0;
    for (int p = 0; p < loop->plug_count; p++) count += loop->plugs[p].wait != NULL;
    double turn_s = count > 1 ? 1.0 / (loop->fps * WAITS_A_FRAME * count) : due_s;
    for (int p = 0; p < loop->plug_count; p++) {
        double now_s = live_now_s();
        if (loop->plugs[p].wait != NULL && now_s < due_s)
            loop->plugs[p].wait(loop->plugs[p].ctx, fmin(now_s + turn_s, due_s));
    }
    /* What is left is less than the plugs can wait for, or none wants the time. */
    if (count == 0 || due_s - live_now_s() < 0.002) sleep_until(due_s);
}

/* Waits for the frame after `last`; returns it, or a later one when its time is over. The last one
 * before `end` is never left out: it is where the avatar stays, and it fills up what came late. */
static int64_t next_frame(const LiveLoop* loop, double begin_s, int64_t last, int64_t end) {
    if (loop->hurries) return last + 1;
    double due_s = begin_s + (double)(last + 1) / loop->fps;
    while (live_now_s() < due_s && !live_is_interrupted()) wait_until(loop, due_s);
    int64_t present = (int64_t)floor((live_now_s() - begin_s) * loop->fps);
    if (present >= end) present = end - 1;
    return present > last ? present : last + 1;
}

int64_t live_loop_run(const LiveLoop* loop, LiveAvatar* live) {
    LiveFrame frame = {.passed = 1, .now_s = live_now_s()};
    double begin_s = frame.now_s;
    int64_t count = 0;
    /* A frame at the end itself, as 60 of the first second, is not shown. */
    int64_t end =
        isinf(loop->seconds) ? INT64_MAX : (int64_t)ceil(loop->seconds * loop->fps - 1e-6);
    while (frame.index < end && !live_is_interrupted()) {
        count++;
        if (!run_frame(loop, live, &frame)) break;
        int64_t index = next_frame(loop, begin_s, frame.index, end);
        frame.passed = index - frame.index;
        frame.index = index;
        frame.time_s = (double)index / loop->fps;
        frame.dt = (double)frame.passed / loop->fps;
        frame.now_s = live_now_s();
    }
    return count;
}
