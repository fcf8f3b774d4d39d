/* SPDX-License-Identifier: MIT */
/* What the next byte of a WebAssembly module probably is. Packing and unpacking ask the same
 * questions in the same order, and learn from the answers; what the model expects takes few bits.
 *
 * A byte is found by questions with two answers. The bytes of each kind (structure.h) are ranked by
 * how often they occur: is it one of the first 2? Of the 4 after them? Of the 16 after these? If
 * not, its bits are asked for.
 *
 * Eight contexts answer each question: the last instructions, the last variables, the last bytes,
 * and what followed when the last bytes were the same. Each context has a slot for the question in
 * one table, found by a hash: how probable "yes" has been there, and how often it was asked. A slot
 * of another context is known by its check, and begins anew. The answers are weighted sums of
 * logarithms of odds, and the weights learn which contexts are right ("context mixing", as in
 * programs of the PAQ family).
 *
 * All of it are single operations of floats and integers, whose results WebAssembly prescribes:
 * each machine computes the same. */
#ifndef VRM_PACKED_MODEL_H
#define VRM_PACKED_MODEL_H

#include "structure.h"
#include <wasm_simd128.h>

enum {
    CONTEXTS = 8,
    SLOTS = 1 << 19,
    RANKED = 2 + 4 + 16,
    PLACES = 1 << 16, /* where the last bytes were the same */
    LONGEST = 15,
    /* The questions, 16 to a group. */
    IS_OF_TWO = 1,
    IN_TWO = 1,
    IS_OF_FOUR = 3,
    IN_FOUR = 3,
    IS_OF_SIXTEEN = 7,
    IN_SIXTEEN = 16,
    IN_HIGH = 32,
    IN_LOW = 48,
    QUESTIONS = IN_LOW + 256,
};

/* A slot: a check of 10 bits, the probability in 16, and in 5 how often it was asked. */
enum { CHECK = 0x7fe00000, NEW = 0x8000 << 5, TIMES = 31, MOST_TIMES = 22 };

typedef struct {
    uint8_t bytes[KINDS][RANKED];
    uint8_t rank_of[KINDS][256]; /* RANKED and more: in no rank */
} Ranks;

static Ranks ranks;
static Structure structure;
static uint8_t* text; /* what has been packed or unpacked */
static uint32_t text_size;
static uint64_t recent; /* the last bytes, the newest lowest */
static uint32_t word;   /* hash of the letters just before */
static uint32_t places[PLACES], same_at, same_length;

static v128_t contexts[2];
static v128_t slots_at[2], checks[2]; /* of the contexts for the present group of questions */
static uint32_t slots[SLOTS];
static v128_t weights[KINDS * QUESTIONS][2];

/* Probabilities as 65536ths by logarithms of odds: 170 steps for 1. */
enum { STEPS = 4096, MIDDLE = STEPS / 2 };
static const float SCALE = 170 * 0.69314718f; /* for logarithms with base 2 */
static const float LEARNING = 0.02f / 170;
static uint32_t probabilities[STEPS];

static void fill_probabilities(void) {
    const double ratio = 1.0058996970159158; /* e^(1/170) */
    double odds = 1;
    for (int i = MIDDLE; i < STEPS; i++, odds *= ratio) {
        probabilities[i] = (uint32_t)(65536 * (odds / (1 + odds)));
        probabilities[STEPS - 1 - i] = 65536 - probabilities[i];
    }
}

static void begin_model(uint8_t* out) {
    text = out;
    text_size = 0;
    recent = 0;
    word = same_length = 0;
    structure = at_the_beginning();
    fill_probabilities();
    for (int i = 0; i < SLOTS; i++) slots[i] = NEW;
    for (int i = 0; i < PLACES; i++) places[i] = 0;
    for (int i = 0; i < KINDS * QUESTIONS; i++)
        weights[i][0] = weights[i][1] = wasm_f32x4_const_splat(0.27f);
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < 256; i++) ranks.rank_of[kind][i] = RANKED;
        for (int i = RANKED - 1; i >= 0; i--)
            ranks.rank_of[kind][ranks.bytes[kind][i]] = (uint8_t)i;
    }
}

