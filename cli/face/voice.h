/* SPDX-License-Identifier: MIT */
/* A voice: what the mouth does while a sound plays (vrm/lip.h), and how long that is. */
#ifndef CLI_VOICE_H
#define CLI_VOICE_H

#include "vrm/lip.h"

typedef struct Voice {
    vrm_LipFrame* frames; /* one for each hundredth of a second */
    int32_t count;
    double seconds;        /* of the sound */
    double begin_s, end_s; /* of speech in it; all of it where none was heard */
} Voice;

/* Reads a sound ("-" is standard input) and listens to it. CLI_OK, or the status after printing the
 * error; there is nothing to close then. */
int voice_open(const char* command, const char* path, Voice* out);
void voice_close(Voice* voice);

#endif
