/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* POLLRDHUP */

#include "serve/serve_presence.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A socket of which one direction is closed; a pipe reports POLLHUP. */
#ifndef POLLRDHUP
#define POLLRDHUP 0
#endif

#define WAIT_MS 1000

typedef struct Start {
    void (*run)(void* ctx);
    void* ctx;
} Start;

serve_Presence serve_await_absence(void) {
    struct pollfd ends[2] = {{STDIN_FILENO, POLLRDHUP, 0}, {STDOUT_FILENO, 0, 0}};
    if (poll(ends, 2, WAIT_MS) <= 0) return SERVE_PRESENT;
    if ((ends[1].revents & (POLLHUP | POLLERR)) != 0) return SERVE_NO_READER;
    return (ends[0].revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0 ? SERVE_INPUT_ENDED
                                                                    : SERVE_PRESENT;
}

int64_t serve_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void serve_sleep_ms(int32_t ms) {
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static void* enter(void* ctx) {
    Start start = *(Start*)ctx;
    free(ctx);
    start.run(start.ctx);
    return NULL;
}

/* Signals that end the process stay with the main thread, whose files their handlers remove. */
bool serve_start_thread(void (*run)(void* ctx), void* ctx) {
    pthread_t thread;
    sigset_t handled, before;
    Start* start = malloc(sizeof *start);
    if (start == NULL) return false;
    *start = (Start){run, ctx};
    sigemptyset(&handled);
    sigaddset(&handled, SIGINT);
    sigaddset(&handled, SIGTERM);
    sigaddset(&handled, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &handled, &before);
    bool is_started = pthread_create(&thread, NULL, enter, start) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_started)
        pthread_detach(thread);
    else
        free(start);
    return is_started;
}

void serve_end_process(void) {
    kill(getpid(), SIGTERM);
}
