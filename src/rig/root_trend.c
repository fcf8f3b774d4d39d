/* SPDX-License-Identifier: MIT */
/* Root motion: the straight line from the first to the last position, and in longer clips the path
 * without the sway of steps. */
#include "rig/root_trend.h"

static const double smooth_s = 1.2; /* half the window: longer than a step */

float vrmi_root_heading(vrm_Quat turn) {
    vrm_Quat about = vrmi_quat_normalize((vrm_Quat){0.0f, turn.y, 0.0f, turn.w});
    float half = vrmi_atan2(about.y, about.w);
    if (half > 0.5f * VRMI_PI) half -= VRMI_PI;
    if (half < -0.5f * VRMI_PI) half += VRMI_PI;
    return 2.0f * half;
}

/* Replaces each value by the mean of a window that is symmetric about its frame, so that the ends
 * stay in place. `sums` has room for one number per frame, and one more. */
static void smooth(const double* times, int32_t count, double* values, double* sums) {
    int32_t low = 0, high = 0, last = count - 1;
    sums[0] = 0.0;
    for (int32_t f = 0; f <= last; f++) sums[f + 1] = sums[f] + values[f];
    for (int32_t f = 0; f <= last; f++) {
        while (times[f] - times[low] > smooth_s) low++;
        while (high < last && times[high + 1] - times[f] <= smooth_s) high++;
        int32_t half = f - low < high - f ? f - low : high - f;
        values[f] = (sums[f + half + 1] - sums[f - half]) / (2 * half + 1);
    }
}

void vrmi_root_trend(const double* times, int32_t count, double* values, double* sums) {
    int32_t last = count - 1;
    double duration = times[last] - times[0];
    double begin = values[0], step = values[last] - begin;
    for (int32_t f = 0; f <= last; f++) {
        double part = duration > 0.0 ? (times[f] - times[0]) / duration : 0.0;
        values[f] -= begin + step * part;
    }
    bool has_curve = duration >= VRMI_ROOT_CURVE_S;
    if (has_curve) smooth(times, count, values, sums);
    if (has_curve) smooth(times, count, values, sums);
    for (int32_t f = 0; f <= last; f++) {
        double part = duration > 0.0 ? (times[f] - times[0]) / duration : 0.0;
        values[f] = (has_curve ? values[f] : 0.0) + begin + step * part;
    }
}

/* ---- Headings ---- */

static const double whole_turn = 6.28318530717958647692;
static const float upright = 0.5f; /* vertical component of the hips' up direction */

/* Returns the angle nearest to `near` that differs from `angle` by a multiple of `step`. */
static double nearest(double angle, double near, double step) {
    return angle + step * floor((near - angle) / step + 0.5);
}

static vrm_Quat hips_at(const vrmi_HipsFrames* frames, int32_t f) {
    const char* first = (const char*)frames->rotations;
    return *(const vrm_Quat*)(const void*)(first + (size_t)f * frames->stride);
}

static bool is_upright(const vrmi_HipsFrames* frames, int32_t f) {
    vrm_Vec3 up = {0.0f, 1.0f, 0.0f};
    return vrmi_quat_rotate(hips_at(frames, f), up).y > upright;
}

/* Heading of the hips by their forward and their left direction, with weights: a direction that is
 * nearly vertical gives no reliable heading. */
typedef struct Facing {
    double by_ahead, by_left, ahead_weight, left_weight;
} Facing;

static double level_weight(vrm_Vec3 v) {
    double level = (double)(v.x * v.x + v.z * v.z);
    return level * level * level * level;
}

static Facing facing_of(vrm_Quat hips) {
    vrm_Vec3 ahead = vrmi_quat_rotate(hips, (vrm_Vec3){0.0f, 0.0f, 1.0f});
    vrm_Vec3 left = vrmi_quat_rotate(hips, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    return (Facing){(double)vrmi_atan2(ahead.x, ahead.z), (double)vrmi_atan2(-left.z, left.x),
                    level_weight(ahead), level_weight(left)};
}

static double first_heading(vrm_Quat hips) {
    Facing facing = facing_of(hips);
    return facing.left_weight >= facing.ahead_weight ? facing.by_left : facing.by_ahead;
}

/* Returns the heading of hips that are not upright, given that of the previous frame. Forward and
 * left flip in somersaults and cartwheels, so each is used as a line without a direction. */
static double followed_heading(vrm_Quat hips, double before) {
    Facing facing = facing_of(hips);
    double by_ahead = nearest(facing.by_ahead, before, 0.5 * whole_turn) - before;
    double by_left = nearest(facing.by_left, before, 0.5 * whole_turn) - before;
    double sum = facing.ahead_weight * by_ahead + facing.left_weight * by_left;
    return before + sum / (facing.ahead_weight + facing.left_weight);
}

/* Follows the heading over frames from `first` to `end` in which the hips are not upright, and
 * adjusts it to meet the heading of the upright frame `end`. */
static void follow_headings(const vrmi_HipsFrames* frames, int32_t first, int32_t end,
                            double* out) {
    double heading = first > 0 ? out[first - 1] : first_heading(hips_at(frames, 0));
    for (int32_t f = first; f < end; f++)
        out[f] = heading = followed_heading(hips_at(frames, f), heading);
    if (end == frames->count) return;
    double should = (double)vrmi_root_heading(hips_at(frames, end));
    double is = followed_heading(hips_at(frames, end), out[end - 1]);
    double gap = nearest(should, is, whole_turn) - is;
    double begin = frames->times[first > 0 ? first - 1 : first];
    for (int32_t f = first; f < end; f++) {
        double part = (frames->times[f] - begin) / (frames->times[end] - begin);
        out[f] += first > 0 ? gap * part : gap;
    }
}

void vrmi_root_headings(const vrmi_HipsFrames* frames, double* out) {
    for (int32_t f = 0; f < frames->count; f++) {
        int32_t end = f;
        while (end < frames->count && !is_upright(frames, end)) end++;
        if (end > f) follow_headings(frames, f, end, out);
        if (end == frames->count) return;
        f = end;
        double heading = (double)vrmi_root_heading(hips_at(frames, f));
        out[f] = f > 0 ? nearest(heading, out[f - 1], whole_turn) : heading;
    }
}
