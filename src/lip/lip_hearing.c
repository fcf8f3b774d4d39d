/* SPDX-License-Identifier: MIT */
/* 16 kHz to frames: levels of voice and background, the classifier, and what the mouth does. */
#include "base/maths.h"
#include "lip/lip_sound.h"

#include <string.h>

/* Levels in binary logarithms: 1 is 3 dB. */
#define QUIET_LEVEL     (-20.0f) /* -60 dB: silence, whoever speaks */
#define USUAL_REFERENCE (-7.0f)  /* loud syllables of speech at -21 dB */
#define LEAST_REFERENCE (-15.0f) /* -45 dB */
#define FLOOR_RISE      0.02f    /* for each frame: 6 dB a second */
#define REFERENCE_FALL  0.005f   /* for each frame of sound: 1.5 dB a second */
#define LOUDNESS_RANGE  10.0f    /* loudness 0 is 30 dB below the reference */
#define STEADY_CHANGE   0.1f     /* of each band, on average: 0.3 dB */
#define STEADY_FRAMES   30
#define LOUD_ABOVE      4.0f /* the background: 12 dB */
#define LOUD_BELOW      5.0f /* the reference: 15 dB */
#define TONE_VOICED     0.0f /* as the classifier reads it: half of the sound repeats itself */
#define TONE_FRAMES     30
#define TONE_STEADY     5
#define DOUBTED_QUIET   0.1f
#define USUAL_HEARD     60.0f /* frames of vowels that the mean of an average voice counts for */
#define MOST_HEARD      1000.0f

void vrmi_lip_change_voice(vrmi_LipHearing* hearing, vrmi_LipVoice voice) {
    if (hearing->measured > 0) hearing->floor += voice.gain - hearing->voice.gain;
    hearing->voice = voice;
}

vrmi_LipVoice vrmi_lip_usual_voice(void) {
    vrmi_LipVoice voice = {.reference = USUAL_REFERENCE, .warp = 1.0f};
    memcpy(voice.cepstrum, vrmi_lip_usual_cepstrum, sizeof voice.cepstrum);
    return voice;
}

void vrmi_lip_hearing_restart(vrmi_LipHearing* hearing, vrmi_LipVoice voice) {
    memset(hearing, 0, sizeof *hearing);
    hearing->voice = voice;
    hearing->floor = QUIET_LEVEL;
    /* Frame 0 is centred on sample 0: half a window of silence comes before it. */
    hearing->missing = VRMI_LIP_WINDOW / 2;
}

/* The floor follows quiet frames at once and louder ones slowly; the reference is its mirror. */
static void follow_levels(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure) {
    float level = measure->level;
    if (level < hearing->floor)
        hearing->floor += (level - hearing->floor) * 0.3f;
    else
        hearing->floor += FLOOR_RISE;
    if (hearing->floor > level && level > QUIET_LEVEL) hearing->floor = level;
    if (hearing->floor < QUIET_LEVEL) hearing->floor = QUIET_LEVEL;
    float* reference = &hearing->voice.reference;
    if (level > *reference && measure->voiced > 0.5f)
        *reference += (level - *reference) * 0.2f;
    else if (*reference > LEAST_REFERENCE && level > hearing->floor + 2.0f)
        *reference -= REFERENCE_FALL;
}

/* Voices and microphones differ in what all of their sounds have in common; vowels are told apart
 * by the rest. The mean begins as that of an average voice. */
static void follow_voice(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure,
                         float inputs[VRMI_LIP_INPUTS]) {
    vrmi_LipVoice* voice = &hearing->voice;
    if (measure->voiced > 0.4f && measure->level > hearing->floor + 4.0f &&
        measure->level > voice->reference - 4.0f) {
        if (voice->heard < MOST_HEARD) voice->heard += 1.0f;
        for (int32_t c = 0; c < VRMI_LIP_CEPSTRA; c++)
            voice->cepstrum[c] += (inputs[c] - voice->cepstrum[c]) / (USUAL_HEARD + voice->heard);
    }
    for (int32_t c = 0; c < VRMI_LIP_CEPSTRA; c++) inputs[c] -= voice->cepstrum[c];
}

