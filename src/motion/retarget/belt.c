/* SPDX-License-Identifier: MIT */
/* A walk in place: the feet that are down all glide backwards at one speed, as on a treadmill. Seen
 * from its belt they rest. */
#include "motion/retarget/feet.h"

#include <stdlib.h>

static const double moment_s = 0.06;
static const float height = 0.04f;    /* legs above the lowest soles: these are down */
static const float slowest = 0.3f;    /* legs a second; slower feet rest or drift */
static const float alike = 0.3f;      /* of the belt's speed: what counts as gliding with it */
static const double part_alike = 0.6; /* of those that are down */

enum { ROUNDS = 30 };

static int by_value(const void* a, const void* b) {
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

static float sorted_at(float* values, size_t count, size_t index) {
    qsort(values, count, sizeof *values, by_value);
    return values[index];
}

/* The height below which a tenth of all soles are. */
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
    vrm_Vec3 way = vrmi_vec3_sub(at[last], at[first]);
    way.y = 0.0f;
    return vrmi_vec3_scale(way, span > 0.0f ? 1.0f / span : 0.0f);
}

/* The mean of the speeds of all points that are down, those counting most that are near `middle`;
 * `is_first`: all alike. */
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

/* The geometric median of the speeds, which does not depend on where the figure faces (Weiszfeld's
 * iteration). */
static vrm_Vec3 median_speed(const vrmi_Feet* feet, float top) {
    vrm_Vec3 middle = mean_speed(feet, top, (vrm_Vec3){0.0f, 0.0f, 0.0f}, true);
    for (int i = 0; i < ROUNDS; i++) middle = mean_speed(feet, top, middle, false);
    return middle;
}

static bool is_alike(const vrmi_Feet* feet, float top, vrm_Vec3 belt) {
    double count = 0.0, near = 0.0;
    float most = alike * vrmi_vec3_length(belt);
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS && feet->has_side[s]; p++)
            for (int32_t f = 0; f < feet->count; f++) {
                if (feet->from[s][p][f].y > top) continue;
                vrm_Vec3 speed = speed_at(feet, feet->from[s][p], f);
                count += 1.0;
                near += vrmi_vec3_distance(speed, belt) < most;
            }
    return near >= part_alike * count;
}

bool vrmi_feet_find_belt(const vrmi_Feet* feet, vrm_Vec3* out_speed) {
    float length = feet->source.length, top = lowest_soles(feet) + height * length;
    vrm_Vec3 belt = median_speed(feet, top);
    *out_speed = belt;
    return vrmi_vec3_length(belt) > slowest * length && is_alike(feet, top, belt);
}
