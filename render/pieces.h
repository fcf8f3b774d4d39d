/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_PIECES_H
#define VRMI_RENDER_PIECES_H

#include "upload.h"

/* Pieces, blocks and first person: the last step. VRM_OK or VRM_ERR_MEMORY; what is wrong with the
 * file is a finding. */
vrm_Result vrmi_upload_parts(vrmi_Upload* upload);

#endif