/* Hum and tones repeat themselves; a voice does not, not even one that holds a vowel. A sound that
 * is the same as 100 ms before, for a while, is part of the background. */
static void follow_change(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure) {
    float* past = hearing->past[hearing->measured % VRMI_LIP_REPEAT];
    float change = 0.0f, least = vrmi_lip_exp2(measure->level - 14.0f) + 1e-12f;
    for (int32_t b = 0; b < VRMI_LIP_BANDS; b++) {
        float level = vrmi_lip_log2(measure->bands[b] + least);
        change += level > past[b] ? level - past[b] : past[b] - level;
        past[b] = level;
    }
    hearing->steady = change < STEADY_CHANGE * VRMI_LIP_BANDS ? hearing->steady + 1 : 0;
    if (hearing->steady >= STEADY_FRAMES && hearing->floor < measure->level)
        hearing->floor = measure->level;
    if (hearing->steady > STEADY_FRAMES) hearing->steady = STEADY_FRAMES;
}

/* As if the sound were louder. */
static void amplify(vrmi_LipMeasure* measure, float gain) {
    float factor = vrmi_lip_exp2(gain);
    measure->level += gain;
    measure->high += gain;
    for (int32_t b = 0; b < VRMI_LIP_BANDS; b++) measure->bands[b] *= factor;
}

/* The window is that of the next frame. */
static void measure_frame(const vrmi_LipTables* tables, vrmi_LipHearing* hearing) {
    vrmi_LipMeasure measure;
    vrmi_lip_measure(tables, hearing->window, &measure);
    if (hearing->voice.gain > 0.0f) amplify(&measure, hearing->voice.gain);
    follow_levels(hearing, &measure);
    follow_change(hearing, &measure);
    int32_t slot = (int32_t)(hearing->measured % VRMI_LIP_RING);
    vrmi_lip_inputs(tables, &measure, hearing->voice.reference, hearing->inputs[slot]);
    follow_voice(hearing, &measure, hearing->inputs[slot]);
    hearing->levels[slot] = measure.level;
    hearing->floors[slot] = hearing->floor;
    hearing->measured++;
}

/* The frame that has all of its context: the one VRMI_LIP_AHEAD frames before the newest. Frames
 * before the first count as the first. */
static void classify_frame(const vrmi_LipHearing* hearing, float out[VRMI_LIP_CLASSES]) {
    const float* inputs[VRMI_LIP_CONTEXT];
    for (int32_t i = 0; i < VRMI_LIP_CONTEXT; i++) {
        int64_t frame = hearing->reported + (i - VRMI_LIP_CONTEXT / 2) * VRMI_LIP_CONTEXT_STEP;
        if (frame < 0) frame = 0;
        inputs[i] = hearing->inputs[frame % VRMI_LIP_RING];
    }
    vrmi_lip_classify(inputs, out);
}

/* The frame and its neighbours are; noise is now and then, for one frame. */
static bool is_periodic(const vrmi_LipHearing* hearing) {
    for (int64_t frame = hearing->reported - 1; frame <= hearing->reported + 1; frame++) {
        const float* inputs = hearing->inputs[(frame < 0 ? 0 : frame) % VRMI_LIP_RING];
        if (inputs[VRMI_LIP_INPUT_VOICED] <= TONE_VOICED) return false;
    }
    return true;
}

/* The classifier takes some voices that it does not know for tones and chords. So a periodic sound
 * well above the background is not quiet before it was taken for a tone for TONE_FRAMES, without
 * pauses that make up for them: people pause, tunes go on. A sound that repeats itself is no voice
 * either way. */
