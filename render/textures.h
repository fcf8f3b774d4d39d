/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_TEXTURES_H
#define VRMI_RENDER_TEXTURES_H

#include "upload.h"

/* The textures that materials show, after the materials. VRM_OK or VRM_ERR_MEMORY; what is wrong
 * with the file is a finding. */
vrm_Result vrmi_upload_textures(vrmi_Upload* upload);

#endif
