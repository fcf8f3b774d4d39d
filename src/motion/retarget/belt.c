/* SPDX-License-Identifier: MIT */
/* Walking on the spot: the feet that are down all glide backwards at one speed, as on a belt. Seen
 * from the belt they rest. */
#include "motion/retarget/feet.h"

#include <stdlib.h>

static const double moment_s = 0.06;
static const float height = 0.04f;    /* legs above the lowest soles: these are down */
static const float slowest = 0.3f;    /* legs a second; slower feet rest or drift */
static const float alike = 0.3f;      /* of the belt's speed: what counts as gliding with it */
static const double part_alike = 0.6; /* of those that are down */

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

/* Speeds of all points that are down along X (0) or Z (1), into scratch. */
static size_t collect(const vrmi_Feet* feet, float top, int axis) {
    size_t count = 0;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS && feet->has_side[s]; p++)
            for (int32_t f = 0; f < feet->count; f++) {
                if (feet->from[s][p][f].y > top) continue;
                vrm_Vec3 speed = speed_at(feet, feet->from[s][p], f);
                feet->scratch[count++] = axis == 0 ? speed.x : speed.z;
            }
    return count;
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
    vrm_Vec3 belt = {0.0f, 0.0f, 0.0f};
    size_t count = collect(feet, top, 0);
    if (count == 0) return false;
    belt.x = sorted_at(feet->scratch, count, count / 2);
    count = collect(feet, top, 1);
    belt.z = sorted_at(feet->scratch, count, count / 2);
    *out_speed = belt;
    return vrmi_vec3_length(belt) > slowest * length && is_alike(feet, top, belt);
}
