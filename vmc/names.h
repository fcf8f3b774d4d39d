/* SPDX-License-Identifier: MIT */
#ifndef VRM_VMC_NAMES_H
#define VRM_VMC_NAMES_H

#include "vrm/vmc.h"

/* As VRM 1.0 spells it; not for VRM_EXPRESSION_CUSTOM. */
const char* vmc_preset_name(vrm_ExpressionPreset preset);

#endif
