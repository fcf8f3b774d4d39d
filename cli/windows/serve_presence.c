/* SPDX-License-Identifier: MIT */
/* serve_presence.h for Windows. */
#include "serve/serve_presence.h"

#include "windows/utf16.h"

#include <stdlib.h>

#define WAIT_MS 100

typedef struct Start {
    void (*run)(void* ctx);
    void* ctx;
} Start;

/* Waits itself while the main thread reads: two calls on one pipe follow each other. Whether a pipe
 * that is written to has a reader is known only by writing. */
serve_Presence serve_await_absence(void) {
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    bool has_ended = GetFileType(input) == FILE_TYPE_PIPE &&
                     !PeekNamedPipe(input, NULL, 0, NULL, NULL, NULL) &&
                     GetLastError() == ERROR_BROKEN_PIPE;
    if (!has_ended) Sleep(WAIT_MS);
    return has_ended ? SERVE_INPUT_ENDED : SERVE_PRESENT;
}

int64_t serve_now_ms(void) {
    return (int64_t)GetTickCount64();
}

void serve_sleep_ms(int32_t ms) {
    Sleep((DWORD)ms);
}

static DWORD WINAPI enter(void* ctx) {
    Start start = *(Start*)ctx;
    free(ctx);
    start.run(start.ctx);
    return 0;
}

bool serve_start_thread(void (*run)(void* ctx), void* ctx) {
    Start* start = malloc(sizeof *start);
    if (start == NULL) return false;
    *start = (Start){run, ctx};
    HANDLE thread = CreateThread(NULL, 0, enter, start, 0, NULL);
    if (thread == NULL)
        free(start);
    else
        CloseHandle(thread);
    return thread != NULL;
}

void serve_end_process(void) {
    raise(SIGTERM);
}
