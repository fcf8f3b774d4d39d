/* SPDX-License-Identifier: MIT */
#include "container/base64.h"

#include <string.h>

/* The value of each character plus one; 0: not in the alphabet. */
static const uint8_t values[256] = {
    ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,  ['G'] = 7,  ['H'] = 8,
    ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16,
    ['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
    ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32,
    ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36, ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40,
    ['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
    ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
    ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['+'] = 63, ['/'] = 64,
};

/* The number of characters without the padding; SIZE_MAX when the padding is invalid. */
static size_t digit_count(vrm_Span text) {
    size_t padding = 0;
    while (padding < 2 && padding < text.size && text.data[text.size - 1 - padding] == '=')
        padding++;
    size_t count = text.size - padding;
    if (padding > 0 && text.size % 4 != 0) return SIZE_MAX;
    return count % 4 == 1 ? SIZE_MAX : count;
}

bool vrmi_base64_size(vrm_Span text, size_t* out_size) {
    size_t count = digit_count(text);
    *out_size = 0;
    if (count == SIZE_MAX) return false;
    *out_size = count / 4 * 3 + (count % 4 == 0 ? 0 : count % 4 - 1);
    return true;
}

bool vrmi_base64_decode(vrm_Span text, uint8_t* bytes) {
    const uint8_t* from = (const uint8_t*)text.data;
    size_t count = digit_count(text);
    if (count == SIZE_MAX) return false;
    size_t i = 0;
    for (; i + 4 <= count; i += 4, bytes += 3) {
        uint32_t a = values[from[i]], b = values[from[i + 1]];
        uint32_t c = values[from[i + 2]], d = values[from[i + 3]];
        if (a == 0 || b == 0 || c == 0 || d == 0) return false;
        uint32_t bits = (a - 1) << 18 | (b - 1) << 12 | (c - 1) << 6 | (d - 1);
        bytes[0] = (uint8_t)(bits >> 16);
        bytes[1] = (uint8_t)(bits >> 8);
        bytes[2] = (uint8_t)bits;
    }
    if (i == count) return true;
    uint32_t bits = 0;
    size_t left = count - i;
    for (size_t k = 0; k < left; k++) {
        uint32_t value = values[from[i + k]];
        if (value == 0) return false;
        bits = bits << 6 | (value - 1);
    }
    if (left == 2) {
        bytes[0] = (uint8_t)(bits >> 4);
        return (bits & 0xF) == 0;
    }
    bytes[0] = (uint8_t)(bits >> 10);
    bytes[1] = (uint8_t)(bits >> 2);
    return (bits & 0x3) == 0;
}

bool vrmi_base64_equals(vrm_Span text, const uint8_t* bytes, size_t size) {
    enum { DIGITS = 1024, BYTES = DIGITS / 4 * 3 };
    uint8_t decoded[BYTES];
    size_t decoded_size;
    if (!vrmi_base64_size(text, &decoded_size) || decoded_size != size) return false;
    while (size > 0) {
        /* Only the last piece can have padding, and it ends the digits. */
        size_t piece = size < BYTES ? size : BYTES;
        vrm_Span digits = {text.data, size > BYTES ? DIGITS : text.size};
        if (!vrmi_base64_decode(digits, decoded) || memcmp(decoded, bytes, piece) != 0)
            return false;
        text = (vrm_Span){text.data + digits.size, text.size - digits.size};
        bytes += piece;
        size -= piece;
    }
    return true;
}
