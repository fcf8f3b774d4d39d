/* SPDX-License-Identifier: MIT */
#include "view/view_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A comment now and then: a connection that has died is found by writing to it. */
#define HEARTBEAT_S 5.0

bool view_board_set_motion(view_Board* board, const char* text, size_t size) {
    char* copy = realloc(board->motion, size + 1);
    if (copy == NULL) return false;
    memcpy(copy, text, size);
    copy[size] = 0;
    board->motion = copy;
    board->motion_number++;
    return true;
}

void view_listener_init(view_Listener* listener, const view_Board* board, const char* last_id) {
    *listener = (view_Listener){.change = board->files->change};
    uint64_t id = last_id != NULL ? strtoull(last_id, NULL, 10) : UINT64_MAX;
    if (id < listener->change) listener->change = id;
}

void view_listener_release(view_Listener* listener) {
    free(listener->text);
    *listener = (view_Listener){0};
}

/* The file whose change comes next after what was sent; -1 when there is none. */
static int32_t next_change(const view_Listener* listener, const view_Files* files) {
    int32_t best = -1;
    if (files->change <= listener->change) return -1;
    for (int32_t i = 0; i < files->count; i++)
        if (files->files[i].change > listener->change &&
            (best < 0 || files->files[i].change < files->files[best].change))
            best = i;
    return best;
}

static bool has_motion(const view_Listener* listener, const view_Board* board) {
    return board->motion != NULL && board->motion_number > listener->motion_number;
}

static bool has_room(view_Listener* listener, size_t room) {
    if (room <= listener->capacity) return true;
    char* text = realloc(listener->text, room);
    if (text == NULL) return false;
    listener->text = text;
    listener->capacity = room;
    return true;
}

/* Writes one event to `text`; no-op when there is none, or no memory for it: then it comes later.
 */
static void compose(view_Listener* listener, const view_Board* board, double now_s) {
    const size_t small = 128;
    int32_t file = next_change(listener, board->files);
    bool is_motion = file < 0 && has_motion(listener, board);
    if (!has_room(listener, small + (is_motion ? strlen(board->motion) : 0))) return;
    int size = 0;
    listener->offset = 0;
    if (!listener->is_greeted) {
        size = snprintf(listener->text, small, "retry: 1000\n\n");
        listener->is_greeted = true;
    } else if (file >= 0) {
        listener->change = board->files->files[file].change;
        size = snprintf(listener->text, small,
                        "id: %" PRIu64 "\nevent: changed\ndata: {\"index\":%d}\n\n",
                        listener->change, (int)file);
    } else if (board->is_ending) {
        size = snprintf(listener->text, small, "event: bye\ndata: {}\n\n");
        listener->is_over = true;
    } else if (listener->is_dismissed) {
        size = snprintf(listener->text, small, "retry: 2000\n\n");
        listener->is_over = true;
    } else if (is_motion) {
        listener->motion_number = board->motion_number;
        size =
            snprintf(listener->text, listener->capacity, "event: vmc\ndata: %s\n\n", board->motion);
    } else if (now_s - listener->sent_s >= HEARTBEAT_S) {
        size = snprintf(listener->text, small, ":\n\n");
    }
    listener->size = (size_t)size;
    if (size > 0) listener->sent_s = now_s;
}

bool view_listener_has_news(const view_Listener* listener, const view_Board* board, double now_s) {
    return listener->offset < listener->size || listener->is_over || !listener->is_greeted ||
           board->is_ending || listener->is_dismissed || has_motion(listener, board) ||
           next_change(listener, board->files) >= 0 || now_s - listener->sent_s >= HEARTBEAT_S;
}

int64_t view_listener_next(view_Listener* listener, const view_Board* board, double now_s,
                           char* buffer, size_t room) {
    if (listener->offset == listener->size) {
        if (listener->is_over) return -1;
        listener->offset = listener->size = 0;
        compose(listener, board, now_s);
    }
    size_t left = listener->size - listener->offset;
    size_t count = left < room ? left : room;
    if (count > 0) memcpy(buffer, listener->text + listener->offset, count);
    listener->offset += count;
    return (int64_t)count;
}

/* ---- As a source ---- */

typedef struct Reader {
    view_Listener listener;
    const view_Board* board;
} Reader;

static void* open_reader(void* ctx, const char* last_id) {
    Reader* reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->board = ctx;
    view_listener_init(&reader->listener, reader->board, last_id);
    return reader;
}

static int64_t next_bytes(void* ctx, double now_s, char* buffer, size_t room) {
    Reader* reader = ctx;
    return view_listener_next(&reader->listener, reader->board, now_s, buffer, room);
}

static bool has_news(const void* ctx, double now_s) {
    const Reader* reader = ctx;
    return view_listener_has_news(&reader->listener, reader->board, now_s);
}

static void dismiss(void* ctx) {
    Reader* reader = ctx;
    reader->listener.is_dismissed = true;
}

static void close_reader(void* ctx) {
    Reader* reader = ctx;
    view_listener_release(&reader->listener);
    free(reader);
}

static void end_all(void* ctx) {
    view_Board* board = ctx;
    board->is_ending = true;
}

view_Source view_board_source(view_Board* board) {
    return (view_Source){.name = "events",
                         .media_type = "text/event-stream",
                         .ctx = board,
                         .open = open_reader,
                         .next = next_bytes,
                         .has_news = has_news,
                         .dismiss = dismiss,
                         .close = close_reader,
                         .end = end_all};
}
