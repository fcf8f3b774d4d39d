/* SPDX-License-Identifier: MIT */
/* Root motion: the straight line from the first to the last position, and in longer clips the path
 * without the sway of steps. */
#include "motion/retarget/retarget.h"

static const double curve_s = 4.0;  /* shorter clips move along a line */
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
static void smooth(const vrm_Retarget* r, double* values, double* sums) {
    int32_t low = 0, high = 0, last = r->count - 1;
    sums[0] = 0.0;
    for (int32_t f = 0; f <= last; f++) sums[f + 1] = sums[f] + values[f];
    for (int32_t f = 0; f <= last; f++) {
        while (r->times[f] - r->times[low] > smooth_s) low++;
        while (high < last && r->times[high + 1] - r->times[f] <= smooth_s) high++;
        int32_t half = f - low < high - f ? f - low : high - f;
        values[f] = (sums[f + half + 1] - sums[f - half]) / (2 * half + 1);
    }
}

/* Replaces values by their trend: a line, or a smooth curve in longer clips. */
static void find_trend(const vrm_Retarget* r, double* values, double* sums) {
    int32_t last = r->count - 1;
    double duration = r->times[last] - r->times[0];
    double begin = values[0], step = values[last] - begin;
    for (int32_t f = 0; f <= last; f++) {
        double part = duration > 0.0 ? (r->times[f] - r->times[0]) / duration : 0.0;
        values[f] -= begin + step * part;
    }
    bool has_curve = duration >= curve_s;
    if (has_curve) smooth(r, values, sums);
    if (has_curve) smooth(r, values, sums);
    for (int32_t f = 0; f <= last; f++) {
        double part = duration > 0.0 ? (r->times[f] - r->times[0]) / duration : 0.0;
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

static bool is_upright(const vrm_Retarget* r, int32_t f) {
    vrm_Vec3 up = {0.0f, 1.0f, 0.0f};
    return vrmi_quat_rotate(r->poses[f].rotations[VRM_BONE_HIPS], up).y > upright;
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
static void follow_headings(const vrm_Retarget* r, int32_t first, int32_t end, double* out) {
    double heading =
        first > 0 ? out[first - 1] : first_heading(r->poses[0].rotations[VRM_BONE_HIPS]);
    for (int32_t f = first; f < end; f++)
        out[f] = heading = followed_heading(r->poses[f].rotations[VRM_BONE_HIPS], heading);
    if (end == r->count) return;
    double should = (double)vrmi_root_heading(r->poses[end].rotations[VRM_BONE_HIPS]);
    double is = followed_heading(r->poses[end].rotations[VRM_BONE_HIPS], out[end - 1]);
    double gap = nearest(should, is, whole_turn) - is;
    double begin = r->times[first > 0 ? first - 1 : first];
    for (int32_t f = first; f < end; f++) {
        double part = (r->times[f] - begin) / (r->times[end] - begin);
        out[f] += first > 0 ? gap * part : gap;
    }
}

/* Computes headings without jumps at half a turn and without the turns of somersaults and
 * cartwheels. */
static void read_headings(const vrm_Retarget* r, double* out) {
    for (int32_t f = 0; f < r->count; f++) {
        int32_t end = f;
        while (end < r->count && !is_upright(r, end)) end++;
        if (end > f) follow_headings(r, f, end, out);
        if (end == r->count) return;
        f = end;
        double heading = (double)vrmi_root_heading(r->poses[f].rotations[VRM_BONE_HIPS]);
        out[f] = f > 0 ? nearest(heading, out[f - 1], whole_turn) : heading;
    }
}

void vrmi_root_extract(vrm_Retarget* r, vrm_Vec3 hips, double* scratch) {
    size_t n = (size_t)r->count;
    double *x = scratch, *z = x + n, *turn = z + n, *sums = turn + n;
    for (int32_t f = 0; f < r->count; f++) {
        x[f] = (double)r->poses[f].hips_offset.x;
        z[f] = (double)r->poses[f].hips_offset.z;
    }
    read_headings(r, turn);
    find_trend(r, x, sums);
    find_trend(r, z, sums);
    find_trend(r, turn, sums);
    for (int32_t f = 0; f < r->count; f++) {
        vrm_Pose* pose = &r->poses[f];
        pose->hips_offset.x -= (float)(x[f] - (r->roots != NULL ? 0.0 : x[0]));
        pose->hips_offset.z -= (float)(z[f] - (r->roots != NULL ? 0.0 : z[0]));
        if (r->roots == NULL) continue;
        /* The root is below the hips and turns with them; the pose is relative to it. */
        vrm_Quat root = vrmi_quat_from_axis_angle((vrm_Vec3){0.0f, 1.0f, 0.0f}, (float)turn[f]);
        vrm_Quat back = vrmi_quat_conjugate(root);
        vrm_Vec3 place = {(float)x[f], 0.0f, (float)z[f]};
        vrm_Vec3 rest = {hips.x, 0.0f, hips.z};
        vrm_Vec3 at = vrmi_quat_rotate(back, vrmi_vec3_add(pose->hips_offset, rest));
        pose->hips_offset = vrmi_vec3_sub(at, rest);
        pose->rotations[VRM_BONE_HIPS] =
            vrmi_quat_normalize(vrmi_quat_mul(back, pose->rotations[VRM_BONE_HIPS]));
        r->roots[f] = (vrm_Transform){place, root, {1.0f, 1.0f, 1.0f}};
    }
}
