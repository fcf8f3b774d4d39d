/* SPDX-License-Identifier: MIT */
/* usage: bench_validate_ours ROUNDS < LIST
 * Validates each file of the list on standard input (one path per line), with its side files in
 * memory, and writes the least time of ROUNDS runs in microseconds, one line each. */
#include "vrm/validate.h"
#include "support/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char* path, const char* what) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

/* ---- Side files, read once ---- */

typedef struct SideFile {
    struct SideFile* next;
    char* path;
    uint8_t* bytes; /* NULL: there is none */
    size_t size;
} SideFile;

typedef struct Folder {
    char path[4096];
    SideFile* files;
} Folder;

static SideFile* side_file(Folder* folder, const char* path) {
    for (SideFile* file = folder->files; file != NULL; file = file->next)
        if (strcmp(file->path, path) == 0) return file;
    SideFile* file = calloc(1, sizeof *file);
    char whole[8192];
    if (file == NULL) fail(path, "no memory");
    snprintf(whole, sizeof whole, "%s/%s", folder->path, path);
    file->path = malloc(strlen(path) + 1);
    if (file->path == NULL) fail(path, "no memory");
    strcpy(file->path, path);
    file->bytes = bench_read_file(whole, &file->size);
    file->next = folder->files;
    folder->files = file;
    return file;
}

static vrm_Result read_side_file(void* ctx, const char* path, uint64_t max_size,
                                 const vrm_Allocator* allocator, uint8_t** out_data,
                                 size_t* out_size) {
    const SideFile* file = side_file(ctx, path);
    if (file->bytes == NULL) return VRM_ERR_IO;
    if (file->size > max_size) return VRM_ERR_LIMIT;
    *out_data = allocator->alloc(allocator->ctx, file->size, 16);
    if (*out_data == NULL) return VRM_ERR_MEMORY;
    memcpy(*out_data, file->bytes, file->size);
    *out_size = file->size;
    return VRM_OK;
}

static void forget(Folder* folder) {
    for (SideFile* file = folder->files; file != NULL;) {
        SideFile* next = file->next;
        free(file->bytes);
        free(file->path);
        free(file);
        file = next;
    }
}

/* ---- The work ---- */

static void measure(const char* path, int rounds) {
    size_t size;
    uint8_t* bytes = bench_read_file(path, &size);
    if (bytes == NULL) fail(path, "cannot be read");
    Folder folder = {.files = NULL};
    const char* slash = strrchr(path, '/');
    snprintf(folder.path, sizeof folder.path, "%.*s", slash == NULL ? 1 : (int)(slash - path),
             slash == NULL ? "." : path);
    vrm_ValidateDef def = vrm_default_validate_def();
    def.read_file = read_side_file;
    def.read_file_ctx = &folder;
    vrm_Report* report;
    if (vrm_report_create(NULL, &report) != VRM_OK) fail(path, "no memory");
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < rounds; i++) {
        uint64_t start = bench_now_ns();
        vrm_report_clear(report);
        if (vrm_validate(bytes, size, &def, report, NULL) != VRM_OK) fail(path, "is not judged");
        uint64_t time = bench_now_ns() - start;
        if (time < least) least = time;
    }
    printf("%.2f\n", (double)least / 1000.0);
    vrm_report_destroy(report);
    forget(&folder);
    free(bytes);
}

int main(int argc, char** argv) {
    char path[4096];
    if (argc != 2) {
        fprintf(stderr, "usage: bench_validate_ours ROUNDS < LIST\n");
        return 2;
    }
    while (fgets(path, sizeof path, stdin) != NULL) {
        path[strcspn(path, "\n")] = '\0';
        measure(path, atoi(argv[1]));
    }
    return 0;
}
