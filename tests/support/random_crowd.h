/* SPDX-License-Identifier: MIT */
/* Random rigs (chains on chains, shared and swaying colliders, centers anywhere, limits, skipped
 * nodes, constraints with swaying sources, a head that sways; sometimes no spring at all) under a
 * random host, run in every way that must give the same bits: single and in a crowd whose avatars
 * come and go, all outputs and springs only, one worker and several in any order, any kernel or
 * several in one sim, all stages and only those that the rig has work for. */
#ifndef VRM_TESTS_SUPPORT_RANDOM_CROWD_H
#define VRM_TESTS_SUPPORT_RANDOM_CROWD_H

#include "vrm/rig.h"

#include <stddef.h>
#include <stdint.h>

/* What decides: bytes first, then numbers that follow from `state`. */
typedef struct Chance {
    const uint8_t* data;
    size_t size;
    uint64_t state;
} Chance;

/* A random rig; NULL when the dice made something that cannot be built. */
vrm_Rig* random_crowd_rig(Chance* chance);

/* NULL when all ways agree; else what differs, until the next call. */
const char* random_crowd_run(Chance* chance);

#endif
