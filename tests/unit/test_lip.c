/* SPDX-License-Identifier: MIT */
/* Lips from sound, on sound made in code. judge.speech measures the same on synthesized speech. */
#include "base/maths.h"
#include "lip/lip_sound.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/voice.h"
#include "vrm/lip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 16000, MOST_SAMPLES = 8 * RATE, MOST_FRAMES = 1200 };

static vrm_Lip* lip_at(float rate_hz) {
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = rate_hz;
    vrm_Lip* lip = NULL;
    assert_int_equal(vrm_lip_create(&def, &lip), VRM_OK);
    return lip;
}

static float* silence(int32_t count) {
    float* samples = calloc((size_t)count, sizeof *samples);
    assert_non_null(samples);
    return samples;
}

static float opening(const vrm_LipFrame* frame) {
    float sum = 0.0f;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) sum += frame->vowels[v];
    return sum;
}

static int largest(const vrm_LipFrame* frame) {
    int best = 0;
    for (int v = 1; v < VRM_VOWEL_COUNT; v++)
        if (frame->vowels[v] > frame->vowels[best]) best = v;
    return best;
}

static bool is_closed(const vrm_LipFrame* frame) {
    return frame->closed > 0.5f && opening(frame) < 0.1f;
}

static float noise_of(TestVoice* voice) {
    float sample;
    TestVoice one = *voice;
    one.rate_hz = 1.0f;
    test_voice_noise(&one, 1.0f, 1.0f, &sample);
    voice->random = one.random;
    return sample;
}

/* What every frame promises. */
static void check_frame(const vrm_LipFrame* frame) {
    float sum = 0.0f;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) {
        assert_true(frame->vowels[v] >= 0.0f && frame->vowels[v] <= 1.0f);
        sum += frame->vowels[v];
    }
    assert_true(sum <= 1.0001f);
    assert_true(frame->loudness >= 0.0f && frame->loudness <= 1.0f);
    assert_true(frame->closed >= 0.0f && frame->closed <= 1.0f);
    if (frame->closed == 1.0f) assert_true(sum == 0.0f);
    if (!frame->is_speech) assert_true(sum <= 0.5f);
}

/* Feeds and finishes. */
static int32_t run(vrm_Lip* lip, const float* samples, int32_t count, vrm_LipFrame* frames) {
    int32_t got = vrm_lip_feed(lip, samples, count, frames, MOST_FRAMES);
    got += vrm_lip_finish(lip, frames + got, MOST_FRAMES - got);
    for (int32_t f = 0; f < got; f++) check_frame(&frames[f]);
    return got;
}

/* Half a second of silence, then each vowel for 0.4 s with 0.1 s of silence after it. */
static int32_t speak_vowels(TestVoice* voice, float* samples) {
    int32_t second = (int32_t)voice->rate_hz, count = second / 2;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++)
        count += test_voice_vowel(voice, (vrm_Vowel)v, 0.4f, samples + count) + second / 10;
    return count;
}

/* Frames with the right vowel, of 150. */
static int right_vowels(const vrm_LipFrame* frames) {
    int right = 0;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++)
        for (int f = 55 + v * 50; f < 85 + v * 50; f++)
            right += opening(&frames[f]) > 0.1f && largest(&frames[f]) == v;
    return right;
}

/* ---- Vowels ---- */

static void five_vowels_are_told_apart(void** state) {
    (void)state;
    vrm_LipFrame frames[MOST_FRAMES];
    const float tracts[] = {1.0f, 1.08f, 1.17f}, pitches_hz[] = {110.0f, 150.0f, 210.0f};
    for (int k = 0; k < 3; k++) {
        TestVoice voice = test_voice(RATE);
        voice.tract = tracts[k];
        voice.pitch_hz = pitches_hz[k];
        float* samples = silence(MOST_SAMPLES);
        int32_t count = speak_vowels(&voice, samples);
        vrm_Lip* lip = lip_at(RATE);
        assert_int_equal(run(lip, samples, count, frames), count / VRMI_LIP_HOP);
        int right = right_vowels(frames);
        print_message("tract %.2f: %d of 150 frames\n", (double)tracts[k], right);
        assert_true(right >= 105);
        free(samples);
        vrm_lip_destroy(lip);
    }
}

static void lips_open_and_close_with_the_voice(void** state) {
    (void)state;
    vrm_LipFrame frames[MOST_FRAMES];
    TestVoice voice = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    int32_t count = RATE;
    count += test_voice_vowel(&voice, VRM_VOWEL_AA, 0.5f, samples + count) + RATE / 2;
    vrm_Lip* lip = lip_at(RATE);
    int32_t got = run(lip, samples, count, frames);
    int32_t opened = 0, closed = got;
    while (opened < got && opening(&frames[opened]) < 0.1f) opened++;
    while (closed > 0 && opening(&frames[closed - 1]) < 0.1f) closed--;
    assert_true(opened >= 94 && opened <= 106);
    assert_true(closed >= 144 && closed <= 156);
    for (int32_t f = 0; f < 90; f++) assert_true(frames[f].closed == 1.0f && !frames[f].is_speech);
    for (int32_t f = 110; f < 140; f++)
        assert_true(frames[f].is_speech && frames[f].loudness > 0.3f);
    for (int32_t f = 160; f < got; f++) assert_true(frames[f].closed == 1.0f);
    free(samples);
    vrm_lip_destroy(lip);
}

