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

typedef int AttachFn(int file, const struct sockaddr* address, socklen_t size);

/* `attach` is bind() to receive, connect() to send. */
static bool attach_to(vrm_VmcSocket* s, AttachFn* attach, struct sockaddr_in* address) {
    socklen_t size = sizeof *address;
    s->file = socket(AF_INET, SOCK_DGRAM, 0);
    if (s->file < 0) return false;
    int flags = fcntl(s->file, F_GETFL);
    if (flags < 0 || fcntl(s->file, F_SETFL, flags | O_NONBLOCK) != 0 ||
        fcntl(s->file, F_SETFD, FD_CLOEXEC) != 0 ||
        attach(s->file, (struct sockaddr*)address, size) != 0 ||
        getsockname(s->file, (struct sockaddr*)address, &size) != 0) {
        close(s->file);
        return false;
    }
    s->port = ntohs(address->sin_port);
    /* A socket that receives never sends, and one that sends never receives: whoever takes over the
     * process cannot either. Linux says that there is no connection, and still does it. */
    (void)shutdown(s->file, attach == bind ? SHUT_WR : SHUT_RD);
    return true;
}

static vrm_Result make(const char* address, uint16_t port, AttachFn* attach,
                       vrm_VmcSocket** out_socket) {
    struct sockaddr_in place;
    *out_socket = NULL;
    memset(&place, 0, sizeof place);
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    if (inet_pton(AF_INET, address != NULL ? address : "127.0.0.1", &place.sin_addr) != 1)
        return VRM_ERR_ARGUMENT;
    vrm_VmcSocket* s = calloc(1, sizeof *s);
    if (s == NULL) return VRM_ERR_MEMORY;
    if (!attach_to(s, attach, &place)) {
        free(s);
        return VRM_ERR_IO;
    }
    *out_socket = s;
    return VRM_OK;
}

vrm_Result vrm_vmc_socket_open(const char* address, uint16_t port, vrm_VmcSocket** out_socket) {
    return make(address, port, bind, out_socket);
}

vrm_Result vrm_vmc_socket_connect(const char* address, uint16_t port, vrm_VmcSocket** out_socket) {
    return make(address, port, connect, out_socket);
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

int32_t vrm_vmc_socket_read(vrm_VmcSocket* s, void* out_data, size_t capacity) {
    ssize_t size;
    do {
        size = recv(s->file, out_data, capacity, 0);
    } while (size < 0 && errno == EINTR);
    return size < 0 ? -1 : (int32_t)size;
}

int32_t vrm_vmc_socket_receive(vrm_VmcSocket* s, vrm_Vmc* vmc) {
    int32_t count = 0, size = 0;
    while (count < 1024 && (size = vrm_vmc_socket_read(s, s->packet, sizeof s->packet)) >= 0) {
        vrm_vmc_receive(vmc, s->packet, (size_t)size);
        count++;
    }
    return count;
}

bool vrm_vmc_socket_send(vrm_VmcSocket* s, const void* data, size_t size) {
    return send(s->file, data, size, 0) == (ssize_t)size;
}
