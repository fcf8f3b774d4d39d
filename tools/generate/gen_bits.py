#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/json/bits.inc: for every byte the places of its set bits, lowest first, then zeros.

Run:  tools/generate/gen_bits.py > src/json/bits.inc
"""

print("/* Written by tools/generate/gen_bits.py: do not edit. */")
for byte in range(256):
    places = [i for i in range(8) if byte >> i & 1]
    places += [0] * (8 - len(places))
    print("{" + ", ".join(map(str, places)) + "},")
