/* SPDX-License-Identifier: MIT */
#include "light.h"

#include <math.h>

#define LIGHT_MAX 16383.0

/* Of 0..1. Newton's iteration from above; ends at the first step that does not decrease. */
static double fifth_root(double a) {
    double root = 1.0, next = (4.0 + a) / 5.0;
    while (next < root) {
        root = next;
        next = (4.0 * root + a / (root * root * root * root)) / 5.0;
    }
    return root;
}

/* x^2.4 as x^2 times the fifth root of x^2: the last bits of pow() differ between C libraries. */
static double to_light(double srgb) {
    if (srgb <= 0.04045) return srgb / 12.92;
    double base = (srgb + 0.055) / 1.055, square = base * base;
    return square * fifth_root(square);
}

float vrmi_decode_srgb(float srgb) {
    return (float)to_light((double)fminf(fmaxf(srgb, 0.0f), 1.0f));
}

void vrmi_light_init(vrmi_Light* light) {
    for (int i = 0; i < 256; i++)
        light->from_srgb[i] = (uint16_t)(to_light(i / 255.0) * LIGHT_MAX + 0.5);
    int next = 0; /* each byte ends half way to the one above it */
    for (int i = 0; i < 256; i++) {
        int end = i == 255 ? 16384 : (int)(to_light((i + 0.5) / 255.0) * LIGHT_MAX + 0.5);
        for (; next < end; next++) light->to_srgb[next] = (uint8_t)i;
    }
}
