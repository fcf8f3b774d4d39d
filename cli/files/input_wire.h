/* SPDX-License-Identifier: MIT */
/* A pipe or a file as a live input: bytes as they arrive. */
#ifndef CLI_INPUT_WIRE_H
#define CLI_INPUT_WIRE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct InputWire InputWire;

typedef struct InputWireDef {
    const char *command, *option; /* for messages */
    const char* path; /* a file, a named pipe, whose writers may come and go, or - for standard
                         input */
    bool waits;       /* reading waits for bytes; a named pipe then ends with its first writer */
    bool (*is_over)(void); /* nothing is waited for any longer; NULL: never */
} InputWireDef;

/* Returns CLI_OK, or a status after printing why. */
int input_wire_open(const InputWireDef* def, InputWire** out);
void input_wire_close(InputWire* wire); /* NULL is fine */

/* Whether all of it is there already, as in a file. */
bool input_wire_is_stored(const InputWire* wire);

/* Reads at most `size` bytes, and with `waits` fewer only at the end. 0: none now; -1: there will
 * be no more. */
int32_t input_wire_read(InputWire* wire, uint8_t* out, int32_t size);

/* The same, but with `waits` it returns what has arrived as soon as there is something. */
int32_t input_wire_read_some(InputWire* wire, uint8_t* out, int32_t size);

/* Whether the last writer of a named pipe has left, since the last call. */
bool input_wire_was_left(InputWire* wire);

/* Waits until there is something to read, at most `milliseconds`; true when there is. */
bool input_wire_wait(const InputWire* wire, int32_t milliseconds);

#endif
