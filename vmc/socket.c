/* SPDX-License-Identifier: MIT */
/* A non-blocking UDP socket. */
#define _POSIX_C_SOURCE 200809L
#include "vrm/vmc.h"

#include "osc.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct vrm_VmcSocket {
    int file;
    uint16_t port;
    uint8_t packet[OSC_PACKET_MAX + 1]; /* one byte more shows what is too long */
};

static bool bind_to(vrm_VmcSocket* s, struct sockaddr_in* address) {
    socklen_t size = sizeof *address;
    s->file = socket(AF_INET, SOCK_DGRAM, 0);
    if (s->file < 0) return false;
    int flags = fcntl(s->file, F_GETFL);
    if (flags < 0 || fcntl(s->file, F_SETFL, flags | O_NONBLOCK) != 0 ||
        fcntl(s->file, F_SETFD, FD_CLOEXEC) != 0 ||
        bind(s->file, (struct sockaddr*)address, size) != 0 ||
        getsockname(s->file, (struct sockaddr*)address, &size) != 0) {
        close(s->file);
        return false;
    }
    s->port = ntohs(address->sin_port);
    /* Nothing is ever sent: whoever takes over the process cannot either. Linux says that there is
     * no connection, and still does it. */
    (void)shutdown(s->file, SHUT_WR);
    return true;
}

vrm_Result vrm_vmc_socket_open(const char* address, uint16_t port, vrm_VmcSocket** out_socket) {
    struct sockaddr_in place;
    *out_socket = NULL;
    memset(&place, 0, sizeof place);
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    if (inet_pton(AF_INET, address != NULL ? address : "127.0.0.1", &place.sin_addr) != 1)
        return VRM_ERR_ARGUMENT;
    vrm_VmcSocket* s = calloc(1, sizeof *s);
    if (s == NULL) return VRM_ERR_MEMORY;
    if (!bind_to(s, &place)) {
        free(s);
        return VRM_ERR_IO;
    }
    *out_socket = s;
    return VRM_OK;
}

void vrm_vmc_socket_close(vrm_VmcSocket* s) {
    if (s == NULL) return;
    close(s->file);
    free(s);
}

uint16_t vrm_vmc_socket_port(const vrm_VmcSocket* s) {
    return s->port;
}

bool vrm_vmc_socket_wait(vrm_VmcSocket* s, int32_t milliseconds) {
    struct pollfd wanted = {.fd = s->file, .events = POLLIN};
    return poll(&wanted, 1, milliseconds < 0 ? 0 : milliseconds) > 0;
}

int32_t vrm_vmc_socket_receive(vrm_VmcSocket* s, vrm_Vmc* vmc) {
    int32_t count = 0;
    while (count < 1024) {
        ssize_t size = recv(s->file, s->packet, sizeof s->packet, 0);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) break;
        vrm_vmc_receive(vmc, s->packet, (size_t)size);
        count++;
    }
    return count;
}
