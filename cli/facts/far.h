/* SPDX-License-Identifier: MIT */
/* Avatars that a motion takes too far from the origin for their springs. */
#ifndef CLI_FAR_H
#define CLI_FAR_H

#include "vrm/sim.h"

/* Whether springs tremble where the avatar is now. False for an avatar without springs. */
bool cli_springs_tremble(const vrm_Sim* sim, vrm_AvatarId avatar);

/* Says so on standard error. */
void cli_explain_trembling(const char* command, const char* file);

#endif
