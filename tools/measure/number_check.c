/* SPDX-License-Identifier: MIT */
/* usage: number_check [MILLIONS]
 *
 * Compares the library's numbers with the C library's, strtod and strtof, over many more values
 * than a unit test can: random texts read; random doubles and evenly spread floats written, read
 * back, and tried with one digit less. Prints what it did; ends with 1 at the first difference.
 * Build: cc -O2 -Isrc -Iinclude tools/measure/number_check.c src/json/number.c src/json/shortest.c
 * -lm */
#include "json/tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* xorshift64*: the same numbers in every run. */
static uint64_t next_random(uint64_t* state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

static void differ(const char* what, const char* text) {
    printf("%s: %s\n", what, text);
    exit(1);
}

static void check_read(const char* text) {
    double expected = strtod(text, NULL), got = 0.0;
    bool fits = vrmi_json_to_double(text, (uint32_t)strlen(text), &got);
    if (fits != (isfinite(expected) != 0) || (fits && memcmp(&got, &expected, sizeof got) != 0))
        differ("read wrongly", text);
}

static void read_random(uint64_t count) {
    uint64_t random = 11;
    for (uint64_t i = 0; i < count; i++) {
        char text[64];
        uint64_t a = next_random(&random), b = next_random(&random);
        uint32_t shape = (uint32_t)(b & 3);
        double value;
        memcpy(&value, &a, sizeof value);
        if (shape == 0 || !isfinite(value)) {
            snprintf(text, sizeof text, "%" PRIu64 "e%d", a >> (b >> 32 & 63),
                     (int)(b >> 40) % 350);
        } else if (shape == 1) {
            snprintf(text, sizeof text, "%" PRIu64 "%" PRIu64 "e-%u", a, b, (uint32_t)(a % 360));
        } else {
            snprintf(text, sizeof text, "%.*e", (int)(b >> 8) % 22, value);
        }
        check_read(text);
    }
    printf("%" PRIu64 " texts read as strtod reads them\n", count);
}

/* Significant digits of a written number. */
static int count_digits(const char* text) {
    int digits = 0, zeros = 0;
    for (; *text != 0 && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (digits + zeros == 0 && *text == '0')) continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits > zeros ? digits - zeros : 1;
}

static void check_written(char* text, uint32_t length, double value, bool is_float) {
    char other[64];
    text[length] = 0;
    bool is_same = is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
    if (!is_same) differ("does not read back", text);
    int digits = count_digits(text);
    if (digits < 2) return;
    snprintf(other, sizeof other, "%.*e", digits - 2, value);
    if (is_float ? strtof(other, NULL) == (float)value : strtod(other, NULL) == value)
        differ("is not the shortest", text);
    /* The nearest with as many digits, if that reads back too. */
    snprintf(other, sizeof other, "%.*e", digits - 1, value);
    is_same = is_float ? strtof(other, NULL) == (float)value : strtod(other, NULL) == value;
    if (is_same && strtod(other, NULL) != strtod(text, NULL)) differ("is not the nearest", text);
}

static void write_random(uint64_t count) {
    char text[VRMI_JSON_NUMBER_ROOM + 1];
    uint64_t random = 12;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = next_random(&random);
        if (i % 8 == 0) bits &= UINT64_C(0xFFF0000000000000); /* powers of two */
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) check_written(text, vrmi_json_from_double(value, text), value, false);
    }
    printf("%" PRIu64 " doubles written\n", count);
    uint32_t step = (uint32_t)((UINT64_C(1) << 32) / count) | 1;
    uint64_t done = 0;
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += step, done++) {
        uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        if (isfinite(value))
            check_written(text, vrmi_json_from_float(value, text), (double)value, true);
    }
    printf("%" PRIu64 " floats written\n", done);
}

int main(int argc, char** argv) {
    uint64_t count = (uint64_t)(argc > 1 ? atoi(argv[1]) : 1) * 1000000;
    if (count == 0) return 2;
    read_random(count);
    write_random(count);
    return 0;
}
