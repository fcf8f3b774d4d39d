/* SPDX-License-Identifier: MIT */
/* vrm serve: what serve_client.c asks of the system. */
#ifndef CLI_SERVE_PRESENCE_H
#define CLI_SERVE_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum serve_Presence {
    SERVE_PRESENT,
    SERVE_INPUT_ENDED, /* nothing more will be asked */
    SERVE_NO_READER    /* no answer can be given */
} serve_Presence;

/* Waits until the client at standard input and output is no longer present, or for a while. A file
 * or a terminal is always present. */
serve_Presence serve_await_absence(void);

int64_t serve_now_ms(void);
void serve_sleep_ms(int32_t ms);

/* A thread that lasts as long as the process. False when there is none. */
bool serve_start_thread(void (*run)(void* ctx), void* ctx);

/* Ends the process as SIGTERM does: the file that is being written is removed. */
void serve_end_process(void);

#endif
