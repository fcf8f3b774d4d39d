/* SPDX-License-Identifier: MIT */
/* Server-sent events of vrm view: a source of streams (view_stream.h) in which one that reads
 * slowly skips frames of motion and never a changed file. */
#ifndef CLI_VIEW_EVENTS_H
#define CLI_VIEW_EVENTS_H

#include "view/view_files.h"
#include "view/view_stream.h"

/* What there is to send; one for all listeners. */
typedef struct view_Board {
    const view_Files* files;
    char* motion; /* the newest `vmc` event's data; NULL: none yet */
    uint64_t motion_number;
    bool is_ending;
} view_Board;

/* Takes a copy. False without memory. */
bool view_board_set_motion(view_Board* board, const char* text, size_t size);

/* One stream of events. */
typedef struct view_Listener {
    uint64_t change, motion_number; /* sent up to here */
    bool is_greeted, is_over;
    bool is_dismissed; /* its connection is needed for another client; it reconnects by itself */
    double sent_s;     /* when something was last sent */
    char* text;        /* what is being sent */
    size_t size, offset, capacity;
} view_Listener;

/* `last_id` is the Last-Event-ID header; NULL: only changes from now on are sent. */
void view_listener_init(view_Listener* listener, const view_Board* board, const char* last_id);
void view_listener_release(view_Listener* listener);

/* Copies what is to be sent next to `buffer` and returns its size; 0: nothing now, -1: the stream
 * is over. */
int64_t view_listener_next(view_Listener* listener, const view_Board* board, double now_s,
                           char* buffer, size_t room);

/* Whether view_listener_next() has something. */
bool view_listener_has_news(const view_Listener* listener, const view_Board* board, double now_s);

/* Listeners as readers of a source. The board must outlive it. */
view_Source view_board_source(view_Board* board);

#endif
