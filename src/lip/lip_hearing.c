/* SPDX-License-Identifier: MIT */
/* 16 kHz to frames: levels of voice and background, the classifier, and what the mouth does. */
#include "base/maths.h"
#include "lip/lip_sound.h"

#include <string.h>

/* Levels in binary logarithms: 1 is 3 dB. */
#define QUIET_LEVEL     (-20.0f) /* -60 dB: silence, unless the voice is soft */
#define FLOOR_BELOW     5.0f     /* silence, at most: 15 dB */
#define USUAL_REFERENCE (-7.0f)  /* loud syllables of speech at -21 dB */
#define FLOOR_RISE      0.02f    /* for each frame: 6 dB a second */
#define VOICED_RISE     0.006f   /* for each periodic one: a held vowel is no background */
#define CLEARLY_VOICED  0.7f     /* as a vowel is; noise hardly ever */
#define REFERENCE_FALL  0.005f   /* for each frame of sound: 1.5 dB a second */
#define FALL_END        5.0f     /* above silence: 15 dB */
#define SOFT_BELOW      4.0f     /* the reference: 12 dB */
#define SOFT_FRAMES     100
#define SOFTER_FRAMES   500 /* of a voice that was heard before */
#define KNOWN_FRAMES    100.0f
#define LOUDNESS_RANGE  10.0f /* loudness 0 is 30 dB below the reference */
#define STEADY_CHANGE   0.1f  /* of each band, on average: 0.3 dB */
#define STEADY_FRAMES   30
#define HELD_CHANGE     1.2f /* 3.6 dB: a held vowel changes by less, speech by more */
#define HELD_FRAMES     40   /* vowels of speech are shorter */
#define LOUD_ABOVE      4.0f /* the background: 12 dB */
#define LOUD_BELOW      5.0f /* the reference: 15 dB */
#define TONE_VOICED     0.0f /* as the classifier reads it: half of the sound repeats itself */
#define TONE_FRAMES     30
#define VOICE_FRAMES    60 /* of pauses and speech, which a held vowel may use up before that */
#define TONE_STEADY     5
#define TONE_CHANGE     0.8f /* 2.4 dB: a tone that is held changes by less, */
#define NOTE_CHANGE     2.0f /* 6 dB: and the next note by more */
#define DOUBTED_QUIET   0.1f
#define USUAL_HEARD     180.0f /* frames of vowels that the mean of an average voice counts for */
#define MOST_HEARD      1000.0f

vrmi_LipVoice vrmi_lip_usual_voice(void) {
    vrmi_LipVoice voice = {.reference = USUAL_REFERENCE, .quiet = QUIET_LEVEL, .warp = 1.0f};
    memcpy(voice.cepstrum, vrmi_lip_usual_cepstrum, sizeof voice.cepstrum);
    return voice;
}

void vrmi_lip_hearing_restart(vrmi_LipHearing* hearing, vrmi_LipVoice voice) {
    memset(hearing, 0, sizeof *hearing);
    hearing->voice = voice;
    hearing->floor = voice.quiet;
    /* Frame 0 is centred on sample 0: half a window of silence comes before it. */
    hearing->missing = VRMI_LIP_WINDOW / 2;
}

float vrmi_lip_quiet_level(float reference) {
    float below = reference - (USUAL_REFERENCE - QUIET_LEVEL);
    return below < QUIET_LEVEL ? below : QUIET_LEVEL;
}

/* The level below which a sound does not count: the background, or silence. */
static float silence_level(const vrmi_LipHearing* hearing) {
    return hearing->floor > hearing->voice.quiet ? hearing->floor : hearing->voice.quiet;
}

/* The floor follows quiet frames at once and louder ones slowly. */
static void follow_floor(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure) {
    float level = measure->level;
    if (level < hearing->floor)
        hearing->floor += (level - hearing->floor) * 0.3f;
    else
        hearing->floor += measure->voiced > 0.5f ? VOICED_RISE : FLOOR_RISE;
    if (hearing->floor > level && level > QUIET_LEVEL) hearing->floor = level;
    float least = hearing->voice.quiet - FLOOR_BELOW;
    if (hearing->floor < least) hearing->floor = least;
}

/* A microphone may be far softer than the reference: a second of periodic sound that changes as
 * speech does, all of it far below, becomes the reference. A voice that was heard becomes soft less
 * easily, and less soft: what is heard may be someone else, or a television. */
