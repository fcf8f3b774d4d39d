/* SPDX-License-Identifier: MIT */
/* 25 ms of sound to numbers that describe it: levels of bands on the mel scale below 3.8 kHz, where
 * the formants of vowels are and which a telephone's 8 kHz still has; the level above; and how
 * periodic the sound is, from the autocorrelation. */
#include "base/maths.h"
#include "base/trig.h"
#include "lip/lip_sound.h"

#include <string.h>

#define BIN_HZ ((float)VRMI_LIP_RATE / VRMI_LIP_FFT)

/* The bands and the pitch are within these. */
#define LOWEST_HZ  90.0f
#define HIGHEST_HZ 3800.0f

enum {
    HIGH_BEGIN = 144, /* bins of 4.5 to 7.5 kHz */
    HIGH_END = 240,
    PITCH_BEGIN = 3, /* bins of 90 Hz to 2 kHz */
    PITCH_END = 64,
    LAG_BEGIN = 16, /* at 8 kHz: pitches of 500 to 75 Hz */
    LAG_END = 107
};

/* Bins from the middle of a band to its end, at least: 156 Hz. */
#define LEAST_SLOPE 5.0f

/* Power of digital silence: -100 dB of a full-scale sine. */
#define LEAST_POWER 1e-10f

/* How far below the voice a bin is flattened, as a part of the voice's power: -52 dB. */
#define BIN_FLOOR 6e-6f

/* ---- Tables ---- */

static float mel_of(float hz) {
    return 781.177f * vrmi_lip_log2(1.0f + hz / 700.0f); /* 1127 ln(1 + hz / 700) */
}

static float hz_of(float mel) {
    return 700.0f * (vrmi_lip_exp2(mel / 781.177f) - 1.0f);
}

static void init_lag_scale(vrmi_LipTables* tables) {
    /* The autocorrelation of the window, at every second sample. */
    float whole = 0.0f;
    for (int32_t i = 0; i < VRMI_LIP_WINDOW; i++) whole += tables->window[i] * tables->window[i];
    for (int32_t lag = 0; lag < VRMI_LIP_PITCH_FFT / 2; lag++) {
        float sum = 0.0f;
        for (int32_t i = 0; i + 2 * lag < VRMI_LIP_WINDOW; i++)
            sum += tables->window[i] * tables->window[i + 2 * lag];
        tables->lag_scale[lag] = whole / sum;
    }
}

void vrmi_lip_tables_init(vrmi_LipTables* tables, float warp) {
    for (int32_t i = 0; i < VRMI_LIP_WINDOW; i++) {
        float angle = ((float)i + 0.5f) * (2.0f * VRMI_PI / VRMI_LIP_WINDOW);
        tables->window[i] = 0.5f - 0.5f * vrmi_cos(angle);
    }
    for (int32_t i = 0; i < VRMI_LIP_FFT / 2; i++) {
        vrmi_SinCos turn = vrmi_sincos((float)i * (-2.0f * VRMI_PI / VRMI_LIP_FFT));
        tables->cosines[i] = turn.cos;
        tables->sines[i] = turn.sin;
    }
    for (int32_t c = 0; c < VRMI_LIP_CEPSTRA; c++)
        for (int32_t b = 0; b < VRMI_LIP_BANDS; b++) {
            float angle = (float)(c + 1) * ((float)b + 0.5f) * (VRMI_PI / VRMI_LIP_BANDS);
            tables->dct[c][b] = vrmi_cos(angle) * (2.0f / VRMI_LIP_BANDS);
        }
    float low = mel_of(LOWEST_HZ), high = mel_of(HIGHEST_HZ);
    for (int32_t b = 0; b < VRMI_LIP_BANDS + 2; b++) {
        float mel = low + (high - low) * (float)b / (VRMI_LIP_BANDS + 1);
        tables->band_edges[b] = vrmi_clamp(hz_of(mel) * warp / BIN_HZ, 2.0f, VRMI_LIP_FFT / 2 - 8);
    }
    init_lag_scale(tables);
}

