/* SPDX-License-Identifier: MIT */
/* vrm serve: whether somebody still waits for the answer to an operation. A thread watches the two
 * ends of the client while the main thread works. An operation asks between its steps whether it
 * goes on; one that cannot ask, because a single step of it is long, is ended with the process.
 *
 * A client that has closed its end of the input may still read the answer, as a script does that
 * writes all its requests at once. The operation therefore has SERVE_GRACE_MS; the contract of
 * vrm-conformance lets an adapter live for 5 s. */
#ifndef CLI_SERVE_CLIENT_H
#define CLI_SERVE_CLIENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SERVE_GRACE_MS 2500 /* from the end of the input, or the start of the operation */
#define SERVE_LAST_MS  1000 /* from then, or from when nobody reads, to the end of the process */

typedef struct serve_Client {
    int32_t timeout_s;          /* of one operation */
    _Atomic int64_t started_ms; /* of the operation that runs; 0: none does */
    _Atomic bool is_unwanted;   /* the operation shall end: nobody waits for it any more */
} serve_Client;

/* Starts the thread, which lasts as long as the process. Without one only the timeout ends an
 * operation. */
void serve_client_watch(serve_Client* client);

/* Around each operation. */
void serve_client_begin(serve_Client* client);
void serve_client_end(serve_Client* client);

/* Why the operation shall end; NULL: it goes on. */
const char* serve_client_objection(serve_Client* client);

#endif
