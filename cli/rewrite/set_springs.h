/* SPDX-License-Identifier: MIT */
/* Spring bones of an avatar, replaced as one edit. */
#ifndef CLI_SET_SPRINGS_H
#define CLI_SET_SPRINGS_H

#include "vrm/vrm.h"

/* `springs` may belong to a proposal for `model`. */
vrm_Result cli_set_springs(vrm_Model* model, const vrm_SpringBones* springs, vrm_Report* report);

#endif
