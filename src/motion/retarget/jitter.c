/* SPDX-License-Identifier: MIT */
/* Removes jitter from the feet of the source before contacts are looked for: models that make
 * motion of video or text shake by a centimetre from frame to frame, so that no foot would ever
 * rest. The filter is as wide as the jitter requires; motion without jitter is not changed. */
#include "base/sort.h"
#include "motion/retarget/feet.h"

#include <math.h>

static const double quiet = 0.015; /* leg lengths per second: jitter that does not matter */
static const double widest_s = 0.15;

static vrm_Vec3 second_difference(const vrm_Vec3* at, int32_t f) {
    vrm_Vec3 ends = vrmi_vec3_add(at[f - 1], at[f + 1]);
    return vrmi_vec3_sub(ends, vrmi_vec3_scale(at[f], 2.0f));
}

/* Returns the variance of the jitter of a point, per axis. Second differences of jitter change
 * their sign from frame to frame, with a product of -4 variances; those of motion keep it. Only the
 * quieter half of the frames counts, in which the foot may rest. */
static double jitter_of(const vrm_Vec3* at, int32_t count, float* scratch) {
    double sum = 0.0, used = 0.0;
    for (int32_t f = 1; f + 1 < count; f++)
        scratch[f - 1] = vrmi_vec3_length(second_difference(at, f));
    vrmi_sort_floats(scratch, (size_t)count - 2);
    float most = 1.5f * scratch[(count - 2) / 2];
    vrm_Vec3 before = second_difference(at, 1);
    for (int32_t f = 2; f + 1 < count; f++) {
        vrm_Vec3 now = second_difference(at, f);
        if (vrmi_vec3_length(before) <= most && vrmi_vec3_length(now) <= most) {
            sum += (double)vrmi_vec3_dot(before, now);
            used += 1.0;
        }
        before = now;
    }
    return used > 0.0 && sum < 0.0 ? -sum / (12.0 * used) : 0.0;
}

/* Returns the width of a filter (s) after which jitter of this deviation is quiet; 0 if half a
 * frame is enough. Jitter that is independent in each frame moves a point filtered by a Gaussian at
 * this speed. */
static double width_for(double deviation, double frame_s, double length) {
    double width = 0.4 * frame_s, speed = deviation * sqrt(frame_s) / (2.65 * length);
    if (speed <= quiet * width * sqrt(width)) return 0.0;
    while (width < widest_s && speed > quiet * width * sqrt(width)) width *= 1.1;
    return width;
}

static void filter(const vrmi_Feet* feet, double width, vrm_Vec3* at) {
    const double *times = feet->times, reach = 3.0 * width;
    vrm_Vec3* made = (vrm_Vec3*)(void*)feet->scratch;
    for (int32_t f = 0; f < feet->count; f++) {
        int32_t end = vrmi_feet_after(feet, f, reach);
        vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
        float weights = 0.0f;
        for (int32_t k = vrmi_feet_before(feet, f, reach); k <= end; k++) {
            double x = (times[k] - times[f]) / reach;
            double near = fmax(1.0 - x * x, 0.0);
            float weight = (float)(near * near * near * near); /* nearly a Gaussian */
            vrm_Vec3 apart = vrmi_vec3_sub(at[k], at[f]); /* keeps digits far from the origin */
            sum = vrmi_vec3_add(sum, vrmi_vec3_scale(apart, weight));
            weights += weight;
        }
        made[f] = vrmi_vec3_add(at[f], vrmi_vec3_scale(sum, 1.0f / weights));
    }
    for (int32_t f = 0; f < feet->count; f++) at[f] = made[f];
}

void vrmi_feet_calm(vrmi_Feet* feet) {
    double least = 1e30, length = (double)feet->source.length;
    double frame_s = (feet->times[feet->count - 1] - feet->times[0]) / fmax(feet->count - 1, 1.0);
    feet->jitter_s = 0.0;
    if (feet->count < 8 || !(length > 0.0) || !(frame_s > 0.0)) return;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS && feet->has_side[s]; p++)
            least = fmin(least, jitter_of(feet->from[s][p], feet->count, feet->scratch));
    if (least < 1e30) feet->jitter_s = width_for(sqrt(least), frame_s, length);
    for (int s = 0; s < 2 && feet->jitter_s > 0.0; s++)
        for (int p = 0; p < VRMI_SOLE_POINTS && feet->has_side[s]; p++)
            filter(feet, feet->jitter_s, feet->from[s][p]);
}
