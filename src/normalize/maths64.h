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

/* As in base/pass.h: for pages the functions below that take vectors and rotations take their
 * numbers one by one, because structures would be copied at each call. Kinds of arguments: D
 * vector, R rotation, M and N the addresses of a matrix and an affine map. */
#define VRMI_TYPE_D vrmi_Dvec
#define VRMI_TYPE_R vrmi_Dquat
#define VRMI_TYPE_M const vrmi_Dmat*
#define VRMI_TYPE_N const vrmi_Daffine*

#if defined(__wasm__)

#define VRMI_PARAMETER_D(n) double n##_x, double n##_y, double n##_z
#define VRMI_PARAMETER_R(n) double n##_x, double n##_y, double n##_z, double n##_w
#define VRMI_PARAMETER_M(n) const vrmi_Dmat* n
#define VRMI_PARAMETER_N(n) const vrmi_Daffine* n
#define VRMI_ARGUMENT_D(n)  n.x, n.y, n.z
#define VRMI_ARGUMENT_R(n)  n.x, n.y, n.z, n.w
#define VRMI_ARGUMENT_M(n)  n
#define VRMI_ARGUMENT_N(n)  n
#define VRMI_VALUE_D(n)                                                                            \
    (vrmi_Dvec) {                                                                                  \
        n##_x, n##_y, n##_z                                                                        \
    }
#define VRMI_VALUE_R(n)                                                                            \
    (vrmi_Dquat) {                                                                                 \
        n##_x, n##_y, n##_z, n##_w                                                                 \
    }
#define VRMI_VALUE_M(n) n
#define VRMI_VALUE_N(n) n

