/* SPDX-License-Identifier: MIT */
/* Lips from a second of sound in blocks of 10 ms, on one core, at several sample rates: how many
 * times faster than the sound is played. The sound is pulses and noise by turns, as loud as speech;
 * what it says does not change the work. */
#include "support/bench.h"
#include "vrm/lip.h"

#include <stdlib.h>

enum { SECONDS = 1, ROUNDS = 15 };

typedef struct Job {
    vrm_Lip* lip;
    float* samples;
    int32_t count, block;
    int64_t frames;
} Job;

static void run(void* ctx) {
    Job* job = ctx;
    vrm_LipFrame frames[16];
    for (int32_t at = 0; at < job->count; at += job->block) {
        int32_t some = job->count - at < job->block ? job->count - at : job->block;
        job->frames += vrm_lip_feed(job->lip, job->samples + at, some, frames, 16);
    }
}

static Job make_job(float rate_hz) {
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = rate_hz;
    Job job = {.count = (int32_t)(rate_hz * SECONDS), .block = (int32_t)(rate_hz / 100.0f)};
    job.samples = malloc((size_t)job.count * sizeof *job.samples);
    if (job.samples == NULL || vrm_lip_create(&def, &job.lip) != VRM_OK) {
        fputs("bench_lip: failed\n", stderr);
        exit(1);
    }
    uint32_t random = 1;
    int32_t period = (int32_t)(rate_hz / 120.0f), quarter = (int32_t)rate_hz / 4;
    float voice = 0.0f;
    for (int32_t i = 0; i < job.count; i++) {
        random = random * 1664525u + 1013904223u;
        float noise = (float)(int32_t)random * 0x1p-31f;
        voice = voice * 0.9f + (i % period == 0 ? 0.5f : 0.0f);
        job.samples[i] = i / quarter % 2 == 0 ? voice : noise * 0.01f;
    }
    return job;
}

int main(void) {
    static const float rates_hz[] = {8000.0f, 16000.0f, 44100.0f, 48000.0f, 192000.0f};
    enum { COUNT = sizeof rates_hz / sizeof *rates_hz };
    Job jobs[COUNT];
    BenchContender contenders[COUNT] = {0};
    char names[COUNT][32];
    for (int i = 0; i < COUNT; i++) {
        jobs[i] = make_job(rates_hz[i]);
        snprintf(names[i], sizeof names[i], "%.0f Hz", (double)rates_hz[i]);
        contenders[i] = (BenchContender){.name = names[i], .run = run, .ctx = &jobs[i]};
    }
    bench_race(contenders, COUNT, ROUNDS);
    FILE* csv = bench_open_csv("lip", "rate_hz,sound_us,times_real_time");
    for (int i = 0; i < COUNT; i++) {
        double us = contenders[i].best_ns / 1e3 / SECONDS;
        printf("%-10s %8.0f us for a second of sound, %6.0f times faster than real time\n",
               names[i], us, 1e6 / us);
        fprintf(csv, "%.0f,%.1f,%.0f\n", (double)rates_hz[i], us, 1e6 / us);
        if (rates_hz[i] == 16000.0f) bench_ratio("lip.real-time-16k", 1e6 / us);
        if (rates_hz[i] == 48000.0f) bench_ratio("lip.real-time-48k", 1e6 / us);
        free(jobs[i].samples);
        vrm_lip_destroy(jobs[i].lip);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
