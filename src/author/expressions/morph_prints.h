/* SPDX-License-Identifier: MIT */
/* What a morph target moves, as a few numbers that are compared at the plane x = 0. */
#ifndef VRMI_AUTHOR_MORPH_PRINTS_H
#define VRMI_AUTHOR_MORPH_PRINTS_H

#include "base/alloc.h"
#include "base/budget.h"
#include "base/maths.h"
#include "vrm/model.h"

typedef struct vrmi_MorphPrint {
    float sum;       /* of the lengths of all displacements (m); 0: it moves nothing */
    vrm_Vec3 centre; /* of what moves, weighted by these lengths */
    vrm_Vec3 way;    /* mean displacement, as a part of the mean length */
    vrm_Vec3 spread; /* standard deviation from the centre, by axis */
} vrmi_MorphPrint;

/* Reads the prints of all targets of a node's mesh, which has some. In memory of the arena; scratch
 * memory is taken behind them. */
vrm_Result vrmi_morph_prints(const vrm_Gltf* gltf, int32_t node, vrmi_Budget* budget,
                             vrmi_Arena* arena, vrmi_MorphPrint** out);

/* How much `b` differs from the mirror image of `a`: 0 for equal ones, about 1 for neighbours. */
float vrmi_mirrored_difference(const vrmi_MorphPrint* a, const vrmi_MorphPrint* b);

#endif
