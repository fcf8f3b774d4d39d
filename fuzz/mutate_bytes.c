/* SPDX-License-Identifier: MIT */
#include "mutator.h"

#include <string.h>

static const uint64_t words[] = {0,
                                 1,
                                 0x7F,
                                 0x80,
                                 0xFF,
                                 0x7FFF,
                                 0x8000,
                                 0xFFFF,
                                 0x7FFFFFFF,
                                 0x80000000,
                                 0xFFFFFFFF,
                                 0x7F800000 /* infinity */,
                                 0x7FC00000 /* NaN */,
                                 0x00000001 /* the least float */,
                                 0x20000000000000,
                                 0x4000000000000000,
                                 0x7FFFFFFFFFFFFFFF,
                                 0xFFFFFFFFFFFFFFFF};

static size_t insert(uint8_t* data, size_t size, size_t max_size, uint64_t* random) {
    size_t at = mutate_below(random, size + 1), count = 1 + mutate_below(random, 16);
    if (size + count > max_size) return size;
    memmove(data + at + count, data + at, size - at);
    size_t from = mutate_below(random, size + 1);
    for (size_t i = 0; i < count; i++)
        data[at + i] = from + i < at ? data[from + i] : (uint8_t)mutate_random(random);
    return size + count;
}

size_t mutate_bytes(uint8_t* data, size_t size, size_t max_size, uint64_t* random) {
    if (size == 0) return insert(data, size, max_size, random);
    size_t at = mutate_below(random, size), rest = size - at;
    switch (mutate_below(random, 8)) {
    case 0: data[at] ^= (uint8_t)(1u << mutate_below(random, 8)); return size;
    case 1: data[at] = (uint8_t)mutate_random(random); return size;
    case 2: { /* cut out */
        size_t count = 1 + mutate_below(random, rest < 32 ? rest : 32);
        memmove(data + at, data + at + count, rest - count);
        return size - count;
    }
    case 3: return mutate_below(random, 4) == 0 ? at : size; /* the end is missing */
    case 4:
    case 5: { /* a number at the edge of its type */
        uint64_t word = words[mutate_below(random, sizeof words / sizeof *words)];
        size_t width = (size_t)1 << mutate_below(random, 4);
        memcpy(data + at, &word, width < rest ? width : rest);
        return size;
    }
    case 6: { /* copy within */
        size_t to = mutate_below(random, size), room = size - to;
        size_t count = 1 + mutate_below(random, rest < room ? rest : room);
        memmove(data + to, data + at, count);
        return size;
    }
    default: return insert(data, size, max_size, random);
    }
}
