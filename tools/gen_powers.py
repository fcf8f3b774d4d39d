#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/json/powers.inc: 10^q for q = -342..324 as 128-bit fractions, rounded down.

Row q holds floor(5^q * 2^s) with s chosen so that bit 127 is set. src/json/powers.h says who
reads it. Run:  tools/gen_powers.py > src/json/powers.inc
"""

FIRST, LAST = -342, 324


def fraction(q):
    if q >= 0:
        power = 5**q
        shift = 128 - power.bit_length()
        return power << shift if shift >= 0 else power >> -shift
    power = 5**-q
    shift = 127 + power.bit_length()
    value = (1 << shift) // power
    if value >= 1 << 128:
        value >>= 1
    assert 1 << 127 <= value < 1 << 128
    return value


print("/* Written by tools/gen_powers.py: do not edit. */")
for q in range(FIRST, LAST + 1):
    value = fraction(q)
    high, low = value >> 64, value & ((1 << 64) - 1)
    print(f"{{0x{high:016x}u, 0x{low:016x}u}}, /* {q} */")
