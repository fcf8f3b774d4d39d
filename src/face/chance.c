/* SPDX-License-Identifier: MIT */
#include "face/chance.h"

#include "base/exponential.h"
#include "base/hash.h"
#include "base/maths.h"

double vrmi_chance(uint64_t seed, vrmi_Stream stream, uint64_t event, uint32_t draw) {
    uint64_t hash = vrmi_hash_word(0x6661636575u, seed);
    hash = vrmi_hash_word(hash, (uint64_t)stream * VRMI_DRAWS + draw);
    hash = vrmi_hash_end(vrmi_hash_word(hash, event));
    return ((double)(hash >> 12) + 0.5) * 0x1p-52;
}

/* Box and Muller 1958. */
double vrmi_chance_normal(uint64_t seed, vrmi_Stream stream, uint64_t event, uint32_t draw) {
    double radius = sqrt(-2.0 * vrmi_ln(vrmi_chance(seed, stream, event, draw)));
    float turn = (float)vrmi_chance(seed, stream, event, draw + 1) * (2.0f * VRMI_PI);
    return radius * (double)vrmi_cos(turn);
}
