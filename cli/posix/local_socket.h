/* SPDX-License-Identifier: MIT */
/* Addresses of UNIX sockets. */
#ifndef CLI_LOCAL_SOCKET_H
#define CLI_LOCAL_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Returns false if the path cannot be that of a socket, with the reason in `error`. */
bool cli_socket_address(const char* path, struct sockaddr_un* out, char* error, size_t room);

/* Connects without waiting: the queue of a program that hangs may be full, which is EAGAIN. The
 * descriptor does not block. Returns -1 with errno set. */
int cli_connect_socket(const struct sockaddr_un* address);

#endif