static void lips_are_pressed_for_an_m_between_vowels(void** state) {
    (void)state;
    vrm_LipFrame frames[MOST_FRAMES];
    TestVoice voice = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    int32_t count = RATE / 2;
    count += test_voice_vowel(&voice, VRM_VOWEL_AA, 0.3f, samples + count);
    count += test_voice_hum(&voice, 0.2f, samples + count);
    count += test_voice_vowel(&voice, VRM_VOWEL_AA, 0.3f, samples + count);
    vrm_Lip* lip = lip_at(RATE);
    run(lip, samples, count, frames);
    float vowel = 0.0f, hum = 0.0f;
    for (int f = 60; f < 75; f++) vowel += opening(&frames[f]);
    for (int f = 82; f < 97; f++) hum += opening(&frames[f]);
    print_message("opening %.2f in the vowel, %.2f in the m\n", (double)vowel / 15,
                  (double)hum / 15);
    assert_true(hum < 0.5f * vowel);
    free(samples);
    vrm_lip_destroy(lip);
}

/* A singer holds a note: the mouth stays open, with the same vowel. */
static void a_held_vowel_stays_open(void** state) {
    (void)state;
    vrm_LipFrame frames[MOST_FRAMES];
    const float tracts[] = {1.0f, 1.08f, 1.17f}, pitches_hz[] = {110.0f, 160.0f, 220.0f};
    int voices = TEST_IS_SANITIZED ? 1 : 3;
    for (int k = 0; k < voices * VRM_VOWEL_COUNT; k++) {
        int vowel = k % VRM_VOWEL_COUNT;
        TestVoice voice = test_voice(RATE), room = test_voice(RATE);
        voice.tract = tracts[k / VRM_VOWEL_COUNT];
        voice.pitch_hz = pitches_hz[k / VRM_VOWEL_COUNT];
        float* samples = silence(MOST_SAMPLES);
        test_voice_vowel(&voice, (vrm_Vowel)vowel, 7.0f, samples + RATE / 2);
        for (int32_t i = 0; i < MOST_SAMPLES; i++) samples[i] += 0.001f * noise_of(&room);
        vrm_Lip* lip = lip_at(RATE);
        int32_t got = run(lip, samples, MOST_SAMPLES, frames), open = 0, right = 0;
        for (int32_t f = 60; f < 740; f++) {
            open += opening(&frames[f]) > 0.1f;
            right += opening(&frames[f]) > 0.1f && largest(&frames[f]) == vowel;
        }
        print_message("pitch %.0f, vowel %d: open in %d of 680 frames, right in %d\n",
                      (double)voice.pitch_hz, vowel, open, right);
        assert_true(open >= 600 && right >= 600);
        for (int32_t f = 765; f < got; f++) assert_true(is_closed(&frames[f]));
        free(samples);
        vrm_lip_destroy(lip);
    }
}

/* How pitch and loudness of a voice go up and down. */
typedef struct Waver {
    double hz, pitch; /* share of the pitch */
    float loudness;
} Waver;

/* Frames with an open mouth, of 280, while someone shouts a vowel. */
static int32_t shouted(vrm_Vowel vowel, float pitch_hz, Waver waver) {
    vrm_LipFrame frames[MOST_FRAMES];
    TestVoice voice = test_voice(RATE), room = test_voice(RATE);
    voice.tract = 1.17f;
    voice.pitch_hz = pitch_hz;
    voice.loudness = 0.8f;
    float *held = silence(MOST_SAMPLES), *samples = silence(MOST_SAMPLES);
    int32_t count = test_voice_vowel(&voice, vowel, 3.0f, held), open = 0;
    double turn = 6.283185307179586 * waver.hz / RATE;
    for (int32_t i = 0; i < count; i++) {
        double at = i + waver.pitch / turn * sin(turn * i);
        float part = (float)(at - floor(at));
        const float* two = &held[(int32_t)at];
        float loud = 1.0f - waver.loudness + waver.loudness * (float)sin(turn * i);
        samples[RATE / 2 + i] =
            loud * (two[0] + (two[1] - two[0]) * part) + 0.001f * noise_of(&room);
    }
    vrm_Lip* lip = lip_at(RATE);
    run(lip, samples, RATE / 2 + count, frames);
    for (int32_t f = 60; f < 340; f++) open += opening(&frames[f]) > 0.05f;
    free(samples);
    free(held);
    vrm_lip_destroy(lip);
    return open;
}

/* With a vibrato, and with a pitch that rises and falls. R-631 */
static void a_high_shout_keeps_the_mouth_open(void** state) {
    (void)state;
    static const vrm_Vowel vowels[] = {VRM_VOWEL_AA, VRM_VOWEL_EE, VRM_VOWEL_OH};
    static const Waver wavers[] = {{5.0, 0.05, 0.2f}, {1.0, 0.2, 0.3f}};
    static const int32_t least[] = {95, 75}; /* percent */
    for (int w = 0; w < 2; w++) {
        int32_t open = 0, all = 0;
        for (int k = 0; k < 9; k++, all += 280)
            open += shouted(vowels[k / 3], 440.0f + 40.0f * (float)(k % 3), wavers[w]);
        print_message("waver of %.0f Hz: open in %d of %d frames\n", wavers[w].hz, open, all);
        assert_true(open * 100 >= all * least[w]);
    }
}

