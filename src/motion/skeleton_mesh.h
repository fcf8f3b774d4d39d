/* SPDX-License-Identifier: MIT */
/* A skin and a mesh for the skeleton of a recording. Programs that import glTF make bones only of
 * the joints of a skin, and a skin needs a mesh that uses it. */
#ifndef VRMI_MOTION_SKELETON_MESH_H
#define VRMI_MOTION_SKELETON_MESH_H

#include "vrm/edit.h"

/* A skeleton without rotations, written as nodes: node 0 is the root, at the origin. */
typedef struct vrmi_SkeletonNodes {
    uint64_t bones;                /* bit b: bone b has a node */
    int32_t nodes[VRM_BONE_COUNT]; /* -1: none */
    const vrm_Vec3* places;        /* of each bone, model space */
} vrmi_SkeletonNodes;

/* Adds the mesh, its material, the skin of the root and all bones, and the node that has them. */
vrm_Result vrmi_skeleton_mesh_add(vrm_Edit* edit, vrm_JsonBuilder* builder,
                                  const vrmi_SkeletonNodes* skeleton);

#endif
