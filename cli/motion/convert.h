/* SPDX-License-Identifier: MIT */
/* The inputs of `vrm convert-motion`: each kind of motion becomes frames of a recorder. */
#ifndef VRM_CLI_CONVERT_H
#define VRM_CLI_CONVERT_H

#include "motion/convert_options.h"

/* Reads a file ("-" is standard input) and converts it to a VRM animation. CLI_OK, or the status
 * after printing the error. `out_kind` is the name of the input's kind. */
int convert_file(const char* path, const ConvertOptions* options, vrm_Report* report,
                 vrm_RecordStats* out_stats, const char** out_kind, vrm_Model** out_model);

#endif