/* ---- Contexts ---- */

static uint32_t hash(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t h = a * 0x9e3779b1 ^ (b + 0x7f4a7c15) * 0x85ebca6b;
    h = (h ^ h >> 15) * 0xc2b2ae35;
    h = (h ^ h >> 13) * 0x9e3779b1 ^ (c + 0x7f4a7c15) * 0x85ebca6b;
    return (h ^ h >> 15) * 0xc2b2ae35;
}

static void find_contexts(void) {
    const Structure* s = &structure;
    uint32_t last = (uint32_t)recent, before = recent >> 32 & 0xffff;
    uint32_t kind = s->kind | (s->part > 3 ? 3 : s->part) << 5, c[CONTEXTS];
    const uint32_t *op = s->opcodes, *local = s->locals;
    if (s->stage != CODE) {
        c[0] = hash(kind, s->section, s->stage);
        c[1] = hash(kind, last & 0xff, 1);
        c[2] = hash(kind, last & 0xffff, 2);
        c[3] = hash(kind, last & 0xffffff, 3);
        c[4] = hash(kind, last, 0);
        c[5] = hash(kind, last, before + 1);
        c[6] = hash(kind, word, last & 0xff);
    } else if (s->kind == OPCODE) {
        c[0] = hash(kind, op[0], 0);
        c[1] = hash(kind, op[0] | op[1] << 10, 1);
        c[2] = hash(kind, op[0] | op[1] << 10 | op[2] << 20, 2);
        c[3] = hash(kind, op[0] | op[1] << 10 | op[2] << 20, op[3] + 4);
        c[4] = hash(kind, last & 0xffff, 3);
        c[5] = hash(kind, last & 0xffffff, 3);
        c[6] = hash(kind, last, before + 2048);
    } else {
        uint32_t what = kind | op[0] << 8;
        c[0] = hash(what, s->value, 0);
        c[1] = hash(what, s->value, op[1] | op[2] << 10 | 1u << 31);
        c[2] = hash(what, s->value, local[0] | 1u << 30);
        c[3] = hash(what, s->value, (s->last[s->kind] & 0xfffff) ^ op[1] << 20 ^ 1u << 29);
        c[4] = hash(kind, last & 0xffff, 3);
        c[5] = hash(kind, last & 0xffffff, 3);
        c[6] = hash(what, s->value, s->function | 3u << 30);
    }
    c[7] = same_length > 0 ? hash(text[same_at], same_length, 5) : 0;
    contexts[0] = wasm_u32x4_make(c[0], c[1] + 1, c[2] + 2, c[3] + 3);
    contexts[1] = wasm_u32x4_make(c[4] + 4, c[5] + 5, c[6] + 6, c[7] + 7);
}

/* Finds the slots for a group of questions, which lie together. */
static void begin_group(uint32_t group) {
    for (int i = 0; i < 2; i++) {
        v128_t h = wasm_i32x4_add(contexts[i], wasm_i32x4_splat((int)(group * 0x9e3779b1)));
        h = wasm_i32x4_mul(h, wasm_i32x4_const_splat(0x2545f491));
        h = wasm_v128_xor(h, wasm_u32x4_shr(h, 15));
        slots_at[i] = wasm_v128_and(h, wasm_i32x4_const_splat(SLOTS - 1));
        checks[i] = wasm_i32x4_shl(wasm_u32x4_shr(h, 22), 21);
    }
}

/* ---- Questions ---- */

/* Codes the answer with the probability of "yes" in 65536ths, and returns it. When unpacking
 * `answer` is nothing. */
static unsigned code_answer(uint32_t probability, unsigned answer);

/* Numbers below 2^23 are the lowest bits of a float that is this much larger. */
static const float LARGE = 8388608;