/* ---- What is no voice ---- */

typedef float Sound(int32_t i, TestVoice* voice);

static float tone(double hz, int32_t i) {
    return (float)sin(6.283185307179586 * hz * (double)i / RATE);
}

static float dc(int32_t i, TestVoice* voice) {
    (void)i, (void)voice;
    return 0.5f;
}
static float loud_noise(int32_t i, TestVoice* voice) {
    (void)i;
    return 0.3f * noise_of(voice);
}
static float soft_noise(int32_t i, TestVoice* voice) {
    (void)i;
    return 0.01f * noise_of(voice);
}
static float swelling_noise(int32_t i, TestVoice* voice) {
    return 0.3f * (0.5f - 0.5f * tone(0.7, i)) * noise_of(voice);
}
static float clicks(int32_t i, TestVoice* voice) {
    (void)voice;
    return i % 3700 == 0 ? 0.9f : 0.0f;
}
static float mains_hum(int32_t i, TestVoice* voice) {
    (void)voice;
    float sum = 0.0f;
    for (int k = 1; k < 10; k++) sum += tone(50.0 * k, i) / (float)k;
    return 0.2f * sum;
}
static float buzz(int32_t i, TestVoice* voice) {
    (void)voice;
    float sum = 0.0f;
    for (int k = 1; k < 25; k++) sum += tone(120.0 * k, i) / (float)k;
    return 0.1f * sum;
}
static float low_tone(int32_t i, TestVoice* voice) {
    (void)voice;
    return 0.2f * tone(200.0, i);
}
static float high_tone(int32_t i, TestVoice* voice) {
    (void)voice;
    return 0.2f * tone(1000.0, i);
}
/* Another chord every second. */
static float chords(int32_t i, TestVoice* voice) {
    (void)voice;
    static const double roots_hz[] = {220.0, 261.6, 196.0, 174.6, 246.9};
    double root_hz = roots_hz[i / RATE % 5];
    float sum = 0.0f;
    for (int k = 1; k < 4; k++)
        sum += (tone(root_hz * k, i) + tone(root_hz * 1.26 * k, i) + tone(root_hz * 1.5 * k, i)) /
               (float)(k * k);
    return 0.08f * sum;
}

static void noise_hum_clicks_and_dc_do_not_talk(void** state) {
    (void)state;
    static const struct {
        const char* name;
        Sound* sound;
    } sounds[] = {{"dc", dc},
                  {"loud noise", loud_noise},
                  {"soft noise", soft_noise},
                  {"swelling noise", swelling_noise},
                  {"clicks", clicks},
                  {"mains hum", mains_hum},
                  {"buzz", buzz},
                  {"low tone", low_tone},
                  {"high tone", high_tone},
                  {"chords", chords}};
    vrm_LipFrame frames[MOST_FRAMES];
    for (size_t s = 0; s < sizeof sounds / sizeof *sounds; s++) {
        TestVoice voice = test_voice(RATE);
        float* samples = silence(MOST_SAMPLES);
        for (int32_t i = 0; i < MOST_SAMPLES; i++) samples[i] = sounds[s].sound(i, &voice);
        vrm_Lip* lip = lip_at(RATE);
        int32_t got = run(lip, samples, MOST_SAMPLES, frames), closed = 0;
        for (int32_t f = 0; f < got; f++) closed += is_closed(&frames[f]);
        print_message("%-14s closed in %.1f %%\n", sounds[s].name, 100.0 * closed / got);
        assert_true(closed * 100 >= got * (sounds[s].sound == chords ? 90 : 95));
        free(samples);
        vrm_lip_destroy(lip);
    }
}

static void a_voice_is_heard_above_noise(void** state) {
    (void)state;
    vrm_LipFrame frames[MOST_FRAMES];
    TestVoice voice = test_voice(RATE), background = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    int32_t count = speak_vowels(&voice, samples);
    for (int32_t i = 0; i < count; i++) samples[i] += 0.004f * noise_of(&background);
    vrm_Lip* lip = lip_at(RATE);
    run(lip, samples, count, frames);
    assert_true(right_vowels(frames) >= 105);
    int closed = 0;
    for (int f = 0; f < 45; f++) closed += is_closed(&frames[f]);
    assert_true(closed >= 43);
    free(samples);
    vrm_lip_destroy(lip);
}

/* ---- Blocks, delay, rates ---- */

static void assert_same_frames(const vrm_LipFrame* a, const vrm_LipFrame* b, int32_t count) {
    for (int32_t f = 0; f < count; f++) {
        assert_memory_equal(a[f].vowels, b[f].vowels, sizeof a[f].vowels);
        assert_true(a[f].closed == b[f].closed && a[f].loudness == b[f].loudness);
        assert_true(a[f].time_s == b[f].time_s && a[f].is_speech == b[f].is_speech);
    }
}

