/* SPDX-License-Identifier: MIT */
/* Where the sound of --pcm comes from: bytes as they arrive. */
#ifndef CLI_PCM_WIRE_H
#define CLI_PCM_WIRE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct PcmWire PcmWire;

/* `path`: a file, a named pipe, whose writers may come and go, or - for standard input. `waits`:
 * reading waits for bytes. Returns CLI_OK, or a status after printing why. */
int pcm_wire_open(const char* path, bool waits, PcmWire** out);
void pcm_wire_close(PcmWire* wire); /* NULL is fine */

/* Whether all of the sound is there already, as in a file. */
bool pcm_wire_is_stored(const PcmWire* wire);

/* Reads at most `size` bytes, and with `waits` fewer only at the end. 0: none now; -1: there will
 * be no more. */
int32_t pcm_wire_read(PcmWire* wire, uint8_t* out, int32_t size);

#endif
