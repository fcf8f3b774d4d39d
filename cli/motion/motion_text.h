/* SPDX-License-Identifier: MIT */
/* Detects the kind of a motion from its bytes. JSON is parsed once; the tree is kept for the
 * reader. */
#ifndef CLI_MOTION_TEXT_H
#define CLI_MOTION_TEXT_H

#include "vrm/json.h"
#include "vrm/vrm.h"

typedef enum MotionKind {
    MOTION_KIND_GLTF,    /* includes VRM animations */
    MOTION_KIND_CAPTURE, /* of another program: `format` says which; NULL: reading it then fails,
                            and names the formats */
    MOTION_KIND_TRACE,
    MOTION_KIND_SCRIPT, /* or other JSON, which fails later with a reason */
    MOTION_KIND_FOREIGN /* loading it as glTF fails and names the format */
} MotionKind;

typedef struct MotionText {
    const char* text; /* not owned */
    size_t size;
    MotionKind kind;
    const char* format; /* of a capture; NULL for others */
    vrm_Json* json;     /* a script, or the first line of a trace; NULL for others */
    char error[160];    /* a script that is no JSON: one sentence */
} MotionText;

/* Files that are not motion: archives, pictures, models, web pages, or empty files. The model
 * loader has a message for each. */
bool motion_is_foreign(const void* bytes, size_t size);

void motion_text_open(const void* bytes, size_t size, MotionText* out);
void motion_text_close(MotionText* text);

#endif
