/* SPDX-License-Identifier: MIT */
/* Gives each file named on the command line, and each file of each folder named there, to the fuzz
 * target that this is linked with, after the empty input. A folder that does not exist is empty.
 * Each input lies in a block of exactly its size, so that a sanitizer sees the first byte too far.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

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
    free(data);
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
    for (int i = 1; i < argc; i++) {
        struct stat status;
        if (stat(argv[i], &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) {
            replayed += replay_folder(argv[i]);
        } else {
            replay_file(argv[i]);
            replayed++;
        }
    }
    printf("%zu inputs replayed\n", replayed);
    return replayed > 0 ? 0 : 1;
}
