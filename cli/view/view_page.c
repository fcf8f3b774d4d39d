/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "view/view_page.h"

#include "files/glb.h"
#include "view/view_system.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CLI_HAS_ZLIB
#include <zlib.h>
#endif

static view_PageFile* append(view_Page* page) {
    if (page->count == page->capacity) {
        int32_t capacity = page->capacity * 2 + 64;
        view_PageFile* files = realloc(page->files, (size_t)capacity * sizeof *files);
        if (files == NULL) return NULL;
        page->files = files;
        page->capacity = capacity;
    }
    page->files[page->count] = (view_PageFile){0};
    return &page->files[page->count++];
}

static bool add_from_folder(void* ctx, const char* relative) {
    view_Page* page = ctx;
    view_PageFile* file = append(page);
    if (file == NULL) return false;
    size_t folder = strlen(page->folder), room = folder + strlen(relative) + 2;
    file->path = malloc(room);
    if (file->path == NULL) return false;
    snprintf(file->path, room, "%s/%s", page->folder, relative);
    file->name = file->path + folder + 1;
    return true;
}

/* FNV-1a. */
static uint64_t hash_bytes(const uint8_t* at, const uint8_t* end) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; at < end; at++) hash = (hash ^ *at) * UINT64_C(0x100000001b3);
    return hash;
}

static bool add_embedded(view_Page* page, const view_Embedded* embedded) {
    view_PageFile* file = append(page);
    if (file == NULL) return false;
    file->name = embedded->name;
    file->embedded = embedded;
    snprintf(file->etag, sizeof file->etag, "\"%" PRIx64 "\"",
             hash_bytes(embedded->begin, embedded->end));
    return true;
}

static int compare(const void* a, const void* b) {
    return strcmp(((const view_PageFile*)a)->name, ((const view_PageFile*)b)->name);
}

bool view_page_open(view_Page* page, const char* folder) {
    bool is_good = true;
    *page = (view_Page){.folder = folder};
    if (folder != NULL) is_good = view_walk(folder, add_from_folder, page);
    for (int i = 0; folder == NULL && is_good && i < view_embedded_count; i++)
        is_good = add_embedded(page, &view_embedded[i]);
    if (!is_good) {
        view_page_close(page);
        return false;
    }
    if (page->count > 0) qsort(page->files, (size_t)page->count, sizeof *page->files, compare);
    return true;
}

void view_page_close(view_Page* page) {
    for (int32_t i = 0; i < page->count; i++) free(page->files[i].path);
    free(page->files);
    *page = (view_Page){0};
}

const view_PageFile* view_page_find(const view_Page* page, const char* name) {
    view_PageFile key = {.name = name};
    if (page->count == 0) return NULL;
    return bsearch(&key, page->files, (size_t)page->count, sizeof *page->files, compare);
}

#ifdef CLI_HAS_ZLIB

/* The last four bytes of a gzip file are its size. */
uint8_t* view_page_expand(const view_Embedded* embedded, size_t* out_size) {
    size_t size = (size_t)(embedded->end - embedded->begin);
    if (size < 18) return NULL;
    *out_size = cli_load_u32(embedded->end - 4);
    uint8_t* bytes = malloc(*out_size + 1);
    z_stream stream = {.next_in = (uint8_t*)(uintptr_t)embedded->begin,
                       .avail_in = (uInt)size,
                       .next_out = bytes,
                       .avail_out = (uInt)*out_size + 1};
    if (bytes == NULL || inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
        free(bytes);
        return NULL;
    }
    bool is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == *out_size;
    inflateEnd(&stream);
    if (is_whole) return bytes;
    free(bytes);
    return NULL;
}

#else

uint8_t* view_page_expand(const view_Embedded* embedded, size_t* out_size) {
    (void)embedded;
    *out_size = 0;
    return NULL; /* a build without zlib puts files in as they are */
}

#endif
