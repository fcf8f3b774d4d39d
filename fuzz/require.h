/* SPDX-License-Identifier: MIT */
/* What every target declares: its entry, and how a broken claim ends it. */
#ifndef FUZZ_REQUIRE_H
#define FUZZ_REQUIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static inline void require(bool claim) {
    if (!claim) abort();
}

#endif
