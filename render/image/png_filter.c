/* SPDX-License-Identifier: MIT */
/* Filters of PNG rows (PNG third edition, section 9), and zlib on the caller's allocator. */
#include "image/png_filter.h"

#include "image/image_codec.h"

#include <stdlib.h>
#include <string.h>

static uint8_t paeth(int left, int above, int corner) {
    int guess = left + above - corner;
    int a = abs(guess - left), b = abs(guess - above), c = abs(guess - corner);
    return (uint8_t)(a <= b && a <= c ? left : b <= c ? above : corner);
}

void vrmi_png_filter_row(int kind, const uint8_t* row, const uint8_t* above, size_t size,
                         size_t step, uint8_t* out) {
    for (size_t i = 0; i < step && i < size; i++) { /* nothing stands to the left */
        uint8_t guess = 0;
        if (kind == 2 || kind == 4) guess = above[i];
        if (kind == 3) guess = above[i] / 2;
        out[i] = (uint8_t)(row[i] - guess);
    }
    switch (kind) {
    case 0: memcpy(out, row, size); break;
    case 1:
        for (size_t i = step; i < size; i++) out[i] = (uint8_t)(row[i] - row[i - step]);
        break;
    case 2:
        for (size_t i = step; i < size; i++) out[i] = (uint8_t)(row[i] - above[i]);
        break;
    case 3:
        for (size_t i = step; i < size; i++)
            out[i] = (uint8_t)(row[i] - (row[i - step] + above[i]) / 2);
        break;
    default:
        for (size_t i = step; i < size; i++)
            out[i] = (uint8_t)(row[i] - paeth(row[i - step], above[i], above[i - step]));
    }
}

/* The usual estimate of the compressed size: the smallest sum of absolute differences. */
static uint32_t cost_of(const uint8_t* filtered, size_t size) {
    uint32_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        int value = (int8_t)filtered[i];
        sum += (uint32_t)(value < 0 ? -value : value);
    }
    return sum;
}

void vrmi_png_best_row(const uint8_t* row, const uint8_t* above, size_t size, size_t step,
                       uint8_t* trial, uint8_t* out) {
    static const uint8_t order[] = {2, 1, 4, 3, 0};
    uint32_t best = UINT32_MAX;
    for (size_t i = 0; i < sizeof order && best > 0; i++) {
        vrmi_png_filter_row(order[i], row, above, size, step, trial);
        uint32_t cost = cost_of(trial, size);
        if (cost >= best) continue;
        best = cost;
        out[0] = order[i];
        memcpy(out + 1, trial, size);
    }
}

/* zlib does not pass the size when it frees: it is stored before the block. */
void* vrmi_zlib_alloc(void* ctx, unsigned count, unsigned size) {
    const vrm_Allocator* allocator = ctx;
    size_t total = (size_t)count * size + 16;
    size_t* block = vrmi_image_alloc(allocator, total);
    if (block == NULL) return NULL;
    *block = total;
    return (uint8_t*)block + 16;
}

void vrmi_zlib_free(void* ctx, void* ptr) {
    size_t* block = (void*)((uint8_t*)ptr - 16);
    vrmi_image_free(ctx, block, *block);
}