static void blocks_may_be_cut_anywhere(void** state) {
    (void)state;
    const float rates_hz[] = {8000.0f, 16000.0f, 44100.0f, 48000.0f};
    for (int r = 0; r < 4; r++) {
        TestVoice voice = test_voice(rates_hz[r]);
        float* samples = silence(48000 * 4);
        int32_t count = speak_vowels(&voice, samples);
        vrm_LipFrame whole[MOST_FRAMES], cut[MOST_FRAMES];
        vrm_Lip* lip = lip_at(rates_hz[r]);
        int32_t got = run(lip, samples, count, whole);
        const int32_t sizes[] = {1, 7, 128, 441, 1023, 1024, 1025, 5000};
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int32_t parts = 0;
            for (int32_t at = 0; at < count; at += sizes[s]) {
                int32_t block = count - at < sizes[s] ? count - at : sizes[s];
                int32_t bound = vrm_lip_frame_bound(lip, block);
                int32_t more =
                    vrm_lip_feed(lip, samples + at, block, cut + parts, MOST_FRAMES - parts);
                assert_true(more <= bound);
                parts += more;
            }
            int32_t last = vrm_lip_finish(lip, cut + parts, MOST_FRAMES - parts);
            assert_true(last <= vrm_lip_frame_bound(lip, 0));
            assert_int_equal(parts + last, got);
            assert_same_frames(cut, whole, got);
        }
        free(samples);
        vrm_lip_destroy(lip);
    }
}

static void a_small_buffer_gets_the_newest_frames(void** state) {
    (void)state;
    TestVoice voice = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    int32_t count = speak_vowels(&voice, samples);
    vrm_LipFrame all[MOST_FRAMES], few[7];
    vrm_Lip* lip = lip_at(RATE);
    int32_t got = vrm_lip_feed(lip, samples, count, all, MOST_FRAMES);
    vrm_lip_finish(lip, NULL, 0);
    assert_int_equal(vrm_lip_feed(lip, samples, count, few, 7), 7);
    assert_same_frames(few, all + got - 7, 7);
    vrm_lip_finish(lip, NULL, 0);
    assert_int_equal(vrm_lip_feed(lip, samples, count, NULL, 0), 0);
    assert_int_equal(vrm_lip_feed(lip, NULL, 100, few, 7), 0);
    assert_int_equal(vrm_lip_feed(lip, samples, -1, few, 7), 0);
    free(samples);
    vrm_lip_destroy(lip);
}

static void frames_come_60_ms_after_their_sound_at_most(void** state) {
    (void)state;
    const float rates_hz[] = {4000.0f, 8000.0f, 11025.0f, 16000.0f, 44100.0f, 48000.0f, 192000.0f};
    for (size_t r = 0; r < sizeof rates_hz / sizeof *rates_hz; r++) {
        vrm_Lip* lip = lip_at(rates_hz[r]);
        int32_t fed = 0, frames = 0;
        float none = 0.0f;
        double longest_s = 0.0;
        for (; fed < (int32_t)rates_hz[r]; fed++) {
            vrm_LipFrame frame;
            if (vrm_lip_feed(lip, &none, 1, &frame, 1) == 0) continue;
            assert_float_equal(frame.time_s, frames * VRM_LIP_FRAME_S, 1e-9);
            double delay_s = (fed + 1) / (double)rates_hz[r] - frame.time_s;
            if (delay_s > longest_s) longest_s = delay_s;
            frames++;
        }
        print_message("%.0f Hz: %.1f ms\n", (double)rates_hz[r], longest_s * 1e3);
        assert_true(longest_s <= 0.06);
        assert_true(frames >= 94);
        vrm_lip_destroy(lip);
    }
}

static void every_rate_gives_the_same_mouth(void** state) {
    (void)state;
    const float rates_hz[] = {8000.0f,  11025.0f, 16000.0f, 22050.0f,  32000.0f,
                              44100.0f, 48000.0f, 96000.0f, 192000.0f, 768000.0f};
    vrm_LipFrame frames[MOST_FRAMES];
    for (size_t r = 0; r < sizeof rates_hz / sizeof *rates_hz; r++) {
        if (TEST_IS_SANITIZED && rates_hz[r] > 100000.0f) continue;
        TestVoice voice = test_voice(rates_hz[r]);
        float* samples = silence((int32_t)rates_hz[r] * 4);
        int32_t count = speak_vowels(&voice, samples);
        vrm_Lip* lip = lip_at(rates_hz[r]);
        int32_t got = run(lip, samples, count, frames);
        assert_true(got >= 299 && got <= 301);
        int right = right_vowels(frames);
        print_message("%.0f Hz: %d of 150 frames\n", (double)rates_hz[r], right);
        assert_true(right >= 115);
        free(samples);
        vrm_lip_destroy(lip);
    }
}

static void rates_out_of_range_are_refused(void** state) {
    (void)state;
    const float bad[] = {0.0f, -1.0f, 3999.0f, 768001.0f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vrm_LipDef def = vrm_default_lip_def();
        def.sample_rate_hz = bad[i];
        vrm_Lip* lip = NULL;
        assert_int_equal(vrm_lip_create(&def, &lip), VRM_ERR_ARGUMENT);
        assert_null(lip);
    }
    vrm_LipDef zero = {0};
    vrm_Lip* lip = NULL;
    assert_int_equal(vrm_lip_create(&zero, &lip), VRM_ERR_DEF);
    const float good[] = {4000.0f, 768000.0f, 12345.678f};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) vrm_lip_destroy(lip_at(good[i]));
    assert_int_equal(vrm_lip_create(NULL, &lip), VRM_OK);
    vrm_lip_destroy(lip);
    vrm_lip_destroy(NULL);
}

