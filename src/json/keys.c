/* SPDX-License-Identifier: MIT */
/* Duplicate keys. A key of a small object is compared with those before it; those of a larger one
 * are sorted by hash, and neighbours with equal hashes compared, so that no choice of keys makes a
 * file slow: n log n for n members. */
#include "json/tree.h"

#include "base/utf8.h"

#include <string.h>

typedef struct Key {
    uint32_t hash;
    uint32_t ref;
} Key;

static bool same_key(const char* text, const vrmi_JsonNode* a, const vrmi_JsonNode* b) {
    bool a_escaped = (a->tag & VRMI_JSON_ESCAPED) != 0,
         b_escaped = (b->tag & VRMI_JSON_ESCAPED) != 0;
    if (!a_escaped && !b_escaped)
        return a->size == b->size && memcmp(text + a->offset, text + b->offset, a->size) == 0;
    return vrmi_json_same_string(text + a->offset, a->size, a_escaped, text + b->offset, b->size,
                                 b_escaped);
}

/* `earlier` is the nearest member before `key` with the same key. */
static void flag(vrmi_JsonTape* tape, uint32_t earlier, uint32_t key) {
    tape->nodes[earlier].tag |= VRMI_JSON_SHADOWED;
    tape->nodes[key].tag |= VRMI_JSON_DUPLICATE;
    tape->has_duplicate = true;
}

/* The keys of an object in order; a value of `span` nodes lies between two of them. */
static uint32_t next_key(const vrmi_JsonTape* tape, uint32_t key) {
    return key + 1 + tape->nodes[key + 1].span;
}

void vrmi_json_flag_duplicate(const char* text, vrmi_JsonTape* tape, uint32_t object,
                              uint32_t key) {
    uint32_t earlier = object;
    for (uint32_t other = object + 1; other < key; other = next_key(tape, other))
        if (same_key(text, &tape->nodes[other], &tape->nodes[key])) earlier = other;
    if (earlier != object) flag(tape, earlier, key);
}

static uint32_t hash_key(const char* text, const vrmi_JsonNode* node) {
    uint32_t hash = 2166136261u;
    const char* at = text + node->offset + 1;
    const char* end = text + node->offset + node->size - 1;
    if ((node->tag & VRMI_JSON_ESCAPED) == 0) {
        for (; at < end; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
        return hash;
    }
    while (at < end) {
        char bytes[4];
        size_t size = vrmi_utf8_put(bytes, vrmi_json_char(&at, end));
        for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    }
    return hash;
}

/* By hash, then by decoded text, then by place. */
static bool key_before(const char* text, const vrmi_JsonTape* tape, Key a, Key b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    const vrmi_JsonNode* left = &tape->nodes[a.ref];
    const vrmi_JsonNode* right = &tape->nodes[b.ref];
    const char* at = text + left->offset + 1;
    const char* at_end = text + left->offset + left->size - 1;
    const char* other = text + right->offset + 1;
    const char* other_end = text + right->offset + right->size - 1;
    while (at < at_end && other < other_end) {
        uint32_t x = vrmi_json_char(&at, at_end), y = vrmi_json_char(&other, other_end);
        if (x != y) return x < y;
    }
    if ((at < at_end) != (other < other_end)) return other < other_end;
    return a.ref < b.ref;
}

/* Merges neighbouring runs of `run` keys from one array into the other. */
static void merge_runs(const char* text, const vrmi_JsonTape* tape, const Key* from, Key* to,
                       uint32_t count, uint32_t run) {
    for (uint32_t begin = 0; begin < count;) {
        uint32_t middle = count - begin > run ? begin + run : count;
        uint32_t end = count - middle > run ? middle + run : count;
        uint32_t left = begin, right = middle;
        for (uint32_t i = begin; i < end; i++) {
            bool take_right =
                left == middle || (right < end && key_before(text, tape, from[right], from[left]));
            to[i] = take_right ? from[right++] : from[left++];
        }
        begin = end;
    }
}

bool vrmi_json_flag_duplicates(const char* text, vrmi_JsonTape* tape, uint32_t object) {
    uint32_t count = tape->nodes[object].tag >> VRMI_JSON_COUNT_BIT;
    size_t bytes;
    if (!vrmi_mul(count, 2 * sizeof(Key), &bytes)) return false;
    Key* keys = vrmi_alloc(&tape->allocator, bytes);
    if (keys == NULL) return false;
    Key* from = keys;
    Key* to = keys + count;
    uint32_t key = object + 1;
    for (uint32_t i = 0; i < count; i++, key = next_key(tape, key))
        keys[i] = (Key){hash_key(text, &tape->nodes[key]), key};
    for (uint32_t run = 1; run < count; run *= 2) {
        merge_runs(text, tape, from, to, count, run);
        Key* swap = from;
        from = to;
        to = swap;
    }
    for (uint32_t i = 1; i < count; i++) {
        if (from[i].hash == from[i - 1].hash &&
            same_key(text, &tape->nodes[from[i].ref], &tape->nodes[from[i - 1].ref]))
            flag(tape, from[i - 1].ref, from[i].ref);
    }
    vrmi_release(&tape->allocator, keys, bytes);
    return true;
}
