/* SPDX-License-Identifier: MIT */
#include "validate/schema/schema_names.h"

#include <string.h>

vrm_Span vrmi_key_text(const vrm_Json* json, vrm_JsonRef string, char* buffer, size_t size) {
    vrm_Span text = vrm_json_text(json, string);
    if (text.size >= 2 && memchr(text.data, '\\', text.size) == NULL)
        return (vrm_Span){text.data + 1, text.size - 2};
    size_t length = vrm_json_string(json, string, buffer, size);
    return (vrm_Span){buffer, length < size ? length : strlen(buffer)};
}

/* An element that can equal another: a string when text.data is set, else an integer. */
struct vrmi_SeenEntry {
    vrm_Span text;
    int64_t number;
    uint32_t position;
};

typedef struct vrmi_SeenEntry Entry;

static int compare_text(vrm_Span a, vrm_Span b) {
    size_t shorter = a.size < b.size ? a.size : b.size;
    int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
    if (order != 0) return order;
    return (a.size > b.size) - (a.size < b.size);
}

static int compare_content(const Entry* a, const Entry* b) {
    bool a_is_text = a->text.data != NULL, b_is_text = b->text.data != NULL;
    if (a_is_text != b_is_text) return a_is_text - b_is_text;
    if (a_is_text) return compare_text(a->text, b->text);
    return (a->number > b->number) - (a->number < b->number);
}

static int by_content(const Entry* a, const Entry* b) {
    int order = compare_content(a, b);
    return order != 0 ? order : (a->position > b->position) - (a->position < b->position);
}

static void sift_down(Entry* entries, uint32_t at, uint32_t count) {
    for (;;) {
        uint32_t child = at * 2 + 1;
        if (child >= count) return;
        if (child + 1 < count && by_content(&entries[child], &entries[child + 1]) < 0) child++;
        if (by_content(&entries[at], &entries[child]) >= 0) return;
        Entry swapped = entries[at];
        entries[at] = entries[child];
        entries[child] = swapped;
        at = child;
    }
}

static bool is_sorted(const Entry* entries, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (by_content(&entries[i - 1], &entries[i]) > 0) return false;
    return true;
}

/* Heap sort: needs no memory, and n log n for every input. */
static void sort(Entry* entries, uint32_t count) {
    if (is_sorted(entries, count)) return;
    for (uint32_t i = count / 2; i > 0; i--) sift_down(entries, i - 1, count);
    for (uint32_t i = count; i > 1; i--) {
        Entry swapped = entries[0];
        entries[0] = entries[i - 1];
        entries[i - 1] = swapped;
        sift_down(entries, 0, i - 1);
    }
}

bool vrmi_whole_text(const vrm_Json* json, vrm_JsonRef string, vrmi_Arena* arena, vrm_Span* out) {
    vrm_Span text = vrm_json_text(json, string);
    if (text.size >= 2 && memchr(text.data, '\\', text.size) == NULL) {
        *out = (vrm_Span){text.data + 1, text.size - 2};
        return true;
    }
    size_t size = vrm_json_string(json, string, NULL, 0);
    char* copy = vrmi_arena_alloc(arena, size + 1, 1);
    if (copy == NULL) return false;
    vrm_json_string(json, string, copy, size + 1);
    *out = (vrm_Span){copy, size};
    return true;
}

/* Fills `entries` with the strings of an array; the number of them in *out_count. */
static bool collect(const vrm_Json* json, vrm_JsonRef array, vrmi_Arena* arena, Entry* entries,
                    uint32_t* out_count) {
    uint32_t count = 0;
    vrm_JsonIter it = vrm_json_iter(json, array);
    while (vrm_json_next(&it)) {
        if (vrm_json_type(json, it.value) != VRM_JSON_STRING) continue;
        Entry entry = {.position = it.index};
        if (!vrmi_whole_text(json, it.value, arena, &entry.text)) return false;
        entries[count++] = entry;
    }
    *out_count = count;
    return true;
}

/* ---- Names ---- */

struct vrmi_SchemaNames {
    Entry* entries; /* sorted by content */
    uint32_t count;
};

vrmi_SchemaNames* vrmi_names_create(const vrm_Json* json, vrm_JsonRef array, vrmi_Arena* arena) {
    vrmi_SchemaNames* names = vrmi_arena_alloc(arena, 1, sizeof *names);
    if (names == NULL) return NULL;
    uint32_t count = vrm_json_count(json, array);
    if (count == 0 || vrm_json_type(json, array) != VRM_JSON_ARRAY) return names;
    names->entries = vrmi_arena_alloc(arena, count, sizeof *names->entries);
    if (names->entries == NULL || !collect(json, array, arena, names->entries, &names->count))
        return NULL;
    sort(names->entries, names->count);
    return names;
}

