/* SPDX-License-Identifier: MIT */
/* What edits did to a motion, for people and as JSON. */
#ifndef VRM_CLI_EDIT_REPORT_H
#define VRM_CLI_EDIT_REPORT_H

#include "motion/convert_options.h"

#include <stdio.h>

/* Findings about a file of --join or --layer. */
typedef struct EditFile {
    const char* path; /* not owned */
    vrm_Report* findings;
} EditFile;

/* All zero: nothing to report. */
typedef struct EditReport {
    bool is_trimmed, is_smoothed;
    vrm_MotionTrimReport trim;
    vrm_MotionSmoothReport smooth;
    double blend_s; /* cross-fade that was asked for; a shorter motion limits it */
    int join_count;
    vrm_MotionJoinReport joins[CONVERT_MOTIONS_MAX];
    EditFile files[2 * CONVERT_MOTIONS_MAX];
    int file_count;
    vrm_Report* missing_bones; /* required bones that none of several motions moves; NULL: there is
                                  one motion, whose own findings tell */
} EditReport;

void edit_report_release(EditReport* report);

/* Returns true for a finding about a required bone that one file lacks. */
bool edit_report_is_missing_bone(const vrm_Finding* finding);

void edit_report_print(FILE* out, const EditReport* report);

/* Adds members "trim", "smooth" and "joins" to an object, each where there was such an edit. */
void edit_report_put_json(vrm_JsonBuilder* b, const EditReport* report);

#endif
