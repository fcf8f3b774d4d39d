/* SPDX-License-Identifier: MIT */
/* What an avatar's face does in a film or an animation: --audio, --visemes, --emotions,
 * --script, --face and --seed. Read once, for any number of avatars; a Performer (performer.h)
 * plays it on one. */
#ifndef CLI_PERFORMANCE_H
#define CLI_PERFORMANCE_H

#include "face/cues.h"
#include "face/voice.h"
#include "words/args.h"

#include "vrm/rig.h"

/* A film goes on for so long after its sound: the mouth closes, the eyes rest. */
#define PERFORMANCE_TAIL_S 0.5

/* The rows of a command's table. `duration` is a clause: how long the result is. */
#define PERFORMANCE_OPTIONS(duration)                                                              \
    CLI_VALUE("--audio", "SOUND", "Speech to lip-sync to (WAV, FLAC, Ogg, MP3); " duration "."),   \
        CLI_VALUE("--visemes", "FILE",                                                             \
                  "Speech marks that move the mouth instead of the sound: VOICEVOX audio query, "  \
                  "visemes of Azure, SAPI or Amazon Polly, Rhubarb JSON, characters of "           \
                  "ElevenLabs. Without --audio, " duration "."),                                   \
        CLI_VALUE("--emotions", "FILE",                                                            \
                  "File with lines SECONDS NAME[=WEIGHT]..., such as 2.5 happy=0.8: the emotions " \
                  "from that time on."),                                                           \
        CLI_VALUE("--script", "FILE",                                                              \
                  "Text of the speech with tags [NAME], [NAME:WEIGHT] or [NAME@SECONDS]. A tag "   \
                  "without a time is placed in the sound by its position in the text."),           \
        CLI_FLAG("--face", "Add blinks, glances and idle motion, with or without a sound."),       \
        CLI_VALUE("--seed", "N", "Seed of blinks and glances. Default: 0.")

typedef struct PerformanceOptions {
    const char *audio, *visemes, *emotions, *script; /* paths; NULL: none */
    const char* seed;                                /* as written; NULL: 0 */
    bool is_alive;    /* --face: blinks, gaze and idle motion, without a sound too */
    bool is_quiet;    /* --quiet: errors only */
    bool keeps_sound; /* the bytes of --audio stay in the voice */
    VoiceLimit limit; /* where the sound says how long all is; without tail_s */
} PerformanceOptions;

typedef struct Performance {
    bool is_on;     /* one of the options was given */
    bool has_voice; /* --audio or --visemes was */
    Voice voice;
    Cues cues;
    const char* cues_path; /* of --emotions or --script; NULL: none */
    uint64_t seed;
} Performance;

/* What the command line says. */
PerformanceOptions performance_options(const cli_Args* args);
bool performance_is_asked(const PerformanceOptions* options);
/* Whether the avatar speaks: --audio or --visemes. */
bool performance_speaks(const PerformanceOptions* options);

enum { PERFORMANCE_INPUTS = 4 };

/* Which files are read, for the sandbox, PERFORMANCE_INPUTS at most: sets the first of `inputs`
 * that are NULL. */
void performance_add_inputs(const PerformanceOptions* options, const char** inputs, int count);

/* CLI_OK, or the status after printing the error; there is nothing to close then. */
int performance_open(const char* command, const PerformanceOptions* options, Performance* out);
void performance_close(Performance* performance);

/* How long the sound or the speech marks want the film to be; 0 without them. */
double performance_seconds(const Performance* performance);

/* Spreads tags of --script that have no time over the speech, or over all of a film without sound,
 * which begins at a time and lasts so long. */
void performance_place(Performance* performance, double begin_s, double film_s);

/* CLI_OK, or CLI_INVALID after printing which emotion the avatar does not have. */
int performance_check(const char* command, const char* file, const Performance* performance,
                      const vrm_Rig* rig);

/* The avatar's own name of an expression. NULL where it has none; `out_is_there` is true all the
 * same for "neutral", the face at rest. */
const char* performance_part(const vrm_Rig* rig, const cli_Expression* part, bool* out_is_there);

#endif
