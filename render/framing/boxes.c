/* SPDX-License-Identifier: MIT */
#include "framing/boxes.h"

#include <math.h>

#define MAX_METRES 1e5f /* what is farther out is a mistake, not a part of a body */

const vrmi_Box vrmi_empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

bool vrmi_box_is_empty(const vrmi_Box* box) {
    return box->min.x > box->max.x;
}

void vrmi_box_add_point(vrmi_Box* box, const vrm_Vec3* p) {
    if (!(fabsf(p->x) < MAX_METRES && fabsf(p->y) < MAX_METRES && fabsf(p->z) < MAX_METRES)) return;
    box->min =
        (vrm_Vec3){fminf(box->min.x, p->x), fminf(box->min.y, p->y), fminf(box->min.z, p->z)};
    box->max =
        (vrm_Vec3){fmaxf(box->max.x, p->x), fmaxf(box->max.y, p->y), fmaxf(box->max.z, p->z)};
}

vrm_Vec3 vrmi_box_corner(const vrmi_Box* box, int index) {
    return (vrm_Vec3){(index & 1) != 0 ? box->max.x : box->min.x,
                      (index & 2) != 0 ? box->max.y : box->min.y,
                      (index & 4) != 0 ? box->max.z : box->min.z};
}

void vrmi_box_add(vrmi_Box* box, const vrmi_Box* other) {
    if (vrmi_box_is_empty(other)) return;
    vrmi_box_add_point(box, &other->min);
    vrmi_box_add_point(box, &other->max);
}

vrm_Vec3 vrmi_affine_apply(const vrm_Affine* affine, const vrm_Vec3* p) {
    float out[3];
    for (int c = 0; c < 3; c++) {
        const vrm_Vec4* row = &affine->rows[c];
        out[c] = row->x * p->x + row->y * p->y + row->z * p->z + row->w;
    }
    return (vrm_Vec3){out[0], out[1], out[2]};
}

vrm_Vec3 vrmi_affine_origin(const vrm_Affine* affine) {
    return (vrm_Vec3){affine->rows[0].w, affine->rows[1].w, affine->rows[2].w};
}
