/* SPDX-License-Identifier: MIT */
/* Readers of spring bones: collider.c and spring.c read VRMC_springBone, spring0.c the bone groups
 * of 0.x and the drafts. */
#ifndef VRMI_MODEL_SPRING_H
#define VRMI_MODEL_SPRING_H

#include "model/model.h"

/* The most references from springs to colliders, in all, that a rig accepts: a file of a megabyte
 * could have 1e9 by listing the same groups repeatedly. Validation reports more. */
#define VRMI_COLLIDER_REFS_MAX (1 << 20)

/* colliders and colliderGroups of VRMC_springBone into `out`. */
void vrmi_read_colliders(vrmi_ModelReader* reader, vrm_JsonRef spring_bone, vrm_SpringBones* out);

/* boneGroups and colliderGroups: secondaryAnimation of 0.x, springBone of the draft. */
void vrmi_read_bone_groups(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_SpringBones* out);

#endif
