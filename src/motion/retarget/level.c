/* SPDX-License-Identifier: MIT */
/* Feet that lie on the ground are level. Where a file's rest pose was found by guessing, its feet
 * may be tilted by some degrees in every frame: the tilt of a foot that rests is taken out of
 * all. */
#include "motion/retarget/feet.h"

#include <stdlib.h>

static const float speed_most = 0.12f; /* legs a second, of heel and ball */
static const float height_most = 0.1f; /* legs above the lowest that rests: those that lie */
static const float least = 0.05f, most = 0.6f; /* radians: less is noise, more is no mistake */

static int by_value(const void* a, const void* b) {
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

static bool does_rest(const vrmi_Feet* feet, int s, int32_t f) {
    float speed = speed_most * feet->source.length;
    return vrmi_feet_speed(feet, feet->from[s][VRMI_HEEL], f) < speed &&
           vrmi_feet_speed(feet, feet->from[s][VRMI_BALL], f) < speed;
}

static float lower_of(const vrmi_Feet* feet, int s, int32_t f) {
    return fminf(feet->from[s][VRMI_HEEL][f].y, feet->from[s][VRMI_BALL][f].y);
}

float vrmi_feet_tilt(const vrmi_Feet* feet, int s) {
    float *tilts = feet->scratch, lowest = FLT_MAX;
    size_t count = 0;
    for (int32_t f = 0; f < feet->count; f++)
        if (does_rest(feet, s, f)) lowest = fminf(lowest, lower_of(feet, s, f));
    double seconds = 0.0;
    for (int32_t f = 0; f < feet->count; f++) {
        bool lies = does_rest(feet, s, f) &&
                    lower_of(feet, s, f) < lowest + height_most * feet->source.length;
        if (!lies) continue;
        vrm_Vec3 along = vrmi_vec3_sub(feet->from[s][VRMI_BALL][f], feet->from[s][VRMI_HEEL][f]);
        tilts[count++] = asinf(vrmi_clamp(vrmi_vec3_normalize(along).y, -1.0f, 1.0f));
        if (f > 0) seconds += feet->times[f] - feet->times[f - 1];
    }
    if (count < 3 || seconds < 0.08) return 0.0f;
    qsort(tilts, count, sizeof *tilts, by_value);
    float tilt = tilts[count / 2];
    return fabsf(tilt) >= least && fabsf(tilt) <= most ? tilt : 0.0f;
}

void vrmi_feet_level(const vrmi_Feet* feet, int s, float tilt, vrm_Pose* pose) {
    const vrmi_Leg* leg = &feet->source.sides[s];
    vrm_Vec3 along = vrmi_vec3_sub(leg->sole[VRMI_BALL], leg->sole[VRMI_HEEL]);
    vrm_Vec3 across = vrmi_vec3_cross((vrm_Vec3){0.0f, 1.0f, 0.0f}, along);
    vrm_Quat down = vrmi_quat_from_axis_angle(across, tilt), up = vrmi_quat_conjugate(down);
    vrm_Quat* foot = &pose->rotations[leg->upper + 2];
    /* The toes hang on the foot and were measured from the same rest. */
    foot[1] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_mul(up, foot[1]), down));
    foot[0] = vrmi_quat_normalize(vrmi_quat_mul(foot[0], down));
}
