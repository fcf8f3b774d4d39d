/* SPDX-License-Identifier: MIT */
/* The server of commands with a page: libmicrohttpd on the loopback device, driven by its caller.
 * One thread, so that nothing here needs a lock. */
#ifndef CLI_VIEW_HTTP_H
#define CLI_VIEW_HTTP_H

#include "view/view_files.h"
#include "view/view_page.h"
#include "view/view_peer.h"
#include "view/view_stream.h"

typedef struct view_Http view_Http;

/* The text of session.json; malloc'd. NULL without memory. */
typedef char* view_SessionFn(void* ctx);

typedef struct view_HttpDef {
    const char* command; /* for messages */
    const view_Page* page;
    const char* index; /* the file of the page that is shown: "live/index.html" is at TOKEN/live/ */
    const view_Files* files;
    const view_Source* source;
    view_SessionFn* session; /* NULL: there is no session.json */
    void* session_ctx;
    const char* token;  /* the first part of every path */
    const char* ticket; /* /open/TICKET leads the user of this process to the page, once */
    const view_Peers* peers;
    uint16_t port; /* 0: any that is free */
} view_HttpDef;

/* What `def` points to must outlive the server. NULL when the port cannot be had. */
view_Http* view_http_start(const view_HttpDef* def);

uint16_t view_http_port(const view_Http* http);

/* Answers what comes, for at most so long. */
void view_http_run(view_Http* http, int32_t milliseconds);

/* Wakes the streams whose source has news, and ends connections whose time is over. Call it after
 * each view_http_run(). */
void view_http_tick(view_Http* http);

/* Wakes the streams whose source has news; the next view_http_run() sends it. */
void view_http_wake(view_Http* http);

/* How many streams are open. */
int32_t view_http_stream_count(const view_Http* http);

/* A descriptor that becomes readable when view_http_run() has something to do; -1 where the system
 * has none. */
int view_http_descriptor(const view_Http* http);

/* Sends the end to all streams, waits for at most half a second until it is delivered, and stops.
 * No-op for NULL. */
void view_http_stop(view_Http* http);

#endif
