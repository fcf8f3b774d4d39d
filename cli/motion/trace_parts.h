/* SPDX-License-Identifier: MIT */
/* Shared by the files that write a trace. */
#ifndef CLI_TRACE_PARTS_H
#define CLI_TRACE_PARTS_H

#include "motion/quatd.h"
#include "motion/trace.h"

#include "vrm/actor.h"

typedef struct Rotation {
    Quatd q;
    int32_t frame; /* for which it was computed */
} Rotation;

typedef struct Trace {
    FILE* out;
    const vrm_Model* model;
    const TraceOptions* options;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Actor* actor;      /* plays a clip; NULL: the motion is a script */
    bool turns;            /* the file faces -Z: it was turned below the root */
    int32_t* expressions;  /* sorted by name */
    Rotation* rotations;   /* of every node in the model */
    int32_t* waiting;      /* nodes whose ancestors come first */
    int32_t frame;         /* from 1; 0 is none */
    vrm_JsonBuilder* json; /* the present line */
    bool has_no_memory;    /* an allocation for a line has failed */
    bool trembled;         /* the avatar was too far from the origin for exact springs */
} Trace;

void trace_put_number(Trace* trace, double value);
void trace_begin_list(Trace* trace, const char* key);

/* Returns whether a value is written. All textures of a material move together, so only that of the
 * base colour is. */
bool trace_has_value(const vrm_MaterialValue* value);

/* Writes the present state of the avatar into the open object. */
void trace_put_channels(Trace* trace);

/* Writes the header into the open object, up to the initial state. */
void trace_put_header(Trace* trace, const vrm_Report* report, const Motion* motion,
                      const TraceFile* model_file, const TraceFile* motion_file);

#endif
