/* SPDX-License-Identifier: MIT */
/* vsnprintf and snprintf in a tenth of the bytes of wasi-libc's, which are linked in their place:
 * what the library's messages use, to the character as C says, and nothing else. Directives:
 * %d %i %u %x %X with h, l, ll, z and 0 with a width; %c; %s with a precision; %f and %g with a
 * precision; %%. tests/unit/test_web_libc.c compares it with the system's. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Line {
    char* text;
    size_t size, length; /* the length grows beyond what there is room for */
} Line;

static void put(Line* line, char c) {
    if (line->length + 1 < line->size) line->text[line->length] = c;
    line->length++;
}

static void put_some(Line* line, const char* text, size_t count) {
    for (size_t i = 0; i < count; i++) put(line, text[i]);
}

static void put_zeros(Line* line, int count) {
    for (; count > 0; count--) put(line, '0');
}

static void put_integer(Line* line, uint64_t value, bool is_negative, unsigned base, char ten,
                        int width) {
    char digits[24];
    int count = 0;
    do {
        unsigned digit = (unsigned)(value % base);
        digits[count++] = (char)(digit < 10 ? '0' + digit : (unsigned)ten + digit - 10);
        value /= base;
    } while (value > 0);
    if (is_negative) put(line, '-');
    put_zeros(line, width - count - is_negative);
    while (count > 0) put(line, digits[--count]);
}

/* ---- Floating point ---- */

/* All digits of a double: at most 309 before the point or, below 1, 767 that are not leading
 * zeros. The value is 0.DIGITS * 10^point. */
typedef struct Decimal {
    char digits[800];
    int count, point;
} Decimal;

#define LIMB 1000000000u

static void take_digits(Decimal* decimal, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 2047);
    uint64_t mantissa = bits & (((uint64_t)1 << 52) - 1);
    if (exponent > 0) mantissa |= (uint64_t)1 << 52;
    exponent -= exponent > 0 ? 1075 : 1074;

    uint32_t limbs[90] = {(uint32_t)(mantissa % LIMB), (uint32_t)(mantissa / LIMB)};
    int used = 2;
    /* mantissa / 2^n is mantissa * 5^n / 10^n */
    int power = exponent < 0 ? -exponent : exponent;
    for (int i = 0; i < power; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < used; k++) {
            carry += (uint64_t)limbs[k] * (exponent < 0 ? 5 : 2);
            limbs[k] = (uint32_t)(carry % LIMB);
            carry /= LIMB;
        }
        if (carry > 0) limbs[used++] = (uint32_t)carry;
    }
    decimal->count = 0;
    for (int k = used - 1; k >= 0; k--)
        for (uint32_t unit = LIMB / 10; unit > 0; unit /= 10) {
            char digit = (char)('0' + limbs[k] / unit % 10);
            if (decimal->count > 0 || digit != '0') decimal->digits[decimal->count++] = digit;
        }
    decimal->point = decimal->count == 0 ? 0 : decimal->count - (exponent < 0 ? power : 0);
}

/* Keeps so many digits: to the nearest, halves to even. */
static void round_to(Decimal* decimal, int kept) {
    if (kept >= decimal->count) return;
    char* digits = decimal->digits;
    bool is_up = false;
    if (kept >= 0) {
        is_up = digits[kept] > '5';
        if (digits[kept] == '5') {
            is_up = kept > 0 && (digits[kept - 1] & 1) != 0;
            for (int i = kept + 1; i < decimal->count; i++) is_up = is_up || digits[i] != '0';
        }
    }
    decimal->count = kept > 0 ? kept : 0;
    if (!is_up) return;
    int at = decimal->count - 1;
    while (at >= 0 && digits[at] == '9') digits[at--] = '0';
    if (at >= 0) {
        digits[at]++;
        return;
    }
    /* All of them were nines, or none was kept: one more before them. */
    digits[0] = '1';
    if (kept <= 0) decimal->count = 1;
    decimal->point++;
}

static char digit_at(const Decimal* decimal, int i) {
    return i >= 0 && i < decimal->count ? decimal->digits[i] : '0';
}

static void put_fixed(Line* line, const Decimal* decimal, int decimals) {
    int i = decimal->point < 1 ? decimal->point - 1 : 0;
    for (; i < decimal->point; i++) put(line, digit_at(decimal, i));
    if (decimals > 0) put(line, '.');
    for (; i < decimal->point + decimals; i++) put(line, digit_at(decimal, i));
}

