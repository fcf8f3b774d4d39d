/* SPDX-License-Identifier: MIT */
#ifndef VRM_TESTS_SUPPORT_PERSON_BONES_H
#define VRM_TESTS_SUPPORT_PERSON_BONES_H

#include "vrm/model.h"

/** The bones of a person made for a test of motion, parents before children. */
static const vrm_Bone person_bones[19] = {VRM_BONE_HIPS,
                                          VRM_BONE_SPINE,
                                          VRM_BONE_CHEST,
                                          VRM_BONE_NECK,
                                          VRM_BONE_HEAD,
                                          VRM_BONE_LEFT_SHOULDER,
                                          VRM_BONE_LEFT_UPPER_ARM,
                                          VRM_BONE_LEFT_LOWER_ARM,
                                          VRM_BONE_LEFT_HAND,
                                          VRM_BONE_RIGHT_SHOULDER,
                                          VRM_BONE_RIGHT_UPPER_ARM,
                                          VRM_BONE_RIGHT_LOWER_ARM,
                                          VRM_BONE_RIGHT_HAND,
                                          VRM_BONE_LEFT_UPPER_LEG,
                                          VRM_BONE_LEFT_LOWER_LEG,
                                          VRM_BONE_LEFT_FOOT,
                                          VRM_BONE_RIGHT_UPPER_LEG,
                                          VRM_BONE_RIGHT_LOWER_LEG,
                                          VRM_BONE_RIGHT_FOOT};

#endif
