/* SPDX-License-Identifier: MIT */
#include "picture/render_pixels.h"

#include <math.h>
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

static float to_light(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : powf((srgb + 0.055f) / 1.055f, 2.4f);
}

static float to_srgb(float light) {
    return light <= 0.0031308f ? light * 12.92f : 1.055f * powf(light, 1.0f / 2.4f) - 0.055f;
}

void render_halve(const uint8_t* large, int32_t width, int32_t height, uint8_t* out) {
    float light[256];
    for (int i = 0; i < 256; i++) light[i] = to_light((float)i / 255.0f);
    size_t row = (size_t)width * 8;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++, out += 4) {
            const uint8_t* from = large + (size_t)y * 2 * row + (size_t)x * 8;
            const uint8_t* four[4] = {from, from + 4, from + row, from + row + 4};
            float sums[3] = {0}, alpha = 0;
            for (int i = 0; i < 4; i++) {
                alpha += (float)four[i][3];
                for (int c = 0; c < 3; c++) sums[c] += light[four[i][c]] * (float)four[i][3];
            }
            for (int c = 0; c < 3; c++)
                out[c] = (uint8_t)(alpha > 0 ? to_srgb(sums[c] / alpha) * 255.0f + 0.5f : 0.0f);
            out[3] = (uint8_t)(alpha / 4 + 0.5f);
        }
}

bool render_is_empty(const uint8_t* pixels, int32_t width, int32_t height,
                     const float background[4]) {
    size_t size = (size_t)width * (size_t)height * 4;
    for (int c = 0; c < 4; c++) {
        bool matters = c == 3 || background[3] > 0.0f; /* what is clear has any colour */
        if (matters && fabsf((float)pixels[c] - background[c] * 255.0f) > 1.0f) return false;
    }
    return memcmp(pixels, pixels + 4, size - 4) == 0; /* each pixel is the one before it */
}
