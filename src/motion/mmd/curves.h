/* SPDX-License-Identifier: MIT */
/* Values of VMD keys at a time in frames. */
#ifndef VRMI_MOTION_MMD_CURVES_H
#define VRMI_MOTION_MMD_CURVES_H

#include "motion/mmd/vmd.h"

/* Evaluates the Bezier curve of a key at `x`, both 0..1. */
float vrmi_vmd_ease(const uint8_t curve[4], float x);

void vrmi_vmd_bone_at(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track, double frame,
                      vrm_Vec3* out_position, vrm_Quat* out_rotation);

/* Straight between keys. */
float vrmi_vmd_weight_at(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track, double frame);

/* As the key before says; before the first, as the first says. */
bool vrmi_vmd_is_on(const vrmi_Vmd* vmd, const vrmi_VmdTrack* track, double frame);

#endif
