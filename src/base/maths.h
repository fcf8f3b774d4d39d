/* SPDX-License-Identifier: MIT */
/* Vectors, rotations and affine maps with equal bits on every CPU: only + - * / and sqrtf, each
 * expression in one fixed order, angles through base/trig.h. Needs -ffp-contract=off.
 *
 * Angles are radians. A rotation is a unit quaternion unless said otherwise; a * b turns by b
 * first. Finite input gives finite output wherever the true result fits a float; the cases that
 * mathematics leaves open (directions of zero vectors, inverses of singular maps) are defined below
 * and are never NaN. Error bounds: docs/reference/maths.md.
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

#include "base/trig.h"
#include "vrm/types.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define VRMI_PI         3.14159265358979323846f
#define VRMI_TO_RADIANS 0.01745329251994329577f
#define VRMI_TO_DEGREES 57.2957795130823208768f

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

static inline vrm_Vec3 vrmi_vec3_add(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vrm_Vec3 vrmi_vec3_sub(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Component by component. */
static inline vrm_Vec3 vrmi_vec3_mul(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline vrm_Vec3 vrmi_vec3_scale(vrm_Vec3 a, float s) {
    return (vrm_Vec3){a.x * s, a.y * s, a.z * s};
}

static inline vrm_Vec3 vrmi_vec3_negate(vrm_Vec3 a) {
    return (vrm_Vec3){-a.x, -a.y, -a.z};
}

static inline float vrmi_vec3_dot(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vrm_Vec3 vrmi_vec3_cross(vrm_Vec3 a, vrm_Vec3 b) {
    return (vrm_Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline bool vrmi_vec3_is_finite(vrm_Vec3 a) {
    return vrmi_is_finite(a.x) && vrmi_is_finite(a.y) && vrmi_is_finite(a.z);
}

/* The largest magnitude of the components; NaN counts as 0. */
static inline float vrmi_vec3_reach(vrm_Vec3 a) {
    float x = fabsf(a.x), y = fabsf(a.y), z = fabsf(a.z);
    float most = x > 0.0f ? x : 0.0f;
    most = y > most ? y : most;
    return z > most ? z : most;
}

/* Squares between these neither overflow nor lose digits to underflow. */
#define VRMI_SQUARE_MIN 1e-30f
#define VRMI_SQUARE_MAX 1e30f

/* Right for all finite vectors, also where the square would overflow; FLT_MAX at most. */
float vrmi_vec3_length(vrm_Vec3 a);

static inline float vrmi_vec3_distance(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_length(vrmi_vec3_sub(a, b));
}

/* The unit vector along `a`; `fallback` when `a` is zero or not finite. */
vrm_Vec3 vrmi_vec3_normalize_or(vrm_Vec3 a, vrm_Vec3 fallback);

/* The unit vector along `a`; zero when `a` is zero or not finite. */
static inline vrm_Vec3 vrmi_vec3_normalize(vrm_Vec3 a) {
    return vrmi_vec3_normalize_or(a, (vrm_Vec3){0.0f, 0.0f, 0.0f});
}

/* Some unit vector at right angles to `a`, always the same for the same `a`; +X for zero. */
vrm_Vec3 vrmi_vec3_orthogonal(vrm_Vec3 a);

/* ---- Rotations ---- */

static inline vrm_Quat vrmi_quat_identity(void) {
    return (vrm_Quat){0.0f, 0.0f, 0.0f, 1.0f};
}

static inline vrm_Quat vrmi_quat_mul(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* The inverse of a unit quaternion. */
static inline vrm_Quat vrmi_quat_conjugate(vrm_Quat q) {
    return (vrm_Quat){-q.x, -q.y, -q.z, q.w};
}

static inline float vrmi_quat_dot(vrm_Quat a, vrm_Quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline bool vrmi_quat_is_finite(vrm_Quat q) {
    return vrmi_is_finite(q.x) && vrmi_is_finite(q.y) && vrmi_is_finite(q.z) && vrmi_is_finite(q.w);
}

/* q * v * inverse(q) for a unit q, as v + w t + u x t with t = 2 u x v and u the vector part. */
static inline vrm_Vec3 vrmi_quat_rotate(vrm_Quat q, vrm_Vec3 v) {
    vrm_Vec3 u = {q.x, q.y, q.z};
    vrm_Vec3 half = vrmi_vec3_cross(u, v);
    vrm_Vec3 t = vrmi_vec3_add(half, half);
    vrm_Vec3 turned = vrmi_vec3_add(v, vrmi_vec3_scale(t, q.w));
    return vrmi_vec3_add(turned, vrmi_vec3_cross(u, t));
}

/* For squares that overflow or lose digits. */
vrm_Quat vrmi_quat_normalize_extreme(vrm_Quat q);

/* Identity when `q` is zero or not finite. */
static inline vrm_Quat vrmi_quat_normalize(vrm_Quat q) {
    float square = vrmi_quat_dot(q, q);
    if (!(square > VRMI_SQUARE_MIN && square < VRMI_SQUARE_MAX))
        return vrmi_quat_normalize_extreme(q);
    float inverse = 1.0f / sqrtf(square);
    return (vrm_Quat){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

/* From `a` (t = 0) to `b` (t = 1) at even speed, the short way. `t` may leave 0..1. Quaternions
 * nearer than 1e-5 in cosine are blended in a straight line, where the difference is below 1e-9. */
vrm_Quat vrmi_quat_slerp(vrm_Quat a, vrm_Quat b, float t);

/* How far a turn takes `a` to `b`, 0..pi, the short way. */
float vrmi_quat_angle(vrm_Quat a, vrm_Quat b);

/* The smallest rotation that takes unit vector `a` to unit vector `b`. Exactly opposite vectors
 * turn about vrmi_vec3_orthogonal(a); a zero vector gives the identity. Beyond 120 degrees 1 +
 * dot(a, b) loses its digits, so it is made of half a turn to -a about an axis at right angles to
 * `a`, and the small rotation from there to `b`. */
vrm_Quat vrmi_quat_from_to(vrm_Vec3 a, vrm_Vec3 b);

/* `axis` of any length; a zero axis gives the identity. */
vrm_Quat vrmi_quat_from_axis_angle(vrm_Vec3 axis, float angle);

/* The rotation whose matrix has the columns x, y, z: unit vectors at right angles, right-handed.
 * The largest of the four components comes from a square root, so no small number divides. */
vrm_Quat vrmi_quat_from_basis(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z);

/* Ry(angles.y) * Rx(angles.x) * Rz(angles.z): yaw, then pitch, then roll in the turned frame. */
vrm_Quat vrmi_quat_from_yxz(vrm_Vec3 angles);

/* The angles of vrmi_quat_from_yxz(); pitch in -pi/2..pi/2, roll 0 when looking straight up or
 * down, where yaw and roll are one. */
vrm_Vec3 vrmi_quat_to_yxz(vrm_Quat q);

/* ---- Transforms ---- */

static inline vrm_Transform vrmi_transform_identity(void) {
    return (vrm_Transform){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
}

vrm_Vec3 vrmi_transform_point(vrm_Transform t, vrm_Vec3 p);

/* `child` first, then `parent`. Exact when the parent's scale is uniform, as VRM 1.0 wants it, or
 * the child is not rotated; otherwise the true map has shear, which no transform can hold, and the
 * scales are multiplied axis by axis. */
vrm_Transform vrmi_transform_mul(vrm_Transform parent, vrm_Transform child);

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

vrm_Affine vrmi_affine_from_transform(vrm_Transform t);

bool vrmi_affine_is_finite(const vrm_Affine* a);

/* `b` first, then `a`. */
vrm_Affine vrmi_affine_mul(const vrm_Affine* a, const vrm_Affine* b);

/* Without the translation: a direction. */
static inline vrm_Vec3 vrmi_affine_vector(const vrm_Affine* a, vrm_Vec3 v) {
    return (vrm_Vec3){a->rows[0].x * v.x + a->rows[0].y * v.y + a->rows[0].z * v.z,
                      a->rows[1].x * v.x + a->rows[1].y * v.y + a->rows[1].z * v.z,
                      a->rows[2].x * v.x + a->rows[2].y * v.y + a->rows[2].z * v.z};
}

static inline vrm_Vec3 vrmi_affine_point(const vrm_Affine* a, vrm_Vec3 p) {
    vrm_Vec3 v = vrmi_affine_vector(a, p);
    return (vrm_Vec3){v.x + a->rows[0].w, v.y + a->rows[1].w, v.z + a->rows[2].w};
}

/* Of the linear part: the volume of the unit cube's image, negative for a mirror. */
float vrmi_affine_determinant(const vrm_Affine* a);

/* A singular map, or one whose inverse does not fit a float, gives the map of everything to 0.
 * Each column is brought to a reach of 1 first, so that avatars of 1e-12 and 1e12 m invert too; a
 * determinant below 1e-6 then counts as 0, since rounding alone makes as much. */
vrm_Affine vrmi_affine_inverse(const vrm_Affine* a);

/* The last row is taken as 0 0 0 1, as glTF demands. */
vrm_Affine vrmi_affine_from_mat4(const vrm_Mat4* a);

vrm_Mat4 vrmi_mat4_from_affine(const vrm_Affine* a);

/* The rotation nearest to a frame of unit columns, of which some may be zero or lean. */
vrm_Quat vrmi_quat_from_frame(vrm_Vec3 x, vrm_Vec3 y, vrm_Vec3 z);

/* Splits a map into translation, rotation and scale. Scales are the lengths of the columns; a
 * mirror gets a negative X scale, as in three.js. The rotation keeps the direction of the X column
 * and the plane of X and Y; a direction that a zero scale has taken away is completed from the
 * others by the smallest turn. True when the parts make up the map again; false means shear above
 * 1e-3, which is lost, or numbers that are not finite, which give the identity. */
bool vrmi_affine_decompose(const vrm_Affine* a, vrm_Transform* out);

#endif
