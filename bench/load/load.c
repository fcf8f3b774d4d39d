/* SPDX-License-Identifier: MIT */
/* usage: bench_load_ours ROUNDS FILE...
 * Loads each file (container, JSON, typed document, avatar; pictures untouched) and writes one line
 * of JSON for it: the least time of ROUNDS loads, and what one load asks of the allocator. */
#include "support/bench.h"
#include "vrm/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- An allocator that counts ---- */

typedef struct Counter {
    size_t live, peak, calls;
} Counter;

static void* counted_alloc(void* ctx, size_t size, size_t align) {
    (void)align;
    Counter* counter = ctx;
    counter->calls++;
    counter->live += size;
    if (counter->live > counter->peak) counter->peak = counter->live;
    return malloc(size);
}

static void counted_release(void* ctx, void* ptr, size_t size) {
    Counter* counter = ctx;
    counter->live -= size;
    free(ptr);
}

static vrm_Allocator counting(Counter* counter) {
    return (vrm_Allocator){counted_alloc, counted_release, counter};
}

/* ---- The work ---- */

static void fail(const char* path, const char* what) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

static vrm_Model* load(const char* path, const uint8_t* bytes, size_t size,
                       const vrm_LoadDef* def) {
    vrm_Model* model;
    if (vrm_model_load(bytes, size, def, NULL, &model) != VRM_OK) fail(path, "does not load");
    return model;
}

static double least_time_us(const char* path, const uint8_t* bytes, size_t size, int rounds) {
    vrm_LoadDef def = vrm_default_load_def();
    def.borrow_bytes = true; /* as three.js does: its views lie in the given ArrayBuffer */
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < rounds; i++) {
        uint64_t start = bench_now_ns();
        vrm_Model* model = load(path, bytes, size, &def);
        uint64_t time = bench_now_ns() - start;
        vrm_model_destroy(model);
        if (time < least) least = time;
    }
    return (double)least / 1000.0;
}

static void measure(const char* path, int rounds) {
    size_t size;
    uint8_t* bytes = bench_read_file(path, &size);
    if (bytes == NULL) fail(path, "cannot be read");
    Counter all = {0}, tree = {0};
    vrm_LoadDef def = vrm_default_load_def(); /* with its own copy of the file */
    def.allocator = counting(&all);
    vrm_Model* model = load(path, bytes, size, &def);
    vrm_JsonDef json_def = vrm_default_json_def();
    json_def.borrow_text = true;
    json_def.allocator = counting(&tree);
    vrm_Json* json;
    const vrm_Json* loaded = vrm_model_gltf(model)->json;
    vrm_Span text = vrm_json_text(loaded, vrm_json_root(loaded));
    if (vrm_json_parse(text.data, text.size, &json_def, NULL, &json) != VRM_OK)
        fail(path, "is no JSON");
    printf("{\"bytes\":%zu,\"jsonBytes\":%zu,\"us\":%.2f,\"allocations\":%zu,\"peakBytes\":%zu,"
           "\"liveBytes\":%zu,\"treeBytes\":%zu,\"treePeakBytes\":%zu}\n",
           size, text.size, least_time_us(path, bytes, size, rounds), all.calls, all.peak, all.live,
           tree.live, tree.peak);
    vrm_json_destroy(json);
    vrm_model_destroy(model);
    free(bytes);
}

int main(int argc, char** argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: bench_load_ours ROUNDS FILE...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) measure(argv[i], atoi(argv[1]));
    return 0;
}
