/* SPDX-License-Identifier: MIT */
/* What a platform or project demands of avatars beyond the specification: `vrm validate --policy
 * FILE`. docs/guide/policy.md describes the document. */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "vrm/vrm.h"

typedef struct cli_Policy cli_Policy;

/* Reads a policy. CLI_OK, or the status after printing what is wrong with it. */
int cli_policy_read(const char* command, const char* path, cli_Policy** out);
void cli_policy_release(cli_Policy* policy); /* NULL is fine */

/* Findings that own their strings. */
typedef struct cli_Findings {
    vrm_Finding* list;
    int32_t count, capacity;
    bool has_no_memory;
} cli_Findings;

void cli_findings_release(cli_Findings* findings);

/* Appends a finding for everything that the policy does not accept. `model` NULL: the file could
 * not be loaded, which is a finding too. */
void cli_policy_check(const cli_Policy* policy, const vrm_Model* model, uint64_t file_bytes,
                      cli_Findings* findings);

#endif
