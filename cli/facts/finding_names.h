/* SPDX-License-Identifier: MIT */
/* A readable name for the target of a finding's JSON pointer: 'node "Hair"'. */
#ifndef VRM_CLI_FINDING_NAMES_H
#define VRM_CLI_FINDING_NAMES_H

#include "vrm/vrm.h"

/* The document that names come from. All zero: none. */
typedef struct finding_Names {
    vrm_Json* json;
    uint64_t steps; /* members of objects that were looked at so far: see finding_name() */
} finding_Names;

/* Reads the JSON of a file that was validated; there are no names when it cannot be parsed. VRM_OK
 * or VRM_ERR_MEMORY. */
vrm_Result finding_names_parse(const uint8_t* bytes, size_t size, finding_Names* names);
void finding_names_release(finding_Names* names);

/* The name of the innermost object on the pointer's path that has one, as `kind "name"`; false when
 * none has. A long name is truncated. Objects of many members, in which many findings would look
 * for one, are left out after a while: names are a help, and may not take longer than the rest. */
bool finding_name(finding_Names* names, const char* pointer, char* out, size_t size);

#endif
