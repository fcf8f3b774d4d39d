/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* stat, strdup */

#include "inputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define JSON_BYTES_MAX ((uint64_t)1 << 30)

/* By device and number: one file has many names. */
typedef struct cli_InputFile {
    dev_t device;
    ino_t number;
    char* path;
} cli_InputFile;

static void add_file(cli_Inputs* inputs, const char* path) {
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return;
    if (inputs->count == inputs->capacity) {
        size_t capacity = inputs->capacity * 2 + 16;
        cli_InputFile* files = realloc(inputs->files, capacity * sizeof *files);
        inputs->has_no_memory |= files == NULL;
        if (files == NULL) return;
        inputs->files = files;
        inputs->capacity = capacity;
    }
    char* copy = strdup(path);
    inputs->has_no_memory |= copy == NULL;
    if (copy == NULL) return;
    inputs->files[inputs->count++] = (cli_InputFile){info.st_dev, info.st_ino, copy};
    inputs->is_sorted = false;
}

/* ---- Side files ---- */

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* %20 and the like, in place. */
static void decode_percent(char* text) {
    char* to = text;
    for (const char* at = text; *at != 0; at++) {
        int high = at[0] == '%' ? hex_value(at[1]) : -1;
        int low = high >= 0 ? hex_value(at[2]) : -1;
        *to++ = low >= 0 ? (char)(high * 16 + low) : *at;
        if (low >= 0) at += 2;
    }
    *to = 0;
}

static void add_uris(cli_Inputs* inputs, const char* file, const vrm_Json* json,
                     const char* array) {
    const char* slash = strrchr(file, '/');
    size_t folder = slash != NULL ? (size_t)(slash - file) + 1 : 0;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, vrm_json_root(json), array));
    while (vrm_json_next(&it)) {
        char path[8192];
        vrm_JsonRef uri = vrm_json_member(json, it.value, "uri");
        if (uri == VRM_JSON_MISSING || folder >= sizeof path / 2) continue;
        memcpy(path, file, folder);
        size_t room = sizeof path - folder;
        if (vrm_json_string(json, uri, path + folder, room) >= room) continue; /* data: */
        decode_percent(path + folder);
        add_file(inputs, path);
    }
}

/* The JSON of glTF text or of a GLB: its first chunk. */
static vrm_Span json_text(const uint8_t* bytes, size_t size) {
    if (size < 20 || memcmp(bytes, "glTF", 4) != 0) return (vrm_Span){(const char*)bytes, size};
    size_t length =
        bytes[12] | (size_t)bytes[13] << 8 | (size_t)bytes[14] << 16 | (size_t)bytes[15] << 24;
    return (vrm_Span){(const char*)bytes + 20, length < size - 20 ? length : size - 20};
}

void cli_inputs_add(cli_Inputs* inputs, const char* path) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    if (path == NULL || strcmp(path, "-") == 0) return;
    add_file(inputs, path);
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return;
    if (cli_read_file(path, JSON_BYTES_MAX, &bytes, &size) != VRM_OK) return;
    vrm_Span text = json_text(bytes, size);
    vrm_Json* json = NULL;
    if (text.size > 0 && vrm_json_parse(text.data, text.size, NULL, NULL, &json) == VRM_OK) {
        add_uris(inputs, path, json, "buffers");
        add_uris(inputs, path, json, "images");
        vrm_json_destroy(json);
    }
    free(bytes);
}

/* ---- Looking ---- */

static int compare(const void* a, const void* b) {
    const cli_InputFile *x = a, *y = b;
    if (x->device != y->device) return x->device < y->device ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

const char* cli_inputs_find(cli_Inputs* inputs, const char* output) {
    struct stat info;
    if (inputs->count == 0 || stat(output, &info) != 0) return NULL;
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
