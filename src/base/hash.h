/* SPDX-License-Identifier: MIT */
/* A fast 64-bit hash, for tables and golden values. base/sha256.h identifies files. */
#ifndef VRMI_BASE_HASH_H
#define VRMI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* One step: mixes a word into a running hash; start with any seed. Our own design: xor, multiply by
 * an odd number (2^64 over the golden ratio), fold the high half down. Each operation is
 * invertible, so mixing the same word into two different hashes gives two different hashes. */
static inline uint64_t vrmi_hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* Spreads the last words over all bits. */
static inline uint64_t vrmi_hash_end(uint64_t hash) {
    return vrmi_hash_word(vrmi_hash_word(hash, 0x5851F42D4C957F2Du), 0x14057B7EF767814Fu);
}

/* Hashes bytes, eight at a time as little-endian words, so the result is equal on every CPU; the
 * last word is padded with zeros, and the size is hashed first. Not cryptographic: an attacker can
 * choose keys that collide, so a table over untrusted keys needs its own bound. */
uint64_t vrmi_hash(const void* data, size_t size, uint64_t seed);

#endif
