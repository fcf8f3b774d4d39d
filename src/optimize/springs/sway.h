/* SPDX-License-Identifier: MIT */
/* How springs sway in a motion that is the same for every avatar: hips that turn and shake, a head
 * that turns and nods, arms and legs that swing, for 2 s at 60 frames a second. */
#ifndef VRMI_OPTIMIZE_SWAY_H
#define VRMI_OPTIMIZE_SWAY_H

#include "base/alloc.h"
#include "vrm/model.h"

enum { VRMI_SWAY_FRAMES = 120 };

/* A point that sways with a node. */
typedef struct vrmi_SwayPoint {
    int32_t node;
    vrm_Vec3 offset; /* in the space of the node */
} vrmi_SwayPoint;

/* Positions of `count` points in each frame, `count` for one after the other, in world space; and
 * the height of the avatar, by its nodes at rest. VRM_OK or the failure. */
vrm_Result vrmi_sway_record(const vrm_Model* model, const vrm_Allocator* allocator,
                            const vrmi_SwayPoint* points, size_t count, vrm_Vec3* out,
                            float* out_height);

/* Root of the mean square, over all frames, of the distance of point i in two records. */
float vrmi_sway_distance(const vrm_Vec3* a, const vrm_Vec3* b, size_t count, size_t i);

#endif
