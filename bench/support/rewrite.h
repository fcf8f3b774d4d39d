/* SPDX-License-Identifier: MIT */
/* Programs that measure what changes a file: from bytes to bytes, in memory. */
#ifndef BENCH_REWRITE_H
#define BENCH_REWRITE_H

#include "vrm/model.h"

typedef vrm_Result BenchRewriteFn(vrm_Model* model);

/* The whole of a program with the arguments ROUNDS and FILE: loads the file from memory, rewrites
 * it and saves it to memory. Writes one line of JSON: the least time of ROUNDS such turns, and the
 * most memory that one of them holds, with the model's copy of the file and the result. */
int bench_rewrite(int argc, char** argv, BenchRewriteFn* rewrite);

#endif
