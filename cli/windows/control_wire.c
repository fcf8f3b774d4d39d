/* SPDX-License-Identifier: MIT */
/* control_wire.h for Windows, where the protocol has no wire yet. */
#include "control/control_wire.h"

#include "words/status.h"

#include <stdio.h>

int control_wire_open(const char* where, char error[CONTROL_WIRE_ERROR_ROOM], control_Wire** out) {
    (void)where;
    *out = NULL;
    snprintf(error, CONTROL_WIRE_ERROR_ROOM, "not on Windows");
    return CLI_USAGE;
}

void control_wire_hang_up(control_Wire* wire) {
    (void)wire;
}

void control_wire_close(control_Wire* wire) {
    (void)wire;
}

bool control_wire_step(control_Wire* wire, control_Control* control) {
    (void)wire, (void)control;
    return false;
}

void control_wire_flush(control_Wire* wire) {
    (void)wire;
}

bool control_wire_listens(const control_Wire* wire) {
    (void)wire;
    return false;
}

bool control_wire_has_failed(const control_Wire* wire) {
    (void)wire;
    return false;
}
