/* SPDX-License-Identifier: MIT */
/* pcm_wire.h for Windows, where there is no such wire yet. */
#include "live/pcm_wire.h"

#include "words/args.h"

#include <stddef.h>

int pcm_wire_open(const char* path, bool waits, PcmWire** out) {
    (void)waits;
    *out = NULL;
    return cli_usage_error("live", "--pcm %s: not on Windows", path);
}

void pcm_wire_close(PcmWire* wire) {
    (void)wire;
}

bool pcm_wire_is_stored(const PcmWire* wire) {
    (void)wire;
    return false;
}

int32_t pcm_wire_read(PcmWire* wire, uint8_t* out, int32_t size) {
    (void)wire, (void)out, (void)size;
    return -1;
}
