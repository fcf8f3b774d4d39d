/* SPDX-License-Identifier: MIT */
/* src/base/maths.h and src/base/trig.c in OpenCL C, operation by operation: + - * / and sqrt in the
 * same order, without fused operations, so that every result has the library's bits. The host
 * proves at creation that the device rounds these correctly. */
#pragma OPENCL FP_CONTRACT OFF

#define SQUARE_MIN 1e-30f
#define SQUARE_MAX 1e30f
#define TO_DEGREES 57.2957795130823208768f
#define TO_RADIANS 0.01745329251994329577f
#define LARGEST 3.402823466e+38f

/* ---- Numbers ---- */

bool is_finite(float a) { return a >= -LARGEST && a <= LARGEST; }

float clamp_to(float a, float low, float high) { return a > low ? (a < high ? a : high) : low; }

float within(float a, float limit) { return a == a ? clamp_to(a, -limit, limit) : 0.0f; }

float reciprocal(float a) {
    float inverse = 1.0f / a;
    return is_finite(inverse) ? inverse : 0.0f;
}

/* ---- Roots of squares between SQUARE_MIN and SQUARE_MAX ---- */

/* NVIDIA's exact sqrt() and division each have a branch for denormal and infinite numbers. In this
 * range an approximation and one fused step of Newton's method give the same bits without one; the
 * host compares every float of the range before it relies on that (test.cl). */
#if HAS_PTX
float root(float square) {
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(square));
    float s = square * y, h = 0.5f * y;
    return fma(fma(-s, s, square), h, s);
}

float inverse_root(float square) {
    float s = root(square), r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(s));
    return fma(fma(-s, r, 1.0f), r, r);
}
#else
float root(float square) { return sqrt(square); }
float inverse_root(float square) { return 1.0f / sqrt(square); }
#endif

/* ---- Vectors ---- */

float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

