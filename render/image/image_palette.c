/* SPDX-License-Identifier: MIT */
#include "image/image_palette.h"

#include <string.h>

void palette_count(palette_Counts* counts, const uint8_t* pixels, size_t pixel_count) {
    for (int i = 0; i < counts->used_count; i++)
        memset(&counts->bins[counts->used[i]], 0, sizeof counts->bins[0]);
    counts->used_count = 0;
    for (size_t i = 0; i < pixel_count; i++) {
        const uint8_t* pixel = pixels + i * 4;
        if (pixel[3] < 128) continue;
        uint32_t index = palette_bin_of(pixel);
        palette_Bin* bin = &counts->bins[index];
        if (bin->count++ == 0) counts->used[counts->used_count++] = (uint16_t)index;
        for (int c = 0; c < 3; c++) bin->sums[c] += pixel[c];
    }
}

static double mean_of(const palette_Bin* bin, int channel) {
    return (double)bin->sums[channel] / bin->count;
}

/* ---- Boxes ---- */

typedef struct Box {
    int begin, end; /* of counts->used */
    int axis;       /* on which it spreads most */
    double mean;    /* on that axis */
    double spread;  /* sum of squared distances from it: 0 when there is nothing to cut */
} Box;

static void measure_box(const palette_Counts* counts, Box* box) {
    box->spread = -1.0;
    for (int c = 0; c < 3; c++) {
        double count = 0.0, sum = 0.0, squares = 0.0;
        for (int i = box->begin; i < box->end; i++) {
            const palette_Bin* bin = &counts->bins[counts->used[i]];
            double value = mean_of(bin, c);
            count += bin->count;
            sum += value * bin->count;
            squares += value * value * bin->count;
        }
        double spread = count > 0.0 ? squares - sum * sum / count : 0.0;
        if (spread <= box->spread) continue;
        *box = (Box){box->begin, box->end, c, sum / count, spread};
    }
}

/* Moves the bins below the mean to the front. Returns the index of the first other bin. */
static int cut_box(palette_Counts* counts, const Box* box) {
    int middle = box->begin;
    for (int i = box->begin; i < box->end; i++) {
        uint16_t index = counts->used[i];
        if (mean_of(&counts->bins[index], box->axis) >= box->mean) continue;
        counts->used[i] = counts->used[middle];
        counts->used[middle++] = index;
    }
    return middle;
}

static void set_color(palette_Palette* palette, int index, const double sums[3], double count) {
    for (int c = 0; c < 3; c++)
        palette->colors[index][c] = (uint8_t)(sums[c] / (count > 0.0 ? count : 1.0) + 0.5);
}

/* Moves each colour to the mean of the bins that are nearest to it: one step of k-means. */
static void refine(palette_Counts* counts, palette_Palette* palette) {
    double sums[PALETTE_COLORS][3] = {{0}}, weights[PALETTE_COLORS] = {0};
    palette_match(counts, palette);
    for (int i = 0; i < counts->used_count; i++) {
        const palette_Bin* bin = &counts->bins[counts->used[i]];
        int color = counts->nearest[counts->used[i]];
        weights[color] += bin->count;
        for (int c = 0; c < 3; c++) sums[color][c] += (double)bin->sums[c];
    }
    for (int i = 0; i < palette->count; i++)
        if (weights[i] > 0.0) set_color(palette, i, sums[i], weights[i]);
}

void palette_make(palette_Counts* counts, palette_Palette* out) {
    memset(out, 0, sizeof *out);
    Box boxes[PALETTE_COLORS] = {{.end = counts->used_count}};
    int box_count = counts->used_count > 0;
    if (box_count > 0) measure_box(counts, &boxes[0]);
    while (box_count > 0 && box_count < PALETTE_COLORS) {
        int widest = 0;
        for (int i = 1; i < box_count; i++)
            if (boxes[i].spread > boxes[widest].spread) widest = i;
        Box* box = &boxes[widest];
        int middle = box->spread > 0.5 ? cut_box(counts, box) : box->begin;
        if (middle == box->begin || middle == box->end) break; /* nothing spreads any more */
        boxes[box_count] = (Box){.begin = middle, .end = box->end};
        box->end = middle;
        measure_box(counts, box);
        measure_box(counts, &boxes[box_count++]);
    }
    out->count = box_count;
    for (int b = 0; b < box_count; b++) {
        double sums[3] = {0}, count = 0.0;
        for (int i = boxes[b].begin; i < boxes[b].end; i++) {
            const palette_Bin* bin = &counts->bins[counts->used[i]];
            count += bin->count;
            for (int c = 0; c < 3; c++) sums[c] += (double)bin->sums[c];
        }
        set_color(out, b, sums, count);
    }
    refine(counts, out);
    out->error = palette_match(counts, out);
}

double palette_match(palette_Counts* counts, const palette_Palette* palette) {
    double total = 0.0, weight = 0.0;
    for (int i = 0; i < counts->used_count; i++) {
        const palette_Bin* bin = &counts->bins[counts->used[i]];
        float r = (float)mean_of(bin, 0), g = (float)mean_of(bin, 1), b = (float)mean_of(bin, 2);
        float best = 1e9f;
        int best_color = 0;
        for (int k = 0; k < palette->count; k++) {
            const uint8_t* color = palette->colors[k];
            float x = r - (float)color[0], y = g - (float)color[1], z = b - (float)color[2];
            float distance = x * x + y * y + z * z;
            if (distance >= best) continue;
            best = distance;
            best_color = k;
        }
        counts->nearest[counts->used[i]] = (uint8_t)best_color;
        total += (double)best * bin->count;
        weight += bin->count;
    }
    return weight > 0.0 ? total / weight : 0.0;
}
