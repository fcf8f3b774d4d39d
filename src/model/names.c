/* SPDX-License-Identifier: MIT */
#include "base/ascii.h"
#include "model/model.h"

static unsigned char fold(char letter, vrmi_Case compare) {
    return (unsigned char)(compare == VRMI_ANY_CASE ? vrmi_lower(letter) : letter);
}

int vrmi_compare_text(const char* a, const char* b, vrmi_Case compare) {
    for (;; a++, b++) {
        unsigned char left = fold(*a, compare), right = fold(*b, compare);
        if (left != right) return left < right ? -1 : 1;
        if (left == '\0') return 0;
    }
}

/* Merges the sorted stretches [begin, middle) and [middle, end); of equal names the left goes
 * first. */
static void merge(const vrmi_Names* names, const int32_t* from, int32_t* to, size_t begin,
                  size_t middle, size_t end) {
    size_t left = begin, right = middle;
    for (size_t at = begin; at < end; at++) {
        bool takes_left = right >= end;
        if (left < middle && right < end) {
            takes_left = vrmi_compare_text(names->keys[from[left]], names->keys[from[right]],
                                           names->compare) <= 0;
        }
        to[at] = takes_left ? from[left++] : from[right++];
    }
}

vrmi_Names vrmi_names_sort(vrmi_ModelReader* reader, const char* const* keys, int32_t count,
                           vrmi_Case compare) {
    vrmi_Names names = {.keys = keys, .compare = compare};
    int32_t* order = vrmi_model_scratch(reader, (size_t)count, sizeof *order);
    int32_t* other = vrmi_model_scratch(reader, (size_t)count, sizeof *other);
    if (order == NULL || other == NULL) return names;
    for (int32_t i = 0; i < count; i++) order[i] = i;
    size_t total = (size_t)count;
    for (size_t width = 1; width < total; width *= 2) {
        for (size_t begin = 0; begin < total; begin += 2 * width) {
            size_t middle = begin + width < total ? begin + width : total;
            size_t end = begin + 2 * width < total ? begin + 2 * width : total;
            merge(&names, order, other, begin, middle, end);
        }
        int32_t* sorted = other;
        other = order;
        order = sorted;
    }
    names.order = order;
    names.count = count;
    return names;
}

int32_t vrmi_names_find(const vrmi_Names* names, const char* key) {
    int32_t low = 0, high = names->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (vrmi_compare_text(names->keys[names->order[middle]], key, names->compare) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->count) return -1;
    int32_t found = names->order[low];
    return vrmi_compare_text(names->keys[found], key, names->compare) == 0 ? found : -1;
}
