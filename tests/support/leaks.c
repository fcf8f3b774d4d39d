/* SPDX-License-Identifier: MIT */
/* Nothing may stay allocated when a program of the tests ends well: counted block by block at the
 * call of malloc(), whichever code makes it, through hooks of AddressSanitizer. Its own leak check
 * looks for pointers instead, which takes seconds for each process on some CPUs, and it forgives
 * what can still be reached; `ASAN_OPTIONS=detect_leaks=1` turns it on and says where a block came
 * from.
 *
 * VRM_TEST_LEAKS=unwatched turns this off, for programs that start threads: the C library keeps a
 * block for each. Linked into the programs of an AddressSanitizer build; in all others there is
 * nothing here. */
#define _DEFAULT_SOURCE /* on_exit() */
#include <stddef.h>

/* The linker is asked for this name, so that it takes this file out of its library. */
extern const int vrm_test_leaks;
const int vrm_test_leaks = 1;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)

#include <sanitizer/allocator_interface.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long live_blocks;

static void count_block(const volatile void* ptr, size_t size) {
    (void)size;
    if (ptr != NULL) atomic_fetch_add(&live_blocks, 1);
}

static void count_release(const volatile void* ptr) {
    if (ptr != NULL) atomic_fetch_sub(&live_blocks, 1);
}

/* A program that fails is heard anyway, and does not clean up. */
static void look_at_the_end(int status, void* ctx) {
    (void)ctx;
    long left = atomic_load(&live_blocks);
    if (status != 0 || left <= 0) return;
    fflush(stdout);
    fprintf(stderr,
            "blocks not freed: %ld; ASAN_OPTIONS=detect_leaks=1 shows where lost ones came from\n",
            left);
    _exit(23);
}

/* The C library keeps the buffer of its output: it gets one that was not allocated. */
__attribute__((constructor)) static void watch(void) {
    static char buffer[BUFSIZ];
    const char* wish = getenv("VRM_TEST_LEAKS");
    if (wish != NULL && strcmp(wish, "unwatched") == 0) return;
    setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
    __sanitizer_install_malloc_and_free_hooks(count_block, count_release);
    on_exit(look_at_the_end, NULL);
}

#endif
#endif
