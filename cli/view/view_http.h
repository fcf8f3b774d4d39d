/* SPDX-License-Identifier: MIT */
/* The server of vrm view: libmicrohttpd on the loopback device, driven by its caller. One thread,
 * so that nothing here needs a lock. */
#ifndef CLI_VIEW_HTTP_H
#define CLI_VIEW_HTTP_H

#include "view/view_events.h"
#include "view/view_page.h"
#include "view/view_peer.h"

typedef struct view_Http view_Http;

typedef struct view_HttpDef {
    const view_Page* page;
    const view_Files* files;
    view_Board* board;
    const char* token;  /* the first part of every path */
    const char* ticket; /* /open/TICKET leads the user of this process to the page, once */
    const view_Peers* peers;
    uint16_t port; /* 0: any that is free */
    bool has_vmc;
} view_HttpDef;

/* What `def` points to must outlive the server. NULL when the port cannot be had. */
view_Http* view_http_start(const view_HttpDef* def);

uint16_t view_http_port(const view_Http* http);

/* Answers what comes, for at most so long. */
void view_http_run(view_Http* http, int32_t milliseconds);

/* Lets listeners look at the board, and ends connections whose time is over. Call it after each
 * view_http_run(). */
void view_http_tick(view_Http* http);

/* How many streams of events are open. */
int32_t view_http_listener_count(const view_Http* http);

/* Sends the end to all listeners, waits for at most half a second until it is delivered, and stops.
 * No-op for NULL. */
void view_http_stop(view_Http* http);

#endif
