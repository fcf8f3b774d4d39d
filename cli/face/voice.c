/* SPDX-License-Identifier: MIT */
#include "face/voice.h"

#include "sound/sound.h"
#include "sound/sound_file.h"
#include "words/output.h"

#include <stdlib.h>

enum { BLOCK = 4096 }; /* samples that are fed at a time */

void voice_close(Voice* voice) {
    free(voice->frames);
    *voice = (Voice){0};
}

/* Room for `more` frames behind those that are there. */
static bool reserve(Voice* voice, int32_t* capacity, int32_t more) {
    if (voice->count + more <= *capacity) return true;
    int32_t larger = (voice->count + more) * 2;
    vrm_LipFrame* frames = realloc(voice->frames, (size_t)larger * sizeof *frames);
    if (frames == NULL) return false;
    voice->frames = frames;
    *capacity = larger;
    return true;
}

/* VRM_OK, VRM_ERR_MEMORY, or VRM_ERR_INVALID with one sentence in `error`. */
static vrm_Result listen_to(sound_Reader* reader, vrm_Lip* lip, Voice* out, char* error,
                            size_t error_size) {
    float samples[BLOCK];
    int32_t capacity = 0, count = BLOCK, bound = vrm_lip_frame_bound(lip, BLOCK);
    int64_t total = 0;
    while (count == BLOCK) {
        count = sound_read(reader, samples, BLOCK, error, error_size);
        if (count < 0) return VRM_ERR_INVALID;
        if (!reserve(out, &capacity, bound)) return VRM_ERR_MEMORY;
        out->count += vrm_lip_feed(lip, samples, count, out->frames + out->count, bound);
        total += count;
    }
    if (!reserve(out, &capacity, bound)) return VRM_ERR_MEMORY;
    out->count += vrm_lip_finish(lip, out->frames + out->count, bound);
    out->seconds = (double)total / (double)sound_rate_hz(reader);
    if (total > 0) return VRM_OK;
    snprintf(error, error_size, "there is no sound in this file");
    return VRM_ERR_INVALID;
}

static void find_speech(Voice* voice) {
    bool is_heard = false;
    voice->end_s = voice->seconds;
    for (int32_t i = 0; i < voice->count; i++) {
        if (!voice->frames[i].is_speech) continue;
        if (!is_heard) voice->begin_s = voice->frames[i].time_s;
        voice->end_s = voice->frames[i].time_s;
        is_heard = true;
    }
}

static int hear_bytes(const char* command, const char* path, const uint8_t* bytes, size_t size,
                      Voice* out) {
    char error[160] = "";
    vrm_LipDef def = vrm_default_lip_def();
    vrm_Lip* lip = NULL;
    sound_Reader* reader = sound_open(bytes, size, error, sizeof error);
    if (reader == NULL)
        return error[0] != 0 ? cli_file_error(command, path, "%s", error)
                             : cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
    def.sample_rate_hz = (float)sound_rate_hz(reader);
    vrm_Result result = vrm_lip_create(&def, &lip);
    if (result == VRM_OK) result = listen_to(reader, lip, out, error, sizeof error);
    vrm_lip_destroy(lip);
    sound_close(reader);
    if (result == VRM_OK) {
        find_speech(out);
        return CLI_OK;
    }
    voice_close(out);
    return error[0] != 0 ? cli_file_error(command, path, "%s", error)
                         : cli_result_error(command, path, result, NULL);
}

int voice_open(const char* command, const char* path, Voice* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    *out = (Voice){0};
    int status = cli_read_sound(command, path, &bytes, &size);
    if (status == CLI_OK) status = hear_bytes(command, path, bytes, size, out);
    free(bytes);
    return status;
}
