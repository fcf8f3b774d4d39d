/* SPDX-License-Identifier: MIT */
#include "base/carver.h"

#include <string.h>

void* vrmi_carve(vrmi_Carver* carver, size_t count, size_t size) {
    size_t bytes = 0, end = 0, rest = carver->align > 16 ? carver->align - 1 : 15;
    if (!vrmi_mul(count, size, &bytes) || !vrmi_add(bytes, rest, &bytes) ||
        !vrmi_add(carver->used, bytes & ~rest, &end)) {
        carver->has_overflowed = true;
        return NULL;
    }
    void* piece = carver->base == NULL ? NULL : carver->base + carver->used;
    carver->used = end;
    return piece;
}

void* vrmi_carve_copy(vrmi_Carver* carver, const void* from, size_t count, size_t size) {
    void* to = vrmi_carve(carver, count, size);
    if (to != NULL && count > 0) memcpy(to, from, count * size);
    return to;
}

bool vrmi_carver_fill(vrmi_Carver* carver, const vrm_Allocator* allocator) {
    char* block = carver->has_overflowed ? NULL : vrmi_alloc(allocator, carver->used);
    *carver = (vrmi_Carver){.base = block};
    return block != NULL;
}
