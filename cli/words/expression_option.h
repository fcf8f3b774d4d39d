/* SPDX-License-Identifier: MIT */
/* Expressions on the command line: NAME or NAME=WEIGHT, with the names of either version of VRM. */
#ifndef CLI_EXPRESSION_OPTION_H
#define CLI_EXPRESSION_OPTION_H

#include "vrm/rig.h"
#include "vrm/vrm.h"

typedef struct cli_Expression {
    char name[128];
    float weight;
} cli_Expression;

/* NAME alone has the weight 1. CLI_OK, or CLI_USAGE after printing the error. */
int cli_parse_expression(const char* command, const char* text, cli_Expression* out);

/* The avatar's own name for the requested expression: the name itself, else that of the other
 * version (joy is happy, blink_l is blinkLeft), else the same ignoring case. NULL when it has
 * none. */
const char* cli_expression_name(const vrm_Rig* rig, const char* asked);

/* Reports that the avatar has no such expression, with a suggestion and the list of its
 * expressions; returns CLI_INVALID. `where` follows the name, such as " (line 3)", or is empty. */
int cli_no_expression(const char* command, const char* file, const vrm_Rig* rig, const char* asked,
                      const char* where);

#endif
