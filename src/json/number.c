/* SPDX-License-Identifier: MIT */
/* Number text to double, correctly rounded (to nearest, ties to even), without locale and without
 * the C library. Three ways, each for what the one before cannot decide:
 *   1. Clinger: at most 53 bits and a power of ten up to 10^22 are exact, and so is the rounding of
 *      one operation.
 *   2. Eisel and Lemire, "Number Parsing at a Gigabyte per Second" (2021): 64 bits of the digits
 *      times 128 bits of the power of ten; what is left of the product nearly always decides.
 *   3. Big integers: compare the number with the middle between the two candidates. */
#include "base/ascii.h"
#include "base/bytes.h"
#include "json/powers.h"
#include "json/tree.h"

#include <string.h>

#define MAX_DIGITS 19 /* this many always fit 64 bits */

typedef struct Decimal {
    uint64_t digits;   /* the first MAX_DIGITS significant digits */
    int64_t exponent;  /* value = digits * 10^exponent */
    const char* first; /* the first significant digit, if is_cut */
    const char* end;   /* behind the last digit of the fraction */
    bool is_negative;
    bool is_cut; /* there were more digits, not all of them zero */
} Decimal;

/* Saturates far beyond any exponent that up to 2^32 digits could bring back into range. */
static int64_t read_exponent(const char* at, const char* end) {
    bool is_negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    int64_t value = 0;
    for (; at < end; at++)
        if (value < INT64_MAX / 1000) value = value * 10 + (*at - '0');
    return is_negative ? -value : value;
}

/* Reads the digits from `*at` on, eight at a time where possible. Overflows silently: the caller
 * counts the digits. */
