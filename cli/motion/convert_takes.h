/* SPDX-License-Identifier: MIT */
/* Takes of a file with several animations, and the names of their results. */
#ifndef VRM_CLI_CONVERT_TAKES_H
#define VRM_CLI_CONVERT_TAKES_H

#include "motion/convert_options.h"
#include "motion/motion_text.h"

enum { TAKE_NUMBER_ROOM = 16 };

/* A take: its selector, and the suffix of its result. */
typedef struct Take {
    char number[TAKE_NUMBER_ROOM]; /* "#2" */
    char* label; /* its name, _ for what cannot be part of a file's; with its number where others
                    have it too, large or small letters alike, or none */
} Take;

typedef struct Takes {
    Take* all; /* takes without motion are omitted */
    int count; /* 0: the file has one motion, without a name */
} Takes;

/* A file that was parsed once, for all of its takes. */
typedef struct TakeFile {
    const char* path;
    uint8_t* bytes;
    MotionText text;
    vrm_Motion* first; /* the first take that moves; NULL: a script or a trace */
} TakeFile;

/* Returns CLI_OK, or the status after printing what is wrong with the file. */
int takes_open(const char* path, const ConvertOptions* options, TakeFile* out);
void takes_close(TakeFile* file);

/* The same. */
int takes_list(const char* path, const ConvertOptions* options, Takes* out);
void takes_release(Takes* takes);

/* "FOLDER/walk.vrma" and "Take 001" become "FOLDER/walk-Take 001.vrma". Returns false if it does
 * not fit. */
bool takes_path(const char* path, const char* label, char* out, size_t out_size);

#endif
