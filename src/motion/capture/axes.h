/* SPDX-License-Identifier: MIT */
/* Finds the up and left directions of a file. */
#ifndef VRMI_MOTION_AXES_H
#define VRMI_MOTION_AXES_H

#include "motion/capture/person.h"

/* Sets to_model. Returns the orientation in the world of the still pose (VRMI_PERSON_REST or
 * _BIND), which the joints are in before and after. `is_person`: that pose is a person standing
 * along some axis; `from_motion`: a frame replaces it. */
vrm_Quat vrmi_capture_find_axes(vrm_Capture* capture, int32_t still, bool is_person,
                                bool from_motion);

/* Sets to_model by the pose that the joints are in, a person who stands: it faces ahead. */
void vrmi_capture_stand_up(vrm_Capture* capture);

#endif
