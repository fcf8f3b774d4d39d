/* SPDX-License-Identifier: MIT */
/* --priority PART=NAME[,NAME...]: which senders move a part of the body, the best first. */
#ifndef CLI_LIVE_PRIORITY_H
#define CLI_LIVE_PRIORITY_H

#include "trackers/senders.h"

#include "vrm/live.h"

/* All zero: nothing was said, the order of --from counts. */
typedef struct LivePriority {
    bool is_set[VRM_LIVE_PART_COUNT];
    int32_t ranks[VRM_LIVE_PART_COUNT][SENDERS_MAX]; /* of each kind of sender: as priorities of
                                                        vrm_LiveSourceDef */
} LivePriority;

/* Adds a value of the option; a part may have one. With `senders` that were named, others are
 * refused. CLI_OK, or the status after printing the error. */
int live_priority_add(LivePriority* priority, const char* text, Senders* senders);

/* Sets the priorities of a sender, for which --from gives `rank`. */
void live_priority_get(const LivePriority* priority, const Sender* sender, int32_t rank,
                       int32_t out[VRM_LIVE_PART_COUNT]);

#endif
