/* SPDX-License-Identifier: MIT */
/* From each kept key, finds the farthest next key such that every frame between the two is within
 * the tolerance: the distance is doubled while that holds, then found by bisection, so that a long
 * constant stretch costs n log n instead of n squared. Each attempt is tested against every frame
 * between. */
#include "motion/reduce.h"

#include "base/maths.h"

/* Readers round and approximate slerp differently (three.js: below 1e-5 rad): part of the tolerance
 * is left to them. */
#define OWN_PART 0.99f

/* Keys farther apart than this have no shortest arc on which all readers agree. Cosine of half the
 * angle, 170 degrees. */
#define FAR_COSINE 0.087f

typedef struct Limit {
    float square; /* of the distance allowed: between unit quaternions, between points */
    float each;
} Limit;

static Limit limit_of(const vrmi_Curve* curve) {
    float own = curve->tolerance * OWN_PART;
    if (curve->kind != VRMI_CURVE_ROTATION) return (Limit){own * own, own};
    /* Quaternions of rotations that differ by an angle are 2 sin(angle / 4) apart. */
    float chord = 2.0f * vrmi_sin(vrmi_clamp(own, 0.0f, VRMI_PI) * 0.25f);
    return (Limit){chord * chord, chord};
}

static vrm_Quat quat_at(const vrmi_Curve* curve, size_t key) {
    const float* v = curve->values + 4 * key;
    return (vrm_Quat){v[0], v[1], v[2], v[3]};
}

/* Square of the distance between two quaternions, or a quaternion and the other's negative. */
static float square_apart(vrm_Quat a, vrm_Quat b) {
    float sign = vrmi_quat_dot(a, b) < 0.0f ? -1.0f : 1.0f;
    float x = a.x - sign * b.x, y = a.y - sign * b.y, z = a.z - sign * b.z, w = a.w - sign * b.w;
    return x * x + y * y + z * z + w * w;
}

static bool is_near(const vrmi_Curve* curve, Limit limit, const float* a, const float* b) {
    if (curve->kind == VRMI_CURVE_ROTATION)
        return square_apart((vrm_Quat){a[0], a[1], a[2], a[3]},
                            (vrm_Quat){b[0], b[1], b[2], b[3]}) <= limit.square;
    float square = 0.0f;
    for (int32_t c = 0; c < curve->width; c++) {
        float d = a[c] - b[c];
        if (curve->kind == VRMI_CURVE_NUMBERS && !(fabsf(d) <= limit.each)) return false;
        square += d * d;
    }
    return curve->kind == VRMI_CURVE_NUMBERS || square <= limit.square;
}

bool vrmi_curve_stays_at(const vrmi_Curve* curve, const float* value) {
    Limit limit = limit_of(curve);
    for (size_t k = 0; k < curve->count; k++)
        if (!is_near(curve, limit, curve->values + k * (size_t)curve->width, value)) return false;
    return true;
}

static float part_of(const vrmi_Curve* curve, size_t from, size_t to, size_t key) {
    return (curve->times[key] - curve->times[from]) / (curve->times[to] - curve->times[from]);
}

/* In the frame of the first key slerp is a turn about one axis by a growing angle. */
static bool turns_fit(const vrmi_Curve* curve, Limit limit, size_t from, size_t to) {
    vrm_Quat back = vrmi_quat_conjugate(quat_at(curve, from));
    vrm_Quat whole = vrmi_quat_mul(back, quat_at(curve, to));
    if (whole.w < 0.0f) whole = (vrm_Quat){-whole.x, -whole.y, -whole.z, -whole.w};
    if (whole.w < FAR_COSINE) return false;
    vrm_Vec3 axis = {whole.x, whole.y, whole.z};
    float sine = vrmi_vec3_length(axis);
    float half = vrmi_atan2(sine, whole.w);
    axis = vrmi_vec3_normalize(axis);
    for (size_t k = from + 1; k < to; k++) {
        vrmi_SinCos part = vrmi_sincos(half * part_of(curve, from, to, k));
        vrm_Quat made = {axis.x * part.sin, axis.y * part.sin, axis.z * part.sin, part.cos};
        if (!(square_apart(vrmi_quat_mul(back, quat_at(curve, k)), made) <= limit.square))
            return false;
    }
    return true;
}

static bool numbers_fit(const vrmi_Curve* curve, Limit limit, size_t from, size_t to) {
    size_t width = (size_t)curve->width;
    const float *a = curve->values + from * width, *b = curve->values + to * width;
    for (size_t k = from + 1; k < to; k++) {
        const float* v = curve->values + k * width;
        float t = part_of(curve, from, to, k), square = 0.0f;
        for (size_t c = 0; c < width; c++) {
            float d = vrmi_lerp(a[c], b[c], t) - v[c];
            if (curve->kind == VRMI_CURVE_NUMBERS && !(fabsf(d) <= limit.each)) return false;
            square += d * d;
        }
        if (curve->kind == VRMI_CURVE_POINT && !(square <= limit.square)) return false;
    }
    return true;
}

static bool fits(const vrmi_Curve* curve, Limit limit, size_t from, size_t to) {
    if (to - from < 2) return true;
    return curve->kind == VRMI_CURVE_ROTATION ? turns_fit(curve, limit, from, to)
                                              : numbers_fit(curve, limit, from, to);
}

static size_t next_key(const vrmi_Curve* curve, Limit limit, size_t from) {
    size_t last = curve->count - 1, good = from + 1, bad = last + 1;
    for (size_t stride = 2; good < last && bad > last; stride *= 2) {
        size_t to = stride < last - from ? from + stride : last;
        if (fits(curve, limit, from, to))
            good = to;
        else
            bad = to;
    }
    if (bad > last) return good;
    while (bad - good > 1) {
        size_t middle = good + (bad - good) / 2;
        if (fits(curve, limit, from, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

size_t vrmi_curve_reduce(const vrmi_Curve* curve, uint32_t* out_kept) {
    Limit limit = limit_of(curve);
    size_t kept = 0, at = 0;
    out_kept[kept++] = 0;
    if (curve->count == 1 || vrmi_curve_stays_at(curve, curve->values)) return kept;
    while (at < curve->count - 1) {
        at = next_key(curve, limit, at);
        out_kept[kept++] = (uint32_t)at;
    }
    return kept;
}
