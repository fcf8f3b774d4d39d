/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

#define ALIGN 16

static void* libc_alloc(void* ctx, size_t size, size_t align) {
    (void)ctx;
    (void)align; /* malloc aligns for max_align_t; no caller asks for more */
    return malloc(size);
}

static void libc_release(void* ctx, void* ptr, size_t size) {
    (void)ctx;
    (void)size;
    free(ptr);
}

vrm_Allocator vrmi_allocator(const vrm_Allocator* given) {
    if (given != NULL && given->alloc != NULL) return *given;
    return (vrm_Allocator){libc_alloc, libc_release, NULL};
}

void* vrmi_alloc(const vrm_Allocator* allocator, size_t size) {
    return allocator->alloc(allocator->ctx, size == 0 ? 1 : size, ALIGN);
}

void* vrmi_alloc_zeroed(const vrm_Allocator* allocator, size_t count, size_t size) {
    size_t total;
    if (!vrmi_mul(count, size, &total)) return NULL;
    void* ptr = vrmi_alloc(allocator, total);
    if (ptr != NULL) memset(ptr, 0, total);
    return ptr;
}

void vrmi_release(const vrm_Allocator* allocator, void* ptr, size_t size) {
    if (ptr != NULL) allocator->release(allocator->ctx, ptr, size == 0 ? 1 : size);
}

void* vrmi_grow(const vrm_Allocator* allocator, void* ptr, size_t old_size, size_t new_size) {
    VRM_ASSERT(new_size >= old_size);
    void* larger = vrmi_alloc(allocator, new_size);
    if (larger == NULL) return NULL;
    if (ptr != NULL) memcpy(larger, ptr, old_size);
    vrmi_release(allocator, ptr, old_size);
    return larger;
}

void* vrmi_array_reserve(const vrm_Allocator* allocator, void* items, size_t* capacity,
                         size_t needed, size_t item_size) {
    if (needed <= *capacity && items != NULL) return items;
    size_t larger, bytes;
    if (!vrmi_mul(*capacity, 2, &larger)) larger = needed;
    if (larger < needed) larger = needed;
    if (larger < 8) larger = 8;
    if (!vrmi_mul(larger, item_size, &bytes)) return NULL;
    void* grown = vrmi_grow(allocator, items, *capacity * item_size, bytes);
    if (grown != NULL) *capacity = larger;
    return grown;
}

void vrmi_def_init(void* def, size_t def_size, const void* defaults, size_t size) {
    uint32_t own_size = (uint32_t)def_size;
    memset(def, 0, def_size);
    memcpy(def, defaults, def_size < size ? def_size : size);
    memcpy(def, &own_size, def_size < sizeof own_size ? def_size : sizeof own_size);
}

bool vrmi_def_copy(void* def, size_t def_size, const void* given) {
    uint32_t given_size;
    memcpy(&given_size, given, sizeof given_size);
    if (given_size < sizeof given_size || given_size > 65536) return false;
    memcpy(def, given, given_size < def_size ? given_size : def_size);
    return true;
}

/* ---- Checked builds: memory of an arena that is not handed out ---- */

/* Checked builds (sanitizers and Debug) overwrite it, and AddressSanitizer refuses access to it. */
#if defined(__has_feature)
#define HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#else
#define HAS_ASAN 0
#endif

#if HAS_ASAN
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size)   ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

static void hide(void* at, size_t size) {
#if defined(VRMI_CHECKED)
    ASAN_UNPOISON_MEMORY_REGION(at, size);
    if (size > 0) memset(at, VRMI_DISCARDED, size);
    ASAN_POISON_MEMORY_REGION(at, size);
#else
    (void)at;
    (void)size;
#endif
}

static void show(void* at, size_t size) {
    ASAN_UNPOISON_MEMORY_REGION(at, size);
}

/* ---- Arena ---- */

struct vrmi_ArenaBlock {
    vrmi_ArenaBlock* next;
    size_t size;
};

#define BLOCK_HEAD   ((sizeof(vrmi_ArenaBlock) + ALIGN - 1) / ALIGN * ALIGN)
#define LARGEST_STEP ((uint32_t)4 << 20)

void vrmi_arena_init(vrmi_Arena* arena, const vrm_Allocator* allocator, size_t first_block_size) {
    uint32_t first = first_block_size < 256            ? 256
                     : first_block_size > LARGEST_STEP ? LARGEST_STEP
                                                       : (uint32_t)first_block_size;
    *arena = (vrmi_Arena){.allocator = vrmi_allocator(allocator),
                          .next_block_size = first,
                          .largest_step = LARGEST_STEP};
}

