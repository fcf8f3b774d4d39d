/* SPDX-License-Identifier: MIT */
/* vrm serve --live: the way to the UNIX socket of `vrm live --control`. A process of its own holds
 * the connection: the sandbox, which the server enters, lets nobody connect, and `vrm live` may be
 * started later, or again. It forwards whole lines, and knows no other address.
 *
 * When there is no connection, or no longer, the server reads the line of serve_live_wire_lost.
 * The next line connects again. */
#ifndef CLI_SERVE_LIVE_WIRE_H
#define CLI_SERVE_LIVE_WIRE_H

#include "words/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct serve_LiveWire serve_LiveWire;

/* The member `type` of the line that tells of a lost connection; `message` says why. */
#define SERVE_LIVE_LOST "connection lost"

/* Before the sandbox is entered and the first thread is started. CLI_OK, or the status after
 * printing the error. */
int serve_live_wire_open(const char* path, serve_LiveWire** out);
/* NULL is fine. */
void serve_live_wire_close(serve_LiveWire* wire);

typedef struct serve_LiveTurn {
    const char* send; /* whole lines, at the end */
    size_t send_size; /* 0: nothing */
    char* got;
    size_t got_room;
    size_t sent_size, got_size; /* out */
    bool has_input_ended;       /* in and out: the client of the server will ask nothing more */
} serve_LiveTurn;

/* Sends and reads what can be, and waits for it, or for the end of the input, until serve_now_ms()
 * is `until_ms`; a time that is over does not wait. Returns false if the client of the server, or
 * the process, has gone. */
bool serve_live_wire_turn(serve_LiveWire* wire, serve_LiveTurn* turn, int64_t until_ms);

#endif
