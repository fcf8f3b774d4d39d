/* SPDX-License-Identifier: MIT */
#include "face/voice.h"

#include "files/files.h"
#include "sound/sound.h"
#include "sound/sound_file.h"
#include "words/output.h"

#include "vrm/clip.h"
#include "vrm/speech_marks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 }; /* samples that are fed at a time */

#define LEAST_MISSING_S 0.1 /* encoders round the length to their own frames */

void voice_close(Voice* voice) {
    free(voice->frames);
    free(voice->sound);
    vrm_report_destroy(voice->findings);
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

/* ---- How loud the sound is ---- */

/* Of each hundredth of a second: how many there are of each level, in decibels below full scale. */
enum { LEVELS = 90, LOUD_DECIBELS = 12, LEAST_LOUD = 100 };
typedef struct Loudness {
    int32_t block, filled; /* samples of a hundredth of a second */
    double power;
    int32_t counts[LEVELS + 1], all;
} Loudness;

static void measure(Loudness* loudness, const float* samples, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        loudness->power += (double)samples[i] * (double)samples[i];
        if (++loudness->filled < loudness->block) continue;
        double decibels = -10.0 * log10(loudness->power / loudness->block + 1e-12);
        loudness->counts[(int)fmin(fmax(decibels, 0.0), LEVELS)]++;
        loudness->all++;
        loudness->filled = 0;
        loudness->power = 0.0;
    }
}

/* How much of the sound, in hundredths of a second, is well above the background, which a tenth of
 * the sound is not louder than. */
static int32_t count_loud(const Loudness* loudness) {
    int32_t level = LEVELS, softer = loudness->counts[LEVELS], louder = 0;
    while (level > 0 && softer * 10 < loudness->all) softer += loudness->counts[--level];
    for (int32_t i = 0; i <= level - LOUD_DECIBELS; i++) louder += loudness->counts[i];
    return louder;
}

/* For less than 5 % of the time that the sound is loud, which is more than a second. */
static bool hardly_moves(const Voice* voice) {
    int32_t open = 0;
    for (int32_t f = 0; f < voice->count; f++) {
        float opening = 0.0f;
        for (int v = 0; v < VRM_VOWEL_COUNT; v++) opening += voice->frames[f].vowels[v];
        open += opening > 0.05f;
    }
    return voice->loud_count > LEAST_LOUD && (int64_t)open * 20 < voice->loud_count;
}

/* ---- Listening ---- */

/* With the loudest minute: how soft the recording is, and whose voice it has. */
static vrm_Result calibrate(sound_Reader* reader, const sound_Survey* survey, vrm_Lip* lip) {
    char error[160];
    int64_t room = (int64_t)sound_rate_hz(reader) * 60, skipped = 0;
    if (room > survey->count) room = survey->count;
    float* samples = malloc((size_t)(room > 0 ? room : 1) * sizeof *samples);
    if (samples == NULL) return VRM_ERR_MEMORY;
    int32_t count = 0;
    while (skipped <= survey->loudest_begin && room > 0) {
        count = sound_read(reader, samples, (int32_t)room, error, sizeof error);
        skipped += room;
    }
    if (count > 0) (void)vrm_lip_calibrate(lip, samples, count);
    free(samples);
    return VRM_OK;
}

/* VRM_OK, VRM_ERR_MEMORY, or VRM_ERR_INVALID with one sentence in `error`. */
static vrm_Result listen_to(sound_Reader* reader, vrm_Lip* lip, Loudness* loudness, Voice* out,
                            char* error, size_t error_size) {
    float samples[BLOCK];
    int32_t capacity = 0, count = BLOCK, bound = vrm_lip_frame_bound(lip, BLOCK);
    while (count == BLOCK) {
        count = sound_read(reader, samples, BLOCK, error, error_size);
        if (count < 0) return VRM_ERR_INVALID;
        if (!reserve(out, &capacity, bound)) return VRM_ERR_MEMORY;
        out->count += vrm_lip_feed(lip, samples, count, out->frames + out->count, bound);
        measure(loudness, samples, count);
    }
    if (!reserve(out, &capacity, bound)) return VRM_ERR_MEMORY;
    out->count += vrm_lip_finish(lip, out->frames + out->count, bound);
    return VRM_OK;
}

