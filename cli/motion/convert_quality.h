/* SPDX-License-Identifier: MIT */
/* --quality: one line of measurements for each motion, to sort out the bad ones of many. */
#ifndef VRM_CLI_CONVERT_QUALITY_H
#define VRM_CLI_CONVERT_QUALITY_H

#include "motion/convert.h"

#include <stdio.h>

/* Prints the names of the columns. */
void quality_print_head(FILE* out);

/* Prints the measurements of a motion; - where there are none. NULL: it could not be converted. */
void quality_print(FILE* out, const char* name, const Converted* result);

/* Adds member "quality" to an object, with null where there are no measurements. */
void quality_put_json(vrm_JsonBuilder* b, const Converted* result);

#endif
