/* SPDX-License-Identifier: MIT */
#include "motion/fbx/fbx_words.h"

#include "base/ascii.h"

#include <string.h>

static bool is_blank(uint8_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0;
}

size_t vrmi_fbx_skip_blanks(const uint8_t* bytes, size_t at, size_t end) {
    for (; at < end; at++) {
        if (bytes[at] == ';')
            while (at < end && bytes[at] != '\n' && bytes[at] != '\r') at++;
        else if (!is_blank(bytes[at]))
            break;
        if (at == end) break;
    }
    return at;
}

size_t vrmi_fbx_skip_word(const uint8_t* bytes, size_t at, size_t end) {
    if (at < end && bytes[at] == '"') {
        const uint8_t* quote = memchr(bytes + at + 1, '"', end - at - 1);
        return quote == NULL ? end : (size_t)(quote - bytes) + 1;
    }
    while (at < end && !is_blank(bytes[at]) && bytes[at] != ',' && bytes[at] != '{' &&
           bytes[at] != '}' && bytes[at] != ':' && bytes[at] != ';' && bytes[at] != '"')
        at++;
    return at;
}

/* ---- Numbers ---- */

/* The power of ten by squaring; 0 and infinity at the ends. */
static double scaled(double value, int exponent) {
    static const double tens[] = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};
    int left = exponent < 0 ? -exponent : exponent;
    for (int i = 0; i < 9 && left > 0; i++, left >>= 1)
        if ((left & 1) != 0) value = exponent < 0 ? value / tens[i] : value * tens[i];
    return left > 0 ? 0.0 : value;
}

static const char* parse_exponent(const char* at, const char* end, int* exponent) {
    int sign = 1, more = 0;
    if (at < end && (*at == '-' || *at == '+')) sign = *at++ == '-' ? -1 : 1;
    for (; at < end && vrmi_is_digit(*at); at++)
        if (more < 10000) more = 10 * more + (*at - '0');
    *exponent += sign * more;
    return at;
}

bool vrmi_fbx_parse_number(const char* text, size_t size, vrmi_FbxValue* out) {
    const char *at = text, *end = text + size;
    bool is_negative = at < end && *at == '-', is_fraction = false, has_digits = false;
    if (at < end && (*at == '-' || *at == '+')) at++;
    uint64_t mantissa = 0;
    int exponent = 0;
    for (; at < end && (vrmi_is_digit(*at) || (*at == '.' && !is_fraction)); at++) {
        if (*at == '.') {
            is_fraction = true;
            continue;
        }
        has_digits = true;
        if (mantissa < UINT64_MAX / 10 - 1) { /* more digits do not change a double */
            mantissa = 10 * mantissa + (uint64_t)(*at - '0');
            exponent -= is_fraction;
        } else if (exponent < 10000) {
            exponent += !is_fraction;
        }
    }
    if (!has_digits) return false;
    bool is_integer = !is_fraction && exponent == 0 && mantissa <= INT64_MAX;
    if (at < end && (*at == 'e' || *at == 'E')) {
        is_integer = false;
        at = parse_exponent(at + 1, end, &exponent);
    }
    if (at < end && *at != '#') return false; /* 1.#INF, 1.#QNAN: what Windows once wrote */
    double value = at < end ? 0.0 : scaled((double)mantissa, exponent);
    if (!(value <= 1e300)) value = 0.0;
    out->kind = is_integer ? VRMI_FBX_INTEGER : VRMI_FBX_REAL;
    out->real = is_negative ? -value : value;
    int64_t whole = is_integer ? (int64_t)mantissa : (int64_t)(value > 9e18 ? 9e18 : value);
    out->integer = is_negative ? -whole : whole;
    return true;
}
