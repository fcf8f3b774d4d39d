/* SPDX-License-Identifier: MIT */
/* The tools of the tests, tested: a check that cannot fail would prove nothing. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/memory.h"

#include <string.h>

static void memory_counts_what_is_live_and_what_was_the_peak(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    void* small = allocator.alloc(allocator.ctx, 100, 16);
    void* large = allocator.alloc(allocator.ctx, 1000, 64);
    assert_int_equal((uintptr_t)small % 16, 0);
    assert_int_equal((uintptr_t)large % 64, 0);
    assert_int_equal(memory.live_blocks, 2);
    assert_int_equal(memory.live_bytes, 1100);
    allocator.release(allocator.ctx, large, 1000);
    assert_int_equal(memory.live_bytes, 100);
    assert_int_equal(memory.peak_bytes, 1100);
    assert_int_equal(memory.allocations, 2);
    allocator.release(allocator.ctx, small, 100);
    test_memory_check_clean(&memory);
}

static void memory_fails_the_asked_allocation_only(void** state) {
    (void)state;
    TestMemory memory = {.fail_at = 2};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    void* first = allocator.alloc(allocator.ctx, 8, 8);
    assert_non_null(first);
    assert_null(allocator.alloc(allocator.ctx, 8, 8));
    void* third = allocator.alloc(allocator.ctx, 8, 8);
    assert_non_null(third);
    assert_int_equal(memory.failures, 1);
    allocator.release(allocator.ctx, first, 8);
    allocator.release(allocator.ctx, third, 8);
}

static void memory_fails_from_the_asked_allocation_on(void** state) {
    (void)state;
    TestMemory memory = {.fail_at = 1, .fail_from_then = true};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    assert_null(allocator.alloc(allocator.ctx, 8, 8));
    assert_null(allocator.alloc(allocator.ctx, 8, 8));
    assert_int_equal(memory.failures, 2);
}

/* Needs a first block, wants a second and shrugs when it does not come. */
static vrm_Result take_two_blocks(const vrm_Allocator* allocator, void* ctx) {
    ++*(int*)ctx;
    void* needed = allocator->alloc(allocator->ctx, 8, 8);
    if (needed == NULL) return VRM_ERR_MEMORY;
    void* wanted = allocator->alloc(allocator->ctx, 8, 8);
    if (wanted != NULL) allocator->release(allocator->ctx, wanted, 8);
    allocator->release(allocator->ctx, needed, 8);
    return VRM_OK;
}

/* Tries again when the first block does not come. */
static vrm_Result take_a_block_of_two(const vrm_Allocator* allocator, void* ctx) {
    ++*(int*)ctx;
    void* block = allocator->alloc(allocator->ctx, 8, 8);
    if (block == NULL) block = allocator->alloc(allocator->ctx, 4, 4);
    if (block == NULL) return VRM_ERR_MEMORY;
    allocator->release(allocator->ctx, block, ((TestMemory*)allocator->ctx)->live_bytes);
    return VRM_OK;
}

/* The second time only where something was allocated after the failure. */
static void every_allocation_is_failed_once_and_from_then_on(void** state) {
    (void)state;
    int calls = 0;
    assert_int_equal(test_every_allocation_failing(take_two_blocks, &calls), 2);
    assert_int_equal(calls, 1 + 1 + 1);
    calls = 0;
    assert_int_equal(test_every_allocation_failing(take_a_block_of_two, &calls), 1);
    assert_int_equal(calls, 1 + 2);
}

static void corpus_lists_files_sorted_and_reads_them(void** state) {
    (void)state;
    skip_without_corpus();
    CorpusFiles files = corpus_files("vrm1", ".vrm");
    for (size_t i = 1; i < files.count; i++)
        assert_true(strcmp(files.paths[i - 1], files.paths[i]) < 0);
    TestBytes bytes = test_read_file(files.paths[0]);
    assert_true(bytes.size > 12);
    assert_memory_equal(bytes.data, "glTF", 4);
    test_bytes_free(&bytes);
    corpus_files_free(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_counts_what_is_live_and_what_was_the_peak),
        cmocka_unit_test(memory_fails_the_asked_allocation_only),
        cmocka_unit_test(memory_fails_from_the_asked_allocation_on),
        cmocka_unit_test(every_allocation_is_failed_once_and_from_then_on),
        cmocka_unit_test(corpus_lists_files_sorted_and_reads_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