/* Releases the blocks that are newer than `last`; all blocks when `last` is NULL. */
static void release_blocks(vrmi_Arena* arena, const vrmi_ArenaBlock* last) {
    while (arena->blocks != last) {
        vrmi_ArenaBlock *block = arena->blocks, *next = block->next;
        size_t size = block->size;
        hide(block, size);
        show(block, size); /* it is the allocator's again */
        vrmi_release(&arena->allocator, block, size);
        arena->blocks = next;
    }
}

void vrmi_arena_release(vrmi_Arena* arena) {
    release_blocks(arena, NULL);
    arena->cursor = arena->end = NULL;
}

vrmi_ArenaMark vrmi_arena_mark(const vrmi_Arena* arena) {
    return (vrmi_ArenaMark){arena->blocks, arena->cursor, arena->end};
}

void vrmi_arena_rewind(vrmi_Arena* arena, vrmi_ArenaMark mark) {
    release_blocks(arena, mark.block);
    char* used = arena->end == mark.end ? arena->cursor : mark.end;
    hide(mark.cursor, (size_t)(used - mark.cursor));
    arena->cursor = mark.cursor;
    arena->end = mark.end;
}

void vrmi_arena_clear(vrmi_Arena* arena) {
    vrmi_ArenaBlock* newest = arena->blocks;
    if (newest == NULL) return;
    arena->blocks = newest->next;
    vrmi_arena_release(arena);
    newest->next = NULL;
    arena->blocks = newest;
    arena->cursor = (char*)newest + BLOCK_HEAD;
    arena->end = (char*)newest + newest->size;
    hide(arena->cursor, (size_t)(arena->end - arena->cursor));
}

/* Small blocks make an arena ask for memory at almost every request, so that tests which fail each
 * allocation in turn reach every place that must notice. */
static size_t next_block_size(const vrmi_Arena* arena) {
#if defined(VRMI_SMALL_BLOCKS)
    (void)arena;
    return 64;
#else
    return arena->next_block_size;
#endif
}

/* Allocates zeroed memory when the current block has too little room. The memory comes from a new
 * current block, or, if that block would then have less room left than the present one, from a
 * block of exactly its size, and the present block stays current. `total` is not 0. */
static void* take_from_block(vrmi_Arena* arena, size_t total) {
    size_t size, room = (size_t)(arena->end - arena->cursor), usual = next_block_size(arena);
    if (!vrmi_add(total, BLOCK_HEAD, &size)) return NULL;
    bool is_own = arena->cursor != NULL && (size > usual || usual - size < room);
    if (!is_own && size < usual) size = usual;
    vrmi_ArenaBlock* block = vrmi_alloc(&arena->allocator, size);
    if (block == NULL) return NULL;
    *block = (vrmi_ArenaBlock){arena->blocks, size};
    arena->blocks = block;
    char* ptr = (char*)block + BLOCK_HEAD;
    memset(ptr, 0, total);
    if (is_own) return ptr;
    arena->cursor = ptr + total;
    arena->end = (char*)block + size;
    hide(arena->cursor, (size_t)(arena->end - arena->cursor));
    if (arena->next_block_size < arena->largest_step) arena->next_block_size *= 2;
    return ptr;
}

/* `align` is a power of two, `total` not 0. */
static void* take(vrmi_Arena* arena, size_t total, size_t align) {
    size_t gap = (0 - (uintptr_t)arena->cursor) & (align - 1);
    size_t room = (size_t)(arena->end - arena->cursor);
    if (room < gap || room - gap < total) return take_from_block(arena, total);
    void* ptr = arena->cursor + gap;
    arena->cursor += gap + total;
    show(ptr, total);
    memset(ptr, 0, total);
    return ptr;
}

void* vrmi_arena_alloc(vrmi_Arena* arena, size_t count, size_t size) {
    size_t total;
    if (!vrmi_mul(count, size, &total) || !vrmi_add(total, ALIGN - 1, &total)) return NULL;
    total = total < ALIGN ? ALIGN : total / ALIGN * ALIGN; /* size 0 has an address */
    char* ptr = take(arena, total, ALIGN);
    if (ptr != NULL) hide(ptr + count * size, total - count * size);
    return ptr;
}

void* vrmi_arena_alloc_tight(vrmi_Arena* arena, size_t count, size_t size) {
    size_t total, align = size & (~size + 1); /* the largest power of two that divides `size` */
    if (!vrmi_mul(count, size, &total)) return NULL;
    if (total == 0) total = align = 1;
    return take(arena, total, align < 8 ? align : 8);
}

char* vrmi_arena_string(vrmi_Arena* arena, const char* text, size_t size) {
    size_t total;
    if (!vrmi_add(size, 1, &total)) return NULL;
    char* copy = vrmi_arena_alloc(arena, total, 1);
    if (copy != NULL && size > 0) memcpy(copy, text, size);
    return copy;
}
