/* SPDX-License-Identifier: MIT */
/* BVH, the common text format of motion capture: bvh_parse.c reads the text, bvh.c samples it. */
#ifndef VRMI_MOTION_BVH_H
#define VRMI_MOTION_BVH_H

#include "motion/capture/capture.h"

enum { VRMI_BVH_CHANNELS_MAX = 9 /* of one joint */ };

typedef enum vrmi_BvhChannel {
    VRMI_BVH_X_POSITION,
    VRMI_BVH_Y_POSITION,
    VRMI_BVH_Z_POSITION,
    VRMI_BVH_X_ROTATION,
    VRMI_BVH_Y_ROTATION,
    VRMI_BVH_Z_ROTATION,
    VRMI_BVH_X_SCALE, /* scales are ignored: bones keep their length */
    VRMI_BVH_Y_SCALE,
    VRMI_BVH_Z_SCALE
} vrmi_BvhChannel;

typedef struct vrmi_BvhJoint {
    const char* name; /* "" for an End Site */
    int32_t parent;   /* before it in the list; -1: a root */
    vrm_Vec3 offset;  /* units of the file */
    bool is_end;
    bool has_position, has_rotation;
    uint8_t channel_count;
    uint8_t channels[VRMI_BVH_CHANNELS_MAX]; /* vrmi_BvhChannel, in the order of the file */
    size_t first_channel;
} vrmi_BvhJoint;

typedef struct vrmi_Bvh {
    vrm_Allocator allocator;
    vrmi_Arena arena; /* joints, names */
    vrmi_BvhJoint* joints;
    int32_t joint_count;
    size_t channel_count;
    float* values; /* frame_count * channel_count */
    size_t value_room;
    int32_t frame_count;
    double frame_time;
} vrmi_Bvh;

/* Returns true if the first word can begin a BVH. */
bool vrmi_bvh_recognises(const uint8_t* bytes, size_t size);

vrm_Result vrmi_bvh_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

/* Reads joints and values. Returns VRM_ERR_INVALID with a finding that has the position. */
vrm_Result vrmi_bvh_parse(vrmi_Bvh* bvh, const vrmi_CaptureInput* input);

#endif
