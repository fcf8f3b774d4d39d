/* SPDX-License-Identifier: MIT */
/* usage: vrm_lip_frames < JOBS
 * For judges/judge_speech.mjs. Each line of JOBS is `RATE SOUND CALIBRATION OUT`: files of mono
 * samples (float), CALIBRATION may be `-`. OUT gets eight floats for each frame: five vowels,
 * loudness, closed, is_speech. Prints, for each job, whether the calibration was taken. */
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

static bool run(float rate_hz, const char* sound_path, const char* calibration_path,
                const char* out_path) {
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = rate_hz;
    vrm_Lip* lip = NULL;
    if (vrm_lip_create(&def, &lip) != VRM_OK) return false;
    if (strcmp(calibration_path, "-") != 0) {
        Sound voice = read_sound(calibration_path);
        puts(vrm_lip_calibrate(lip, voice.samples, voice.count) ? "calibrated" : "not calibrated");
        free(voice.samples);
    }
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
    vrm_lip_destroy(lip);
    return done;
}

int main(void) {
    float rate_hz;
    char sound[1024], calibration[1024], out[1024];
    while (scanf("%f %1023s %1023s %1023s", &rate_hz, sound, calibration, out) == 4)
        if (!run(rate_hz, sound, calibration, out)) return 1;
    return 0;
}
