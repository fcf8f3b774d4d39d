/* SPDX-License-Identifier: MIT */
/* Bends the target's legs so that planted points stay at their anchors, and no sole is deeper below
 * the ground than in the source. Hips are lowered where a leg does not reach. */
#include "motion/retarget/feet.h"

static const float lowered_most = 0.12f; /* legs */
static const float turn_most = 0.6f;     /* radians, of a foot */
static const float heel_most = 0.6f;     /* radians by which a heel may rise for the leg to reach */
static const float bends_freely = 0.87f, bends_most = 1.05f; /* radians, of toes */
static const float spare_reach = 0.002f; /* of a leg's length: its knee bends by 7 degrees */

/* ---- Goals of the feet ---- */

typedef struct Goal {
    vrm_Vec3 ankle;
    vrm_Quat turn; /* of the foot, from its present rotation */
    float weight;  /* importance of reaching it, 0..1 */
    bool is_moved;
} Goal;

/* A point that is not planted moves with the other one. */
static vrm_Vec3 shift_of(const vrmi_Feet* feet, int s, int p, int32_t f) {
    vrm_Vec3 own = feet->shift[s][p][f], other = feet->shift[s][1 - p][f];
    return vrmi_vec3_add(own, vrmi_vec3_scale(other, 1.0f - feet->weight[s][p][f]));
}

/* Returns the lowest allowed height of a point: no deeper than in the source or with free feet. */
static float floor_of(const vrmi_Feet* feet, int s, int p, int32_t f) {
    float depth = feet->scale * (feet->ground - feet->from[s][p][f].y);
    depth = fminf(depth, feet->floor - feet->to[s][p][f].y);
    return feet->floor - fmaxf(depth, 0.0f);
}

/* The same for the tip of the toes. It stays above the ground if the sole points down. If the foot
 * stands on its toes or lies on its instep, it is as in the source. Toes of a foot that is in the
 * ground do not bend up to its surface. */
static float tip_floor_of(const vrmi_Feet* feet, const vrmi_LegPose* now, int s, int32_t f) {
    float low = floor_of(feet, s, VRMI_TIP, f), ball = now->sole[VRMI_BALL].y;
    if (feet->contact_count == 0) return fminf(low, ball); /* the ground is unknown */
    float up = vrmi_quat_rotate(now->foot, (vrm_Vec3){0.0f, 1.0f, 0.0f}).y;
    low += vrmi_clamp(2.0f * up, 0.0f, 1.0f) * (feet->floor - low);
    return fminf(low, ball);
}

/* Returns the offset of a point from the ankle of a foot that is turned. */
static vrm_Vec3 turned(const vrmi_Feet* feet, const vrmi_LegPose* now, int s, int p,
                       vrm_Quat turn) {
    return vrmi_leg_sole(&feet->target.sides[s], vrmi_quat_mul(turn, now->foot), p);
}

/* Returns the weight of a point if both cannot be reached: planted points take precedence. */
static float say_of(float weight) {
    return (weight + 1e-3f) / (1.001f - weight);
}

/* A heel that is not planted rises to bring the ankle nearer, as at the end of a step. The foot
 * turns over its ball by an angle that grows from 0 with the missing leg length, and no further
 * than until the ankle is between ball and hip joint: a foot that stands on its toes stays. */
static void raise_heel(const vrmi_Feet* feet, const vrmi_LegPose* now, int s, int32_t f,
                       Goal* goal) {
    const vrmi_Leg* leg = &feet->target.sides[s];
    float part = (1.0f - feet->weight[s][VRMI_HEEL][f]) * feet->weight[s][VRMI_BALL][f];
    vrm_Vec3 offset = vrmi_vec3_sub(now->hip, goal->ankle);
    float wish = vrmi_vec3_length(offset), lack = wish - vrmi_leg_reach(leg, now, wish);
    if (!(part > 0.0f && lack > 0.0f)) return;
    vrm_Vec3 from_ball = vrmi_vec3_sub(now->ankle, now->ball);
    vrm_Vec3 arm = vrmi_quat_rotate(goal->turn, from_ball);
    vrm_Vec3 across = vrmi_vec3_cross(arm, offset); /* turns the ankle towards the hip joint */
    float gain = vrmi_vec3_length(across) / fmaxf(wish, 1e-6f); /* metres per radian */
    float most = heel_most;
    if (vrmi_vec3_dot(arm, offset) > 0.0f) /* the sine is below the angle */
        most = fminf(most, gain / fmaxf(vrmi_vec3_length(arm), 1e-6f));
    float angle = most * lack / (lack + most * gain);
    vrm_Quat turn = vrmi_quat_from_axis_angle(across, part * angle);
    vrm_Vec3 ball = vrmi_vec3_add(goal->ankle, turned(feet, now, s, VRMI_BALL, goal->turn));
    goal->turn = vrmi_quat_normalize(vrmi_quat_mul(turn, goal->turn));
    goal->ankle = vrmi_vec3_sub(ball, turned(feet, now, s, VRMI_BALL, goal->turn));
}

