/* SPDX-License-Identifier: MIT */
/* A network of two layers: inputs of five frames -> hidden units (rectified) -> classes (softmax).
 * Its weights are bytes in lip_model.inc, which tools/generate/update_lip_model trains on
 * synthesized speech. */
#include "lip/lip_sound.h"

#define INPUTS (VRMI_LIP_CONTEXT * VRMI_LIP_INPUTS)

#include "lip/lip_model.inc"

void vrmi_lip_classify(const float* const inputs[VRMI_LIP_CONTEXT], float out[VRMI_LIP_CLASSES]) {
    float hidden[HIDDEN];
    for (int32_t h = 0; h < HIDDEN; h++) hidden[h] = 0.0f;
    /* Inputs outside, units inside: the sums of all units grow side by side, in a fixed order. */
    for (int32_t f = 0; f < VRMI_LIP_CONTEXT; f++)
        for (int32_t i = 0; i < VRMI_LIP_INPUTS; i++) {
            int32_t at = f * VRMI_LIP_INPUTS + i;
            float input = (inputs[f][i] - input_mean[i]) * input_scale[i];
            for (int32_t h = 0; h < HIDDEN; h++) hidden[h] += input * (float)hidden_weights[at][h];
        }
    for (int32_t h = 0; h < HIDDEN; h++) {
        float sum = hidden[h] * hidden_scale + hidden_bias[h];
        hidden[h] = sum > 0.0f ? sum : 0.0f;
    }
    float highest = -1e30f;
    for (int32_t c = 0; c < VRMI_LIP_CLASSES; c++) {
        float sum = 0.0f;
        for (int32_t h = 0; h < HIDDEN; h++) sum += hidden[h] * (float)class_weights[c][h];
        out[c] = sum * class_scale + class_bias[c]; /* in powers of two */
        if (out[c] > highest) highest = out[c];
    }
    float total = 0.0f;
    for (int32_t c = 0; c < VRMI_LIP_CLASSES; c++) {
        out[c] = vrmi_lip_exp2(out[c] - highest);
        total += out[c];
    }
    for (int32_t c = 0; c < VRMI_LIP_CLASSES; c++) out[c] /= total;
}

float vrmi_lip_fit(const float inputs[VRMI_LIP_INPUTS]) {
    float sum = 0.0f;
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) {
        float distance = 0.0f;
        for (int32_t c = 0; c < VRMI_LIP_CEPSTRA; c++) {
            float off = (inputs[c] - vowel_means[v][c]) * vowel_scale[c];
            distance += off * off;
        }
        sum += vrmi_lip_exp2(distance * -0.72134752f); /* e^(-distance / 2) */
    }
    return vrmi_lip_log2(sum + 1e-30f);
}
