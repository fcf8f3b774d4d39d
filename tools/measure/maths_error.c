/* SPDX-License-Identifier: MIT */
/* Measures base/maths.h against the same arithmetic in double, over random input:
 *
 *   cc -O2 -ffp-contract=off -Isrc -Iinclude tools/measure/maths_error.c src/base/trig.c -lm -o
 * maths_error
 *   ./maths_error [trials, default 10000000]
 *
 * Prints the largest error of each function; angles in radians. */
#include "base/maths.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t random_state = 1;

static float next_float(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (float)(int32_t)(random_state >> 32) * 0x1p-31f;
}

static vrm_Vec3 next_vec3(void) {
    float x = next_float(), y = next_float();
    return (vrm_Vec3){x, y, next_float()};
}

static vrm_Quat next_quat(void) {
    vrm_Vec3 v = next_vec3();
    return vrmi_quat_normalize((vrm_Quat){v.x, v.y, v.z, next_float()});
}

static vrm_Transform next_transform(void) {
    vrm_Transform t;
    t.translation = next_vec3();
    t.rotation = next_quat();
    vrm_Vec3 scale = next_vec3();
    t.scale = (vrm_Vec3){1.25f + scale.x, 1.25f + scale.y, 1.25f + scale.z};
    return t;
}

typedef struct Exact {
    double x, y, z, w;
} Exact;

