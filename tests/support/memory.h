/* SPDX-License-Identifier: MIT */
/* An allocator for tests: it counts, it checks what comes back, and it can fail on demand.
 *
 *   TestMemory memory = {0};
 *   def.allocator = test_memory_allocator(&memory);
 *   ... make and destroy the object ...
 *   test_memory_check_clean(&memory);
 *
 * New memory is filled with 0xA5 so that a forgotten initialisation shows (not under MSan, which
 * sees more by itself). A release with a wrong size, of a foreign pointer or twice fails the test.
 * For one thread only. */
#ifndef VRM_TESTS_SUPPORT_MEMORY_H
#define VRM_TESTS_SUPPORT_MEMORY_H

#include "vrm/base.h"

/** Start from zero. The counters are for reading, the two fail_ fields for setting. */
typedef struct TestMemory {
    size_t live_blocks, live_bytes;
    size_t peak_bytes;   /**< The most that was live at once. */
    size_t allocations;  /**< Calls of alloc so far, failed ones included. */
    size_t failures;     /**< Calls of alloc that were made to fail. */
    size_t fail_at;      /**< The allocation, counted from 1, that fails; 0: none. */
    bool fail_from_then; /**< All allocations after it fail too. */
} TestMemory;

/** `memory` must outlive what is made with the allocator. */
vrm_Allocator test_memory_allocator(TestMemory* memory);

/** Fails the test when blocks are still live. */
void test_memory_check_clean(const TestMemory* memory);

/** Something that allocates through `allocator` alone, checks what it likes, and gives everything
 * back before it returns. Must do the same in each call. */
typedef vrm_Result TestAttempt(const vrm_Allocator* allocator, void* ctx);

/** Calls `attempt` once undisturbed, then with the first, second, ... last allocation failing: each
 * failing once, and failing from then on. Every call must leave nothing behind and return either
 * VRM_ERR_MEMORY or what the undisturbed call returned (a report may shrug off a finding that it
 * could not keep). Returns the number of allocations of the undisturbed call.
 *
 * Behind the first hundred only some fail where that takes long, as many are there because
 * something is done for each of many nodes or accessors: every third where a sanitizer looks on,
 * about 400 where arenas have small blocks (src/base/alloc.c). */
size_t test_every_allocation_failing(TestAttempt* attempt, void* ctx);

/** Whether arenas ask for memory at almost every request, as in the preset `coverage`
 * (src/base/alloc.c): counts of allocations are then larger than usual. */
bool test_has_small_blocks(void);

#endif
