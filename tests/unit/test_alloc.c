/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"

#include "support/check.h"
#include "support/memory.h"

#include <string.h>

static bool is_aligned(const void* ptr) {
    return (uintptr_t)ptr % 16 == 0;
}

static void mul_and_add_refuse_what_does_not_fit(void** state) {
    (void)state;
    const size_t half = (size_t)1 << (sizeof(size_t) * 4); /* half * half is one too many */
    const struct {
        size_t a, b;
        bool fits_product, fits_sum;
    } cases[] = {
        {0, 0, true, true},
        {0, SIZE_MAX, true, true},
        {SIZE_MAX, 0, true, true},
        {1, SIZE_MAX, true, false},
        {SIZE_MAX, 1, true, false},
        {2, SIZE_MAX / 2, true, true},
        {2, SIZE_MAX / 2 + 1, false, true},
        {half, half - 1, true, true},
        {half, half, false, true},
        {SIZE_MAX, SIZE_MAX, false, false},
        {SIZE_MAX / 2 + 1, SIZE_MAX / 2, false, true},
        {SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t product = 42, sum = 42;
        assert_int_equal(vrmi_mul(cases[i].a, cases[i].b, &product), cases[i].fits_product);
        assert_int_equal(vrmi_add(cases[i].a, cases[i].b, &sum), cases[i].fits_sum);
        assert_true(product == (cases[i].fits_product ? cases[i].a * cases[i].b : 42));
        assert_true(sum == (cases[i].fits_sum ? cases[i].a + cases[i].b : 42));
    }
}

static void allocator_falls_back_to_the_c_library_when_zeroed_or_null(void** state) {
    (void)state;
    const vrm_Allocator zeroed = {0};
    vrm_Allocator allocators[2] = {vrmi_allocator(&zeroed), vrmi_allocator(NULL)};
    for (int i = 0; i < 2; i++) {
        void* ptr = vrmi_alloc(&allocators[i], 100);
        assert_non_null(ptr);
        assert_true(is_aligned(ptr));
        vrmi_release(&allocators[i], ptr, 100);
        vrmi_release(&allocators[i], NULL, 100);
    }
}

static void alloc_gives_zeroed_and_refuses_overflowing_sizes(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    unsigned char* bytes = vrmi_alloc_zeroed(&allocator, 10, 10);
    assert_non_null(bytes);
    for (int i = 0; i < 100; i++) assert_int_equal(bytes[i], 0);
    assert_null(vrmi_alloc_zeroed(&allocator, SIZE_MAX, 2));
    void* nothing = vrmi_alloc(&allocator, 0);
    assert_non_null(nothing);
    vrmi_release(&allocator, nothing, 0);
    vrmi_release(&allocator, bytes, 100);
    test_memory_check_clean(&memory);
}

static void grow_keeps_the_content_and_leaves_the_old_block_when_it_fails(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    char* text = vrmi_alloc(&allocator, 4);
    memcpy(text, "vrm", 4);
    text = vrmi_grow(&allocator, text, 4, 1000);
    assert_string_equal(text, "vrm");
    memory.fail_at = memory.allocations + 1;
    assert_null(vrmi_grow(&allocator, text, 1000, 2000));
    assert_string_equal(text, "vrm");
    vrmi_release(&allocator, text, 1000);
    test_memory_check_clean(&memory);
}

static void array_reserve_doubles_so_that_adding_is_cheap(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    int* items = NULL;
    size_t capacity = 0;
    for (size_t count = 0; count < 100000; count++) {
        items = vrmi_array_reserve(&allocator, items, &capacity, count + 1, sizeof *items);
        assert_non_null(items);
        assert_true(capacity > count);
        items[count] = (int)count;
    }
    for (int i = 0; i < 100000; i++) assert_int_equal(items[i], i);
    assert_in_range(memory.allocations, 1, 20);
    assert_null(vrmi_array_reserve(&allocator, items, &capacity, SIZE_MAX / 2, sizeof *items));
    memory.fail_at = memory.allocations + 1;
    size_t before = capacity;
    assert_null(vrmi_array_reserve(&allocator, items, &capacity, capacity + 1, sizeof *items));
    assert_int_equal(capacity, before);
    vrmi_release(&allocator, items, capacity * sizeof *items);
    test_memory_check_clean(&memory);
}

typedef struct Def {
    uint32_t def_size;
    int32_t old_field, new_field;
} Def;

static void def_copy_takes_what_the_callers_header_knew(void** state) {
    (void)state;
    Def given = {sizeof given, 7, 8}, def = {sizeof def, 1, 2};
    assert_true(vrmi_def_copy(&def, sizeof def, &given));
    assert_int_equal(def.old_field, 7);
    assert_int_equal(def.new_field, 8);

    def = (Def){sizeof def, 1, 2};
    given.def_size = offsetof(Def, new_field); /* an older header */
    assert_true(vrmi_def_copy(&def, sizeof def, &given));
    assert_int_equal(def.old_field, 7);
    assert_int_equal(def.new_field, 2);

    given.def_size = 1000; /* a newer one: what we do not know is left alone */
    assert_true(vrmi_def_copy(&def, sizeof def, &given));

    given.def_size = 0; /* zeroed instead of made by its default function */
    assert_false(vrmi_def_copy(&def, sizeof def, &given));
    given.def_size = 0xA5A5A5A5;
    assert_false(vrmi_def_copy(&def, sizeof def, &given));
}

static void arena_gives_separate_zeroed_aligned_blocks(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    vrmi_Arena arena;
    vrmi_arena_init(&arena, &allocator, 100);
    unsigned char* previous = NULL;
    for (size_t i = 0; i < 2000; i++) {
        size_t size = i * 7 % 301;
        unsigned char* bytes = vrmi_arena_alloc(&arena, size, 1);
        assert_non_null(bytes); /* size 0 included */
        assert_true(is_aligned(bytes));
        assert_true(bytes != previous);
        for (size_t k = 0; k < size; k++) assert_int_equal(bytes[k], 0);
        memset(bytes, 0xFF, size);
        previous = bytes;
    }
    assert_in_range(memory.allocations, 1, 20);
    vrmi_arena_release(&arena);
    test_memory_check_clean(&memory);
}

static void arena_packs_things_as_tightly_as_their_sizes_allow(void** state) {
    (void)state;
    vrmi_Arena arena;
    vrmi_arena_init(&arena, NULL, 256);
    char* text = vrmi_arena_alloc_tight(&arena, 5, 1);
    char* more = vrmi_arena_alloc_tight(&arena, 3, 1);
    assert_ptr_equal(more, text + 5);
    int32_t* number = vrmi_arena_alloc_tight(&arena, 1, sizeof *number);
    assert_ptr_equal(number, text + 8);
    char* triple = vrmi_arena_alloc_tight(&arena, 1, 12);
    assert_ptr_equal(triple, text + 12);
    double* wide = vrmi_arena_alloc_tight(&arena, 2, sizeof *wide);
    assert_ptr_equal(wide, text + 24);
    assert_non_null(vrmi_arena_alloc_tight(&arena, 0, 8));
    assert_null(vrmi_arena_alloc_tight(&arena, SIZE_MAX, 2));
    assert_null(vrmi_arena_alloc_tight(&arena, SIZE_MAX, 1));
    int64_t* block = vrmi_arena_alloc_tight(&arena, 1000, sizeof *block); /* of its own */
    assert_int_equal((uintptr_t)block % 8, 0);
    for (int i = 0; i < 1000; i++) assert_int_equal(block[i], 0);
    vrmi_arena_release(&arena);
}

static void arena_rewinds_to_a_mark_and_gives_blocks_back(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    vrmi_Arena arena;
    vrmi_arena_init(&arena, &allocator, 256);
    vrmi_ArenaMark nothing = vrmi_arena_mark(&arena);
    char* kept = vrmi_arena_string(&arena, "kept", 4);
    vrmi_ArenaMark mark = vrmi_arena_mark(&arena);
    char* first = vrmi_arena_alloc_tight(&arena, 10, 1);
    for (int i = 0; i < 100; i++) assert_non_null(vrmi_arena_alloc_tight(&arena, 10, 8));
    assert_true(memory.live_blocks > 1);
    vrmi_arena_rewind(&arena, mark);
    assert_int_equal(memory.live_blocks, 1);
    assert_ptr_equal(vrmi_arena_alloc_tight(&arena, 10, 1), first);
    assert_string_equal(kept, "kept");
    vrmi_arena_rewind(&arena, nothing);
    test_memory_check_clean(&memory);
    assert_non_null(vrmi_arena_alloc_tight(&arena, 10, 1));
    vrmi_arena_release(&arena);
    test_memory_check_clean(&memory);
}

static void arena_refuses_sizes_that_overflow_and_stays_usable(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    vrmi_Arena arena;
    vrmi_arena_init(&arena, &allocator, 0);
    assert_null(vrmi_arena_alloc(&arena, SIZE_MAX, 2));
    assert_null(vrmi_arena_alloc(&arena, SIZE_MAX, 1));
    assert_null(vrmi_arena_alloc(&arena, SIZE_MAX - 16, 1));
    assert_null(vrmi_arena_string(&arena, "x", SIZE_MAX));
    memory.fail_at = memory.allocations + 1;
    assert_null(vrmi_arena_alloc(&arena, 1, 10000));
    assert_non_null(vrmi_arena_alloc(&arena, 1, 10000));
    vrmi_arena_release(&arena);
    vrmi_arena_release(&arena); /* twice does no harm */
    test_memory_check_clean(&memory);
}

static void arena_string_is_a_terminated_copy(void** state) {
    (void)state;
    vrmi_Arena arena;
    vrmi_arena_init(&arena, NULL, 0);
    assert_string_equal(vrmi_arena_string(&arena, "spring bone", 6), "spring");
    assert_string_equal(vrmi_arena_string(&arena, NULL, 0), "");
    vrmi_arena_release(&arena);
}

static void arena_clear_keeps_a_block_so_that_a_second_round_needs_no_memory(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_Allocator allocator = test_memory_allocator(&memory);
    vrmi_Arena arena;
    vrmi_arena_init(&arena, &allocator, 256);
    vrmi_arena_clear(&arena);
    for (int i = 0; i < 100; i++) assert_non_null(vrmi_arena_alloc(&arena, 1, 100));
    vrmi_arena_clear(&arena);
    assert_int_equal(memory.live_blocks, 1);
    size_t before = memory.allocations;
    for (int i = 0; i < 30; i++) {
        unsigned char* bytes = vrmi_arena_alloc(&arena, 1, 100);
        for (int k = 0; k < 100; k++) assert_int_equal(bytes[k], 0);
    }
    assert_int_equal(memory.allocations, before);
    vrmi_arena_release(&arena);
    test_memory_check_clean(&memory);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define IS_CLOSED(at) (__asan_address_is_poisoned(at) != 0)
#endif
#endif
#ifndef IS_CLOSED /* without AddressSanitizer memory of an arena can be read: it was overwritten   \
                   */
#define IS_CLOSED(at) (*(const unsigned char*)(at) == VRMI_DISCARDED)
#endif

static void arena_closes_what_it_has_not_handed_out_in_checked_builds(void** state) {
    (void)state;
#if !defined(VRMI_CHECKED)
    skip();
#else
    vrmi_Arena arena;
    vrmi_arena_init(&arena, NULL, 1024);
    char* first = vrmi_arena_alloc(&arena, 24, 1);
    for (int i = 0; i < 24; i++) assert_false(IS_CLOSED(first + i));
    assert_true(IS_CLOSED(first + 24) && IS_CLOSED(first + 31)); /* what it was rounded up by */
    assert_true(IS_CLOSED(first + 32));
    vrmi_ArenaMark mark = vrmi_arena_mark(&arena);
    char* second = vrmi_arena_alloc(&arena, 64, 1);
    assert_false(IS_CLOSED(second + 63));
    assert_non_null(vrmi_arena_alloc(&arena, 100000, 1));
    vrmi_arena_rewind(&arena, mark);
    assert_true(IS_CLOSED(second) && IS_CLOSED(second + 63));
    assert_false(IS_CLOSED(first));
    assert_ptr_equal(vrmi_arena_alloc(&arena, 64, 1), second);
    assert_false(IS_CLOSED(second));
    vrmi_arena_clear(&arena);
    assert_true(IS_CLOSED(first) && IS_CLOSED(second));
    vrmi_arena_release(&arena);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mul_and_add_refuse_what_does_not_fit),
        cmocka_unit_test(allocator_falls_back_to_the_c_library_when_zeroed_or_null),
        cmocka_unit_test(alloc_gives_zeroed_and_refuses_overflowing_sizes),
        cmocka_unit_test(grow_keeps_the_content_and_leaves_the_old_block_when_it_fails),
        cmocka_unit_test(array_reserve_doubles_so_that_adding_is_cheap),
        cmocka_unit_test(def_copy_takes_what_the_callers_header_knew),
        cmocka_unit_test(arena_gives_separate_zeroed_aligned_blocks),
        cmocka_unit_test(arena_packs_things_as_tightly_as_their_sizes_allow),
        cmocka_unit_test(arena_rewinds_to_a_mark_and_gives_blocks_back),
        cmocka_unit_test(arena_refuses_sizes_that_overflow_and_stays_usable),
        cmocka_unit_test(arena_string_is_a_terminated_copy),
        cmocka_unit_test(arena_clear_keeps_a_block_so_that_a_second_round_needs_no_memory),
        cmocka_unit_test(arena_closes_what_it_has_not_handed_out_in_checked_builds),
    };
    return cmocka_run_group_tests_name("alloc", tests, NULL, NULL);
}
