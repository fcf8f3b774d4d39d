/* SPDX-License-Identifier: MIT */
/* A readable name for the target of a finding's JSON pointer: 'node "Hair"'. */
#ifndef VRM_CLI_FINDING_NAMES_H
#define VRM_CLI_FINDING_NAMES_H

#include "vrm/vrm.h"

/* The JSON of a file that was validated; *out_json stays NULL when there is none that can be
 * parsed. VRM_OK or VRM_ERR_MEMORY. */
vrm_Result finding_names_parse(const uint8_t* bytes, size_t size, vrm_Json** out_json);

/* The name of the innermost object on the pointer's path that has one, as `kind "name"`; false when
 * none has. A long name is truncated. `json` may be NULL. */
bool finding_name(const vrm_Json* json, const char* pointer, char* out, size_t size);

#endif
