/* SPDX-License-Identifier: MIT */
/* The measurements of `vrm info`: lengths of animations, height of an avatar, sizes of images. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include "vrm/vrm.h"

/* Seconds from 0 to the last key; 0 when there is none that can be read. */
double cli_animation_seconds(const vrm_Gltf* gltf, const vrm_Animation* animation);

/* Metres from the lowest to the highest vertex of the visible meshes at rest; 0 when it is not
 * known: no avatar, no mesh that shows, or more vertices than are worth the time. Fails only when
 * memory runs out. */
vrm_Result cli_avatar_height(const vrm_Model* model, double* out_height);

typedef struct cli_ImageFacts {
    const char* format; /* "png"; NULL: not known */
    uint32_t width, height;
} cli_ImageFacts;

/* By the first bytes of the picture. Fails only when memory runs out. */
vrm_Result cli_image_facts(const vrm_Image* image, cli_ImageFacts* out);

#endif
