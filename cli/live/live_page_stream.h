/* SPDX-License-Identifier: MIT */
/* The stream of records (live_page_state.h) to the pages that are open: a source of streams
 * (view/view_stream.h) that sends the newest state, never a queue. A page that reads slowly skips
 * states.
 *
 * The records are the body of one response that a page reads with fetch(). Server-sent events,
 * which `vrm view --vmc` has, would need base64 or JSON for the floats, and an EventSource gives up
 * for good when a restarted server answers 404, so that the page would need its own way back
 * besides. Requests that wait for the next state would cost a round trip for each frame. */
#ifndef CLI_LIVE_PAGE_STREAM_H
#define CLI_LIVE_PAGE_STREAM_H

#include "live/live_page_state.h"
#include "view/view_stream.h"

/* What there is to send; one for all readers. */
typedef struct LivePageBoard {
    LivePageBytes
        avatar; /* the first record of each stream; empty: none yet, and nothing is sent */
    LivePageBytes camera;                                /* that was asked for last; empty: none */
    LivePageBytes state;                                 /* the newest; empty: none yet */
    uint64_t avatar_number, camera_number, state_number; /* grow with each change */
    bool is_ending;
} LivePageBoard;

/* Says that the newest state was written to board->state. */
void live_page_announce(LivePageBoard* board);

void live_page_release_board(LivePageBoard* board);

/* The board must outlive it. */
view_Source live_page_source(LivePageBoard* board);

#endif
