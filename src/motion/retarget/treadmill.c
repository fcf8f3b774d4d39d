/* SPDX-License-Identifier: MIT */
/* A walk in place: all planted feet move backwards at one speed, as on a treadmill. Relative to the
 * treadmill they are at rest. */
#include "base/sort.h"
#include "motion/retarget/feet.h"

static const double moment_s = 0.06;
static const float height =
    0.04f; /* leg lengths above the lowest soles: feet below it are planted */
static const float slowest = 0.3f; /* leg lengths per second; slower feet rest or drift */
static const float alike =
    0.3f; /* of the treadmill speed: largest difference of a foot that moves with it */
static const double part_alike = 0.6; /* of the planted feet that must move with it */

enum { ROUNDS = 30 };

static float sorted_at(float* values, size_t count, size_t index) {
    vrmi_sort_floats(values, count);
    return values[index];
}

/* Returns the height of the lowest tenth of all sole points. */
static float lowest_soles(const vrmi_Feet* feet) {
    size_t count = 0;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS && feet->has_side[s]; p++)
            for (int32_t f = 0; f < feet->count; f++)
                feet->scratch[count++] = feet->from[s][p][f].y;
    return count > 0 ? sorted_at(feet->scratch, count, count / 10) : 0.0f;
}

static vrm_Vec3 speed_at(const vrmi_Feet* feet, const vrm_Vec3* at, int32_t f) {
    int32_t first = vrmi_feet_before(feet, f, 0.5 * moment_s);
    int32_t last = vrmi_feet_after(feet, f, 0.5 * moment_s);
    float span = (float)(feet->times[last] - feet->times[first]);
    vrm_Vec3 offset = vrmi_vec3_sub(at[last], at[first]);
    offset.y = 0.0f;
    return vrmi_vec3_scale(offset, span > 0.0f ? 1.0f / span : 0.0f);
}

/* Returns the mean velocity of all planted points, weighted by nearness to `middle`; unweighted if
 * `is_first`. */
static vrm_Vec3 mean_speed(const vrmi_Feet* feet, float top, vrm_Vec3 middle, bool is_first) {
    double x = 0.0, z = 0.0, all = 0.0;
    double little = 1e-3 * (double)feet->source.length;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS && feet->has_side[s]; p++)
            for (int32_t f = 0; f < feet->count; f++) {
                if (feet->from[s][p][f].y > top) continue;
                vrm_Vec3 speed = speed_at(feet, feet->from[s][p], f);
                double far = (double)vrmi_vec3_distance(speed, middle);
                double weight = is_first ? 1.0 : 1.0 / (far + little);
                x += weight * (double)speed.x;
                z += weight * (double)speed.z;
                all += weight;
            }
    if (all == 0.0) return middle;
    return (vrm_Vec3){(float)(x / all), 0.0f, (float)(z / all)};
}

/* Returns the geometric median of the velocities by Weiszfeld's iteration. It is independent of the
 * heading. */
static vrm_Vec3 median_speed(const vrmi_Feet* feet, float top) {
    vrm_Vec3 middle = mean_speed(feet, top, (vrm_Vec3){0.0f, 0.0f, 0.0f}, true);
    for (int i = 0; i < ROUNDS; i++) middle = mean_speed(feet, top, middle, false);
    return middle;
}

static bool is_alike(const vrmi_Feet* feet, float top, vrm_Vec3 treadmill) {
    double count = 0.0, near = 0.0;
    float most = alike * vrmi_vec3_length(treadmill);
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS && feet->has_side[s]; p++)
            for (int32_t f = 0; f < feet->count; f++) {
                if (feet->from[s][p][f].y > top) continue;
                vrm_Vec3 speed = speed_at(feet, feet->from[s][p], f);
                count += 1.0;
                near += vrmi_vec3_distance(speed, treadmill) < most;
            }
    return near >= part_alike * count;
}

bool vrmi_feet_find_treadmill(const vrmi_Feet* feet, vrm_Vec3* out_speed) {
    float length = feet->source.length, top = lowest_soles(feet) + height * length;
    vrm_Vec3 treadmill = median_speed(feet, top);
    *out_speed = treadmill;
    return vrmi_vec3_length(treadmill) > slowest * length && is_alike(feet, top, treadmill);
}
