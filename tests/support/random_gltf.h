/* SPDX-License-Identifier: MIT */
/* Small files by chance, full of what optimizing looks at: shared buffers, sparse and quantized
 * data, equal and unused elements, primitives of one material, morph targets, extras that hold
 * indices; by turns 0.x, 1.0 and plain glTF. */
#ifndef VRM_TESTS_SUPPORT_RANDOM_GLTF_H
#define VRM_TESTS_SUPPORT_RANDOM_GLTF_H

#include "support/corpus.h"

/** The same file for the same seed. */
TestBytes test_random_gltf(uint64_t seed);

#endif
