/* SPDX-License-Identifier: MIT */
/* Rectangles into a page, high ones first, each one as high up as it fits: a skyline remembers how
 * far the page is filled at each column. The width that needs the smallest page is taken. */
#include "optimize/atlas.h"

#include <stdlib.h>

enum { PAGE_STEP = 64 };

typedef struct Segment {
    uint32_t x, y, width; /* filled down to y */
} Segment;

typedef struct Skyline {
    Segment* segments;
    int32_t count;
    uint32_t width, height; /* of the page; height is the limit */
} Skyline;

static uint32_t step_up(uint32_t value) {
    return (value + PAGE_STEP - 1) / PAGE_STEP * PAGE_STEP;
}

/* The lowest y at which a rectangle can begin at segment `first`; false when it leaves the page. */
static bool find_y(const Skyline* skyline, int32_t first, const vrmi_AtlasRect* rect,
                   uint32_t* out) {
    uint32_t end = skyline->segments[first].x + rect->width, y = 0;
    if (end > skyline->width) return false;
    for (int32_t i = first; i < skyline->count && skyline->segments[i].x < end; i++)
        if (skyline->segments[i].y > y) y = skyline->segments[i].y;
    *out = y;
    return y + rect->height <= skyline->height;
}

/* Raises the skyline over a rectangle that begins at segment `first`. */
static void raise(Skyline* skyline, int32_t first, const vrmi_AtlasRect* rect) {
    Segment* segments = skyline->segments;
    uint32_t end = rect->x + rect->width;
    int32_t next = first;
    while (next < skyline->count && segments[next].x + segments[next].width <= end) next++;
    if (next < skyline->count && segments[next].x < end) {
        segments[next].width -= end - segments[next].x;
        segments[next].x = end;
    }
    int32_t covered = next - first;
    for (int32_t i = skyline->count - 1; i >= next && covered == 0; i--)
        segments[i + 1] = segments[i];
    for (int32_t i = next; i < skyline->count && covered > 1; i++)
        segments[i - covered + 1] = segments[i];
    segments[first] = (Segment){rect->x, rect->y + rect->height, rect->width};
    skyline->count += 1 - covered;
}

static bool place_rect(Skyline* skyline, vrmi_AtlasRect* rect) {
    int32_t best = -1;
    uint32_t best_y = 0, y;
    for (int32_t i = 0; i < skyline->count; i++) {
        if (!find_y(skyline, i, rect, &y) || (best >= 0 && y >= best_y)) continue;
        best = i;
        best_y = y;
    }
    if (best < 0) return false;
    rect->x = skyline->segments[best].x;
    rect->y = best_y;
    raise(skyline, best, rect);
    return true;
}

/* Places what fits; returns whether all do. */
static bool fill(Skyline* skyline, vrmi_AtlasRect* rects, int32_t count, uint32_t width,
                 uint32_t height, uint32_t* out_height) {
    bool fits = true;
    *out_height = 0;
    skyline->width = width;
    skyline->height = height;
    skyline->segments[0] = (Segment){0, 0, width};
    skyline->count = 1;
    for (int32_t i = 0; i < count; i++) {
        rects[i].is_placed = place_rect(skyline, &rects[i]);
        fits = fits && rects[i].is_placed;
        uint32_t bottom = rects[i].is_placed ? rects[i].y + rects[i].height : 0;
        if (bottom > *out_height) *out_height = bottom;
    }
    return fits;
}

static int by_height(const void* a, const void* b) {
    const vrmi_AtlasRect *x = a, *y = b;
    if (x->height != y->height) return x->height > y->height ? -1 : 1;
    if (x->width != y->width) return x->width > y->width ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static uint32_t power_up(uint32_t side) {
    uint32_t power = PAGE_STEP;
    while (power < side) power *= 2;
    return power;
}

/* Some programs like powers of two best: pages have them where that takes a third more at most. */
static void prefer_powers(uint32_t side, uint32_t* width, uint32_t* height) {
    uint32_t w = power_up(*width), h = power_up(*height);
    if (w > side || h > side || (uint64_t)w * h * 3 > (uint64_t)*width * *height * 4) return;
    *width = w;
    *height = h;
}

vrm_Result vrmi_atlas_arrange(vrmi_Atlas* atlas, vrmi_AtlasRect* rects, int32_t count,
                              uint32_t side, uint32_t* out_width, uint32_t* out_height) {
    vrmi_AtlasBlock* mark = atlas->blocks;
    Skyline skyline = {.segments =
                           vrmi_atlas_alloc(atlas, (size_t)count + 2, sizeof *skyline.segments)};
    uint32_t best = 0, best_longest = 0, height;
    uint64_t best_area = UINT64_MAX;
    if (skyline.segments == NULL) return VRM_ERR_MEMORY;
    qsort(rects, (size_t)count, sizeof *rects, by_height);
    for (uint32_t width = PAGE_STEP; width <= side; width += PAGE_STEP) {
        if (!fill(&skyline, rects, count, width, side, &height)) continue;
        uint64_t area = (uint64_t)width * step_up(height);
        uint32_t longest = width > step_up(height) ? width : step_up(height);
        if (area > best_area || (area == best_area && longest >= best_longest)) continue;
        best = width;
        best_area = area;
        best_longest = longest;
    }
    *out_width = best > 0 ? best : side;
    fill(&skyline, rects, count, *out_width, side, &height);
    *out_height = step_up(height);
    prefer_powers(side, out_width, out_height);
    vrmi_atlas_rewind(atlas, mark);
    return VRM_OK;
}
