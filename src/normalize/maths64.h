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

VRMI_SHARED vrmi_Dvec vrmi_dvec_cross(vrmi_Dvec a, vrmi_Dvec b);
VRMI_SHARED double vrmi_dvec_reach(vrmi_Dvec a);
VRMI_SHARED vrmi_Dquat vrmi_dquat_mul(vrmi_Dquat a, vrmi_Dquat b);
VRMI_SHARED vrmi_Dquat vrmi_dquat_normalize(vrmi_Dquat a);
VRMI_SHARED vrmi_Dquat vrmi_dquat(vrm_Quat q);
VRMI_SHARED vrmi_Dvec vrmi_dquat_rotate(vrmi_Dquat q, vrmi_Dvec v);
VRMI_SHARED double vrmi_dquat_apart(vrmi_Dquat a, vrmi_Dquat b);
VRMI_SHARED vrmi_Dquat vrmi_dquat_from_y(vrmi_Dvec to);
VRMI_SHARED vrmi_Dvec vrmi_dmat_column(const vrmi_Dmat* a, int column);
VRMI_SHARED vrmi_Dmat vrmi_dmat_from_columns(vrmi_Dvec x, vrmi_Dvec y, vrmi_Dvec z);
VRMI_SHARED vrmi_Dvec vrmi_dmat_vector(const vrmi_Dmat* a, vrmi_Dvec v);
VRMI_SHARED vrmi_Dmat vrmi_dmat_mul(const vrmi_Dmat* a, const vrmi_Dmat* b);
VRMI_SHARED vrmi_Dmat vrmi_dmat_from_quat(vrmi_Dquat q);
VRMI_SHARED double vrmi_dmat_determinant(const vrmi_Dmat* a);
VRMI_SHARED vrmi_Dmat vrmi_dmat_cofactor(const vrmi_Dmat* a);
VRMI_SHARED bool vrmi_dmat_invert(const vrmi_Dmat* a, vrmi_Dmat* out);
VRMI_SHARED vrmi_Daffine vrmi_daffine_identity(void);
VRMI_SHARED vrmi_Dvec vrmi_daffine_point(const vrmi_Daffine* a, vrmi_Dvec p);
VRMI_SHARED vrmi_Daffine vrmi_daffine_mul(const vrmi_Daffine* a, const vrmi_Daffine* b);
VRMI_SHARED bool vrmi_daffine_invert(const vrmi_Daffine* a, vrmi_Daffine* out);
VRMI_SHARED vrmi_Daffine vrmi_daffine_from_mat4(const vrm_Mat4* m);
VRMI_SHARED vrmi_Daffine vrmi_daffine_from_transform(vrm_Transform t);
VRMI_SHARED double vrmi_daffine_apart(const vrmi_Daffine* a, const vrmi_Daffine* b);

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

