/* SPDX-License-Identifier: MIT */
/* A non-blocking UDP socket, for Windows. */
#include "vrm/vmc.h"

#include "osc.h"

#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <ws2tcpip.h>

#define SIO_UDP_CONNRESET_CODE _WSAIOW(IOC_VENDOR, 12)

struct vrm_VmcSocket {
    SOCKET file;
    uint16_t port;
    uint8_t packet[OSC_PACKET_MAX + 1]; /* one byte more shows what is too long */
};

/* Receives at the address, or sends to it alone. */
static bool attach_to(vrm_VmcSocket* s, bool sends, struct sockaddr_in* address) {
    int size = sizeof *address;
    u_long is_on = 1;
    DWORD reports = FALSE, unused;
    s->file = socket(AF_INET, SOCK_DGRAM, 0);
    if (s->file == INVALID_SOCKET) return false;
    SetHandleInformation((HANDLE)s->file, HANDLE_FLAG_INHERIT, 0);
    /* Or else a receiver that is gone would be reported as an error of this socket. */
    WSAIoctl(s->file, SIO_UDP_CONNRESET_CODE, &reports, sizeof reports, NULL, 0, &unused, NULL,
             NULL);
    if (ioctlsocket(s->file, (long)FIONBIO, &is_on) != 0 ||
        (sends ? connect(s->file, (struct sockaddr*)address, size)
               : bind(s->file, (struct sockaddr*)address, size)) != 0 ||
        getsockname(s->file, (struct sockaddr*)address, &size) != 0) {
        closesocket(s->file);
        return false;
    }
    s->port = ntohs(address->sin_port);
    return true;
}

static vrm_Result make(const char* address, uint16_t port, bool sends, vrm_VmcSocket** out_socket) {
    struct sockaddr_in place;
    WSADATA data;
    *out_socket = NULL;
    if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return VRM_ERR_IO;
    memset(&place, 0, sizeof place);
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    vrm_Result result = VRM_OK;
    vrm_VmcSocket* s = NULL;
    if (inet_pton(AF_INET, address != NULL ? address : "127.0.0.1", &place.sin_addr) != 1)
        result = VRM_ERR_ARGUMENT;
    if (result == VRM_OK) s = calloc(1, sizeof *s);
    if (result == VRM_OK && s == NULL) result = VRM_ERR_MEMORY;
    if (result == VRM_OK && !attach_to(s, sends, &place)) result = VRM_ERR_IO;
    if (result == VRM_OK) {
        *out_socket = s;
        return VRM_OK;
    }
    free(s);
    WSACleanup();
    return result;
}

vrm_Result vrm_vmc_socket_open(const char* address, uint16_t port, vrm_VmcSocket** out_socket) {
    return make(address, port, false, out_socket);
}

vrm_Result vrm_vmc_socket_connect(const char* address, uint16_t port, vrm_VmcSocket** out_socket) {
    return make(address, port, true, out_socket);
}

void vrm_vmc_socket_close(vrm_VmcSocket* s) {
    if (s == NULL) return;
    closesocket(s->file);
    free(s);
    WSACleanup();
}

uint16_t vrm_vmc_socket_port(const vrm_VmcSocket* s) {
    return s->port;
}

bool vrm_vmc_socket_wait(vrm_VmcSocket* s, int32_t milliseconds) {
    fd_set wanted;
    FD_ZERO(&wanted);
    FD_SET(s->file, &wanted);
    if (milliseconds < 0) milliseconds = 0;
    struct timeval wait = {milliseconds / 1000, milliseconds % 1000 * 1000};
    return select(0, &wanted, NULL, NULL, &wait) > 0;
}

int32_t vrm_vmc_socket_read(vrm_VmcSocket* s, void* out_data, size_t capacity) {
    int size = recv(s->file, out_data, (int)capacity, 0);
    /* Windows cuts what is too long and reports an error. */
    if (size < 0 && WSAGetLastError() == WSAEMSGSIZE) size = (int)capacity;
    return size < 0 ? -1 : size;
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
    return send(s->file, data, (int)size, 0) == (int)size;
}
