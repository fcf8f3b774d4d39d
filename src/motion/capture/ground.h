/* SPDX-License-Identifier: MIT */
/* How large the person is, and where the ground is. */
#ifndef VRMI_MOTION_GROUND_H
#define VRMI_MOTION_GROUND_H

#include "motion/capture/person.h"

/* Sets metres and hips_height, of the reference pose that the joints are in. */
void vrmi_capture_find_size(vrm_Capture* capture, const vrm_CaptureDef* def);

/* Sets start. Uses up the places of the joints. */
void vrmi_capture_find_start(vrm_Capture* capture, const vrm_CaptureDef* def);

#endif
