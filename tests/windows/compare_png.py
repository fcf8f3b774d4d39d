# SPDX-License-Identifier: MIT
"""usage: compare_png.py A.png B.png

Two pictures of 8 bits a channel show the same: of the pixels that are not background (the colour of the first one) at most
2 % differ by more than 24 of 255 in a channel. Edges may fall differently with another GL driver. A picture of one colour is
refused.
"""

import struct
import sys
import zlib


def pixels(path: str) -> tuple[int, int, list[bytes]]:
    data = open(path, "rb").read()
    at, packed, header = 8, b"", b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at:at + 4])
        name, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        header = body if name == b"IHDR" else header
        packed += body if name == b"IDAT" else b""
        at += length + 12
    width, height, depth, kind = struct.unpack(">IIBB", header[:10])
    step = {2: 3, 6: 4}[kind]
    assert depth == 8
    raw, stride, above, rows = zlib.decompress(packed), width * step, bytes(width * step), []
    for y in range(height):
        start = y * (stride + 1)
        method, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride):
            a, b, c = (row[i - step] if i >= step else 0), above[i], (above[i - step] if i >= step else 0)
            guess = a + b - c
            paeth = min((abs(guess - a), 0, a), (abs(guess - b), 1, b), (abs(guess - c), 2, c))[2]
            row[i] = (row[i] + (0, a, b, (a + b) // 2, paeth)[method]) & 255
        above = bytes(row)
        rows += [above[x:x + 3] + (above[x + 3:x + 4] if step == 4 else b"\xff") for x in range(0, stride, step)]
    return width, height, rows


def main() -> int:
    one, two = pixels(sys.argv[1]), pixels(sys.argv[2])
    if one[:2] != two[:2]:
        print(f"sizes {one[:2]} and {two[:2]}")
        return 1
    if len(set(two[2])) < 50:
        print("there is nothing in the picture")
        return 1
    shown = [(p, q) for p, q in zip(one[2], two[2]) if p != one[2][0] or q != one[2][0]]
    far = sum(max(abs(a - b) for a, b in zip(p, q)) > 24 for p, q in shown)
    print(f"{far} of {len(shown)} pixels differ")
    return int(far * 50 > len(shown))


sys.exit(main())
