/* SPDX-License-Identifier: MIT */
/* Memory of all arrays that grow while text is read or edited. */
#include "json/tree.h"

bool vrmi_json_reserve(const vrm_Allocator* allocator, void** items, uint32_t* capacity,
                       uint64_t needed, size_t size) {
    if (needed <= *capacity) return true;
    uint64_t larger = (uint64_t)*capacity * 2;
    if (larger < needed) larger = needed;
    if (larger > UINT32_MAX) larger = UINT32_MAX;
    size_t bytes;
    if (needed > larger || !vrmi_mul((size_t)larger, size, &bytes)) return false;
    void* grown = vrmi_grow(allocator, *items, (size_t)*capacity * size, bytes);
    if (grown == NULL) return false;
    *items = grown;
    *capacity = (uint32_t)larger;
    return true;
}
