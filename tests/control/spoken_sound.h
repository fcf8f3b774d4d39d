/* SPDX-License-Identifier: MIT */
/* Five vowels as samples, and as the base64 of a message. For one source file. */
#ifndef VRM_TESTS_CONTROL_SPOKEN_SOUND_H
#define VRM_TESTS_CONTROL_SPOKEN_SOUND_H

#include "support/check.h"
#include "support/voice.h"

static void encode(const uint8_t* bytes, size_t size, char* out) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        *out++ = letters[bits >> 18];
        *out++ = letters[bits >> 12 & 63];
        *out++ = left > 1 ? letters[bits >> 6 & 63] : '=';
        *out++ = left > 2 ? letters[bits & 63] : '=';
    }
    *out = '\0';
}

enum { RATE = 16000, SAMPLES = 16000 };
static float sound[SAMPLES];
static uint8_t pcm[SAMPLES * 2];

/* Five vowels, and the same as 16-bit samples. */
static void make_sound(void) {
    TestVoice voice = test_voice(RATE);
    int32_t count = 0;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++)
        count += test_voice_vowel(&voice, (vrm_Vowel)v, 0.2f, sound + count);
    assert_true(count <= SAMPLES);
    for (int32_t i = 0; i < SAMPLES; i++) {
        int32_t value = i < count ? (int32_t)(sound[i] * 32767.0f) : 0;
        pcm[2 * i] = (uint8_t)(value & 0xFF);
        pcm[2 * i + 1] = (uint8_t)(value >> 8 & 0xFF);
        sound[i] = (float)value / 32768.0f;
    }
}

#endif