/* ---- Fourier transform ---- */

/* In place, decimation in time, `count` complex numbers, a power of two up to VRMI_LIP_FFT / 2. */
static void transform(const vrmi_LipTables* tables, float* re, float* im, int32_t count) {
    for (int32_t i = 1, j = 0; i < count; i++) {
        int32_t bit = count >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        float swap = re[i];
        re[i] = re[j];
        re[j] = swap;
        swap = im[i];
        im[i] = im[j];
        im[j] = swap;
    }
    for (int32_t size = 2; size <= count; size *= 2) {
        int32_t half = size / 2, stride = VRMI_LIP_FFT / size;
        for (int32_t k = 0; k < half; k++) {
            float c = tables->cosines[k * stride], s = tables->sines[k * stride];
            for (int32_t i = k; i < count; i += size) {
                float x = re[i + half] * c - im[i + half] * s;
                float y = re[i + half] * s + im[i + half] * c;
                re[i + half] = re[i] - x;
                im[i + half] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
    }
}

/* The spectrum of `count` real samples, bins 0 .. count / 2 - 1: even samples as the real, odd ones
 * as the imaginary part of half as many complex numbers. `im` may be NULL where only the real part
 * is asked for. */
static void transform_real(const vrmi_LipTables* tables, const float* samples, int32_t count,
                           float* out_re, float* out_im) {
    float re[VRMI_LIP_FFT / 2], im[VRMI_LIP_FFT / 2];
    int32_t half = count / 2, stride = VRMI_LIP_FFT / count;
    for (int32_t i = 0; i < half; i++) {
        re[i] = samples[2 * i];
        im[i] = samples[2 * i + 1];
    }
    transform(tables, re, im, half);
    for (int32_t k = 0; k < half; k++) {
        int32_t mirror = (half - k) & (half - 1);
        float even_re = 0.5f * (re[k] + re[mirror]), even_im = 0.5f * (im[k] - im[mirror]);
        float odd_re = 0.5f * (im[k] + im[mirror]), odd_im = 0.5f * (re[mirror] - re[k]);
        float c = tables->cosines[k * stride], s = tables->sines[k * stride];
        out_re[k] = even_re + odd_re * c - odd_im * s;
        if (out_im != NULL) out_im[k] = even_im + odd_re * s + odd_im * c;
    }
}

/* ---- Measure ---- */

/* The highest peak of the normalised autocorrelation at lags of a voice. */
static float measure_voiced(const vrmi_LipTables* tables, const float power[VRMI_LIP_FFT / 2]) {
    float mirrored[VRMI_LIP_PITCH_FFT] = {0}, lags[VRMI_LIP_PITCH_FFT / 2];
    for (int32_t k = PITCH_BEGIN; k < PITCH_END; k++)
        mirrored[k] = mirrored[VRMI_LIP_PITCH_FFT - k] = power[k];
    transform_real(tables, mirrored, VRMI_LIP_PITCH_FFT, lags, NULL);
    if (!(lags[0] > LEAST_POWER)) return 0.0f;
    float highest = 0.0f;
    for (int32_t lag = LAG_BEGIN; lag < LAG_END; lag++) {
        /* A local peak: the slope down from lag 0 is none. */
        if (lags[lag] < lags[lag - 1] || lags[lag] < lags[lag + 1]) continue;
        float peak = lags[lag] * tables->lag_scale[lag];
        if (peak > highest) highest = peak;
    }
    return vrmi_clamp(highest / lags[0], 0.0f, 1.0f);
}

static void measure_bands(const vrmi_LipTables* tables, const float power[VRMI_LIP_FFT / 2],
                          float out[VRMI_LIP_BANDS]) {
    for (int32_t b = 0; b < VRMI_LIP_BANDS; b++) {
        /* At least LEAST_SLOPE bins on each side: bands that are narrower than the harmonics of a
         * high voice would measure its pitch, not its formants. */
        float left = tables->band_edges[b], middle = tables->band_edges[b + 1];
        float right = tables->band_edges[b + 2];
        if (left > middle - LEAST_SLOPE) left = middle - LEAST_SLOPE;
        if (left < 1.0f) left = 1.0f;
        if (right < middle + LEAST_SLOPE) right = middle + LEAST_SLOPE;
        float sum = 0.0f, weights = 0.0f;
        for (int32_t k = (int32_t)left + 1; (float)k < right; k++) {
            float bin = (float)k;
            float weight =
                bin < middle ? (bin - left) / (middle - left) : (right - bin) / (right - middle);
            sum += weight * power[k];
            weights += weight;
        }
        out[b] = sum / weights;
    }
}

/* What a microphone adds to every sample. The window lets 3 % of it through to the lowest bins,
 * which is louder than a soft voice. */
static float mean_of(const float samples[VRMI_LIP_WINDOW]) {
    float sum = 0.0f;
    for (int32_t i = 0; i < VRMI_LIP_WINDOW; i++) sum += samples[i];
    return sum * (1.0f / VRMI_LIP_WINDOW);
}

void vrmi_lip_measure(const vrmi_LipTables* tables, const float samples[VRMI_LIP_WINDOW],
                      vrmi_LipMeasure* out) {
    float padded[VRMI_LIP_FFT] = {0}, re[VRMI_LIP_FFT / 2], im[VRMI_LIP_FFT / 2];
    float power[VRMI_LIP_FFT / 2];
    float mean = mean_of(samples);
    for (int32_t i = 0; i < VRMI_LIP_WINDOW; i++)
        padded[i] = (samples[i] - mean) * tables->window[i];
    transform_real(tables, padded, VRMI_LIP_FFT, re, im);
    /* A sine of amplitude 1 has the power 1: the window keeps 3/8 of it, half is in these bins. */
    const float scale = 2.0f / (0.375f * VRMI_LIP_WINDOW * VRMI_LIP_FFT);
    for (int32_t k = 0; k < VRMI_LIP_FFT / 2; k++)
        power[k] = (re[k] * re[k] + im[k] * im[k]) * scale;
    float level = LEAST_POWER, high = LEAST_POWER;
    for (int32_t k = PITCH_BEGIN; (float)k * BIN_HZ < HIGHEST_HZ; k++) level += power[k];
    for (int32_t k = HIGH_BEGIN; k < HIGH_END; k++) high += power[k];
    out->level = vrmi_lip_log2(level);
    out->high = vrmi_lip_log2(high);
    out->voiced = measure_voiced(tables, power);
    measure_bands(tables, power, out->bands);
}

void vrmi_lip_inputs(const vrmi_LipTables* tables, const vrmi_LipMeasure* measure, float reference,
                     float out[VRMI_LIP_INPUTS]) {
    float floor = vrmi_lip_exp2(reference) * BIN_FLOOR + LEAST_POWER * 0.01f;
    float logs[VRMI_LIP_BANDS];
    for (int32_t b = 0; b < VRMI_LIP_BANDS; b++) logs[b] = vrmi_lip_log2(measure->bands[b] + floor);
    for (int32_t c = 0; c < VRMI_LIP_CEPSTRA; c++) {
        float sum = 0.0f;
        for (int32_t b = 0; b < VRMI_LIP_BANDS; b++) sum += tables->dct[c][b] * logs[b];
        out[c] = sum;
    }
    out[VRMI_LIP_INPUT_LEVEL] = vrmi_clamp(measure->level - reference, -14.0f, 4.0f) * 0.25f;
    out[VRMI_LIP_INPUT_HIGH] = vrmi_clamp(measure->high - measure->level, -10.0f, 4.0f) * 0.25f;
    out[VRMI_LIP_INPUT_VOICED] = measure->voiced * 2.0f - 1.0f;
}
