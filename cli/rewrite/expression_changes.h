/* SPDX-License-Identifier: MIT */
/* Changes of expressions as the command line of `vrm expressions` names them. */
#ifndef CLI_EXPRESSION_CHANGES_H
#define CLI_EXPRESSION_CHANGES_H

#include "words/args.h"

#include "vrm/vrm.h"

enum { CLI_CHANGES_MAX = 256 };

/* Values of an option that may be repeated. */
typedef struct cli_Changes {
    const char* list[CLI_CHANGES_MAX];
    int count;
} cli_Changes;

typedef struct cli_ExpressionChanges {
    cli_Changes deleted, renamed, copied, added, mirrored, overridden;
    bool proposes;
} cli_ExpressionChanges;

/* Reads the options and checks their form. CLI_OK, or the status after printing the error. */
int cli_take_expression_changes(const cli_Args* args, cli_ExpressionChanges* out);

/* Returns true if there is any change. */
bool cli_has_expression_changes(const cli_ExpressionChanges* changes);

/* Changes a list, in the order of the members above, proposals before the mirrored ones. CLI_OK, or
 * the status after printing the error. */
int cli_change_expressions(const cli_ExpressionChanges* changes, const char* file,
                           const vrm_Model* model, vrm_ExpressionList* list);

#endif
