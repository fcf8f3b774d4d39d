/* SPDX-License-Identifier: MIT */
/* Memory for render/: the caller's hook and checked sizes. Every size that comes from a file passes
 * vrmi_size() before it is used. */
#ifndef VRMI_RENDER_MEMORY_H
#define VRMI_RENDER_MEMORY_H

#include "vrm/base.h"

/* False when count * size + more does not fit; *out is untouched then. */
static inline bool vrmi_size(size_t count, size_t size, size_t more, size_t* out) {
    if (size != 0 && count > SIZE_MAX / size) return false;
    if (more > SIZE_MAX - count * size) return false;
    *out = count * size + more;
    return true;
}

/* The given hook, or the C library's functions where `given` is zeroed or NULL. */
vrm_Allocator vrmi_render_allocator(const vrm_Allocator* given);

/* count * size bytes, zeroed, aligned to 16; NULL when there is no memory or the product overflows.
 * A product of 0 gives an address too. */
void* vrmi_take(const vrm_Allocator* allocator, size_t count, size_t size);
/* `count` and `size` must be those of the allocation. NULL is a no-op. */
void vrmi_give(const vrm_Allocator* allocator, void* ptr, size_t count, size_t size);

/* Makes room for `needed` items in an array that at least doubles. Returns the array, moved or not;
 * NULL when there is no memory, and the array is then unchanged. */
void* vrmi_room(const vrm_Allocator* allocator, void* items, size_t* capacity, size_t needed,
                size_t item_size);

/* Copies the part of a definition that the caller's header knew over the defaults. False when no
 * default function was called. */
bool vrmi_render_def(void* def, size_t def_size, const void* given);

#endif
