/* SPDX-License-Identifier: MIT */
/* Signals, clocks and the environment of posix.h. */
#include "windows/posix.h"
#include "windows/utf16.h"

#include <stdbool.h>

#undef signal
#undef fflush

#define TICKS_PER_S  10000000 /* of 100 ns */
#define EPOCH_1601_S 11644473600

typedef void Handler(int number);

static bool ignores_pipes;

/* Ctrl-C arrives as SIGINT, on a thread of its own; closing the console as SIGBREAK. Others are
 * never sent. */
void (*posix_signal(int number, void (*handler)(int number)))(int number) {
    if (number == SIGHUP) number = SIGBREAK;
    if (number == SIGPIPE) ignores_pipes = handler == SIG_IGN;
    return number == SIGPIPE ? SIG_DFL : signal(number, handler);
}

int posix_fflush(FILE* file) {
    int result = fflush(file);
    unsigned long cause = _doserrno; /* of the last call that failed, perhaps an earlier one */
    bool is_gone =
        cause == ERROR_NO_DATA || cause == ERROR_BROKEN_PIPE || cause == ERROR_PIPE_NOT_CONNECTED;
    if ((result != 0 || (file != NULL && ferror(file))) && is_gone && !ignores_pipes)
        _exit(128 + SIGPIPE);
    return result;
}

int posix_sigaction(int number, const struct sigaction* action, struct sigaction* old) {
    Handler* before = posix_signal(number, action != NULL ? action->sa_handler : SIG_DFL);
    if (before == SIG_ERR) return -1;
    if (action == NULL) posix_signal(number, before);
    if (old != NULL) old->sa_handler = before;
    return 0;
}

int posix_clock_gettime(int clock, struct timespec* out) {
    if (clock == CLOCK_MONOTONIC) {
        LARGE_INTEGER count, frequency;
        QueryPerformanceFrequency(&frequency);
        QueryPerformanceCounter(&count);
        out->tv_sec = (time_t)(count.QuadPart / frequency.QuadPart);
        out->tv_nsec =
            (long)(count.QuadPart % frequency.QuadPart * 1000000000 / frequency.QuadPart);
        return 0;
    }
    FILETIME time;
    GetSystemTimeAsFileTime(&time);
    uint64_t ticks = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
    out->tv_sec = (time_t)(ticks / TICKS_PER_S) - (time_t)EPOCH_1601_S;
    out->tv_nsec = (long)(ticks % TICKS_PER_S * 100);
    return 0;
}

long posix_sysconf(int name) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return name == _SC_NPROCESSORS_ONLN ? (long)info.dwNumberOfProcessors : -1;
}

int posix_setenv(const char* name, const char* value, int overwrites) {
    if (!overwrites && getenv(name) != NULL) return 0;
    return _putenv_s(name, value) == 0 ? 0 : -1;
}
