/* SPDX-License-Identifier: MIT */
/* Names of joints: joint_names.c knows what programs write, joint_bones.c completes it by where the
 * joints are. */
#ifndef VRMI_MOTION_JOINT_NAMES_H
#define VRMI_MOTION_JOINT_NAMES_H

#include "motion/capture/person.h"

#define VRMI_JOINT_KEY    96   /* room for a looked up name, its NUL included */
#define VRMI_JOINT_LISTED (-3) /* rank of a bone from the caller's list */
#define VRMI_JOINT_STATED (-2) /* rank of a bone that the file itself names */
#define VRMI_JOINT_WEAK   200  /* and above: a root, which may not be the hips */

typedef enum vrmi_JointSide { VRMI_JOINT_MIDDLE, VRMI_JOINT_LEFT, VRMI_JOINT_RIGHT } vrmi_JointSide;

typedef struct vrmi_JointKey {
    char text[VRMI_JOINT_KEY]; /* words after each other, lower case */
    vrmi_JointSide side;
} vrmi_JointKey;

/* A name without its first `prefix` bytes, sides and decoration. */
vrmi_JointKey vrmi_joint_key(const char* name, size_t prefix);

/* Whether a joint is called hips, neck or head, whatever became of it. */
bool vrmi_joint_is_trunk_end(const char* name);

/* Sets joints[].bone and bones[] by names alone; ranks[] says how good a name was. */
void vrmi_capture_name_joints(vrm_Capture* capture, const vrm_CaptureDef* def,
                              int ranks[VRM_BONE_COUNT]);

void vrmi_capture_set_bone(vrm_Capture* capture, int32_t joint, vrm_Bone bone);

/* Returns the joint of a file with this name, `likely` if that has it; -1 if there is none. */
int32_t vrmi_capture_joint_named(const vrmi_Capture* file, const char* name, int32_t likely);

/* Returns true if the caller's list says something about the joint. */
bool vrmi_capture_is_listed(const vrm_Capture* capture, const vrm_CaptureDef* def, int32_t joint,
                            vrm_Bone* out_bone);

#endif
