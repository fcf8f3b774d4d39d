/* SPDX-License-Identifier: MIT */
#include "model/color.h"

#include "base/maths.h"

/* Newton's iteration from above; ends at the first step that does not decrease. */
static double fifth_root(double a) {
    double root = a < 1.0 ? 1.0 : a;
    for (;;) {
        double power = root * root * root * root;
        double next = (4.0 * root + a / power) / 5.0;
        if (!(next < root)) return root;
        root = next;
    }
}

float vrmi_srgb_to_linear(float value) {
    if (!(value > 0.0f)) return 0.0f;
    double x = (double)vrmi_clamp(value, 0.0f, 1e15f);
    if (x <= 0.04045) return (float)(x / 12.92);
    if (x > 1.0) return (float)(x * x * fifth_root(x));
    double base = (x + 0.055) / 1.055;
    double square = base * base;
    return (float)(square * fifth_root(square));
}

/* vrmi_srgb_to_linear() is monotonic, so bisection inverts it, without pow(). */
float vrmi_linear_to_srgb(float value) {
    if (!(value > 0.0f)) return 0.0f;
    float low = 0.0f, high = value < 1.0f ? 1.0f : value;
    for (int i = 0; i < 64 && low < high; i++) {
        float middle = low + (high - low) * 0.5f;
        if (middle == low || middle == high) break;
        if (vrmi_srgb_to_linear(middle) < value)
            low = middle;
        else
            high = middle;
    }
    float below = value - vrmi_srgb_to_linear(low), above = vrmi_srgb_to_linear(high) - value;
    return below < above ? low : high;
}

vrm_Vec4 vrmi_color_to_srgb(vrm_Vec4 color) {
    return (vrm_Vec4){vrmi_linear_to_srgb(color.x), vrmi_linear_to_srgb(color.y),
                      vrmi_linear_to_srgb(color.z), color.w};
}

vrm_Vec4 vrmi_srgb_color(vrm_Vec4 color) {
    return (vrm_Vec4){vrmi_srgb_to_linear(color.x), vrmi_srgb_to_linear(color.y),
                      vrmi_srgb_to_linear(color.z), color.w};
}