static Exact exact_of(vrm_Quat q) {
    return (Exact){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static Exact exact_vec(vrm_Vec3 v) {
    return (Exact){(double)v.x, (double)v.y, (double)v.z, 0.0};
}

static double dot(Exact a, Exact b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static Exact unit(Exact a) {
    double s = 1.0 / sqrt(dot(a, a));
    return (Exact){a.x * s, a.y * s, a.z * s, a.w * s};
}

static Exact mul(Exact a, Exact b) {
    return (Exact){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static Exact conjugate(Exact q) {
    return (Exact){-q.x, -q.y, -q.z, q.w};
}

static Exact rotate(Exact q, Exact v) {
    q = unit(q);
    return mul(mul(q, v), conjugate(q));
}

/* Between two directions, or two rotations as points of the sphere. */
static double angle(Exact a, Exact b) {
    a = unit(a);
    b = unit(b);
    Exact d = {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
    return 2.0 * asin(fmin(1.0, 0.5 * sqrt(dot(d, d))));
}

static double turn(Exact a, Exact b) {
    Exact minus_b = {-b.x, -b.y, -b.z, -b.w};
    return 2.0 * fmin(angle(a, b), angle(a, minus_b));
}

static double apart(Exact a, Exact b) {
    return fmax(fmax(fabs(a.x - b.x), fabs(a.y - b.y)), fabs(a.z - b.z));
}

static Exact slerp(Exact a, Exact b, double t) {
    a = unit(a);
    b = unit(b);
    double cosine = dot(a, b), sign = cosine < 0.0 ? -1.0 : 1.0;
    double whole = acos(fmin(1.0, cosine * sign)), from = 1.0 - t, to = t;
    if (whole > 1e-9) {
        from = sin((1.0 - t) * whole) / sin(whole);
        to = sin(t * whole) / sin(whole);
    }
    to *= sign;
    return (Exact){a.x * from + b.x * to, a.y * from + b.y * to, a.z * from + b.z * to,
                   a.w * from + b.w * to};
}

enum {
    NORMALIZE,
    MUL,
    ROTATE,
    SLERP,
    FROM_TO,
    FROM_TO_LEAST,
    YXZ,
    BASIS,
    INVERSE,
    DECOMPOSE,
    KINDS
};

static const char* const names[KINDS] = {"vec3_normalize, length off by",
                                         "quat_mul, rad",
                                         "quat_rotate, of length 1",
                                         "quat_slerp, rad",
                                         "quat_from_to, rad",
                                         "quat_from_to, beyond the least",
                                         "quat_from_yxz, rad",
                                         "quat_from_basis, rad",
                                         "affine_inverse * affine - 1",
                                         "affine_decompose, of the map"};

static double worst[KINDS];

static void note(int kind, double error) {
    if (error > worst[kind]) worst[kind] = error;
}

static void try_rotations(void) {
    vrm_Quat p = next_quat(), q = next_quat();
    vrm_Vec3 a = vrmi_vec3_normalize(next_vec3()), b = vrmi_vec3_normalize(next_vec3());
    float t = next_float() * 0.5f + 0.5f, reach = ldexpf(1.0f, -(int)(random_state >> 59));
    if (t > 0.75f) q = vrmi_quat_mul(p, vrmi_quat_from_axis_angle(b, reach)); /* close by */
    note(NORMALIZE, fabs(sqrt(dot(exact_vec(a), exact_vec(a))) - 1.0));
    note(MUL, turn(exact_of(vrmi_quat_mul(p, q)), mul(exact_of(p), exact_of(q))));
    note(ROTATE, apart(exact_vec(vrmi_quat_rotate(p, a)), rotate(exact_of(p), exact_vec(a))));
    note(SLERP, turn(exact_of(vrmi_quat_slerp(p, q, t)), slerp(exact_of(p), exact_of(q), t)));
    if (t > 0.5f) { /* as near to the same or the opposite direction as 2^-31 */
        vrm_Vec3 near = vrmi_vec3_add(a, vrmi_vec3_scale(b, reach));
        b = vrmi_vec3_normalize(t > 0.75f ? near : vrmi_vec3_negate(near));
    }
    Exact turned = exact_of(vrmi_quat_from_to(a, b));
    note(FROM_TO, angle(rotate(turned, exact_vec(a)), exact_vec(b)));
    note(FROM_TO_LEAST, turn(turned, (Exact){0, 0, 0, 1}) - angle(exact_vec(a), exact_vec(b)));
    vrm_Vec3 angles = vrmi_vec3_scale(next_vec3(), VRMI_PI);
    Exact x = {sin(0.5 * (double)angles.x), 0, 0, cos(0.5 * (double)angles.x)};
    Exact y = {0, sin(0.5 * (double)angles.y), 0, cos(0.5 * (double)angles.y)};
    Exact z = {0, 0, sin(0.5 * (double)angles.z), cos(0.5 * (double)angles.z)};
    note(YXZ, turn(exact_of(vrmi_quat_from_yxz(angles)), mul(mul(y, x), z)));
}

static void try_maps(void) {
    vrm_Transform t = next_transform(), parts;
    vrm_Affine map = vrmi_affine_from_transform(t), inverse = vrmi_affine_inverse(&map);
    vrmi_affine_decompose(&map, &parts);
    note(BASIS, turn(exact_of(parts.rotation), exact_of(t.rotation)));
    vrm_Affine again = vrmi_affine_from_transform(parts);
    for (int c = 0; c < 4; c++) {
        Exact column = exact_vec(vrmi_affine_column(&map, c));
        note(DECOMPOSE, apart(exact_vec(vrmi_affine_column(&again, c)), column));
        column.w = c == 3 ? 1.0 : 0.0;
        for (int r = 0; r < 3; r++) {
            vrm_Vec4 row = inverse.rows[r];
            Exact exact_row = {(double)row.x, (double)row.y, (double)row.z, (double)row.w};
            note(INVERSE, fabs(dot(exact_row, column) - (r == c ? 1.0 : 0.0)));
        }
    }
}

int main(int argc, char** argv) {
    long trials = argc > 1 ? strtol(argv[1], NULL, 10) : 10000000;
    for (long i = 0; i < trials; i++) {
        try_rotations();
        try_maps();
    }
    for (int kind = 0; kind < KINDS; kind++) printf("%-32s %.2g\n", names[kind], worst[kind]);
    return 0;
}