static void follow_soft_voice(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure) {
    vrmi_LipVoice* voice = &hearing->voice;
    bool is_known = voice->heard >= KNOWN_FRAMES;
    float least = is_known ? voice->quiet + FALL_END : VRMI_LIP_LEAST_REFERENCE;
    float level = measure->level;
    if (measure->voiced <= CLEARLY_VOICED || hearing->held > 0) return;
    if (level < hearing->floor + LOUD_ABOVE) return;
    if (level > voice->reference - SOFT_BELOW || voice->reference < least) {
        hearing->soft = 0;
        return;
    }
    if (hearing->soft == 0 || level > hearing->loudest) hearing->loudest = level;
    if (++hearing->soft < (is_known ? SOFTER_FRAMES : SOFT_FRAMES)) return;
    hearing->soft = 0;
    voice->reference = hearing->loudest > least ? hearing->loudest : least;
    voice->quiet = vrmi_lip_quiet_level(voice->reference);
}

/* The reference follows loud frames at once and softer ones slowly. */
static void follow_reference(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure) {
    vrmi_LipVoice* voice = &hearing->voice;
    if (measure->level > voice->reference && measure->voiced > 0.5f) {
        voice->reference += (measure->level - voice->reference) * 0.2f;
        float quiet = vrmi_lip_quiet_level(voice->reference);
        if (voice->quiet < quiet) voice->quiet = quiet;
    } else if (voice->reference > voice->quiet + FALL_END &&
               measure->level > silence_level(hearing) + 2.0f) {
        voice->reference -= REFERENCE_FALL;
    }
    follow_soft_voice(hearing, measure);
}

/* Voices and microphones differ in what all of their sounds have in common; vowels are told apart
 * by the rest. The mean begins as that of an average voice. A held vowel counts for a moment: it
 * would become the mean, and be told apart from nothing. */
static void follow_voice(vrmi_LipHearing* hearing, const vrmi_LipMeasure* measure,
                         float inputs[VRMI_LIP_INPUTS]) {
    vrmi_LipVoice* voice = &hearing->voice;
    if (measure->voiced > 0.4f && measure->level > hearing->floor + 4.0f &&
        measure->level > voice->reference - 4.0f && hearing->held < HELD_FRAMES) {
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
    change /= VRMI_LIP_BANDS;
    hearing->changes[hearing->measured % VRMI_LIP_RING] = change;
    hearing->held = change < HELD_CHANGE ? hearing->held + 1 : 0;
    if (hearing->held > HELD_FRAMES) hearing->held = HELD_FRAMES;
    hearing->steady = change < STEADY_CHANGE ? hearing->steady + 1 : 0;
    if (hearing->steady >= STEADY_FRAMES && hearing->floor < measure->level)
        hearing->floor = measure->level;
    if (hearing->steady > STEADY_FRAMES) hearing->steady = STEADY_FRAMES;
}

/* The window is that of the next frame. */
static void measure_frame(const vrmi_LipTables* tables, vrmi_LipHearing* hearing) {
    vrmi_LipMeasure measure;
    vrmi_lip_measure(tables, hearing->window, &measure);
    follow_floor(hearing, &measure);
    follow_change(hearing, &measure);
    follow_reference(hearing, &measure);
    int32_t slot = (int32_t)(hearing->measured % VRMI_LIP_RING);
    vrmi_lip_inputs(tables, &measure, hearing->voice.reference, hearing->inputs[slot]);
    follow_voice(hearing, &measure, hearing->inputs[slot]);
    hearing->levels[slot] = measure.level;
    hearing->floors[slot] = silence_level(hearing);
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

/* The classifier takes some voices that it does not know, and high ones, for tones and chords. So a
 * periodic sound well above the background is not quiet before it was taken for a tone for
 * TONE_FRAMES. Pauses and speech make up for such frames, also for up to VOICE_FRAMES of them that
 * are still to come: people pause, and hold a vowel for a moment; tunes go on. Frames in which the
 * sound wavers do not count: who shouts or sings holds no tone still. A sound that repeats itself
 * is no voice either way. */
static void doubt_quiet(vrmi_LipHearing* hearing, int32_t slot, float now[VRMI_LIP_CLASSES]) {
    float level = hearing->levels[slot], quiet = now[VRMI_LIP_QUIET];
    bool is_pause = level < hearing->voice.reference - LOUD_BELOW;
    bool is_doubtful =
        !is_pause && level > hearing->floors[slot] + LOUD_ABOVE && is_periodic(hearing);
    if (is_doubtful && quiet > 0.5f) {
        float change = hearing->changes[slot];
        bool is_wavering = change > TONE_CHANGE && change < NOTE_CHANGE;
        if (!is_wavering && hearing->tone < 2 * TONE_FRAMES) hearing->tone++;
    } else if ((is_pause || quiet <= 0.5f) && hearing->tone > -VOICE_FRAMES) {
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
    float speech = above * (1.0f - now[VRMI_LIP_QUIET]);
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
