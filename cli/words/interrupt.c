/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "words/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t is_interrupted;

static void remember(int signal_number) {
    (void)signal_number;
    is_interrupted = 1;
}

static void remember_once(int signal_number) {
    if (is_interrupted != 0) {
        (void)signal(signal_number, SIG_DFL);
        (void)raise(signal_number);
    }
    is_interrupted = 1;
}

/* A shell lets its background jobs ignore Ctrl-C; who sends it to them by name means it. */
void cli_catch_interrupts(cli_Interrupt how) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction saves = {.sa_handler = remember, .sa_flags = SA_RESTART};
    struct sigaction stops = {.sa_handler = remember_once};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old;
        bool is_ignored = sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN;
        if (!is_ignored || numbers[i] == SIGINT)
            sigaction(numbers[i], how == CLI_INTERRUPT_SAVES ? &saves : &stops, NULL);
    }
}

bool cli_is_interrupted(void) {
    return is_interrupted != 0;
}
