/* SPDX-License-Identifier: MIT */
/* Makes an avatar hold what a policy demands: step by step, the harmless steps first, and none that
 * no limit asks for. */
#ifndef CLI_FIT_H
#define CLI_FIT_H

#include "optimize/passes.h"
#include "validate/policy.h"

enum { CLI_FIT_STEPS = 24 }; /* at least as many as there are */

typedef struct cli_Fit {
    const cli_Policy* policy;
    const char* steps[CLI_FIT_STEPS]; /* what was done, in order */
    int step_count;
    const char* left_out[CLI_FIT_STEPS]; /* what the policy prefers and this build cannot do */
    int left_out_count;
    cli_Findings left; /* what the policy demands and the avatar still does not hold */
    int error_count;   /* of these */
} cli_Fit;

/* Runs passes over the model until the policy holds, or nothing is left to do. `passes` has what
 * the command line asks for beside that. The caller releases fit->left. */
vrm_Result cli_fit(cli_Fit* fit, cli_Passes* passes, vrm_Model* model, vrm_Report* report);

#endif
