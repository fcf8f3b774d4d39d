/* SPDX-License-Identifier: MIT */
#include "live/live_vmc.h"

#include "words/args.h"
#include "words/output.h"

#ifdef CLI_HAS_VMC

#include "vrm/vmc.h"

#include <stdlib.h>
#include <string.h>

struct LiveVmc {
    vrm_VmcSocket* socket;
};

static int refuse(const char* place) {
    return cli_usage_error("live",
                           "--vmc-out is [ADDRESS:]PORT: an IPv4 address in numbers and a port "
                           "from 1 to 65535, as 127.0.0.1:39540, not %s",
                           place);
}

int live_vmc_open(const char* place, LiveVmc** out_vmc) {
    char address[64];
    const char* colon = strrchr(place, ':');
    size_t length = colon != NULL ? (size_t)(colon - place) : 0;
    int32_t port = 0;
    *out_vmc = NULL;
    if (length >= sizeof address || !cli_parse_count(colon != NULL ? colon + 1 : place, &port) ||
        port < 1 || port > 65535)
        return refuse(place);
    memcpy(address, place, length);
    address[length] = '\0';
    LiveVmc* vmc = calloc(1, sizeof *vmc);
    if (vmc == NULL) return cli_result_error("live", "--vmc-out", VRM_ERR_MEMORY, NULL);
    vrm_Result result =
        vrm_vmc_socket_connect(colon != NULL ? address : NULL, (uint16_t)port, &vmc->socket);
    if (result == VRM_OK) {
        *out_vmc = vmc;
        return CLI_OK;
    }
    free(vmc);
    if (result == VRM_ERR_ARGUMENT) return refuse(place);
    if (result != VRM_ERR_IO) return cli_result_error("live", "--vmc-out", result, NULL);
    fprintf(stderr, "vrm live: --vmc-out %s: no way there: is this machine in its network?\n",
            place);
    return CLI_FAILED;
}

void live_vmc_close(LiveVmc* vmc) {
    if (vmc == NULL) return;
    vrm_vmc_socket_close(vmc->socket);
    free(vmc);
}

/* A packet that the system does not take, as while nobody listens, is lost as others are on their
 * way: the rest of the frame is sent. */
static bool send_packet(void* ctx, const void* data, size_t size) {
    LiveVmc* vmc = ctx;
    (void)vrm_vmc_socket_send(vmc->socket, data, size);
    return true;
}

static bool show(void* ctx, LiveAvatar* live, const LiveFrame* frame) {
    (void)vrm_vmc_send(live->sim, live->avatar, frame->time_s, send_packet, ctx);
    return true;
}

LivePlug live_vmc_plug(LiveVmc* vmc) {
    return (LivePlug){.ctx = vmc, .show = show};
}

#else

int live_vmc_open(const char* place, LiveVmc** out_vmc) {
    (void)place;
    *out_vmc = NULL;
    fputs("vrm live: --vmc-out: this vrm was built without libvrm_vmc\n", stderr);
    return CLI_FAILED;
}

void live_vmc_close(LiveVmc* vmc) {
    (void)vmc;
}

LivePlug live_vmc_plug(LiveVmc* vmc) {
    return (LivePlug){.ctx = vmc};
}

#endif
