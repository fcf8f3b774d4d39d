/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_SHAPES_H
#define VRMI_RENDER_SHAPES_H

#include "upload.h"

/* Primitives and their indices: the first step. VRM_OK or VRM_ERR_MEMORY; what is wrong with the
 * file is a finding. */
vrm_Result vrmi_upload_shapes(vrmi_Upload* upload);

#endif
