/* SPDX-License-Identifier: MIT */
/* The pictures of Vesna as pixels, and as PNG. */
#include "hero.h"

#include "scene_maths.h"

#include <stdlib.h>

static uint8_t level(float value) {
    return (uint8_t)(clamp01(value) * 255 + 0.5f);
}

/* The mean of a pixel's samples. */
static vrm_Vec4 pixel(HeroPaintFn* paint, int32_t x, int32_t y, int32_t width, int32_t height) {
    enum { SAMPLES = 3 };
    vrm_Vec4 sum = {0, 0, 0, 0};
    for (int32_t i = 0; i < SAMPLES * SAMPLES; i++) {
        float u = ((float)x + ((float)(i % SAMPLES) + 0.5f) / SAMPLES) / (float)width;
        float v = ((float)y + ((float)(i / SAMPLES) + 0.5f) / SAMPLES) / (float)height;
        vrm_Vec4 color = paint(u, v);
        sum = (vrm_Vec4){sum.x + color.x, sum.y + color.y, sum.z + color.z, sum.w + color.w};
    }
    float share = 1.0f / (SAMPLES * SAMPLES);
    return (vrm_Vec4){sum.x * share, sum.y * share, sum.z * share, sum.w * share};
}

#define THUMBNAIL_SIZE 256

void hero_paint(Bytes* bytes, const Character* character, int32_t image) {
    bool is_portrait = image == HERO_IMAGE_THUMBNAIL;
    int32_t width = is_portrait ? THUMBNAIL_SIZE : hero_images[image].width;
    int32_t height = is_portrait ? THUMBNAIL_SIZE : hero_images[image].height;
    uint8_t* pixels = malloc((size_t)width * (size_t)height * 4);
    if (pixels == NULL || (is_portrait && !thumbnail_draw(character, pixels, width))) {
        bytes->has_failed = true;
        free(pixels);
        return;
    }
    for (int32_t i = 0; !is_portrait && i < width * height; i++) {
        vrm_Vec4 color = pixel(hero_images[image].paint, i % width, i / width, width, height);
        uint8_t* at = pixels + (size_t)i * 4;
        at[0] = level(color.x), at[1] = level(color.y), at[2] = level(color.z);
        at[3] = level(color.w);
    }
    png_add_deflated(bytes, pixels, (uint32_t)width, (uint32_t)height);
    free(pixels);
}
