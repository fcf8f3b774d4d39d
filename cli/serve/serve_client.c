/* SPDX-License-Identifier: MIT */
#include "serve/serve_client.h"

#include "serve/serve_presence.h"

#include <stddef.h>

#define WATCH_MS 50

/* When the operation that runs must have ended, if the client was seen absent at `absent_ms`. */
static int64_t end_of_patience(serve_Presence presence, int64_t absent_ms, int64_t started_ms) {
    int64_t from = started_ms > absent_ms ? started_ms : absent_ms;
    return presence == SERVE_NO_READER ? from : from + SERVE_GRACE_MS;
}

static void watch(void* ctx) {
    serve_Client* client = ctx;
    serve_Presence seen = SERVE_PRESENT;
    int64_t absent_ms = 0;
    for (;;) {
        serve_Presence presence = seen == SERVE_NO_READER ? seen : serve_await_absence();
        int64_t now = serve_now_ms(), started = atomic_load(&client->started_ms);
        if (presence == SERVE_PRESENT) continue;
        if (presence != seen) absent_ms = now;
        seen = presence;
        int64_t end = end_of_patience(presence, absent_ms, started);
        if (started != 0 && now >= end) atomic_store(&client->is_unwanted, true);
        if (started != 0 && now >= end + SERVE_LAST_MS &&
            atomic_load(&client->started_ms) == started)
            serve_end_process();
        serve_sleep_ms(WATCH_MS);
    }
}

void serve_client_watch(serve_Client* client) {
    (void)serve_start_thread(watch, client); /* the timeout remains */
}

void serve_client_begin(serve_Client* client) {
    atomic_store(&client->is_unwanted, false);
    atomic_store(&client->started_ms, serve_now_ms());
}

void serve_client_end(serve_Client* client) {
    atomic_store(&client->started_ms, 0);
}

const char* serve_client_objection(serve_Client* client) {
    if (atomic_load(&client->is_unwanted)) return "the client has gone";
    int64_t limit_ms = (int64_t)client->timeout_s * 1000;
    bool is_late = serve_now_ms() - atomic_load(&client->started_ms) > limit_ms;
    return is_late ? "the operation takes longer than --timeout allows" : NULL;
}