#define VRMI_SPREAD1(R, name, A)                                                                   \
    VRMI_SPREAD(R, name, (VRMI_PARAMETER_##A(a)), (VRMI_VALUE_##A(a)), (VRMI_TYPE_##A a),          \
                (VRMI_ARGUMENT_##A(a)))
#define VRMI_SPREAD2(R, name, A, B)                                                                \
    VRMI_SPREAD(R, name, (VRMI_PARAMETER_##A(a), VRMI_PARAMETER_##B(b)),                           \
                (VRMI_VALUE_##A(a), VRMI_VALUE_##B(b)), (VRMI_TYPE_##A a, VRMI_TYPE_##B b),        \
                (VRMI_ARGUMENT_##A(a), VRMI_ARGUMENT_##B(b)))
#define VRMI_SPREAD3(R, name, A, B, C)                                                             \
    VRMI_SPREAD(R, name, (VRMI_PARAMETER_##A(a), VRMI_PARAMETER_##B(b), VRMI_PARAMETER_##C(c)),    \
                (VRMI_VALUE_##A(a), VRMI_VALUE_##B(b), VRMI_VALUE_##C(c)),                         \
                (VRMI_TYPE_##A a, VRMI_TYPE_##B b, VRMI_TYPE_##C c),                               \
                (VRMI_ARGUMENT_##A(a), VRMI_ARGUMENT_##B(b), VRMI_ARGUMENT_##C(c)))
#define VRMI_SPREAD(R, name, parameters, values, whole, arguments)                                 \
    VRMI_SHARED R name##_once parameters;                                                          \
    VRMI_SHARED R name##_once parameters {                                                         \
        return name##_plain values;                                                                \
    }                                                                                              \
    VRMI_PLAIN R name whole {                                                                      \
        return name##_once arguments;                                                              \
    }

#else

#define VRMI_SPREAD1(R, name, A)                                                                   \
    static inline R name(VRMI_TYPE_##A a) {                                                        \
        return name##_plain(a);                                                                    \
    }
#define VRMI_SPREAD2(R, name, A, B)                                                                \
    static inline R name(VRMI_TYPE_##A a, VRMI_TYPE_##B b) {                                       \
        return name##_plain(a, b);                                                                 \
    }
#define VRMI_SPREAD3(R, name, A, B, C)                                                             \
    static inline R name(VRMI_TYPE_##A a, VRMI_TYPE_##B b, VRMI_TYPE_##C c) {                      \
        return name##_plain(a, b, c);                                                              \
    }

#endif

VRMI_SHARED vrmi_Dquat vrmi_dquat(vrm_Quat q);
VRMI_SHARED vrmi_Dvec vrmi_dmat_column(const vrmi_Dmat* a, int column);
VRMI_SHARED vrmi_Dmat vrmi_dmat_mul(const vrmi_Dmat* a, const vrmi_Dmat* b);
VRMI_SHARED double vrmi_dmat_determinant(const vrmi_Dmat* a);
VRMI_SHARED vrmi_Dmat vrmi_dmat_cofactor(const vrmi_Dmat* a);
VRMI_SHARED bool vrmi_dmat_invert(const vrmi_Dmat* a, vrmi_Dmat* out);
VRMI_SHARED vrmi_Daffine vrmi_daffine_identity(void);
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

VRMI_PLAIN vrmi_Dvec vrmi_dvec_cross_plain(vrmi_Dvec a, vrmi_Dvec b) {
    return (vrmi_Dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
VRMI_SPREAD2(vrmi_Dvec, vrmi_dvec_cross, D, D)

static inline double vrmi_dvec_length(vrmi_Dvec a) {
    return sqrt(vrmi_dvec_dot(a, a));
}

/* The largest magnitude of the components. */
VRMI_PLAIN double vrmi_dvec_reach_plain(vrmi_Dvec a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}
VRMI_SPREAD1(double, vrmi_dvec_reach, D)

/* ---- Rotations ---- */

static inline vrmi_Dquat vrmi_dquat_identity(void) {
    return (vrmi_Dquat){0.0, 0.0, 0.0, 1.0};
}

VRMI_PLAIN vrmi_Dquat vrmi_dquat_mul_plain(vrmi_Dquat a, vrmi_Dquat b) {
    return (vrmi_Dquat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
VRMI_SPREAD2(vrmi_Dquat, vrmi_dquat_mul, R, R)

static inline vrmi_Dquat vrmi_dquat_conjugate(vrmi_Dquat a) {
    return (vrmi_Dquat){-a.x, -a.y, -a.z, a.w};
}

/* The identity for a zero quaternion. */
VRMI_PLAIN vrmi_Dquat vrmi_dquat_normalize_plain(vrmi_Dquat a) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    if (!(length > 1e-30) || !isfinite(length)) return vrmi_dquat_identity();
    return (vrmi_Dquat){a.x / length, a.y / length, a.z / length, a.w / length};
}
VRMI_SPREAD1(vrmi_Dquat, vrmi_dquat_normalize, R)

VRMI_SHARED vrmi_Dquat vrmi_dquat(vrm_Quat q) {
    return vrmi_dquat_normalize((vrmi_Dquat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

VRMI_PLAIN vrmi_Dvec vrmi_dquat_rotate_plain(vrmi_Dquat q, vrmi_Dvec v) {
    vrmi_Dvec axis = {q.x, q.y, q.z};
    vrmi_Dvec t = vrmi_dvec_scale(vrmi_dvec_cross(axis, v), 2.0);
    return vrmi_dvec_add(vrmi_dvec_add(v, vrmi_dvec_scale(t, q.w)), vrmi_dvec_cross(axis, t));
}
VRMI_SPREAD2(vrmi_Dvec, vrmi_dquat_rotate, R, D)

/* Half the angle between two rotations, the short way; for small angles. */
VRMI_PLAIN double vrmi_dquat_apart_plain(vrmi_Dquat a, vrmi_Dquat b) {
    vrmi_Dquat d = vrmi_dquat_mul(vrmi_dquat_conjugate(a), b);
    return sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}
VRMI_SPREAD2(double, vrmi_dquat_apart, R, R)

/* The smallest rotation from +Y to a unit vector; half a turn about X to -Y. */
VRMI_PLAIN vrmi_Dquat vrmi_dquat_from_y_plain(vrmi_Dvec to) {
    if (to.y + 1.0 < 1e-8) return (vrmi_Dquat){1.0, 0.0, 0.0, 0.0};
    return vrmi_dquat_normalize((vrmi_Dquat){to.z, 0.0, -to.x, 1.0 + to.y});
}
VRMI_SPREAD1(vrmi_Dquat, vrmi_dquat_from_y, D)

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

VRMI_PLAIN vrmi_Dmat vrmi_dmat_from_columns_plain(vrmi_Dvec x, vrmi_Dvec y, vrmi_Dvec z) {
    return (vrmi_Dmat){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}
VRMI_SPREAD3(vrmi_Dmat, vrmi_dmat_from_columns, D, D, D)

VRMI_PLAIN vrmi_Dvec vrmi_dmat_vector_plain(const vrmi_Dmat* a, vrmi_Dvec v) {
    return (vrmi_Dvec){vrmi_dvec_dot(a->rows[0], v), vrmi_dvec_dot(a->rows[1], v),
                       vrmi_dvec_dot(a->rows[2], v)};
}
VRMI_SPREAD2(vrmi_Dvec, vrmi_dmat_vector, M, D)

VRMI_SHARED vrmi_Dmat vrmi_dmat_mul(const vrmi_Dmat* a, const vrmi_Dmat* b) {
    return vrmi_dmat_from_columns(vrmi_dmat_vector(a, vrmi_dmat_column(b, 0)),
                                  vrmi_dmat_vector(a, vrmi_dmat_column(b, 1)),
                                  vrmi_dmat_vector(a, vrmi_dmat_column(b, 2)));
}

VRMI_PLAIN vrmi_Dmat vrmi_dmat_from_quat_plain(vrmi_Dquat q) {
    return vrmi_dmat_from_columns(vrmi_dquat_rotate(q, (vrmi_Dvec){1.0, 0.0, 0.0}),
                                  vrmi_dquat_rotate(q, (vrmi_Dvec){0.0, 1.0, 0.0}),
                                  vrmi_dquat_rotate(q, (vrmi_Dvec){0.0, 0.0, 1.0}));
}
VRMI_SPREAD1(vrmi_Dmat, vrmi_dmat_from_quat, R)

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

VRMI_PLAIN vrmi_Dvec vrmi_daffine_point_plain(const vrmi_Daffine* a, vrmi_Dvec p) {
    return vrmi_dvec_add(vrmi_dmat_vector(&a->linear, p), a->offset);
}
VRMI_SPREAD2(vrmi_Dvec, vrmi_daffine_point, N, D)

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
