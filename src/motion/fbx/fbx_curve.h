/* SPDX-License-Identifier: MIT */
/* Curves: keys, interpolation and extrapolation. */
#ifndef VRMI_MOTION_FBX_CURVE_H
#define VRMI_MOTION_FBX_CURVE_H

#include "motion/fbx/fbx_tree.h"

/* Times are ticks of the file. Beyond these there is no key, so that differences fit. */
#define VRMI_FBX_TICKS_MAX ((int64_t)1 << 60)

/* KeyAttrFlags, as the files have them. */
enum {
    VRMI_FBX_KEY_CONSTANT = 0x2,
    VRMI_FBX_KEY_LINEAR = 0x4,
    VRMI_FBX_KEY_CUBIC = 0x8,
    VRMI_FBX_KEY_NEXT = 0x100, /* of a constant: the next key's value */
    VRMI_FBX_KEY_AUTO = 0x100, /* of a cubic */
    VRMI_FBX_KEY_TCB = 0x200,
    VRMI_FBX_KEY_USER = 0x400,
    VRMI_FBX_KEY_CLAMP = 0x4000, /* automatic slopes do not overshoot */
    VRMI_FBX_KEY_RIGHT_WEIGHT = 0x1000000,
    VRMI_FBX_KEY_LEFT_WEIGHT = 0x2000000
};

/* A key as a file has it: `left` and `left_weight` are those of the next key. */
typedef struct vrmi_FbxKey {
    int64_t time;
    float value;
    uint32_t flags;
    float right, left;               /* slopes, a second; tension, continuity with TCB */
    float right_weight, left_weight; /* parts of the time to the next key; bias with TCB */
} vrmi_FbxKey;

/* Interpolation from a key up to the next span. */
typedef struct vrmi_FbxSpan {
    uint32_t first; /* key */
    uint32_t mode;  /* one of CONSTANT, LINEAR, CUBIC, or CONSTANT | NEXT */
    float right, left, right_weight, left_weight;
} vrmi_FbxSpan;

/* Extrapolation beyond the first or last key: C constant, R repeated, A repeated with offset, M
 * mirrored, K linear. */
typedef struct vrmi_FbxBeyond {
    char kind;
    int32_t repeats; /* -1: for ever */
} vrmi_FbxBeyond;

typedef struct vrmi_FbxCurve {
    const int64_t* times; /* not descending */
    const float* values;
    const vrmi_FbxSpan* spans;
    uint32_t count, span_count; /* at least 1 */
    vrmi_FbxBeyond before, after;
    double ticks; /* in a second */
} vrmi_FbxCurve;

/* Cache of the last key search: most curves of a file share their times. Valid for one time; zero
 * at first. */
typedef struct vrmi_FbxFound {
    const int64_t* times;
    uint32_t key;
} vrmi_FbxFound;

double vrmi_fbx_curve_at(const vrmi_FbxCurve* curve, int64_t time, vrmi_FbxFound* found);

/* What curves share while they are read. */
typedef struct vrmi_FbxCurveMaker {
    vrmi_FbxTree* tree;
    vrmi_Arena* arena; /* memory of the result */
    double ticks;
    const int64_t* times; /* times of the previous curve: most curves have the same */
    uint32_t time_count;
    int64_t first_time, last_time; /* of all keys; first above last: there are none */
    bool has_damage;               /* a curve had no readable keys */
} vrmi_FbxCurveMaker;

/* The curve of an AnimationCurve, or of a channel before version 7. NULL: it has no keys, or the
 * tree has failed. */
vrmi_FbxCurve* vrmi_fbx_read_curve(vrmi_FbxCurveMaker* maker, uint32_t node);

/* Keys in the order of their times; changed by the call. */
vrmi_FbxCurve* vrmi_fbx_make_curve(vrmi_FbxCurveMaker* maker, vrmi_FbxKey* keys, size_t count);

#endif
