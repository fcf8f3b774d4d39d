/* SPDX-License-Identifier: MIT */
/* vrm serve: what it reports about the machine. */
#ifndef CLI_SERVE_HOST_H
#define CLI_SERVE_HOST_H

#include <stdint.h>

typedef struct serve_Host {
    char system[72], version[136]; /* "unknown" where the system does not say */
} serve_Host;

serve_Host serve_host(void);

/* The most memory that this process has had; -1 when the system does not say. */
int64_t serve_peak_bytes(void);

#endif