static v128_t to_floats(v128_t numbers) {
    return wasm_f32x4_sub(wasm_v128_or(numbers, wasm_i32x4_const_splat(0x4b000000)),
                          wasm_f32x4_splat(LARGE));
}

static v128_t to_numbers(v128_t floats) { /* above 23 bits is something else */
    return wasm_f32x4_add(floats, wasm_f32x4_splat(LARGE));
}

static v128_t load_slots(v128_t at) {
    v128_t v = wasm_v128_load32_zero(slots + wasm_u32x4_extract_lane(at, 0));
    v = wasm_v128_load32_lane(slots + wasm_u32x4_extract_lane(at, 1), v, 1);
    v = wasm_v128_load32_lane(slots + wasm_u32x4_extract_lane(at, 2), v, 2);
    return wasm_v128_load32_lane(slots + wasm_u32x4_extract_lane(at, 3), v, 3);
}

static void store_slots(v128_t at, v128_t v) {
    wasm_v128_store32_lane(slots + wasm_u32x4_extract_lane(at, 0), v, 0);
    wasm_v128_store32_lane(slots + wasm_u32x4_extract_lane(at, 1), v, 1);
    wasm_v128_store32_lane(slots + wasm_u32x4_extract_lane(at, 2), v, 2);
    wasm_v128_store32_lane(slots + wasm_u32x4_extract_lane(at, 3), v, 3);
}

/* What four contexts say. */
typedef struct {
    v128_t at, check, times, probability, share, evidence;
} Opinion;

static inline Opinion opinion_of(int i, unsigned question) {
    Opinion o = {.at = wasm_v128_xor(slots_at[i], wasm_i32x4_splat((int)question)),
                 .check = checks[i]};
    v128_t slot = load_slots(o.at);
    v128_t is_own = wasm_i32x4_eq(wasm_v128_and(slot, wasm_i32x4_const_splat(CHECK)), o.check);
    slot = wasm_v128_bitselect(slot, wasm_i32x4_const_splat(NEW), is_own);
    o.times = wasm_v128_and(slot, wasm_i32x4_const_splat(TIMES));
    o.probability =
        to_floats(wasm_v128_and(wasm_u32x4_shr(slot, 5), wasm_i32x4_const_splat(0xffff)));
    /* How far the next answer moves it. */
    o.share = wasm_f32x4_div(wasm_f32x4_const_splat(1),
                             wasm_f32x4_add(to_floats(o.times), wasm_f32x4_const_splat(1.5f)));
    /* The bits of a float, taken as a number, are nearly its logarithm. */
    v128_t yes = wasm_f32x4_add(o.probability, wasm_f32x4_const_splat(0.5f));
    v128_t no = wasm_f32x4_sub(wasm_f32x4_const_splat(65535.5f), o.probability);
    v128_t odds = wasm_f32x4_convert_i32x4(wasm_i32x4_sub(yes, no));
    o.evidence = wasm_f32x4_mul(odds, wasm_f32x4_const_splat(SCALE / 8388608));
    return o;
}

static inline void learn(const Opinion* o, v128_t* weight, float error, unsigned answer) {
    *weight = wasm_f32x4_add(*weight, wasm_f32x4_mul(o->evidence, wasm_f32x4_splat(error)));
    v128_t goal = wasm_f32x4_splat(answer ? 65535.f : 0.f);
    v128_t probability = wasm_f32x4_add(
        o->probability, wasm_f32x4_mul(wasm_f32x4_sub(goal, o->probability), o->share));
    v128_t times =
        wasm_i32x4_sub(o->times, wasm_i32x4_lt(o->times, wasm_i32x4_const_splat(MOST_TIMES)));
    v128_t bits = wasm_v128_and(wasm_i32x4_shl(to_numbers(probability), 5),
                                wasm_i32x4_const_splat(0xffff << 5));
    store_slots(o->at, wasm_v128_or(wasm_v128_or(o->check, times), bits));
}

