/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_MORPHS_H
#define VRMI_RENDER_MORPHS_H

#include "upload.h"

/* The deltas of a geometry's morph targets as a texture. VRM_OK or VRM_ERR_MEMORY; what is wrong
 * with the file is a finding. */
vrm_Result vrmi_upload_morphs(vrmi_Upload* upload, vrmi_Geometry* geometry);

#endif
