/* SPDX-License-Identifier: MIT */
/* What a person calls the thing that a finding's JSON pointer leads to: 'node "Hair"'. */
#ifndef VRM_CLI_FINDING_NAMES_H
#define VRM_CLI_FINDING_NAMES_H

#include "vrm/vrm.h"

/* The JSON of a file that was validated; NULL when there is none that can be parsed. */
vrm_Json* finding_names_parse(const uint8_t* bytes, size_t size);

/* The name of the innermost thing on the way of the pointer that has one, as `kind "name"`; false
 * when nothing has. A long name is cut. `json` may be NULL. */
bool finding_name(const vrm_Json* json, const char* pointer, char* out, size_t size);

#endif
