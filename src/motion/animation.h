/* SPDX-License-Identifier: MIT */
/* Writes one glTF animation into an edit: curves over the same frames, each reduced to the keys it
 * needs. Channels with the same key times share an input accessor. */
#ifndef VRMI_MOTION_ANIMATION_H
#define VRMI_MOTION_ANIMATION_H

#include "base/alloc.h"
#include "motion/reduce.h"
#include "vrm/edit.h"

/* The keys of a channel: another channel with the same keys shares its accessor. */
typedef struct vrmi_KeyTimes {
    uint32_t* kept;
    size_t count;
    uint64_t hash;
    int32_t accessor;
} vrmi_KeyTimes;

typedef struct vrmi_AnimationOut {
    vrm_Edit* edit;
    vrmi_Arena arena;
    const float* times; /* of all frames */
    size_t frame_count;

    /* Buffers for one curve at a time. */
    uint32_t* kept;
    float* numbers;
    size_t width_max;

    vrmi_KeyTimes* inputs;
    size_t input_count, input_capacity;
    vrm_JsonBuilder *channels, *samplers; /* the two JSON arrays, still open */
    int32_t channel_count;
    bool has_still; /* one constant channel also gets a last key, which keeps the duration */

    uint64_t source_keys, kept_keys;
    uint64_t source_bytes, kept_bytes; /* of values and of times, as accessors hold them */
    vrm_Result result;                 /* the first failure; nothing is written after it */
} vrmi_AnimationOut;

/* `times` must stay valid until the end. Curves have at most `width_max` numbers per value. */
vrm_Result vrmi_animation_begin(vrmi_AnimationOut* out, vrm_Edit* edit,
                                const vrm_Allocator* allocator, const float* times,
                                size_t frame_count, size_t width_max);

/* Adds a channel for a node ("rotation", "translation", "scale", "weights"), or with `pointer` for
 * KHR_animation_pointer. Weights are scalars, several per key; other values are one vector. */
void vrmi_animation_add(vrmi_AnimationOut* out, const vrmi_Curve* curve, int32_t node,
                        const char* path, const char* pointer);

/* Adds the animation to the document, before the others, unless it has no channel. Releases
 * everything in any case. */
vrm_Result vrmi_animation_end(vrmi_AnimationOut* out, const char* name);

#endif
