/* SPDX-License-Identifier: MIT */
/* Turns 64 bytes into one bit per byte and class: the only code of the JSON reader that differs
 * between CPUs. Bit i stands for byte i. */
#ifndef VRMI_JSON_CLASSIFY_H
#define VRMI_JSON_CLASSIFY_H

#include "json/simd.h"

#if VRMI_JSON_FAST

#if defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__AVX2__)
#include <immintrin.h>
#else
#include <emmintrin.h>
#endif

typedef struct vrmi_JsonBits {
    uint64_t quote;
    uint64_t structure; /* { } [ ] , : and perhaps others that have no place outside strings */
    uint64_t space;     /* the four white space characters of RFC 8259 */
    uint64_t digit, zero, sign, point;
    uint32_t unusual; /* not 0: the block has a backslash, or a byte below 0x20 or from 0x80 on */
} vrmi_JsonBits;

/* The bits that only an unusual block needs. */
typedef struct vrmi_JsonUnusual {
    uint64_t backslash;
    uint64_t control; /* below 0x20 */
    uint64_t high;    /* from 0x80 on */
} vrmi_JsonUnusual;

/* ---- What differs: a block as four vectors of 16 bytes, or two of 32 ---- */

#if defined(__ARM_NEON)

typedef uint8x16_t vrmi_V;

VRMI_JSON_INLINE vrmi_V vrmi_v_is(vrmi_V a, char byte) {
    return vceqq_u8(a, vdupq_n_u8((uint8_t)byte));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_below(vrmi_V a, uint8_t limit) {
    return vcltq_u8(a, vdupq_n_u8(limit));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_or(vrmi_V a, vrmi_V b) {
    return vorrq_u8(a, b);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_lower(vrmi_V a) {
    return vorrq_u8(a, vdupq_n_u8(0x20));
}

/* Each register holds every fourth byte, as vld4 loads them. This makes the bits cheap to gather:
 * each shift-and-insert halves the number of registers. */
VRMI_JSON_INLINE void vrmi_v_load(const char* bytes, vrmi_V out[4]) {
    uint8x16x4_t in = vld4q_u8((const uint8_t*)bytes);
    for (uint32_t i = 0; i < 4; i++) out[i] = in.val[i];
}
VRMI_JSON_INLINE uint64_t vrmi_v_gather(vrmi_V a, vrmi_V b, vrmi_V c, vrmi_V d) {
    uint8x16_t ab = vsriq_n_u8(b, a, 1), cd = vsriq_n_u8(d, c, 1);
    uint8x16_t abcd = vsriq_n_u8(cd, ab, 2);
    abcd = vsriq_n_u8(abcd, abcd, 4);
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(abcd), 4)), 0);
}

/* The number of set bits of each byte. */
VRMI_JSON_INLINE uint64_t vrmi_bit_counts(uint64_t bits) {
    return vget_lane_u64(vreinterpret_u64_u8(vcnt_u8(vcreate_u8(bits))), 0);
}

/* Writes eight small numbers, each plus `base`. */
VRMI_JSON_INLINE void vrmi_put8(const uint8_t* places, uint32_t base, uint32_t* out) {
    uint16x8_t wide = vmovl_u8(vld1_u8(places));
    vst1q_u32(out, vaddw_u16(vdupq_n_u32(base), vget_low_u16(wide)));
    vst1q_u32(out + 4, vaddw_high_u16(vdupq_n_u32(base), wide));
}

#elif defined(__AVX2__)

typedef __m256i vrmi_V;
#define VRMI_JSON_VECTORS 2

