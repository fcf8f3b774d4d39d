/* SPDX-License-Identifier: MIT */
/* vrm serve --live: messages of the control protocol (docs/reference/control.md) as tools and
 * operations. They are checked here by the code of `vrm live --control`, and carried out by a
 * running `vrm live`, which has the page, the window and the folders of --files. */
#ifndef CLI_SERVE_LIVE_H
#define CLI_SERVE_LIVE_H

#include "serve/serve_rpc.h"

typedef struct serve_Live serve_Live;

/* `path` is that of the socket; `timeout_s` limits the wait for an answer. Before the sandbox is
 * entered. CLI_OK, or the status after printing the error. */
int serve_live_open(const char* path, int timeout_s, serve_Live** out);
/* NULL is fine. */
void serve_live_close(serve_Live* live);

/* Whether a tool or operation has this name: that of a message, or of the tool that waits for
 * events. */
bool serve_live_knows(const char* name);

/* Writes each of them as an object with name, description and the schema of its arguments, under
 * the key. */
void serve_live_put_tools(vrm_JsonBuilder* out, const char* schema_key);

/* The error of a message that was refused. */
typedef struct serve_LiveError {
    char code[16]; /* of the protocol; "": none */
    char message[320];
} serve_LiveError;

/* Sends the message with the members that `path` of the call has ("": the params), and waits for
 * its answer. Writes members to `out`: `answer`, and `events` that have come. An answer that is an
 * error is written, too. Returns false with an error of the call recorded if there is none. */
bool serve_live_ask(serve_Live* live, serve_Call* call, const char* name, const char* path,
                    vrm_JsonBuilder* out, serve_LiveError* out_error);

#endif
