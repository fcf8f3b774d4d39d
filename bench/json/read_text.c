/* SPDX-License-Identifier: MIT */
/* usage: read_text ROUNDS [FILE]
 * Parses a text ROUNDS times (.glb and .vrm: their JSON chunk; without a file the made-up avatar of
 * bench_json) and prints the bytes and the MB/s of the fastest round. It needs nothing
 * but src/json and src/base, so that compare.sh can build it for two versions of them. */
#include "vrm_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static vrm_Span read_file(const char* path) {
    static char bytes[64 << 20];
    FILE* file = fopen(path, "rb");
    if (file == NULL) exit(2);
    vrm_Span text = {bytes, fread(bytes, 1, sizeof bytes, file)};
    fclose(file);
    uint32_t size;
    if (text.size < 20 || memcmp(bytes, "glTF", 4) != 0) return text;
    memcpy(&size, bytes + 12, sizeof size);
    return (vrm_Span){bytes + 20, size <= text.size - 20 ? size : text.size - 20};
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char** arguments) {
    if (count < 2) return 2;
    vrm_Span text;
    vrm_JsonBuilder* builder = NULL;
    if (count > 2)
        text = read_file(arguments[2]);
    else
        builder = bench_vrm_text(12, &text);
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = true;
    double least = 1e9;
    for (int round = atoi(arguments[1]); round > 0; round--) {
        vrm_Json* json;
        double begin = now();
        if (vrm_json_parse(text.data, text.size, &def, NULL, &json) != VRM_OK) return 1;
        double seconds = now() - begin;
        vrm_json_destroy(json);
        if (seconds < least) least = seconds;
    }
    printf("%zu %.1f\n", text.size, (double)text.size / least / 1e6);
    if (builder != NULL) vrm_json_builder_destroy(builder);
    return 0;
}
