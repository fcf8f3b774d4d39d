/* SPDX-License-Identifier: MIT */
/* --limit NAME=VALUE, which every command takes: limits for files that the user trusts. The names
 * are those of vrm_Limits and vrm_DrawableDef. */
#ifndef CLI_LIMIT_OPTION_H
#define CLI_LIMIT_OPTION_H

#include "words/suggest.h"

#include "vrm/vrm.h"

/* How often it may be given. */
enum { CLI_LIMITS_MAX = 64 };

/* A word of --limit. False when the name is unknown or the value is no number; `why` then says so.
 */
bool cli_choose_limit(const char* word, const char** why);

cli_NameFn cli_limit_name_at;

/* Sets what was chosen; the rest stays. */
void cli_apply_limits(vrm_Limits* limits);

/* One of a definition of another kind: an allowance, whose base it replaces. */
void cli_apply_allowance(const char* name, vrm_Allowance* allowance);

/* What was chosen, or 0. */
uint64_t cli_limit(const char* name);

#endif
