/* SPDX-License-Identifier: MIT */
#ifndef VRMI_MODEL_BONES_H
#define VRMI_MODEL_BONES_H

#include "model/model.h"

/* May exist only together with its parent bone. */
bool vrmi_bone_needs_parent(vrm_Bone bone);

/* The bone that a string of a file names. With the old thumb names of 0.x, the draft and early
 * betas "leftThumbProximal" is the metacarpal. */
vrm_Bone vrmi_bone_of_json(const vrm_Json* json, vrm_JsonRef name, bool has_old_thumbs,
                           vrmi_Case compare);

#endif
