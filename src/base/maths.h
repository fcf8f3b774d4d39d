/* SPDX-License-Identifier: MIT */
/* Vectors, rotations and affine maps with equal bits on every CPU: only + - * / and sqrtf, each
 * expression in one fixed order, angles through base/trig.h. Needs -ffp-contract=off.
 *
 * Angles are radians. A rotation is a unit quaternion unless said otherwise; a * b turns by b
 * first. Finite input gives finite output wherever the true result fits a float; the cases that
 * mathematics leaves open (directions of zero vectors, inverses of singular maps) are defined below
 * and are never NaN. Error bounds: docs/maths.md.
 *
 *   (scalar)   is_finite clamp lerp reciprocal
 *   vec3       add sub mul scale negate dot cross length distance lerp reach
 *              normalize normalize_or orthogonal is_finite
 *   quat       identity mul conjugate dot rotate normalize slerp angle is_finite
 *              from_to from_axis_angle from_basis from_frame from_yxz to_yxz
 *   transform  identity mul inverse point is_finite
 *   affine     identity from_transform from_columns from_mat4 column mul inverse determinant
 *              point vector decompose is_finite
 *   mat4       from_affine
 */
#ifndef VRMI_BASE_MATHS_H
#define VRMI_BASE_MATHS_H

#include "base/pass.h"
#include "base/trig.h"
#include "vrm/types.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define VRMI_PI         3.14159265358979323846f
#define VRMI_TO_RADIANS 0.01745329251994329577f
#define VRMI_TO_DEGREES 57.2957795130823208768f

/* ---- Large functions ---- */

VRMI_SHARED vrm_Affine vrmi_affine_inverse(const vrm_Affine* a);
VRMI_SHARED bool vrmi_affine_decompose(const vrm_Affine* a, vrm_Transform* out);

VRMI_SHARED_IN_COLD vrm_Vec3 vrmi_transform_point(vrm_Transform t, vrm_Vec3 p);
VRMI_SHARED_IN_COLD vrm_Transform vrmi_transform_mul(vrm_Transform parent, vrm_Transform child);
VRMI_SHARED_IN_COLD vrm_Affine vrmi_affine_from_transform(vrm_Transform t);
VRMI_SHARED_IN_COLD bool vrmi_affine_is_finite(const vrm_Affine* a);
VRMI_SHARED_IN_COLD vrm_Vec4 vrmi_affine_mul_row(vrm_Vec4 row, const vrm_Affine* b);
VRMI_SHARED_IN_COLD vrm_Affine vrmi_affine_mul(const vrm_Affine* a, const vrm_Affine* b);
VRMI_SHARED_IN_COLD float vrmi_affine_determinant(const vrm_Affine* a);
VRMI_SHARED_IN_COLD vrm_Affine vrmi_affine_from_mat4(const vrm_Mat4* a);
VRMI_SHARED_IN_COLD vrm_Mat4 vrmi_mat4_from_affine(const vrm_Affine* a);

/* ---- Scalars ---- */

/* Compares instead of isfinite(): the same in every C library, and one instruction or two. */
static inline bool vrmi_is_finite(float a) {
    return a >= -FLT_MAX && a <= FLT_MAX;
}

/* `low` for NaN. */
static inline float vrmi_clamp(float a, float low, float high) {
    return a > low ? (a < high ? a : high) : low;
}

static inline float vrmi_lerp(float a, float b, float t) {
    return a + (b - a) * t;
}

/* ---- Vectors ---- */

