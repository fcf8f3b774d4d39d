/* SPDX-License-Identifier: MIT */
/* The page of `vrm live`: a server on the loopback device that streams the avatar's inputs to
 * browsers, which draw it themselves.
 *
 *   live_page_open()                    sockets, the file, the key
 *   cli_confine(... .serves = true)     the sandbox of the caller
 *   loop: vrm_sim_step(); live_page_put(); live_page_run()
 *   live_page_close() */
#ifndef CLI_LIVE_PAGE_H
#define CLI_LIVE_PAGE_H

#include "words/args.h"

#include "vrm/vrm.h"

typedef struct LivePage LivePage;

typedef struct LivePageDef {
    const cli_Args* args; /* args->files[0] is the avatar; must outlive the page */
    const char* folder;   /* the page's files, as build/web; NULL: those inside the program */
    const char* key_file; /* the secret of the address, created if missing, so that the address
                             stays the same; NULL: a new secret */
    uint16_t port;        /* 0: any that is free */
    bool opens_browser;
    bool is_quiet; /* nothing is said if the browser cannot be started */
} LivePageDef;

/* Listens, and starts the browser if the definition wants it. CLI_OK, or the status after printing
 * why not; `*out_page` is then NULL. Call it before the sandbox is entered. */
int live_page_open(const LivePageDef* def, LivePage** out_page);

/* No-op for NULL. */
void live_page_close(LivePage* page);

/* The address, with its secret: for the user alone. It lives as long as the page. */
const char* live_page_url(const LivePage* page);
uint16_t live_page_port(const LivePage* page);

/* How many pages are open. */
int32_t live_page_reader_count(const LivePage* page);

/* Shows the state of an avatar after the last step of its sim, whose outputs include
 * VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. `time_s` is the avatar's time; a jump in it resets the
 * springs of the page. The avatar may change, its file may not: it is args->files[0]. Costs next to
 * nothing while no page is open. False without memory, or if the avatar is stale. */
bool live_page_put(LivePage* page, const vrm_Sim* sim, vrm_AvatarId avatar, double time_s);

/* Moves the camera of all pages, instead of that of their addresses: a JSON object
 * (LIVE_PAGE_CAMERA of live_page_state.h). False without memory. */
bool live_page_set_camera(LivePage* page, vrm_Span json);

/* Sends what was put and answers requests, for at most so long; returns earlier when something was
 * done. 0 does not wait. */
void live_page_run(LivePage* page, int32_t milliseconds);

/* A descriptor that is readable when live_page_run() has something to do, for a caller that waits
 * for several; -1 where the system has none. live_page_run() is due every 100 ms nevertheless. */
int live_page_descriptor(const LivePage* page);

#endif
