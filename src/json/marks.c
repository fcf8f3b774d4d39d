/* SPDX-License-Identifier: MIT */
/* Marks are made while text is read. A node allows to skip one child; a mark allows to skip 32 at
 * once. The marks of open containers are kept on a stack. They are dropped when a container is
 * closed that has few children, or only scalars, whose place can be computed. */
#include "json/tree.h"

#include <string.h>

bool vrmi_json_mark_child(vrmi_JsonTape* tape, uint32_t child) {
    if (!vrmi_json_reserve(&tape->allocator, (void**)&tape->open_marks, &tape->open_mark_capacity,
                           (uint64_t)tape->open_mark_count + 1, sizeof *tape->open_marks))
        return false;
    tape->open_marks[tape->open_mark_count++] = child;
    return true;
}

static bool reserve_marks(const vrm_Allocator* allocator, vrmi_JsonMarks* marks,
                          uint32_t containers, uint32_t children) {
    return vrmi_json_reserve(allocator, (void**)&marks->containers, &marks->container_capacity,
                             (uint64_t)marks->container_count + containers,
                             sizeof *marks->containers) &&
           vrmi_json_reserve(allocator, (void**)&marks->children, &marks->child_capacity,
                             (uint64_t)marks->child_count + children, sizeof *marks->children);
}

bool vrmi_json_keep_marks(vrmi_JsonTape* tape, uint32_t container) {
    vrmi_JsonMarks* marks = &tape->marks;
    const vrmi_JsonNode* node = &tape->nodes[container];
    uint32_t count = node->tag >> VRMI_JSON_COUNT_BIT, begin = tape->open_mark_count;
    while (begin > 0 && tape->open_marks[begin - 1] > container) begin--;
    uint32_t own = tape->open_mark_count - begin;
    tape->open_mark_count = begin;
    if (count <= VRMI_JSON_MARK_FROM || vrmi_json_is_flat(node, count)) return true;
    if (!reserve_marks(&tape->allocator, marks, 1, own + 1)) return false;
    marks->containers[marks->container_count++] = (vrmi_JsonMarked){container, marks->child_count};
    marks->children[marks->child_count++] = container + 1;
    memcpy(marks->children + marks->child_count, tape->open_marks + begin,
           own * sizeof *marks->children);
    marks->child_count += own;
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
