/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/bench.h"

#include <stdlib.h>
#include <time.h>

/* A round lasts long enough that the machine settles on this contender. It is timed in short
 * stretches: between two of them another program may take the CPU without spoiling the figure. */
static const uint64_t round_ns = 20000000;
static const uint64_t stretch_ns = 500000;

uint64_t bench_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t time_calls(const BenchContender* contender, uint64_t calls) {
    uint64_t begin = bench_now_ns();
    for (uint64_t i = 0; i < calls; i++) contender->run(contender->ctx);
    return bench_now_ns() - begin;
}

/* Also warms caches and branch predictors up. */
static uint64_t calls_per_stretch(const BenchContender* contender) {
    uint64_t calls = 1;
    for (uint64_t ns; (ns = time_calls(contender, calls)) < stretch_ns;)
        calls = ns < stretch_ns / 16 ? calls * 8 : calls * 2;
    return calls;
}

static void run_round(BenchContender* contender, uint64_t calls) {
    uint64_t begin = bench_now_ns();
    do {
        double ns = (double)time_calls(contender, calls) / (double)calls;
        if (contender->best_ns == 0.0 || ns < contender->best_ns) contender->best_ns = ns;
    } while (bench_now_ns() - begin < round_ns);
}

void bench_race(BenchContender* contenders, int count, int rounds) {
    uint64_t* calls = malloc((size_t)count * sizeof *calls);
    if (calls == NULL) abort();
    for (int i = 0; i < count; i++) {
        calls[i] = calls_per_stretch(&contenders[i]);
        contenders[i].best_ns = 0.0;
    }
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < count; i++) run_round(&contenders[i], calls[i]);
    free(calls);
}

void bench_ratio(const char* name, double value) {
    printf("ratio %s %.3g\n", name, value);
    fflush(stdout);
}

uint8_t* bench_read_file(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    uint8_t* bytes = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    if (size >= 0) bytes = malloc((size_t)size + 1);
    if (bytes != NULL && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *out_size = bytes != NULL ? (size_t)size : 0;
    return bytes;
}

FILE* bench_open_csv(const char* group, const char* columns) {
    const char* folder = getenv("VRM_BENCH_RESULTS");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.csv", folder != NULL ? folder : ".", group);
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fprintf(file, "%s\n", columns);
    return file;
}
