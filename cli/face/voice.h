/* SPDX-License-Identifier: MIT */
/* A voice: what the mouth does while a sound plays, by the sound itself (vrm/lip.h) or by speech
 * marks (vrm/speech_marks.h), and how long that is. */
#ifndef CLI_VOICE_H
#define CLI_VOICE_H

#include "vrm/lip.h"
#include "vrm/report.h"

typedef struct Voice {
    vrm_LipFrame* frames; /* one for each hundredth of a second */
    int32_t count;
    double seconds;        /* of the sound; without one, of the speech marks */
    double begin_s, end_s; /* of speech in it; all of it where none was heard */
    double missing_s;      /* that the file of the sound states beyond its end */
    int32_t loud_count;    /* hundredths of a second that are well above the background */
    vrm_Report* findings;  /* of the speech marks, owned; NULL without them */
    uint8_t* sound;        /* the file, owned, where VoiceFiles.keeps_sound says so */
    size_t sound_size;
} Voice;

/* Says that a sound asks for too many frames, and returns the status (motion/max_frames.h). */
typedef int VoiceRefusal(const char* command, const char* path, double frames, int32_t max_frames);

/* How many frames a film of the sound may have; any number where max_frames is 0. */
typedef struct VoiceLimit {
    double fps, tail_s; /* frames a second, and seconds after the sound */
    int32_t max_frames;
    VoiceRefusal* refuse;
} VoiceLimit;

/* Paths; "-" is standard input. One of them may be NULL. */
typedef struct VoiceFiles {
    const char* sound; /* says how long all is, and moves the mouth where there are no marks */
    const char* marks; /* --visemes */
    bool keeps_sound;  /* for what plays it: standard input can be read only once */
} VoiceFiles;

/* Reads the files. A sound without marks is listened to, calibrated with its own loudest minute.
 * CLI_OK, or the status after printing the error; there is nothing to close then. */
int voice_open(const char* command, VoiceFiles files, VoiceLimit limit, Voice* out);
/* The same of a sound in memory, without a word to people. Returns VRM_ERR_MEMORY, or
 * VRM_ERR_INVALID with one sentence in `error`; there is nothing to close then. */
vrm_Result voice_hear(const uint8_t* bytes, size_t size, Voice* out, char* error,
                      size_t error_size);
/* Prints warnings to standard error: speech marks that were left out, a sound that is cut, and a
 * loud one by which the lips hardly move. */
void voice_explain(const char* command, VoiceFiles files, const Voice* voice);
void voice_close(Voice* voice);

#endif
