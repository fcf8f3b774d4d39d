/* SPDX-License-Identifier: MIT */
#include "json/powers.h"

#define STEP 27
#define FIRST                                                                                      \
    (-351) /* a multiple of STEP: the row of 10^0 is exact, and so are those behind it             \
            */

/* floor(10^q * 2^s) with bit 191 set for every 27th q, highest word first. These are 64 bits more
 * than a result has: enough that all powers between come out rounded down, as
 * tests/unit/test_json_number.c proves for each. */
static const uint64_t steps[][3] = {
    {0x8049a4ac0c5811ae, 0x205b896d777d6278, 0xac261e9f5141430b}, /* -351 */
    {0xcf42894a5dce35ea, 0x52064cac828675b9, 0x475f2b7d7df1ad7a}, /* -324 */
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36}, /* -297 */
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d7}, /* -270 */
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e662}, /* -243 */
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64418}, /* -216 */
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487d}, /* -189 */
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208396}, /* -162 */
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd3}, /* -135 */
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ec}, /* -108 */
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858901}, /* -81 */
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a8}, /* -54 */
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c7}, /* -27 */
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000}, /* 0 */
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000}, /* 27 */
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000}, /* 54 */
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28}, /* 81 */
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d3}, /* 108 */
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe324301f}, /* 135 */
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5}, /* 162 */
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7c}, /* 189 */
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bde}, /* 216 */
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e47}, /* 243 */
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917c}, /* 270 */
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc37}, /* 297 */
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec2}, /* 324 */
};

static const uint64_t fives[STEP] = {
    /* 5^0 to 5^26 */
    UINT64_C(1),
    UINT64_C(5),
    UINT64_C(25),
    UINT64_C(125),
    UINT64_C(625),
    UINT64_C(3125),
    UINT64_C(15625),
    UINT64_C(78125),
    UINT64_C(390625),
    UINT64_C(1953125),
    UINT64_C(9765625),
    UINT64_C(48828125),
    UINT64_C(244140625),
    UINT64_C(1220703125),
    UINT64_C(6103515625),
    UINT64_C(30517578125),
    UINT64_C(152587890625),
    UINT64_C(762939453125),
    UINT64_C(3814697265625),
    UINT64_C(19073486328125),
    UINT64_C(95367431640625),
    UINT64_C(476837158203125),
    UINT64_C(2384185791015625),
    UINT64_C(11920928955078125),
    UINT64_C(59604644775390625),
    UINT64_C(298023223876953125),
    UINT64_C(1490116119384765625),
};

/* a * b + *carry; the high half of it becomes the carry. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t* carry) {
    vrmi_U128 product = vrmi_mul64(a, b);
    uint64_t low = product.low + *carry;
    *carry = product.high + (low < product.low);
    return low;
}

vrmi_U128 vrmi_power(int32_t q) {
    const uint64_t* step = steps[(q - FIRST) / STEP];
    uint64_t five = fives[(q - FIRST) % STEP], top = 0;
    five <<= __builtin_clzll(five);
    (void)multiply(step[2], five, &top);
    uint64_t low = multiply(step[1], five, &top), high = multiply(step[0], five, &top);
    if (top >> 63 != 0) return (vrmi_U128){top, high};
    return (vrmi_U128){top << 1 | high >> 63, high << 1 | low >> 63};
}
