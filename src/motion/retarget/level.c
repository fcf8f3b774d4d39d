/* SPDX-License-Identifier: MIT */
/* Feet on the ground are level. If the rest pose was estimated from the frames, feet may be tilted
 * by some degrees in every frame: the tilt that a foot has during most of its contacts is removed
 * from all frames. */
#include "base/sort.h"
#include "base/trig.h"
#include "motion/retarget/feet.h"

static const float speed_most =
    0.12f; /* leg lengths per second, of heel and ball: the foot does not roll */
static const float alike = 0.08f;      /* radians from the mean */
static const double part_alike = 0.4;  /* of the contacts; the rest is landing and leaving */
static const double part_lying = 0.67; /* of the time in which the foot does not roll */
static const float least = 0.05f, most = 0.6f; /* radians: less is noise, more is intended */

static bool is_planted(const vrmi_Feet* feet, int s, int32_t f) {
    return feet->owner[s][VRMI_HEEL][f] >= 0 || feet->owner[s][VRMI_BALL][f] >= 0;
}

static bool does_lie(const vrmi_Feet* feet, int s, int32_t f) {
    float speed = speed_most * feet->source.length;
    return is_planted(feet, s, f) && vrmi_feet_speed(feet, feet->from[s][VRMI_HEEL], f) < speed &&
           vrmi_feet_speed(feet, feet->from[s][VRMI_BALL], f) < speed;
}

/* Returns the angle of a line above the ground. */
static float rise(vrm_Vec3 along) {
    return vrmi_asin(vrmi_clamp(vrmi_vec3_normalize(along).y, -1.0f, 1.0f));
}

/* Heel and joint of the toes are fixed to the foot. */
static float tilt_at(const vrmi_Feet* feet, int s, int32_t f) {
    const vrmi_Leg* leg = &feet->source.sides[s];
    vrm_Vec3 along = vrmi_vec3_sub(feet->from[s][VRMI_BALL][f], feet->from[s][VRMI_HEEL][f]);
    along.y += leg->thickness;
    return rise(along) - rise(vrmi_vec3_sub(leg->toes, leg->sole[VRMI_HEEL]));
}

static double seconds_of(const vrmi_Feet* feet, int32_t f) {
    return f > 0 ? feet->times[f] - feet->times[f - 1] : 0.0;
}

float vrmi_feet_tilt(const vrmi_Feet* feet, int s) {
    float* tilts = feet->scratch;
    size_t count = 0;
    double planted = 0.0, lying = 0.0, agreed = 0.0;
    for (int32_t f = 0; f < feet->count; f++) {
        if (is_planted(feet, s, f)) planted += seconds_of(feet, f);
        if (!does_lie(feet, s, f)) continue;
        tilts[count++] = tilt_at(feet, s, f);
        lying += seconds_of(feet, f);
    }
    if (count < 3 || lying < 0.08) return 0.0f;
    vrmi_sort_floats(tilts, count);
    float tilt = tilts[count / 2];
    if (!(fabsf(tilt) >= least && fabsf(tilt) <= most)) return 0.0f;
    for (int32_t f = 0; f < feet->count; f++)
        if (does_lie(feet, s, f) && fabsf(tilt_at(feet, s, f) - tilt) < alike)
            agreed += seconds_of(feet, f);
    return agreed >= part_alike * planted && agreed >= part_lying * lying ? tilt : 0.0f;
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
