/* SPDX-License-Identifier: MIT */
/* The vertices of an avatar at rest, each with the node that moves it most. Places are in the axes
 * of an avatar that faces +Z, metres. */
#ifndef VRMI_AUTHOR_CLOUD_H
#define VRMI_AUTHOR_CLOUD_H

#include "base/alloc.h"
#include "base/budget.h"
#include "base/maths.h"
#include "vrm/rig.h"

typedef struct vrmi_CloudPoint {
    vrm_Vec3 place;
    int32_t next; /* another point of the same node; -1: none */
} vrmi_CloudPoint;

typedef struct vrmi_Cloud {
    vrmi_CloudPoint* points;
    int32_t* first;       /* of each node, into points; -1: none */
    float* weights;       /* of each node: the sum over all vertices */
    vrm_Transform* rests; /* of each node, in the axes above */
    int32_t point_count;
    int32_t node_count;
} vrmi_Cloud;

/* Reads all mesh nodes of the rig. What cannot be read is left out. In memory of the arena. */
vrm_Result vrmi_cloud_read(const vrm_Model* model, const vrm_Rig* rig, vrmi_Budget* budget,
                           vrmi_Arena* arena, vrmi_Cloud* out);

#endif
