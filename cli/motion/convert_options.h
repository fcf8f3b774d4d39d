/* SPDX-License-Identifier: MIT */
/* What `vrm convert-motion` was asked for. */
#ifndef VRM_CLI_CONVERT_OPTIONS_H
#define VRM_CLI_CONVERT_OPTIONS_H

#include "motion/motion_fit.h"

#include "vrm/vrm.h"

typedef struct ConvertOptions {
    const char* command; /* that speaks */
    const char* avatar;  /* runs the motion; NULL: the poses alone */
    const char* map;     /* "joint = bone" lines; NULL: names are guessed */
    double fps;          /* 0: the motion's own */
    int32_t max_frames;  /* of a script or an animation */
    const char* take;    /* of several; NULL: the first that moves */
    const char* model;   /* the figure of a VMD; NULL: none */
    float metres;        /* in a unit of a capture; 0: guessed */
    vrm_CaptureRest rest;
    bool keeps_start;
    Fit fit;
    vrm_RecorderDef def;
} ConvertOptions;

#endif
