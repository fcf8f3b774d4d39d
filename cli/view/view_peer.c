/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* pread */

#include "view/view_peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ESTABLISHED = 1 }; /* the state, as the kernel numbers it */

bool view_peers_open(view_Peers* peers) {
    static const char* const paths[] = {"/proc/net/tcp", "/proc/net/tcp6"};
    for (int i = 0; i < 2; i++) peers->tables[i] = open(paths[i], O_RDONLY | O_CLOEXEC);
    return peers->tables[0] >= 0;
}

void view_peers_close(view_Peers* peers) {
    for (int i = 0; i < 2; i++)
        if (peers->tables[i] >= 0) close(peers->tables[i]);
}

/* Whether 8 or 32 digits are 127.0.0.1, which IPv6 writes as ::ffff:127.0.0.1. The kernel prints
 * words of 32 bits in the byte order of the machine. */
static bool is_loopback(const char* digits) {
    char v4[9], v6[33];
    snprintf(v4, sizeof v4, "%08" PRIX32, htonl(INADDR_LOOPBACK));
    snprintf(v6, sizeof v6, "0000000000000000%08" PRIX32 "%s", htonl(0xFFFF), v4);
    return strcmp(digits, v4) == 0 || strcmp(digits, v6) == 0;
}

bool view_parse_peer(const char* line, uint16_t client_port, uint16_t server_port,
                     uint32_t* out_user) {
    char from[33], to[33];
    unsigned from_port, to_port, state;
    /* sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid ... */
    int count = sscanf(line, " %*u: %32[0-9A-F]:%x %32[0-9A-F]:%x %x %*x:%*x %*x:%*x %*x %" SCNu32,
                       from, &from_port, to, &to_port, &state, out_user);
    return count == 6 && state == ESTABLISHED && from_port == client_port &&
           to_port == server_port && is_loopback(from) && is_loopback(to);
}

/* Reads the list line by line. */
static bool find_user(int table, uint16_t client_port, uint16_t server_port, uint32_t* out_user) {
    char text[4096 + 1];
    size_t kept = 0; /* the beginning of a line whose end is not read yet */
    off_t at = 0;
    for (;;) {
        ssize_t got = pread(table, text + kept, sizeof text - 1 - kept, at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        text[kept + (size_t)got] = 0;
        char* line = text;
        for (char* end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = 0;
            if (view_parse_peer(line, client_port, server_port, out_user)) return true;
        }
        kept = strlen(line);
        if (kept == sizeof text - 1) return false; /* no line of this list is as long */
        memmove(text, line, kept);
    }
}

bool view_is_same_user(const view_Peers* peers, uint16_t client_port, uint16_t server_port) {
    for (int i = 0; i < 2; i++) {
        uint32_t user;
        if (peers->tables[i] >= 0 && find_user(peers->tables[i], client_port, server_port, &user))
            return user == (uint32_t)geteuid();
    }
    return false;
}
