/* SPDX-License-Identifier: MIT */
/* Explains why listening for motion (UDP) failed. */
#ifndef CLI_LISTEN_H
#define CLI_LISTEN_H

#include <stdint.h>

/* Prints why vrm_vmc_socket_open() failed with VRM_ERR_IO for this address and port: the address is
 * not of this machine, or the port is taken. Returns CLI_FAILED. `option` is the one that names the
 * address. */
int cli_listen_error(const char* command, const char* option, const char* address, uint16_t port);

#endif
