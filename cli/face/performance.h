/* SPDX-License-Identifier: MIT */
/* What an avatar's face does in a film or an animation: --audio, --emotions, --script, --face and
 * --seed. Read once, for any number of avatars; a Performer is the face of one. */
#ifndef CLI_PERFORMANCE_H
#define CLI_PERFORMANCE_H

#include "face/cues.h"
#include "face/voice.h"
#include "words/args.h"

#include "vrm/clip.h"
#include "vrm/face.h"

/* A film goes on for so long after its sound: the mouth closes, the eyes rest. */
#define PERFORMANCE_TAIL_S 0.5

/* The rows of a command's table. */
#define PERFORMANCE_OPTIONS                                                                        \
    CLI_VALUE("--audio", "SOUND", "Speech to lip-sync to (WAV, FLAC, Ogg); sets the duration."),   \
        CLI_VALUE(                                                                                 \
            "--emotions", "FILE",                                                                  \
            "File with lines SECONDS NAME[=WEIGHT]..., such as 2.5 happy=0.8: the face from "      \
            "that time on."),                                                                      \
        CLI_VALUE("--script", "FILE",                                                              \
                  "Text of the speech with tags [NAME], [NAME:WEIGHT] or [NAME@SECONDS]. A tag "   \
                  "without a time is placed in the sound by its position in the text."),           \
        CLI_FLAG("--face", "Add blinks, glances and idle motion, with or without a sound."),       \
        CLI_VALUE("--seed", "N", "Seed of blinks and glances. Default: 0.")

typedef struct PerformanceOptions {
    const char *audio, *emotions, *script; /* paths; NULL: none */
    const char* seed;                      /* as written; NULL: 0 */
    bool is_alive;    /* --face: blinks, gaze and idle motion, without a sound too */
    bool is_quiet;    /* --quiet: errors only */
    VoiceLimit limit; /* where the sound says how long all is; without tail_s */
} PerformanceOptions;

typedef struct Performance {
    bool is_on;     /* one of the options was given */
    bool has_voice; /* --audio was */
    Voice voice;
    Cues cues;
    const char* cues_path; /* of --emotions or --script; NULL: none */
    uint64_t seed;
} Performance;

/* What the command line says. */
PerformanceOptions performance_options(const cli_Args* args);
bool performance_is_asked(const PerformanceOptions* options);

/* Which files are read, for the sandbox: sets the first of `inputs` that are NULL. */
void performance_add_inputs(const PerformanceOptions* options, const char** inputs, int count);

/* CLI_OK, or the status after printing the error; there is nothing to close then. */
int performance_open(const char* command, const PerformanceOptions* options, Performance* out);
void performance_close(Performance* performance);

/* How long the sound wants the film to be; 0 without a sound. */
double performance_seconds(const Performance* performance);

/* Spreads tags of --script that have no time over the speech, or over all of a film without sound,
 * which begins at a time and lasts so long. */
void performance_place(Performance* performance, double begin_s, double film_s);

/* CLI_OK, or CLI_INVALID after printing which emotion the avatar does not have. */
int performance_check(const char* command, const char* file, const Performance* performance,
                      const vrm_Rig* rig);

/* ---- One avatar ---- */

typedef struct Performer {
    const Performance* performance;
    const vrm_Rig* rig;
    vrm_FaceMap* map;
    vrm_Face* face;
    double time_s;
    int32_t frame, cue; /* the next to be heard, and shown */
} Performer;

vrm_Result performer_open(const Performance* performance, const vrm_Model* model,
                          const vrm_Rig* rig, Performer* out);
void performer_close(Performer* performer);

/* Says so on standard error where an avatar shall speak and has nothing to move its mouth with, and
 * for each emotion that does not show: at its weight, or while the avatar speaks. */
void performer_explain(const char* command, const char* file, const Performer* performer);

/* Back to the beginning; the same face follows as before. */
vrm_Result performer_restart(Performer* performer);

/* Goes on to a time, never back: each cue is shown and each sound is heard at its own. */
void performer_advance(Performer* performer, double time_s);

/* Sets expressions and gaze of an avatar, and adds idle motion to its pose, which was set before.
 * Expressions of a clip that plays, at its time, stay where they are stronger; NULL: none plays. */
void performer_apply(const Performer* performer, vrm_Sim* sim, vrm_AvatarId avatar,
                     const vrm_Clip* clip, float clip_time_s);

#endif
