/* SPDX-License-Identifier: MIT */
/* Figures as they leave modelling programs: avatars whose VRM parts were taken away, posed, turned,
 * scaled and with the bones that only their program uses. Node indices stay as they were. */
#ifndef VRM_TESTS_SUPPORT_FIGURE_H
#define VRM_TESTS_SUPPORT_FIGURE_H

#include "vrm/model.h"
#include "vrm/rig.h"

/** Nodes of the bones of an avatar; -1: none. */
typedef struct TestBones {
    int32_t nodes[VRM_BONE_COUNT];
} TestBones;

TestBones figure_bones(const vrm_Model* model);

/** Removes bones, meta, expressions, gaze and springs; nodes, names, meshes and materials stay. */
void figure_strip(vrm_Model* model);

/** Gives every node a name that says nothing. */
void figure_scramble(vrm_Model* model);

/** Renames a node. */
void figure_rename(vrm_Model* model, int32_t node, const char* name);

/** The avatar rests in a pose afterwards: its meshes are bound in it, no node has a rotation. */
void figure_rest(vrm_Model* model, const vrm_Pose* pose);

/** Adds a node above all others. */
void figure_move(vrm_Model* model, vrm_Transform root);

/** Makes a node a joint of the first skin that moves no vertex. */
void figure_add_joint(vrm_Model* model, int32_t node);

/** Moves one vertex of the first mesh with a skin. */
void figure_stray(vrm_Model* model, vrm_Vec3 place);

/** Adds joints to the skins: twist bones within arms and legs, and beside the skeleton targets of
 * inverse kinematics for hands, feet, knees and elbows. */
void figure_add_helpers(vrm_Model* model, const TestBones* bones);

/** Adds a second figure, equal to the first and 2 m beside it. */
void figure_double(vrm_Model* model);

#endif
