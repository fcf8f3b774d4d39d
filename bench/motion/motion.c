/* SPDX-License-Identifier: MIT */
/* usage: bench_motion_ours MOTION [MODEL]
 *
 * Reads a motion from memory and computes the pose of each of its frames. Prints `READ FRAME
 * FRAMES PEAK`: nanoseconds of reading and of one frame, the number of frames, and the most bytes
 * that were allocated at once. Reading, and every frame, counts by the least time of several
 * rounds.
 */
#include "support/bench.h"
#include "support/counter.h"
#include "vrm/capture.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 60 };

static void die(const char* what) {
    fprintf(stderr, "bench_motion_ours: %s\n", what);
    exit(1);
}

static void* read_all(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) die("cannot read a file");
    fseek(file, 0, SEEK_END);
    *out_size = (size_t)ftell(file);
    rewind(file);
    void* bytes = malloc(*out_size + 1);
    if (bytes == NULL || fread(bytes, 1, *out_size, file) != *out_size) die("cannot read a file");
    fclose(file);
    return bytes;
}

static vrm_Capture* read_motion(const void* bytes, size_t size, const vrm_CaptureDef* def) {
    vrm_Capture* capture = NULL;
    if (vrm_capture_read(bytes, size, def, &capture) != VRM_OK) die("cannot read the motion");
    return capture;
}

/* Lowers the times of the frames to those of this round. */
static void time_frames(const vrm_Capture* capture, int32_t frames, double* least_ns) {
    for (int32_t f = 0; f < frames; f++) {
        vrm_Pose pose;
        uint64_t start = bench_now_ns();
        vrm_capture_pose(capture, f, &pose);
        double ns = (double)(bench_now_ns() - start);
        if (ns < least_ns[f]) least_ns[f] = ns;
    }
}

static double mean_of(const double* values, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) sum += values[i];
    return sum / count;
}

int main(int argc, char** argv) {
    vrm_CaptureDef def = vrm_default_capture_def();
    BenchCounter counter = {0};
    size_t size;
    if (argc != 2 && argc != 3) die("usage: bench_motion_ours MOTION [MODEL]");
    void *bytes = read_all(argv[1], &size), *model = NULL;
    if (argc == 3) model = read_all(argv[2], &def.model_size);
    def.model = model;
    double read_ns = 1e30, *least_ns = NULL;
    int32_t frames = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = bench_now_ns();
        vrm_Capture* capture = read_motion(bytes, size, &def);
        double ns = (double)(bench_now_ns() - start);
        if (ns < read_ns) read_ns = ns;
        frames = vrm_capture_frame_count(capture);
        if (least_ns == NULL) {
            least_ns = malloc((size_t)frames * sizeof *least_ns);
            if (least_ns == NULL) die("no memory");
            for (int32_t f = 0; f < frames; f++) least_ns[f] = 1e30;
        }
        time_frames(capture, frames, least_ns);
        vrm_capture_destroy(capture);
    }
    def.allocator = bench_counted(&counter);
    vrm_capture_destroy(read_motion(bytes, size, &def));
    printf("%.0f %.1f %d %zu\n", read_ns, mean_of(least_ns, frames), (int)frames, counter.peak);
    free(least_ns);
    free(bytes);
    free(model);
    return 0;
}