static void put_general(Line* line, Decimal* decimal, int precision) {
    round_to(decimal, precision);
    while (decimal->count > 0 && decimal->digits[decimal->count - 1] == '0') decimal->count--;
    int exponent = decimal->count > 0 ? decimal->point - 1 : 0;
    if (exponent >= -4 && exponent < precision) {
        if (decimal->count == 0) decimal->point = 1;
        int decimals = decimal->count - decimal->point;
        put_fixed(line, decimal, decimals);
        return;
    }
    decimal->point = 1;
    put_fixed(line, decimal, decimal->count - 1);
    put(line, 'e');
    put(line, exponent < 0 ? '-' : '+');
    put_integer(line, (uint64_t)(exponent < 0 ? -exponent : exponent), false, 10, 'a', 2);
}

static void put_double(Line* line, double value, char kind, int precision) {
    if (precision < 0) precision = 6;
    if (value != value) {
        put_some(line, "nan", 3);
        return;
    }
    if (__builtin_signbit(value)) put(line, '-');
    if (value - value != 0.0) {
        put_some(line, "inf", 3);
        return;
    }
    Decimal decimal;
    take_digits(&decimal, value);
    if (kind == 'g') {
        put_general(line, &decimal, precision > 0 ? precision : 1);
        return;
    }
    round_to(&decimal, decimal.point + precision);
    put_fixed(line, &decimal, precision);
}

/* ---- Directives ---- */

/* va_list as a parameter is a pointer on some machines and an array on others. */
typedef struct Arguments {
    va_list list;
} Arguments;

static int take_number(const char** at) {
    int number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        if (number < 100000) number = number * 10 + (**at - '0');
    return number;
}

static uint64_t take_integer(Arguments* arguments, size_t size, bool is_signed) {
    if (size > sizeof(int)) return va_arg(arguments->list, uint64_t);
    return is_signed ? (uint64_t)(int64_t)va_arg(arguments->list, int)
                     : va_arg(arguments->list, unsigned);
}

static void put_string(Line* line, const char* text, int precision) {
    size_t length = 0;
    while ((precision < 0 || length < (size_t)precision) && text[length] != 0) length++;
    put_some(line, text, length);
}

/* The directive after '%'; returns where it ends. */
static const char* put_directive(Line* line, const char* at, Arguments* arguments) {
    int width = 0, precision = -1;
    size_t size = sizeof(int);
    if (*at == '0') width = take_number(&at);
    if (*at == '.') {
        at++;
        if (*at == '*') {
            at++;
            precision = va_arg(arguments->list, int);
        } else {
            precision = take_number(&at);
        }
    }
    for (; *at == 'l' || *at == 'h' || *at == 'z'; at++)
        if (*at == 'z')
            size = sizeof(size_t);
        else if (*at == 'l')
            size = at[-1] == 'l' ? sizeof(long long) : sizeof(long);
    char kind = *at;
    if (kind == 's') {
        put_string(line, va_arg(arguments->list, const char*), precision);
    } else if (kind == 'd' || kind == 'i') {
        int64_t value = (int64_t)take_integer(arguments, size, true);
        uint64_t positive = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        put_integer(line, positive, value < 0, 10, 'a', width);
    } else if (kind == 'u') {
        put_integer(line, take_integer(arguments, size, false), false, 10, 'a', width);
    } else if (kind == 'x' || kind == 'X') {
        put_integer(line, take_integer(arguments, size, false), false, 16, kind == 'x' ? 'a' : 'A',
                    width);
    } else if (kind == 'f' || kind == 'g') {
        put_double(line, va_arg(arguments->list, double), kind, precision);
    } else if (kind == 'c') {
        put(line, (char)va_arg(arguments->list, int));
    } else {
        put(line, '%');
        if (kind != '%') return at; /* what is not known is printed as it is */
    }
    return at + 1;
}

int vsnprintf(char* restrict text, size_t size, const char* restrict format, va_list list) {
    Line line = {text, size, 0};
    Arguments arguments;
    va_copy(arguments.list, list);
    while (*format != 0) {
        if (*format != '%') {
            put(&line, *format++);
            continue;
        }
        format = put_directive(&line, format + 1, &arguments);
    }
    va_end(arguments.list);
    if (size > 0) text[line.length < size ? line.length : size - 1] = 0;
    return (int)line.length;
}

int snprintf(char* restrict text, size_t size, const char* restrict format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, size, format, list);
    va_end(list);
    return length;
}
