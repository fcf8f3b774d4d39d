/* SPDX-License-Identifier: MIT */
/* A packed file: four numbers of four bytes, the lowest byte first; the kinds of bytes that occur
 * (two bytes), and for each of them which occur most; and the answers, as a number between 0 and 1.
 */
#ifndef VRM_PACKED_FORMAT_H
#define VRM_PACKED_FORMAT_H

#include "model.h"

enum {
    MAGIC = 0x706d7276, /* "vrmp" */
    HEADER = 16, /* the magic number, the size of this file, that of the module, and its sum */
    MOST_SIZE = 1 << 22, /* of a module; packed it may be a little more */
    /* The coder: the range stays above this. */
    RANGE_BITS = 24,
};

_Static_assert(KINDS <= 16, "the kinds that occur are bits of two bytes");

static uint32_t sum_of(const uint8_t* bytes, uint32_t size) {
    uint32_t sum = 0x811c9dc5;
    for (uint32_t i = 0; i < size; i++) sum = (sum ^ bytes[i]) * 0x01000193;
    return sum;
}

/* Memory behind the static one; NULL when there is none. */
static uint8_t* reserve(uint32_t size) {
    extern uint8_t __heap_base;
    enum { PAGE = 65536 };
    uint32_t end = (uint32_t)&__heap_base + size, have = __builtin_wasm_memory_size(0) * PAGE;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == UINT32_MAX)
        return 0;
    return &__heap_base;
}

#endif
