/* SPDX-License-Identifier: MIT */
/* Timing contenders side by side in one run, and telling the figures.
 *
 *   BenchContender contenders[] = {{"libvrm", parse_ours, &input}, {"jansson", parse_theirs,
 * &input}}; bench_race(contenders, 2, 9); bench_ratio("json.vs-jansson", contenders[1].best_ns /
 * contenders[0].best_ns);
 */
#ifndef VRM_BENCH_SUPPORT_BENCH_H
#define VRM_BENCH_SUPPORT_BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A clock that only goes forward. */
uint64_t bench_now_ns(void);

typedef struct BenchContender {
    const char* name;
    void (*run)(void* ctx); /**< The work to be measured, once. */
    void* ctx;
    double best_ns; /**< Set by bench_race(): the least time of one call. */
} BenchContender;

/** Times every contender `rounds` times, in turns, so that a warm or busy machine is so for all of
 * them. A round is 20 ms, in stretches of half a millisecond or of one call. The minimum counts: it
 * is what the program takes when nothing disturbs it. */
void bench_race(BenchContender* contenders, int count, int rounds);

/** Prints `ratio NAME VALUE`; larger is better for us. Outside checks read these lines. */
void bench_ratio(const char* name, double value);

/** The bytes of a file, to be freed; NULL when it cannot be read. */
uint8_t* bench_read_file(const char* path, size_t* out_size);

/** Opens GROUP.csv in the folder that VRM_BENCH_RESULTS names (the working folder without it) and
 * writes the line of column names. Ends the program when it cannot. */
FILE* bench_open_csv(const char* group, const char* columns);

#ifdef __cplusplus
}
#endif

#endif
