/* SPDX-License-Identifier: MIT */
#include "support/rewrite.h"

#include "support/bench.h"
#include "support/counter.h"
#include "vrm/save.h"

#include <stdio.h>
#include <stdlib.h>

static void fail(const char* path, const char* what) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

/* The size of the result. */
static size_t run_once(const char* path, const uint8_t* bytes, size_t size, BenchRewriteFn* rewrite,
                       BenchCounter* counter) {
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = bench_counted(counter);
    vrm_Model* model;
    size_t saved;
    if (vrm_model_load(bytes, size, &def, NULL, &model) != VRM_OK) fail(path, "does not load");
    if (rewrite(model) != VRM_OK) fail(path, "cannot be rewritten");
    if (vrm_model_save_size(model, &saved) != VRM_OK) fail(path, "has no size");
    bench_count(counter, saved);
    uint8_t* out = malloc(saved);
    vrm_SaveDef save = vrm_default_save_def();
    save.allow_errors = true; /* the peer does not validate either */
    if (out == NULL || vrm_model_save_checked(model, &save, NULL, out, saved) != VRM_OK)
        fail(path, "cannot be saved");
    free(out);
    counter->live -= saved;
    vrm_model_destroy(model);
    return saved;
}

int bench_rewrite(int argc, char** argv, BenchRewriteFn* rewrite) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s ROUNDS FILE\n", argv[0]);
        return 2;
    }
    size_t size, saved = 0;
    uint8_t* bytes = bench_read_file(argv[2], &size);
    if (bytes == NULL) fail(argv[2], "cannot be read");
    uint64_t least = UINT64_MAX;
    BenchCounter counter = {0};
    for (int i = 0; i < atoi(argv[1]); i++) {
        uint64_t start = bench_now_ns();
        saved = run_once(argv[2], bytes, size, rewrite, &counter);
        uint64_t time = bench_now_ns() - start;
        if (time < least) least = time;
    }
    printf("{\"bytes\":%zu,\"saved\":%zu,\"us\":%.2f,\"peakBytes\":%zu}\n", size, saved,
           (double)least / 1000.0, counter.peak);
    free(bytes);
    return 0;
}
