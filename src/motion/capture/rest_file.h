/* SPDX-License-Identifier: MIT */
/* The rest pose of a motion from another file of the same rig. */
#ifndef VRMI_MOTION_REST_FILE_H
#define VRMI_MOTION_REST_FILE_H

#include "motion/capture/person.h"

/* Reads vrm_CaptureDef.rest_file, if there is one: sets rest_file_pose and rest_file_axes. The
 * bones must have been found. Returns VRM_ERR_INVALID if the file cannot be read, is of another rig
 * or shows no person who stands, VRM_ERR_LIMIT if it exceeds a limit; both with a finding. */
vrm_Result vrmi_capture_read_rest_file(vrm_Capture* capture, const vrm_CaptureDef* def,
                                       const vrmi_CaptureInput* input);

#endif
