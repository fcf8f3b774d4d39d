/* SPDX-License-Identifier: MIT */
/* A motion file that is looked into: its joints, morphs and expressions. Files without a person are
 * opened, too. */
#ifndef VRM_CLI_INSPECT_OPEN_H
#define VRM_CLI_INSPECT_OPEN_H

#include "motion/clip_file.h"

typedef struct Inspected {
    const char* kind;
    cli_ClipFile file;   /* motion NULL: it cannot be converted */
    vrm_Capture* listed; /* joints of a file without a person; NULL: those of the motion */
    vrm_Model* model;    /* a VRM animation; NULL: another format */
    bool is_own;         /* a script or a trace, on a skeleton that it does not have itself */
    vrm_Report* report;
} Inspected;

/* Returns CLI_OK, or the status after printing what is wrong; call inspected_close() in any case.
 */
int inspected_open(const char* path, const ConvertOptions* options, Inspected* out);
void inspected_close(Inspected* it);

/* Returns the skeleton with joints and morphs; NULL for a VRM animation, and if none can be read.
 */
const vrm_Capture* inspected_skeleton(const Inspected* it);

typedef struct InspectedJoint {
    const char* name;
    int32_t number; /* among joints of one name, from 1; 0: its name is enough */
    vrm_Bone bone;
} InspectedJoint;

/* Joints are counted from 0. Returns false for those that are not listed: ends of limbs without a
 * name, bones that a VRM animation does not have or a script does not move. */
int32_t inspected_joint_count(const Inspected* it);
bool inspected_joint(const Inspected* it, int32_t index, InspectedJoint* out);

int32_t inspected_morph_count(const Inspected* it);
int32_t inspected_expression_count(const Inspected* it);
const char* inspected_expression(const Inspected* it, int32_t index);

#endif
