/* SPDX-License-Identifier: MIT */
/* The way of a figure: the line from where it begins to where it ends, and in clips of some length
 * the curve that it goes, without the sway of its steps. */
#include "motion/retarget/retarget.h"

static const double curve_s = 4.0;  /* a shorter clip goes along a line */
static const double smooth_s = 1.2; /* to either side: longer than a step */

float vrmi_root_heading(vrm_Quat turn) {
    vrm_Quat about = vrmi_quat_normalize((vrm_Quat){0.0f, turn.y, 0.0f, turn.w});
    float half = atan2f(about.y, about.w);
    if (half > 0.5f * VRMI_PI) half -= VRMI_PI;
    if (half < -0.5f * VRMI_PI) half += VRMI_PI;
    return 2.0f * half;
}

/* The mean about each frame, over as many frames to one side as to the other, so that the ends
 * stay where they are. `sums` has room for one number more than frames. */
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

/* Replaces values by their trend. */
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

/* Headings without jumps at half a turn. */
static void read_headings(const vrm_Retarget* r, double* out) {
    const double whole = 6.28318530717958647692;
    for (int32_t f = 0; f < r->count; f++) {
        double heading = (double)vrmi_root_heading(r->poses[f].rotations[VRM_BONE_HIPS]);
        if (f > 0) heading += whole * floor((out[f - 1] - heading) / whole + 0.5);
        out[f] = heading;
    }
}

void vrmi_root_take_out(vrm_Retarget* r, vrm_Vec3 hips, double* scratch) {
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
        /* The root stands below the hips and turns with them; the pose is seen from it. */
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
