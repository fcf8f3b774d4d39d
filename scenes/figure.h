/* SPDX-License-Identifier: MIT */
/* The plain figure's meshes, in the order of their nodes. */
#ifndef SCENES_FIGURE_H
#define SCENES_FIGURE_H

enum { MESH_BODY, MESH_FACE, MESH_SWAYING, MESH_HAIRPIN, MESH_VISOR, MESH_COUNT };

#endif
