/* SPDX-License-Identifier: MIT */
/* Text without a sound: how long each letter of a script (face/cues.h) takes, and the mouth that
 * goes with the letters, by the rules that vrm/speech_marks.h has for letters with times. */
#ifndef CLI_CONTROL_LETTERS_H
#define CLI_CONTROL_LETTERS_H

#include "face/cues.h"

#include "vrm/speech_marks.h"

typedef struct control_Letters {
    vrm_SpeechMarks* marks; /* NULL: there is no letter */
    double* begins_s;       /* by the places of cues: of each letter that is spoken */
    int64_t count;
    double seconds;
} control_Letters;

/* A script of which the tags were read, spoken from time 0 at so many letters per second. Returns
 * VRM_OK, or VRM_ERR_MEMORY with nothing to close. */
vrm_Result control_letters_open(const char* text, size_t size, double pace, control_Letters* out);
void control_letters_close(control_Letters* letters);

/* When the words before a tag have been said. */
double control_letters_time(const control_Letters* letters, int64_t place);

#endif
