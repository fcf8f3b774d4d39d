/* SPDX-License-Identifier: MIT */
/* Every block carries its size in front, so that a release can be checked:
 *
 *   | padding up to the alignment | Head | the caller's bytes |
 *                                        ^ aligned; the allocation ends where the caller's bytes
 *                                          end, so that AddressSanitizer sees an overrun at once
 */
#define _POSIX_C_SOURCE 200809L
#include "support/memory.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define KEEP_UNINITIALISED 1
#endif
#endif

typedef struct Head {
    void* start; /* what malloc gave */
    size_t size;
    uint64_t mark;
} Head;

static const uint64_t live_mark = 0x76726d206c697665u, freed_mark = 0x76726d2066726565u;

static void* test_alloc(void* ctx, size_t size, size_t align) {
    TestMemory* memory = ctx;
    size_t number = ++memory->allocations;
    bool fails = memory->fail_at != 0 && (number == memory->fail_at ||
                                          (number > memory->fail_at && memory->fail_from_then));
    if (fails) {
        memory->failures++;
        return NULL;
    }
    if (align == 0 || (align & (align - 1)) != 0)
        fail_msg("alignment %zu is no power of two", align);
    if (align < sizeof(void*)) align = sizeof(void*);
    size_t front = (sizeof(Head) + align - 1) / align * align;
    if (size > SIZE_MAX - front) return NULL;
    void* start;
    if (posix_memalign(&start, align, front + size) != 0) return NULL;
    unsigned char* block = (unsigned char*)start + front;
    Head head = {.start = start, .size = size, .mark = live_mark};
    memcpy(block - sizeof head, &head, sizeof head);
#ifndef KEEP_UNINITIALISED
    memset(block, 0xA5, size);
#endif
    memory->live_blocks++;
    memory->live_bytes += size;
    if (memory->live_bytes > memory->peak_bytes) memory->peak_bytes = memory->live_bytes;
    return block;
}

static void test_release(void* ctx, void* ptr, size_t size) {
    TestMemory* memory = ctx;
    if (ptr == NULL) return;
    Head head;
    memcpy(&head, (unsigned char*)ptr - sizeof head, sizeof head);
    if (head.mark == freed_mark) fail_msg("block %p is released a second time", ptr);
    if (head.mark != live_mark) fail_msg("block %p does not come from this allocator", ptr);
    if (head.size != size) fail_msg("a block of %zu bytes is released as %zu", head.size, size);
    memory->live_blocks--;
    memory->live_bytes -= size;
    head.mark = freed_mark;
    memcpy((unsigned char*)ptr - sizeof head, &head, sizeof head);
    memset(ptr, 0xDD, size);
    free(head.start);
}

vrm_Allocator test_memory_allocator(TestMemory* memory) {
    return (vrm_Allocator){.alloc = test_alloc, .release = test_release, .ctx = memory};
}

void test_memory_check_clean(const TestMemory* memory) {
    if (memory->live_blocks != 0 || memory->live_bytes != 0)
        fail_msg("%zu blocks with %zu bytes were not released", memory->live_blocks,
                 memory->live_bytes);
}

/* One attempt with allocation `n` of `count` failing. True when more was allocated after that. */
static bool fail_at(TestAttempt* attempt, void* ctx, size_t n, size_t count, bool from_then,
                    vrm_Result expected) {
    TestMemory memory = {.fail_at = n, .fail_from_then = from_then};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    vrm_Result result = attempt(&allocator, ctx);
    const char* how = from_then ? " from then on" : "";
    if (result != VRM_ERR_MEMORY && result != expected)
        fail_msg("allocation %zu of %zu failing%s gave result %d", n, count, how, (int)result);
    if (memory.live_blocks != 0)
        fail_msg("allocation %zu of %zu failing%s left %zu blocks", n, count, how,
                 memory.live_blocks);
    return memory.allocations > n;
}

bool test_has_small_blocks(void) {
#if defined(VRMI_SMALL_BLOCKS)
    return true;
#else
    return false;
#endif
}

/* From one allocation that fails to the next, behind the first hundred. */
static size_t step_of(size_t count) {
    if (test_has_small_blocks()) return count / 400 + 1;
    return TEST_IS_SANITIZED ? 3 : 1;
}

size_t test_every_allocation_failing(TestAttempt* attempt, void* ctx) {
    TestMemory undisturbed = {0};
    vrm_Allocator allocator = test_memory_allocator(&undisturbed);
    vrm_Result expected = attempt(&allocator, ctx);
    test_memory_check_clean(&undisturbed);
    size_t count = undisturbed.allocations;
    for (size_t n = 1; n <= count; n += n > 100 ? step_of(count) : 1)
        if (fail_at(attempt, ctx, n, count, false, expected))
            fail_at(attempt, ctx, n, count, true, expected); /* else it is the same again */
    return count;
}
