/* SPDX-License-Identifier: MIT */
/* Tells the two formats of the command, scripts and traces, from the motion that the library loads.
 * JSON is parsed once, to learn it: the tree is kept for the reader of that kind. */
#ifndef CLI_MOTION_TEXT_H
#define CLI_MOTION_TEXT_H

#include "vrm/json.h"
#include "vrm/vrm.h"

typedef enum MotionKind {
    MOTION_KIND_ANY, /* for vrm_motion_load(), which says what it is if it is no motion */
    MOTION_KIND_TRACE,
    MOTION_KIND_SCRIPT /* or other JSON: reading it then fails with a reason */
} MotionKind;

typedef struct MotionText {
    const char* text; /* not owned */
    size_t size;
    MotionKind kind;
    vrm_Json* json;  /* a script, or the first line of a trace; NULL for others */
    char error[160]; /* a script that is no JSON: one sentence */
} MotionText;

void motion_text_open(const void* bytes, size_t size, MotionText* out);
void motion_text_close(MotionText* text);

/* Returns true if JSON says that it is a motion script; it may be damaged. */
bool motion_text_is_script(const MotionText* text);

#endif
