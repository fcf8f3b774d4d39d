/* SPDX-License-Identifier: MIT */
/* Numbers to the shortest text that reads back as the same number; of two equally short texts the
 * one nearer to the number. After Giulietti, "The Schubfach way to render doubles" (2020): the
 * interval of decimals that round to the number is scaled by a power of ten until it contains at
 * least one integer and at most a few; 128 bits of the power (64 for float) and rounding to odd
 * make the comparisons exact. */
#include "json/powers.h"
#include "json/tree.h"

#include <string.h>

/* digits * 10^exponent */
typedef struct Decimal {
    uint64_t digits;
    int32_t exponent;
} Decimal;

/* A number's parts: mantissa * 2^exponent, and whether its lower neighbour is nearer than its upper
 * one. */
typedef struct Parts {
    uint64_t mantissa;
    int32_t exponent;
    bool is_lower_nearer;
} Parts;

/* floor(log10(2^e)), or of 3/4 * 2^e. */
static int32_t log10_pow2(int32_t e, bool three_quarters) {
    return (e * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

/* The power is rounded down; the method needs the next number above. */
static vrmi_U128 power_above(int32_t q) {
    vrmi_U128 power = vrmi_power(q);
    power.low++;
    power.high += power.low == 0;
    return power;
}

/* The integer part of the product; its last bit is set when the fraction was not 0. */
static inline uint64_t scale_double(vrmi_U128 power, uint64_t value) {
    vrmi_U128 low = vrmi_mul64(power.low, value);
    vrmi_U128 high = vrmi_mul64(power.high, value);
    uint64_t fraction = high.low + low.high;
    return (high.high + (fraction < low.high)) | (fraction > 1);
}

/* A float needs only 64 bits of the power. */
static inline uint64_t scale_float(vrmi_U128 power, uint64_t value) {
    vrmi_U128 product = vrmi_mul64(power.high + (power.low != 0), value);
    return product.high | ((uint32_t)(product.low >> 32) > 1);
}

static inline uint64_t scale(vrmi_U128 power, uint64_t value, bool is_float) {
    return is_float ? scale_float(power, value) : scale_double(power, value);
}

static inline Decimal shortest(Parts parts, bool is_float) {
    uint64_t c = parts.mantissa;
    uint64_t is_odd = c & 1;
    int32_t k = log10_pow2(parts.exponent, parts.is_lower_nearer);
    int32_t h = parts.exponent + vrmi_power_exponent(-k) + 1;
    vrmi_U128 power = power_above(-k);

    /* Four times the number and the ends of its interval; the ends belong to the interval when the
     * mantissa is even. */
    uint64_t lower = scale(power, (4 * c - 2 + parts.is_lower_nearer) << h, is_float) + is_odd;
    uint64_t middle = scale(power, (4 * c) << h, is_float);
    uint64_t upper = scale(power, (4 * c + 2) << h, is_float) - is_odd;

    uint64_t s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool under = lower <= 40 * tens, over = 40 * tens + 40 <= upper;
        if (under != over) return (Decimal){tens + over, k + 1};
    }
    bool under = lower <= 4 * s, over = 4 * s + 4 <= upper;
    if (under != over) return (Decimal){s + over, k};
    uint64_t tie = 4 * s + 2;
    return (Decimal){s + (middle > tie || (middle == tie && (s & 1) != 0)), k};
}

/* ---- Text ---- */

/* Two digits at a time, from the end. */
static uint32_t write_digits(uint64_t value, char* out) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char reversed[20];
    uint32_t at = sizeof reversed;
    for (; value >= 100; value /= 100) memcpy(reversed + (at -= 2), pairs + value % 100 * 2, 2);
    if (value >= 10) {
        memcpy(reversed + (at -= 2), pairs + value * 2, 2);
    } else {
        reversed[--at] = (char)('0' + value);
    }
    memcpy(out, reversed + at, sizeof reversed - at);
    return (uint32_t)sizeof reversed - at;
}

/* Plain where that is no longer than 21 characters, as JavaScript does; else 1.5e-7, 1e+21. */
static uint32_t write_decimal(Decimal decimal, char* out) {
    char digits[20];
    int32_t count = (int32_t)write_digits(decimal.digits, digits);
    for (; digits[count - 1] == '0'; count--) decimal.exponent++;
    int32_t point = count + decimal.exponent; /* digits left of the point */
    char* at = out;
    if (point > 0 && point <= 21) {
        int32_t whole = count < point ? count : point;
        memcpy(at, digits, (size_t)whole);
        memset(at + whole, '0', (size_t)(point - whole));
        at += point;
        if (count > point) {
            *at++ = '.';
            memcpy(at, digits + point, (size_t)(count - point));
            at += count - point;
        }
    } else if (point <= 0 && point > -6) {
        *at++ = '0';
        *at++ = '.';
        for (int32_t i = point; i < 0; i++) *at++ = '0';
        memcpy(at, digits, (size_t)count);
        at += count;
    } else {
        *at++ = digits[0];
        if (count > 1) {
            *at++ = '.';
            memcpy(at, digits + 1, (size_t)count - 1);
            at += count - 1;
        }
        *at++ = 'e';
        int32_t exponent = point - 1;
        *at++ = exponent < 0 ? '-' : '+';
        at += write_digits((uint64_t)(exponent < 0 ? -exponent : exponent), at);
    }
    return (uint32_t)(at - out);
}

static uint32_t write_number(bool is_negative, uint64_t fraction, int32_t exponent,
                             uint32_t fraction_bits, int32_t bias, bool is_float, char* out) {
    uint32_t length = 0;
    if (is_negative) out[length++] = '-';
    if (fraction == 0 && exponent == 0) {
        out[length++] = '0';
        return length;
    }
    Parts parts = {fraction, 1 - bias - (int32_t)fraction_bits, false};
    if (exponent != 0) {
        parts.mantissa |= (uint64_t)1 << fraction_bits;
        parts.exponent = exponent - bias - (int32_t)fraction_bits;
        parts.is_lower_nearer = fraction == 0 && exponent > 1;
        /* Integers that fit the mantissa need no search. */
        int32_t places = -parts.exponent;
        if (places >= 0 && places <= (int32_t)fraction_bits &&
            (parts.mantissa & (((uint64_t)1 << places) - 1)) == 0)
            return length + write_decimal((Decimal){parts.mantissa >> places, 0}, out + length);
    }
    return length + write_decimal(shortest(parts, is_float), out + length);
}

uint32_t vrmi_json_from_double(double value, char out[VRMI_JSON_NUMBER_ROOM]) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return write_number(bits >> 63 != 0, bits & (((uint64_t)1 << 52) - 1),
                        (int32_t)(bits >> 52 & 0x7FF), 52, 1023, false, out);
}

uint32_t vrmi_json_from_float(float value, char out[VRMI_JSON_NUMBER_ROOM]) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return write_number(bits >> 31 != 0, bits & (((uint32_t)1 << 23) - 1),
                        (int32_t)(bits >> 23 & 0xFF), 23, 127, true, out);
}