VRMI_PLAIN vrm_Vec3 vrmi_vec3_add(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

VRMI_PLAIN vrm_Vec3 vrmi_vec3_sub(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Component by component. */
VRMI_PLAIN vrm_Vec3 vrmi_vec3_mul(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

VRMI_PLAIN vrm_Vec3 vrmi_vec3_scale(vrm_Vec3 a, float s) {
    return (vrm_Vec3){a.x * s, a.y * s, a.z * s};
}

VRMI_PLAIN vrm_Vec3 vrmi_vec3_negate(vrm_Vec3 a) {
    return (vrm_Vec3){-a.x, -a.y, -a.z};
}

VRMI_PLAIN float vrmi_vec3_dot(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

VRMI_PLAIN vrm_Vec3 vrmi_vec3_cross_plain(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
VRMI_PASS2(COLD, V, vrmi_vec3_cross, V, V)

static inline bool vrmi_vec3_is_finite(vrm_Vec3 a) {
    return vrmi_is_finite(a.x) && vrmi_is_finite(a.y) && vrmi_is_finite(a.z);
}

/* The largest magnitude of the components; NaN counts as 0. */
VRMI_PLAIN float vrmi_vec3_reach_plain(vrm_Vec3 a) {
    float x = fabsf(a.x), y = fabsf(a.y), z = fabsf(a.z);
    float most = x > 0.0f ? x : 0.0f;
    most = y > most ? y : most;
    return z > most ? z : most;
}
VRMI_PASS1(COLD, F, vrmi_vec3_reach, V)

/* Squares between these neither overflow nor lose digits to underflow. */
#define VRMI_SQUARE_MIN 1e-30f
#define VRMI_SQUARE_MAX 1e30f

/* Right for all finite vectors, also where the square would overflow; FLT_MAX at most. */
VRMI_PLAIN float vrmi_vec3_length_plain(vrm_Vec3 a) {
    float square = vrmi_vec3_dot(a, a);
    if (square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX) return sqrtf(square);
    float reach = vrmi_vec3_reach(a);
    if (!(reach > 0.0f)) return 0.0f;
    if (!vrmi_vec3_is_finite(a)) return FLT_MAX;
    vrm_Vec3 small = {a.x / reach, a.y / reach, a.z / reach};
    return vrmi_clamp(sqrtf(vrmi_vec3_dot(small, small)) * reach, 0.0f, FLT_MAX);
}
VRMI_PASS1(ALL, F, vrmi_vec3_length, V)

VRMI_PLAIN float vrmi_vec3_distance_plain(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_length(vrmi_vec3_sub(a, b));
}
VRMI_PASS2(COLD, F, vrmi_vec3_distance, V, V)

/* The unit vector along `a`; `fallback` when `a` is zero or not finite. */
VRMI_PLAIN vrm_Vec3 vrmi_vec3_normalize_or_plain(vrm_Vec3 a, vrm_Vec3 fallback) {
    float square = vrmi_vec3_dot(a, a);
    if (!(square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX)) {
        float reach = vrmi_vec3_reach(a);
        if (!(reach > 0.0f) || !vrmi_vec3_is_finite(a)) return fallback;
        a = (vrm_Vec3){a.x / reach, a.y / reach, a.z / reach};
        square = vrmi_vec3_dot(a, a);
    }
    return vrmi_vec3_scale(a, 1.0f / sqrtf(square));
}
VRMI_PASS2(ALL, V, vrmi_vec3_normalize_or, V, V)

/* The unit vector along `a`; zero when `a` is zero or not finite. */
VRMI_PLAIN vrm_Vec3 vrmi_vec3_normalize_plain(vrm_Vec3 a) {
    return vrmi_vec3_normalize_or(a, (vrm_Vec3){0.0f, 0.0f, 0.0f});
}
VRMI_PASS1(COLD, V, vrmi_vec3_normalize, V)

/* Some unit vector at right angles to `a`, always the same for the same `a`; +X for zero. */
VRMI_PLAIN vrm_Vec3 vrmi_vec3_orthogonal_plain(vrm_Vec3 a) {
    vrm_Vec3 unit = vrmi_vec3_normalize(a);
    float x = fabsf(unit.x), y = fabsf(unit.y), z = fabsf(unit.z);
    vrm_Vec3 across; /* unit x the axis that `a` leans to least */
    if (x <= y && x <= z)
        across = (vrm_Vec3){0.0f, unit.z, -unit.y};
    else if (y <= z)
        across = (vrm_Vec3){-unit.z, 0.0f, unit.x};
    else
        across = (vrm_Vec3){unit.y, -unit.x, 0.0f};
    return vrmi_vec3_normalize_or(across, (vrm_Vec3){1.0f, 0.0f, 0.0f});
}
VRMI_PASS1(ALL, V, vrmi_vec3_orthogonal, V)

/* ---- Rotations ---- */

VRMI_PLAIN vrm_Quat vrmi_quat_identity(void) {
    return (vrm_Quat){0.0f, 0.0f, 0.0f, 1.0f};
}

VRMI_PLAIN vrm_Quat vrmi_quat_mul_plain(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
VRMI_PASS2(COLD, Q, vrmi_quat_mul, Q, Q)

/* The inverse of a unit quaternion. */
VRMI_PLAIN vrm_Quat vrmi_quat_conjugate(vrm_Quat q) {
    return (vrm_Quat){-q.x, -q.y, -q.z, q.w};
}

VRMI_PLAIN float vrmi_quat_dot(vrm_Quat a, vrm_Quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline bool vrmi_quat_is_finite(vrm_Quat q) {
    return vrmi_is_finite(q.x) && vrmi_is_finite(q.y) && vrmi_is_finite(q.z) && vrmi_is_finite(q.w);
}

/* q * v * inverse(q) for a unit q, as v + w t + u x t with t = 2 u x v and u the vector part. */
VRMI_PLAIN vrm_Vec3 vrmi_quat_rotate_plain(vrm_Quat q, vrm_Vec3 v) {
    vrm_Vec3 u = {q.x, q.y, q.z};
    vrm_Vec3 half = vrmi_vec3_cross(u, v);
    vrm_Vec3 t = vrmi_vec3_add(half, half);
    vrm_Vec3 turned = vrmi_vec3_add(v, vrmi_vec3_scale(t, q.w));
    return vrmi_vec3_add(turned, vrmi_vec3_cross(u, t));
}
VRMI_PASS2(COLD, V, vrmi_quat_rotate, Q, V)

/* Identity when `q` is zero or not finite. */
VRMI_PLAIN vrm_Quat vrmi_quat_normalize_plain(vrm_Quat q) {
    float square = vrmi_quat_dot(q, q);
    if (!(square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX)) {
        float reach = vrmi_vec3_reach((vrm_Vec3){q.x, q.y, q.z});
        reach = fabsf(q.w) > reach ? fabsf(q.w) : reach;
        if (!(reach > 0.0f) || !vrmi_quat_is_finite(q)) return vrmi_quat_identity();
        q = (vrm_Quat){q.x / reach, q.y / reach, q.z / reach, q.w / reach};
        square = vrmi_quat_dot(q, q);
    }
    float inverse = 1.0f / sqrtf(square);
    return (vrm_Quat){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}
VRMI_PASS1(ALL, Q, vrmi_quat_normalize, Q)

/* From `a` (t = 0) to `b` (t = 1) at even speed, the short way. `t` may leave 0..1. Quaternions
 * nearer than 1e-5 in cosine are blended in a straight line, where the difference is below 1e-9. */
VRMI_PLAIN vrm_Quat vrmi_quat_slerp_plain(vrm_Quat a, vrm_Quat b, float t) {
    float cosine = vrmi_quat_dot(a, b);
    float sign = cosine < 0.0f ? -1.0f : 1.0f;
    float from = 1.0f - t, to = t;
    if (cosine * sign < 0.99999f) {
        float angle = vrmi_acos(cosine * sign);
        float sine = vrmi_sin(angle);
        from = vrmi_sin(from * angle) / sine;
        to = vrmi_sin(to * angle) / sine;
    }
    to *= sign;
    return vrmi_quat_normalize((vrm_Quat){a.x * from + b.x * to, a.y * from + b.y * to,
                                          a.z * from + b.z * to, a.w * from + b.w * to});
}
VRMI_PASS3(ALL, Q, vrmi_quat_slerp, Q, Q, F)

/* How far a turn takes `a` to `b`, 0..pi, the short way. */
VRMI_PLAIN float vrmi_quat_angle_plain(vrm_Quat a, vrm_Quat b) {
    vrm_Quat turn = vrmi_quat_mul(b, vrmi_quat_conjugate(a));
    return 2.0f * vrmi_atan2(vrmi_vec3_length((vrm_Vec3){turn.x, turn.y, turn.z}), fabsf(turn.w));
}
VRMI_PASS2(ALL, F, vrmi_quat_angle, Q, Q)

/* The smallest rotation that takes unit vector `a` to unit vector `b`. Exactly opposite vectors
 * turn about vrmi_vec3_orthogonal(a); a zero vector gives the identity. Beyond 120 degrees 1 +
 * dot(a, b) loses its digits, so it is made of half a turn to -a about an axis at right angles to
 * `a`, and the small rotation from there to `b`. */
VRMI_PLAIN vrm_Quat vrmi_quat_from_to_plain(vrm_Vec3 a, vrm_Vec3 b) {
    vrm_Vec3 cross = vrmi_vec3_cross(a, b);
    float dot = vrmi_vec3_dot(a, b);
    if (dot > -0.5f) return vrmi_quat_normalize((vrm_Quat){cross.x, cross.y, cross.z, 1.0f + dot});
    vrm_Vec3 axis = vrmi_vec3_sub(cross, vrmi_vec3_scale(a, vrmi_vec3_dot(a, cross)));
    axis = vrmi_vec3_dot(axis, axis) > 1e-12f ? vrmi_vec3_normalize(axis) : vrmi_vec3_orthogonal(a);
    vrm_Quat rest = {-cross.x, -cross.y, -cross.z, 1.0f - dot};
    vrm_Quat half_turn = {axis.x, axis.y, axis.z, 0.0f};
    return vrmi_quat_normalize(vrmi_quat_mul(rest, half_turn));
}
VRMI_PASS2(ALL, Q, vrmi_quat_from_to, V, V)

/* `axis` of any length; a zero axis gives the identity. */
VRMI_PLAIN vrm_Quat vrmi_quat_from_axis_angle_plain(vrm_Vec3 axis, float angle) {
    vrm_Vec3 unit = vrmi_vec3_normalize(axis);
    if (vrmi_vec3_dot(unit, unit) == 0.0f) return vrmi_quat_identity();
    vrmi_SinCos half = vrmi_sincos(angle * 0.5f);
    return (vrm_Quat){unit.x * half.sin, unit.y * half.sin, unit.z * half.sin, half.cos};
}
VRMI_PASS2(ALL, Q, vrmi_quat_from_axis_angle, V, F)

/* The rotation whose matrix has the columns x, y, z: unit vectors at right angles, right-handed.
 * The largest of the four components comes from a square root, so no small number divides. */
VRMI_PLAIN vrm_Quat vrmi_quat_from_basis_plain(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z) {
    vrm_Quat q;
    if (x.x + y.y + z.z > 0.0f) {
        q = (vrm_Quat){y.z - z.y, z.x - x.z, x.y - y.x, 1.0f + x.x + y.y + z.z};
    } else if (x.x >= y.y && x.x >= z.z) {
        q = (vrm_Quat){1.0f + x.x - y.y - z.z, y.x + x.y, z.x + x.z, y.z - z.y};
    } else if (y.y >= z.z) {
        q = (vrm_Quat){y.x + x.y, 1.0f - x.x + y.y - z.z, z.y + y.z, z.x - x.z};
    } else {
        q = (vrm_Quat){z.x + x.z, z.y + y.z, 1.0f - x.x - y.y + z.z, x.y - y.x};
    }
    return vrmi_quat_normalize(q);
}
VRMI_PASS3(ALL, Q, vrmi_quat_from_basis, V, V, V)

/* Ry(angles.y) * Rx(angles.x) * Rz(angles.z): yaw, then pitch, then roll in the turned frame. */
VRMI_PLAIN vrm_Quat vrmi_quat_from_yxz_plain(vrm_Vec3 angles) {
    vrmi_SinCos x = vrmi_sincos(angles.x * 0.5f);
    vrmi_SinCos y = vrmi_sincos(angles.y * 0.5f);
    vrmi_SinCos z = vrmi_sincos(angles.z * 0.5f);
    return (vrm_Quat){x.sin * y.cos * z.cos + x.cos * y.sin * z.sin,
                      x.cos * y.sin * z.cos - x.sin * y.cos * z.sin,
                      x.cos * y.cos * z.sin - x.sin * y.sin * z.cos,
                      x.cos * y.cos * z.cos + x.sin * y.sin * z.sin};
}
VRMI_PASS1(ALL, Q, vrmi_quat_from_yxz, V)

/* The angles of vrmi_quat_from_yxz(); pitch in -pi/2..pi/2, roll 0 when looking straight up or
 * down, where yaw and roll are one. */
VRMI_PLAIN vrm_Vec3 vrmi_quat_to_yxz_plain(vrm_Quat q) {
    float pitch_sine = 2.0f * (q.x * q.w - q.y * q.z);
    vrm_Vec3 angles = {vrmi_asin(pitch_sine), 0.0f, 0.0f};
    if (fabsf(pitch_sine) < 0.999999f) {
        angles.y =
            vrmi_atan2(2.0f * (q.x * q.z + q.y * q.w), 1.0f - 2.0f * (q.x * q.x + q.y * q.y));
        angles.z =
            vrmi_atan2(2.0f * (q.x * q.y + q.z * q.w), 1.0f - 2.0f * (q.x * q.x + q.z * q.z));
    } else {
        angles.y =
            vrmi_atan2(2.0f * (q.y * q.w - q.x * q.z), 1.0f - 2.0f * (q.y * q.y + q.z * q.z));
    }
    return angles;
}
VRMI_PASS1(ALL, V, vrmi_quat_to_yxz, Q)

/* ---- Transforms ---- */

static inline vrm_Transform vrmi_transform_identity(void) {
    return (vrm_Transform){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
}

VRMI_SHARED_IN_COLD vrm_Vec3 vrmi_transform_point(vrm_Transform t, vrm_Vec3 p) {
    return vrmi_vec3_add(t.translation, vrmi_quat_rotate(t.rotation, vrmi_vec3_mul(t.scale, p)));
}

/* `child` first, then `parent`. Exact when the parent's scale is uniform, as VRM 1.0 wants it, or
 * the child is not rotated; otherwise the true map has shear, which no transform can hold, and the
 * scales are multiplied axis by axis. */
VRMI_SHARED_IN_COLD vrm_Transform vrmi_transform_mul(vrm_Transform parent, vrm_Transform child) {
    return (vrm_Transform){vrmi_transform_point(parent, child.translation),
                           vrmi_quat_mul(parent.rotation, child.rotation),
                           vrmi_vec3_mul(parent.scale, child.scale)};
}

/* 1 / a, and 0 where that has no finite value. */
static inline float vrmi_reciprocal(float a) {
    float inverse = 1.0f / a;
    return vrmi_is_finite(inverse) ? inverse : 0.0f;
}

/* ---- Affine maps ---- */

static inline vrm_Affine vrmi_affine_identity(void) {
    return (vrm_Affine){
        {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}}};
}

/* Column 0, 1, 2 of the linear part, or 3: the translation. */
static inline vrm_Vec3 vrmi_affine_column(const vrm_Affine* a, int column) {
    switch (column) {
    case 0: return (vrm_Vec3){a->rows[0].x, a->rows[1].x, a->rows[2].x};
    case 1: return (vrm_Vec3){a->rows[0].y, a->rows[1].y, a->rows[2].y};
    case 2: return (vrm_Vec3){a->rows[0].z, a->rows[1].z, a->rows[2].z};
    default: return (vrm_Vec3){a->rows[0].w, a->rows[1].w, a->rows[2].w};
    }
}

/* The largest factor by which an axis is scaled. */
static inline float vrmi_affine_scale(const vrm_Affine* a) {
    float scale = 0.0f;
    for (int c = 0; c < 3; c++) {
        float column = vrmi_vec3_length(vrmi_affine_column(a, c));
        if (column > scale) scale = column;
    }
    return scale;
}

VRMI_SHARED_IN_COLD vrm_Affine vrmi_affine_from_transform(vrm_Transform t) {
    vrm_Quat q = t.rotation;
    float xx = 2.0f * q.x * q.x, yy = 2.0f * q.y * q.y, zz = 2.0f * q.z * q.z;
    float xy = 2.0f * q.x * q.y, yz = 2.0f * q.y * q.z, zx = 2.0f * q.z * q.x;
    float wx = 2.0f * q.w * q.x, wy = 2.0f * q.w * q.y, wz = 2.0f * q.w * q.z;
    vrm_Vec3 s = t.scale, o = t.translation;
    return (vrm_Affine){{{(1.0f - yy - zz) * s.x, (xy - wz) * s.y, (zx + wy) * s.z, o.x},
                         {(xy + wz) * s.x, (1.0f - zz - xx) * s.y, (yz - wx) * s.z, o.y},
                         {(zx - wy) * s.x, (yz + wx) * s.y, (1.0f - xx - yy) * s.z, o.z}}};
}

VRMI_SHARED_IN_COLD bool vrmi_affine_is_finite(const vrm_Affine* a) {
    for (int r = 0; r < 3; r++) {
        vrm_Vec4 row = a->rows[r];
        if (!vrmi_is_finite(row.x) || !vrmi_is_finite(row.y) || !vrmi_is_finite(row.z) ||
            !vrmi_is_finite(row.w))
            return false;
    }
    return true;
}

VRMI_SHARED_IN_COLD vrm_Vec4 vrmi_affine_mul_row(vrm_Vec4 row, const vrm_Affine* b) {
    const vrm_Vec4 *b0 = &b->rows[0], *b1 = &b->rows[1], *b2 = &b->rows[2];
    return (vrm_Vec4){row.x * b0->x + row.y * b1->x + row.z * b2->x,
                      row.x * b0->y + row.y * b1->y + row.z * b2->y,
                      row.x * b0->z + row.y * b1->z + row.z * b2->z,
                      row.x * b0->w + row.y * b1->w + row.z * b2->w + row.w};
}

/* `b` first, then `a`. */
VRMI_SHARED_IN_COLD vrm_Affine vrmi_affine_mul(const vrm_Affine* a, const vrm_Affine* b) {
    return (vrm_Affine){{vrmi_affine_mul_row(a->rows[0], b), vrmi_affine_mul_row(a->rows[1], b),
                         vrmi_affine_mul_row(a->rows[2], b)}};
}

/* Without the translation: a direction. */
VRMI_PLAIN vrm_Vec3 vrmi_affine_vector_plain(const vrm_Affine* a, vrm_Vec3 v) {
    return (vrm_Vec3){a->rows[0].x * v.x + a->rows[0].y * v.y + a->rows[0].z * v.z,
                      a->rows[1].x * v.x + a->rows[1].y * v.y + a->rows[1].z * v.z,
                      a->rows[2].x * v.x + a->rows[2].y * v.y + a->rows[2].z * v.z};
}
VRMI_PASS2(COLD, V, vrmi_affine_vector, A, V)

VRMI_PLAIN vrm_Vec3 vrmi_affine_point_plain(const vrm_Affine* a, vrm_Vec3 p) {
    vrm_Vec3 v = vrmi_affine_vector(a, p);
    return (vrm_Vec3){v.x + a->rows[0].w, v.y + a->rows[1].w, v.z + a->rows[2].w};
}
VRMI_PASS2(COLD, V, vrmi_affine_point, A, V)

/* Of the linear part: the volume of the unit cube's image, negative for a mirror. */
VRMI_SHARED_IN_COLD float vrmi_affine_determinant(const vrm_Affine* a) {
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    return vrmi_vec3_dot(vrmi_vec3_cross(x, y), vrmi_affine_column(a, 2));
}

/* A singular map, or one whose inverse does not fit a float, gives the map of everything to 0.
 * Each column is brought to a reach of 1 first, so that avatars of 1e-12 and 1e12 m invert too; a
 * determinant below 1e-6 then counts as 0, since rounding alone makes as much. */
VRMI_SHARED vrm_Affine vrmi_affine_inverse(const vrm_Affine* a) {
    const vrm_Affine zero = {{{0.0f, 0.0f, 0.0f, 0.0f}}};
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    vrm_Vec3 z = vrmi_affine_column(a, 2), origin = vrmi_affine_column(a, 3);
    vrm_Vec3 reach = {vrmi_vec3_reach(x), vrmi_vec3_reach(y), vrmi_vec3_reach(z)};
    if (!(reach.x > 0.0f && reach.y > 0.0f && reach.z > 0.0f)) return zero;
    x = (vrm_Vec3){x.x / reach.x, x.y / reach.x, x.z / reach.x};
    y = (vrm_Vec3){y.x / reach.y, y.y / reach.y, y.z / reach.y};
    z = (vrm_Vec3){z.x / reach.z, z.y / reach.z, z.z / reach.z};
    vrm_Vec3 yz = vrmi_vec3_cross(y, z), zx = vrmi_vec3_cross(z, x), xy = vrmi_vec3_cross(x, y);
    float det = vrmi_vec3_dot(xy, z);
    if (!(fabsf(det) > 1e-6f)) return zero;
    vrm_Vec3 rows[3] = {vrmi_vec3_scale(yz, 1.0f / det), vrmi_vec3_scale(zx, 1.0f / det),
                        vrmi_vec3_scale(xy, 1.0f / det)};
    rows[0] = (vrm_Vec3){rows[0].x / reach.x, rows[0].y / reach.x, rows[0].z / reach.x};
    rows[1] = (vrm_Vec3){rows[1].x / reach.y, rows[1].y / reach.y, rows[1].z / reach.y};
    rows[2] = (vrm_Vec3){rows[2].x / reach.z, rows[2].y / reach.z, rows[2].z / reach.z};
    vrm_Affine inverse;
    for (int r = 0; r < 3; r++)
        inverse.rows[r] =
            (vrm_Vec4){rows[r].x, rows[r].y, rows[r].z, -vrmi_vec3_dot(rows[r], origin)};
    return vrmi_affine_is_finite(&inverse) ? inverse : zero;
}

/* The last row is taken as 0 0 0 1, as glTF demands. */
VRMI_SHARED_IN_COLD vrm_Affine vrmi_affine_from_mat4(const vrm_Mat4* a) {
    const float* m = a->m;
    return (vrm_Affine){
        {{m[0], m[4], m[8], m[12]}, {m[1], m[5], m[9], m[13]}, {m[2], m[6], m[10], m[14]}}};
}

VRMI_SHARED_IN_COLD vrm_Mat4 vrmi_mat4_from_affine(const vrm_Affine* a) {
    const vrm_Vec4 *x = &a->rows[0], *y = &a->rows[1], *z = &a->rows[2];
    return (vrm_Mat4){{x->x, y->x, z->x, 0.0f, x->y, y->y, z->y, 0.0f, x->z, y->z, z->z, 0.0f, x->w,
                       y->w, z->w, 1.0f}};
}

/* The rotation nearest to a frame of unit columns, of which some may be zero or lean. */
VRMI_PLAIN vrm_Quat vrmi_quat_from_frame_plain(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z) {
    bool has_x = vrmi_vec3_dot(x, x) > 0.0f;
    bool has_y = vrmi_vec3_dot(y, y) > 0.0f;
    bool has_z = vrmi_vec3_dot(z, z) > 0.0f;
    if (!has_y && !has_z) return vrmi_quat_from_to((vrm_Vec3){1.0f, 0.0f, 0.0f}, x);
    if (!has_z && !has_x) return vrmi_quat_from_to((vrm_Vec3){0.0f, 1.0f, 0.0f}, y);
    if (!has_x && !has_y) return vrmi_quat_from_to((vrm_Vec3){0.0f, 0.0f, 1.0f}, z);
    if (!has_x) x = vrmi_vec3_normalize_or(vrmi_vec3_cross(y, z), vrmi_vec3_orthogonal(y));
    vrm_Vec3 up = vrmi_vec3_sub(y, vrmi_vec3_scale(x, vrmi_vec3_dot(x, y)));
    if (!(vrmi_vec3_dot(up, up) > 1e-10f)) up = vrmi_vec3_cross(z, x);
    if (!(vrmi_vec3_dot(up, up) > 1e-10f)) up = vrmi_vec3_orthogonal(x);
    y = vrmi_vec3_normalize(up);
    return vrmi_quat_from_basis(x, y, vrmi_vec3_cross(x, y));
}
VRMI_PASS3(ALL, Q, vrmi_quat_from_frame, V, V, V)

/* Splits a map into translation, rotation and scale. Scales are the lengths of the columns; a
 * mirror gets a negative X scale, as in three.js. The rotation keeps the direction of the X column
 * and the plane of X and Y; a direction that a zero scale has taken away is completed from the
 * others by the smallest turn. True when the parts make up the map again; false means shear above
 * 1e-3, which is lost, or numbers that are not finite, which give the identity. */
VRMI_SHARED bool vrmi_affine_decompose(const vrm_Affine* a, vrm_Transform* out) {
    *out = vrmi_transform_identity();
    if (!vrmi_affine_is_finite(a)) return false;
    vrm_Vec3 x = vrmi_affine_column(a, 0), y = vrmi_affine_column(a, 1);
    vrm_Vec3 z = vrmi_affine_column(a, 2);
    vrm_Vec3 scale = {vrmi_vec3_length(x), vrmi_vec3_length(y), vrmi_vec3_length(z)};
    x = vrmi_vec3_normalize(x);
    y = vrmi_vec3_normalize(y);
    z = vrmi_vec3_normalize(z);
    if (vrmi_vec3_dot(vrmi_vec3_cross(x, y), z) < 0.0f) {
        scale.x = -scale.x;
        x = vrmi_vec3_negate(x);
    }
    out->translation = vrmi_affine_column(a, 3);
    out->rotation = vrmi_quat_from_frame(x, y, z);
    out->scale = scale;
    float shear =
        fabsf(vrmi_vec3_dot(x, y)) + fabsf(vrmi_vec3_dot(y, z)) + fabsf(vrmi_vec3_dot(z, x));
    return shear <= 1e-3f;
}

#endif
