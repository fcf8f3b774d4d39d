/* SPDX-License-Identifier: MIT */
/* Changes an avatar until it meets a policy. Steps run only while a limit is exceeded, the least
 * visible ones first. */
#ifndef CLI_FIT_H
#define CLI_FIT_H

#include "optimize/passes.h"
#include "validate/policy.h"

enum { CLI_FIT_STEPS = 24 }; /* at least as many as there are */

typedef struct cli_Fit {
    const cli_Policy* policy;
    const char* steps[CLI_FIT_STEPS]; /* steps that were run, in order */
    int step_count;
    const char* left_out[CLI_FIT_STEPS]; /* preferred passes that this build lacks */
    int left_out_count;
    cli_Findings left; /* demands that are not met */
    int error_count;   /* of these */
} cli_Fit;

/* Runs passes over the model until the policy is met or no step is left. `passes` holds the options
 * of the command line. The caller releases fit->left. */
vrm_Result cli_fit(cli_Fit* fit, cli_Passes* passes, vrm_Model* model, vrm_Report* report);

#endif
