/* SPDX-License-Identifier: MIT */
/* Which axis of a file is up, told by a person who is upright for most of the time. */
#ifndef VRMI_MOTION_UP_H
#define VRMI_MOTION_UP_H

#include "base/maths.h"

/* The rotation that turns the axis which is nearest to `upright` (+Y, +Z, -Y or -Z) to +Y. X stays:
 * left is left in all of these. -Y is up in the axes of a camera. */
static inline vrm_Quat vrmi_up_turn(vrm_Vec3 upright) {
    const float half = 0.70710678f;
    float y = upright.y < 0.0f ? -upright.y : upright.y;
    float z = upright.z < 0.0f ? -upright.z : upright.z;
    if (y >= z) return upright.y >= 0.0f ? vrmi_quat_identity() : (vrm_Quat){1.0f, 0, 0, 0};
    return (vrm_Quat){upright.z > 0.0f ? -half : half, 0.0f, 0.0f, half};
}

#endif
