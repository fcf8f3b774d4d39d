/* SPDX-License-Identifier: MIT */
/* A voice made in code: pulses of the glottis through four resonances, as in the synthesizers of
 * Klatt. Good enough to tell vowels apart; no speech of a person. */
#ifndef VRM_TESTS_SUPPORT_VOICE_H
#define VRM_TESTS_SUPPORT_VOICE_H

#include "vrm/lip.h"

typedef struct TestVoice {
    float rate_hz;
    float pitch_hz;
    float tract;    /**< Scales the formants: 1 a man's, 1.17 a woman's. */
    float loudness; /**< Amplitude of vowels, about. */
    uint32_t random;
    double phase, jitter, before;
    double low[2], high[4][2]; /**< Filters. */
} TestVoice;

/** A voice at a rate: pitch 120, tract 1, loudness 0.2. */
TestVoice test_voice(float rate_hz);

/** Adds `seconds` of a vowel to `samples`; 20 ms of fading at both ends. Returns the count. */
int32_t test_voice_vowel(TestVoice* voice, vrm_Vowel vowel, float seconds, float* samples);

/** As test_voice_vowel() for an m: the voice behind closed lips. */
int32_t test_voice_hum(TestVoice* voice, float seconds, float* samples);

/** White noise, -1..1, times `loudness`. */
int32_t test_voice_noise(TestVoice* voice, float loudness, float seconds, float* samples);

#endif
