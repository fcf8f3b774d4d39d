/* SPDX-License-Identifier: MIT */
/* Measures the result on the final poses, not on the goals. */
#include "motion/retarget/retarget.h"

/* Adds the slides of a planted point from its position in the first frame of the contact. */
static void measure_contact(const vrmi_Feet* feet, const vrmi_Contact* c, const vrm_Pose* poses,
                            int32_t count, vrmi_FeetErrors* out, double* sum, double* used) {
    vrm_Vec3 place = {0.0f, 0.0f, 0.0f};
    int32_t first = feet->cycle.lead, begin = c->first < first ? first : c->first;
    int32_t end = c->last < first + count - 1 ? c->last : first + count - 1;
    for (int32_t f = begin; f <= end; f++) {
        vrmi_LegPose now = vrmi_leg_pose(&feet->target, c->side, &poses[f - first]);
        vrm_Vec3 at = now.sole[c->point];
        if (f == begin) place = at;
        float slide = vrmi_vec3_distance(at, place);
        out->slide_max = fmaxf(out->slide_max, slide);
        *sum += (double)slide;
        *used += 1.0;
    }
}

vrmi_FeetErrors vrmi_feet_errors(const vrmi_Feet* feet, const vrm_Pose* poses, int32_t count) {
    vrmi_FeetErrors errors = {0.0f, 0.0f, 0.0f};
    double sum = 0.0, used = 0.0;
    for (int32_t i = 0; i < feet->contact_count; i++)
        measure_contact(feet, &feet->contacts[i], poses, count, &errors, &sum, &used);
    if (used > 0.0) errors.slide_mean = (float)(sum / used);
    for (int s = 0; s < 2; s++) {
        int points = feet->target.sides[s].has_toes ? VRMI_SOLE_POINTS : VRMI_HELD_POINTS;
        for (int32_t f = 0; f < count && feet->has_side[s]; f++) {
            vrmi_LegPose now = vrmi_leg_pose(&feet->target, s, &poses[f]);
            for (int p = 0; p < points; p++)
                errors.depth = fmaxf(errors.depth, feet->floor - now.sole[p].y);
        }
    }
    return errors;
}

void vrmi_report_joints(vrm_RetargetReport* report, const vrm_Pose* from, const vrm_Pose* to,
                        int32_t count) {
    report->joint_error_bone = VRM_BONE_NONE;
    for (int32_t f = 0; f < count; f++) {
        for (int side = 0; side < 2; side++) {
            vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
            vrm_Quat turns[2] = {from[f].rotations[VRM_BONE_HIPS], to[f].rotations[VRM_BONE_HIPS]};
            for (int i = 0; i < 4; i++) { /* to the toes */
                const vrm_Quat steps[2] = {from[f].rotations[upper + i],
                                           to[f].rotations[upper + i]};
                for (int k = 0; k < 2; k++) turns[k] = vrmi_quat_mul(turns[k], steps[k]);
                float angle = vrmi_quat_angle(turns[0], turns[1]) * VRMI_TO_DEGREES;
                if (!(angle > report->joint_error_degrees + 0.01f)) continue;
                report->joint_error_degrees = angle;
                report->joint_error_bone = (vrm_Bone)(upper + i);
                report->joint_error_frame = f;
            }
        }
    }
}