VRMI_SHARED vrmi_Dvec vrmi_dvec_cross(vrmi_Dvec a, vrmi_Dvec b) {
    return (vrmi_Dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vrmi_dvec_length(vrmi_Dvec a) {
    return sqrt(vrmi_dvec_dot(a, a));
}

/* The largest magnitude of the components. */
VRMI_SHARED double vrmi_dvec_reach(vrmi_Dvec a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

/* ---- Rotations ---- */

static inline vrmi_Dquat vrmi_dquat_identity(void) {
    return (vrmi_Dquat){0.0, 0.0, 0.0, 1.0};
}

VRMI_SHARED vrmi_Dquat vrmi_dquat_mul(vrmi_Dquat a, vrmi_Dquat b) {
    return (vrmi_Dquat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline vrmi_Dquat vrmi_dquat_conjugate(vrmi_Dquat a) {
    return (vrmi_Dquat){-a.x, -a.y, -a.z, a.w};
}

/* The identity for a zero quaternion. */
VRMI_SHARED vrmi_Dquat vrmi_dquat_normalize(vrmi_Dquat a) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    if (!(length > 1e-30) || !isfinite(length)) return vrmi_dquat_identity();
    return (vrmi_Dquat){a.x / length, a.y / length, a.z / length, a.w / length};
}

VRMI_SHARED vrmi_Dquat vrmi_dquat(vrm_Quat q) {
    return vrmi_dquat_normalize((vrmi_Dquat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

VRMI_SHARED vrmi_Dvec vrmi_dquat_rotate(vrmi_Dquat q, vrmi_Dvec v) {
    vrmi_Dvec axis = {q.x, q.y, q.z};
    vrmi_Dvec t = vrmi_dvec_scale(vrmi_dvec_cross(axis, v), 2.0);
    return vrmi_dvec_add(vrmi_dvec_add(v, vrmi_dvec_scale(t, q.w)), vrmi_dvec_cross(axis, t));
}

/* Half the angle between two rotations, the short way; for small angles. */
VRMI_SHARED double vrmi_dquat_apart(vrmi_Dquat a, vrmi_Dquat b) {
    vrmi_Dquat d = vrmi_dquat_mul(vrmi_dquat_conjugate(a), b);
    return sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

/* The smallest rotation from +Y to a unit vector; half a turn about X to -Y. */
VRMI_SHARED vrmi_Dquat vrmi_dquat_from_y(vrmi_Dvec to) {
    if (to.y + 1.0 < 1e-8) return (vrmi_Dquat){1.0, 0.0, 0.0, 0.0};
    return vrmi_dquat_normalize((vrmi_Dquat){to.z, 0.0, -to.x, 1.0 + to.y});
}

/* ---- Matrices ---- */

static inline vrmi_Dmat vrmi_dmat_identity(void) {
    return (vrmi_Dmat){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

VRMI_SHARED vrmi_Dvec vrmi_dmat_column(const vrmi_Dmat* a, int column) {
    const vrmi_Dvec *x = &a->rows[0], *y = &a->rows[1], *z = &a->rows[2];
    if (column == 0) return (vrmi_Dvec){x->x, y->x, z->x};
    if (column == 1) return (vrmi_Dvec){x->y, y->y, z->y};
    return (vrmi_Dvec){x->z, y->z, z->z};
}

VRMI_SHARED vrmi_Dmat vrmi_dmat_from_columns(vrmi_Dvec x, vrmi_Dvec y, vrmi_Dvec z) {
    return (vrmi_Dmat){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

VRMI_SHARED vrmi_Dvec vrmi_dmat_vector(const vrmi_Dmat* a, vrmi_Dvec v) {
    return (vrmi_Dvec){vrmi_dvec_dot(a->rows[0], v), vrmi_dvec_dot(a->rows[1], v),
                       vrmi_dvec_dot(a->rows[2], v)};
}

VRMI_SHARED vrmi_Dmat vrmi_dmat_mul(const vrmi_Dmat* a, const vrmi_Dmat* b) {
    return vrmi_dmat_from_columns(vrmi_dmat_vector(a, vrmi_dmat_column(b, 0)),
                                  vrmi_dmat_vector(a, vrmi_dmat_column(b, 1)),
                                  vrmi_dmat_vector(a, vrmi_dmat_column(b, 2)));
}

VRMI_SHARED vrmi_Dmat vrmi_dmat_from_quat(vrmi_Dquat q) {
    return vrmi_dmat_from_columns(vrmi_dquat_rotate(q, (vrmi_Dvec){1.0, 0.0, 0.0}),
                                  vrmi_dquat_rotate(q, (vrmi_Dvec){0.0, 1.0, 0.0}),
                                  vrmi_dquat_rotate(q, (vrmi_Dvec){0.0, 0.0, 1.0}));
}

VRMI_SHARED double vrmi_dmat_determinant(const vrmi_Dmat* a) {
    return vrmi_dvec_dot(vrmi_dvec_cross(a->rows[0], a->rows[1]), a->rows[2]);
}

/* determinant * inverse transposed, which transforms areas and their normals. */
VRMI_SHARED vrmi_Dmat vrmi_dmat_cofactor(const vrmi_Dmat* a) {
    return (vrmi_Dmat){{vrmi_dvec_cross(a->rows[1], a->rows[2]),
                        vrmi_dvec_cross(a->rows[2], a->rows[0]),
                        vrmi_dvec_cross(a->rows[0], a->rows[1])}};
}

/* Scaled to a largest column of 1, so that the determinant measures how flat the map is. */
VRMI_SHARED bool vrmi_dmat_invert(const vrmi_Dmat* a, vrmi_Dmat* out) {
    double x = vrmi_dvec_length(vrmi_dmat_column(a, 0));
    double y = vrmi_dvec_length(vrmi_dmat_column(a, 1));
    double z = vrmi_dvec_length(vrmi_dmat_column(a, 2));
    double det = vrmi_dmat_determinant(a);
    if (!isfinite(det) || !(fabs(det) > 1e-9 * (x * y * z)) || !(fabs(det) > 0.0)) return false;
    vrmi_Dmat cofactor = vrmi_dmat_cofactor(a);
    for (int r = 0; r < 3; r++) /* transposed */
        out->rows[r] = vrmi_dvec_scale(vrmi_dmat_column(&cofactor, r), 1.0 / det);
    return true;
}

/* ---- Affine maps ---- */

VRMI_SHARED vrmi_Daffine vrmi_daffine_identity(void) {
    return (vrmi_Daffine){vrmi_dmat_identity(), {0.0, 0.0, 0.0}};
}

VRMI_SHARED vrmi_Dvec vrmi_daffine_point(const vrmi_Daffine* a, vrmi_Dvec p) {
    return vrmi_dvec_add(vrmi_dmat_vector(&a->linear, p), a->offset);
}

VRMI_SHARED vrmi_Daffine vrmi_daffine_mul(const vrmi_Daffine* a, const vrmi_Daffine* b) {
    return (vrmi_Daffine){vrmi_dmat_mul(&a->linear, &b->linear), vrmi_daffine_point(a, b->offset)};
}

VRMI_SHARED bool vrmi_daffine_invert(const vrmi_Daffine* a, vrmi_Daffine* out) {
    if (!vrmi_dmat_invert(&a->linear, &out->linear)) return false;
    out->offset = vrmi_dvec_scale(vrmi_dmat_vector(&out->linear, a->offset), -1.0);
    return true;
}

VRMI_SHARED vrmi_Daffine vrmi_daffine_from_mat4(const vrm_Mat4* m) {
    vrmi_Dvec columns[4];
    for (int c = 0; c < 4; c++)
        columns[c] =
            (vrmi_Dvec){(double)m->m[c * 4], (double)m->m[c * 4 + 1], (double)m->m[c * 4 + 2]};
    return (vrmi_Daffine){vrmi_dmat_from_columns(columns[0], columns[1], columns[2]), columns[3]};
}

VRMI_SHARED vrmi_Daffine vrmi_daffine_from_transform(vrm_Transform t) {
    vrmi_Dmat turn = vrmi_dmat_from_quat(vrmi_dquat(t.rotation));
    return (vrmi_Daffine){
        vrmi_dmat_from_columns(vrmi_dvec_scale(vrmi_dmat_column(&turn, 0), (double)t.scale.x),
                               vrmi_dvec_scale(vrmi_dmat_column(&turn, 1), (double)t.scale.y),
                               vrmi_dvec_scale(vrmi_dmat_column(&turn, 2), (double)t.scale.z)),
        vrmi_dvec(t.translation)};
}

/* The largest difference between corresponding numbers. */
VRMI_SHARED double vrmi_daffine_apart(const vrmi_Daffine* a, const vrmi_Daffine* b) {
    double most = vrmi_dvec_reach(vrmi_dvec_sub(a->offset, b->offset));
    for (int r = 0; r < 3; r++)
        most = fmax(most, vrmi_dvec_reach(vrmi_dvec_sub(a->linear.rows[r], b->linear.rows[r])));
    return most;
}

#endif
