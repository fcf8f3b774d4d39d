/* SPDX-License-Identifier: MIT */
/* What `vrm receive` says after a take: counts, and the most likely reason why nothing came. */
#ifndef CLI_TAKE_REPORT_H
#define CLI_TAKE_REPORT_H

#include "trackers/take.h"

/* One object of JSON to standard output. `output` may be NULL. Returns a status. */
int take_print_json(const Take* take, const char* output);
/* Text, to standard error if the output is standard output. */
void take_print_result(const Take* take, const char* output);
/* Why no motion was received; `address` NULL: the packets were recorded ones. */
void take_print_nothing_came(const Take* take, const char* address);
/* Packets of a replay that were left out, if there are any. */
void take_print_skipped(const Take* take);

#endif
