/* SPDX-License-Identifier: MIT */
/* What vrm view needs of the operating system: a clock, chance, files by descriptor, the end by
 * Ctrl-C, a browser. view_notify.h is the other file that a port has to look at. */
#ifndef CLI_VIEW_SYSTEM_H
#define CLI_VIEW_SYSTEM_H

#include "view/view_guard.h"

/* Monotonic. */
double view_now_s(void);

/* A new secret; false when the system has no randomness. */
bool view_make_token(char out[VIEW_TOKEN_LENGTH + 1]);

typedef enum view_KeyResult {
    VIEW_KEY_OK = 0,
    VIEW_KEY_UNREADABLE, /* it cannot be read or created; errno says why */
    VIEW_KEY_SHARED,     /* other users may read or write it, or it belongs to another user */
    VIEW_KEY_MALFORMED   /* something else than a secret is in it */
} view_KeyResult;

/* A secret that stays the same: that of the file `path`, which is created with a new one, readable
 * by this user alone, if it does not exist. */
view_KeyResult view_load_token(const char* path, char out[VIEW_TOKEN_LENGTH + 1]);

/* ---- Files ---- */

/* What differs between two contents of a file. All zero: there is no such file. */
typedef struct view_Stamp {
    uint64_t device, number, size;
    int64_t modified_s, modified_ns;
} view_Stamp;

/* Of a regular file, through links. */
view_Stamp view_stamp(const char* path);
bool view_same_stamp(const view_Stamp* a, const view_Stamp* b);
bool view_exists(const view_Stamp* stamp);
bool view_is_link(const char* path);

/* A strong entity tag. */
enum { VIEW_ETAG_ROOM = 96 };
void view_etag(const view_Stamp* stamp, char out[VIEW_ETAG_ROOM]);

/* "2026-05-04T10:20:30Z". */
enum { VIEW_TIME_ROOM = 32 };
void view_time_text(const view_Stamp* stamp, char out[VIEW_TIME_ROOM]);

/* Opens a regular file for reading and gives the stamp of the opened file; -1 on failure. With a
 * `folder`, a file outside of it, reached through links, is refused. */
int view_open(const char* path, const char* folder, view_Stamp* out_stamp);

void view_close(int file);

/* Whether a GLB is shorter than its own header says: it is still being written. */
bool view_is_cut_short(const char* path);

/* Calls `add` with the path, from `folder` on, of every file below it: at most 4096 files, eight
 * folders deep. Names that begin with a dot are left out. False when the folder cannot be read or
 * `add` returned false. */
typedef bool view_AddFileFn(void* ctx, const char* relative);
bool view_walk(const char* folder, view_AddFileFn* add, void* ctx);

/* ---- The outside ---- */

/* Prepares the socket of a stream: bytes leave at once, and the kernel keeps a few kilobytes of
 * them, so that a client that reads slowly is sent new states, not old ones. */
void view_prepare_stream(int socket);

/* Shuts a socket down; code that polls it sees its end. */
void view_cut(int socket);

/* From now on Ctrl-C, or a request to end, only sets what view_is_interrupted() says; a connection
 * that breaks while it is written to is no signal either. */
void view_catch_signals(void);
bool view_is_interrupted(void);

/* Whether there is somewhere to show a browser. */
bool view_has_display(void);

/* Starts $BROWSER, or what the desktop opens addresses with, without a shell. False when nothing
 * could be started. */
bool view_open_browser(const char* url);

#endif
