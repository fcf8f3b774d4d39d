/* SPDX-License-Identifier: MIT */
/* input_wire.h for Windows, where there is no such wire yet. */
#include "files/input_wire.h"

#include "words/args.h"

#include <stddef.h>

int input_wire_open(const InputWireDef* def, InputWire** out) {
    *out = NULL;
    return cli_usage_error(def->command, "%s %s: not on Windows", def->option, def->path);
}

void input_wire_close(InputWire* wire) {
    (void)wire;
}

bool input_wire_is_stored(const InputWire* wire) {
    (void)wire;
    return false;
}

int32_t input_wire_read(InputWire* wire, uint8_t* out, int32_t size) {
    (void)wire, (void)out, (void)size;
    return -1;
}

int32_t input_wire_read_some(InputWire* wire, uint8_t* out, int32_t size) {
    (void)wire, (void)out, (void)size;
    return -1;
}

bool input_wire_was_left(InputWire* wire) {
    (void)wire;
    return false;
}

bool input_wire_wait(const InputWire* wire, int32_t milliseconds) {
    (void)wire, (void)milliseconds;
    return false;
}
