/* SPDX-License-Identifier: MIT */
#include "render_overlay.h"

#include <stddef.h>
#include <string.h>

void render_thicken(uint8_t* pixels, int32_t width, int32_t height) {
    size_t row = (size_t)width * 4;
    for (int32_t y = height - 1; y >= 0; y--)
        for (int32_t x = width - 1; x >= 0; x--) {
            uint8_t* here = pixels + (size_t)y * row + (size_t)x * 4;
            const uint8_t* best = here;
            const uint8_t* left = x > 0 ? here - 4 : here;
            const uint8_t* above = y > 0 ? here - row : here;
            const uint8_t* corner = x > 0 && y > 0 ? here - row - 4 : here;
            if (left[3] > best[3]) best = left;
            if (above[3] > best[3]) best = above;
            if (corner[3] > best[3]) best = corner;
            if (best != here) memcpy(here, best, 4);
        }
}

/* Less than half of the colour and a little grey: bright lines stand out on white and on black. */
static uint32_t dimmed(uint8_t value) {
    return (uint32_t)value * 9 / 20 + 32;
}

void render_put_over(uint8_t* pixels, const uint8_t* lines, int32_t width, int32_t height) {
    size_t count = (size_t)width * (size_t)height;
    for (size_t i = 0; i < count; i++, pixels += 4, lines += 4) {
        uint32_t top = lines[3], rest = (uint32_t)pixels[3] * (255 - top) / 255;
        uint32_t alpha = top + rest;
        if (alpha == 0) continue;
        for (int c = 0; c < 3; c++)
            pixels[c] = (uint8_t)((lines[c] * top + dimmed(pixels[c]) * rest + alpha / 2) / alpha);
        pixels[3] = (uint8_t)alpha;
    }
}
