/* SPDX-License-Identifier: MIT */
/* What a platform or project demands of avatars beyond the specification: `vrm validate --policy
 * FILE`. docs/guide/policy.md describes the document. */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "vrm/vrm.h"

typedef struct cli_Policy cli_Policy;

/* Reads the policy of a file, or else the bundled one of that name. CLI_OK, or the status after
 * printing what is wrong with it. */
int cli_policy_read(const char* command, const char* path, cli_Policy** out);
void cli_policy_release(cli_Policy* policy); /* NULL is fine */
const char* cli_policy_title(const cli_Policy* policy);

/* The names of the policies that are part of the command, in order; a cli_NameFn. */
const char* cli_policy_name_at(const void* ctx, int index);

/* Reads a bundled policy, whatever files there are. */
int cli_policy_read_bundled(const char* command, const char* name, cli_Policy** out);

/* Prints the name and the title of each; one JSON object for each with `is_json`. */
int cli_policy_list(const char* command, bool is_json);

/* ---- What it demands ---- */

enum { CLI_POLICY_LIMITS = 25 }; /* as many limits as a policy can state */

/* A limit of a policy beside the number of a model. Strings are those of the policy. */
typedef struct cli_PolicyLimit {
    const char* name;                 /* "triangles", as the document calls it */
    const char *code, *pointer;       /* of the finding */
    const char* noun;                 /* "The file has 5 NOUN" */
    const char *source, *date, *note; /* NULL where the policy does not say */
    double max, value;
    vrm_Severity severity; /* VRM_INFO and VRM_HINT refuse nothing */
    bool is_fraction;      /* metres; the others are whole numbers */
    bool is_known;         /* false: it cannot be measured, and counts as met */
    bool is_met;
} cli_PolicyLimit;

/* Lists every limit that the policy states, in the order of docs/guide/policy.md. Returns how many
 * there are; -1 when there is no memory. */
int cli_policy_limits(const cli_Policy* policy, const vrm_Model* model, uint64_t file_bytes,
                      cli_PolicyLimit out[CLI_POLICY_LIMITS]);

/* `format` is a name of cli_image_formats; NULL is one that is not known. */
bool cli_policy_accepts_format(const cli_Policy* policy, const char* format);
bool cli_policy_accepts_dialect(const cli_Policy* policy, vrm_Dialect dialect);
bool cli_policy_refuses_extension(const cli_Policy* policy, const char* extension);

/* What optimizing does for the platform even where every limit holds. */
typedef enum cli_PolicyPass {
    CLI_PASS_DROP_UNBOUND,
    CLI_PASS_QUANTIZE,
    CLI_PASS_MESHOPT,
    CLI_PASS_WEBP,
    CLI_PASS_LOSSY_PICTURES
} cli_PolicyPass;

bool cli_policy_wants(const cli_Policy* policy, cli_PolicyPass pass);

/* ---- Findings ---- */

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
