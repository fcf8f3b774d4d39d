/* SPDX-License-Identifier: MIT */
/* Sound in memory, decoded piece by piece to mono: WAV, FLAC, Ogg (Vorbis, Opus) and MP3, by
 * libsndfile. An hour of sound is never in memory at once. */
#ifndef CLI_SOUND_H
#define CLI_SOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file of a few bytes can claim or hold (FLAC of silence) any length, so there are limits. */
enum { SOUND_SECONDS_MAX = 3600, SOUND_CHANNELS_MAX = 8 };
enum { SOUND_RATE_LEAST = 4000, SOUND_RATE_MOST = 192000 };
#define SOUND_SAMPLES_MAX INT64_C(1382400000) /* of all channels: an hour of stereo at 192 kHz */

/* Said of bytes that are none of these. */
#define SOUND_UNKNOWN "this is neither WAV, FLAC, Ogg nor MP3 sound"

typedef struct sound_Reader sound_Reader;

/* Whether this vrm can read sound, and by what: "libsndfile-1.2.0". */
bool sound_is_there(void);
const char* sound_library(void);

/* Whether bytes begin as one of the formats does; `size` may be that of the first few. */
bool sound_is_known(const uint8_t* head, size_t size);

/* The bytes must outlive the reader. NULL with one sentence in `error` when there is no sound, or
 * one beyond the limits; with an empty one when there is no memory. */
sound_Reader* sound_open(const uint8_t* bytes, size_t size, char* error, size_t error_size);
void sound_close(sound_Reader* reader); /* NULL is fine */

int32_t sound_rate_hz(const sound_Reader* reader);
int32_t sound_channels(const sound_Reader* reader); /* of the file */

/* What is known after all of a sound was read once. */
typedef struct sound_Survey {
    int64_t count;         /* samples of a channel */
    int64_t missing;       /* samples that the file states beyond those: it is cut or damaged */
    int64_t loudest_begin; /* first sample of the loudest minute, of minutes from the beginning */
    int32_t channel;       /* that sound_read() is to give; -1: the mean of all */
} sound_Survey;

/* The mean of channels that cancel each other out, or of which most are silent, is far softer than
 * the loudest of them, which then stands for all; what is below 200 Hz does not count, as of a
 * channel for a subwoofer. From then on a sound that is louder than full scale is read softer, not
 * clipped. False with one sentence in `error` beyond the limits. */
bool sound_survey(sound_Reader* reader, sound_Survey* out, char* error, size_t error_size);

/* Back to the first sample, from then on with one channel, or -1: the mean of all. False where
 * there is no memory; nothing can be read then. */
bool sound_restart(sound_Reader* reader, int32_t channel);

/* The next samples: the mean of the channels, clipped to -1..1 (after sound_survey() none is
 * beyond), those that are not finite as 0. Returns how many; fewer than `count` only at the end,
 * which a sound that is cut has where it was cut. -1 with one sentence in `error` beyond the
 * limits.
 */
int32_t sound_read(sound_Reader* reader, float* out, int32_t count, char* error, size_t error_size);

/* The same with all channels, one sample of each after the other, where `channels` is as many as
 * the file has; where it is 1, as sound_read(). `count` is of a channel. */
int32_t sound_read_channels(sound_Reader* reader, int32_t channels, float* out, int32_t count,
                            char* error, size_t error_size);

#endif
