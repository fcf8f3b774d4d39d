/* SPDX-License-Identifier: MIT */
#include "live/live_page_stream.h"

#include <stdlib.h>
#include <string.h>

/* An empty record now and then: a connection that has died is found by writing to it, and a page
 * finds a server that has stopped. */
#define HEARTBEAT_S 2.0

/* One stream. A record is copied before it is sent: the board changes meanwhile. */
typedef struct Reader {
    const LivePageBoard* board;
    uint64_t avatar_number, camera_number, state_number; /* sent up to here */
    LivePageBytes record;                                /* what is being sent */
    size_t offset;
    double sent_s;
} Reader;

void live_page_announce(LivePageBoard* board) {
    board->state_number++;
}

void live_page_release_board(LivePageBoard* board) {
    live_page_release_bytes(&board->avatar);
    live_page_release_bytes(&board->camera);
    live_page_release_bytes(&board->state);
    *board = (LivePageBoard){0};
}

static void* open_reader(void* ctx, const char* last_id) {
    (void)last_id;
    Reader* reader = calloc(1, sizeof *reader);
    if (reader != NULL) reader->board = ctx;
    return reader;
}

static void close_reader(void* ctx) {
    Reader* reader = ctx;
    live_page_release_bytes(&reader->record);
    free(reader);
}

static bool has_avatar(const Reader* reader) {
    return reader->board->avatar.size > 0 && reader->avatar_number < reader->board->avatar_number;
}

static bool has_camera(const Reader* reader) {
    return reader->board->camera.size > 0 && reader->avatar_number > 0 &&
           reader->camera_number < reader->board->camera_number;
}

/* A state means something only to a page that knows the avatar. */
static bool has_state(const Reader* reader) {
    return reader->board->state.size > 0 && reader->avatar_number > 0 &&
           reader->state_number < reader->board->state_number;
}

static bool copy(LivePageBytes* to, const LivePageBytes* from) {
    if (from->size > to->capacity) {
        uint8_t* bytes = realloc(to->bytes, from->size);
        if (bytes == NULL) return false;
        to->bytes = bytes;
        to->capacity = from->size;
    }
    memcpy(to->bytes, from->bytes, from->size);
    to->size = from->size;
    return true;
}

/* Takes the next record; no-op when there is none, or no memory for it: then it comes later. */
static void take_record(Reader* reader, double now_s) {
    const LivePageBoard* board = reader->board;
    reader->offset = reader->record.size = 0;
    if (has_avatar(reader)) {
        if (copy(&reader->record, &board->avatar)) reader->avatar_number = board->avatar_number;
    } else if (has_camera(reader)) {
        if (copy(&reader->record, &board->camera)) reader->camera_number = board->camera_number;
    } else if (has_state(reader)) {
        if (copy(&reader->record, &board->state)) reader->state_number = board->state_number;
    } else if (now_s - reader->sent_s >= HEARTBEAT_S) {
        (void)live_page_write_nothing(&reader->record);
    }
    if (reader->record.size > 0) reader->sent_s = now_s;
}

static bool has_news(const void* ctx, double now_s) {
    const Reader* reader = ctx;
    return reader->offset < reader->record.size || reader->board->is_ending || has_avatar(reader) ||
           has_camera(reader) || has_state(reader) || now_s - reader->sent_s >= HEARTBEAT_S;
}

static int64_t next_bytes(void* ctx, double now_s, char* buffer, size_t room) {
    Reader* reader = ctx;
    if (reader->offset == reader->record.size) {
        if (reader->board->is_ending) return -1;
        take_record(reader, now_s);
    }
    size_t left = reader->record.size - reader->offset;
    size_t count = left < room ? left : room;
    if (count > 0) memcpy(buffer, reader->record.bytes + reader->offset, count);
    reader->offset += count;
    return (int64_t)count;
}

static void end_all(void* ctx) {
    LivePageBoard* board = ctx;
    board->is_ending = true;
}

/* Readers are not dismissed: the page of a broadcast must not lose its stream because somebody
 * opens another one to look. */
view_Source live_page_source(LivePageBoard* board) {
    return (view_Source){.name = "poses",
                         .media_type = "application/octet-stream",
                         .ctx = board,
                         .open = open_reader,
                         .next = next_bytes,
                         .has_news = has_news,
                         .close = close_reader,
                         .end = end_all};
}
