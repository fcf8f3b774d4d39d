/* SPDX-License-Identifier: MIT */
/* Expressions of avatars by the names of either version of VRM. */
#ifndef CLI_EXPRESSION_NAME_H
#define CLI_EXPRESSION_NAME_H

#include "vrm/rig.h"

typedef struct cli_Expression {
    char name[128];
    float weight;
} cli_Expression;

/* The avatar's own name for the requested expression: the name itself, else that of the other
 * version (joy is happy, blink_l is blinkLeft), else the same ignoring case. NULL when it has
 * none. */
const char* cli_expression_name(const vrm_Rig* rig, const char* asked);

#endif
