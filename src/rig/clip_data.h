/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_Clip: what runtime/ reads.
 *
 *   timelines[0] -> times, and its tracks: those that slerp first, four at a time, then the rest
 *   timelines[1] -> ...
 *
 * Channels with equal key times share a timeline, so a moment is looked up once for all of them.
 * Keys are stored as they will be used: rotations of bones normalized (P q inverse(W), a linear map
 * that slerp and splines commute with), hips as offsets in model space.
 *
 * All arrays are carved from the block that begins with the struct itself. */
#ifndef VRMI_RIG_CLIP_DATA_H
#define VRMI_RIG_CLIP_DATA_H

#include "base/alloc.h"
#include "base/maths.h"
#include "vrm/clip.h"

/* With hips lower than this nothing can be scaled by their height. */
#define VRMI_HIPS_MIN 0.01f /* metres */

typedef enum vrmi_TrackTarget {
    VRMI_TRACK_BONE, /* normalized rotation; `index` is the vrm_Bone */
    VRMI_TRACK_HIPS, /* offset from rest in model space */
    VRMI_TRACK_GAZE, /* rotation */
    VRMI_TRACK_EXPRESSION,
    VRMI_TRACK_NODE_ROTATION, /* `index` is the node here and below */
    VRMI_TRACK_NODE_TRANSLATION,
    VRMI_TRACK_NODE_SCALE,
    VRMI_TRACK_MORPH /* four weights of the node's mesh */
} vrmi_TrackTarget;

typedef struct vrmi_Track {
    const vrm_Vec4* keys; /* one for each key; cubic: tangent in, value, tangent out */
    int32_t timeline;
    int32_t index;
    int32_t morph;         /* first of the four targets, for VRMI_TRACK_MORPH */
    uint8_t target;        /* vrmi_TrackTarget */
    uint8_t interpolation; /* vrm_Interpolation */
    uint8_t morph_count;   /* 1..4 of them are there, for VRMI_TRACK_MORPH */
} vrmi_Track;

typedef struct vrmi_Timeline {
    const float* times; /* at least one; each above the one before, from 0 up */
    int32_t key_count;
    int32_t first_track, track_count;
    int32_t slerp_count; /* its first tracks: linear rotations */
} vrmi_Timeline;

typedef struct vrmi_ClipExpression {
    const char* name;
    vrm_ExpressionPreset preset;
    int32_t track;
} vrmi_ClipExpression;

struct vrm_Clip {
    vrm_Allocator allocator;
    size_t size; /* of the block */
    const char* name;
    vrm_ClipKind kind;
    float duration;

    vrm_Vec3 hips_rest;                  /* in model space */
    uint64_t bones;                      /* that have a track, as bits */
    int32_t bone_tracks[VRM_BONE_COUNT]; /* -1: none; so below */
    int32_t hips_track, gaze_track;
    int32_t expression_count;
    const vrmi_ClipExpression* expressions;
    int32_t preset_expressions[VRM_EXPRESSION_PRESET_COUNT]; /* -1: absent */

    int32_t node_count;         /* of the file; 0 for a VRM animation */
    const int32_t* node_tracks; /* VRMI_NODE_TRACKS of each node, by vrmi_node_track() */

    int32_t timeline_count, track_count;
    const vrmi_Timeline* timelines;
    const vrmi_Track* tracks; /* by timeline */
};

/* Rotation, translation, scale, and the last of the tracks with morph weights. */
#define VRMI_NODE_TRACKS 4

static inline size_t vrmi_node_track(int32_t node, vrmi_TrackTarget target) {
    return (size_t)node * VRMI_NODE_TRACKS + (size_t)(target - VRMI_TRACK_NODE_ROTATION);
}

static inline bool vrmi_track_turns(const vrmi_Track* track) {
    return track->target == VRMI_TRACK_BONE || track->target == VRMI_TRACK_GAZE ||
           track->target == VRMI_TRACK_NODE_ROTATION;
}

static inline vrm_Quat vrmi_vec4_quat(vrm_Vec4 v) {
    return (vrm_Quat){v.x, v.y, v.z, v.w};
}

static inline vrm_Vec3 vrmi_vec4_vec3(vrm_Vec4 v) {
    return (vrm_Vec3){v.x, v.y, v.z};
}

/* The value of the first key, which an additive player subtracts. */
static inline vrm_Vec4 vrmi_track_first(const vrmi_Track* track) {
    return track->keys[track->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 1 : 0];
}

#endif
