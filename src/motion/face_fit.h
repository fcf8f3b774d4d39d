/* SPDX-License-Identifier: MIT */
/* The 52 shapes of face tracking in a recording, made to what an avatar has: expressions of its own
 * ("perfect sync"), or presets and a gaze by the table of vrm_FaceMap. */
#ifndef VRMI_MOTION_FACE_FIT_H
#define VRMI_MOTION_FACE_FIT_H

#include "motion/record.h"

/* Returns the shape that the name of an expression means; VRM_FACE_SHAPE_NONE for presets and other
 * names. */
int32_t vrmi_shape_of_expression(const char* name);

/* Returns true for the shapes that turn an eye. */
bool vrmi_shape_is_look(int32_t shape);

/* Replaces the expressions that vrmi_recorder_mark_shape() marked. A shape for which the avatar has
 * an expression is written under the avatar's name for it; the others become presets, and the gaze
 * where the recording has none. `rig` NULL: for all avatars, so presets alone. */
vrm_Result vrmi_recorder_fit_face(vrm_Recorder* recorder, const vrm_Rig* rig);

#endif
