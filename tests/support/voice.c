/* SPDX-License-Identifier: MIT */
#include "support/voice.h"

#include <math.h>

#define TURN 6.283185307179586

/* Formants of a man in Hz: Peterson and Barney 1952, "Control methods used in a study of the
 * vowels", /a/ /i/ /u/ /e/ /o/ as five vowels have them. */
static const double formants[VRM_VOWEL_COUNT][3] = {
    {730, 1180, 2440}, {270, 2290, 3010}, {310, 950, 2240}, {500, 1850, 2500}, {500, 850, 2410}};
static const double hum_formants[3] = {250, 1100, 2200};

TestVoice test_voice(float rate_hz) {
    return (TestVoice){
        .rate_hz = rate_hz, .pitch_hz = 120.0f, .tract = 1.0f, .loudness = 0.2f, .random = 1};
}

static double noise(TestVoice* voice) {
    voice->random = voice->random * 1664525u + 1013904223u;
    return (double)(int32_t)voice->random * 0x1p-31;
}

/* A resonance with a gain of 1 at 0 Hz. */
static double resonate(double state[2], double sample, double hz, double width_hz, double rate_hz) {
    if (hz > 0.45 * rate_hz) return sample;
    double radius = exp(-0.5 * TURN * width_hz / rate_hz);
    double b = 2.0 * radius * cos(TURN * hz / rate_hz), c = -radius * radius;
    double out = (1.0 - b - c) * sample + b * state[0] + c * state[1];
    state[1] = state[0];
    state[0] = out;
    return out;
}

static double speak(TestVoice* voice, const double hz[3]) {
    double rate_hz = (double)voice->rate_hz;
    /* Each period is a little longer or shorter, louder or softer than the last, as in every voice:
     * a sound that repeats itself exactly is a hum. */
    voice->phase += (double)voice->pitch_hz * (1.0 + voice->jitter) / rate_hz;
    double pulse = 0.002 * noise(voice);
    if (voice->phase >= 1.0) {
        voice->phase -= 1.0;
        voice->jitter = 0.7 * voice->jitter + 0.015 * noise(voice);
        pulse += rate_hz / (double)voice->pitch_hz * (1.0 + 0.1 * noise(voice));
    }
    /* The glottis falls by 12 dB an octave; the lips radiate 6 dB an octave more. */
    double glottis = resonate(voice->low, pulse, 0.0, 100.0, rate_hz);
    double out = (glottis - voice->before) * rate_hz * 1e-3;
    voice->before = glottis;
    double tract = (double)voice->tract;
    for (int i = 0; i < 3; i++)
        out = resonate(voice->high[i], out, hz[i] * tract, 60.0 + 0.03 * hz[i], rate_hz);
    return resonate(voice->high[3], out, 3500.0 * tract, 250.0, rate_hz);
}

static int32_t sound(TestVoice* voice, const double hz[3], double gain, float seconds,
                     float* samples) {
    int32_t count = (int32_t)(seconds * voice->rate_hz);
    double fade = 0.02 * (double)voice->rate_hz;
    for (int32_t i = 0; i < count; i++) {
        double edge = (double)(i < count - i ? i : count - i) / fade;
        samples[i] = (float)(speak(voice, hz) * gain * (edge < 1.0 ? edge : 1.0));
    }
    return count;
}

int32_t test_voice_vowel(TestVoice* voice, vrm_Vowel vowel, float seconds, float* samples) {
    return sound(voice, formants[vowel], (double)voice->loudness * 0.25, seconds, samples);
}

int32_t test_voice_hum(TestVoice* voice, float seconds, float* samples) {
    return sound(voice, hum_formants, (double)voice->loudness * 0.08, seconds, samples);
}

int32_t test_voice_noise(TestVoice* voice, float loudness, float seconds, float* samples) {
    int32_t count = (int32_t)(seconds * voice->rate_hz);
    for (int32_t i = 0; i < count; i++) samples[i] = (float)noise(voice) * loudness;
    return count;
}
