/* SPDX-License-Identifier: MIT */
/* The value of a curve at a time. */
#include "motion/fbx/fbx_curve.h"

#include <math.h>

/* Frames whose rate is no whole number of ticks fall beside their keys by rounding. */
enum { SNAP_TICKS = 4 };

/* ---- Between two keys ---- */

static double bezier(double a, double b, double c, double d, double s) {
    double r = 1.0 - s;
    return r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d;
}

/* Where a curve with these two weights has come `part` of the time. It never turns back, because
 * weights are within 0 and 1: Newton's method inside a bracket that shrinks. */
static double solve(double right, double left, double part) {
    double low = 0.0, high = 1.0, s = part;
    for (int i = 0; i < 40; i++) {
        double error = bezier(0.0, right, 1.0 - left, 1.0, s) - part;
        if (fabs(error) < 1e-12) break;
        if (error > 0.0)
            high = s;
        else
            low = s;
        double r = 1.0 - s;
        double slope = 3.0 * (r * r * right + 2.0 * r * s * (1.0 - left - right) + s * s * left);
        double next = slope > 1e-9 ? s - error / slope : low;
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return s;
}

static double cubic(const vrmi_FbxSpan* span, double from, double to, double seconds, double part) {
    double right = (double)span->right_weight, left = (double)span->left_weight;
    bool is_even = fabs(right - 1.0 / 3.0) < 1e-4 && fabs(left - 1.0 / 3.0) < 1e-4;
    if (is_even) right = left = 1.0 / 3.0;
    double b = from + (double)span->right * seconds * right;
    double c = to - (double)span->left * seconds * left;
    return bezier(from, b, c, to, is_even ? part : solve(right, left, part));
}

static const vrmi_FbxSpan* span_of(const vrmi_FbxCurve* curve, uint32_t key) {
    uint32_t low = 0, high = curve->span_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (curve->spans[middle].first <= key)
            low = middle;
        else
            high = middle;
    }
    return &curve->spans[low];
}

static double between(const vrmi_FbxCurve* curve, uint32_t key, int64_t time) {
    const vrmi_FbxSpan* span = span_of(curve, key);
    double from = (double)curve->values[key], to = (double)curve->values[key + 1];
    double gap = (double)(curve->times[key + 1] - curve->times[key]);
    double part = (double)(time - curve->times[key]) / gap;
    switch (span->mode) {
    case VRMI_FBX_KEY_CONSTANT: return from;
    case VRMI_FBX_KEY_CONSTANT | VRMI_FBX_KEY_NEXT: return to;
    case VRMI_FBX_KEY_LINEAR: return from + (to - from) * part;
    default: return cubic(span, from, to, gap / curve->ticks, part);
    }
}

/* The last key that is not behind `time`, which is within the keys. Keys at even distances are hit
 * at once. */
static uint32_t key_at(const vrmi_FbxCurve* curve, int64_t time) {
    const int64_t* times = curve->times;
    uint32_t last = curve->count - 1, low = 0, high = last;
    double part = (double)(time - times[0]) / (double)(times[last] - times[0]);
    uint32_t guess = (uint32_t)(part * last);
    if (guess < last && times[guess] <= time) {
        low = guess;
        if (times[guess + 1] > time) return guess;
        if (guess + 2 <= last && times[guess + 2] > time) return guess + 1;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return times[high] <= time ? high : low;
}

static double inside(const vrmi_FbxCurve* curve, int64_t time, vrmi_FbxFound* found) {
    uint32_t last = curve->count - 1;
    if (time <= curve->times[0]) return (double)curve->values[0];
    if (time >= curve->times[last]) return (double)curve->values[last];
    if (found->times != curve->times) *found = (vrmi_FbxFound){curve->times, key_at(curve, time)};
    uint32_t key = found->key;
    if (time - curve->times[key] <= SNAP_TICKS || key == last) return (double)curve->values[key];
    if (curve->times[key + 1] - time <= SNAP_TICKS) return (double)curve->values[key + 1];
    return between(curve, key, time);
}

/* ---- Beyond the keys ---- */

/* The slope at the first key (`is_after` false) or at the last. */
static double end_slope(const vrmi_FbxCurve* curve, bool is_after) {
    uint32_t key = is_after ? curve->count - 2 : 0;
    const vrmi_FbxSpan* span = span_of(curve, key);
    double gap = (double)(curve->times[key + 1] - curve->times[key]) / curve->ticks;
    if (span->mode == VRMI_FBX_KEY_CUBIC) return (double)(is_after ? span->left : span->right);
    if (span->mode != VRMI_FBX_KEY_LINEAR || gap <= 0.0) return 0.0;
    return ((double)curve->values[key + 1] - (double)curve->values[key]) / gap;
}

static double cycled(const vrmi_FbxCurve* curve, vrmi_FbxBeyond beyond, int64_t distance,
                     bool is_after) {
    uint32_t last = curve->count - 1;
    int64_t first_time = curve->times[0], last_time = curve->times[last];
    int64_t period = last_time - first_time;
    int64_t cycle = distance / period, rest = distance % period;
    if (beyond.repeats >= 0 && cycle >= beyond.repeats) {
        if (beyond.repeats == 0) return (double)curve->values[is_after ? last : 0];
        cycle = beyond.repeats - 1;
        rest = period;
    }
    bool is_backward = beyond.kind == 'M' && cycle % 2 == 0;
    int64_t time = is_after != is_backward ? first_time + rest : last_time - rest;
    vrmi_FbxFound found = {0}; /* of another time */
    double value = inside(curve, time, &found);
    if (beyond.kind != 'A') return value;
    double rise = (double)curve->values[last] - (double)curve->values[0];
    return value + (is_after ? rise : -rise) * (double)(cycle + 1);
}

static double outside(const vrmi_FbxCurve* curve, int64_t time, bool is_after) {
    uint32_t last = curve->count - 1;
    vrmi_FbxBeyond beyond = is_after ? curve->after : curve->before;
    int64_t distance = is_after ? time - curve->times[last] : curve->times[0] - time;
    double end = (double)curve->values[is_after ? last : 0];
    if (curve->count < 2 || curve->times[last] == curve->times[0]) return end;
    switch (beyond.kind) {
    case 'K': {
        double seconds = (double)distance / curve->ticks;
        return end + end_slope(curve, is_after) * (is_after ? seconds : -seconds);
    }
    case 'R':
    case 'A':
    case 'M': return cycled(curve, beyond, distance, is_after);
    default: return end;
    }
}

double vrmi_fbx_curve_at(const vrmi_FbxCurve* curve, int64_t time, vrmi_FbxFound* found) {
    if (curve->count == 1) return (double)curve->values[0];
    if (time < curve->times[0] - SNAP_TICKS) return outside(curve, time, false);
    if (time > curve->times[curve->count - 1] + SNAP_TICKS) return outside(curve, time, true);
    return inside(curve, time, found);
}
