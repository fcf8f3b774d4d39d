/* SPDX-License-Identifier: MIT */
/* Unpacks a file of the package while it arrives: engine/unpack.js. Whatever the bytes are, it
 * ends, and stays in its memory. */
#include "format.h"

#define EXPORT(name) __attribute__((export_name(name)))
EXPORT("begin") uint8_t* begin(uint32_t file_size, uint32_t size);
EXPORT("unpack") uint32_t unpack(uint32_t have, uint32_t most);
EXPORT("sum") uint32_t sum(void);

static uint8_t* packed;
static uint32_t packed_size, module_size, used;
static uint32_t range, offset; /* of the answers in the number */

static uint8_t next_byte(void) {
    return used < packed_size ? packed[used++] : 0;
}

static unsigned code_answer(uint32_t probability, unsigned answer) {
    uint32_t yes = (range >> 16) * probability;
    answer = offset < yes;
    if (answer)
        range = yes;
    else
        range -= yes, offset -= yes;
    while (range >> RANGE_BITS == 0) {
        range <<= 8;
        offset = offset << 8 | next_byte();
    }
    return answer;
}

/* Where to put a file of this size, and behind it the module of that size comes to be; 0 when there
 * is no memory, or the sizes are not those of a module. */
uint8_t* begin(uint32_t file_size, uint32_t size) {
    if (file_size < HEADER || file_size > 2 * MOST_SIZE || size > MOST_SIZE) return 0;
    packed = reserve(file_size + size);
    packed_size = file_size;
    module_size = size;
    used = 0;
    return packed;
}

static void read_ranks(void) {
    used = HEADER;
    unsigned occur = next_byte();
    occur |= (unsigned)next_byte() << 8;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < RANKED; i++)
            ranks.bytes[kind][i] = occur >> kind & 1 ? next_byte() : (uint8_t)i;
}

/* Unpacks at most so many bytes, as far as those allow that are there; returns how many it has. */
uint32_t unpack(uint32_t have, uint32_t most) {
    enum { FOR_RANKS = HEADER + 2 + KINDS * RANKED + 4, FOR_BYTE = 32 }; /* 11 answers of 16 bits */
    int is_all = have >= packed_size;
    if (used == 0) {
        if (have < FOR_RANKS && !is_all) return 0;
        read_ranks();
        begin_model(packed + packed_size);
        range = UINT32_MAX;
        for (int i = 0; i < 4; i++) offset = offset << 8 | next_byte();
    }
    while (text_size < module_size && most-- > 0 && (have - used >= FOR_BYTE || is_all))
        code_byte(0);
    return text_size;
}

uint32_t sum(void) {
    return sum_of(text, text_size);
}
