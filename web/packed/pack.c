/* SPDX-License-Identifier: MIT */
/* Packs a file: web/build/pack.mjs. */
#include "format.h"

#define EXPORT(name) __attribute__((export_name(name)))
EXPORT("begin") uint8_t* begin(uint32_t size);
EXPORT("pack") uint32_t pack(void);
EXPORT("packed") uint8_t* packed_at(void);

static uint8_t *module, *packed;
static uint32_t module_size, packed_size;

/* The number so far is in what is written, then a byte and a run of bytes of 255 to which a carry
 * may come, then the lowest 32 bits of `low`; bit 32 of it is the carry. */
static uint64_t low;
static uint32_t range, held_run;
static int held; /* the byte before the run; below 0 at the beginning */

static void put(unsigned byte) {
    packed[packed_size++] = (uint8_t)byte;
}

static void put_number(uint32_t number) {
    for (int i = 0; i < 4; i++) put(number >> 8 * i & 0xff);
}

static void shift_out(void) {
    unsigned carry = (unsigned)(low >> 32);
    if (carry > 0 || low < 0xff000000) {
        if (held >= 0) put((unsigned)held + carry);
        for (; held_run > 0; held_run--) put(0xff + carry);
        held = (int)(low >> 24 & 0xff);
    } else {
        held_run++;
    }
    low = (low & 0xffffff) << 8;
}

static unsigned code_answer(uint32_t probability, unsigned answer) {
    uint32_t yes = (range >> 16) * probability;
    if (answer)
        range = yes;
    else
        range -= yes, low += yes;
    while (range >> RANGE_BITS == 0) {
        range <<= 8;
        shift_out();
    }
    return answer;
}

/* Where to put the module. */
uint8_t* begin(uint32_t size) {
    if (size > MOST_SIZE) return 0;
    module = reserve(4 * size +
                     65536); /* the module, its copy, and what is packed: never twice as large */
    module_size = size;
    return module;
}

/* Which bytes of each kind occur most; returns which kinds occur. */
static unsigned rank_bytes(void) {
    static uint32_t counts[KINDS][256];
    unsigned occur = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < 256; i++) counts[kind][i] = 0;
    Structure s = at_the_beginning();
    for (uint32_t i = 0; i < module_size; i++) {
        counts[s.kind][module[i]]++;
        occur |= 1u << s.kind;
        follow(&s, module[i]);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (int rank = 0; rank < RANKED; rank++) {
            int most = -1;
            for (int i = 0; i < 256; i++) {
                int is_free = 1;
                for (int k = 0; k < rank; k++) is_free &= ranks.bytes[kind][k] != i;
                if (is_free && (most < 0 || counts[kind][i] > counts[kind][most])) most = i;
            }
            ranks.bytes[kind][rank] = (uint8_t)most;
        }
    }
    return occur;
}

/* Returns the size of the packed file, which is at packed(). */
uint32_t pack(void) {
    packed = module + 2 * module_size;
    packed_size = 0;
    unsigned occur = rank_bytes();
    put_number(MAGIC);
    put_number(0);
    put_number(module_size);
    put_number(sum_of(module, module_size));
    put(occur & 0xff);
    put(occur >> 8);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < RANKED && occur >> kind & 1; i++) put(ranks.bytes[kind][i]);
    begin_model(module + module_size);
    low = 0;
    range = UINT32_MAX;
    held_run = 0;
    held = -1;
    for (uint32_t i = 0; i < module_size; i++) code_byte(module[i]);
    for (int i = 0; i < 5; i++) shift_out();
    uint32_t size = packed_size;
    packed_size = 4;
    put_number(size);
    return size;
}

uint8_t* packed_at(void) {
    return packed;
}
