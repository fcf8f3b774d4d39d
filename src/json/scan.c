/* SPDX-License-Identifier: MIT */
#include "json/scan.h"

#if VRMI_JSON_FAST

#include "base/utf8.h"
#include "json/bit_places.h"
#include "json/classify.h"

#include <string.h>

/* Shifts the bits by one byte; bit 63 carries into the next block. */
VRMI_JSON_INLINE uint64_t behind(uint64_t bits, uint64_t* carry) {
    uint64_t moved = bits << 1 | *carry;
    *carry = bits >> 63;
    return moved;
}

/* Adds starts to runs: a run that begins at a start becomes zeros, and the bit behind it one. A run
 * that reaches the end of the block continues in the next, where nothing starts at its first bit.
 */
VRMI_JSON_INLINE uint64_t run_through(uint64_t runs, uint64_t starts, uint64_t* carry) {
    uint64_t sum = runs + (starts | *carry);
    *carry = sum < runs;
    return sum;
}

/* ---- Strings ---- */

/* Bytes that a backslash before them escapes. */
static uint64_t find_escaped(vrmi_JsonCarry* carry, uint64_t backslash) {
    uint64_t escaped = carry->is_escaped;
    uint64_t rest = backslash & ~escaped;
    carry->is_escaped = 0;
    while (rest != 0) {
        uint64_t first = rest & (0 - rest);
        escaped |= first << 1;
        carry->is_escaped |= first >> 63;
        rest &= ~(first | first << 1);
    }
    return escaped;
}

/* All bits from each opening quote up to, but not including, its closing quote. */
VRMI_JSON_INLINE uint64_t between_quotes(vrmi_JsonCarry* carry, uint64_t quotes) {
    uint64_t inside = vrmi_bit_runs(quotes) ^ carry->in_string;
    carry->in_string = 0 - (inside >> 63);
    return inside;
}

/* Checks the characters that begin in a block; `high` marks its bytes from 0x80 on. */
static bool check_utf8(vrmi_JsonScan* scan, uint32_t at, uint64_t high) {
    if (scan->utf8_until > at) /* the last character of the previous block ends in this one */
        high &= ~(uint64_t)0 << (scan->utf8_until - at);
    while (high != 0) {
        uint32_t first = (uint32_t)__builtin_ctzll(high), character;
        const char* begin = scan->text + at + first;
        size_t length =
            vrmi_utf8_next(begin, (size_t)(scan->text + scan->size - begin), &character);
        if (character == VRMI_UTF8_BAD) return false;
        uint32_t next = first + (uint32_t)length;
        scan->utf8_until = at + next;
        high = next < VRMI_SCAN_BLOCK ? high & ~(uint64_t)0 << next : 0;
    }
    return true;
}

/* ---- Numbers ---- */

typedef struct Numbers {
    uint64_t digit, sign, point;
} Numbers;

/* The digits and signs of exponents; `others` marks bytes that are no digit, sign or point. Returns
 * bits where something is invalid; `out_signs` marks where a sign is allowed. */
static uint64_t check_exponents(vrmi_JsonCarry* carry, const char* bytes, Numbers numbers,
                                uint64_t others, uint64_t behind_digit, uint64_t* out_signs) {
    uint64_t exponent = vrmi_json_exponents(bytes) & others;
    uint64_t behind_exponent = behind(exponent, &carry->exponent);
    uint64_t power_starts = (behind_exponent & numbers.digit) |
                            behind(numbers.sign & behind_exponent, &carry->power_sign);
    uint64_t power_ends = run_through(numbers.digit, power_starts, &carry->power) & ~numbers.digit;
    *out_signs = behind_exponent;
    return (others & ~exponent) | (exponent & ~behind_digit) |
           (behind_exponent & ~(numbers.digit | numbers.sign)) |
           (power_ends & (numbers.point | exponent));
}

/* RFC 8259 section 6 as bits: which bytes of a number may follow which. `scalars` are all bytes
 * outside strings that are neither structure nor white space, `starts` the first byte of each run.
 * Runs that begin with anything but a digit or a sign are words and not checked here; a leading +
 * is left to the second pass, which checks the first byte of every value. Returns bits where
 * something is invalid. */
