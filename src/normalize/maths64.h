/* SPDX-License-Identifier: MIT */
/* Transforms in double precision: a baked vertex is rounded once, at the end. */
#ifndef VRMI_NORMALIZE_MATHS64_H
#define VRMI_NORMALIZE_MATHS64_H

#include "base/maths.h"

#include <math.h>

typedef struct vrmi_Dvec {
    double x, y, z;
} vrmi_Dvec;

typedef struct vrmi_Dquat {
    double x, y, z, w;
} vrmi_Dquat;

/* By rows. */
typedef struct vrmi_Dmat {
    vrmi_Dvec rows[3];
} vrmi_Dmat;

typedef struct vrmi_Daffine {
    vrmi_Dmat linear;
    vrmi_Dvec offset;
} vrmi_Daffine;

/* ---- Vectors ---- */

static inline vrmi_Dvec vrmi_dvec(vrm_Vec3 v) {
    return (vrmi_Dvec){(double)v.x, (double)v.y, (double)v.z};
}

static inline vrm_Vec3 vrmi_dvec_to_float(vrmi_Dvec v) {
    return (vrm_Vec3){(float)v.x, (float)v.y, (float)v.z};
}

static inline vrmi_Dvec vrmi_dvec_add(vrmi_Dvec a, vrmi_Dvec b) {
    return (vrmi_Dvec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vrmi_Dvec vrmi_dvec_sub(vrmi_Dvec a, vrmi_Dvec b) {
    return (vrmi_Dvec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vrmi_Dvec vrmi_dvec_scale(vrmi_Dvec a, double s) {
    return (vrmi_Dvec){a.x * s, a.y * s, a.z * s};
}

static inline double vrmi_dvec_dot(vrmi_Dvec a, vrmi_Dvec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vrmi_Dvec vrmi_dvec_cross(vrmi_Dvec a, vrmi_Dvec b) {
    return (vrmi_Dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vrmi_dvec_length(vrmi_Dvec a) {
    return sqrt(vrmi_dvec_dot(a, a));
}

/* The largest magnitude of the components. */
static inline double vrmi_dvec_reach(vrmi_Dvec a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

/* ---- Rotations ---- */

static inline vrmi_Dquat vrmi_dquat_identity(void) {
    return (vrmi_Dquat){0.0, 0.0, 0.0, 1.0};
}

vrmi_Dquat vrmi_dquat_mul(vrmi_Dquat a, vrmi_Dquat b);

static inline vrmi_Dquat vrmi_dquat_conjugate(vrmi_Dquat a) {
    return (vrmi_Dquat){-a.x, -a.y, -a.z, a.w};
}

/* The identity for a zero quaternion. */
vrmi_Dquat vrmi_dquat_normalize(vrmi_Dquat a);

vrmi_Dquat vrmi_dquat(vrm_Quat q);

vrmi_Dvec vrmi_dquat_rotate(vrmi_Dquat q, vrmi_Dvec v);

/* Half the angle between two rotations, the short way; for small angles. */
double vrmi_dquat_apart(vrmi_Dquat a, vrmi_Dquat b);

/* The smallest rotation from +Y to a unit vector; half a turn about X to -Y. */
vrmi_Dquat vrmi_dquat_from_y(vrmi_Dvec to);

/* ---- Matrices ---- */

static inline vrmi_Dmat vrmi_dmat_identity(void) {
    return (vrmi_Dmat){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

static inline vrmi_Dvec vrmi_dmat_column(const vrmi_Dmat* a, int column) {
    const vrmi_Dvec *x = &a->rows[0], *y = &a->rows[1], *z = &a->rows[2];
    if (column == 0) return (vrmi_Dvec){x->x, y->x, z->x};
    if (column == 1) return (vrmi_Dvec){x->y, y->y, z->y};
    return (vrmi_Dvec){x->z, y->z, z->z};
}

static inline vrmi_Dmat vrmi_dmat_from_columns(vrmi_Dvec x, vrmi_Dvec y, vrmi_Dvec z) {
    return (vrmi_Dmat){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

static inline vrmi_Dvec vrmi_dmat_vector(const vrmi_Dmat* a, vrmi_Dvec v) {
    return (vrmi_Dvec){vrmi_dvec_dot(a->rows[0], v), vrmi_dvec_dot(a->rows[1], v),
                       vrmi_dvec_dot(a->rows[2], v)};
}

vrmi_Dmat vrmi_dmat_mul(const vrmi_Dmat* a, const vrmi_Dmat* b);

vrmi_Dmat vrmi_dmat_from_quat(vrmi_Dquat q);

double vrmi_dmat_determinant(const vrmi_Dmat* a);

/* determinant * inverse transposed, which transforms areas and their normals. */
vrmi_Dmat vrmi_dmat_cofactor(const vrmi_Dmat* a);

/* Scaled to a largest column of 1, so that the determinant measures how flat the map is. */
bool vrmi_dmat_invert(const vrmi_Dmat* a, vrmi_Dmat* out);

/* ---- Affine maps ---- */

static inline vrmi_Daffine vrmi_daffine_identity(void) {
    return (vrmi_Daffine){vrmi_dmat_identity(), {0.0, 0.0, 0.0}};
}

static inline vrmi_Dvec vrmi_daffine_point(const vrmi_Daffine* a, vrmi_Dvec p) {
    return vrmi_dvec_add(vrmi_dmat_vector(&a->linear, p), a->offset);
}

vrmi_Daffine vrmi_daffine_mul(const vrmi_Daffine* a, const vrmi_Daffine* b);

bool vrmi_daffine_invert(const vrmi_Daffine* a, vrmi_Daffine* out);

vrmi_Daffine vrmi_daffine_from_mat4(const vrm_Mat4* m);

vrmi_Daffine vrmi_daffine_from_transform(vrm_Transform t);

/* The largest difference between corresponding numbers. */
double vrmi_daffine_apart(const vrmi_Daffine* a, const vrmi_Daffine* b);

#endif
