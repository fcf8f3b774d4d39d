/* SPDX-License-Identifier: MIT */
/* serve_live_wire.h for Windows, where `vrm live --control` has no socket. */
#include "serve/serve_live_wire.h"

#include "words/args.h"

int serve_live_wire_open(const char* path, serve_LiveWire** out) {
    *out = NULL;
    return cli_usage_error("serve", "--live %s: not on Windows", path);
}

void serve_live_wire_close(serve_LiveWire* wire) {
    (void)wire;
}

bool serve_live_wire_turn(serve_LiveWire* wire, serve_LiveTurn* turn, int64_t until_ms) {
    (void)wire, (void)turn, (void)until_ms;
    return false;
}
