/* SPDX-License-Identifier: MIT */
/* vrm serve: messages over standard input and output. Two framings carry the same JSON-RPC: headers
 * with a Content-Length before each message (vrm-conformance), or one message on each line (MCP). A
 * message that cannot be read is skipped, so that the next one is read from its beginning. */
#ifndef CLI_SERVE_WIRE_H
#define CLI_SERVE_WIRE_H

#include "vrm/vrm.h"

#include <stdio.h>

typedef enum serve_Framing { SERVE_HEADERS, SERVE_LINES } serve_Framing;

typedef enum serve_Got {
    SERVE_MESSAGE,   /* `text` and `size` are one message */
    SERVE_END,       /* the client has gone; half a message is dropped */
    SERVE_BROKEN,    /* a block of headers without one sound Content-Length */
    SERVE_TOO_LARGE, /* larger than SERVE_MAX_MESSAGE: skipped; with headers, before the next
                      * message is read, since a wrong length may announce bytes that never come */
    SERVE_NO_MEMORY  /* no room for it: skipped */
} serve_Got;

#define SERVE_MAX_MESSAGE ((size_t)16 << 20)

typedef struct serve_Wire {
    FILE *in, *out;
    serve_Framing framing;
    char* text; /* of the last message, terminated */
    size_t size, capacity;
    unsigned long long to_skip; /* bytes before the next header */
} serve_Wire;

/* Waits for the next message. */
serve_Got serve_receive(serve_Wire* wire);

/* Writes one message and flushes it. False when the client no longer reads. */
bool serve_send(serve_Wire* wire, vrm_Span text);

void serve_wire_release(serve_Wire* wire);

#endif
