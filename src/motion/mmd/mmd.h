/* SPDX-License-Identifier: MIT */
/* VMD or VPD with the skeleton of a PMX, or with the standard one, as motion capture. */
#ifndef VRMI_MOTION_MMD_H
#define VRMI_MOTION_MMD_H

#include "motion/mmd/solver.h"
#include "motion/motion_morphs.h"

/* The reader behind a vrmi_Capture. Joints are the bones of the model, parents first, and hips,
 * which MMD does not have: they are between the legs and move with the lower body; both halves of
 * the body hang on them. */
typedef struct vrmi_Mmd {
    vrm_Allocator allocator;
    vrmi_Arena arena;
    vrmi_Vmd vmd; /* of a VPD: one frame */
    vrmi_MmdModel model;
    vrmi_MmdSolver solver;

    vrmi_CaptureJoint* joints;
    int32_t joint_count;
    int32_t* bone_of; /* of each joint: where it is */
    int32_t* turn_of; /* of each joint: the bone whose turn it has, twists included */
    vrm_Transform* worlds;
    int32_t hips;         /* the joint; -1: none */
    vrm_Vec3 hips_offset; /* from the bone that carries the hips */

    int32_t
        bones[VRM_BONE_COUNT]; /* bones of the model; -1: none. Of the hips: what carries them. */

    vrmi_Morphs morphs; /* their sources are tracks */
} vrmi_Mmd;

/* A reader of the format table. */
vrm_Result vrmi_mmd_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

/* Finds bones[] and makes the joints. */
vrm_Result vrmi_mmd_make_joints(vrmi_Mmd* mmd);

/* Local transforms of the joints: axes of VRM, units of MMD. */
void vrmi_mmd_sample(const void* reader, double frame, vrm_Transform* out_locals);

#endif
