/* SPDX-License-Identifier: MIT */
/* Recorded packets of trackers, as `vrm receive --record-packets` writes and `--replay` reads them:
 * lines of JSON, so that a user can look into a recording and send it.
 *
 *   {"format":"vrm-packets","version":1}
 *   {"t":0.016667,"from":"openseeface","data":"BASE64"}
 *
 * `t` is in seconds since the recording began and does not go back. `from` names the protocol.
 * Other members and blank lines are ignored. The format is described in docs/reference/trackers.md.
 *
 * Reading streams: memory does not grow with the file. */
#ifndef CLI_PACKETS_H
#define CLI_PACKETS_H

#include "vrm/base.h"

#include <stdio.h>

#define PACKETS_DATA_MAX 1048576 /* bytes of a packet: what a line of landmarks can have */
#define PACKETS_NAME_MAX 31      /* bytes of `from` */
#define PACKETS_TIME_MAX 1e9     /* seconds */

/* A packet of a recording. */
typedef struct Packet {
    double time_s;
    int64_t line;                    /* where it stands in the file, from 1, for messages */
    char from[PACKETS_NAME_MAX + 1]; /* lower case letters, digits, "-" */
    const uint8_t* data;             /* valid until the next packet is read */
    size_t size;
} Packet;

/* ---- Read ---- */

typedef struct PacketReader PacketReader;

typedef enum PacketStep {
    PACKETS_READ, /* there is a packet */
    PACKETS_END,  /* there are no more */
    PACKETS_BAD   /* packets_error() says why; every further call returns the same */
} PacketStep;

/* Reads from an open file, which the caller closes after the reader. NULL: no memory. */
PacketReader* packets_open(FILE* file);
void packets_close(PacketReader* reader); /* may be NULL */

/* Reads the next packet; the header is read and checked with the first. */
PacketStep packets_next(PacketReader* reader, Packet* out);

/* One sentence, such as "line 3: ...", that may hold bytes of the file: print it by
 * cli_put_text(). "" before PACKETS_BAD. */
const char* packets_error(const PacketReader* reader);

/* ---- Write ---- */

/* Both return false if the file could not be written; errno says why. The header is flushed: where
 * nothing can be written, this is known before the first packet. */
bool packets_write_header(FILE* file);
/* `from` must be a name as in Packet, `size` at most PACKETS_DATA_MAX. */
bool packets_write(FILE* file, double time_s, const char* from, const void* data, size_t size);

#endif
