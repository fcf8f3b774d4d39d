/* SPDX-License-Identifier: MIT */
/* Expressions on the command line: parsed, and refused where the avatar has none of the name. */
#ifndef CLI_EXPRESSION_OPTION_H
#define CLI_EXPRESSION_OPTION_H

#include "words/expression_name.h"

#include "vrm/vrm.h"

/* NAME alone has the weight 1. CLI_OK, or CLI_USAGE after printing the error. */
int cli_parse_expression(const char* command, const char* text, cli_Expression* out);

/* Reports that the avatar has no such expression, with a suggestion and the list of its
 * expressions; returns CLI_INVALID. `where` follows the name, such as " (line 3)", or is empty. */
int cli_no_expression(const char* command, const char* file, const vrm_Rig* rig, const char* asked,
                      const char* where);

#endif
