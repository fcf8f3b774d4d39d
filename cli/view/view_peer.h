/* SPDX-License-Identifier: MIT */
/* Which user of this machine has the other end of a TCP connection. The kernel lists that in
 * /proc/net/tcp, which is opened before the sandbox and read again for each question. */
#ifndef CLI_VIEW_PEER_H
#define CLI_VIEW_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct view_Peers {
    int tables[2]; /* descriptors: IPv4, and IPv6 for clients that use its sockets; -1: none */
} view_Peers;

/* False where the system has no such list. Close it in either case. */
bool view_peers_open(view_Peers* peers);
void view_peers_close(view_Peers* peers);

/* Whether the client at 127.0.0.1:`client_port` that is connected to `server_port` runs as the user
 * of this process. False when that is not known. */
bool view_is_same_user(const view_Peers* peers, uint16_t client_port, uint16_t server_port);

/* The user of that connection in one line of such a list; false when the line is about another
 * connection. */
bool view_parse_peer(const char* line, uint16_t client_port, uint16_t server_port,
                     uint32_t* out_user);

#endif
