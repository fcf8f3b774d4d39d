/* SPDX-License-Identifier: MIT */
/* Shared by the files that write a trace. */
#ifndef CLI_TRACE_PARTS_H
#define CLI_TRACE_PARTS_H

#include "motion/quatd.h"
#include "motion/trace.h"

#include "vrm/actor.h"

typedef struct Rotation {
    Quatd q;
    int32_t frame; /* for which it was reckoned */
} Rotation;

typedef struct Trace {
    FILE* out;
    const vrm_Model* model;
    const TraceOptions* options;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;      /* plays a clip; NULL: the motion is a script */
    bool turns;            /* the file faces -Z and was turned beneath the root */
    int32_t* expressions;  /* sorted by name */
    Rotation* rotations;   /* of every node in the model */
    int32_t* waiting;      /* nodes whose ancestors come first */
    int32_t frame;         /* from 1; 0 is none */
    vrm_JsonBuilder* json; /* the line at hand */
    bool has_no_memory;    /* for a line */
    bool trembled;         /* the avatar was too far from the origin for its springs */
} Trace;

void trace_put_number(Trace* trace, double value);
void trace_begin_list(Trace* trace, const char* key);

/* All textures of a material move together: only that of the base colour is written. */
bool trace_has_value(const vrm_MaterialValue* value);

/* The members of the open object that say how the avatar is now. */
void trace_put_channels(Trace* trace);

/* The members of the open object that come before the initial state. */
void trace_put_header(Trace* trace, const vrm_Report* report, const Motion* motion,
                      const TraceFile* model_file, const TraceFile* motion_file);

#endif
