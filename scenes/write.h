/* SPDX-License-Identifier: MIT */
/* Writers: the character as glTF, and the VRM extensions of each dialect. */
#ifndef SCENES_WRITE_H
#define SCENES_WRITE_H

#include "character.h"
#include "file.h"
#include "looks.h"

/* True for dialects whose avatars face -Z: everything is turned half around Y. */
bool faces_back(vrm_Dialect dialect);
/* A model-space vector as that dialect's glTF has it. */
vrm_Vec3 turned(vrm_Dialect dialect, vrm_Vec3 v);

/* The member "extensions" of a material. */
void write_material_extensions(File* file, const Character* character, int32_t material);
/* {"index": ..} with the transform that every UV texture of the material has. */
void write_texture_info(File* file, const char* key, int32_t texture, bool has_transform);

/* The root extensions of one dialect, into the open "extensions" object. */
void write_vrm1(File* file, const Character* character);
void write_vrm0(File* file, const Character* character);
void write_draft(File* file, const Character* character);

/* The VRMC_node_constraint of a node, if it has one, as its "extensions". */
void write_constraint(File* file, const Character* character, int32_t node);

/* A bone's name in 0.x, the draft and the first beta. */
void old_bone_key(const Character* character, vrm_Bone bone, char key[48]);

/* Components RGB of a linear colour as sRGB, to four digits. */
vrm_Vec4 to_srgb(vrm_Vec4 linear);

/* What every joint of a chain has, from the root (0) to the tip (1). */
typedef struct JointLook {
    float hit_radius, stiffness, gravity_power, drag_force;
} JointLook;

JointLook joint_look(const BodyChain* chain, float down);

/* Where the gaze starts, in model space. */
vrm_Vec3 eye_point(void);

#endif
