/* SPDX-License-Identifier: MIT */
/* Codes of up to FAST_BITS bits are looked up in a table; longer ones, which are rare by
 * definition, are found bit by bit in the canonical order of RFC 1951 section 3.2.2. */
#include "base/inflate.h"

#include "base/bytes.h"

enum {
    FAST_BITS = 10,
    CODE_BITS = 15, /* of the longest code */
    SYMBOLS = 288,  /* literals and lengths; distances are fewer */
    DISTANCES = 30,
    END = 256 /* of a block */
};

typedef struct Codes {
    uint16_t fast[1 << FAST_BITS]; /* symbol << 4 | bits; 0: a longer code, or none */
    unsigned fast_mask;            /* of the bits that are looked up: no more than codes have */
    uint16_t counts[CODE_BITS + 1];
    uint16_t symbols[SYMBOLS]; /* in the order of their codes */
} Codes;

typedef struct Reader {
    const uint8_t *at, *end;
    uint64_t bits; /* read and not used, the next one lowest */
    unsigned bit_count;
    bool has_failed;
    uint8_t* out;
    size_t size, room;
    Codes literals, distances;
} Reader;

/* ---- Bits ---- */

/* At least 56 bits, as far as there are any: enough for a length with its distance. */
static void refill(Reader* r) {
    if (r->end - r->at >= 8) {
        r->bits |= vrmi_load_u64(r->at) << r->bit_count;
        r->at += (63 - r->bit_count) >> 3;
        r->bit_count |= 56;
        return;
    }
    for (; r->bit_count <= 56 && r->at < r->end; r->bit_count += 8)
        r->bits |= (uint64_t)*r->at++ << r->bit_count;
}

static uint32_t take(Reader* r, unsigned count) {
    if (count > r->bit_count) {
        r->has_failed = true;
        return 0;
    }
    uint32_t value = (uint32_t)(r->bits & (((uint64_t)1 << count) - 1));
    r->bits >>= count;
    r->bit_count -= count;
    return value;
}

/* ---- Codes ---- */

static unsigned reversed(unsigned code, unsigned bits) {
    code = (code & 0x5555) << 1 | (code >> 1 & 0x5555); /* in pairs, fours, bytes, all 16 */
    code = (code & 0x3333) << 2 | (code >> 2 & 0x3333);
    code = (code & 0x0F0F) << 4 | (code >> 4 & 0x0F0F);
    code = (code & 0x00FF) << 8 | (code >> 8 & 0x00FF);
    return code >> (16 - bits);
}

/* False when the lengths make no code. A code may lack symbols only if it has at most one, as that
 * of distances in a block without or with one of them. */
static bool build(Codes* codes, const uint8_t* lengths, unsigned symbol_count) {
    unsigned next[CODE_BITS + 1], places[CODE_BITS + 1];
    memset(codes->counts, 0, sizeof codes->counts);
    for (unsigned i = 0; i < symbol_count; i++) codes->counts[lengths[i]]++;
    unsigned used = symbol_count - codes->counts[0], left = 1, code = 0, place = 0, longest = 0;
    codes->counts[0] = 0;
    for (unsigned bits = 1; bits <= CODE_BITS; bits++) {
        left <<= 1;
        if (codes->counts[bits] > left) return false;
        if (codes->counts[bits] > 0) longest = bits;
        left -= codes->counts[bits];
        next[bits] = code;
        places[bits] = place;
        place += codes->counts[bits];
        code = (code + codes->counts[bits]) << 1;
    }
    if (left > 0 && (used > 1 || used != codes->counts[1])) return false;
    size_t entries = (size_t)1 << (longest < FAST_BITS ? longest : FAST_BITS);
    codes->fast_mask = (unsigned)entries - 1;
    memset(codes->fast, 0, entries * sizeof *codes->fast);
    for (unsigned i = 0; i < symbol_count; i++) {
        unsigned bits = lengths[i];
        if (bits == 0) continue;
        codes->symbols[places[bits]++] = (uint16_t)i;
        unsigned first = reversed(next[bits]++, bits);
        if (bits > FAST_BITS) continue;
        for (unsigned at = first; at < entries; at += 1u << bits)
            codes->fast[at] = (uint16_t)(i << 4 | bits);
    }
    return true;
}

