/* SPDX-License-Identifier: MIT */
/* How clients of the control protocol reach it: standard input and output, or a UNIX socket.
 * Nothing here waits. */
#ifndef CLI_CONTROL_WIRE_H
#define CLI_CONTROL_WIRE_H

#include "control/control.h"

typedef struct control_Wire control_Wire;

/* Room for a sentence about what went wrong. */
enum { CONTROL_WIRE_ERROR_ROOM = 256 };

/* "-" is standard input and output; everything else the path of a socket that is made, for this
 * user alone, in place of one that nobody listens at. Before the sandbox is entered. CLI_OK, or a
 * status with a sentence in `error`. */
int control_wire_open(const char* where, char error[CONTROL_WIRE_ERROR_ROOM], control_Wire** out);
/* Whether it is a socket, for cli_Needs.serves. */
bool control_wire_listens(const control_Wire* wire);
/* Ends all connections, before their control is destroyed; the next step may have another one. */
void control_wire_hang_up(control_Wire* wire);
/* Removes the file of the socket, unless another program has put its own in its place. Outside of a
 * sandbox. */
void control_wire_remove(const control_Wire* wire);
/* Before the control is destroyed; NULL is fine. */
void control_wire_close(control_Wire* wire);

/* Once a frame: takes clients in, reads what has come and writes what waits. Returns false once
 * standard input has ended and nothing is left to be said, or nobody reads standard output. */
bool control_wire_step(control_Wire* wire, control_Control* control);
/* Whether standard output could not be written to, which was printed; false for NULL. */
bool control_wire_has_failed(const control_Wire* wire);
/* Writes what waits. */
void control_wire_flush(control_Wire* wire);

#endif
