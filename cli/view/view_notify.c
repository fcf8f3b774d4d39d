/* SPDX-License-Identifier: MIT */
#include "view/view_notify.h"

#ifdef __linux__

#include <stdint.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { READS_MAX = 64 }; /* a flood of events does not keep the caller */

view_Notify view_notify_open(void) {
    return (view_Notify){inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
}

void view_notify_close(view_Notify* notify) {
    if (notify->descriptor >= 0) close(notify->descriptor);
    notify->descriptor = -1;
}

/* The folder and not the file: exporters write a temporary file and rename it. */
bool view_notify_add(view_Notify* notify, const char* folder) {
    const uint32_t events = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
                            IN_DELETE | IN_ATTRIB;
    return notify->descriptor >= 0 && inotify_add_watch(notify->descriptor, folder, events) >= 0;
}

bool view_notify_happened(view_Notify* notify) {
    char events[4096];
    bool has_events = false;
    for (int i = 0; i < READS_MAX && notify->descriptor >= 0; i++) {
        if (read(notify->descriptor, events, sizeof events) <= 0) break;
        has_events = true;
    }
    return has_events;
}

#else

view_Notify view_notify_open(void) {
    return (view_Notify){-1};
}
void view_notify_close(view_Notify* notify) {
    (void)notify;
}

bool view_notify_add(view_Notify* notify, const char* folder) {
    (void)notify;
    (void)folder;
    return false;
}

bool view_notify_happened(view_Notify* notify) {
    (void)notify;
    return false;
}

#endif
