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

/* A value of a joint from 0 to `max`, with a finding when it was outside. */
static inline float vrmi_read_spring_value(vrmi_ModelReader* reader, vrm_JsonRef json,
                                           const char* key, float fallback, float max) {
    return vrmi_model_ranged(reader, json, key, fallback, 0.0f, max,
                             VRMI_RULE_SPRING_VALUE_NOT_IN_RANGE);
}

/* boneGroups and colliderGroups: secondaryAnimation of 0.x, springBone of the draft. */
void vrmi_read_bone_groups(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_SpringBones* out);

#endif
