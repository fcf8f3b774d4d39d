/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "posix/local_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Linux binds the empty path outside of every folder, where it has no mode: open to every user. */
bool cli_socket_address(const char* path, struct sockaddr_un* out, char* error, size_t room) {
    size_t size = strlen(path) + 1;
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    if (size == 1) {
        snprintf(error, room, "the path is empty");
        return false;
    }
    if (size > sizeof out->sun_path) {
        snprintf(error, room, "the path of a socket has at most %d bytes",
                 (int)sizeof out->sun_path - 1);
        return false;
    }
    memcpy(out->sun_path, path, size);
    return true;
}

int cli_connect_socket(const struct sockaddr_un* address) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 &&
        connect(descriptor, (const struct sockaddr*)address, sizeof *address) == 0)
        return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}
