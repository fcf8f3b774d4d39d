/* SPDX-License-Identifier: MIT */
/* Gives each file named on the command line, and each file of each folder named there, to the fuzz
 * target that this is linked with, after the empty input. A folder that does not exist is empty.
 * Each input lies in a block of exactly its size, so that a sanitizer sees the first byte too far.
 *
 *   --runs=N   then N further inputs, which mutator.c makes of those; always the same ones
 *   --seed=S   others
 *
 * The input of a run that breaks is left in broken-input of the current folder. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mutator.h"

#include <signal.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

enum { INPUT_MAX = 65536 };

typedef struct Input {
    uint8_t* data;
    size_t size;
} Input;

static Input* inputs; /* what was replayed */
static size_t input_count;

static void keep_input(uint8_t* data, size_t size) {
    Input* larger = realloc(inputs, (input_count + 1) * sizeof *inputs);
    if (larger == NULL) exit(1);
    inputs = larger;
    inputs[input_count++] = (Input){data, size};
}

static void die(const char* what, const char* path) {
    fprintf(stderr, "cannot %s %s\n", what, path);
    exit(1);
}

static void replay_file(const char* path) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) die("open", path);
    if (fseek(file, 0, SEEK_END) != 0) die("measure", path);
    long size = ftell(file);
    if (size < 0) die("measure", path);
    rewind(file);
    uint8_t* data = malloc(size > 0 ? (size_t)size : 1);
    if (data == NULL) die("find memory for", path);
    if (fread(data, 1, (size_t)size, file) != (size_t)size) die("read", path);
    fclose(file);
    /* Named before it runs: a crash then says which input it was. */
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    keep_input(data, (size_t)size);
}

/* ---- Mutated inputs ---- */

static const uint8_t* volatile running;
static volatile size_t running_size;

static void save_broken(int number) {
    FILE* file = fopen("broken-input", "wb"); /* all is lost anyway */
    if (file != NULL) {
        fwrite(running, 1, running_size, file);
        fclose(file);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void run_mutated(uint64_t count, uint64_t seed) {
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGFPE, SIGILL};
    uint64_t random = seed * UINT64_C(0x9E3779B97F4A7C15) + 88172645463325252u;
    uint8_t* buffer = malloc(INPUT_MAX);
    if (buffer == NULL) exit(1);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], save_broken);
    for (uint64_t i = 0; i < count && input_count > 0; i++) {
        const Input* input = &inputs[mutate_below(&random, input_count)];
        size_t size = input->size < INPUT_MAX ? input->size : INPUT_MAX;
        if (size > 0) memcpy(buffer, input->data, size);
        for (size_t changes = 1 + mutate_below(&random, 3); changes > 0; changes--)
            size =
                LLVMFuzzerCustomMutator(buffer, size, INPUT_MAX, (unsigned)mutate_random(&random));
        uint8_t* exact = malloc(size > 0 ? size : 1);
        if (exact == NULL) exit(1);
        if (size > 0) memcpy(exact, buffer, size);
        running = exact;
        running_size = size;
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    free(buffer);
}

static int compare_paths(const void* a, const void* b) {
    return strcmp(*(char* const*)a, *(char* const*)b);
}

static size_t replay_folder(const char* folder) {
    DIR* open = opendir(folder);
    if (open == NULL) die("open", folder);
    char** paths = NULL;
    size_t count = 0;
    for (const struct dirent* entry; (entry = readdir(open)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        size_t length = strlen(folder) + strlen(entry->d_name) + 2;
        char** larger = realloc(paths, (count + 1) * sizeof *paths);
        if (larger == NULL) die("find memory for", folder);
        paths = larger;
        paths[count] = malloc(length);
        if (paths[count] == NULL) die("find memory for", folder);
        snprintf(paths[count++], length, "%s/%s", folder, entry->d_name);
    }
    closedir(open);
    if (count > 0) qsort(paths, count, sizeof *paths, compare_paths);
    for (size_t i = 0; i < count; i++) {
        replay_file(paths[i]);
        free(paths[i]);
    }
    free(paths);
    return count;
}

int main(int argc, char** argv) {
    LLVMFuzzerTestOneInput((const uint8_t*)"", 0);
    size_t replayed = 0;
    uint64_t runs = 0, seed = 1;
    for (int i = 1; i < argc; i++) {
        struct stat status;
        if (strncmp(argv[i], "--runs=", 7) == 0) runs = strtoull(argv[i] + 7, NULL, 10);
        if (strncmp(argv[i], "--seed=", 7) == 0) seed = strtoull(argv[i] + 7, NULL, 10);
        if (stat(argv[i], &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) {
            replayed += replay_folder(argv[i]);
        } else {
            replay_file(argv[i]);
            replayed++;
        }
    }
    if (runs > 0) run_mutated(runs, seed);
    printf("%zu inputs replayed, %llu more made of them\n", replayed, (unsigned long long)runs);
    for (size_t i = 0; i < input_count; i++) free(inputs[i].data);
    free(inputs);
    mutate_release();
    return replayed > 0 ? 0 : 1;
}
