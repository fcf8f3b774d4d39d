/* SPDX-License-Identifier: MIT */
/* Any samples at any rate, cut into any blocks: the frames keep their promises, and are those of
 * the same samples in one block. The input: a byte for the rate, one for the blocks, one for where
 * the first sound ends, then samples as bytes, as floats of any bits where a byte says so. */
#include "require.h"

#include "vrm/lip.h"

#include <stdlib.h>
#include <string.h>

enum { REPEATS = 12 };

static void check_frames(const vrm_LipFrame* frames, int32_t count) {
    for (int32_t f = 0; f < count; f++) {
        float sum = 0.0f;
        for (int v = 0; v < VRM_VOWEL_COUNT; v++) {
            require(frames[f].vowels[v] >= 0.0f && frames[f].vowels[v] <= 1.0f);
            sum += frames[f].vowels[v];
        }
        require(sum <= 1.0001f);
        require(frames[f].closed >= 0.0f && frames[f].closed <= 1.0f);
        require(frames[f].loudness >= 0.0f && frames[f].loudness <= 1.0f);
        require(frames[f].closed < 1.0f || sum == 0.0f);
        require(f == 0 || frames[f].time_s > frames[f - 1].time_s);
    }
}

/* Each byte is held for REPEATS samples, so that short inputs reach beyond the delay. 255 takes the
 * next four bytes as the bits of a float. */
static int32_t read_samples(const uint8_t* data, size_t size, float* out) {
    int32_t count = 0;
    for (size_t at = 0; at < size; at++) {
        float sample = ((float)data[at] - 128.0f) / 128.0f;
        if (data[at] == 255 && size - at > 4) {
            memcpy(&sample, data + at + 1, sizeof sample);
            at += 4;
        }
        for (int i = 0; i < REPEATS; i++) out[count++] = sample;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const float rates_hz[] = {4000.0f,  8000.0f,  11025.0f, 16000.0f,
                                     44100.0f, 48000.0f, 5123.4f};
    if (size < 4 || size > 4096) return 0;
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = rates_hz[data[0] % 7];
    int32_t block = data[1] + 1;
    vrm_Lip* lip = NULL;
    require(vrm_lip_create(&def, &lip) == VRM_OK);
    float* samples = malloc(size * REPEATS * sizeof *samples);
    int32_t capacity =
        vrm_lip_frame_bound(lip, (int32_t)size * REPEATS) + vrm_lip_frame_bound(lip, 0);
    vrm_LipFrame* whole = calloc((size_t)capacity, sizeof *whole);
    vrm_LipFrame* cut = calloc((size_t)capacity, sizeof *cut);
    require(samples != NULL && whole != NULL && cut != NULL);
    int32_t count = read_samples(data + 3, size - 3, samples);
    if (data[2] & 1) vrm_lip_calibrate(lip, samples, count);
    int32_t got = vrm_lip_feed(lip, samples, count, whole, capacity);
    got += vrm_lip_finish(lip, whole + got, capacity - got);
    check_frames(whole, got);
    int32_t parts = 0;
    for (int32_t at = 0; at < count; at += block) {
        int32_t some = count - at < block ? count - at : block;
        parts += vrm_lip_feed(lip, samples + at, some, cut + parts, capacity - parts);
    }
    parts += vrm_lip_finish(lip, cut + parts, capacity - parts);
    require(parts == got);
    for (int32_t f = 0; f < got; f++) {
        require(memcmp(cut[f].vowels, whole[f].vowels, sizeof whole[f].vowels) == 0);
        require(cut[f].closed == whole[f].closed && cut[f].loudness == whole[f].loudness);
    }
    free(samples);
    free(whole);
    free(cut);
    vrm_lip_destroy(lip);
    return 0;
}
