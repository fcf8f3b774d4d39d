/* SPDX-License-Identifier: MIT */
/* Turns speech into mouth shapes: reads a WAV file of 16 bits and one channel, and prints the vowel
 * that is heard, each tenth of a second.
 *
 * run: @speech@ */
#include <vrm/vrm.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t number_at(const uint8_t* at, int bytes) {
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint32_t)at[i] << 8 * i;
    return value;
}

/* The samples of a plain WAV file, from malloc(); NULL when it is another. */
static float* read_wav(const char* path, int32_t* out_count, float* out_rate) {
    static uint8_t bytes[16 << 20];
    FILE* file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL) fclose(file);
    if (size < 44 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 36, "data", 4) != 0 ||
        number_at(bytes + 22, 2) != 1 || number_at(bytes + 34, 2) != 16)
        return NULL;
    *out_rate = (float)number_at(bytes + 24, 4);
    *out_count = (int32_t)((size - 44) / 2);
    float* samples = malloc((size_t)*out_count * sizeof *samples + 1);
    for (int32_t i = 0; samples != NULL && i < *out_count; i++)
        samples[i] = (float)(int16_t)number_at(bytes + 44 + 2 * i, 2) / 32768.0f;
    return samples;
}

static void print_frame(const vrm_LipFrame* frame) {
    static const char* const names[VRM_VOWEL_COUNT] = {"aa", "ih", "ou", "ee", "oh"};
    int most = 0;
    for (int v = 1; v < VRM_VOWEL_COUNT; v++)
        if (frame->vowels[v] > frame->vowels[most]) most = v;
    printf("%.1f s: %s %.2f\n", frame->time_s, frame->vowels[most] > 0.05f ? names[most] : "-",
           (double)frame->vowels[most]);
}

int main(int argc, char** argv) {
    int32_t count = 0;
    vrm_LipDef def = vrm_default_lip_def();
    vrm_Lip* lip = NULL;
    float* samples = argc == 2 ? read_wav(argv[1], &count, &def.sample_rate_hz) : NULL;
    if (samples == NULL) return 2;
    vrm_Result result = vrm_lip_create(&def, &lip);
    int32_t room = result == VRM_OK ? vrm_lip_frame_bound(lip, count) : 0;
    vrm_LipFrame* frames = malloc((size_t)room * sizeof *frames + 1);
    int32_t found =
        frames == NULL || lip == NULL ? 0 : vrm_lip_feed(lip, samples, count, frames, room);
    for (int32_t i = 0; i < found; i += 10) print_frame(&frames[i]);
    free(frames);
    free(samples);
    vrm_lip_destroy(lip);
    return result == VRM_OK && found > 0 ? 0 : 1;
}
