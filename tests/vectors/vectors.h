/* SPDX-License-Identifier: MIT */
/** The avatars and motions of the committed vectors, and how an expected trace is written. */
#ifndef VRM_TESTS_VECTORS_H
#define VRM_TESTS_VECTORS_H

#include "evaluator.h"
#include "motion/motion.h"
#include "support/avatar.h"

#include <stdio.h>

typedef struct Vector {
    const char* name;
    const char* about; /**< One sentence for the README. */
    void (*make)(TestAvatar* avatar);
    vrm_Dialect dialect;
    const char* motion; /**< The script's text. */
} Vector;

extern const Vector vectors[];
extern const int vector_count;

/** Writes the trace that the evaluator computes. The rig lends its lists, for the order only. */
void vector_write(FILE* out, const vrm_Model* model, const vrm_Rig* rig, const Motion* motion);

#endif
