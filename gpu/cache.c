/* SPDX-License-Identifier: MIT */
#include "cache.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* In the byte order of the machine, as the binary itself. */
typedef struct Header {
    char mark[8];
    uint64_t size, checksum; /* of what follows */
} Header;

static const char cache_mark[8] = "vrm-gpu1";

/* FNV-1a: finds damage, not intent. Who may write to the folder may run code here anyway. */
static uint64_t checksum_of(const unsigned char* bytes, size_t size) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static Header header_of(const unsigned char* bytes, size_t size) {
    Header header = {.size = size, .checksum = checksum_of(bytes, size)};
    memcpy(header.mark, cache_mark, sizeof header.mark);
    return header;
}

/* As long as the file is, whatever its header says. */
static unsigned char* read_whole(FILE* file, size_t* out_size) {
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length <= (long)sizeof(Header) || fseek(file, 0, SEEK_SET) != 0) return NULL;
    unsigned char* bytes = malloc((size_t)length);
    if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        return NULL;
    }
    *out_size = (size_t)length;
    return bytes;
}

unsigned char* gpu_cache_read(const char* path, size_t* out_size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t length = 0;
    unsigned char* bytes = read_whole(file, &length);
    (void)fclose(file);
    if (bytes == NULL) return NULL;
    size_t size = length - sizeof(Header);
    Header wanted = header_of(bytes + sizeof(Header), size);
    if (memcmp(bytes, &wanted, sizeof wanted) != 0) {
        free(bytes);
        return NULL;
    }
    memmove(bytes, bytes + sizeof(Header), size);
    *out_size = size;
    return bytes;
}

/* The file appears whole or not at all. Each writer has a new file beside it, so that processes
 * that write at the same time do not share one and a link there is not followed. */
void gpu_cache_write(const char* path, const unsigned char* bytes, size_t size) {
    char beside[1100];
    uint64_t here = (uint64_t)(uintptr_t)beside, now = (uint64_t)time(NULL);
    uint64_t name = (here * 31 + (uint64_t)clock()) * UINT64_C(6364136223846793005) + now;
    int length = snprintf(beside, sizeof beside, "%s.%08x.part", path, (unsigned)(name >> 32));
    if (length < 0 || (size_t)length >= sizeof beside) return;
    FILE* file = fopen(beside, "wbx");
    if (file == NULL) return;
    Header header = header_of(bytes, size);
    bool is_written = fwrite(&header, sizeof header, 1, file) == 1;
    is_written = is_written && fwrite(bytes, 1, size, file) == size;
    is_written &= fclose(file) == 0;
    if (!is_written || rename(beside, path) != 0) (void)remove(beside);
}
