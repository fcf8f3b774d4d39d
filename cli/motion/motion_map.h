/* SPDX-License-Identifier: MIT */
/* --map FILE: lines "joint = bone" and "morph = expression". */
#ifndef VRM_CLI_MOTION_MAP_H
#define VRM_CLI_MOTION_MAP_H

#include "motion/motion_text.h"

#include "vrm/vrm.h"

/* All zero: no mapping. */
typedef struct MotionMap {
    uint8_t* text; /* that the names point into */
    vrm_CaptureName* names;
    vrm_CaptureMorph* morphs;
    int32_t name_count, morph_count;
} MotionMap;

/* Reads a mapping and sets the members of `def` that it is for. CLI_OK, or the status after
 * printing the error; motion_map_close() in any case. */
int motion_map_read(const char* command, const char* path, MotionMap* out, vrm_MotionDef* def);

/* Prints which joints of the mapping the motion does not have. `motion` NULL: it could not be read,
 * and the names are looked for in its text. */
void motion_map_check(const char* command, const char* path, const MotionMap* map,
                      const vrm_Motion* motion, const MotionText* text);

void motion_map_close(MotionMap* map);

#endif
