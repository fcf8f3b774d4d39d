/* SPDX-License-Identifier: MIT */
#include "validate/schema/numbers.h"

#include <math.h>
#include <string.h>

typedef double Pair __attribute__((vector_size(16)));
typedef int64_t PairMask __attribute__((vector_size(16)));

static inline Pair choose(PairMask mask, Pair a, Pair b) {
    return (Pair)(((PairMask)a & mask) | ((PairMask)b & ~mask));
}

/* Twelve numbers side by side begin with the same component each time, for 1 to 4 components. */
#define PAIRS 6
#define SIDE  (2 * PAIRS)

static void lower(double* least, double value) {
    *least = value < *least ? value : *least;
}

static void heighten(double* greatest, double value) {
    *greatest = value > *greatest ? value : *greatest;
}

/* Compilers do not vectorise a choice that NaN takes part in by themselves, hence the pairs. */
void vrmi_numbers_bound(const double* numbers, uint32_t count, uint32_t components, double* min,
                        double* max) {
    uint32_t i = 0, end = SIDE % components == 0 ? count / SIDE * SIDE : 0;
    Pair low[PAIRS], high[PAIRS];
    for (uint32_t k = 0; k < PAIRS; k++) {
        low[k] = (Pair){(double)INFINITY, (double)INFINITY};
        high[k] = -low[k];
    }
    for (; i < end; i += SIDE) {
        for (uint32_t k = 0; k < PAIRS; k++) {
            Pair value;
            memcpy(&value, numbers + i + 2 * k, sizeof value);
            low[k] = choose(value < low[k], value, low[k]);
            high[k] = choose(value > high[k], value, high[k]);
        }
    }
    for (uint32_t k = 0; k < SIDE; k++) {
        lower(&min[k % components], low[k / 2][k % 2]);
        heighten(&max[k % components], high[k / 2][k % 2]);
    }
    for (; i < count; i++) {
        lower(&min[i % components], numbers[i]);
        heighten(&max[i % components], numbers[i]);
    }
}

/* The exponent of an infinite number and of NaN is all ones. */
bool vrmi_numbers_are_finite(const double* numbers, uint32_t count) {
    const uint64_t exponent = UINT64_C(0x7FF) << 52;
    uint64_t others = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        others += (bits & exponent) == exponent;
    }
    return others == 0;
}

uint64_t vrmi_numbers_degenerate(const double* corners, uint32_t count) {
    uint64_t degenerate = 0;
    for (uint32_t i = 0; i < count; i++, corners += 3)
        degenerate +=
            (corners[0] == corners[1]) | (corners[1] == corners[2]) | (corners[2] == corners[0]);
    return degenerate;
}

bool vrmi_numbers_are_unit(const double* numbers, uint32_t elements, uint32_t components,
                           double tolerance) {
    uint64_t others = 0;
    for (uint32_t e = 0; e < elements; e++, numbers += components) {
        double square = numbers[0] * numbers[0] + numbers[1] * numbers[1] + numbers[2] * numbers[2];
        others += !(fabs(square - 1) <= tolerance);
    }
    return others == 0;
}
