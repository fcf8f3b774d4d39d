/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* stat, strdup */

#include "rewrite/inputs.h"

#include "files/side_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* By device and number: one file has many names. */
typedef struct cli_InputFile {
    dev_t device;
    ino_t number;
    char* path;
} cli_InputFile;

static void add_file(cli_Inputs* inputs, const char* path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        if (!cli_is_absence(errno)) inputs->result = VRM_ERR_IO;
        return;
    }
    if (!S_ISREG(info.st_mode)) return;
    if (inputs->count == inputs->capacity) {
        size_t capacity = inputs->capacity * 2 + 16;
        cli_InputFile* files = realloc(inputs->files, capacity * sizeof *files);
        if (files == NULL) {
            inputs->result = VRM_ERR_MEMORY;
            return;
        }
        inputs->files = files;
        inputs->capacity = capacity;
    }
    char* copy = strdup(path);
    if (copy == NULL) {
        inputs->result = VRM_ERR_MEMORY;
        return;
    }
    inputs->files[inputs->count++] = (cli_InputFile){info.st_dev, info.st_ino, copy};
    inputs->is_sorted = false;
}

static bool add_side_file(void* ctx, const char* uri, const char* path) {
    (void)uri;
    add_file(ctx, path);
    return true;
}

void cli_inputs_add(cli_Inputs* inputs, const char* path) {
    if (path == NULL || strcmp(path, "-") == 0) return;
    add_file(inputs, path);
    vrm_Result result = cli_each_side_file(path, add_side_file, inputs);
    if (result != VRM_OK) inputs->result = result;
}

/* ---- Looking ---- */

static int compare(const void* a, const void* b) {
    const cli_InputFile *x = a, *y = b;
    if (x->device != y->device) return x->device < y->device ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

const char* cli_inputs_find(cli_Inputs* inputs, const char* output) {
    struct stat info;
    if (inputs->count == 0) return NULL;
    if (stat(output, &info) != 0) {
        if (!cli_is_absence(errno)) inputs->result = VRM_ERR_IO;
        return NULL;
    }
    if (!inputs->is_sorted) qsort(inputs->files, inputs->count, sizeof *inputs->files, compare);
    inputs->is_sorted = true;
    cli_InputFile key = {info.st_dev, info.st_ino, NULL};
    const cli_InputFile* found =
        bsearch(&key, inputs->files, inputs->count, sizeof *inputs->files, compare);
    return found != NULL ? found->path : NULL;
}

void cli_inputs_release(cli_Inputs* inputs) {
    for (size_t i = 0; i < inputs->count; i++) free(inputs->files[i].path);
    free(inputs->files);
    *inputs = (cli_Inputs){0};
}
