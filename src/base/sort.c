/* SPDX-License-Identifier: MIT */
#include "base/sort.h"

#include <stdlib.h>

static int by_value(const void* a, const void* b) {
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

void vrmi_sort_floats(float* values, size_t count) {
    if (count > 1) qsort(values, count, sizeof *values, by_value);
}
