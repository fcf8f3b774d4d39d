/* SPDX-License-Identifier: MIT */
/* Open Sound Control 1.0: the messages of a packet, one after the other. Every size is checked
 * against the packet before it is used; bundles in bundles are walked without recursion.
 *
 *   OscReader reader;
 *   OscMessage message;
 *   osc_begin(&reader, data, size);
 *   while (osc_next(&reader, &message)) ...
 *   if (reader.is_faulty) ... some of it was no OSC
 */
#ifndef VRM_VMC_OSC_H
#define VRM_VMC_OSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OSC_PACKET_MAX 65536u /* UDP carries no more */
#define OSC_DEPTH_MAX  8      /* bundles in bundles; senders use one */

typedef struct OscMessage {
    const char* address; /* ends with NUL inside the packet */
    const char* types;   /* behind the comma; "" without arguments */
    const uint8_t* arguments;
    size_t size; /* of the arguments */
} OscMessage;

typedef struct OscReader {
    const uint8_t* data;
    size_t at;
    size_t ends[OSC_DEPTH_MAX]; /* of the open bundles */
    int depth;
    bool is_faulty;
    bool is_single; /* the packet is one message, not read yet */
    size_t size;
} OscReader;

void osc_begin(OscReader* reader, const void* data, size_t size);

/* Returns false at the end. Messages whose arguments do not match their types are skipped as
 * faulty. */
bool osc_next(OscReader* reader, OscMessage* message);

/* The arguments as they are wanted: 's' for text, 'f' for a float (also from i, d, h), 'i' for an
 * int (also from T, F and a whole f). Reads as many as `wanted` has letters; more may follow. False
 * when one is missing or of another type. */
typedef union OscValue {
    const char* s;
    float f;
    int32_t i;
} OscValue;

bool osc_read(const OscMessage* message, const char* wanted, OscValue* out);

#endif
