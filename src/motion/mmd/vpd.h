/* SPDX-License-Identifier: MIT */
/* VPD, the pose files of MikuMikuDance and MikuMikuMoving. Axes and units are those of VMD. */
#ifndef VRMI_MOTION_MMD_VPD_H
#define VRMI_MOTION_MMD_VPD_H

#include "motion/mmd/vmd.h"

bool vrmi_vpd_recognises(const uint8_t* bytes, size_t size);

/* Reads the pose as a motion of one frame, as vrmi_vmd_read() does. */
vrm_Result vrmi_vpd_read(const vrmi_CaptureInput* input, vrmi_Arena* arena, vrmi_Vmd* out);

#endif
