/* SPDX-License-Identifier: MIT */
#include "sound/sound.h"

#include <stdio.h>
#include <string.h>

bool sound_is_known(const uint8_t* head, size_t size) {
    static const char* const marks[] = {"RIFF", "RIFX", "RF64", "fLaC", "OggS"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (size >= 4 && memcmp(head, marks[i], 4) == 0) return true;
    return false;
}

#ifdef CLI_HAS_SOUND

#include <math.h>
#include <sndfile.h>
#include <stdlib.h>

enum { BLOCK = 1024 }; /* frames that are decoded at a time */

struct sound_Reader {
    const uint8_t* bytes;
    sf_count_t size, at;
    SNDFILE* file;
    SF_INFO info;
    int64_t frames_read;
    int32_t filled, used; /* of the block, frames */
    bool has_ended;
    float block[]; /* BLOCK * channels */
};

bool sound_is_there(void) {
    return true;
}

const char* sound_library(void) {
    return sf_version_string();
}

/* ---- The file, as libsndfile asks for it ---- */

static sf_count_t get_size(void* ctx) {
    return ((sound_Reader*)ctx)->size;
}

static sf_count_t seek_to(sf_count_t offset, int whence, void* ctx) {
    sound_Reader* reader = ctx;
    sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? reader->at : reader->size;
    /* A chunk may claim to reach beyond the end, or before the beginning. */
    if (offset > reader->size - base || offset < -base) return -1;
    reader->at = base + offset;
    return reader->at;
}

static sf_count_t read_bytes(void* out, sf_count_t count, void* ctx) {
    sound_Reader* reader = ctx;
    sf_count_t left = reader->size - reader->at;
    if (count > left) count = left;
    if (count <= 0) return 0;
    memcpy(out, reader->bytes + reader->at, (size_t)count);
    reader->at += count;
    return count;
}

static sf_count_t write_bytes(const void* data, sf_count_t count, void* ctx) {
    (void)data, (void)count, (void)ctx;
    return 0;
}

static sf_count_t tell(void* ctx) {
    return ((sound_Reader*)ctx)->at;
}

/* ---- Opening ---- */

/* Other formats of libsndfile can begin as these do, and are not what was asked for. */
static bool is_wanted(int format) {
    int kind = format & SF_FORMAT_TYPEMASK;
    return kind == SF_FORMAT_WAV || kind == SF_FORMAT_WAVEX || kind == SF_FORMAT_RF64 ||
           kind == SF_FORMAT_FLAC || kind == SF_FORMAT_OGG;
}

static bool is_too_long(const SF_INFO* info, int64_t frames) {
    return frames > (int64_t)SOUND_SECONDS_MAX * info->samplerate ||
           frames > SOUND_SAMPLES_MAX / info->channels;
}

#define TOO_LONG                                                                                   \
    "the sound is longer than an hour, or than %.0f samples of all channels",                      \
        (double)SOUND_SAMPLES_MAX

static bool is_fit(const SF_INFO* info, char* error, size_t error_size) {
    if (!is_wanted(info->format))
        snprintf(error, error_size, "this is neither WAV, FLAC nor Ogg sound");
    else if (info->samplerate < SOUND_RATE_LEAST || info->samplerate > SOUND_RATE_MOST)
        snprintf(error, error_size, "the sound has %d samples a second; %d to %d are read",
                 info->samplerate, SOUND_RATE_LEAST, SOUND_RATE_MOST);
    else if (info->channels < 1 || info->channels > SOUND_CHANNELS_MAX)
        snprintf(error, error_size, "the sound has %d channels; 1 to %d are read", info->channels,
                 SOUND_CHANNELS_MAX);
    else if (is_too_long(info, info->frames))
        snprintf(error, error_size, TOO_LONG);
    else
        return true;
    return false;
}

/* Without the line end and the name that libsndfile's sentences may have. */
static void say_why(char* error, size_t error_size) {
    const char* why = sf_strerror(NULL);
    int length = (int)strcspn(why, ".\n");
    if (strstr(why, "malloc") != NULL) return; /* the code for it is not public */
    snprintf(error, error_size, "this sound cannot be read: %.*s", length, why);
}

sound_Reader* sound_open(const uint8_t* bytes, size_t size, char* error, size_t error_size) {
    SF_VIRTUAL_IO io = {get_size, seek_to, read_bytes, write_bytes, tell};
    size_t room = sizeof(float) * BLOCK * SOUND_CHANNELS_MAX;
    if (!sound_is_known(bytes, size)) {
        snprintf(error, error_size, "this is neither WAV, FLAC nor Ogg sound");
        return NULL;
    }
    sound_Reader* reader = calloc(1, sizeof *reader + room);
    error[0] = 0;
    if (reader == NULL) return NULL;
    reader->bytes = bytes;
    reader->size = (sf_count_t)size;
    reader->file = sf_open_virtual(&io, SFM_READ, &reader->info, reader);
    if (reader->file == NULL)
        say_why(error, error_size);
    else if (is_fit(&reader->info, error, error_size))
        return reader;
    sound_close(reader);
    return NULL;
}

void sound_close(sound_Reader* reader) {
    if (reader != NULL && reader->file != NULL) sf_close(reader->file);
    free(reader);
}

int32_t sound_rate_hz(const sound_Reader* reader) {
    return reader->info.samplerate;
}

/* ---- Reading ---- */

static void fill(sound_Reader* reader) {
    sf_count_t count = reader->has_ended ? 0 : sf_readf_float(reader->file, reader->block, BLOCK);
    reader->has_ended = count < BLOCK;
    reader->filled = count > 0 ? (int32_t)count : 0;
    reader->used = 0;
    reader->frames_read += reader->filled;
}

static float mean(const float* frame, int channels) {
    float sum = 0.0f;
    for (int c = 0; c < channels; c++)
        if (isfinite(frame[c])) sum += fminf(fmaxf(frame[c], -1.0f), 1.0f);
    return sum / (float)channels;
}

int32_t sound_read(sound_Reader* reader, float* out, int32_t count, char* error,
                   size_t error_size) {
    int channels = reader->info.channels;
    for (int32_t i = 0; i < count; i++) {
        if (reader->used == reader->filled) fill(reader);
        if (is_too_long(&reader->info, reader->frames_read)) {
            snprintf(error, error_size, TOO_LONG);
            return -1;
        }
        if (reader->filled == 0) return i;
        out[i] = mean(reader->block + (size_t)reader->used++ * (size_t)channels, channels);
    }
    return count;
}

#else /* built without libsndfile */

bool sound_is_there(void) {
    return false;
}

const char* sound_library(void) {
    return "none in this build";
}

sound_Reader* sound_open(const uint8_t* bytes, size_t size, char* error, size_t error_size) {
    (void)bytes, (void)size;
    snprintf(error, error_size, "this build of vrm has no libsndfile, which reads sound");
    return NULL;
}

void sound_close(sound_Reader* reader) {
    (void)reader;
}

int32_t sound_rate_hz(const sound_Reader* reader) {
    (void)reader;
    return 0;
}

int32_t sound_read(sound_Reader* reader, float* out, int32_t count, char* error,
                   size_t error_size) {
    (void)reader, (void)out, (void)count;
    snprintf(error, error_size, "this vrm was built without sound");
    return -1;
}

#endif
