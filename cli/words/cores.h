/* SPDX-License-Identifier: MIT */
#ifndef CLI_CORES_H
#define CLI_CORES_H

/* The number of cores that are online; at least 1. */
int cli_core_count(void);

#endif
