/* SPDX-License-Identifier: MIT */
/* --map FILE: lines "joint = bone" and "morph = expression"; lines that begin with # are comments.
 * A name that begins with # or ", that has blanks at its ends or line breaks stands in quotes, with
 * \\, \", \n and \r for these. */
#ifndef VRM_CLI_MOTION_MAP_H
#define VRM_CLI_MOTION_MAP_H

#include "motion/motion_text.h"

#include "vrm/vrm.h"

#include <stdio.h>

/* All zero: no mapping. */
typedef struct MotionMap {
    uint8_t* text; /* memory of the names */
    vrm_CaptureName* names;
    vrm_CaptureMorph* morphs;
    int32_t name_count, morph_count;
} MotionMap;

/* Reads a mapping and sets the corresponding members of `def`. Returns CLI_OK, or the status after
 * printing the error; call motion_map_close() in any case. */
int motion_map_read(const char* command, const char* path, MotionMap* out, vrm_MotionDef* def);

/* Code of findings about a mapping that does not fit the motion. */
#define MOTION_MAP_UNKNOWN "MOTION_JOINTS_UNKNOWN"

/* Reports the joints of the mapping that the motion does not have, eight at most and the number of
 * the others, and bones for which it has several. */
void motion_map_check(const MotionMap* map, const vrm_Motion* motion, vrm_Report* report);

/* Prints the same about a motion that could not be read: names are searched in its text. */
void motion_map_explain(const char* command, const char* path, const MotionMap* map,
                        const MotionText* text);

void motion_map_close(MotionMap* map);

/* Returns the size of a name without "#2", its number among joints of one name. */
size_t motion_map_bare_size(const char* name);

/* Returns true for expressions that a mapping can name: presets and the shapes of face tracking. */
bool motion_map_has_expression(const char* name);

/* Writes "NAME = TARGET" so that it is read back; `number` above 0: "NAME#number". */
void motion_map_write_line(FILE* out, const char* name, int32_t number, const char* target);

#endif