VRMI_JSON_INLINE uint64_t check_numbers(vrmi_JsonCarry* carry, const vrmi_JsonBits* bits,
                                        const char* bytes, uint64_t scalars, uint64_t starts) {
    uint64_t number_starts = starts & (bits->digit | bits->sign);
    uint64_t all = scalars & ~run_through(scalars, number_starts, &carry->number);
    Numbers numbers = {bits->digit & all, bits->sign & all, bits->point & all};
    uint64_t others = all & ~(numbers.digit | numbers.sign | numbers.point);
    uint64_t behind_digit = behind(numbers.digit, &carry->digit);
    uint64_t bad = 0, exponent_signs = 0;
    if ((others | carry->exponent | carry->power_sign | carry->power) != 0)
        bad = check_exponents(carry, bytes, numbers, others, behind_digit, &exponent_signs);

    bad |= numbers.sign & ~(number_starts | exponent_signs);
    bad |= numbers.point & ~behind_digit;
    bad |= behind(numbers.sign | numbers.point, &carry->wants_digit) & ~numbers.digit;

    uint64_t first_digits =
        (number_starts & numbers.digit) | behind(number_starts & numbers.sign, &carry->first_digit);
    bad |= behind(first_digits & bits->zero, &carry->leading_zero) & numbers.digit;

    uint64_t fraction_starts = behind(numbers.point, &carry->point);
    uint64_t fraction_ends =
        run_through(numbers.digit, fraction_starts, &carry->fraction) & ~numbers.digit;
    return bad | (fraction_ends & numbers.point);
}

/* ---- Blocks ---- */

/* Writes eight offsets at a time, as many as a byte can have bits; surplus entries are overwritten
 * by those of the next byte. Branch-free, since the number of tokens is not predictable. */
VRMI_JSON_INLINE uint32_t* write_offsets(uint64_t tokens, uint32_t base, uint32_t* out) {
#if defined(VRMI_JSON_OFFSETS)
    return vrmi_put_all(tokens, vrmi_bit_places, base, out);
#else
    uint64_t sums = vrmi_bit_counts(tokens) * UINT64_C(0x0101010101010101);
    uint64_t begins = sums << 8;
    VRMI_JSON_UNROLL(8)
    for (uint32_t i = 0; i < 8; i++)
        vrmi_put8(vrmi_bit_places[tokens >> 8 * i & 255], base + 8 * i,
                  out + (begins >> 8 * i & 255));
    return out + (sums >> 56);
#endif
}

/* The tokens of one block; `at` is the offset of the block in the text. */
VRMI_JSON_INLINE uint64_t scan_block(vrmi_JsonScan* scan, vrmi_JsonCarry* carry, const char* bytes,
                                     uint32_t at) {
    vrmi_JsonBits bits;
    vrmi_JsonUnusual unusual = {0, 0, 0};
    vrmi_json_classify(bytes, &bits);
    uint64_t quotes = bits.quote;
    if ((bits.unusual | carry->is_escaped) != 0) {
        vrmi_json_classify_unusual(bytes, &unusual);
        quotes &= ~find_escaped(carry, unusual.backslash);
        if (unusual.backslash != 0) scan->last_backslash = at + VRMI_SCAN_BLOCK;
        if (unusual.high != 0) carry->bad |= !check_utf8(scan, at, unusual.high);
    }
    uint64_t in_string = between_quotes(carry, quotes); /* opening quotes, but not closing ones */
    uint64_t scalars = ~(bits.structure | bits.space | in_string | quotes);
    uint64_t starts = scalars & ~behind(scalars, &carry->scalar);
    carry->bad |= check_numbers(carry, &bits, bytes, scalars, starts);
    carry->bad |= unusual.control & (in_string | ~bits.space);
    return (bits.structure & ~in_string) | (quotes & in_string) | starts;
}

/* Scans up to `count` blocks while there is room for their tokens in front of `last_place`. */
static __attribute__((noinline)) uint32_t* scan_blocks(vrmi_JsonScan* scan, const char* block,
                                                       uint32_t count, uint32_t* out,
                                                       const uint32_t* last_place) {
    vrmi_JsonCarry carry = scan->carry; /* a copy that can live in registers */
    uint32_t at = scan->at;
    for (; out <= last_place && count > 0; count--) {
        out = write_offsets(scan_block(scan, &carry, block, at), at, out);
        at += VRMI_SCAN_BLOCK;
        block += VRMI_SCAN_BLOCK;
    }
    scan->at = at;
    scan->carry = carry;
    return out;
}

uint32_t vrmi_json_scan(vrmi_JsonScan* scan, uint32_t* out, const uint32_t* out_end) {
    const uint32_t *begin = out, *last_place = out_end - VRMI_SCAN_ROOM;
    uint32_t size = scan->size, rest = size % VRMI_SCAN_BLOCK;
    uint32_t whole = (size - scan->at) / VRMI_SCAN_BLOCK;
    out = scan_blocks(scan, scan->text + scan->at, whole, out, last_place);
    if (out <= last_place && rest > 0 && scan->at == size - rest) {
        char last[VRMI_SCAN_BLOCK];
        memset(last, ' ', sizeof last);
        memcpy(last, scan->text + scan->at, rest);
        out = scan_blocks(scan, last, 1, out, last_place);
        scan->at = size;
    }
    if (scan->at == size) scan->carry.bad |= scan->carry.in_string;
    return (uint32_t)(out - begin);
}

#endif
