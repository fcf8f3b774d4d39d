/* SPDX-License-Identifier: MIT */
/* An output of `vrm live`: the avatar's motion for another program, by the VMC protocol. */
#ifndef CLI_LIVE_VMC_H
#define CLI_LIVE_VMC_H

#include "live/live_loop.h"

typedef struct LiveVmc LiveVmc;

/* Opens a socket that sends to "[ADDRESS:]PORT"; ADDRESS is 127.0.0.1 where it is left out. Returns
 * CLI_OK, or a status after printing why. */
int live_vmc_open(const char* place, LiveVmc** out_vmc);
/* `vmc` may be NULL. */
void live_vmc_close(LiveVmc* vmc);

/* The output must outlive the loop. */
LivePlug live_vmc_plug(LiveVmc* vmc);

#endif