VRMI_JSON_INLINE vrmi_V vrmi_v_is(vrmi_V a, char byte) {
    return _mm256_cmpeq_epi8(a, _mm256_set1_epi8(byte));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_below(vrmi_V a, uint8_t limit) {
    return _mm256_cmpeq_epi8(_mm256_min_epu8(a, _mm256_set1_epi8((char)(limit - 1))), a);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_or(vrmi_V a, vrmi_V b) {
    return _mm256_or_si256(a, b);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_lower(vrmi_V a) {
    return _mm256_or_si256(a, _mm256_set1_epi8(0x20));
}
VRMI_JSON_INLINE void vrmi_v_load(const char* bytes, vrmi_V out[2]) {
    out[0] = _mm256_loadu_si256((const __m256i*)bytes);
    out[1] = _mm256_loadu_si256((const __m256i*)(bytes + 32));
}
VRMI_JSON_INLINE uint64_t vrmi_v_gather(vrmi_V a, vrmi_V b) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b)
                                                             << 32;
}

/* A table of 16 entries, looked up by the low half of each byte; 0 for bytes from 0x80 on. A byte
 * is of the class if it is its own entry. An entry that stands for no byte has another low half. */
VRMI_JSON_INLINE vrmi_V vrmi_v_entry(vrmi_V a, __m128i table) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), a);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_structure(vrmi_V a) { /* brackets of either kind, with bit 5 set */
    const __m128i table = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
    return _mm256_cmpeq_epi8(vrmi_v_entry(a, table), vrmi_v_lower(a));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_space(vrmi_V a) {
    const __m128i table = _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
    return _mm256_cmpeq_epi8(vrmi_v_entry(a, table), a);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_digit(vrmi_V a) {
    const __m128i table =
        _mm_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 0, 0, 0, 0, 0, 0);
    return _mm256_cmpeq_epi8(vrmi_v_entry(a, table), a);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_sign(vrmi_V a) {
    const __m128i table = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '+', 0, '-', 0, 0);
    return _mm256_cmpeq_epi8(vrmi_v_entry(a, table), a);
}
VRMI_JSON_INLINE bool vrmi_v_any_unusual(const vrmi_V in[2]) {
    vrmi_V least = _mm256_min_epi8(in[0], in[1]); /* signed: those from 0x80 on are negative */
    vrmi_V slash = vrmi_v_or(vrmi_v_is(in[0], '\\'), vrmi_v_is(in[1], '\\'));
    vrmi_V any = vrmi_v_or(_mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), least), slash);
    return !_mm256_testz_si256(any, any);
}

VRMI_JSON_INLINE void vrmi_put8(const uint8_t* places, __m256i base, uint32_t* out) {
    __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)places));
    _mm256_storeu_si256((__m256i*)out, _mm256_add_epi32(wide, base));
}
#define VRMI_JSON_OFFSETS 1
/* Writes the offsets of bits, and returns behind the last. `places` has for each byte where its
 * bits are. */
VRMI_JSON_INLINE uint32_t* vrmi_put_all(uint64_t bits, const uint8_t places[256][8], uint32_t base,
                                        uint32_t* out) {
    __m256i add = _mm256_set1_epi32((int)base), eight = _mm256_set1_epi32(8);
    __asm__("" : "+x"(eight)); /* gcc would make a constant for each sum */
#pragma GCC unroll 8
    for (uint32_t i = 0; i < 8; i++, bits >>= 8, add = _mm256_add_epi32(add, eight)) {
        uint64_t byte = bits & 255;
        vrmi_put8(places[byte], add, out);
        out += __builtin_popcountll(byte);
    }
    return out;
}

#elif defined(__SSE2__)

typedef __m128i vrmi_V;

