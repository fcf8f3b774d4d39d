/* SPDX-License-Identifier: MIT */
/* Boxes in space, and points under affine maps. */
#ifndef VRMI_RENDER_BOXES_H
#define VRMI_RENDER_BOXES_H

#include "vrm/types.h"

#include <stdbool.h>

typedef struct vrmi_Box {
    vrm_Vec3 min, max; /* min above max: empty */
} vrmi_Box;

extern const vrmi_Box vrmi_empty_box;

bool vrmi_box_is_empty(const vrmi_Box* box);

/* Points that are not finite, or too far out to be a part of a body, are passed over. */
void vrmi_box_add_point(vrmi_Box* box, const vrm_Vec3* p);
void vrmi_box_add(vrmi_Box* box, const vrmi_Box* other);

/* One of eight: bits 0, 1, 2 of `index` choose the greater x, y, z. */
vrm_Vec3 vrmi_box_corner(const vrmi_Box* box, int index);

vrm_Vec3 vrmi_affine_apply(const vrm_Affine* affine, const vrm_Vec3* p);
vrm_Vec3 vrmi_affine_origin(const vrm_Affine* affine);

#endif
