/* SPDX-License-Identifier: MIT */
/* What a streamed response says. The server keeps the connections; a source has one reader for
 * each, which is asked for bytes whenever its connection can take some. A reader sends a state, not
 * a queue: it remembers what it has sent and gets what is newer, so that a slow client costs no
 * memory and is never far behind. */
#ifndef CLI_VIEW_STREAM_H
#define CLI_VIEW_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct view_Source {
    const char* name;       /* its address below the token */
    const char* media_type; /* of the response */
    void* ctx;              /* passed to open() and end() */

    /* Creates a reader for a new connection. `last_id` is the Last-Event-ID header; may be NULL.
     * NULL without memory. */
    void* (*open)(void* ctx, const char* last_id);
    /* Copies what is to be sent next to `buffer` and returns its size; 0: nothing now, -1: the
     * stream is over. */
    int64_t (*next)(void* reader, double now_s, char* buffer, size_t room);
    /* Whether next() has something. */
    bool (*has_news)(const void* reader, double now_s);
    /* Ends the stream of a reader, because another client needs the connection. NULL: readers
     * stay, and a client that would be one too many gets status 503. */
    void (*dismiss)(void* reader);
    void (*close)(void* reader);
    /* Ends the streams of all readers. */
    void (*end)(void* ctx);
} view_Source;

#endif
