/* SPDX-License-Identifier: MIT */
/* Cues: which emotion an avatar shows from when on. Two texts say so.
 *
 *   --emotions     lines SECONDS NAME[=WEIGHT]...      0.0 happy=0.8
 *                  # begins a comment                  2.5 surprised=0.6 happy=0.2
 *
 *   --script       what is said, with tags             [happy] Hello there. [sad:0.5@2.5] Well.
 *                  NAME[:WEIGHT][@SECONDS] in it
 *
 * A tag without a time comes when the text before it has been said: letters are spread evenly over
 * the speech. "neutral" is the face at rest, whether the avatar has such an expression or not. */
#ifndef CLI_CUES_H
#define CLI_CUES_H

#include "words/expression_option.h"

#include <stddef.h>
#include <stdint.h>

enum { CUE_PARTS_MAX = 8, CUES_MAX = 10000 };
#define CUE_TIME_MAX 86400.0

typedef struct Cue {
    double time_s; /* set by cues_place() where is_timed is false */
    bool is_timed; /* by the text itself */
    int64_t place; /* of a tag: letters that are spoken before it */
    int32_t line;  /* of the text, from 1 */
    int32_t part_count;
    cli_Expression parts[CUE_PARTS_MAX];
} Cue;

typedef struct Cues {
    Cue* list; /* times that the text has do not go back */
    int32_t count;
    int64_t letters; /* of a script */
} Cues;

/* False with one sentence in `error`, and nothing to be freed. The text need not end with a zero.
 */
bool cues_read_emotions(const char* text, size_t size, Cues* out, char* error, size_t error_size);
bool cues_read_script(const char* text, size_t size, Cues* out, char* error, size_t error_size);
void cues_free(Cues* cues);

/* Gives cues without a time theirs: between their neighbours that have one, by letters. The text is
 * spoken from `begin_s` to `end_s`; a tag before the first letter comes at 0. */
void cues_place(Cues* cues, double begin_s, double end_s);

#endif
