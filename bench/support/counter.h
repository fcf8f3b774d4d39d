/* SPDX-License-Identifier: MIT */
/* An allocator that counts: what is held now, and the most that was held at one time. */
#ifndef BENCH_COUNTER_H
#define BENCH_COUNTER_H

#include "vrm/base.h"

typedef struct BenchCounter {
    size_t live, peak;
} BenchCounter;

/* Adds memory that was taken elsewhere. */
void bench_count(BenchCounter* counter, size_t size);

vrm_Allocator bench_counted(BenchCounter* counter);

#endif
