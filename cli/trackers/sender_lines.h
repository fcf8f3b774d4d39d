/* SPDX-License-Identifier: MIT */
/* A sender that writes lines to a pipe, or wrote them to a file, in place of packets: MediaPipe. */
#ifndef CLI_SENDER_LINES_H
#define CLI_SENDER_LINES_H

#include "files/input_wire.h"

#include <stddef.h>

typedef struct SenderLines SenderLines;

/* Returns CLI_OK, or a status after printing why. */
int sender_lines_open(const InputWireDef* def, SenderLines** out);
void sender_lines_close(SenderLines* lines); /* NULL is fine */

/* Lets bytes of some lines be read, as many as a frame has time for. */
void sender_lines_begin(SenderLines* lines);
/* The next line, without its end, until the next call; "" for one that is too long. NULL: none has
 * come, or enough was read since sender_lines_begin(). */
const char* sender_lines_next(SenderLines* lines, size_t* out_size);

/* All lines are there already. */
bool sender_lines_are_stored(const SenderLines* lines);
/* All lines were taken, and there will be no more. */
bool sender_lines_have_ended(const SenderLines* lines);
/* As input_wire_wait(). */
bool sender_lines_wait(const SenderLines* lines, int32_t milliseconds);

#endif
