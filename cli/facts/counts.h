/* SPDX-License-Identifier: MIT */
/* How many of everything are in a file; docs/reference/cli.md says how each is counted. */
#ifndef CLI_COUNTS_H
#define CLI_COUNTS_H

#include "vrm/vrm.h"

enum {
    CLI_COUNT_NODES,
    CLI_COUNT_MESHES,
    CLI_COUNT_PRIMITIVES,
    CLI_COUNT_VERTICES,
    CLI_COUNT_TRIANGLES,
    CLI_COUNT_MORPH_TARGETS,
    CLI_COUNT_MATERIALS,
    CLI_COUNT_TEXTURES,
    CLI_COUNT_IMAGES,
    CLI_COUNT_SKINS,
    CLI_COUNT_HUMAN_BONES,
    CLI_COUNT_EXPRESSIONS,
    CLI_COUNT_SPRINGS,
    CLI_COUNT_SPRING_JOINTS,
    CLI_COUNT_COLLIDERS,
    CLI_COUNT_COLLIDER_GROUPS,
    CLI_COUNT_CONSTRAINTS,
    CLI_COUNT_ANIMATIONS,
    CLI_COUNT_COUNT
};

/* As the members of `counts` are called. */
extern const char* const cli_count_names[CLI_COUNT_COUNT];

/* False when there is no memory. */
bool cli_count_all(const vrm_Model* model, int64_t counts[CLI_COUNT_COUNT]);

/* Distinct nodes that a skin names as joints; -1 when there is no memory. */
int64_t cli_count_joints(const vrm_Model* model);

#endif
