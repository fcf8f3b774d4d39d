/* SPDX-License-Identifier: MIT */
#include "base/sha256.h"

#include "base/bytes.h"

#include "vrm/digest.h"

#include <string.h>

/* FIPS 180-4, section 4.2.2. */
static const uint32_t round_words[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

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
                      round_words[i] + words[i];
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

void vrmi_sha256_init(vrmi_Sha256* sha) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha->state, start, sizeof start);
    sha->size = 0;
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
