/* SPDX-License-Identifier: MIT */
/* The inputs of `vrm convert-motion`: each kind of motion becomes frames of a recorder. */
#ifndef VRM_CLI_CONVERT_H
#define VRM_CLI_CONVERT_H

#include "cli.h"

typedef struct ConvertOptions {
    const char* command; /* that speaks */
    const char* avatar;  /* runs the motion; NULL: the poses alone */
    const char* map;     /* "joint = bone" lines; NULL: names are guessed */
    double fps;          /* 0: the motion's own */
    int32_t max_frames;  /* of a script or an animation */
    float metres;        /* BVH; 0: guessed */
    vrm_BvhRest rest;
    bool keeps_start;
    vrm_RecorderDef def;
} ConvertOptions;

/* Reads a file ("-" is standard input) and converts it to a VRM animation. CLI_OK, or the status
 * after printing the error. `out_kind` is the name of the input's kind. */
int convert_file(const char* path, const ConvertOptions* options, vrm_Report* report,
                 vrm_RecordStats* out_stats, const char** out_kind, vrm_Model** out_model);

#endif
