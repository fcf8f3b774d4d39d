/* SPDX-License-Identifier: MIT */
/* Hashes of the frames that vrm_Lip gives for sound made in code, at several rates, plain and
 * calibrated. The sound is whole-number arithmetic but for one division a sample. */
#include "base/hash.h"
#include "vrm/lip.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 4 };

/* Pulses through two resonances that change every quarter of a second, noise, and pauses. */
static void make_sound(float* samples, int32_t count, int32_t rate) {
    static const int32_t notes[][2] = {{28, 20}, {31, 4}, {30, 27}, {29, 12}, {27, 25}};
    uint32_t random = 37;
    int32_t a[2] = {0}, b[2] = {0};
    for (int32_t i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        int32_t part = i / (rate / 4), noise = (int32_t)(random >> 20) - 2048;
        int32_t pulse = i % (rate / 130) == 0 ? 20000 : noise / 64;
        if (part % 3 == 2) pulse = part % 2 ? 0 : noise / 8;
        const int32_t* note = notes[part % 5];
        int32_t x = pulse + (note[0] * a[0] - 15 * a[1]) / 16;
        a[1] = a[0];
        a[0] = x / 2 * 2 > 400000 ? 400000 : x < -400000 ? -400000 : x;
        int32_t y = a[0] / 8 + (note[1] * b[0] - 15 * b[1]) / 16;
        b[1] = b[0];
        b[0] = y > 400000 ? 400000 : y < -400000 ? -400000 : y;
        samples[i] = (float)b[0] / 524288.0f;
    }
}

static uint64_t put(uint64_t hash, float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return vrmi_hash_word(hash, bits);
}

static void run(int32_t rate, bool is_calibrated) {
    int32_t count = rate * SECONDS;
    float* samples = malloc((size_t)count * sizeof *samples);
    vrm_LipFrame frames[SECONDS * 100 + 32];
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = (float)rate;
    vrm_Lip* lip = NULL;
    if (samples == NULL || vrm_lip_create(&def, &lip) != VRM_OK) exit(1);
    make_sound(samples, count, rate);
    bool taken = is_calibrated && vrm_lip_calibrate(lip, samples, count);
    int32_t got = vrm_lip_feed(lip, samples, count, frames, SECONDS * 100 + 32);
    got += vrm_lip_finish(lip, frames + got, SECONDS * 100 + 32 - got);
    uint64_t hash = (uint64_t)got * 2 + taken;
    int32_t speech = 0;
    for (int32_t f = 0; f < got; f++) {
        for (int v = 0; v < VRM_VOWEL_COUNT; v++) hash = put(hash, frames[f].vowels[v]);
        hash = put(put(hash, frames[f].loudness), frames[f].closed);
        speech += frames[f].is_speech;
    }
    printf("lip_%d%s_%d_of_%d %016" PRIx64 "\n", rate, taken ? "_calibrated" : "", speech, got,
           vrmi_hash_end(hash));
    free(samples);
    vrm_lip_destroy(lip);
}

int main(void) {
    static const int32_t rates[] = {8000, 16000, 44100, 48000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        run(rates[i], false);
        run(rates[i], true);
    }
    return 0;
}
