/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_VERTICES_H
#define VRMI_RENDER_VERTICES_H

#include "upload.h"

/* The vertices of all geometries, after shapes and textures. VRM_OK or VRM_ERR_MEMORY; what is
 * wrong with the file is a finding. */
vrm_Result vrmi_upload_vertices(vrmi_Upload* upload);

#endif