/* Returns the angle by which toes miss the ground if they bend as far as toes can. */
static float excess_of(float is, float missing) {
    float from = fmaxf(is, bends_freely), room = fmaxf(bends_most - from, 0.0f);
    float more = is + missing - from;
    return more > 0.0f ? more * more / (room + more) : 0.0f;
}

/* The heel gets lower if toes would have to bend too far. Only of a person on the feet: kneeling,
 * feet stay as they are. */
static void lower_heel(const vrmi_Feet* feet, const vrmi_LegPose* now, int s, int32_t f,
                       Goal* goal) {
    const vrmi_Leg* leg = &feet->target.sides[s];
    if (!leg->has_toes || !(feet->on_feet[f] > 0.0f)) return;
    vrmi_LegPose then = *now;
    vrmi_leg_place_foot(leg, goal->ankle, vrmi_quat_mul(goal->turn, now->foot), &then);
    float floor = tip_floor_of(feet, &then, s, f);
    float missing = vrmi_leg_missing_bend(leg, floor, feet->on_feet[f], &then);
    float angle = missing > 0.0f ? excess_of(vrmi_leg_bend(leg, &then), missing) : 0.0f;
    if (!(angle > 0.0f)) return;
    vrm_Vec3 axis = vrmi_leg_bend_axis(leg, then.foot);
    vrm_Quat turn = vrmi_quat_from_axis_angle(axis, feet->on_feet[f] * angle);
    vrm_Vec3 ball = then.sole[VRMI_BALL];
    goal->turn = vrmi_quat_normalize(vrmi_quat_mul(turn, goal->turn));
    goal->ankle = vrmi_vec3_sub(ball, turned(feet, now, s, VRMI_BALL, goal->turn));
    goal->is_moved = true;
}

static Goal planted_goal(const vrmi_Feet* feet, const vrmi_LegPose* now, int s, int32_t f) {
    vrm_Vec3 wish[VRMI_HELD_POINTS];
    Goal goal = {.ankle = now->ankle, .turn = vrmi_quat_identity()};
    for (int p = 0; p < VRMI_HELD_POINTS; p++) {
        vrm_Vec3 shift = shift_of(feet, s, p, f);
        wish[p] = vrmi_vec3_add(now->sole[p], shift);
        wish[p].y = fmaxf(wish[p].y, floor_of(feet, s, p, f));
        goal.is_moved |= vrmi_vec3_distance(wish[p], now->sole[p]) > 1e-6f;
        goal.weight = fmaxf(goal.weight, feet->weight[s][p][f]);
    }
    if (!goal.is_moved) return goal;
    vrm_Vec3 is = vrmi_vec3_sub(now->sole[VRMI_BALL], now->sole[VRMI_HEEL]);
    vrm_Vec3 should = vrmi_vec3_sub(wish[VRMI_BALL], wish[VRMI_HEEL]);
    goal.turn = vrmi_quat_from_to(vrmi_vec3_normalize(is), vrmi_vec3_normalize(should));
    float angle = vrmi_quat_angle(vrmi_quat_identity(), goal.turn);
    if (angle > turn_most)
        goal.turn = vrmi_quat_slerp(vrmi_quat_identity(), goal.turn, turn_most / angle);
    float heel = say_of(feet->weight[s][VRMI_HEEL][f]);
    float ball = say_of(feet->weight[s][VRMI_BALL][f]);
    vrm_Vec3 by[VRMI_HELD_POINTS];
    for (int p = 0; p < VRMI_HELD_POINTS; p++)
        by[p] = vrmi_vec3_sub(wish[p], turned(feet, now, s, p, goal.turn));
    vrm_Vec3 offset = vrmi_vec3_sub(by[VRMI_BALL], by[VRMI_HEEL]);
    goal.ankle = vrmi_vec3_add(by[VRMI_HEEL], vrmi_vec3_scale(offset, ball / (heel + ball)));
    /* The compromise may leave one of the two points too low. */
    float lift = 0.0f;
    for (int p = 0; p < VRMI_HELD_POINTS; p++) {
        float height = wish[p].y + goal.ankle.y - by[p].y;
        lift = fmaxf(lift, floor_of(feet, s, p, f) - height);
    }
    goal.ankle.y += (1.0f - goal.weight) * lift;
    raise_heel(feet, now, s, f, &goal);
    return goal;
}

static Goal goal_of(const vrmi_Feet* feet, const vrmi_LegPose* now, int s, int32_t f) {
    Goal goal = planted_goal(feet, now, s, f);
    lower_heel(feet, now, s, f, &goal);
    return goal;
}

/* ---- Hips ---- */

/* Returns how far the hip joint must be lowered for the leg to reach its goal with its knee
 * slightly bent. A leg that gets straight for a moment only would snap. */
static float needed_lowering(const vrmi_Leg* leg, const vrmi_LegPose* now, const Goal* goal) {
    vrm_Vec3 offset = vrmi_vec3_sub(now->hip, goal->ankle);
    float wish = vrmi_vec3_length(offset), reach = vrmi_leg_reach(leg, now, wish);
    if (!goal->is_moved || wish <= reach) return 0.0f;
    float spare = spare_reach * (leg->thigh_length + leg->shin_length), lack = wish - reach;
    reach -= spare * lack / (spare + lack);
    float square = reach * reach - offset.x * offset.x - offset.z * offset.z;
    float need = offset.y - (square > 0.0f ? sqrtf(square) : 0.0f);
    return need > 0.0f ? need * goal->weight : 0.0f;
}