static inline uint64_t take_digits(const char** at, const char* end, uint64_t value) {
    const char* digit = *at;
    while (end - digit >= 8) {
        uint64_t word = vrmi_load_u64((const uint8_t*)digit) ^ UINT64_C(0x3030303030303030);
        uint64_t above_nine = (word + UINT64_C(0x7676767676767676)) | word;
        if ((above_nine & UINT64_C(0x8080808080808080)) != 0) break;
        word = word * 10 + (word >> 8); /* two digits, then four, then all eight */
        word = ((word & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064) +
                (word >> 16 & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >>
               32;
        value = value * 100000000 + (uint32_t)word;
        digit += 8;
    }
    for (; digit < end && vrmi_is_digit(*digit); digit++)
        value = value * 10 + (uint64_t)(*digit - '0');
    *at = digit;
    return value;
}

/* Any number of digits, leading zeros skipped; `at` is on the first. */
static void take_long(Decimal* decimal, const char* at) {
    bool is_fraction = false;
    int32_t kept = 0;
    decimal->digits = 0;
    decimal->exponent = 0;
    for (; at < decimal->end; at++) {
        if (*at == '.') {
            is_fraction = true;
            continue;
        }
        if (kept == 0 && *at != '0') decimal->first = at;
        if (kept < MAX_DIGITS) {
            decimal->digits = decimal->digits * 10 + (uint64_t)(*at - '0');
            kept += decimal->digits != 0;
            decimal->exponent -= is_fraction;
        } else {
            decimal->exponent += !is_fraction;
            decimal->is_cut |= *at != '0';
        }
    }
}

static Decimal split(const char* text, uint32_t size) {
    Decimal decimal = {.is_negative = *text == '-'};
    const char* end = text + size;
    const char* at = text + decimal.is_negative;
    const char* first = at;
    decimal.digits = take_digits(&at, end, 0);
    int64_t count = at - first;
    if (at < end && *at == '.') {
        const char* fraction = ++at;
        decimal.digits = take_digits(&at, end, decimal.digits);
        decimal.exponent = fraction - at;
        count -= decimal.exponent;
    }
    decimal.end = at;
    if (count > MAX_DIGITS) take_long(&decimal, first);
    if (at < end) decimal.exponent += read_exponent(at + 1, end);
    return decimal;
}

/* ---- Eisel-Lemire ---- */

#define MANTISSA_BITS 52
#define EXPONENT_BIAS 1023
#define EXPONENT_MAX  0x7FF

/* Doubles that are not negative are handled as their bits: the exponent's field above the mantissa
 * without its highest bit. Those of infinity stand for every number that is too large. */
#define INFINITE ((uint64_t)EXPONENT_MAX << MANTISSA_BITS)

static uint32_t leading_zeros(uint64_t value) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_clzll(value);
#else
    uint32_t count = 0;
    for (; (value >> 63) == 0; value <<= 1) count++;
    return count;
#endif
}

/* digits * 10^exponent as a product whose top 64 bits are right unless all bits below the
 * rounding position are ones, in which case the second half of the power is used too. */
static vrmi_U128 product_of(uint64_t digits, int32_t exponent) {
    vrmi_U128 power = vrmi_power(exponent);
    /* The power is rounded down; these few must be rounded up for exact cases to come out exact. */
    if (exponent >= -27 && exponent < 0) power.low++;
    vrmi_U128 product = vrmi_mul64(digits, power.high);
    const uint64_t undecided = UINT64_MAX >> (MANTISSA_BITS + 3);
    if ((product.high & undecided) == undecided) {
        uint64_t more = vrmi_mul64(digits, power.low).high;
        product.low += more;
        if (more > product.low) product.high++;
    }
    return product;
}

/* digits * 10^exponent, `digits` not 0. */
static uint64_t eisel_lemire(uint64_t digits, int64_t exponent) {
    if (exponent < VRMI_POWER_MIN) return 0;
    if (exponent > 308) return INFINITE;
    int32_t q = (int32_t)exponent;
    uint32_t zeros = leading_zeros(digits);
    vrmi_U128 product = product_of(digits << zeros, q);
    int32_t top = (int32_t)(product.high >> 63);
    int32_t shift = top + 64 - MANTISSA_BITS - 3;
    uint64_t mantissa = product.high >> shift;
    int32_t power = vrmi_power_exponent(q) + 63 + top - (int32_t)zeros + EXPONENT_BIAS;
    if (power <= -63) return 0;
    if (power <= 0) { /* subnormal: fewer bits */
        mantissa >>= 1 - power;
        power = 1;
    } else if (product.low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 &&
               mantissa << shift == product.high) {
        /* Just between two doubles, ties go to even; only such small powers can be exact. */
        mantissa &= ~(uint64_t)1;
    }
    /* The highest bit of the mantissa, and what rounding carries beyond it, add to the exponent. */
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    uint64_t bits = ((uint64_t)(power - 1) << MANTISSA_BITS) + mantissa;
    return bits < INFINITE ? bits : INFINITE;
}

/* ---- Big integers: little-endian 32-bit limbs ---- */

/* The middle between two doubles never has more than 767 significant digits, so all further digits
 * only decide whether the number is greater. */
#define BIG_DIGITS 768

/* 10^768 * 2^1100 or 5^1100 * 2^1100 at most. */
#define BIG_LIMBS 160

typedef struct Big {
    uint32_t limbs[BIG_LIMBS];
    uint32_t count;
} Big;

static void big_mul_add(Big* big, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (uint32_t i = 0; i < big->count; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        VRM_ASSERT(big->count < BIG_LIMBS);
        big->limbs[big->count++] = (uint32_t)carry;
    }
}

static void big_mul_pow5(Big* big, uint32_t power) {
    for (; power >= 13; power -= 13) big_mul_add(big, 1220703125u, 0);
    uint32_t factor = 1;
    for (; power > 0; power--) factor *= 5;
    if (factor > 1) big_mul_add(big, factor, 0);
}

static void big_shift(Big* big, uint32_t bits) {
    uint32_t limbs = bits / 32, rest = bits % 32;
    if (rest > 0) big_mul_add(big, 1u << rest, 0);
    if (limbs == 0 || big->count == 0) return;
    VRM_ASSERT(big->count + limbs <= BIG_LIMBS);
    memmove(big->limbs + limbs, big->limbs, big->count * sizeof big->limbs[0]);
    memset(big->limbs, 0, limbs * sizeof big->limbs[0]);
    big->count += limbs;
}

static int32_t big_compare(const Big* a, const Big* b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = a->count; i-- > 0;)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

/* All digits that can decide, and their power of ten. */
static int64_t big_digits(Big* big, const Decimal* decimal) {
    int64_t exponent = decimal->exponent;
    uint32_t kept = 0;
    bool is_more = false;
    for (const char* at = decimal->first; at < decimal->end; at++) {
        if (*at == '.') continue;
        if (kept == BIG_DIGITS) {
            is_more |= *at != '0';
            continue;
        }
        big_mul_add(big, 10, (uint32_t)(*at - '0'));
        kept++;
        if (kept > MAX_DIGITS) exponent--;
    }
    if (is_more) {
        big_mul_add(big, 10, 1);
        exponent--;
    }
    return exponent;
}

/* -1, 0, 1: the number is below, at, above the middle between `low` and the next double. */
static int32_t compare_with_middle(const Decimal* decimal, uint64_t low) {
    Big number = {.count = 0}, middle = {.count = 0};
    int64_t exponent = big_digits(&number, decimal);
    int64_t power = (int64_t)(low >> MANTISSA_BITS);
    uint64_t mantissa = low & (((uint64_t)1 << MANTISSA_BITS) - 1);
    if (power > 0)
        mantissa |= (uint64_t)1 << MANTISSA_BITS;
    else
        power = 1;
    /* The middle is (2 * mantissa + 1) * 2^power. */
    power -= EXPONENT_BIAS + MANTISSA_BITS + 1;
    uint64_t half = mantissa * 2 + 1;
    middle.limbs[0] = (uint32_t)half;
    middle.limbs[1] = (uint32_t)(half >> 32);
    middle.count = half >> 32 != 0 ? 2 : 1;
    /* Both sides are scaled to integers: number * 10^exponent against middle * 2^power. */
    if (exponent >= 0) {
        big_mul_pow5(&number, (uint32_t)exponent);
    } else {
        big_mul_pow5(&middle, (uint32_t)-exponent);
    }
    if (power - exponent >= 0) {
        big_shift(&middle, (uint32_t)(power - exponent));
    } else {
        big_shift(&number, (uint32_t)(exponent - power));
    }
    return big_compare(&number, &middle);
}

/* For more digits than 64 bits hold: if the cut digits and the cut digits + 1 round to the same
 * double, so does everything between. */
static uint64_t round_cut(const Decimal* decimal) {
    uint64_t low = eisel_lemire(decimal->digits, decimal->exponent);
    uint64_t high = eisel_lemire(decimal->digits + 1, decimal->exponent);
    if (low == high) return low;
    int32_t order = compare_with_middle(decimal, low);
    return order > 0 || (order == 0 && (low & 1) != 0) ? high : low;
}

/* ---- Entry points ---- */

static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool vrmi_json_to_double(const char* text, uint32_t size, double* out) {
    Decimal decimal = split(text, size);
    double value;
    if (!decimal.is_cut && decimal.digits <= (uint64_t)1 << 53 && decimal.exponent >= -22 &&
        decimal.exponent <= 22) {
        value = (double)decimal.digits;
        if (decimal.exponent < 0) value /= exact_powers[-decimal.exponent];
        if (decimal.exponent > 0) value *= exact_powers[decimal.exponent];
    } else if (decimal.digits == 0) {
        value = 0.0;
    } else {
        uint64_t bits =
            decimal.is_cut ? round_cut(&decimal) : eisel_lemire(decimal.digits, decimal.exponent);
        if (bits == INFINITE) return false;
        memcpy(&value, &bits, sizeof value);
    }
    *out = decimal.is_negative ? -value : value;
    return true;
}

/* Whether digits * 10^-places is whole, and its value. */
static bool divide_whole(uint64_t* digits, int64_t places) {
    for (; places > 0; places--) {
        if (*digits % 10 != 0) return false;
        *digits /= 10;
    }
    return true;
}

bool vrmi_json_to_integer(const char* text, uint32_t size, int64_t* out) {
    Decimal decimal = split(text, size);
    if (decimal.is_cut) return false; /* 20 digits do not fit, a longer fraction is not whole */
    uint64_t digits = decimal.digits;
    if (digits != 0) {
        if (decimal.exponent < -MAX_DIGITS || decimal.exponent > MAX_DIGITS) return false;
        if (!divide_whole(&digits, -decimal.exponent)) return false;
        for (int64_t i = 0; i < decimal.exponent; i++) {
            if (digits > UINT64_MAX / 10) return false;
            digits *= 10;
        }
    }
    uint64_t most = (uint64_t)INT64_MAX + decimal.is_negative;
    if (digits > most) return false;
    *out = decimal.is_negative ? (int64_t)(0 - digits) : (int64_t)digits;
    return true;
}
