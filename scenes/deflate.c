/* SPDX-License-Identifier: MIT */
/* zlib data (RFC 1950) of one deflate block with the fixed codes (RFC 1951 section 3.2.6). Repeats
 * are found through chains of positions that begin with the same three bytes. */
#include "scene_bytes.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW      32768
#define HASH_BITS   15
#define CHAIN_DEPTH 48
#define MIN_MATCH   3
#define MAX_MATCH   258

typedef struct Packer {
    Bytes* out;
    uint32_t bits; /* not yet written, the first one lowest */
    int bit_count;
    int32_t heads[1 << HASH_BITS]; /* latest position with that hash; -1: none */
    int32_t before[WINDOW];        /* the position before with the same hash */
} Packer;

static void add_bits(Packer* packer, uint32_t value, int count) {
    packer->bits |= value << packer->bit_count;
    packer->bit_count += count;
    while (packer->bit_count >= 8) {
        bytes_add_u8(packer->out, packer->bits & 0xFF);
        packer->bits >>= 8;
        packer->bit_count -= 8;
    }
}

/* Huffman codes go out with their highest bit first. */
static void add_code(Packer* packer, uint32_t code, int count) {
    uint32_t reversed = 0;
    for (int i = 0; i < count; i++) reversed |= (code >> i & 1) << (count - 1 - i);
    add_bits(packer, reversed, count);
}

/* A literal, the end of the block (256), or a length's symbol. */
static void add_symbol(Packer* packer, uint32_t symbol) {
    if (symbol < 144)
        add_code(packer, 0x30 + symbol, 8);
    else if (symbol < 256)
        add_code(packer, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        add_code(packer, symbol - 256, 7);
    else
        add_code(packer, 0xC0 + symbol - 280, 8);
}

/* Symbols come in groups: after `plain` of them, every `group` symbols have one extra bit more.
 * `value` counts from 0. */
static uint32_t split_value(uint32_t value, uint32_t plain, uint32_t group, int* out_bits,
                            uint32_t* out_extra) {
    uint32_t symbol = value, first = value;
    *out_bits = 0;
    if (value >= plain) {
        uint32_t start = plain;
        symbol = plain;
        *out_bits = 1;
        while (value >= start + (group << *out_bits)) {
            start += group << *out_bits;
            symbol += group;
            ++*out_bits;
        }
        symbol += (value - start) >> *out_bits;
        first = start + ((value - start) >> *out_bits << *out_bits);
    }
    *out_extra = value - first;
    return symbol;
}

static void add_match(Packer* packer, uint32_t length, uint32_t distance) {
    int bits;
    uint32_t extra;
    if (length == MAX_MATCH) {
        add_symbol(packer, 285);
    } else {
        uint32_t symbol = split_value(length - MIN_MATCH, 8, 4, &bits, &extra);
        add_symbol(packer, 257 + symbol);
        add_bits(packer, extra, bits);
    }
    add_code(packer, split_value(distance - 1, 4, 2, &bits, &extra), 5);
    add_bits(packer, extra, bits);
}

static uint32_t hash_at(const uint8_t* at) {
    uint32_t three = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    return three * 2654435761u >> (32 - HASH_BITS);
}

static void remember(Packer* packer, const Bytes* raw, size_t at) {
    if (raw->size - at < MIN_MATCH) return;
    uint32_t hash = hash_at(raw->data + at);
    packer->before[at % WINDOW] = packer->heads[hash];
    packer->heads[hash] = (int32_t)at;
}

/* The longest repeat that begins at `at`: its length, 0 when there is none. */
static uint32_t find_match(const Packer* packer, const Bytes* raw, size_t at,
                           uint32_t* out_distance) {
    size_t limit = raw->size - at < MAX_MATCH ? raw->size - at : MAX_MATCH;
    uint32_t best = MIN_MATCH - 1;
    if (limit < MIN_MATCH) return 0;
    int32_t candidate = packer->heads[hash_at(raw->data + at)];
    for (int depth = 0; depth < CHAIN_DEPTH && candidate >= 0; depth++) {
        size_t distance = at - (size_t)candidate;
        if (distance >= WINDOW) break;
        uint32_t length = 0;
        while (length < limit && raw->data[(size_t)candidate + length] == raw->data[at + length])
            length++;
        if (length > best) {
            best = length;
            *out_distance = (uint32_t)distance;
        }
        if (best == limit) break;
        candidate = packer->before[(size_t)candidate % WINDOW];
    }
    return best < MIN_MATCH ? 0 : best;
}

static uint32_t adler32_of(const Bytes* raw) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < raw->size; i++) {
        a = (a + raw->data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

void deflate_add(Bytes* bytes, const Bytes* raw) {
    Packer* packer = malloc(sizeof *packer);
    if (packer == NULL || raw->has_failed || raw->size > INT32_MAX) {
        bytes->has_failed = true;
        free(packer);
        return;
    }
    packer->out = bytes;
    packer->bits = 0;
    packer->bit_count = 0;
    memset(packer->heads, 0xFF, sizeof packer->heads);
    bytes_add_u8(bytes, 0x78);
    bytes_add_u8(bytes, 0xDA);
    add_bits(packer, 1, 1); /* the last block, */
    add_bits(packer, 1, 2); /* in the fixed codes */
    for (size_t at = 0; at < raw->size;) {
        uint32_t distance = 0, length = find_match(packer, raw, at, &distance);
        if (length == 0)
            add_symbol(packer, raw->data[at]);
        else
            add_match(packer, length, distance);
        for (size_t end = at + (length == 0 ? 1 : length); at < end; at++)
            remember(packer, raw, at);
    }
    add_symbol(packer, 256);
    if (packer->bit_count > 0) add_bits(packer, 0, 8 - packer->bit_count);
    bytes_add_be32(bytes, adler32_of(raw));
    free(packer);
}