static void doubt_quiet(vrmi_LipHearing* hearing, int32_t slot, float now[VRMI_LIP_CLASSES]) {
    float level = hearing->levels[slot], quiet = now[VRMI_LIP_QUIET];
    bool is_pause = level < hearing->voice.reference - LOUD_BELOW;
    bool is_doubtful =
        !is_pause && level > hearing->floors[slot] + LOUD_ABOVE && is_periodic(hearing);
    if (is_doubtful && quiet > 0.5f) {
        if (hearing->tone < 2 * TONE_FRAMES) hearing->tone++;
    } else if ((is_pause || quiet <= 0.5f) && hearing->tone > 0) {
        hearing->tone--;
    }
    if (!is_doubtful || hearing->tone >= TONE_FRAMES || hearing->steady > TONE_STEADY) return;
    if (quiet <= DOUBTED_QUIET) return;
    float scale = (1.0f - DOUBTED_QUIET) / (1.0f - quiet + 1e-6f);
    for (int32_t c = 0; c < VRMI_LIP_CLASSES; c++) now[c] *= scale;
    now[VRMI_LIP_QUIET] = DOUBTED_QUIET;
}

/* Of the probabilities, smoothed with those of the frame before:
 *
 *   speech  = above the background * not quiet
 *   closed  = 1 - speech * (1 - pressed); above 0.8 the lips are shut
 *   opening = (vowels + 0.3 consonant) * (1 - closed) * (0.4 + 0.6 loudness), shared by the vowels
 *
 * The background ends 3 dB above its level, and counts for nothing 9 dB above it. */
static void report_frame(vrmi_LipHearing* hearing, vrm_LipFrame* out) {
    float now[VRMI_LIP_CLASSES];
    int32_t slot = (int32_t)(hearing->reported % VRMI_LIP_RING);
    classify_frame(hearing, now);
    doubt_quiet(hearing, slot, now);
    for (int32_t c = 0; c < VRMI_LIP_CLASSES; c++) {
        if (hearing->reported > 0) now[c] = 0.6f * now[c] + 0.4f * hearing->last[c];
        hearing->last[c] = now[c];
    }
    float level = hearing->levels[slot];
    float above = vrmi_clamp((level - hearing->floors[slot] - 1.0f) * 0.5f, 0.0f, 1.0f);
    float speech = level > QUIET_LEVEL ? above * (1.0f - now[VRMI_LIP_QUIET]) : 0.0f;
    float loudness = (level - hearing->voice.reference) / LOUDNESS_RANGE + 1.0f;
    float vowels = 0.0f;
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) vowels += now[v];
    *out = (vrm_LipFrame){.time_s = (double)hearing->reported * VRM_LIP_FRAME_S,
                          .loudness = vrmi_clamp(loudness, 0.0f, 1.0f) * speech,
                          .is_speech = speech > 0.5f};
    float closed = 1.0f - speech * (1.0f - now[VRMI_LIP_PRESSED]);
    out->closed = closed > 0.8f ? 1.0f : closed;
    if (out->closed < 1.0f && vowels > 0.0f) {
        float opening = (vowels + 0.3f * now[VRMI_LIP_CONSONANT]) * (1.0f - out->closed);
        opening *= 0.4f + 0.6f * out->loudness;
        for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) out->vowels[v] = opening * now[v] / vowels;
    }
    hearing->reported++;
}

bool vrmi_lip_hear(const vrmi_LipTables* tables, vrmi_LipHearing* hearing, float sample,
                   vrm_LipFrame* out) {
    hearing->window[VRMI_LIP_WINDOW - hearing->missing] = sample;
    if (--hearing->missing > 0) return false;
    measure_frame(tables, hearing);
    memmove(hearing->window, hearing->window + VRMI_LIP_HOP,
            (VRMI_LIP_WINDOW - VRMI_LIP_HOP) * sizeof *hearing->window);
    hearing->missing = VRMI_LIP_HOP;
    if (hearing->measured <= VRMI_LIP_AHEAD) return false;
    report_frame(hearing, out);
    return true;
}