VRMI_JSON_INLINE vrmi_V vrmi_v_is(vrmi_V a, char byte) {
    return _mm_cmpeq_epi8(a, _mm_set1_epi8(byte));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_below(vrmi_V a, uint8_t limit) {
    return _mm_cmpeq_epi8(_mm_min_epu8(a, _mm_set1_epi8((char)(limit - 1))), a);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_or(vrmi_V a, vrmi_V b) {
    return _mm_or_si128(a, b);
}
VRMI_JSON_INLINE vrmi_V vrmi_v_lower(vrmi_V a) {
    return _mm_or_si128(a, _mm_set1_epi8(0x20));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_minus(vrmi_V a, char byte) {
    return _mm_sub_epi8(a, _mm_set1_epi8(byte));
}
VRMI_JSON_INLINE vrmi_V vrmi_v_load16(const char* bytes) {
    return _mm_loadu_si128((const __m128i*)bytes);
}
VRMI_JSON_INLINE uint64_t vrmi_v_mask(vrmi_V a) {
    return (uint32_t)_mm_movemask_epi8(a);
}
VRMI_JSON_INLINE void vrmi_put8(const uint8_t* places, uint32_t base, uint32_t* out) {
    __m128i none = _mm_setzero_si128(), add = _mm_set1_epi32((int)base);
    __m128i wide = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i*)places), none);
    _mm_storeu_si128((__m128i*)out, _mm_add_epi32(_mm_unpacklo_epi16(wide, none), add));
    _mm_storeu_si128((__m128i*)(out + 4), _mm_add_epi32(_mm_unpackhi_epi16(wide, none), add));
}

#endif

/* For each quote, all bits from it on are inverted. */
VRMI_JSON_INLINE uint64_t vrmi_bit_runs(uint64_t quotes) {
#if defined(__AVX2__) && defined(__PCLMUL__)
    /* A product without carries. */
    return (uint64_t)_mm_cvtsi128_si64(
        _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)quotes), _mm_set1_epi8(-1), 0));
#else
    quotes ^= quotes << 1;
    quotes ^= quotes << 2;
    quotes ^= quotes << 4;
    quotes ^= quotes << 8;
    quotes ^= quotes << 16;
    return quotes ^ quotes << 32;
#endif
}

#if !defined(__ARM_NEON)
VRMI_JSON_INLINE uint64_t vrmi_bit_counts(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}
#endif

