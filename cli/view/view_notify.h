/* SPDX-License-Identifier: MIT */
/* Says that something happened in one of some folders, where the system can: inotify on Linux.
 * Where it cannot, files are looked at now and then. */
#ifndef CLI_VIEW_NOTIFY_H
#define CLI_VIEW_NOTIFY_H

#include <stdbool.h>

typedef struct view_Notify {
    int descriptor; /* -1: not available */
} view_Notify;

view_Notify view_notify_open(void);
void view_notify_close(view_Notify* notify);

/* Adds a folder; one that was added already is fine. False when it cannot be watched. */
bool view_notify_add(view_Notify* notify, const char* folder);

/* Whether something happened since the last call. Does not wait. */
bool view_notify_happened(view_Notify* notify);

#endif
