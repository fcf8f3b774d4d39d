/* SPDX-License-Identifier: MIT */
/* Writes packets of Open Sound Control 1.0: bundles that are due at once.
 *
 *   OscWriter writer;
 *   osc_begin_bundle(&writer, data, capacity);
 *   if (!osc_write(&writer, address, ",sf", values)) ... it does not fit: send what is there
 */
#ifndef VRM_VMC_OSC_WRITE_H
#define VRM_VMC_OSC_WRITE_H

#include "osc.h"

#define OSC_BUNDLE_HEAD 16u /* bytes of a bundle without messages */

typedef struct OscWriter {
    uint8_t* data;
    size_t capacity, size;
} OscWriter;

/* `capacity` is at least OSC_BUNDLE_HEAD. */
void osc_begin_bundle(OscWriter* writer, void* data, size_t capacity);

/* Adds a message. `types` begins with a comma and has 's', 'f' and 'i' behind it. Returns false,
 * and writes nothing, if it does not fit. */
bool osc_write(OscWriter* writer, const char* address, const char* types, const OscValue* values);

#endif
