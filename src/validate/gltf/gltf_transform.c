/* SPDX-License-Identifier: MIT */
#include "validate/gltf/gltf_transform.h"

#include <math.h>

bool vrmi_is_unit_quaternion(const float q[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += (double)q[i] * (double)q[i];
    return !(fabs(1 - sqrt(sum)) > VRMI_UNIT_QUATERNION_TOLERANCE);
}

bool vrmi_is_identity(const float m[16]) {
    for (int i = 0; i < 16; i++)
        if (m[i] != (i % 5 == 0 ? 1.0f : 0.0f)) return false;
    return true;
}

/* The determinant of the upper left 3x3, which is that of the matrix when the last row is 0 0 0
 * 1. */
static double determinant(const float m[16]) {
    double a[3], b[3], c[3];
    for (int i = 0; i < 3; i++) {
        a[i] = (double)m[i];
        b[i] = (double)m[4 + i];
        c[i] = (double)m[8 + i];
    }
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static double column_length(const float m[16], int column) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double value = (double)m[column * 4 + i];
        sum += value * value;
    }
    return sqrt(sum);
}

/* The 1-norm: the greatest sum of absolute values of a column. */
static double norm(const float m[16]) {
    double greatest = 0;
    for (int column = 0; column < 4; column++) {
        double sum = 0;
        for (int row = 0; row < 4; row++) sum += fabs((double)m[column * 4 + row]);
        if (sum > greatest) greatest = sum;
    }
    return greatest;
}

/* The quaternion of a 3x3 matrix (column by column). Precondition: the matrix is a rotation. */
static void to_quaternion(const float r[9], float q[4]) {
    double trace = (double)r[0] + (double)r[4] + (double)r[8];
    if (trace > 0) {
        double s = sqrt(trace + 1);
        q[3] = (float)(s * 0.5);
        s = 0.5 / s;
        q[0] = (float)(((double)r[5] - (double)r[7]) * s);
        q[1] = (float)(((double)r[6] - (double)r[2]) * s);
        q[2] = (float)(((double)r[1] - (double)r[3]) * s);
        return;
    }
    int i = r[0] < r[4] ? (r[4] < r[8] ? 2 : 1) : (r[0] < r[8] ? 2 : 0);
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double s = sqrt((double)r[i * 4] - (double)r[j * 4] - (double)r[k * 4] + 1);
    q[i] = (float)(s * 0.5);
    s = 0.5 / s;
    q[3] = (float)(((double)r[j * 3 + k] - (double)r[k * 3 + j]) * s);
    q[j] = (float)(((double)r[i * 3 + j] + (double)r[j * 3 + i]) * s);
    q[k] = (float)(((double)r[i * 3 + k] + (double)r[k * 3 + i]) * s);
}

static void from_quaternion(const float q[4], float m[16]) {
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    double xx = x * (x + x), xy = x * (y + y), xz = x * (z + z);
    double yy = y * (y + y), yz = y * (z + z), zz = z * (z + z);
    double wx = w * (x + x), wy = w * (y + y), wz = w * (z + z);
    const double rotation[16] = {1 - (yy + zz),
                                 xy + wz,
                                 xz - wy,
                                 0,
                                 xy - wz,
                                 1 - (xx + zz),
                                 yz + wx,
                                 0,
                                 xz + wy,
                                 yz - wx,
                                 1 - (xx + yy),
                                 0,
                                 0,
                                 0,
                                 0,
                                 1};
    for (int i = 0; i < 16; i++) m[i] = (float)rotation[i];
}

/* Rounds to float where Khronos's validator does, so that borderline matrices get its answer. */
bool vrmi_is_decomposable(const float m[16]) {
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) return false;
    double det = determinant(m);
    if (det == 0) return false;
    double scale[3];
    for (int column = 0; column < 3; column++) scale[column] = column_length(m, column);
    if (det < 0) scale[0] = -scale[0];

    float rotation[9], quaternion[4], again[16];
    for (int i = 0; i < 9; i++)
        rotation[i] = (float)((double)m[i / 3 * 4 + i % 3] * (1 / scale[i / 3]));
    to_quaternion(rotation, quaternion);
    from_quaternion(quaternion, again);
    for (int i = 0; i < 12; i++) again[i] = (float)((double)again[i] * (double)(float)scale[i / 4]);
    for (int i = 12; i < 15; i++) again[i] = m[i];
    return fabs(norm(again) - norm(m)) < 0.00005; /* Khronos's */
}
