/* SPDX-License-Identifier: MIT */
/* Memory of all arrays that grow while text is read or edited. */
#include "json/tree.h"

#include <string.h>

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

bool vrmi_json_resize_nodes(vrmi_JsonTape* tape, uint64_t capacity) {
    size_t bytes;
    if (capacity > VRMI_JSON_MAX_NODES || !vrmi_mul((size_t)capacity, sizeof *tape->nodes, &bytes))
        return false;
    vrmi_JsonNode* nodes = vrmi_alloc(&tape->allocator, bytes);
    if (nodes == NULL) return false;
    if (tape->count > 0) memcpy(nodes, tape->nodes, tape->count * sizeof *nodes);
    vrmi_release(&tape->allocator, tape->nodes, (size_t)tape->capacity * sizeof *nodes);
    tape->nodes = nodes;
    tape->capacity = (uint32_t)capacity;
    return true;
}
