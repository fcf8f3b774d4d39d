/* SPDX-License-Identifier: MIT */
#ifndef VRM_VMC_VMC_NAMES_H
#define VRM_VMC_VMC_NAMES_H

#include "vrm/vmc.h"

/* Compares ignoring case: senders disagree ("browInnerUp", "BrowInnerUp"), and receivers have
 * always ignored it. */
bool vmc_is_same_word(const char* a, const char* b);

/* As VRM 1.0 spells it; not for VRM_EXPRESSION_CUSTOM. */
const char* vmc_preset_name(vrm_ExpressionPreset preset);

/* As VRM 0.x spells it; not for VRM_EXPRESSION_CUSTOM. */
const char* vmc_old_name(vrm_ExpressionPreset preset);

/* As Unity's HumanBodyBones spells it; the inverse of vrm_vmc_bone(). */
void vmc_bone_name(vrm_Bone bone, char out[VRM_VMC_NAME]);

#endif
