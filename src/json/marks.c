/* SPDX-License-Identifier: MIT */
/* Marks are made while text is read. A node allows to skip one child; a mark allows to skip 32 at
 * once. Containers with few children have none, nor those with only scalars, whose place can be
 * computed. */
#include "json/tree.h"

#include <string.h>

static bool reserve_marks(const vrm_Allocator* allocator, vrmi_JsonMarks* marks,
                          uint32_t containers, uint32_t children) {
    return vrmi_json_reserve(allocator, (void**)&marks->containers, &marks->container_capacity,
                             (uint64_t)marks->container_count + containers,
                             sizeof *marks->containers) &&
           vrmi_json_reserve(allocator, (void**)&marks->children, &marks->child_capacity,
                             (uint64_t)marks->child_count + children, sizeof *marks->children);
}

bool vrmi_json_mark_children(vrmi_JsonTape* tape, uint32_t container) {
    vrmi_JsonMarks* marks = &tape->marks;
    const vrmi_JsonNode* node = &tape->nodes[container];
    uint32_t count = node->tag >> VRMI_JSON_COUNT_BIT;
    if (vrmi_json_is_flat(node, count)) return true;
    if (!reserve_marks(&tape->allocator, marks, 1, (count - 1) / VRMI_JSON_MARK_EVERY + 1))
        return false;
    marks->containers[marks->container_count++] = (vrmi_JsonMarked){container, marks->child_count};
    uint32_t key = vrmi_json_tag_type(node->tag) == VRM_JSON_OBJECT, child = container + 1;
    for (uint32_t i = 0; i < count; i++, child += key + tape->nodes[child + key].span)
        if (i % VRMI_JSON_MARK_EVERY == 0) marks->children[marks->child_count++] = child;
    return true;
}

/* Sifts an entry down to its place in a heap with the largest on top. */
static void sink(vrmi_JsonMarked* heap, uint32_t count, uint32_t at) {
    vrmi_JsonMarked entry = heap[at];
    for (uint32_t child; (child = at * 2 + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1].container > heap[child].container) child++;
        if (heap[child].container <= entry.container) break;
        heap[at] = heap[child];
    }
    heap[at] = entry;
}

/* Containers are closed from the inside out, so their marks must be sorted. Usually few marked
 * containers lie inside another, but there may be many: hence a heap sort. */
void vrmi_json_sort_marks(vrmi_JsonTape* tape) {
    vrmi_JsonMarked* heap = tape->marks.containers;
    uint32_t count = tape->marks.container_count;
    for (uint32_t i = count / 2; i > 0; i--) sink(heap, count, i - 1);
    for (; count > 1; count--) {
        vrmi_JsonMarked largest = heap[0];
        heap[0] = heap[count - 1];
        heap[count - 1] = largest;
        sink(heap, count - 1, 0);
    }
}

bool vrmi_json_append_marks(vrm_Json* json, const vrmi_JsonMarks* marks, uint32_t first) {
    vrmi_JsonMarks* all = &json->marks;
    if (!reserve_marks(&json->allocator, all, marks->container_count, marks->child_count))
        return false;
    for (uint32_t i = 0; i < marks->container_count; i++) {
        vrmi_JsonMarked marked = marks->containers[i];
        all->containers[all->container_count++] =
            (vrmi_JsonMarked){marked.container + first, marked.first + all->child_count};
    }
    for (uint32_t i = 0; i < marks->child_count; i++)
        all->children[all->child_count + i] = marks->children[i] + first;
    all->child_count += marks->child_count;
    return true;
}

void vrmi_json_release_marks(const vrm_Allocator* allocator, vrmi_JsonMarks* marks) {
    vrmi_release(allocator, marks->containers,
                 (size_t)marks->container_capacity * sizeof *marks->containers);
    vrmi_release(allocator, marks->children,
                 (size_t)marks->child_capacity * sizeof *marks->children);
    *marks = (vrmi_JsonMarks){0};
}
