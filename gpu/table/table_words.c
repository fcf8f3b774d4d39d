/* SPDX-License-Identifier: MIT */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX (INT32_MAX / (int32_t)sizeof(int32_t))

static bool reserve(gpu_Words* words, size_t size) {
    size_t count = (size_t)words->count + size / sizeof(int32_t);
    size_t capacity = words->capacity < 1024 ? 1024 : (size_t)words->capacity;
    if (count > WORDS_MAX) return false;
    if (count <= (size_t)words->capacity) return true;
    while (capacity < count) capacity *= 2;
    if (capacity > WORDS_MAX) capacity = WORDS_MAX;
    int32_t* data = realloc(words->data, capacity * sizeof *data);
    if (data == NULL) return false;
    words->data = data;
    words->capacity = (int32_t)capacity;
    return true;
}

int32_t gpu_words_add(gpu_Words* words, const void* data, size_t size) {
    int32_t first = words->count;
    if (size == 0) return first;
    if (words->has_failed || !reserve(words, size)) {
        words->has_failed = true;
        return 0;
    }
    memcpy(words->data + first, data, size);
    words->count += (int32_t)(size / sizeof(int32_t));
    return first;
}

void gpu_words_align(gpu_Words* words) {
    static const int32_t zeros[4] = {0};
    (void)gpu_words_add(words, zeros, (size_t)(-words->count & 3) * sizeof *zeros);
}

void gpu_words_free(gpu_Words* words) {
    free(words->data);
    *words = (gpu_Words){0};
}