/* Not inlined: engines make a function fast that is called often, not a loop that runs. */
static __attribute__((noinline)) unsigned ask(unsigned question, unsigned answer) {
    Opinion a = opinion_of(0, question & 15), b = opinion_of(1, question & 15);
    v128_t* weight = weights[structure.kind * QUESTIONS + question];
    v128_t sum = wasm_f32x4_add(wasm_f32x4_mul(a.evidence, weight[0]),
                                wasm_f32x4_mul(b.evidence, weight[1]));
    sum = wasm_f32x4_add(sum, wasm_i32x4_shuffle(sum, sum, 2, 3, 0, 1));
    sum = wasm_f32x4_add(sum, wasm_i32x4_shuffle(sum, sum, 1, 0, 3, 2));
    sum = wasm_f32x4_pmin(sum, wasm_f32x4_const_splat(MIDDLE - 1));
    sum = wasm_f32x4_pmax(sum, wasm_f32x4_const_splat(-MIDDLE));
    sum = to_numbers(wasm_f32x4_add(sum, wasm_f32x4_const_splat(MIDDLE)));
    uint32_t probability = probabilities[wasm_u32x4_extract_lane(sum, 0) % STEPS];
    answer = code_answer(probability, answer);
    float error = (float)((int)(answer << 16) - (int)probability) * (LEARNING / 65536);
    learn(&a, &weight[0], error, answer);
    learn(&b, &weight[1], error, answer);
    return answer;
}

/* ---- Bytes ---- */

/* Asks for a number of some bits, the highest first. */
static unsigned ask_number(unsigned first, unsigned bits, unsigned number) {
    unsigned node = 1;
    for (unsigned i = bits; i-- > 0;) node = node << 1 | ask(first + node, number >> i & 1);
    return node - (1u << bits);
}

static uint8_t ask_byte(uint8_t byte) {
    const uint8_t* ranked = ranks.bytes[structure.kind];
    unsigned rank = ranks.rank_of[structure.kind][byte];
    begin_group(0);
    if (ask(IS_OF_TWO, rank < 2)) return ranked[ask_number(IN_TWO, 1, rank)];
    if (ask(IS_OF_FOUR, rank < 6)) return ranked[2 + ask_number(IN_FOUR, 2, rank - 2)];
    if (ask(IS_OF_SIXTEEN, rank < RANKED)) {
        begin_group(IN_SIXTEEN / 16);
        return ranked[6 + ask_number(IN_SIXTEEN, 4, rank - 6)];
    }
    begin_group(IN_HIGH / 16);
    unsigned high = ask_number(IN_HIGH, 4, byte >> 4);
    begin_group(IN_LOW / 16 + high);
    return (uint8_t)(high << 4 | ask_number(IN_LOW + 16 * high, 4, byte & 15));
}

/* Where the last bytes were before, so that what followed them may follow again. */
static void find_same(void) {
    uint32_t* place = &places[hash((uint32_t)recent, recent >> 32 & 0xff, 0) % PLACES];
    if (same_length == 0 && *place > 0) {
        same_at = *place;
        while (same_length < LONGEST && same_length < same_at &&
               text[same_at - 1 - same_length] == text[text_size - 1 - same_length])
            same_length++;
    }
    *place = text_size;
}

/* Codes the next byte and returns it; `byte` is nothing when unpacking. */
static __attribute__((noinline)) uint8_t code_byte(uint8_t byte) {
    find_contexts();
    byte = ask_byte(byte);
    if (same_length > 0 && text[same_at++] == byte)
        same_length += same_length < LONGEST;
    else
        same_length = 0;
    text[text_size++] = byte;
    recent = recent << 8 | byte;
    find_same();
    uint8_t letter = byte | 32;
    word = is_in(letter, 'a', 'z') ? word * 0x2f0b4c47 + letter : 0;
    follow(&structure, byte);
    return byte;
}

#endif
