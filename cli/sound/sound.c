/* SPDX-License-Identifier: MIT */
#include "sound/sound.h"

#include <stdio.h>
#include <string.h>

/* A tag, or the beginning of a frame of MPEG layer 3: 11 bits that are set, any version but the
 * reserved one, and a bit rate. */
static bool is_mp3(const uint8_t* head, size_t size) {
    if (size >= 3 && memcmp(head, "ID3", 3) == 0) return true;
    return size >= 4 && head[0] == 0xFF && (head[1] & 0xE6) == 0xE2 && (head[1] & 0x18) != 0x08 &&
           (head[2] & 0xF0) != 0xF0 && (head[2] & 0xF0) != 0 && (head[2] & 0x0C) != 0x0C;
}

bool sound_is_known(const uint8_t* head, size_t size) {
    static const char* const marks[] = {"RIFF", "RIFX", "RF64", "fLaC", "OggS"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (size >= 4 && memcmp(head, marks[i], 4) == 0) return true;
    return is_mp3(head, size);
}

#ifdef CLI_HAS_SOUND

#include "sound/mute.h"

#include <math.h>
#include <sndfile.h>
#include <stdlib.h>

enum { BLOCK = 1024 };         /* frames that are decoded at a time */
#define MUCH_SOFTER (1.0 / 16) /* in power: 12 dB */
#define MOST_SAMPLE 100.0f     /* 40 dB above full scale; what is beyond is damage */
#define LOWEST_HZ   200.0      /* of what tells voices from rumble and from a constant offset */

struct sound_Reader {
    const uint8_t* bytes;
    sf_count_t size, at;
    sf_count_t unset_size_at; /* of a length that was never written; 0: there is none */
    SNDFILE* file;
    SF_INFO info;
    Mute mute;
    int64_t frames_read;
    int32_t channel;      /* -1: the mean of all */
    float scale;          /* of all samples, so that the loudest is at most 1 */
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
    for (sf_count_t i = 0; reader->unset_size_at > 0 && i < 4; i++) {
        sf_count_t at = reader->unset_size_at + i - reader->at;
        if (at >= 0 && at < count) ((uint8_t*)out)[at] = 0xFF;
    }
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

static uint32_t little(const uint8_t* bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* A program that writes a WAV into a pipe cannot go back to say how long it is. Some leave the
 * sizes at 0, as of an empty file; libsndfile reads to the end where they are the largest number.
 * Returns where the size of the samples is, or 0. */
static sf_count_t find_unset_size(const uint8_t* bytes, size_t size) {
    size_t at = 12;
    if (size < 20 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WAVE", 4) != 0) return 0;
    uint32_t claimed = little(bytes + 4);
    while (size - at > 8) {
        uint32_t length = little(bytes + at + 4);
        if (memcmp(bytes + at, "data", 4) == 0) {
            bool goes_on = claimed <= at || claimed == UINT32_MAX; /* beyond the end of the RIFF */
            return length == 0 && goes_on ? (sf_count_t)at + 4 : 0;
        }
        if (length > size - at - 8) return 0;
        at += 8 + (size_t)length;
        if (length % 2 != 0 && at < size) at++;
    }
    return 0;
}

/* ---- Opening ---- */

/* SF_FORMAT_MPEG, which libsndfile has since 1.1.0. */
enum { FORMAT_MPEG = 0x230000 };

/* Other formats of libsndfile can begin as these do, and are not what was asked for. */
static bool is_wanted(int format) {
    int kind = format & SF_FORMAT_TYPEMASK;
    return kind == SF_FORMAT_WAV || kind == SF_FORMAT_WAVEX || kind == SF_FORMAT_RF64 ||
           kind == SF_FORMAT_FLAC || kind == SF_FORMAT_OGG || kind == FORMAT_MPEG;
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
        snprintf(error, error_size, SOUND_UNKNOWN);
    else if (info->samplerate < SOUND_RATE_LEAST || info->samplerate > SOUND_RATE_MOST)
        snprintf(error, error_size, "the sound has %d samples a second; %d to %d are read",
                 info->samplerate, SOUND_RATE_LEAST, SOUND_RATE_MOST);
    else if (info->channels < 1 || info->channels > SOUND_CHANNELS_MAX)
        snprintf(error, error_size, "the sound has %d channels; 1 to %d are read", info->channels,
                 SOUND_CHANNELS_MAX);
    else if (info->frames != SF_COUNT_MAX && is_too_long(info, info->frames)) /* known, and */
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

static bool open_file(sound_Reader* reader) {
    SF_VIRTUAL_IO io = {get_size, seek_to, read_bytes, write_bytes, tell};
    reader->at = 0;
    reader->info = (SF_INFO){0};
    mute_begin(reader->mute);
    reader->file = sf_open_virtual(&io, SFM_READ, &reader->info, reader);
    mute_end(reader->mute);
    return reader->file != NULL;
}

static void close_file(sound_Reader* reader) {
    if (reader->file == NULL) return;
    mute_begin(reader->mute);
    sf_close(reader->file);
    mute_end(reader->mute);
    reader->file = NULL;
}

sound_Reader* sound_open(const uint8_t* bytes, size_t size, char* error, size_t error_size) {
    size_t room = sizeof(float) * BLOCK * SOUND_CHANNELS_MAX;
    if (!sound_is_known(bytes, size)) {
        snprintf(error, error_size, SOUND_UNKNOWN);
        return NULL;
    }
    sound_Reader* reader = calloc(1, sizeof *reader + room);
    error[0] = 0;
    if (reader == NULL) return NULL;
    reader->bytes = bytes;
    reader->size = (sf_count_t)size;
    reader->channel = -1;
    reader->scale = 1.0f;
    reader->mute = is_mp3(bytes, size) ? mute_open() : (Mute){.speaking = -1, .silent = -1};
    reader->unset_size_at = find_unset_size(bytes, size);
    if (!open_file(reader))
        say_why(error, error_size);
    else if (is_fit(&reader->info, error, error_size))
        return reader;
    sound_close(reader);
    return NULL;
}

void sound_close(sound_Reader* reader) {
    if (reader == NULL) return;
    close_file(reader);
    mute_close(reader->mute);
    free(reader);
}

int32_t sound_rate_hz(const sound_Reader* reader) {
    return reader->info.samplerate;
}

int32_t sound_channels(const sound_Reader* reader) {
    return reader->info.channels;
}

/* ---- Reading ---- */

static void fill(sound_Reader* reader) {
    sf_count_t count = 0;
    mute_begin(reader->mute);
    if (!reader->has_ended) count = sf_readf_float(reader->file, reader->block, BLOCK);
    mute_end(reader->mute);
    reader->has_ended = count < BLOCK;
    reader->filled = count > 0 ? (int32_t)count : 0;
    reader->used = 0;
    reader->frames_read += reader->filled;
}

/* Floating-point samples can be louder than full scale. */
static float sample_of(float value) {
    return isfinite(value) ? fminf(fmaxf(value, -MOST_SAMPLE), MOST_SAMPLE) : 0.0f;
}

static float mean(const float* frame, int channels) {
    float sum = 0.0f;
    for (int c = 0; c < channels; c++) sum += sample_of(frame[c]);
    return sum / (float)channels;
}

/* The next frame; NULL at the end, or with one sentence in `error` beyond the limits. */
static const float* next_frame(sound_Reader* reader, char* error, size_t error_size) {
    if (reader->used == reader->filled) fill(reader);
    if (is_too_long(&reader->info, reader->frames_read)) {
        snprintf(error, error_size, TOO_LONG);
        return NULL;
    }
    if (reader->filled == 0) return NULL;
    return reader->block + (size_t)reader->used++ * (size_t)reader->info.channels;
}

static float clipped(const sound_Reader* reader, float value) {
    return fminf(fmaxf(value * reader->scale, -1.0f), 1.0f);
}

int32_t sound_read(sound_Reader* reader, float* out, int32_t count, char* error,
                   size_t error_size) {
    int channels = reader->info.channels;
    error[0] = 0;
    for (int32_t i = 0; i < count; i++) {
        const float* frame = next_frame(reader, error, error_size);
        if (frame == NULL) return error[0] != 0 ? -1 : i;
        float value =
            reader->channel < 0 ? mean(frame, channels) : sample_of(frame[reader->channel]);
        out[i] = clipped(reader, value);
    }
    return count;
}

int32_t sound_read_channels(sound_Reader* reader, int32_t channels, float* out, int32_t count,
                            char* error, size_t error_size) {
    if (channels == 1) return sound_read(reader, out, count, error, error_size);
    error[0] = 0;
    for (int32_t i = 0; i < count; i++) {
        const float* frame = next_frame(reader, error, error_size);
        if (frame == NULL) return error[0] != 0 ? -1 : i;
        for (int32_t c = 0; c < channels; c++) *out++ = clipped(reader, sample_of(frame[c]));
    }
    return count;
}

/* The power of a channel above LOWEST_HZ: a high-pass filter of two stages. */
typedef struct VoicePower {
    double last[2], passed[2]; /* input and output of each stage */
    double sum;
} VoicePower;

/* Returns the power of one sample. */
static double add_power(VoicePower* power, double keep, double sample) {
    for (int stage = 0; stage < 2; stage++) {
        double passed = keep * (power->passed[stage] + sample - power->last[stage]);
        power->last[stage] = sample;
        power->passed[stage] = passed;
        sample = passed;
    }
    power->sum += sample * sample;
    return sample * sample;
}

bool sound_survey(sound_Reader* reader, sound_Survey* out, char* error, size_t error_size) {
    int channels = reader->info.channels, best = 0;
    int64_t minute = (int64_t)reader->info.samplerate * 60;
    double keep = 1.0 / (1.0 + 2.0 * 3.14159265358979 * LOWEST_HZ / reader->info.samplerate);
    double loudest = 0.0, sum = 0.0;
    VoicePower power[SOUND_CHANNELS_MAX] = {0}, mixed = {0};
    float peak = 1.0f;
    const float* frame;
    *out = (sound_Survey){.channel = -1};
    error[0] = 0;
    while ((frame = next_frame(reader, error, error_size)) != NULL) {
        if (out->count % minute == 0) sum = 0.0;
        for (int c = 0; c < channels; c++) {
            float sample = sample_of(frame[c]);
            sum += add_power(&power[c], keep, (double)sample);
            peak = fmaxf(peak, fabsf(sample));
        }
        (void)add_power(&mixed, keep, (double)mean(frame, channels));
        if (sum > loudest) out->loudest_begin = out->count - out->count % minute;
        loudest = fmax(loudest, sum);
        out->count++;
    }
    for (int c = 1; c < channels; c++)
        if (power[c].sum > power[best].sum) best = c;
    if (mixed.sum < power[best].sum * MUCH_SOFTER) out->channel = best;
    if (reader->info.frames != SF_COUNT_MAX && reader->info.frames > out->count)
        out->missing = reader->info.frames - out->count;
    reader->scale = 1.0f / peak;
    return error[0] == 0;
}

/* By opening it again: a damaged sound may be read from its beginning and yet not be seeked in. */
bool sound_restart(sound_Reader* reader, int32_t channel) {
    close_file(reader);
    reader->channel = channel;
    reader->filled = reader->used = 0;
    reader->has_ended = false;
    reader->frames_read = 0;
    return open_file(reader);
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

int32_t sound_channels(const sound_Reader* reader) {
    (void)reader;
    return 0;
}

int32_t sound_read_channels(sound_Reader* reader, int32_t channels, float* out, int32_t count,
                            char* error, size_t error_size) {
    (void)channels;
    return sound_read(reader, out, count, error, error_size);
}

bool sound_survey(sound_Reader* reader, sound_Survey* out, char* error, size_t error_size) {
    (void)reader;
    *out = (sound_Survey){0};
    snprintf(error, error_size, "this vrm was built without sound");
    return false;
}

bool sound_restart(sound_Reader* reader, int32_t channel) {
    (void)reader, (void)channel;
    return false;
}

#endif
