/* SPDX-License-Identifier: MIT */
/* What `vrm convert-motion` reads: each kind of motion becomes frames of a recorder. */
#ifndef VRM_CLI_CONVERT_H
#define VRM_CLI_CONVERT_H

#include "cli.h"

typedef struct ConvertOptions {
    const char* command; /* that speaks */
    const char* avatar;  /* runs the motion; NULL: the poses alone */
    const char* map;     /* "joint = bone" lines; NULL: names are guessed */
    double fps;          /* 0: the motion's own */
    float metres;        /* BVH; 0: guessed */
    vrm_BvhRest rest;
    bool keeps_start;
    vrm_RecorderDef def;
} ConvertOptions;

/* Reads a file ("-" is standard input) and makes a VRM animation of it. CLI_OK, or the status after
 * saying what is wrong. `out_kind` names what it was. */
int convert_file(const char* path, const ConvertOptions* options, vrm_Report* report,
                 vrm_RecordStats* out_stats, const char** out_kind, vrm_Model** out_model);

#endif
