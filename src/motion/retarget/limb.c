/* SPDX-License-Identifier: MIT */
#include "motion/retarget/limb.h"

/* With r missing to the straight length, a stretch by x becomes r x / (r + x): the bend of the
 * joint, which goes with the square root of the missing length, gets smaller but never 0. */
float vrmi_limb_reach(const vrmi_TwoBones* limb, float wish, float exact) {
    float longest = limb->upper_length + limb->lower_length;
    float is = fminf(vrmi_vec3_distance(limb->root, limb->end), longest);
    is = fmaxf(is, exact * longest);
    float more = wish - is, room = longest - is;
    if (!(more > 0.0f)) return wish;
    return room > 0.0f ? is + room * more / (room + more) : longest;
}

static const float folded = 0.906f; /* cosine of 25 degrees: between the bones, bent the most */

float vrmi_limb_shortest(const vrmi_TwoBones* limb) {
    float a = limb->upper_length, b = limb->lower_length;
    float least = sqrtf(a * a + b * b - 2.0f * folded * a * b);
    return fminf(least, vrmi_vec3_distance(limb->root, limb->end));
}

/* Returns the direction of the joint: as now, or along `bend` if the limb is straight. */
static vrm_Vec3 joint_direction(const vrmi_TwoBones* limb, vrm_Vec3 line) {
    vrm_Vec3 out = vrmi_vec3_sub(limb->joint, limb->root);
    float some = 0.03f * (limb->upper_length + limb->lower_length);
    out = vrmi_vec3_add(out, vrmi_vec3_scale(limb->bend, some));
    out = vrmi_vec3_sub(out, vrmi_vec3_scale(line, vrmi_vec3_dot(out, line)));
    return vrmi_vec3_normalize_or(out, vrmi_vec3_orthogonal(line));
}

vrm_Quat vrmi_limb_swung(vrm_Quat turn, vrm_Vec3 from, vrm_Vec3 to) {
    vrm_Quat swing = vrmi_quat_from_to(vrmi_vec3_normalize(from), vrmi_vec3_normalize(to));
    return vrmi_quat_normalize(vrmi_quat_mul(swing, turn));
}

void vrmi_limb_solve(vrmi_TwoBones* limb, vrm_Vec3 goal, float reach) {
    const vrm_Vec3 down = {0.0f, -1.0f, 0.0f};
    float a = limb->upper_length, b = limb->lower_length;
    vrm_Vec3 line = vrmi_vec3_normalize_or(vrmi_vec3_sub(limb->end, limb->root), down);
    vrm_Vec3 wish = vrmi_vec3_sub(goal, limb->root);
    vrm_Vec3 goal_line = vrmi_vec3_normalize_or(wish, line);
    float far = fmaxf(fminf(vrmi_vec3_length(wish), reach), vrmi_limb_shortest(limb));
    far = fmaxf(far, 1e-4f * (a + b));
    vrm_Vec3 out_now = joint_direction(limb, line);
    vrm_Vec3 out = vrmi_quat_rotate(vrmi_quat_from_to(line, goal_line), out_now);
    float along = (a * a - b * b + far * far) / (2.0f * far);
    float square = a * a - along * along, aside = square > 0.0f ? sqrtf(square) : 0.0f;
    vrm_Vec3 joint = vrmi_vec3_add(
        limb->root, vrmi_vec3_add(vrmi_vec3_scale(goal_line, along), vrmi_vec3_scale(out, aside)));
    vrm_Vec3 end = vrmi_vec3_add(limb->root, vrmi_vec3_scale(goal_line, far));
    limb->upper = vrmi_limb_swung(limb->upper, vrmi_vec3_sub(limb->joint, limb->root),
                                  vrmi_vec3_sub(joint, limb->root));
    limb->lower = vrmi_limb_swung(limb->lower, vrmi_vec3_sub(limb->end, limb->joint),
                                  vrmi_vec3_sub(end, joint));
    limb->joint = joint;
    limb->end = end;
}
