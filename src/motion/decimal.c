/* SPDX-License-Identifier: MIT */
#include "motion/decimal.h"

bool vrmi_decimal_parse(const char* text, size_t size, double* out) {
    static const double tens[] = {1e1, 1e2, 1e4, 1e8, 1e16};
    if (size > 1 && text[size - 1] == ',') size--;
    const char *at = text, *end = text + size;
    bool is_negative = at < end && *at == '-', has_digits = false;
    if (at < end && (*at == '-' || *at == '+')) at++;
    double mantissa = 0.0;
    int exponent = 0, digits = 0;
    for (bool is_fraction = false; at < end; at++) {
        if ((*at == '.' || *at == ',') && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (*at < '0' || *at > '9') break;
        has_digits = true;
        if (digits < 17) { /* more digits do not change a double */
            mantissa = mantissa * 10.0 + (double)(*at - '0');
            digits += mantissa > 0.0;
            exponent -= is_fraction;
        } else {
            exponent += !is_fraction;
        }
        if (exponent > 400 || exponent < -400) return false;
    }
    if (!has_digits) return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
        int sign = 1, more = 0;
        at++;
        if (at < end && (*at == '-' || *at == '+')) sign = *at++ == '-' ? -1 : 1;
        if (at == end) return false;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if (more < 1000) more = more * 10 + (*at - '0');
        exponent += sign * more;
    }
    if (at != end) return false;
    int steps = exponent < 0 ? -exponent : exponent;
    if (steps > 400) steps = 400;
    double power = 1.0;
    for (int bit = 0; bit < 5; bit++)
        if (steps >> bit & 1) power *= tens[bit];
    for (; steps >= 32; steps -= 32) power *= 1e32;
    double value = exponent < 0 ? mantissa / power : mantissa * power;
    if (!(value <= 1e30)) return false;
    *out = is_negative ? -value : value;
    return true;
}
