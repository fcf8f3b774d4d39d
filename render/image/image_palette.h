/* SPDX-License-Identifier: MIT */
/* Chooses the palette of a frame: colours are counted in 32x32x32 bins, the bins are split into
 * boxes where they spread most, and each box gives the mean of its colours. */
#ifndef RENDER_IMAGE_PALETTE_H
#define RENDER_IMAGE_PALETTE_H

#include <stddef.h>
#include <stdint.h>

#define PALETTE_COLORS 255 /* the 256th of a GIF means clear */
#define PALETTE_BINS   32768

typedef struct palette_Bin {
    uint64_t sums[3];
    uint32_t count;
} palette_Bin;

typedef struct palette_Palette {
    uint8_t colors[256][3];
    int count;
    double error; /* mean squared distance of the frame it was made for */
} palette_Palette;

/* About one megabyte: allocate it on the heap. */
typedef struct palette_Counts {
    palette_Bin bins[PALETTE_BINS];
    uint16_t used[PALETTE_BINS]; /* bins that are not empty */
    int used_count;
    uint8_t nearest[PALETTE_BINS]; /* of used bins, after palette_match() */
} palette_Counts;

static inline uint32_t palette_bin_of(const uint8_t* pixel) {
    return (uint32_t)(pixel[0] >> 3) << 10 | (uint32_t)(pixel[1] >> 3) << 5 | pixel[2] >> 3;
}

/* Counts the colours of all pixels whose alpha is at least one half. */
void palette_count(palette_Counts* counts, const uint8_t* pixels, size_t pixel_count);

/* Makes a palette for the counted colours. */
void palette_make(palette_Counts* counts, palette_Palette* out);

/* Finds the nearest colour for each used bin; returns the mean squared distance. */
double palette_match(palette_Counts* counts, const palette_Palette* palette);

#endif
