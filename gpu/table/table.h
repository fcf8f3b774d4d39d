/* SPDX-License-Identifier: MIT */
/* Rigs and clips as tables that the kernels read: kernels/layout.h. */
#ifndef VRM_GPU_TABLE_H
#define VRM_GPU_TABLE_H

#include "kernels/layout.h"
#include "vrm/pack.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing array of words. */
typedef struct gpu_Words {
    int32_t* data;
    int32_t count, capacity;
    bool has_failed; /* no memory, or more words than an int32_t counts */
} gpu_Words;

/* Appends `size` bytes, a multiple of 4; returns the first word of them. No-op after a failure. */
int32_t gpu_words_add(gpu_Words* words, const void* data, size_t size);
/* Appends zeros up to a multiple of 16 bytes. */
void gpu_words_align(gpu_Words* words);
void gpu_words_free(gpu_Words* words);

/* Rows that an avatar of a rig has in each arena. */
typedef struct gpu_Rows {
    int32_t rows[ARENA_COUNT];
    int32_t scratch_few;    /* of the scratch arena without lanes */
    int32_t collider_words; /* in local memory */
    bool is_irregular;      /* its springs need the GPU_IRREGULAR kernels */
} gpu_Rows;

/* Rows of an avatar at rest, with its stages off; those of the other arenas are 0. */
typedef struct gpu_Rest {
    float *input, *face;
} gpu_Rest;

void gpu_rest_free(gpu_Rest* rest);

typedef struct gpu_BuiltRig {
    int32_t at; /* offset of its table */
    gpu_Rows rows;
    gpu_Rest rest;
    const char* code; /* why the device cannot run it; NULL: there is no memory */
} gpu_BuiltRig;

/* Appends the table of a rig. Returns false when the device cannot run it. */
bool gpu_table_rig(gpu_Words* words, const vrm_RigPack* pack, uint32_t outputs, bool has_rate,
                   gpu_BuiltRig* out);

/* Appends a clip as the rig plays it. `targets`: rig's expression of each clip's, or -1. */
bool gpu_table_motion(gpu_Words* words, const vrm_ClipPack* clip, const vrm_RigPack* rig,
                      const int32_t* targets, int32_t target_count, int32_t* out_at);

#endif