static unsigned decode_long(Reader* r, const Codes* codes) {
    unsigned code = 0, first = 0, place = 0;
    for (unsigned bits = 1; bits <= CODE_BITS && bits <= r->bit_count; bits++) {
        code |= (unsigned)(r->bits >> (bits - 1)) & 1;
        unsigned count = codes->counts[bits];
        if (code - first < count) {
            take(r, bits);
            return codes->symbols[place + code - first];
        }
        place += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    r->has_failed = true;
    return END;
}

static inline unsigned decode(Reader* r, const Codes* codes) {
    unsigned entry = codes->fast[r->bits & codes->fast_mask], bits = entry & 15;
    if (bits == 0 || bits > r->bit_count) return decode_long(r, codes);
    r->bits >>= bits;
    r->bit_count -= bits;
    return entry >> 4;
}

/* ---- Blocks ---- */

static void read_fixed(Reader* r) {
    uint8_t lengths[SYMBOLS];
    for (unsigned i = 0; i < SYMBOLS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    build(&r->literals, lengths, SYMBOLS);
    memset(lengths, 5, 32); /* all 32, of which two are no distances */
    build(&r->distances, lengths, 32);
}

/* The codes of a block, themselves as lengths in a code: RFC 1951 section 3.2.7. */
static void read_dynamic(Reader* r) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[SYMBOLS + 32] = {0};
    refill(r);
    unsigned literals = take(r, 5) + 257, distances = take(r, 5) + 1, given = take(r, 4) + 4;
    for (unsigned i = 0; i < given; i++) {
        refill(r);
        lengths[order[i]] = (uint8_t)take(r, 3);
    }
    if (r->has_failed || literals > 286 || distances > DISTANCES ||
        !build(&r->distances, lengths, 19)) {
        r->has_failed = true;
        return;
    }
    memset(lengths, 0, sizeof lengths);
    for (unsigned i = 0; i < literals + distances;) {
        refill(r);
        unsigned symbol = decode(r, &r->distances), repeat = 1;
        uint8_t value = (uint8_t)symbol;
        if (symbol == 16) {
            if (i == 0) r->has_failed = true;
            value = i == 0 ? 0 : lengths[i - 1];
            repeat = 3 + take(r, 2);
        } else if (symbol >= 17) {
            value = 0;
            repeat = symbol == 17 ? 3 + take(r, 3) : 11 + take(r, 7);
        }
        if (r->has_failed || repeat > literals + distances - i) {
            r->has_failed = true;
            return;
        }
        memset(lengths + i, value, repeat);
        i += repeat;
    }
    if (lengths[END] == 0 || !build(&r->literals, lengths, literals) ||
        !build(&r->distances, lengths + literals, distances))
        r->has_failed = true;
}

static void read_stored(Reader* r) {
    take(r, r->bit_count & 7);
    refill(r);
    unsigned size = take(r, 16), check = take(r, 16);
    r->at -= r->bit_count >> 3; /* whole bytes that were read ahead */
    r->bits = 0;
    r->bit_count = 0;
    if (r->has_failed || (size ^ check) != 0xFFFF || size > (size_t)(r->end - r->at) ||
        size > r->room - r->size) {
        r->has_failed = true;
        return;
    }
    memcpy(r->out + r->size, r->at, size);
    r->at += size;
    r->size += size;
}

static void copy(Reader* r, size_t length, size_t distance) {
    if (distance > r->size || length > r->room - r->size) {
        r->has_failed = true;
        return;
    }
    uint8_t* to = r->out + r->size;
    r->size += length;
    if (distance >= length)
        memcpy(to, to - distance, length);
    else if (distance == 1)
        memset(to, to[-1], length);
    else
        for (size_t i = 0; i < length; i++) to[i] = to[(ptrdiff_t)i - (ptrdiff_t)distance];
}

static void read_symbols(Reader* r) {
    static const uint16_t lengths[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distances[DISTANCES] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!r->has_failed) {
        refill(r);
        unsigned symbol = decode(r, &r->literals);
        if (symbol < END) {
            if (r->size == r->room)
                r->has_failed = true;
            else
                r->out[r->size++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == END) return;
        unsigned length = symbol - END - 1;
        if (length >= 29) break;
        size_t count = lengths[length] + take(r, length_bits[length]);
        unsigned distance = decode(r, &r->distances);
        if (distance >= DISTANCES) break;
        size_t back = distances[distance];
        if (distance >= 4) back += take(r, distance / 2 - 1);
        if (!r->has_failed) copy(r, count, back);
    }
    r->has_failed = true;
}

static uint32_t adler32_of(const uint8_t* bytes, size_t size) {
    uint32_t a = 1, b = 0;
    while (size > 0) {
        size_t part = size < 5552 ? size : 5552; /* as many as cannot overflow */
        size -= part;
        for (; part > 0; part--) {
            a += *bytes++;
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

/* All blocks. True when they fill `out` exactly; `r` stands behind the last byte then. */
static bool read_blocks(Reader* r) {
    for (bool is_last = false; !is_last && !r->has_failed;) {
        refill(r);
        is_last = take(r, 1) == 1;
        unsigned kind = take(r, 2);
        if (r->has_failed || kind == 3) return false;
        if (kind == 0) {
            read_stored(r);
            continue;
        }
        if (kind == 1)
            read_fixed(r);
        else
            read_dynamic(r);
        if (!r->has_failed) read_symbols(r);
    }
    if (r->has_failed || r->size != r->room) return false;
    take(r, r->bit_count & 7);
    r->at -= r->bit_count >> 3;
    return true;
}

bool vrmi_inflate(const uint8_t* data, size_t size, uint8_t* out, size_t out_size) {
    if (size < 6 || (data[0] & 15) != 8 || data[0] >> 4 > 7 || (data[0] << 8 | data[1]) % 31 != 0 ||
        (data[1] & 0x20) != 0)
        return false;
    Reader r = {.at = data + 2, .end = data + size, .out = out, .room = out_size};
    return read_blocks(&r) && r.end - r.at >= 4 &&
           vrmi_load_u32_big(r.at) == adler32_of(out, out_size);
}

bool vrmi_inflate_raw(const uint8_t* data, size_t size, uint8_t* out, size_t out_size) {
    Reader r = {.at = data, .end = data + size, .out = out, .room = out_size};
    return read_blocks(&r);
}
