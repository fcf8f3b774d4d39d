/* SPDX-License-Identifier: MIT */
/* Memory: the caller's allocator hook, overflow-checked sizes, and an arena that is released as a
 * whole. Every size that comes from a file passes vrmi_mul() or vrmi_add() before it is used. */
#ifndef VRMI_BASE_ALLOC_H
#define VRMI_BASE_ALLOC_H

#include "vrm/base.h"

#include <assert.h>

/* Asserts preconditions that the host must keep; no content of a file can violate them. A build may
 * define its own. */
#ifndef VRM_ASSERT
#define VRM_ASSERT(claim) assert(claim)
#endif

/* False when the result does not fit; *out is untouched then. */
static inline bool vrmi_mul(size_t a, size_t b, size_t* out) {
    if (a != 0 && b > SIZE_MAX / a) return false;
    *out = a * b;
    return true;
}

static inline bool vrmi_add(size_t a, size_t b, size_t* out) {
    if (b > SIZE_MAX - a) return false;
    *out = a + b;
    return true;
}

/* The given hook, or the C library's functions where `given` is zeroed or NULL. */
vrm_Allocator vrmi_allocator(const vrm_Allocator* given);

/* Aligned to 16. NULL when there is no memory; size 0 gives a unique pointer. */
void* vrmi_alloc(const vrm_Allocator* allocator, size_t size);

/* As vrmi_alloc() for count * size bytes, zeroed; NULL also when the product overflows. */
void* vrmi_alloc_zeroed(const vrm_Allocator* allocator, size_t count, size_t size);

/* `size` must be the size that was allocated. NULL is a no-op. */
void vrmi_release(const vrm_Allocator* allocator, void* ptr, size_t size);

/* Returns a larger block with the contents of the old one, which is released and may be NULL.
 * Returns NULL when there is no memory; the old block is then unchanged. */
void* vrmi_grow(const vrm_Allocator* allocator, void* ptr, size_t old_size, size_t new_size);

/* Room for `needed` items in an array that at least doubles, so that adding one by one is cheap:
 *   Item* items = vrmi_array_reserve(allocator, list->items, &list->capacity, list->count + 1,
 *                                    sizeof *items);
 *   if (items == NULL) return VRM_ERR_MEMORY; // the list is as it was
 *   list->items = items;
 * Returns `items` itself while there is room. Release capacity * item_size bytes. */
void* vrmi_array_reserve(const vrm_Allocator* allocator, void* items, size_t* capacity,
                         size_t needed, size_t item_size);

/* Fills a definition with its defaults, up to the size that the caller's header knows, and with 0
 * beyond the defaults. Sets def_size, the first member. */
void vrmi_def_init(void* def, size_t def_size, const void* defaults, size_t size);

/* Copies the part of a definition that the caller's header knows over the defaults. False when
 * def_size shows that the caller did not call a default function. */
bool vrmi_def_copy(void* def, size_t def_size, const void* given);

/* What checked builds (VRMI_CHECKED) write over the memory of an arena that is not handed out. */
#define VRMI_DISCARDED 0xDB

typedef struct vrmi_ArenaBlock vrmi_ArenaBlock;

/* An arena of blocks that double in size up to `largest_step`, 4 MiB unless the owner sets another.
 * Single allocations are not released; the arena is released as a whole. */
typedef struct vrmi_Arena {
    vrm_Allocator allocator;
    vrmi_ArenaBlock* blocks;
    char* cursor;
    char* end;
    uint32_t next_block_size, largest_step;
} vrmi_Arena;

void vrmi_arena_init(vrmi_Arena* arena, const vrm_Allocator* allocator, size_t first_block_size);
void vrmi_arena_release(vrmi_Arena* arena);

/* Discards all allocations; keeps the newest, largest block for reuse. */
void vrmi_arena_clear(vrmi_Arena* arena);

/* Zeroed, aligned to 16; NULL only when there is no memory or the product overflows: a count or
 * size of 0 gives an address too. */
void* vrmi_arena_alloc(vrmi_Arena* arena, size_t count, size_t size);

/* As vrmi_arena_alloc(), but with only the alignment that items of that size can need, at most 8 (a
 * type's size is a multiple of its alignment): strings and numbers are packed without gaps. */
void* vrmi_arena_alloc_tight(vrmi_Arena* arena, size_t count, size_t size);

/* Discards what was allocated since the mark was taken, and releases the blocks that were added
 * since. */
typedef struct vrmi_ArenaMark {
    vrmi_ArenaBlock* block;
    char *cursor, *end;
} vrmi_ArenaMark;

vrmi_ArenaMark vrmi_arena_mark(const vrmi_Arena* arena);
void vrmi_arena_rewind(vrmi_Arena* arena, vrmi_ArenaMark mark);

/* A copy with a terminating 0. */
char* vrmi_arena_string(vrmi_Arena* arena, const char* text, size_t size);

#endif