/* ---- Samples of any kind ---- */

static void samples_that_are_no_sound_do_no_harm(void** state) {
    (void)state;
    TestVoice dice = test_voice(RATE), voice = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    const float wild[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 3.4e38f, 1e-42f, -0.0f};
    for (int32_t i = 0; i < MOST_SAMPLES / 2; i++) {
        uint32_t which = (uint32_t)((noise_of(&dice) + 1.0f) * 8.0f);
        samples[i] = which < 8 ? wild[which] : noise_of(&dice);
    }
    vrm_LipFrame frames[MOST_FRAMES];
    vrm_Lip* lip = lip_at(RATE);
    run(lip, samples, MOST_SAMPLES / 2, frames);
    /* The next sound is as if nothing had been. */
    memset(samples, 0, MOST_SAMPLES * sizeof *samples);
    int32_t count = speak_vowels(&voice, samples);
    vrm_LipFrame after[MOST_FRAMES];
    vrm_Lip* fresh = lip_at(RATE);
    int32_t got = run(fresh, samples, count, frames);
    assert_int_equal(run(lip, samples, count, after), got);
    assert_same_frames(after, frames, got);
    free(samples);
    vrm_lip_destroy(lip);
    vrm_lip_destroy(fresh);
}

/* NaN counts as 0, what is beyond 1 as 1. */
static void samples_are_clamped(void** state) {
    (void)state;
    TestVoice voice = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    float* clamped = silence(MOST_SAMPLES);
    voice.loudness = 20.0f;
    int32_t count = speak_vowels(&voice, samples);
    for (int32_t i = 0; i < count; i++) clamped[i] = vrmi_clamp(samples[i], -1.0f, 1.0f);
    for (int32_t i = 0; i < count; i += 501) {
        samples[i] = i % 2 ? NAN : INFINITY;
        clamped[i] = 0.0f;
    }
    vrm_LipFrame a[MOST_FRAMES], b[MOST_FRAMES];
    vrm_Lip* lip = lip_at(RATE);
    int32_t got = run(lip, samples, count, a);
    assert_int_equal(run(lip, clamped, count, b), got);
    assert_same_frames(a, b, got);
    free(samples);
    free(clamped);
    vrm_lip_destroy(lip);
}

static void an_hour_of_noise_stays_closed(void** state) {
    (void)state;
    TestVoice voice = test_voice(RATE);
    float* second = silence(RATE);
    test_voice_noise(&voice, 0.05f, 1.0f, second);
    vrm_Lip* lip = lip_at(RATE);
    int32_t seconds = TEST_IS_SANITIZED ? 60 : 3600, open = 0;
    int64_t frames = 0;
    vrm_LipFrame got[MOST_FRAMES];
    for (int32_t s = 0; s < seconds; s++) {
        if (s % 4 == 3) memset(second, 0, RATE * sizeof *second);
        if (s % 4 == 0) test_voice_noise(&voice, 0.05f, 1.0f, second);
        int32_t count = vrm_lip_feed(lip, second, RATE, got, MOST_FRAMES);
        for (int32_t f = 0; f < count; f++) {
            check_frame(&got[f]);
            open += !is_closed(&got[f]);
        }
        frames += count;
    }
    assert_true(frames >= (int64_t)seconds * 100 - 10);
    assert_float_equal(got[0].time_s, (double)seconds - 1.0, 0.1);
    assert_true(open * 100 <= frames);
    /* It still hears. */
    float* samples = silence(MOST_SAMPLES);
    int32_t count = speak_vowels(&voice, samples);
    int32_t heard = vrm_lip_feed(lip, samples, count, got, MOST_FRAMES), speech = 0;
    for (int32_t f = 0; f < heard; f++) speech += got[f].is_speech;
    assert_true(speech >= 120);
    free(samples);
    free(second);
    vrm_lip_destroy(lip);
}

static void finish_begins_a_new_sound(void** state) {
    (void)state;
    TestVoice voice = test_voice(44100.0f);
    float* samples = silence(44100 * 4);
    int32_t count = speak_vowels(&voice, samples);
    vrm_LipFrame first[MOST_FRAMES], second[MOST_FRAMES];
    vrm_Lip* lip = lip_at(44100.0f);
    assert_int_equal(vrm_lip_finish(lip, first, MOST_FRAMES), 0);
    int32_t got = run(lip, samples, count, first);
    assert_true(first[0].time_s == 0.0);
    assert_int_equal(run(lip, samples, count, second), got);
    assert_same_frames(first, second, got);
    /* A sound shorter than the delay. */
    assert_int_equal(run(lip, samples, 1, second), 1);
    assert_int_equal(run(lip, samples, 500, second), 2);
    free(samples);
    vrm_lip_destroy(lip);
}

/* ---- Calibration ---- */

