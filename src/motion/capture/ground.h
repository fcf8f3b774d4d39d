/* SPDX-License-Identifier: MIT */
/* How large the person is, and where the ground is. */
#ifndef VRMI_MOTION_GROUND_H
#define VRMI_MOTION_GROUND_H

#include "motion/capture/person.h"

/* Sets metres and hips_height, of the reference pose that the joints are in. */
void vrmi_capture_find_size(vrm_Capture* capture, const vrm_CaptureDef* def);

/* The height of the lowest joint of the body in the pose of the joints: the file's unit, model
 * axes. */
float vrmi_capture_lowest(const vrm_Capture* capture);

/* Sets start. `lowest` is the least of vrmi_capture_lowest() in the motion; NULL: to be found. Uses
 * up the places of the joints. */
void vrmi_capture_find_start(vrm_Capture* capture, const vrm_CaptureDef* def, const float* lowest);

#endif
