/* SPDX-License-Identifier: MIT */
/* Options for reading and fitting a motion. */
#ifndef VRM_CLI_CONVERT_OPTIONS_H
#define VRM_CLI_CONVERT_OPTIONS_H

#include "vrm/vrm.h"

/* A time of --from and --to. */
typedef struct ConvertTime {
    double value; /* seconds, or frames of the source */
    bool is_given, is_frame;
} ConvertTime;

/* How often --join and --layer may be given. */
enum { CONVERT_MOTIONS_MAX = 4 };

/* Edits of a motion before it is fitted. All zero: none. */
typedef struct ConvertEdit {
    ConvertTime from, to;
    bool trims_rest, mirrors, reverses;
    double speed; /* 0: as it is */
    bool smooths;
    vrm_MotionSmoothDef smooth;
    const char* joins[CONVERT_MOTIONS_MAX]; /* files; NULL: none */
    vrm_MotionJoinDef join;
    const char* layers[CONVERT_MOTIONS_MAX]; /* files; NULL: none */
    vrm_MotionLayerDef settings[CONVERT_MOTIONS_MAX];
} ConvertEdit;

typedef struct ConvertOptions {
    const char* command;   /* for messages */
    const char* avatar;    /* avatar that runs the motion; NULL: poses only */
    const char* map;       /* file with "joint = bone" lines; NULL: joints are recognised by name */
    const char* model;     /* PMX model of a VMD; NULL: none */
    const char* rest_file; /* file of the same rig with the rest pose; NULL: none */
    int32_t max_frames;    /* of the result */
    const char* source_fps; /* as given; motion_parse_numbers() reads it */
    const char* seat;       /* likewise */
    vrm_MotionDef reading;
    vrm_FitDef fit;
    ConvertEdit edit;
} ConvertOptions;

/* Sets the members of a recorder definition that have options. */
static inline vrm_RecorderDef convert_recorder_def(const ConvertOptions* options) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.name = options->fit.name;
    def.tolerance_degrees = options->fit.tolerance_degrees;
    def.tolerance_metres = options->fit.tolerance_metres;
    def.tolerance_weight = options->fit.tolerance_weight;
    def.max_bytes = options->fit.max_bytes;
    def.writes_skeleton = options->fit.writes_skeleton;
    return def;
}

#endif
