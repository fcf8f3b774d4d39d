/* SPDX-License-Identifier: MIT */
/* Names of joints: bvh_names.c knows what programs write, bvh_skeleton.c completes it by where the
 * joints are. */
#ifndef VRMI_MOTION_BVH_NAMES_H
#define VRMI_MOTION_BVH_NAMES_H

#include "motion/bvh.h"

#define VRMI_BVH_KEY    96   /* room for a looked up name, its NUL included */
#define VRMI_BVH_LISTED (-2) /* rank of a bone from the caller's list */
#define VRMI_BVH_WEAK   200  /* and above: a root, which may not be the hips */

typedef enum vrmi_BvhSide { VRMI_BVH_MIDDLE, VRMI_BVH_LEFT, VRMI_BVH_RIGHT } vrmi_BvhSide;

typedef struct vrmi_BvhKey {
    char text[VRMI_BVH_KEY]; /* words after each other, lower case */
    vrmi_BvhSide side;
} vrmi_BvhKey;

/* A name without its first `prefix` bytes, sides and decoration. */
vrmi_BvhKey vrmi_bvh_key(const char* name, size_t prefix);

/* Whether a joint is called hips, neck or head, whatever became of it. */
bool vrmi_bvh_is_trunk_end(const char* name);

/* Sets joints[].bone and bones[] by names alone; ranks[] says how good a name was. */
void vrmi_bvh_name_joints(vrm_Bvh* bvh, const vrm_BvhDef* def, int ranks[VRM_BONE_COUNT]);

void vrmi_bvh_set_bone(vrm_Bvh* bvh, int32_t joint, vrm_Bone bone);

/* True when the caller's list says something about the joint. */
bool vrmi_bvh_is_listed(const vrm_BvhDef* def, const char* name, vrm_Bone* out_bone);

#endif