static int calibrated_right(float tract, float loudness, bool is_calibrated) {
    TestVoice voice = test_voice(RATE);
    voice.tract = tract;
    voice.pitch_hz = 220.0f;
    voice.loudness = loudness;
    float* samples = silence(MOST_SAMPLES);
    int32_t count = speak_vowels(&voice, samples);
    vrm_Lip* lip = lip_at(RATE);
    if (is_calibrated) assert_true(vrm_lip_calibrate(lip, samples, count));
    vrm_LipFrame frames[MOST_FRAMES];
    run(lip, samples, count, frames);
    free(samples);
    vrm_lip_destroy(lip);
    return right_vowels(frames);
}

static void calibration_helps_voices_of_short_tracts(void** state) {
    (void)state;
    const float tracts[] = {1.2f, 1.25f, 1.3f, 1.35f};
    int before = 0, after = 0;
    for (size_t i = 0; i < sizeof tracts / sizeof *tracts; i++) {
        int plain = calibrated_right(tracts[i], 0.2f, false);
        int better = calibrated_right(tracts[i], 0.2f, true);
        print_message("tract %.2f: %d of 150 frames, calibrated %d\n", (double)tracts[i], plain,
                      better);
        before += plain;
        after += better;
    }
    assert_true(after >= before && after >= 450);
}

static void scale(float* samples, int32_t count, double decibels) {
    float factor = (float)pow(10.0, decibels / 20.0);
    for (int32_t i = 0; i < count; i++) samples[i] *= factor;
}

/* Notes of a square wave, which fade away, with overtones: neither steady nor a voice. */
static float tune(int32_t i, TestVoice* voice) {
    (void)voice;
    static const double notes_hz[] = {220.0, 261.6, 329.6, 392.0, 349.2, 293.7};
    int32_t length = RATE * 3 / 10, in_note = i % length;
    double phase = notes_hz[i / length % 6] * in_note / RATE;
    float fade = (float)in_note < 200.0f ? (float)in_note / 200.0f : 1.0f;
    return (phase - floor(phase) < 0.5 ? 0.2f : -0.2f) * fade * (float)exp(-3.0 * in_note / RATE);
}

static float sine_tune(int32_t i, TestVoice* voice) {
    (void)voice;
    static const double notes_hz[] = {220.0, 261.6, 329.6, 392.0, 349.2, 293.7};
    int32_t length = RATE * 3 / 10, in_note = i % length;
    float fade = (float)in_note < 200.0f ? (float)in_note / 200.0f : 1.0f;
    return 0.2f * fade * tone(notes_hz[i / length % 6], in_note);
}

/* Music would leave the lips with the mean of its notes instead of a voice's. */
static void calibration_refuses_music(void** state) {
    (void)state;
    static Sound* const sounds[] = {tune, sine_tune, chords};
    for (size_t s = 0; s < sizeof sounds / sizeof *sounds * 2; s++) {
        TestVoice voice = test_voice(RATE);
        float* samples = silence(MOST_SAMPLES);
        for (int32_t i = 0; i < MOST_SAMPLES; i++) samples[i] = sounds[s / 2](i, &voice);
        scale(samples, MOST_SAMPLES, s % 2 == 0 ? 0.0 : -30.0);
        vrm_Lip* lip = lip_at(RATE);
        assert_false(vrm_lip_calibrate(lip, samples, MOST_SAMPLES));
        free(samples);
        vrm_lip_destroy(lip);
    }
}

static void calibration_needs_speech(void** state) {
    (void)state;
    TestVoice voice = test_voice(RATE);
    float* samples = silence(MOST_SAMPLES);
    vrm_LipFrame plain[MOST_FRAMES], after[MOST_FRAMES];
    int32_t count = speak_vowels(&voice, samples);
    vrm_Lip* lip = lip_at(RATE);
    int32_t got = run(lip, samples, count, plain);
    float* other = silence(MOST_SAMPLES);
    assert_false(vrm_lip_calibrate(lip, other, MOST_SAMPLES));
    assert_false(vrm_lip_calibrate(lip, NULL, 100));
    assert_false(vrm_lip_calibrate(lip, other, 0));
    test_voice_noise(&voice, 0.3f, 2.0f, other);
    assert_false(vrm_lip_calibrate(lip, other, MOST_SAMPLES));
    memset(other, 0, MOST_SAMPLES * sizeof *other);
    test_voice_vowel(&voice, VRM_VOWEL_AA, 0.3f, other);
    assert_false(vrm_lip_calibrate(lip, other, MOST_SAMPLES));
    assert_int_equal(run(lip, samples, count, after), got);
    assert_same_frames(plain, after, got);
    free(other);
    free(samples);
    vrm_lip_destroy(lip);
}

