/* SPDX-License-Identifier: MIT */
/* A minimal avatar for performances without --avatar: hips, spine and head, and the presets for
 * emotions, vowels and blinking. Each preset moves a vertex of its own, so no two overlap. */
#ifndef CLI_DUMMY_AVATAR_H
#define CLI_DUMMY_AVATAR_H

#include "vrm/vrm.h"

/* Creates the avatar; the caller destroys it. */
vrm_Result dummy_avatar_make(vrm_Model** out_model);

#endif
