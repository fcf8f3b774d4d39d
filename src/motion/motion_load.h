/* SPDX-License-Identifier: MIT */
/* A loaded motion: what the file was, and what clips are made of. */
#ifndef VRMI_MOTION_LOAD_H
#define VRMI_MOTION_LOAD_H

#include "base/alloc.h"
#include "vrm/motion.h"

/*  kind        model              clip             capture
 *  ANIMATION   VRM animation      of the model     NULL
 *  CAPTURE     glTF file or NULL  its nodes, NULL  human skeleton
 *  NODES       glTF file          its nodes        NULL */
struct vrm_Motion {
    vrm_MotionKind kind;
    vrm_Model* model;
    vrm_Clip* clip;
    vrm_Capture* capture;
    int32_t take; /* animation of the file that was loaded */
    vrm_Allocator allocator;
};

/* Whether the nodes of the motion's file are those of the avatar: as many, with the bones in the
 * same positions. The hips may differ: exporters leave a figure in the frame that they showed last.
 */
bool vrmi_motion_has_nodes_of(const vrm_Motion* motion, const vrm_Rig* rig);

#endif