VRMI_JSON_INLINE uint32_t vrmi_bit_count(uint64_t bits) {
#if defined(__POPCNT__)
    return (uint32_t)__builtin_popcountll(bits);
#else
    return (uint32_t)(vrmi_bit_counts(bits) * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* ---- Classes ---- */

#define VRMI_IS_QUOTE(a)     vrmi_v_is(a, '"')
#define VRMI_IS_ZERO(a)      vrmi_v_is(a, '0')
#define VRMI_IS_POINT(a)     vrmi_v_is(a, '.')
#define VRMI_IS_BACKSLASH(a) vrmi_v_is(a, '\\')
#define VRMI_IS_CONTROL(a)   vrmi_v_below(a, 0x20)
#define VRMI_IS_HIGH(a)      (a) /* only the top bit is gathered */
#define VRMI_IS_EXPONENT(a)  vrmi_v_is(vrmi_v_lower(a), 'e')

/* Characters that a value or a key follows, and the colon behind a key: , : [ and {, except where a
 * closing bracket comes next, as in an empty container. */
#define VRMI_IS_LEAD(a)                                                                            \
    vrmi_v_or(vrmi_v_is(vrmi_v_lower(a), '{'), vrmi_v_or(vrmi_v_is(a, ','), vrmi_v_is(a, ':')))
#define VRMI_IS_CLOSING(a) vrmi_v_is(vrmi_v_lower(a), '}')

#if defined(__ARM_NEON) || defined(__AVX2__)

#if defined(__ARM_NEON)
#define VRMI_JSON_VECTORS   4
#define VRMI_EACH(test, in) vrmi_v_gather(test(in[0]), test(in[1]), test(in[2]), test(in[3]))
#else
#define VRMI_EACH(test, in) vrmi_v_gather(test(in[0]), test(in[1]))
#endif

VRMI_JSON_INLINE void vrmi_json_classify(const char* bytes, vrmi_JsonBits* bits) {
    vrmi_V in[VRMI_JSON_VECTORS];
    vrmi_v_load(bytes, in);
    bits->quote = VRMI_EACH(VRMI_IS_QUOTE, in);
    bits->zero = VRMI_EACH(VRMI_IS_ZERO, in);
    bits->point = VRMI_EACH(VRMI_IS_POINT, in);
#if defined(__ARM_NEON)
    /* A byte's class is the AND of a table entry for its low half and one for its high half: a
     * comma is 2C, so COMMA is set for the low half C and the high half 2. U means unusual. */
    /* clang-format off */
    enum { DIGIT = 1, SIGN = 2, BRACKET = 4, COMMA = 8, SPACE = 16, BREAK = 32, SLASH = 64, U = 128 };
    enum { D = DIGIT | U };
    static const uint8_t low_halves[16] = {
        D | SPACE, D, D, D, D, D, D, D,
        D, D | BREAK, U | COMMA | BREAK, U | BRACKET | SIGN,
        U | COMMA | SLASH, U | BRACKET | SIGN | BREAK, U, U};
    static const uint8_t high_halves[16] = {
        U | BREAK, U, SPACE | SIGN | COMMA, DIGIT | COMMA, 0, BRACKET | SLASH, 0, BRACKET,
        U, U, U, U, U, U, U, U};
    /* clang-format on */
    vrmi_V low = vld1q_u8(low_halves), high = vld1q_u8(high_halves), half = vdupq_n_u8(15);
    vrmi_V classes[4];
    for (uint32_t i = 0; i < 4; i++)
        classes[i] = vandq_u8(vqtbl1q_u8(low, vandq_u8(in[i], half)),
                              vqtbl1q_u8(high, vshrq_n_u8(in[i], 4)));
#define VRMI_IS_STRUCTURE(a) vtstq_u8(a, vdupq_n_u8(BRACKET | COMMA))
#define VRMI_IS_SPACE(a)     vtstq_u8(a, vdupq_n_u8(SPACE | BREAK))
#define VRMI_IS_DIGIT(a)     vtstq_u8(a, vdupq_n_u8(DIGIT))
#define VRMI_IS_SIGN(a)      vtstq_u8(a, vdupq_n_u8(SIGN))
    bits->structure = VRMI_EACH(VRMI_IS_STRUCTURE, classes);
    bits->space = VRMI_EACH(VRMI_IS_SPACE, classes);
    bits->digit = VRMI_EACH(VRMI_IS_DIGIT, classes);
    bits->sign = VRMI_EACH(VRMI_IS_SIGN, classes);
    vrmi_V any = vorrq_u8(vorrq_u8(classes[0], classes[1]), vorrq_u8(classes[2], classes[3]));
    bits->unusual = vmaxvq_u8(vandq_u8(any, vdupq_n_u8(U | SLASH)));
#else
    bits->structure = VRMI_EACH(vrmi_v_structure, in);
    bits->space = VRMI_EACH(vrmi_v_space, in);
    bits->digit = VRMI_EACH(vrmi_v_digit, in);
    bits->sign = VRMI_EACH(vrmi_v_sign, in);
    bits->unusual = vrmi_v_any_unusual(in);
#endif
}

VRMI_JSON_INLINE void vrmi_json_classify_unusual(const char* bytes, vrmi_JsonUnusual* bits) {
    vrmi_V in[VRMI_JSON_VECTORS];
    vrmi_v_load(bytes, in);
    bits->backslash = VRMI_EACH(VRMI_IS_BACKSLASH, in);
    bits->control = VRMI_EACH(VRMI_IS_CONTROL, in);
    bits->high = VRMI_EACH(VRMI_IS_HIGH, in);
}

VRMI_JSON_INLINE uint64_t vrmi_json_leads(const char* bytes) {
    vrmi_V in[VRMI_JSON_VECTORS];
    vrmi_v_load(bytes, in);
    return VRMI_EACH(VRMI_IS_LEAD, in) & ~(VRMI_EACH(VRMI_IS_CLOSING, in) >> 1);
}

VRMI_JSON_INLINE uint64_t vrmi_json_exponents(const char* bytes) {
    vrmi_V in[VRMI_JSON_VECTORS];
    vrmi_v_load(bytes, in);
    return VRMI_EACH(VRMI_IS_EXPONENT, in);
}

#else /* 16 bytes after the other */

#define VRMI_IS_DIGIT(a) vrmi_v_below(vrmi_v_minus(a, '0'), 10)
#define VRMI_IS_SIGN(a)  vrmi_v_or(vrmi_v_is(a, '-'), vrmi_v_is(a, '+'))
#define VRMI_IS_BRACKET(a)                                                                         \
    vrmi_v_or(vrmi_v_is(vrmi_v_lower(a), '{'), vrmi_v_is(vrmi_v_lower(a), '}'))
#define VRMI_IS_STRUCTURE(a)                                                                       \
    vrmi_v_or(VRMI_IS_BRACKET(a), vrmi_v_or(vrmi_v_is(a, ','), vrmi_v_is(a, ':')))
#define VRMI_IS_SPACE(a)                                                                           \
    vrmi_v_or(vrmi_v_or(vrmi_v_is(a, ' '), vrmi_v_is(a, '\n')),                                    \
              vrmi_v_or(vrmi_v_is(a, '\r'), vrmi_v_is(a, '\t')))
#define VRMI_IS_UNUSUAL(a) vrmi_v_or(vrmi_v_or(VRMI_IS_CONTROL(a), VRMI_IS_BACKSLASH(a)), a)

VRMI_JSON_INLINE void vrmi_json_classify(const char* bytes, vrmi_JsonBits* bits) {
    vrmi_JsonBits all = {0};
    VRMI_JSON_UNROLL(4)
    for (uint32_t i = 0; i < VRMI_SCAN_BLOCK; i += 16) {
        vrmi_V in = vrmi_v_load16(bytes + i);
        all.quote |= vrmi_v_mask(VRMI_IS_QUOTE(in)) << i;
        all.zero |= vrmi_v_mask(VRMI_IS_ZERO(in)) << i;
        all.point |= vrmi_v_mask(VRMI_IS_POINT(in)) << i;
        all.structure |= vrmi_v_mask(VRMI_IS_STRUCTURE(in)) << i;
        all.space |= vrmi_v_mask(VRMI_IS_SPACE(in)) << i;
        all.digit |= vrmi_v_mask(VRMI_IS_DIGIT(in)) << i;
        all.sign |= vrmi_v_mask(VRMI_IS_SIGN(in)) << i;
        all.unusual |= (uint32_t)vrmi_v_mask(VRMI_IS_UNUSUAL(in));
    }
    *bits = all;
}

VRMI_JSON_INLINE void vrmi_json_classify_unusual(const char* bytes, vrmi_JsonUnusual* bits) {
    vrmi_JsonUnusual all = {0};
    VRMI_JSON_UNROLL(4)
    for (uint32_t i = 0; i < VRMI_SCAN_BLOCK; i += 16) {
        vrmi_V in = vrmi_v_load16(bytes + i);
        all.backslash |= vrmi_v_mask(VRMI_IS_BACKSLASH(in)) << i;
        all.control |= vrmi_v_mask(VRMI_IS_CONTROL(in)) << i;
        all.high |= vrmi_v_mask(VRMI_IS_HIGH(in)) << i;
    }
    *bits = all;
}

VRMI_JSON_INLINE uint64_t vrmi_json_leads(const char* bytes) {
    uint64_t leads = 0, closings = 0;
    VRMI_JSON_UNROLL(4)
    for (uint32_t i = 0; i < VRMI_SCAN_BLOCK; i += 16) {
        vrmi_V in = vrmi_v_load16(bytes + i);
        leads |= vrmi_v_mask(VRMI_IS_LEAD(in)) << i;
        closings |= vrmi_v_mask(VRMI_IS_CLOSING(in)) << i;
    }
    return leads & ~(closings >> 1);
}

VRMI_JSON_INLINE uint64_t vrmi_json_exponents(const char* bytes) {
    uint64_t exponents = 0;
    VRMI_JSON_UNROLL(4)
    for (uint32_t i = 0; i < VRMI_SCAN_BLOCK; i += 16)
        exponents |= vrmi_v_mask(VRMI_IS_EXPONENT(vrmi_v_load16(bytes + i))) << i;
    return exponents;
}

#endif

#endif
#endif