bool vrmi_names_have(const vrmi_SchemaNames* names, vrm_Span name) {
    Entry wanted = {.text = {name.data != NULL ? name.data : "", name.size}};
    uint32_t low = 0, high = names->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = compare_content(&names->entries[middle], &wanted);
        if (order == 0) return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* ---- Equal elements ---- */

static bool reserve_marks(vrmi_SchemaSeen* seen, uint32_t count, vrmi_Arena* arena) {
    if (count <= seen->mark_capacity) return true;
    uint32_t capacity = seen->mark_capacity == 0 ? 64 : seen->mark_capacity;
    while (capacity < count) capacity = capacity > UINT32_MAX / 2 ? UINT32_MAX : capacity * 2;
    seen->marks = vrmi_arena_alloc(arena, capacity, 1);
    seen->numbers = vrmi_arena_alloc(arena, capacity, 1);
    seen->mark_capacity = seen->marks != NULL && seen->numbers != NULL ? capacity : 0;
    return seen->mark_capacity > 0;
}

static bool reserve_entries(vrmi_SchemaSeen* seen, uint32_t count, vrmi_Arena* arena) {
    if (count <= seen->capacity) return true;
    uint32_t capacity = seen->capacity == 0 ? 64 : seen->capacity;
    while (capacity < count) capacity = capacity > UINT32_MAX / 2 ? UINT32_MAX : capacity * 2;
    seen->entries = vrmi_arena_alloc(arena, capacity, sizeof *seen->entries);
    seen->capacity = seen->entries != NULL ? capacity : 0;
    return seen->capacity > 0;
}

/* Indices are small numbers: a bit for each of them costs a byte for each element, where sorting
 * costs 32. Marks those that came before; returns how many elements are anything else. */
static uint32_t mark_small_numbers(vrmi_SchemaSeen* seen, const vrm_Json* json, vrm_JsonRef array,
                                   uint32_t length, bool* has_duplicates) {
    uint32_t others = 0;
    vrm_JsonIter it = vrm_json_iter(json, array);
    memset(seen->marks, 0, length);
    memset(seen->numbers, 0, length);
    while (vrm_json_next(&it)) {
        int64_t number;
        if (vrm_json_type(json, it.value) == VRM_JSON_STRING ||
            !vrm_json_integer(json, it.value, &number) || number < 0 ||
            number / 8 >= (int64_t)length) {
            others++;
            continue;
        }
        uint8_t* byte = &seen->numbers[number / 8];
        uint8_t bit = (uint8_t)(1u << (number % 8));
        seen->marks[it.index] = (*byte & bit) != 0;
        *has_duplicates |= (*byte & bit) != 0;
        *byte |= bit;
    }
    return others;
}

/* Fills `entries` with what mark_small_numbers() left. */
static bool collect_others(const vrm_Json* json, vrm_JsonRef array, uint32_t length,
                           vrmi_Arena* arena, Entry* entries, uint32_t* out_count) {
    vrm_JsonIter it = vrm_json_iter(json, array);
    *out_count = 0;
    while (vrm_json_next(&it)) {
        Entry entry = {.position = it.index};
        if (vrm_json_type(json, it.value) == VRM_JSON_STRING) {
            if (!vrmi_whole_text(json, it.value, arena, &entry.text)) return false;
        } else if (!vrm_json_integer(json, it.value, &entry.number) ||
                   (entry.number >= 0 && entry.number / 8 < (int64_t)length)) {
            continue;
        }
        entries[(*out_count)++] = entry;
    }
    return true;
}

bool vrmi_seen_duplicates(vrmi_SchemaSeen* seen, const vrm_Json* json, vrm_JsonRef array,
                          vrmi_Arena* arena, void (*found)(void* ctx, vrm_JsonRef element),
                          void* ctx) {
    uint32_t length = vrm_json_count(json, array), count = 0;
    bool has_duplicates = false;
    if (!reserve_marks(seen, length, arena)) return false;
    uint32_t others = mark_small_numbers(seen, json, array, length, &has_duplicates);
    if (others > 1) {
        if (!reserve_entries(seen, others, arena) ||
            !collect_others(json, array, length, arena, seen->entries, &count))
            return false;
        sort(seen->entries, count);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (compare_content(&seen->entries[i - 1], &seen->entries[i]) != 0) continue;
        seen->marks[seen->entries[i].position] = 1;
        has_duplicates = true;
    }
    vrm_JsonIter it = vrm_json_iter(json, array);
    while (has_duplicates && vrm_json_next(&it))
        if (seen->marks[it.index]) found(ctx, it.value);
    return true;
}
