/* SPDX-License-Identifier: MIT */
/* usage: vrm_lip_frames < JOBS
 * For judges/judge_speech.mjs. Each line of JOBS is `RATE SOUND CALIBRATION OUT`: files of mono
 * samples (float), CALIBRATION may be `-`. OUT gets eight floats for each frame: five vowels,
 * loudness, closed, is_speech. Prints, for each calibration, whether it was taken. */
#include "vrm/lip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sound {
    float* samples;
    int32_t count;
} Sound;

static Sound read_sound(const char* path) {
    Sound sound = {0};
    FILE* file = fopen(path, "rb");
    if (file == NULL) return sound;
    fseek(file, 0, SEEK_END);
    sound.count = (int32_t)(ftell(file) / (long)sizeof(float));
    rewind(file);
    sound.samples = malloc(((size_t)sound.count + 1) * sizeof(float));
    if (sound.samples == NULL ||
        fread(sound.samples, sizeof(float), (size_t)sound.count, file) != (size_t)sound.count)
        sound.count = 0;
    fclose(file);
    return sound;
}

static bool write_frames(const char* path, const vrm_LipFrame* frames, int32_t count) {
    FILE* file = fopen(path, "wb");
    if (file == NULL) return false;
    for (int32_t i = 0; i < count; i++) {
        float row[8];
        memcpy(row, frames[i].vowels, sizeof frames[i].vowels);
        row[5] = frames[i].loudness;
        row[6] = frames[i].closed;
        row[7] = frames[i].is_speech ? 1.0f : 0.0f;
        fwrite(row, sizeof row, 1, file);
    }
    return fclose(file) == 0;
}

/* The lip of the last job, which serves the next one of the same voice: calibration takes longer
 * than a sentence. */
typedef struct Hearer {
    vrm_Lip* lip;
    float rate_hz;
    char calibration[1024];
} Hearer;

static bool prepare(Hearer* hearer, float rate_hz, const char* calibration) {
    if (hearer->lip != NULL && hearer->rate_hz == rate_hz &&
        strcmp(hearer->calibration, calibration) == 0)
        return true;
    vrm_lip_destroy(hearer->lip);
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = hearer->rate_hz = rate_hz;
    snprintf(hearer->calibration, sizeof hearer->calibration, "%s", calibration);
    if (vrm_lip_create(&def, &hearer->lip) != VRM_OK) return false;
    if (strcmp(calibration, "-") != 0) {
        Sound voice = read_sound(calibration);
        puts(vrm_lip_calibrate(hearer->lip, voice.samples, voice.count) ? "calibrated"
                                                                        : "not calibrated");
        free(voice.samples);
    }
    return true;
}

static bool run(vrm_Lip* lip, const char* sound_path, const char* out_path) {
    Sound sound = read_sound(sound_path);
    int32_t capacity = vrm_lip_frame_bound(lip, sound.count) + vrm_lip_frame_bound(lip, 0);
    vrm_LipFrame* frames = calloc((size_t)capacity, sizeof *frames);
    bool done = false;
    if (frames != NULL) {
        int32_t count = vrm_lip_feed(lip, sound.samples, sound.count, frames, capacity);
        count += vrm_lip_finish(lip, frames + count, capacity - count);
        done = write_frames(out_path, frames, count);
    }
    free(frames);
    free(sound.samples);
    return done;
}

int main(void) {
    Hearer hearer = {0};
    float rate_hz;
    char sound[1024], calibration[1024], out[1024];
    bool done = true;
    while (done && scanf("%f %1023s %1023s %1023s", &rate_hz, sound, calibration, out) == 4)
        done = prepare(&hearer, rate_hz, calibration) && run(hearer.lip, sound, out);
    vrm_lip_destroy(hearer.lip);
    return done ? 0 : 1;
}
