/* SPDX-License-Identifier: MIT */
/* What an avatar costs where it is shown, as platforms count it; docs/guide/policy.md says how each
 * is counted. Numbers are doubles: references can multiply beyond any integer. */
#ifndef CLI_LOADS_H
#define CLI_LOADS_H

#include "vrm/vrm.h"

typedef struct cli_Loads {
    double draw_calls;       /* primitives of each node that has a mesh: Unity's material slots */
    double skinned_meshes;   /* nodes with a mesh and a skin */
    double unskinned_meshes; /* nodes with a mesh and no skin */
    double collider_checks;  /* of each chain, joints that sway times colliders of its groups */
    double sparse_accessors; /* accessors that replace some of their elements */
    double texture_side;     /* pixels of the longest side of any image */
    double texture_pixels;   /* of all images */
    double texture_memory;   /* cli_card_bytes() of the images that textures use, less thumbnail */
} cli_Loads;

/* Fails only when memory runs out. */
vrm_Result cli_measure_loads(const vrm_Model* model, cli_Loads* out);

/* Bytes of an unpacked picture in graphics memory: four for each pixel, and a third more for its
 * smaller copies. */
double cli_card_bytes(uint32_t width, uint32_t height);

/* The format of an image by its first bytes, else by its mimeType: a name of this list, or NULL. */
extern const char* const cli_image_formats[]; /* ends with NULL */
const char* cli_image_format(const vrm_Image* image);

#endif
