/* SPDX-License-Identifier: MIT */
/* Left and right of what is followed live, at the plane x = 0. */
#ifndef VRMI_MOTION_SIDES_H
#define VRMI_MOTION_SIDES_H

#include "vrm/face.h"
#include "vrm/model.h"

/* The shape of the other side: the one whose name has the other word at its end. A shape without a
 * side is its own. */
vrm_FaceShape vrmi_live_mirrored_shape(vrm_FaceShape shape);

/* The bone of the other side; a bone without a side is its own. */
vrm_Bone vrmi_live_mirrored_bone(vrm_Bone bone);

/* The same for presets of one eye or one direction. */
vrm_ExpressionPreset vrmi_live_mirrored_preset(vrm_ExpressionPreset preset);

#endif
