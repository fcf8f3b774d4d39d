/* SPDX-License-Identifier: MIT */
/* Loaded before the C library (LD_PRELOAD): allocation number FAIL_AT fails, and unless FAIL_ONCE
 * is set all after it. With FAIL_COUNT in the environment nothing fails, and the number of
 * allocations is written to that file at the end. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long allocations;
static long fail_at;
static int fails_once;

__attribute__((constructor)) static void begin(void) {
    const char* at = getenv("FAIL_AT");
    atomic_store(&allocations, 0);
    fails_once = getenv("FAIL_ONCE") != NULL;
    fail_at = at != NULL ? strtol(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char* path = getenv("FAIL_COUNT");
    long count = atomic_load(&allocations);
    FILE* file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL) return;
    fprintf(file, "%ld\n", count);
    fclose(file);
}

static int fails(void) {
    long number = atomic_fetch_add(&allocations, 1) + 1;
    if (fail_at == 0 || number < fail_at || (fails_once && number > fail_at)) return 0;
    errno = ENOMEM;
    return 1;
}

/* The names by which glibc offers its own allocator to whoever replaces it. */
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t align, size_t size);

void* malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void* realloc(void* block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}

void* aligned_alloc(size_t align, size_t size) {
    return fails() ? NULL : __libc_memalign(align, size);
}
