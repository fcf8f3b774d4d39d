/* SPDX-License-Identifier: MIT */
/* Moves the hips of the target: to a seat of a given height, and down for hands and knees that do
 * not reach the ground. */
#include "motion/retarget/touch.h"

static const float seat_thick = 0.08f; /* leg lengths, below the hip joints */
static const float knee_thick = 0.05f; /* leg lengths */
static const float stretched = 0.985f; /* of an arm that supports the body */

/* ---- Seat ---- */

static float seat_of(const vrmi_Feet* feet, const vrm_Pose* pose) {
    const vrmi_Legs* legs = &feet->target;
    vrm_Vec3 up = vrmi_quat_rotate(pose->rotations[VRM_BONE_HIPS], legs->middle);
    return vrmi_legs_hips(legs, pose).y + up.y - seat_thick * legs->length - feet->floor;
}

static float mean_seat(const vrmi_Touches* t, const vrmi_TouchContact* c, const vrm_Pose* poses) {
    double sum = 0.0;
    for (int32_t i = c->first; i <= c->last; i++)
        sum += (double)seat_of(t->feet, &poses[vrmi_touch_index(t->feet, i)]);
    return (float)(sum / (double)(c->last - c->first + 1));
}

static void add_seat(vrmi_Touches* t, const vrmi_TouchContact* c, float by) {
    double fade = vrmi_touch_fade(t, VRMI_TOUCH_SEAT_FADE_S);
    int32_t last = vrmi_touch_fade_out(t, c, fade);
    for (int32_t i = vrmi_touch_fade_in(t, c, fade); i <= last; i++) {
        float weight = vrmi_touch_weight(t, c, i, fade);
        t->raising[i] += weight * by;
        t->sum[i] += weight;
    }
}

void vrmi_touch_seat(vrmi_Touches* t, const vrm_Pose* poses, vrm_ContactReport* report) {
    vrmi_Feet* feet = t->feet;
    double sum = 0.0, used = 0.0;
    for (int32_t i = 0; i < feet->count; i++) t->raising[i] = t->sum[i] = 0.0f;
    for (int32_t i = 0; i < t->contact_count; i++) {
        const vrmi_TouchContact* c = &t->contacts[i];
        if (c->kind != VRMI_TOUCH_SEAT) continue;
        float height = mean_seat(t, c, poses);
        if (t->seat_height > 0.0f) add_seat(t, c, t->seat_height - height);
        sum += (double)(t->seat_height > 0.0f ? t->seat_height : height);
        used += 1.0;
    }
    if (used > 0.0) report->seat_mm = (float)(1000.0 * sum / used);
    if (!(t->seat_height > 0.0f && used > 0.0)) return;
    for (int32_t i = 0; i < feet->count; i++) {
        t->raising[i] /= fmaxf(t->sum[i], 1.0f);
        /* Hips stay on the seat: legs that do not reach the ground hang down. */
        feet->room[i] *= 1.0f - t->weight[VRMI_TOUCH_SEAT][0][i];
    }
    feet->raising = t->raising;
}

/* ---- Hands and knees ---- */

/* Returns how far the shoulder must be lowered for the hand to reach the ground. */
static float hand_lack(const vrmi_Touches* t, int s, int32_t i, const vrmi_BodyPose* body) {
    const vrmi_Arm* arm = &t->to[s];
    vrm_Vec3 palm = vrmi_arm_palm(arm, body), goal = vrmi_touch_ground_goal(t, s, i, body);
    vrmi_TwoBones limb = vrmi_arm_limb(arm, body);
    vrm_Vec3 wrist = vrmi_vec3_add(limb.end, vrmi_vec3_sub(goal, palm));
    vrm_Vec3 offset = vrmi_vec3_sub(limb.root, wrist);
    /* As straight as in the source is straight enough. */
    float reach = fmaxf(stretched * arm->length, vrmi_vec3_distance(limb.root, limb.end));
    if (vrmi_vec3_length(offset) <= reach) return 0.0f;
    float square = reach * reach - offset.x * offset.x - offset.z * offset.z;
    return fmaxf(offset.y - (square > 0.0f ? sqrtf(square) : 0.0f), 0.0f);
}

static float knee_lack(const vrmi_Touches* t, int s, int32_t i, const vrmi_BodyPose* body) {
    const vrmi_Feet* feet = t->feet;
    vrm_Bone knee = s == 0 ? VRM_BONE_LEFT_LOWER_LEG : VRM_BONE_RIGHT_LOWER_LEG;
    float height = body->at[knee].y - knee_thick * feet->target.length - feet->floor;
    return fmaxf(height - feet->scale * t->knee[s][i], 0.0f);
}

static bool supports(const vrmi_Touches* t, vrmi_TouchKind kind, int32_t i) {
    return t->weight[kind][0][i] > 0.0f || t->weight[kind][1][i] > 0.0f;
}

/* Returns how far the hips are to be lowered in a frame. */
static float lack_of(const vrmi_Touches* t, int32_t i, const vrm_Pose* pose) {
    vrmi_BodyPose body;
    float lack = 0.0f;
    if (!supports(t, VRMI_TOUCH_GROUND, i) && !supports(t, VRMI_TOUCH_KNEE, i)) return 0.0f;
    vrmi_body_pose(t->target, pose, &body);
    for (int s = 0; s < 2; s++) {
        float hand = t->weight[VRMI_TOUCH_GROUND][s][i], knee = t->weight[VRMI_TOUCH_KNEE][s][i];
        if (hand > 0.0f) lack = fmaxf(lack, hand * hand_lack(t, s, i, &body));
        if (knee > 0.0f) lack = fmaxf(lack, knee * knee_lack(t, s, i, &body));
    }
    return lack;
}

void vrmi_touch_lower(vrmi_Touches* t, const vrm_Pose* poses, int32_t count,
                      vrm_ContactReport* report) {
    vrmi_Feet* feet = t->feet;
    int32_t lead = feet->cycle.lead;
    float limit = VRMI_WANTED_MOST * feet->target.length, most = 0.0f;
    float rounding = 1e-5f * feet->target.length;
    for (int32_t f = 0; f < count; f++) {
        float lack = fminf(lack_of(t, lead + f, &poses[f]), fmaxf(feet->room[lead + f], 0.0f));
        t->wanted[lead + f] = lack > rounding ? fminf(lack, limit) : 0.0f;
        most = fmaxf(most, t->wanted[lead + f]);
    }
    report->hips_lowered_mm = 1000.0f * most;
    if (most > 0.0f) feet->wanted = t->wanted;
}
