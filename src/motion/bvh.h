/* SPDX-License-Identifier: MIT */
/* The members of a vrm_Bvh. bvh_parse.c reads the text, bvh_names.c and bvh_skeleton.c map joints
 * to bones, bvh_rest.c finds axes, size and rest pose, bvh.c computes poses. */
#ifndef VRMI_MOTION_BVH_H
#define VRMI_MOTION_BVH_H

#include "base/alloc.h"
#include "base/maths.h"
#include "base/report.h"
#include "vrm/bvh.h"

enum {
    VRMI_BVH_JOINTS_MAX = 4096, /* End Sites included */
    VRMI_BVH_CHANNELS_MAX = 9   /* of one joint */
};

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
    const char* name;    /* "" for an End Site */
    int32_t parent;      /* before it in the list; -1: a root */
    vrm_Vec3 offset;     /* units of the file */
    vrm_Vec3 rest;       /* place in the reference pose, from the origin */
    vrm_Quat turn;       /* rotation in the reference pose, in the file's axes */
    vrm_Vec3 t_position; /* place in the T-pose, model axes */
    vrm_Bone bone;       /* VRM_BONE_NONE: none */
    bool is_end;
    bool has_position;
    uint8_t channel_count;
    uint8_t channels[VRMI_BVH_CHANNELS_MAX]; /* vrmi_BvhChannel, in the order of the file */
    size_t first_channel;
} vrmi_BvhJoint;

struct vrm_Bvh {
    vrm_Allocator allocator;
    vrmi_Arena arena; /* joints, names */
    vrmi_BvhJoint* joints;
    int32_t joint_count;
    size_t channel_count;
    float* values; /* frame_count * channel_count */
    size_t value_room;
    int32_t frame_count;
    double frame_time;

    int32_t bones[VRM_BONE_COUNT]; /* joints; -1: none */
    uint64_t bone_bits;
    vrm_Quat to_model;              /* axes of the file to left +X, up +Y */
    vrm_Quat rests[VRM_BONE_COUNT]; /* from the T-pose to the reference pose, model axes */
    float metres;
    float hips_height; /* metres */
    vrm_Vec3 start;    /* metres, model axes: what the first frame's place is measured from */
};

/* Rotations in the order of the channels; a position replaces the offset. */
vrm_Transform vrmi_bvh_local(const vrm_Bvh* bvh, int32_t joint, int32_t frame);

/* From the bone above (not itself), or the origin, down to the joint. */
vrm_Transform vrmi_bvh_path(const vrm_Bvh* bvh, int32_t joint, int32_t frame);

/* Where the hips are in a frame: metres, model axes. */
vrm_Vec3 vrmi_bvh_hips_at(const vrm_Bvh* bvh, int32_t frame);

/* Joints and values. VRM_ERR_INVALID with a finding that has the place. */
vrm_Result vrmi_bvh_parse(vrm_Bvh* bvh, const char* text, size_t size, const vrm_BvhDef* def);

/* Sets joints[].bone and bones[]. */
void vrmi_bvh_name_bones(vrm_Bvh* bvh, const vrm_BvhDef* def);

/* Sets the reference pose and what is measured from it: to_model, rests[], metres, hips_height,
 * start. The hips must have been found. */
void vrmi_bvh_settle(vrm_Bvh* bvh, const vrm_BvhDef* def);

#endif
