/* SPDX-License-Identifier: MIT */
#ifndef VRMI_AUTHOR_SWAY_PRESETS_H
#define VRMI_AUTHOR_SWAY_PRESETS_H

#include "vrm/author_springs.h"

/* Members of vrm_SpringJoint. */
typedef struct vrmi_SwayPreset {
    float stiffness, gravity_power, drag_force;
} vrmi_SwayPreset;

/* Precondition: both are in their enumerations. */
vrmi_SwayPreset vrmi_sway_preset(vrm_SwayKind kind, vrm_SwayFeel feel);

#endif