float3 cross3(float3 a, float3 b) {
    return (float3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

float reach3(float3 a) {
    float x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    float most = x > 0.0f ? x : 0.0f;
    most = y > most ? y : most;
    return z > most ? z : most;
}

bool is_finite3(float3 a) { return is_finite(a.x) && is_finite(a.y) && is_finite(a.z); }

float3 within3(float3 a, float limit) {
    return (float3)(within(a.x, limit), within(a.y, limit), within(a.z, limit));
}

float length3(float3 a) {
    float square = dot3(a, a);
    if (square > SQUARE_MIN && square < SQUARE_MAX) return root(square);
    float reach = reach3(a);
    if (!(reach > 0.0f)) return 0.0f;
    if (!is_finite3(a)) return LARGEST;
    float3 small = (float3)(a.x / reach, a.y / reach, a.z / reach);
    return clamp_to(sqrt(dot3(small, small)) * reach, 0.0f, LARGEST);
}

float3 normalize_or(float3 a, float3 fallback) {
    float square = dot3(a, a);
    if (!(square > SQUARE_MIN && square < SQUARE_MAX)) {
        float reach = reach3(a);
        if (!(reach > 0.0f) || !is_finite3(a)) return fallback;
        a = (float3)(a.x / reach, a.y / reach, a.z / reach);
        square = dot3(a, a);
    }
    return a * inverse_root(square);
}

float3 normalize3(float3 a) { return normalize_or(a, (float3)(0.0f, 0.0f, 0.0f)); }

float3 orthogonal3(float3 a) {
    float3 unit = normalize3(a);
    float x = fabs(unit.x), y = fabs(unit.y), z = fabs(unit.z);
    float3 across;
    if (x <= y && x <= z)
        across = (float3)(0.0f, unit.z, -unit.y);
    else if (y <= z)
        across = (float3)(-unit.z, 0.0f, unit.x);
    else
        across = (float3)(unit.y, -unit.x, 0.0f);
    return normalize_or(across, (float3)(1.0f, 0.0f, 0.0f));
}

/* ---- Rotations ---- */

float4 quat_mul(float4 a, float4 b) {
    return (float4)(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

float4 conjugate(float4 q) { return (float4)(-q.x, -q.y, -q.z, q.w); }

float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

float3 rotate3(float4 q, float3 v) {
    float3 half_t = cross3(q.xyz, v);
    float3 t = half_t + half_t;
    float3 turned = v + t * q.w;
    return turned + cross3(q.xyz, t);
}

float4 normalize4(float4 q) {
    float square = dot4(q, q);
    if (!(square > SQUARE_MIN && square < SQUARE_MAX)) {
        float reach = reach3(q.xyz);
        reach = fabs(q.w) > reach ? fabs(q.w) : reach;
        if (!(reach > 0.0f) || !is_finite3(q.xyz) || !is_finite(q.w))
            return (float4)(0.0f, 0.0f, 0.0f, 1.0f);
        q = (float4)(q.x / reach, q.y / reach, q.z / reach, q.w / reach);
        square = dot4(q, q);
    }
    return q * inverse_root(square);
}

/* ---- Trigonometry: base/trig.c. The host refuses what could bring an angle beyond 201. ---- */

float2 sincos_of(float angle) { /* sine, cosine */
    if (!(angle >= -TRIG_NEAR && angle <= TRIG_NEAR)) angle = 0.0f;
    float shifted = angle * TRIG_2_PI + TRIG_ROUND;
    uint bits = as_uint(shifted);
    float quarters = shifted - TRIG_ROUND;
    float a = angle - quarters * TRIG_PI_2_A;
    a = a - quarters * TRIG_PI_2_B;
    a = a - quarters * TRIG_PI_2_C;
    float z = a * a;
    float s = a + a * z * (TRIG_SIN_3 + z * (TRIG_SIN_5 + z * TRIG_SIN_7));
    float c = (1.0f - 0.5f * z) + z * z * (TRIG_COS_4 + z * (TRIG_COS_6 + z * TRIG_COS_8));
    float sine = bits & 1 ? c : s, cosine = bits & 1 ? s : c;
    return (float2)(bits & 2 ? -sine : sine, (bits + 1) & 2 ? -cosine : cosine);
}

float asin_rest(float a, float s) {
    return a * s *
           (TRIG_ASIN_3 +
            s * (TRIG_ASIN_5 + s * (TRIG_ASIN_7 + s * (TRIG_ASIN_9 + s * TRIG_ASIN_11))));
}

float acos_of(float cosine) {
    float c = cosine < 1.0f ? (cosine > -1.0f ? cosine : -1.0f) : 1.0f;
    if (fabs(c) <= 0.5f) return TRIG_PI_2_HIGH - (c + (asin_rest(c, c * c) - TRIG_PI_2_LOW));
    float s = (1.0f - fabs(c)) * 0.5f;
    float a = sqrt(s);
    float part = a + asin_rest(a, s);
    if (c > 0.0f) return 2.0f * part;
    return TRIG_PI_HIGH - (2.0f * part - TRIG_PI_LOW);
}

float asin_of(float sine) {
    float x = sine == sine ? fabs(sine) : 0.0f;
    if (x <= 0.5f) return x == 0.0f ? 0.0f : sine + asin_rest(sine, sine * sine);
    if (x > 1.0f) x = 1.0f;
    float s = (1.0f - x) * 0.5f;
    float a = sqrt(s);
    float high = as_float(as_uint(a) & 0xFFFFF000u);
    float low = s > 0.0f ? (s - high * high) / (a + high) : 0.0f;
    float rest = 2.0f * (asin_rest(a, s) + low) - TRIG_PI_2_LOW;
    float angle = (TRIG_PI_2_HIGH - 2.0f * high) - rest;
    return sine < 0.0f ? -angle : angle;
}

float coordinate(float a) {
    if (a > LARGEST) return LARGEST;
    if (a < -LARGEST) return -LARGEST;
    return a == a ? a : 0.0f;
}

float near_atan(float a) {
    float s = a * a;
    float high = TRIG_ATAN_9 + s * (TRIG_ATAN_11 + s * TRIG_ATAN_13);
    return a + a * s * (TRIG_ATAN_3 + s * (TRIG_ATAN_5 + s * (TRIG_ATAN_7 + s * high)));
}

float atan2_of(float y, float x) {
    y = coordinate(y);
    x = coordinate(x);
    float rise = fabs(y), run = fabs(x);
    float large = rise > run ? rise : run, small = rise > run ? run : rise;
    if (large == 0.0f) return 0.0f;
    float scale = large > 0x1p100f ? 0x1p-64f : large < 0x1p-60f ? 0x1p64f : 1.0f;
    large *= scale;
    small *= scale;
    float angle;
    if (small <= TRIG_ATAN_NEAR * large)
        angle = near_atan(small / large);
    else
        angle = TRIG_PI_4_HIGH + (near_atan((small - large) / (small + large)) + TRIG_PI_4_LOW);
    if (rise > run) angle = TRIG_PI_2_HIGH - (angle - TRIG_PI_2_LOW);
    if (x < 0.0f) angle = TRIG_PI_HIGH - (angle - TRIG_PI_LOW);
    return y < 0.0f ? -angle : angle;
}

/* ---- Rotations that need it ---- */

float4 slerp4(float4 a, float4 b, float t) {
    float cosine = dot4(a, b);
    float sign = cosine < 0.0f ? -1.0f : 1.0f;
    float from = 1.0f - t, to = t;
    if (cosine * sign < 0.99999f) {
        float angle = acos_of(cosine * sign);
        float sine = sincos_of(angle).x;
        from = sincos_of(from * angle).x / sine;
        to = sincos_of(to * angle).x / sine;
    }
    to *= sign;
    return normalize4((float4)(a.x * from + b.x * to, a.y * from + b.y * to, a.z * from + b.z * to,
                               a.w * from + b.w * to));
}

float4 from_to(float3 a, float3 b) {
    float3 cross = cross3(a, b);
    float dot = dot3(a, b);
    if (dot > -0.5f) return normalize4((float4)(cross, 1.0f + dot));
    float3 axis = cross - a * dot3(a, cross);
    axis = dot3(axis, axis) > 1e-12f ? normalize3(axis) : orthogonal3(a);
    float4 rest = (float4)(-cross.x, -cross.y, -cross.z, 1.0f - dot);
    return normalize4(quat_mul(rest, (float4)(axis, 0.0f)));
}

/* From `a` (0) to `b` (1), and exactly `b` at 1. */
float4 blend_rotations(float4 a, float4 b, float share) {
    float dot = dot4(a, b), back = 1.0f - share;
    float near = dot < 0.0f ? -share : share;
    float4 q = (float4)(a.x * back + b.x * near, a.y * back + b.y * near, a.z * back + b.z * near,
                        a.w * back + b.w * near);
    float square = dot4(q, q);
    if (!(square > 1e-12f && share < 1.0f)) return b;
    return q * inverse_root(square);
}

/* Rows of the matrix of a rotation. */
typedef struct Matrix {
    float3 x, y, z;
} Matrix;

Matrix matrix_of(float4 q) {
    float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    float xx = x2 * q.x, yy = y2 * q.y, zz = z2 * q.z;
    float xy = x2 * q.y, yz = y2 * q.z, zx = z2 * q.x;
    float wx = x2 * q.w, wy = y2 * q.w, wz = z2 * q.w;
    Matrix m = {(float3)(1.0f - yy - zz, xy - wz, zx + wy),
                (float3)(xy + wz, 1.0f - zz - xx, yz - wx),
                (float3)(zx - wy, yz + wx, 1.0f - xx - yy)};
    return m;
}

/* ---- Affine maps, for the hips ---- */

typedef struct Affine {
    float4 rows[3];
} Affine;

Affine affine_of(float3 position, float4 q, float3 s) {
    Matrix m = matrix_of(q);
    Affine a = {{(float4)(m.x.x * s.x, m.x.y * s.y, m.x.z * s.z, position.x),
                 (float4)(m.y.x * s.x, m.y.y * s.y, m.y.z * s.z, position.y),
                 (float4)(m.z.x * s.x, m.z.y * s.y, m.z.z * s.z, position.z)}};
    return a;
}

Affine affine_mul(Affine a, Affine b) {
    Affine out;
    for (int r = 0; r < 3; r++) {
        float4 row = a.rows[r];
        out.rows[r] = (float4)(row.x * b.rows[0].x + row.y * b.rows[1].x + row.z * b.rows[2].x,
                               row.x * b.rows[0].y + row.y * b.rows[1].y + row.z * b.rows[2].y,
                               row.x * b.rows[0].z + row.y * b.rows[1].z + row.z * b.rows[2].z,
                               row.x * b.rows[0].w + row.y * b.rows[1].w + row.z * b.rows[2].w +
                                   row.w);
    }
    return out;
}

Affine affine_bound(Affine a) {
    for (int r = 0; r < 3; r++) {
        float4 row = a.rows[r];
        a.rows[r] = (float4)(within(row.x, 1e12f), within(row.y, 1e12f), within(row.z, 1e12f),
                             within(row.w, 1e15f));
    }
    return a;
}

float3 affine_point(Affine a, float3 p) {
    float3 v =
        (float3)(a.rows[0].x * p.x + a.rows[0].y * p.y + a.rows[0].z * p.z,
                 a.rows[1].x * p.x + a.rows[1].y * p.y + a.rows[1].z * p.z,
                 a.rows[2].x * p.x + a.rows[2].y * p.y + a.rows[2].z * p.z);
    return (float3)(v.x + a.rows[0].w, v.y + a.rows[1].w, v.z + a.rows[2].w);
}

Affine affine_inverse(Affine a) {
    Affine zero = {{(float4)(0.0f), (float4)(0.0f), (float4)(0.0f)}};
    float3 x = (float3)(a.rows[0].x, a.rows[1].x, a.rows[2].x);
    float3 y = (float3)(a.rows[0].y, a.rows[1].y, a.rows[2].y);
    float3 z = (float3)(a.rows[0].z, a.rows[1].z, a.rows[2].z);
    float3 origin = (float3)(a.rows[0].w, a.rows[1].w, a.rows[2].w);
    float rx = reach3(x), ry = reach3(y), rz = reach3(z);
    if (!(rx > 0.0f && ry > 0.0f && rz > 0.0f)) return zero;
    x = (float3)(x.x / rx, x.y / rx, x.z / rx);
    y = (float3)(y.x / ry, y.y / ry, y.z / ry);
    z = (float3)(z.x / rz, z.y / rz, z.z / rz);
    float3 yz = cross3(y, z), zx = cross3(z, x), xy = cross3(x, y);
    float det = dot3(xy, z);
    if (!(fabs(det) > 1e-6f)) return zero;
    float3 r0 = yz * (1.0f / det), r1 = zx * (1.0f / det), r2 = xy * (1.0f / det);
    r0 = (float3)(r0.x / rx, r0.y / rx, r0.z / rx);
    r1 = (float3)(r1.x / ry, r1.y / ry, r1.z / ry);
    r2 = (float3)(r2.x / rz, r2.y / rz, r2.z / rz);
    Affine inverse = {{(float4)(r0, -dot3(r0, origin)), (float4)(r1, -dot3(r1, origin)),
                       (float4)(r2, -dot3(r2, origin))}};
    for (int r = 0; r < 3; r++)
        if (!is_finite3(inverse.rows[r].xyz) || !is_finite(inverse.rows[r].w)) return zero;
    return inverse;
}
