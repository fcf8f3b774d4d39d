/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include "base/bytes.h"

#include "vrm/digest.h"

#include <stdbool.h>
#include <string.h>

static uint64_t word_of(const uint8_t* bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

uint64_t vrmi_hash(const void* data, size_t size, uint64_t seed) {
    const uint8_t* bytes = data;
    uint64_t hash = vrmi_hash_word(seed, size);
    for (; size >= 8; size -= 8, bytes += 8) hash = vrmi_hash_word(hash, word_of(bytes, 8));
    if (size > 0) hash = vrmi_hash_word(hash, word_of(bytes, size));
    return vrmi_hash_end(hash);
}

static uint32_t rotate(uint32_t a, uint32_t by) {
    return a >> by | a << (32 - by);
}

static void add_block(vrmi_Sha256* sha, const uint8_t block[64]) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++) {
        const uint8_t* at = block + 4 * i;
        words[i] = vrmi_load_u32_big(at);
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + words[i - 7] +
                   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    uint32_t* state = sha->state;
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                      sha->round_words[i] + words[i];
        uint32_t t2 =
            (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const uint32_t worked[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) state[i] += worked[i];
}

/* The first 32 bits of the fraction of the square root (`power` 2) or cube root (3) of a number
 * below 512, by Newton's method. A double has 16 bits more. */
static uint32_t root_fraction(int number, int power) {
    double root = 4.0;
    for (int step = 0; step < 16; step++)
        root -= (root - number / (power == 3 ? root * root : root)) / power;
    return (uint32_t)((root - (int)root) * 4294967296.0);
}

static bool is_prime(int number) {
    for (int i = 2; i * i <= number; i++)
        if (number % i == 0) return false;
    return true;
}

/* The constants come from the first 64 primes. They are computed because a table of them does not
 * compress, and browsers download it. */
void vrmi_sha256_init(vrmi_Sha256* sha) {
    sha->size = 0;
    for (int number = 2, count = 0; count < 64; number++) {
        if (!is_prime(number)) continue;
        if (count < 8) sha->state[count] = root_fraction(number, 2);
        sha->round_words[count++] = root_fraction(number, 3);
    }
}

void vrmi_sha256_add(vrmi_Sha256* sha, const void* data, size_t size) {
    const uint8_t* bytes = data;
    size_t buffered = (size_t)(sha->size % 64);
    sha->size += size;
    if (buffered > 0) {
        size_t taken = size < 64 - buffered ? size : 64 - buffered;
        if (taken > 0) memcpy(sha->block + buffered, bytes, taken);
        bytes += taken;
        size -= taken;
        if (buffered + taken < 64) return;
        add_block(sha, sha->block);
    }
    for (; size >= 64; size -= 64, bytes += 64) add_block(sha, bytes);
    if (size > 0) memcpy(sha->block, bytes, size);
}

void vrmi_sha256_end(vrmi_Sha256* sha, uint8_t out_digest[32]) {
    uint64_t bit_count = sha->size * 8;
    uint8_t tail[72] = {0x80};
    size_t padding = 64 - (size_t)((sha->size + 8) % 64);
    for (size_t i = 0; i < 8; i++) tail[padding + i] = (uint8_t)(bit_count >> (56 - 8 * i));
    vrmi_sha256_add(sha, tail, padding + 8);
    for (size_t i = 0; i < 32; i++)
        out_digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

void vrm_digest_sha256(const void* data, size_t size, char out_text[VRM_DIGEST_SIZE]) {
    vrmi_Sha256 sha;
    uint8_t digest[32];
    vrmi_sha256_init(&sha);
    if (size > 0) vrmi_sha256_add(&sha, data, size);
    vrmi_sha256_end(&sha, digest);
    for (size_t i = 0; i < 32; i++) {
        out_text[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        out_text[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    out_text[64] = '\0';
}
