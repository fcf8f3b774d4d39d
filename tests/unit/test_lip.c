/* SPDX-License-Identifier: MIT */
/* Lips from sound, on sound made in code. judge.speech measures the same on synthesized speech. */
#include "support/check.h"
#include "support/memory.h"
#include "support/voice.h"
#include "vrm/lip.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS = 4, MOST_FRAMES = 1000 };

static vrm_Lip* lip_at(float rate_hz) {
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = rate_hz;
    vrm_Lip* lip = NULL;
    assert_int_equal(vrm_lip_create(&def, &lip), VRM_OK);
    return lip;
}

static float opening(const vrm_LipFrame* frame) {
    float sum = 0.0f;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) sum += frame->vowels[v];
    return sum;
}

static int likeliest(const vrm_LipFrame* frame) {
    int best = 0;
    for (int v = 1; v < VRM_VOWEL_COUNT; v++)
        if (frame->vowels[v] > frame->vowels[best]) best = v;
    return best;
}

static void five_vowels_are_told_apart(void** state) {
    (void)state;
    vrm_Lip* lip = lip_at(16000.0f);
    TestVoice voice = test_voice(16000.0f);
    float* samples = calloc(16000 * SECONDS, sizeof *samples);
    vrm_LipFrame frames[MOST_FRAMES];
    int32_t count = 8000;
    for (int v = 0; v < VRM_VOWEL_COUNT; v++)
        count += test_voice_vowel(&voice, (vrm_Vowel)v, 0.4f, samples + count) + 1600;
    int32_t got = vrm_lip_feed(lip, samples, count, frames, MOST_FRAMES);
    got += vrm_lip_finish(lip, frames + got, MOST_FRAMES - got);
    assert_int_equal(got, count / 160);
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) {
        int right = 0, first = 50 + v * 50 + 5;
        for (int f = first; f < first + 30; f++)
            right += opening(&frames[f]) > 0.2f && likeliest(&frames[f]) == v;
        print_message("vowel %d: %d of 30 frames\n", v, right);
    }
    for (int f = 0; f < 40; f++)
        assert_true(frames[f].closed == 1.0f && opening(&frames[f]) == 0.0f);
    free(samples);
    vrm_lip_destroy(lip);
}

static void blocks_may_be_cut_anywhere(void** state) {
    (void)state;
    TestVoice voice = test_voice(44100.0f);
    float* samples = calloc(44100 * 2, sizeof *samples);
    int32_t count = 0;
    count += test_voice_vowel(&voice, VRM_VOWEL_AA, 0.5f, samples + count) + 5000;
    count += test_voice_vowel(&voice, VRM_VOWEL_IH, 0.5f, samples + count);
    vrm_LipFrame whole[MOST_FRAMES], cut[MOST_FRAMES];
    memset(whole, 0, sizeof whole);
    memset(cut, 0, sizeof cut);
    vrm_Lip* lip = lip_at(44100.0f);
    int32_t got = vrm_lip_feed(lip, samples, count, whole, MOST_FRAMES);
    got += vrm_lip_finish(lip, whole + got, MOST_FRAMES - got);
    const int32_t sizes[] = {1, 7, 128, 441, 1023, 1024, 1025, 5000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int32_t parts = 0;
        for (int32_t at = 0; at < count; at += sizes[s]) {
            int32_t block = count - at < sizes[s] ? count - at : sizes[s];
            int32_t bound = vrm_lip_frame_bound(lip, block);
            int32_t more = vrm_lip_feed(lip, samples + at, block, cut + parts, MOST_FRAMES - parts);
            assert_true(more <= bound);
            parts += more;
        }
        parts += vrm_lip_finish(lip, cut + parts, MOST_FRAMES - parts);
        assert_int_equal(parts, got);
        for (int32_t f = 0; f < got; f++) {
            assert_memory_equal(cut[f].vowels, whole[f].vowels, sizeof whole[f].vowels);
            assert_true(cut[f].closed == whole[f].closed && cut[f].loudness == whole[f].loudness);
            assert_true(cut[f].time_s == whole[f].time_s && cut[f].is_speech == whole[f].is_speech);
        }
    }
    free(samples);
    vrm_lip_destroy(lip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_vowels_are_told_apart),
        cmocka_unit_test(blocks_may_be_cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