static vrm_Result hear(sound_Reader* reader, const sound_Survey* survey, Loudness* loudness,
                       Voice* out, char* error, size_t error_size) {
    vrm_LipDef def = vrm_default_lip_def();
    vrm_Lip* lip = NULL;
    def.sample_rate_hz = (float)sound_rate_hz(reader);
    vrm_Result result = vrm_lip_create(&def, &lip);
    if (result == VRM_OK && !sound_restart(reader, survey->channel)) result = VRM_ERR_MEMORY;
    if (result == VRM_OK) result = calibrate(reader, survey, lip);
    if (result == VRM_OK && !sound_restart(reader, survey->channel)) result = VRM_ERR_MEMORY;
    if (result == VRM_OK) result = listen_to(reader, lip, loudness, out, error, error_size);
    vrm_lip_destroy(lip);
    return result;
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

/* CLI_OK, or the status after saying that the film would be too long. */
static int check_length(const char* command, const char* path, VoiceLimit limit, double seconds) {
    if (limit.max_frames <= 0) return CLI_OK;
    int32_t steps = vrm_clip_steps(seconds + limit.tail_s, limit.fps);
    if (steps < limit.max_frames) return CLI_OK;
    return limit.refuse(command, path, steps + 1.0, limit.max_frames);
}

static int hear_reader(const char* command, const char* path, VoiceLimit limit, bool listens,
                       sound_Reader* reader, Voice* out) {
    char error[160] = "";
    sound_Survey survey;
    if (!sound_survey(reader, &survey, error, sizeof error))
        return cli_file_error(command, path, "%s", error);
    out->seconds = (double)survey.count / (double)sound_rate_hz(reader);
    out->missing_s = (double)survey.missing / (double)sound_rate_hz(reader);
    if (out->seconds <= 0.0) return cli_file_error(command, path, "there is no sound in this file");
    int status = check_length(command, path, limit, out->seconds);
    if (status != CLI_OK || !listens) return status;
    Loudness loudness = {.block = sound_rate_hz(reader) / 100};
    vrm_Result result = hear(reader, &survey, &loudness, out, error, sizeof error);
    if (result != VRM_OK)
        return error[0] != 0 ? cli_file_error(command, path, "%s", error)
                             : cli_result_error(command, path, result, NULL);
    out->loud_count = count_loud(&loudness);
    return CLI_OK;
}

static int hear_bytes(const char* command, VoiceFiles files, VoiceLimit limit, const uint8_t* bytes,
                      size_t size, Voice* out) {
    const char* path = files.sound;
    char error[160] = "";
    sound_Reader* reader = sound_open(bytes, size, error, sizeof error);
    if (reader == NULL)
        return error[0] != 0 ? cli_file_error(command, path, "%s", error)
                             : cli_result_error(command, path, VRM_ERR_MEMORY, NULL);
    int status = hear_reader(command, path, limit, files.marks == NULL, reader, out);
    sound_close(reader);
    return status;
}

static int open_sound(const char* command, VoiceFiles files, VoiceLimit limit, Voice* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    int status = cli_read_sound(command, files.sound, &bytes, &size);
    if (status == CLI_OK) status = hear_bytes(command, files, limit, bytes, size, out);
    if (status == CLI_OK && files.keeps_sound) {
        out->sound = bytes;
        out->sound_size = size;
        return CLI_OK;
    }
    free(bytes);
    return status;
}

static vrm_Result hear_all(sound_Reader* reader, Voice* out, char* error, size_t error_size) {
    sound_Survey survey;
    if (!sound_survey(reader, &survey, error, error_size)) return VRM_ERR_INVALID;
    out->seconds = (double)survey.count / (double)sound_rate_hz(reader);
    if (out->seconds <= 0.0) {
        snprintf(error, error_size, "there is no sound in this file");
        return VRM_ERR_INVALID;
    }
    Loudness loudness = {.block = sound_rate_hz(reader) / 100};
    return hear(reader, &survey, &loudness, out, error, error_size);
}

vrm_Result voice_hear(const uint8_t* bytes, size_t size, Voice* out, char* error,
                      size_t error_size) {
    *out = (Voice){0};
    error[0] = 0;
    sound_Reader* reader = sound_open(bytes, size, error, error_size);
    if (reader == NULL) return error[0] != 0 ? VRM_ERR_INVALID : VRM_ERR_MEMORY;
    vrm_Result result = hear_all(reader, out, error, error_size);
    sound_close(reader);
    if (result == VRM_OK)
        find_speech(out);
    else
        voice_close(out);
    return result;
}

/* ---- Speech marks ---- */

/* An hour of blend shapes has less. */
#define MARKS_BYTES_MAX ((uint64_t)256 << 20)

static vrm_Result copy_frames(const vrm_SpeechMarks* marks, Voice* out) {
    const vrm_LipFrame* frames = vrm_speech_marks_frames(marks, &out->count);
    size_t size = (size_t)out->count * sizeof *frames;
    out->frames = malloc(size);
    if (out->frames == NULL) return VRM_ERR_MEMORY;
    memcpy(out->frames, frames, size);
    return VRM_OK;
}

static int read_marks(const char* command, VoiceFiles files, VoiceLimit limit, const void* bytes,
                      size_t size, Voice* out) {
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    vrm_SpeechMarks* marks = NULL;
    vrm_Result result = vrm_report_create(NULL, &out->findings);
    def.report = out->findings;
    if (result == VRM_OK) result = vrm_speech_marks_read(bytes, size, &def, &marks);
    if (result == VRM_OK) result = copy_frames(marks, out);
    int status = CLI_OK;
    if (result != VRM_OK) {
        status = cli_result_error(command, files.marks, result, out->findings);
    } else if (files.sound == NULL) {
        out->seconds = vrm_speech_marks_info(marks).seconds;
        status = check_length(command, files.marks, limit, out->seconds);
    }
    vrm_speech_marks_destroy(marks);
    return status;
}

static int open_marks(const char* command, VoiceFiles files, VoiceLimit limit, Voice* out) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    errno = 0;
    vrm_Result result = cli_read_input(files.marks, MARKS_BYTES_MAX, NULL, &bytes, &size);
    if (result == VRM_ERR_LIMIT)
        return cli_file_error(command, files.marks,
                              "speech marks of more than 256 MiB are not read");
    if (result != VRM_OK) return cli_result_error(command, files.marks, result, NULL);
    int status = read_marks(command, files, limit, bytes, size, out);
    free(bytes);
    return status;
}

/* ---- Both ---- */

int voice_open(const char* command, VoiceFiles files, VoiceLimit limit, Voice* out) {
    int status = CLI_OK;
    *out = (Voice){0};
    if (files.sound != NULL) status = open_sound(command, files, limit, out);
    if (status == CLI_OK && files.marks != NULL) status = open_marks(command, files, limit, out);
    if (status == CLI_OK)
        find_speech(out);
    else
        voice_close(out);
    return status;
}

void voice_explain(const char* command, VoiceFiles files, const Voice* voice) {
    int32_t count = voice->findings != NULL ? vrm_report_count(voice->findings) : 0;
    for (int32_t i = 0; i < count; i++) {
        vrm_Finding finding = vrm_report_get(voice->findings, i);
        (void)cli_file_error(command, files.marks, "%s [%s]", finding.message, finding.code);
    }
    if (voice->missing_s >= LEAST_MISSING_S)
        (void)cli_file_error(command, files.sound,
                             "the sound is cut or damaged: it ends after %.2f of %.2f s",
                             voice->seconds, voice->seconds + voice->missing_s);
    if (hardly_moves(voice))
        (void)cli_file_error(command, files.sound,
                             "the lips hardly move: there is sound, but no voice was found in it");
}
