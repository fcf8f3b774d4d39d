/* SPDX-License-Identifier: MIT */
/* How a motion is read and fitted, as the command line says it. */
#ifndef VRM_CLI_CONVERT_OPTIONS_H
#define VRM_CLI_CONVERT_OPTIONS_H

#include "vrm/vrm.h"

typedef struct ConvertOptions {
    const char* command; /* that speaks */
    const char* avatar;  /* runs the motion; NULL: the poses alone */
    const char* map;     /* "joint = bone" lines; NULL: names are guessed */
    const char* model;   /* the figure of a VMD; NULL: none */
    int32_t max_frames;  /* of a script or an animation */
    vrm_MotionDef reading;
    vrm_FitDef fit;
} ConvertOptions;

/* The members of a recorder's definition that options have. */
static inline vrm_RecorderDef convert_recorder_def(const ConvertOptions* options) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.name = options->fit.name;
    def.tolerance_degrees = options->fit.tolerance_degrees;
    def.tolerance_metres = options->fit.tolerance_metres;
    def.tolerance_weight = options->fit.tolerance_weight;
    return def;
}

#endif
