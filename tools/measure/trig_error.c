/* SPDX-License-Identifier: MIT */
/* Measures base/trig.h against the C library's double precision, over every float or every n-th:
 *
 *   cc -O2 -ffp-contract=off -Isrc -Iinclude tools/measure/trig_error.c src/base/trig.c -lm -o
 * trig_error
 *   ./trig_error [stride, default 1]
 *
 * Prints for each function the largest error in ulp (of the float nearest to the true result) and
 * where it is. All functions are odd, even or mirrored bit for bit (the unit test checks that), so
 * positive arguments are enough. A full run takes some minutes. */
#include "base/trig.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float float_of(uint32_t bits) {
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static uint32_t bits_of(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

/* The error in units of the last place of the true result. */
static double ulps(float got, double exact) {
    int exponent;
    frexp(exact, &exponent);
    double unit = ldexp(1.0, exponent - 24 < -149 ? -149 : exponent - 24);
    return fabs(got - exact) / unit;
}

typedef struct Worst {
    const char* name;
    double error;
    float at, at2;
} Worst;

static void note(Worst* worst, double error, float at, float at2) {
    if (error <= worst->error) return;
    worst->error = error;
    worst->at = at;
    worst->at2 = at2;
}

static void print(const Worst* worst) {
    printf("%-16s %.4f ulp at %.9g", worst->name, worst->error, (double)worst->at);
    if (worst->at2 != 0.0f) printf(", %.9g", (double)worst->at2);
    printf("\n");
    fflush(stdout);
}

static void sweep_sincos(uint32_t from, uint32_t to, uint32_t stride, const char* of) {
    Worst worst_sin = {of, 0, 0, 0}, worst_cos = {of, 0, 0, 0};
    for (uint64_t bits = from; bits <= to; bits += stride) {
        float a = float_of((uint32_t)bits);
        vrmi_SinCos got = vrmi_sincos(a);
        note(&worst_sin, ulps(got.sin, sin((double)a)), a, 0.0f);
        note(&worst_cos, ulps(got.cos, cos((double)a)), a, 0.0f);
    }
    printf("sin ");
    print(&worst_sin);
    printf("cos ");
    print(&worst_cos);
}

static void sweep_inverse(uint32_t stride) {
    Worst worst_asin = {"asin", 0, 0, 0}, worst_acos = {"acos", 0, 0, 0};
    for (uint64_t bits = 0; bits <= bits_of(1.0f); bits += stride) {
        float a = float_of((uint32_t)bits);
        note(&worst_asin, ulps(vrmi_asin(a), asin((double)a)), a, 0.0f);
        note(&worst_acos, ulps(vrmi_acos(a), acos((double)a)), a, 0.0f);
        note(&worst_acos, ulps(vrmi_acos(-a), acos(-(double)a)), -a, 0.0f);
    }
    print(&worst_asin);
    print(&worst_acos);
}

/* Two arguments: a mix of a walk over all exponents and a random filling of the circle. */
static void sweep_atan2(uint32_t stride) {
    Worst worst = {"atan2", 0, 0, 0};
    uint64_t state = 1;
    for (uint64_t i = 0; i < 0x20000000u; i += stride) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint32_t y = (uint32_t)(state >> 32);
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint32_t x = (uint32_t)(state >> 32);
        if (i & 1) { /* within a factor of 16 of each other */
            uint32_t exponent = (x >> 23 & 0xFF) + (y >> 23 & 7) - 4;
            y = (y & 0x807FFFFF) | (exponent & 0xFF) << 23;
        }
        float fy = float_of(y), fx = float_of(x);
        if (!isfinite(fy) || !isfinite(fx)) continue;
        note(&worst, ulps(vrmi_atan2(fy, fx), atan2((double)fy, (double)fx)), fy, fx);
    }
    print(&worst);
}

int main(int argc, char** argv) {
    uint32_t stride = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    if (stride == 0) stride = 1;
    sweep_sincos(0, bits_of(201.0f), stride, "to 201");
    sweep_sincos(bits_of(201.0f) + 1, 0x7F7FFFFF, stride, "beyond 201");
    sweep_inverse(stride);
    sweep_atan2(stride);
    return 0;
}
