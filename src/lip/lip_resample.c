/* SPDX-License-Identifier: MIT */
/* Any rate to 16 kHz: a sinc under a Hann window, cut off below the lower of the two Nyquist
 * frequencies. The kernel is tabulated at VRMI_LIP_PHASES positions between two input samples; rows
 * in between are interpolated. At whole ratios (48 kHz) every output hits row 0. */
#include "base/maths.h"
#include "base/trig.h"
#include "lip/lip_sound.h"

#include <string.h>

/* Input samples from the centre of the kernel to one of its zeros. */
static double lobe_width(double step) {
    return step > 1.0 ? step : 1.0;
}

int32_t vrmi_lip_resampler_half(double rate_hz) {
    double width = lobe_width(rate_hz / VRMI_LIP_RATE) * VRMI_LIP_LOBES;
    int32_t whole = (int32_t)width;
    return (double)whole < width ? whole + 1 : whole;
}

static float kernel(double distance, double width) {
    double x = distance / width;
    if (x < 0.0) x = -x;
    if (x >= VRMI_LIP_LOBES) return 0.0f;
    float angle = (float)x * VRMI_PI;
    float sinc = x < 1e-6 ? 1.0f : vrmi_sin(angle) / angle;
    return sinc * (0.5f + 0.5f * vrmi_cos(angle / VRMI_LIP_LOBES));
}

void vrmi_lip_resampler_init(vrmi_LipResampler* r) {
    double width = lobe_width(r->step);
    for (int32_t phase = 0; phase <= VRMI_LIP_PHASES; phase++) {
        float* row = r->rows + (size_t)phase * 2 * (size_t)r->half;
        float sum = 0.0f;
        for (int32_t tap = 0; tap < 2 * r->half; tap++) {
            /* Tap 0 is the sample half - 1 before the one at or below the position. */
            double distance = tap - (r->half - 1) - (double)phase / VRMI_LIP_PHASES;
            row[tap] = kernel(distance, width);
            sum += row[tap];
        }
        for (int32_t tap = 0; tap < 2 * r->half; tap++) row[tap] /= sum;
    }
    vrmi_lip_resampler_restart(r);
}

/* The sound begins after silence: `half` zeros. */
void vrmi_lip_resampler_restart(vrmi_LipResampler* r) {
    r->next = 0;
    r->first = -r->half;
    r->count = r->half;
    memset(r->input, 0, (size_t)r->half * sizeof *r->input);
}

int32_t vrmi_lip_resampler_push(vrmi_LipResampler* r, const float* samples, int32_t count) {
    int32_t capacity = 2 * r->half + VRMI_LIP_CHUNK;
    if (count > capacity - r->count) count = capacity - r->count;
    for (int32_t i = 0; i < count; i++) {
        float sample = samples == NULL || !vrmi_is_finite(samples[i]) ? 0.0f : samples[i];
        r->input[r->count + i] = vrmi_clamp(sample, -1.0f, 1.0f);
    }
    r->count += count;
    return count;
}

/* Four sums, so that the compiler may keep them in one register of four: the order is fixed. */
static float dot(const float* a, const float* b, int32_t count) {
    float sums[4] = {0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int32_t k = 0; k < 4; k++) sums[k] += a[i + k] * b[i + k];
    for (int32_t k = 0; i + k < count; k++) sums[k] += a[i + k] * b[i + k];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

bool vrmi_lip_resampler_pull(vrmi_LipResampler* r, float* out) {
    double position = (double)r->next * r->step;
    int64_t whole = (int64_t)position;
    int64_t begin = whole - (r->half - 1) - r->first;
    int32_t taps = 2 * r->half;
    if (begin + taps > r->count) {
        /* What lies before the next output is done with. */
        int32_t done = begin < r->count ? (int32_t)begin : r->count;
        memmove(r->input, r->input + done, (size_t)(r->count - done) * sizeof *r->input);
        r->first += done;
        r->count -= done;
        return false;
    }
    float phase = (float)(position - (double)whole) * VRMI_LIP_PHASES;
    int32_t row = (int32_t)phase;
    if (row >= VRMI_LIP_PHASES) row = VRMI_LIP_PHASES - 1;
    float between = phase - (float)row;
    const float* samples = r->input + begin;
    const float* taps_of_row = r->rows + (size_t)row * (size_t)taps;
    float sample = dot(samples, taps_of_row, taps);
    if (between > 0.0f) sample += (dot(samples, taps_of_row + taps, taps) - sample) * between;
    *out = sample;
    r->next++;
    return true;
}
