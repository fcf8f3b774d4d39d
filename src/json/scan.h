/* SPDX-License-Identifier: MIT */
/* The first pass of fast reading: 64 bytes at a time, one bit per byte, find where tokens begin.
 *
 *   {"a":[1,-2.5],"b":"x,y"}
 *   ^^  ^^^^^   ^^^  ^^    ^     brackets, commas, colons, first bytes of strings and scalars
 *
 * On the way it checks what bits can: UTF-8, control characters in strings, and the grammar of
 * numbers. It only flags an error; the plain reader (parse.c) then describes it. */
#ifndef VRMI_JSON_SCAN_H
#define VRMI_JSON_SCAN_H

#include "json/simd.h"

#if VRMI_JSON_FAST

/* State that is carried from block to block: bit 63 of the last block, as bit 0, unless said
 * otherwise. */
typedef struct vrmi_JsonCarry {
    uint64_t in_string; /* all ones inside a string */
    uint64_t is_escaped;
    uint64_t scalar;
    uint64_t number; /* a number continues */
    uint64_t digit;
    uint64_t wants_digit; /* behind a sign or a point */
    uint64_t first_digit; /* behind a leading sign */
    uint64_t leading_zero;
    uint64_t point;
    uint64_t fraction;   /* the digits of a fraction continue */
    uint64_t exponent;   /* behind e or E */
    uint64_t power_sign; /* behind the sign of an exponent */
    uint64_t power;      /* the digits of an exponent continue */
    uint64_t bad;        /* not 0: something was invalid */
} vrmi_JsonCarry;

typedef struct vrmi_JsonScan {
    const char* text;
    uint32_t size, at;       /* at: bytes scanned; whole blocks except for the last */
    uint32_t utf8_until;     /* characters are checked up to here */
    uint32_t last_backslash; /* the end of the last block that has a backslash */
    vrmi_JsonCarry carry;
} vrmi_JsonScan;

/* Room for tokens that must be free before a block is scanned: one for each byte, and 8 that may be
 * written behind the last and are then overwritten. */
#define VRMI_SCAN_ROOM (VRMI_SCAN_BLOCK + 8)

/* Scans blocks while there is room for their tokens in front of `out_end`, writes the offsets of
 * the tokens and returns how many there are. */
uint32_t vrmi_json_scan(vrmi_JsonScan* scan, uint32_t* out, const uint32_t* out_end);

#endif
#endif
