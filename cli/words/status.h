/* SPDX-License-Identifier: MIT */
#ifndef CLI_STATUS_H
#define CLI_STATUS_H

/* Exit statuses in ascending severity: of several files the worst status is returned. */
enum { CLI_OK = 0, CLI_INVALID = 1, CLI_USAGE = 2, CLI_FAILED = 3 };

#endif
