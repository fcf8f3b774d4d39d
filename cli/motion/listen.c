/* SPDX-License-Identifier: MIT */
#include "motion/listen.h"

#include "words/status.h"

#ifdef CLI_HAS_VMC

#include "vrm/vmc.h"

#include <stdio.h>

/* Opens a socket with any free port of the address: if that fails too, the address is at fault,
 * otherwise the port. */
int cli_listen_error(const char* command, const char* option, const char* address, uint16_t port) {
    vrm_VmcSocket* probe = NULL;
    bool is_own_address = vrm_vmc_socket_open(address, 0, &probe) == VRM_OK;
    vrm_vmc_socket_close(probe);
    if (!is_own_address)
        fprintf(stderr,
                "vrm %s: %s is no address of this machine. %s is where to listen, not where\n"
                "the sender runs: 0.0.0.0 stands for all addresses of this machine.\n",
                command, address, option);
    else
        fprintf(stderr,
                "vrm %s: UDP port %u of %s cannot be used: another program listens there%s.\n"
                "End it, or let the sender send to another port and name that one here.\n",
                command, port, address,
                port < 1024 ? ", or only the administrator may (ports below 1024)" : "");
    return CLI_FAILED;
}

#endif