/* The sound is calibrated with itself, as a file is. */
static void calibration_makes_up_for_soft_recordings(void** state) {
    (void)state;
    static const double decibels[] = {0, -12, -24, -30, -36};
    const float pitches[] = {110.0f, 210.0f};
    vrm_LipFrame loud[MOST_FRAMES], soft[MOST_FRAMES];
    for (size_t i = 0; i < sizeof decibels / sizeof *decibels * 2; i++) {
        TestVoice voice = test_voice(RATE), room = test_voice(RATE);
        voice.pitch_hz = pitches[i % 2];
        voice.loudness = 0.8f; /* as people record themselves */
        float* samples = silence(MOST_SAMPLES);
        int32_t count = speak_vowels(&voice, samples), open = 0, loud_open = 0;
        for (int32_t s = 0; s < count; s++) samples[s] += 0.001f * noise_of(&room);
        vrm_Lip* lip = lip_at(RATE);
        assert_true(vrm_lip_calibrate(lip, samples, count));
        int32_t got = run(lip, samples, count, loud);
        scale(samples, count, decibels[i / 2]);
        assert_true(vrm_lip_calibrate(lip, samples, count));
        assert_int_equal(run(lip, samples, count, soft), got);
        double difference = 0.0;
        for (int32_t f = 0; f < got; f++) {
            loud_open += opening(&loud[f]) > 0.05f;
            open += opening(&soft[f]) > 0.05f;
            difference += fabs((double)(opening(&soft[f]) - opening(&loud[f]))) / got;
        }
        print_message("%3.0f dB: open in %d of %d frames, by %.3f more or less\n", decibels[i / 2],
                      open, got, difference);
        assert_true(abs(open - loud_open) * 100 <= got * 3 && difference < 0.03);
        assert_true(open * 100 > got * 50);
        free(samples);
        vrm_lip_destroy(lip);
    }
}

/* Neither becomes a voice by being made louder. */
static void soft_noise_and_hum_are_not_raised(void** state) {
    (void)state;
    static Sound* const sounds[] = {soft_noise, loud_noise, swelling_noise, mains_hum, clicks, dc};
    vrm_LipFrame frames[MOST_FRAMES];
    for (size_t s = 0; s < sizeof sounds / sizeof *sounds; s++) {
        for (double decibels = -20.0; decibels >= -60.0; decibels -= 20.0) {
            TestVoice voice = test_voice(RATE);
            float* samples = silence(MOST_SAMPLES);
            for (int32_t i = 0; i < MOST_SAMPLES; i++) samples[i] = sounds[s](i, &voice);
            scale(samples, MOST_SAMPLES, decibels);
            vrm_Lip* lip = lip_at(RATE);
            bool is_taken = vrm_lip_calibrate(lip, samples, MOST_SAMPLES);
            int32_t got = run(lip, samples, MOST_SAMPLES, frames), closed = 0;
            for (int32_t f = 0; f < got; f++) closed += is_closed(&frames[f]);
            print_message("sound %d at %.0f dB: closed in %.1f %%%s\n", (int)s, decibels,
                          100.0 * closed / got, is_taken ? ", taken for a voice" : "");
            assert_true(closed * 100 >= got * 92);
            free(samples);
            vrm_lip_destroy(lip);
        }
    }
}

/* ---- Soft microphones ---- */

/* Frames with an open mouth of `count` sentences, each three seconds long, in a room. */
static int32_t count_open(vrm_Lip* lip, double decibels, int32_t count, int32_t* out_last) {
    TestVoice voice = test_voice(RATE), room = test_voice(RATE);
    vrm_LipFrame frames[MOST_FRAMES];
    float* samples = silence(MOST_SAMPLES);
    int32_t all = 0;
    voice.loudness = 0.8f;
    for (int32_t k = 0; k < count; k++) {
        memset(samples, 0, MOST_SAMPLES * sizeof *samples);
        int32_t length = speak_vowels(&voice, samples);
        for (int32_t i = 0; i < length; i++) samples[i] += 0.001f * noise_of(&room);
        scale(samples, length, decibels);
        int32_t got = vrm_lip_feed(lip, samples, length, frames, MOST_FRAMES);
        *out_last = 0;
        for (int32_t f = 0; f < got; f++) *out_last += opening(&frames[f]) > 0.1f;
        all += *out_last;
    }
    free(samples);
    return all;
}

/* Nothing is calibrated: the microphone is as soft as it is. */
static void a_soft_voice_is_heard_after_a_while(void** state) {
    (void)state;
    int32_t usual, soft;
    vrm_Lip* lip = lip_at(RATE);
    count_open(lip, 0.0, 4, &usual);
    vrm_lip_destroy(lip);
    for (double decibels = -10.0; decibels >= -40.0; decibels -= 10.0) {
        lip = lip_at(RATE);
        int32_t all = count_open(lip, decibels, 4, &soft);
        print_message("%.0f dB: open in %d frames of 4 sentences, %d of the last (loud: %d)\n",
                      decibels, all, soft, usual);
        assert_true(soft * 10 >= usual * 9 && all * 10 >= usual * 15);
        vrm_lip_destroy(lip);
    }
}

/* Someone speaks at the other end of the room, or a television: 40 dB softer than who has spoken.
 */
static void lips_stay_with_the_voice_that_was_heard(void** state) {
    (void)state;
    int32_t loud, far, again;
    vrm_Lip* lip = lip_at(RATE);
    count_open(lip, 0.0, 2, &loud);
    int32_t open = count_open(lip, -40.0, 3, &far);
    count_open(lip, 0.0, 1, &again);
    assert_true(open == 0 && again * 10 >= loud * 9);
    vrm_lip_destroy(lip);
}

