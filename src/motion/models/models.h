/* SPDX-License-Identifier: MIT */
/* Motion as models and cameras write it: parameters of the SMPL bodies (.npz), places of joints
 * (.npy), and landmarks of MediaPipe (lines of JSON). */
#ifndef VRMI_MOTION_MODELS_H
#define VRMI_MOTION_MODELS_H

#include "motion/capture/capture.h"

bool vrmi_smpl_recognises(const uint8_t* bytes, size_t size);
vrm_Result vrmi_smpl_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

bool vrmi_points_recognises(const uint8_t* bytes, size_t size);
vrm_Result vrmi_points_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

bool vrmi_mediapipe_recognises(const uint8_t* bytes, size_t size);
vrm_Result vrmi_mediapipe_read(const vrmi_CaptureInput* input, vrmi_Capture* out);

#endif
