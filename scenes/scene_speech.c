/* SPDX-License-Identifier: MIT */
/* A sound of five vowels, without a synthesizer: pulses of a voice go through four resonators,
 * whose frequencies tell vowels apart. Only + - * /: the same bytes everywhere. */
#include "scene_bytes.h"
#include "scenes.h"

enum {
    RATE = SCENE_SPEECH_RATE,
    PITCH = 160,             /* Hz */
    RAMP = RATE / 1000 * 30, /* a vowel begins and ends within 30 ms */
    FORMANTS = 4,
    PEAK = 16000 /* of 32767 */
};

/* y = (1 - b - c) x + b y1 + c y2 at 16 kHz, with c = -e^(-2 pi B / 16000) and b = 2 sqrt(-c)
 * cos(2 pi F / 16000). Bandwidths B are 80, 100, 150, 250 Hz; frequencies F in Hz: */
static const struct {
    double b, c;
} formants[SCENE_VOWELS][FORMANTS] = {
    /* a: 730 1090 2440 3400 */
    {{1.888482949, -0.969072426},
     {1.784181958, -0.961491160},
     {1.116633824, -0.942796460},
     {0.444525694, -0.906490462}},
    /* i: 300 2300 3000 3700 */
    {{1.955182500, -0.969072426},
     {1.214113262, -0.961491160},
     {0.743153672, -0.942796460},
     {0.223814225, -0.906490462}},
    /* u: 320 950 2400 3500 */
    {{1.953304718, -0.969072426},
     {1.826217819, -0.961491160},
     {1.141451998, -0.942796460},
     {0.371490182, -0.906490462}},
    /* e: 500 1900 2600 3600 */
    {{1.930999019, -0.969072426},
     {1.440089502, -0.961491160},
     {1.014668245, -0.942796460},
     {0.297881860, -0.906490462}},
    /* o: 480 850 2600 3500 */
    {{1.933956143, -0.969072426},
     {1.852871526, -0.961491160},
     {1.014668245, -0.942796460},
     {0.371490182, -0.906490462}},
};

SceneVowel scene_speech_vowel(int32_t vowel) {
    double begin_s = 0.3 + 0.65 * vowel;
    return (SceneVowel){begin_s, begin_s + 0.4};
}

/* Samples of one vowel, as loud as they happen to be. */
static double next_sample(int32_t vowel, int32_t index, double state[FORMANTS + 1][2]) {
    double pulse = index % (RATE / PITCH) == 0 ? 1.0 : 0.0;
    double x = pulse + 0.9 * state[FORMANTS][0]; /* a voice is weaker towards high frequencies */
    state[FORMANTS][0] = x;
    for (int i = 0; i < FORMANTS; i++) {
        double b = formants[vowel][i].b, c = formants[vowel][i].c;
        double y = (1.0 - b - c) * x + b * state[i][0] + c * state[i][1];
        state[i][1] = state[i][0];
        state[i][0] = y;
        x = y;
    }
    return x;
}

static double loudest(int32_t vowel, int32_t count) {
    double state[FORMANTS + 1][2] = {{0}}, most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double x = next_sample(vowel, i, state);
        if (x > most) most = x;
        if (-x > most) most = -x;
    }
    return most;
}

static void add_silence(Bytes* bytes, int32_t count) {
    for (int32_t i = 0; i < count; i++) bytes_add_u16(bytes, 0);
}

static void add_vowel(Bytes* bytes, int32_t vowel, int32_t count) {
    double state[FORMANTS + 1][2] = {{0}}, scale = PEAK / loudest(vowel, count);
    for (int32_t i = 0; i < count; i++) {
        int32_t edge = i < count - i ? i : count - i;
        double ramp = edge < RAMP ? (double)edge / RAMP : 1.0;
        int32_t value = (int32_t)(next_sample(vowel, i, state) * scale * ramp);
        bytes_add_u16(bytes, (unsigned)value & 0xFFFFu);
    }
}

SceneBytes scene_speech(void) {
    Bytes samples = {0}, file = {0};
    int32_t at = 0;
    for (int32_t v = 0; v < SCENE_VOWELS; v++) {
        SceneVowel vowel = scene_speech_vowel(v);
        int32_t begin = (int32_t)(vowel.begin_s * RATE + 0.5),
                end = (int32_t)(vowel.end_s * RATE + 0.5);
        add_silence(&samples, begin - at);
        add_vowel(&samples, v, end - begin);
        at = end;
    }
    add_silence(&samples, RATE / 5 * 2);
    bytes_add(&file, "RIFF", 4);
    bytes_add_u32(&file, (uint32_t)samples.size + 36);
    bytes_add(&file, "WAVEfmt ", 8);
    bytes_add_u32(&file, 16);
    bytes_add_u16(&file, 1); /* PCM */
    bytes_add_u16(&file, 1); /* channel */
    bytes_add_u32(&file, RATE);
    bytes_add_u32(&file, RATE * 2);
    bytes_add_u16(&file, 2);
    bytes_add_u16(&file, 16);
    bytes_add(&file, "data", 4);
    bytes_add_u32(&file, (uint32_t)samples.size);
    bytes_add(&file, samples.data, samples.size);
    file.has_failed |= samples.has_failed;
    bytes_release(&samples);
    if (file.has_failed) bytes_release(&file);
    return (SceneBytes){file.data, file.size};
}
