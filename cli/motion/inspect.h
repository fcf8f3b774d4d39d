/* SPDX-License-Identifier: MIT */
/* What is in a motion file: --list, and --map-template, a mapping to edit. */
#ifndef VRM_CLI_INSPECT_H
#define VRM_CLI_INSPECT_H

#include "motion/convert_options.h"

typedef enum InspectOutput { INSPECT_TEXT, INSPECT_JSON, INSPECT_QUIET } InspectOutput;

/* Prints takes, joints with their bones, morphs, length, rate and rest pose. Joints are listed also
 * if no person is recognised. Returns CLI_OK, or the status after printing what is wrong. */
int inspect_list(const char* path, const ConvertOptions* options, InspectOutput output);

/* Writes all joints and morphs with their bones and expressions, as --map reads them. Returns
 * CLI_OK, or the status after printing the error. */
int inspect_write_map(const char* path, const ConvertOptions* options, const char* output);

#endif
