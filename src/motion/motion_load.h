/* SPDX-License-Identifier: MIT */
/* A loaded motion: the kind of the file, and the data from which clips are made. */
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

/* Returns true if the motion has the nodes of the avatar: as many, with bones at equal positions.
 * The hips may differ, because exporters leave a character in the frame that they showed last. */
bool vrmi_motion_has_nodes_of(const vrm_Motion* motion, const vrm_Rig* rig);

#endif
