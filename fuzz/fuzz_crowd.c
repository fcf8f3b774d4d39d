/* SPDX-License-Identifier: MIT */
/* A rig, a host and neighbours made of the input: every way to run them gives the same bits
 * (tests/support/random_crowd.h). */
#include "support/random_crowd.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Chance chance = {data, size, size};
    const char* difference = random_crowd_run(&chance);
    if (difference == NULL) return 0;
    fprintf(stderr, "%s\n", difference);
    abort();
}