static void find_lowering(vrmi_Feet* feet, const vrm_Pose* poses) {
    float limit = lowered_most * feet->target.length;
    int32_t lead = feet->cycle.lead;
    for (int32_t f = lead; f < feet->count - lead; f++) {
        feet->lowered[f] = 0.0f;
        for (int s = 0; s < 2; s++) {
            if (!feet->has_side[s]) continue;
            vrmi_LegPose now = vrmi_leg_pose(&feet->target, s, &poses[f - lead]);
            Goal goal = goal_of(feet, &now, s, f);
            float need = needed_lowering(&feet->target.sides[s], &now, &goal);
            feet->lowered[f] = fminf(fmaxf(feet->lowered[f], need), limit);
        }
        if (feet->wanted != NULL) feet->lowered[f] = fmaxf(feet->lowered[f], feet->wanted[f]);
    }
    if (feet->wanted != NULL) limit = VRMI_WANTED_MOST * feet->target.length;
    vrmi_feet_envelope(feet, feet->lowered);
    /* Hands and knees on the ground take precedence: the legs then reach as far as they can. */
    vrmi_feet_keep_room(feet, feet->lowered, limit);
    for (int32_t f = lead; f < feet->count - lead && feet->raising != NULL; f++)
        feet->lowered[f] -= feet->raising[f];
}

/* ---- Legs ---- */

static void hold_leg(vrmi_Feet* feet, int s, int32_t f, vrm_Pose* pose) {
    const vrmi_Leg* leg = &feet->target.sides[s];
    vrmi_LegPose now = vrmi_leg_pose(&feet->target, s, pose);
    Goal goal = goal_of(feet, &now, s, f);
    bool dips = now.sole[VRMI_TIP].y < tip_floor_of(feet, &now, s, f);
    bool is_lowered = fabsf(feet->lowered[f]) >= 1e-6f;
    feet->bend[s][f] = 0.0f;
    if (!goal.is_moved && !dips && !is_lowered) return;
    if (goal.is_moved || is_lowered) {
        vrm_Vec3 hip = now.hip;
        hip.y += fmaxf(-feet->lowered[f], 0.0f); /* raised hips need a longer reach */
        float reach = vrmi_leg_reach(leg, &now, vrmi_vec3_distance(hip, goal.ankle));
        vrm_Quat foot = vrmi_quat_normalize(vrmi_quat_mul(goal.turn, now.foot));
        /* Knee and ankle are lowered with the hips. */
        vrm_Vec3* down[] = {&now.hip, &now.knee, &now.ankle};
        for (int i = 0; i < 3; i++) down[i]->y -= feet->lowered[f];
        vrmi_leg_solve(leg, goal.ankle, reach, foot, &now);
    }
    float floor = tip_floor_of(feet, &now, s, f);
    vrmi_leg_lift_instep_tip(leg, floor, &now);
    feet->bend[s][f] = vrmi_leg_missing_bend(leg, floor, feet->on_feet[f], &now);
    vrmi_leg_write(leg, &now, pose);
}

/* Toes that touch the ground bend at once, those that leave it would snap straight: they begin
 * earlier and end later, at a speed that feet have. */
static void bend_toes(vrmi_Feet* feet, int s, vrm_Pose* poses) {
    const float speed_most = 6.0f; /* radians per second */
    int32_t lead = feet->cycle.lead;
    const vrmi_Leg* leg = &feet->target.sides[s];
    vrmi_feet_slow_down(feet, feet->bend[s], speed_most);
    for (int32_t f = lead; f < feet->count - lead; f++) {
        if (!(feet->bend[s][f] > 0.0f)) continue;
        vrmi_LegPose now = vrmi_leg_pose(&feet->target, s, &poses[f - lead]);
        float floor = tip_floor_of(feet, &now, s, f);
        float missing = vrmi_leg_missing_bend(leg, floor, feet->on_feet[f], &now);
        float room = fmaxf(bends_most - vrmi_leg_bend(leg, &now), 0.0f);
        vrmi_leg_bend_toes(leg, fmaxf(missing, fminf(feet->bend[s][f], room)), &now);
        vrmi_leg_write(leg, &now, &poses[f - lead]);
    }
}

void vrmi_feet_hold(vrmi_Feet* feet, vrm_Pose* poses) {
    int32_t lead = feet->cycle.lead;
    find_lowering(feet, poses);
    for (int32_t f = lead; f < feet->count - lead; f++) {
        vrm_Pose* pose = &poses[f - lead];
        for (int s = 0; s < 2; s++)
            if (feet->has_side[s]) hold_leg(feet, s, f, pose);
        pose->hips_offset.y -= feet->lowered[f];
    }
    for (int s = 0; s < 2; s++)
        if (feet->has_side[s] && feet->target.sides[s].has_toes) bend_toes(feet, s, poses);
}
