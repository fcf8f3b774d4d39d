/* SPDX-License-Identifier: MIT */
/* Bytes read as a recipe: an avatar with any transforms, bones, constraints, expressions, gaze and
 * springs, and what a host does with it. */
#ifndef VRM_FUZZ_RECIPE_H
#define VRM_FUZZ_RECIPE_H

#include "vrm/clip.h"
#include "vrm/rig.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Recipe {
    const uint8_t* at;
    const uint8_t* end;
    bool has_even_scales; /* of nodes: the same along all axes */
    uint64_t state;       /* makes further bytes when there are no more; 0: zeros */
} Recipe;

uint32_t recipe_byte(Recipe* recipe);
int32_t recipe_below(Recipe* recipe, int32_t count);
/* Ordinary numbers mostly; now and then one from the edges. */
float recipe_number(Recipe* recipe);
/* As above, and numbers that no JSON text can hold. */
float recipe_wild(Recipe* recipe);
vrm_Vec3 recipe_vec3(Recipe* recipe);
vrm_Quat recipe_quat(Recipe* recipe);
vrm_Transform recipe_transform(Recipe* recipe);

/* The rig of an avatar; NULL when the library refuses it. The caller destroys it. */
vrm_Rig* recipe_rig(Recipe* recipe);
/* A VRM animation of bones, hips, expressions and gaze; NULL when the library refuses it. The
 * caller destroys it. */
vrm_Clip* recipe_clip(Recipe* recipe);

#endif
