/* SPDX-License-Identifier: MIT */
#include "support/counter.h"

#include <stdlib.h>

void bench_count(BenchCounter* counter, size_t size) {
    counter->live += size;
    if (counter->live > counter->peak) counter->peak = counter->live;
}

static void* counted_alloc(void* ctx, size_t size, size_t align) {
    (void)align;
    bench_count(ctx, size);
    return malloc(size);
}

static void counted_release(void* ctx, void* ptr, size_t size) {
    BenchCounter* counter = ctx;
    counter->live -= size;
    free(ptr);
}

vrm_Allocator bench_counted(BenchCounter* counter) {
    return (vrm_Allocator){counted_alloc, counted_release, counter};
}
