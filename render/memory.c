/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void* libc_alloc(void* ctx, size_t size, size_t align) {
    (void)ctx;
    (void)align; /* malloc aligns for max_align_t; no caller asks for more */
    return malloc(size);
}

static void libc_release(void* ctx, void* ptr, size_t size) {
    (void)ctx, (void)size;
    free(ptr);
}

vrm_Allocator vrmi_render_allocator(const vrm_Allocator* given) {
    if (given != NULL && given->alloc != NULL) return *given;
    return (vrm_Allocator){libc_alloc, libc_release, NULL};
}

void* vrmi_take(const vrm_Allocator* allocator, size_t count, size_t size) {
    size_t bytes = 0;
    if (!vrmi_size(count, size, 0, &bytes)) return NULL;
    if (bytes == 0) bytes = 1;
    void* ptr = allocator->alloc(allocator->ctx, bytes, 16);
    if (ptr != NULL) memset(ptr, 0, bytes);
    return ptr;
}

void vrmi_give(const vrm_Allocator* allocator, void* ptr, size_t count, size_t size) {
    if (ptr == NULL) return;
    size_t bytes = count * size;
    allocator->release(allocator->ctx, ptr, bytes == 0 ? 1 : bytes);
}

void* vrmi_room(const vrm_Allocator* allocator, void* items, size_t* capacity, size_t needed,
                size_t item_size) {
    if (needed <= *capacity && items != NULL) return items;
    size_t larger = *capacity < 16 ? 16 : *capacity;
    while (larger < needed) {
        if (larger > SIZE_MAX / 2) return NULL;
        larger *= 2;
    }
    void* grown = vrmi_take(allocator, larger, item_size);
    if (grown == NULL) return NULL;
    if (items != NULL) memcpy(grown, items, *capacity * item_size);
    vrmi_give(allocator, items, *capacity, item_size);
    *capacity = larger;
    return grown;
}

bool vrmi_render_def(void* def, size_t def_size, const void* given) {
    uint32_t size = 0;
    memcpy(&size, given, sizeof size);
    if (size < sizeof size || size > 65536) return false;
    memcpy(def, given, size < def_size ? size : def_size);
    return true;
}
