/* SPDX-License-Identifier: MIT */
/* control_wire.h for Windows, where the protocol has no wire yet. */
#include "control/control_wire.h"

#include "words/args.h"

int control_wire_open(const char* command, const char* where, control_Wire** out) {
    *out = NULL;
    return cli_usage_error(command, "--control %s: not on Windows", where);
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
