/* SPDX-License-Identifier: MIT */
/* Changes inputs of fuzz targets. mutate_bytes() knows nothing of them; LLVMFuzzerCustomMutator()
 * of mutator.c knows glTF: it reads the JSON of a GLB or a text into a tree of its own, changes
 * values, references, members and the binary chunk, and writes the file again. */
#ifndef FUZZ_MUTATOR_H
#define FUZZ_MUTATOR_H

#include <stddef.h>
#include <stdint.h>

/* xorshift64*; the state is not 0. */
static inline uint64_t mutate_random(uint64_t* state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* 0 to count - 1; 0 for count 0. */
static inline size_t mutate_below(uint64_t* state, size_t count) {
    return count == 0 ? 0 : (size_t)((mutate_random(state) >> 16) % count);
}

/* Flips, cuts, repeats and overwrites; returns the new size, at most `max_size`. */
size_t mutate_bytes(uint8_t* data, size_t size, size_t max_size, uint64_t* random);

/* As libFuzzer calls it. */
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed);

/* Frees what the mutator keeps from call to call. */
void mutate_release(void);

#endif
