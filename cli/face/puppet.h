/* SPDX-License-Identifier: MIT */
/* An avatar for performances that no avatar was named for: the bones of the head, and the presets
 * for emotions, vowels and blinking. Each moves a vertex of its own, so that none of them takes
 * anything from another. */
#ifndef CLI_PUPPET_H
#define CLI_PUPPET_H

#include "vrm/vrm.h"

vrm_Result puppet_make(vrm_Model** out_model);

#endif