/* Cheap microphones add the same number to every sample. R-630 */
static void an_offset_does_not_hide_a_soft_voice(void** state) {
    (void)state;
    static const float offsets[] = {0.0f, 0.02f, 0.3f};
    vrm_LipFrame frames[MOST_FRAMES];
    int32_t open[3] = {0};
    for (int k = 0; k < 3; k++) {
        TestVoice voice = test_voice(RATE), room = test_voice(RATE);
        voice.loudness = 0.8f;
        float* samples = silence(MOST_SAMPLES);
        int32_t count = speak_vowels(&voice, samples);
        for (int32_t i = 0; i < count; i++) samples[i] += 0.001f * noise_of(&room);
        scale(samples, count, -36.0);
        for (int32_t i = 0; i < count; i++) samples[i] += offsets[k];
        vrm_Lip* lip = lip_at(RATE);
        assert_true(vrm_lip_calibrate(lip, samples, count));
        int32_t got = run(lip, samples, count, frames);
        for (int32_t f = 0; f < got; f++) open[k] += opening(&frames[f]) > 0.1f;
        print_message("offset %.2f: open in %d of %d frames\n", (double)offsets[k], open[k], got);
        assert_true(abs(open[k] - open[0]) * 50 <= open[0]);
        free(samples);
        vrm_lip_destroy(lip);
    }
}

/* ---- Memory ---- */

static vrm_Result create_feed_calibrate(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    vrm_LipDef def = vrm_default_lip_def();
    def.allocator = *allocator;
    vrm_Lip* lip = NULL;
    vrm_Result result = vrm_lip_create(&def, &lip);
    if (result != VRM_OK) {
        assert_null(lip);
        return result;
    }
    float* samples = silence(MOST_SAMPLES);
    TestVoice voice = test_voice(RATE);
    int32_t count = speak_vowels(&voice, samples);
    bool is_calibrated = vrm_lip_calibrate(lip, samples, count);
    free(samples);
    vrm_lip_destroy(lip);
    return is_calibrated ? VRM_OK : VRM_ERR_MEMORY;
}

static void feeding_allocates_nothing(void** state) {
    (void)state;
    TestMemory memory = {0};
    vrm_LipDef def = vrm_default_lip_def();
    def.allocator = test_memory_allocator(&memory);
    vrm_Lip* lip = NULL;
    assert_int_equal(vrm_lip_create(&def, &lip), VRM_OK);
    size_t before = memory.allocations;
    float* samples = silence(MOST_SAMPLES);
    TestVoice voice = test_voice(RATE);
    int32_t count = speak_vowels(&voice, samples);
    vrm_LipFrame frames[MOST_FRAMES];
    run(lip, samples, count, frames);
    assert_int_equal(memory.allocations, before);
    free(samples);
    vrm_lip_destroy(lip);
    test_memory_check_clean(&memory);
    test_every_allocation_failing(create_feed_calibrate, NULL);
}

/* ---- Logarithm and exponential ---- */

static void logarithm_and_exponential_are_close(void** state) {
    (void)state;
    for (double a = 1e-30; a < 1e30; a *= 1.0137)
        assert_float_equal(vrmi_lip_log2((float)a), log2(a), 2e-4);
    for (double a = -119.0; a < 119.0; a += 0.0371)
        assert_float_equal((double)vrmi_lip_exp2((float)a) / exp2((double)(float)a), 1.0, 1e-4);
    assert_true(vrmi_lip_exp2(NAN) > 0.0f && vrmi_lip_exp2(-1e30f) > 0.0f);
    assert_true(vrmi_is_finite(vrmi_lip_exp2(1e30f)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_vowels_are_told_apart),
        cmocka_unit_test(lips_open_and_close_with_the_voice),
        cmocka_unit_test(lips_are_pressed_for_an_m_between_vowels),
        cmocka_unit_test(a_held_vowel_stays_open),
        cmocka_unit_test(a_high_shout_keeps_the_mouth_open),
        cmocka_unit_test(noise_hum_clicks_and_dc_do_not_talk),
        cmocka_unit_test(a_voice_is_heard_above_noise),
        cmocka_unit_test(blocks_may_be_cut_anywhere),
        cmocka_unit_test(a_small_buffer_gets_the_newest_frames),
        cmocka_unit_test(frames_come_60_ms_after_their_sound_at_most),
        cmocka_unit_test(every_rate_gives_the_same_mouth),
        cmocka_unit_test(rates_out_of_range_are_refused),
        cmocka_unit_test(samples_that_are_no_sound_do_no_harm),
        cmocka_unit_test(samples_are_clamped),
        cmocka_unit_test(an_hour_of_noise_stays_closed),
        cmocka_unit_test(finish_begins_a_new_sound),
        cmocka_unit_test(calibration_helps_voices_of_short_tracts),
        cmocka_unit_test(calibration_needs_speech),
        cmocka_unit_test(calibration_refuses_music),
        cmocka_unit_test(calibration_makes_up_for_soft_recordings),
        cmocka_unit_test(soft_noise_and_hum_are_not_raised),
        cmocka_unit_test(a_soft_voice_is_heard_after_a_while),
        cmocka_unit_test(lips_stay_with_the_voice_that_was_heard),
        cmocka_unit_test(an_offset_does_not_hide_a_soft_voice),
        cmocka_unit_test(feeding_allocates_nothing),
        cmocka_unit_test(logarithm_and_exponential_are_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
