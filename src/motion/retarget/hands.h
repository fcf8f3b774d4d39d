/* SPDX-License-Identifier: MIT */
/* Hands that would sink into the ground although other parts of the body rest on it: the elbow
 * bends. */
#ifndef VRMI_MOTION_HANDS_H
#define VRMI_MOTION_HANDS_H

#include "vrm/retarget.h"

/* Returns the side of the hand that a bone belongs to: 0 left, 1 right, -1 none. Fingers of
 * vrmi_body_points only. */
int vrmi_hand_of(vrm_Bone bone);

/* Raises the wrist by bending the elbow in its plane. The hand keeps its rotation in the world. */
void vrmi_hand_lift(const vrm_Skeleton* skeleton, int side, float height, vrm_Pose* pose);

#endif
