/* SPDX-License-Identifier: MIT */
/* For update_lip_model: what the classifier reads of a sound, as the library computes it. */
#include "lip/lip_sound.h"

#include <stdlib.h>

int32_t lip_inputs(const float* samples, int32_t count, double rate_hz, float warp,
                   const float* cepstrum, float heard, float* out, int32_t capacity);

/* `cepstrum` is the mean of the voice at the beginning, and counts for `heard` frames and more.
 * One row of VRMI_LIP_INPUTS numbers for each frame; returns how many. */
int32_t lip_inputs(const float* samples, int32_t count, double rate_hz, float warp,
                   const float* cepstrum, float heard, float* out, int32_t capacity) {
    static vrmi_LipTables tables;
    static vrmi_LipHearing hearing;
    vrmi_lip_tables_init(&tables, warp);
    vrmi_LipVoice voice = vrmi_lip_usual_voice();
    voice.heard = heard;
    for (int32_t c = 0; c < VRMI_LIP_CEPSTRA; c++) voice.cepstrum[c] = cepstrum[c];
    vrmi_lip_hearing_restart(&hearing, voice);
    int32_t half = vrmi_lip_resampler_half(rate_hz), rows = 0;
    vrmi_LipResampler resampler = {.step = rate_hz / VRMI_LIP_RATE, .half = half};
    resampler.rows = calloc((size_t)(VRMI_LIP_PHASES + 1) * 2 * (size_t)half, sizeof(float));
    resampler.input = calloc(2 * (size_t)half + VRMI_LIP_CHUNK, sizeof(float));
    if (resampler.rows == NULL || resampler.input == NULL) abort();
    vrmi_lip_resampler_init(&resampler);
    for (int32_t at = 0; at < count;) {
        int32_t block = count - at < VRMI_LIP_CHUNK ? count - at : VRMI_LIP_CHUNK;
        at += vrmi_lip_resampler_push(&resampler, samples + at, block);
        float sample;
        vrm_LipFrame frame;
        while (vrmi_lip_resampler_pull(&resampler, &sample)) {
            int64_t before = hearing.measured;
            vrmi_lip_hear(&tables, &hearing, sample, &frame);
            if (hearing.measured == before || rows == capacity) continue;
            const float* inputs = hearing.inputs[before % VRMI_LIP_RING];
            for (int32_t i = 0; i < VRMI_LIP_INPUTS; i++)
                out[rows * VRMI_LIP_INPUTS + i] = inputs[i];
            rows++;
        }
    }
    free(resampler.rows);
    free(resampler.input);
    return rows;
}
