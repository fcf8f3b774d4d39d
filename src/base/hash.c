/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

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
