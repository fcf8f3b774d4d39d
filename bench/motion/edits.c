/* SPDX-License-Identifier: MIT */
/* usage: bench_motion_edits MOTION
 *
 * Reads a motion from memory, samples it, and edits it. Prints lines `NAME NANOSECONDS`: read,
 * sample, and one for each edit of vrm/motion_edit.h of the sampled motion. The least of several
 * rounds counts. */
#include "support/bench.h"
#include "vrm/motion_edit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 9 };

typedef struct Desk {
    const uint8_t* bytes;
    size_t size;
    vrm_Motion* read;
    vrm_Motion* sampled;
    vrm_Motion* made; /* by the contender that runs */
    double seconds;
    vrm_Result result;
} Desk;

static void finish(Desk* desk, vrm_Result result) {
    if (result != VRM_OK) desk->result = result;
    vrm_motion_destroy(desk->made);
}

static void read_motion(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_load(desk->bytes, desk->size, NULL, &desk->made));
}

static void sample(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_cut(desk->read, 0.0, (double)INFINITY, NULL, &desk->made));
}

static void cut(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_cut(desk->sampled, 0.01, desk->seconds - 0.01, NULL, &desk->made));
}

static void trim(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_trim_rest(desk->sampled, 12.0f, NULL, NULL, &desk->made));
}

static void mirror(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_mirror(desk->sampled, NULL, &desk->made));
}

static void change_speed(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_speed(desk->sampled, 2.0, NULL, &desk->made));
}

static void reverse(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_reverse(desk->sampled, NULL, &desk->made));
}

static void smooth(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_smooth(desk->sampled, NULL, NULL, &desk->made));
}

static void join(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_join(desk->sampled, desk->sampled, NULL, NULL, &desk->made));
}

static void layer(void* ctx) {
    Desk* desk = ctx;
    finish(desk, vrm_motion_layer(desk->sampled, desk->sampled, NULL, &desk->made));
}

static void die(const char* what) {
    fprintf(stderr, "bench_motion_edits: %s\n", what);
    exit(1);
}

int main(int argc, char** argv) {
    if (argc != 2) die("usage: bench_motion_edits MOTION");
    Desk desk = {.result = VRM_OK};
    BenchContender contenders[] = {
        {"read", read_motion, &desk, 0.0}, {"sample", sample, &desk, 0.0},
        {"cut", cut, &desk, 0.0},          {"trim", trim, &desk, 0.0},
        {"mirror", mirror, &desk, 0.0},    {"speed", change_speed, &desk, 0.0},
        {"reverse", reverse, &desk, 0.0},  {"smooth", smooth, &desk, 0.0},
        {"join", join, &desk, 0.0},        {"layer", layer, &desk, 0.0}};
    enum { CONTENDERS = sizeof contenders / sizeof *contenders };
    uint8_t* bytes = bench_read_file(argv[1], &desk.size);
    if (bytes == NULL) die("cannot read the file");
    desk.bytes = bytes;
    if (vrm_motion_load(bytes, desk.size, NULL, &desk.read) != VRM_OK ||
        vrm_motion_cut(desk.read, 0.0, (double)INFINITY, NULL, &desk.sampled) != VRM_OK)
        die("cannot read the motion");
    desk.seconds = vrm_motion_info(desk.sampled).seconds;
    bench_race(contenders, CONTENDERS, ROUNDS);
    if (desk.result != VRM_OK) die("an edit failed");
    for (int i = 0; i < CONTENDERS; i++)
        printf("%s %.0f\n", contenders[i].name, contenders[i].best_ns);
    vrm_motion_destroy(desk.sampled);
    vrm_motion_destroy(desk.read);
    free(bytes);
    return 0;
}
