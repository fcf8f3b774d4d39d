/* SPDX-License-Identifier: MIT */
#include "motion/retarget/legs.h"

#include "base/trig.h"
#include "motion/retarget/limb.h"

enum { LOWER = 1, FOOT = 2, TOES = 3 }; /* bones of a leg, from the upper one on */

static bool has(const vrm_Skeleton* s, vrm_Bone bone) {
    return (s->bones >> bone & 1) != 0;
}

/* Sets the points of the sole: the heel behind the ankle, the tip half a foot length in front of
 * the ball. Without toes, or with toes at the ankle, the foot has the length of a human foot and
 * turns about its sole. */
static void place_sole(vrmi_Leg* leg, float height, float leg_length) {
    vrm_Vec3 ahead = {leg->toes.x, 0.0f, leg->toes.z};
    float length = vrmi_vec3_length(ahead);
    if (!leg->has_toes || length < 0.03f * leg_length) {
        length = 0.13f * leg_length;
        ahead = (vrm_Vec3){0.0f, 0.0f, length};
        leg->toes = (vrm_Vec3){0.0f, -height, length};
    }
    leg->sole[VRMI_HEEL] = (vrm_Vec3){-0.25f * ahead.x, -height, -0.25f * ahead.z};
    leg->sole[VRMI_BALL] = (vrm_Vec3){ahead.x, -height, ahead.z};
    leg->thickness = leg->toes.y + height;
    leg->sole[VRMI_TIP] = (vrm_Vec3){0.5f * ahead.x, fminf(-leg->thickness, 0.0f), 0.5f * ahead.z};
}

/* Returns how far the knee is ahead of the line from hip joint to ankle. Makes the direction
 * `ahead` perpendicular to that line. */
static float knee_ahead(vrm_Vec3 thigh, vrm_Vec3 shin, vrm_Vec3* ahead) {
    vrm_Vec3 line = vrmi_vec3_normalize(vrmi_vec3_add(thigh, shin));
    vrm_Vec3 out = vrmi_vec3_scale(line, vrmi_vec3_dot(*ahead, line));
    *ahead = vrmi_vec3_normalize(vrmi_vec3_sub(*ahead, out));
    return vrmi_vec3_dot(thigh, *ahead);
}

static void read_leg(const vrm_Skeleton* s, int side, vrmi_Leg* leg) {
    vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    const vrm_Vec3* at = &s->positions[upper];
    leg->upper = upper;
    leg->hip = vrmi_vec3_sub(at[0], s->positions[VRM_BONE_HIPS]);
    leg->thigh = vrmi_vec3_sub(at[LOWER], at[0]);
    leg->shin = vrmi_vec3_sub(at[FOOT], at[LOWER]);
    leg->toes = vrmi_vec3_sub(at[TOES], at[FOOT]);
    leg->thigh_length = vrmi_vec3_length(leg->thigh);
    leg->shin_length = vrmi_vec3_length(leg->shin);
    leg->has_toes = has(s, (vrm_Bone)(upper + TOES));
    vrm_Vec3 ahead = {0.0f, 0.0f, 1.0f};
    leg->back = fmaxf(-knee_ahead(leg->thigh, leg->shin, &ahead), 0.0f);
    bool has_joints = has(s, VRM_BONE_HIPS) && has(s, upper) && has(s, (vrm_Bone)(upper + LOWER)) &&
                      has(s, (vrm_Bone)(upper + FOOT));
    float length = leg->thigh_length + leg->shin_length;
    leg->is_there = has_joints && leg->thigh_length > 1e-4f && leg->shin_length > 1e-4f &&
                    length < 1e6f && vrmi_is_finite(vrmi_vec3_length(leg->hip)) &&
                    vrmi_is_finite(vrmi_vec3_length(leg->toes));
}

vrmi_Legs vrmi_legs(const vrm_Skeleton* s) {
    vrmi_Legs legs = {.hips = s->positions[VRM_BONE_HIPS]};
    float count = 0.0f, total = 0.0f, ankles = 0.0f, sole = 0.0f;
    for (int side = 0; side < 2; side++) {
        vrmi_Leg* leg = &legs.sides[side];
        read_leg(s, side, leg);
        if (!leg->is_there) continue;
        float ankle = s->positions[leg->upper + FOOT].y;
        float toes = leg->has_toes ? ankle + leg->toes.y : ankle;
        sole = fminf(sole, fminf(ankle, toes)); /* some skeletons stand below the ground */
        ankles += ankle;
        total += leg->thigh_length + leg->shin_length;
        legs.middle = vrmi_vec3_add(legs.middle, leg->hip);
        count += 1.0f;
    }
    if (count == 0.0f) return legs;
    legs.middle = vrmi_vec3_scale(legs.middle, 1.0f / count);
    /* Limits the ankle height of a floating skeleton to that of a human foot. */
    float straight = total / count, height = ankles / count - sole;
    if (height > 0.25f * straight) height = 0.25f * straight;
    legs.sole = ankles / count - height;
    legs.length = straight + height;
    for (int side = 0; side < 2; side++) {
        vrmi_Leg* leg = &legs.sides[side];
        if (leg->is_there)
            place_sole(leg, s->positions[leg->upper + FOOT].y - legs.sole, legs.length);
    }
    return legs;
}

/* ---- A pose ---- */

vrm_Vec3 vrmi_legs_hips(const vrmi_Legs* legs, const vrm_Pose* pose) {
    return vrmi_vec3_add(legs->hips, pose->hips_offset);
}

static vrm_Vec3 reached(vrm_Vec3 from, vrm_Quat turn, vrm_Vec3 step) {
    return vrmi_vec3_add(from, vrmi_quat_rotate(turn, step));
}

/* A heel rises about the joint of the toes, which lie still: the ball is below that joint. Only the
 * ball of a foot that is upright or on its instep is fixed to the foot. */
static vrm_Vec3 ball_of(const vrmi_Leg* leg, vrm_Quat foot) {
    vrm_Vec3 down = vrmi_quat_rotate(foot, (vrm_Vec3){0.0f, -leg->thickness, 0.0f});
    float upright = vrmi_quat_rotate(foot, (vrm_Vec3){0.0f, 1.0f, 0.0f}).y;
    float rolls = vrmi_clamp(4.0f * upright, 0.0f, 1.0f); /* 1 up to 75 degrees */
    vrm_Vec3 ball =
        vrmi_vec3_add(vrmi_quat_rotate(foot, leg->toes), vrmi_vec3_scale(down, 1.0f - rolls));
    ball.y -= rolls * leg->thickness;
    return ball;
}

vrm_Vec3 vrmi_leg_sole(const vrmi_Leg* leg, vrm_Quat foot, int point) {
    return point == VRMI_BALL ? ball_of(leg, foot) : vrmi_quat_rotate(foot, leg->sole[point]);
}

static void place_foot(const vrmi_Leg* leg, vrmi_LegPose* p) {
    p->ball = reached(p->ankle, p->foot, leg->toes);
    for (int i = VRMI_HEEL; i <= VRMI_BALL; i++)
        p->sole[i] = vrmi_vec3_add(p->ankle, vrmi_leg_sole(leg, p->foot, i));
    p->sole[VRMI_TIP] = reached(p->ball, p->toes, leg->sole[VRMI_TIP]);
}

vrmi_LegPose vrmi_leg_pose(const vrmi_Legs* legs, int side, const vrm_Pose* pose) {
    const vrmi_Leg* leg = &legs->sides[side];
    const vrm_Quat* turns = &pose->rotations[leg->upper];
    vrmi_LegPose p;
    p.hips = pose->rotations[VRM_BONE_HIPS];
    p.upper = vrmi_quat_normalize(vrmi_quat_mul(p.hips, turns[0]));
    p.lower = vrmi_quat_normalize(vrmi_quat_mul(p.upper, turns[LOWER]));
    p.foot = vrmi_quat_normalize(vrmi_quat_mul(p.lower, turns[FOOT]));
    p.toes = p.foot;
    if (leg->has_toes) p.toes = vrmi_quat_normalize(vrmi_quat_mul(p.foot, turns[TOES]));
    p.hip = reached(vrmi_legs_hips(legs, pose), p.hips, leg->hip);
    p.knee = reached(p.hip, p.upper, leg->thigh);
    p.ankle = reached(p.knee, p.lower, leg->shin);
    place_foot(leg, &p);
    return p;
}

/* ---- Reaching ---- */

static vrm_Vec3 ahead_of(const vrmi_LegPose* now) {
    return vrmi_quat_rotate(now->upper, (vrm_Vec3){0.0f, 0.0f, 1.0f});
}

static vrmi_TwoBones limb_of(const vrmi_Leg* leg, const vrmi_LegPose* now) {
    return (vrmi_TwoBones){leg->thigh_length, leg->shin_length, now->hip,   now->knee,
                           now->ankle,        now->upper,       now->lower, ahead_of(now)};
}

/* A knee that is bent by more than rest poses are turns about some other axis: it stays. */
static float straight_share(vrm_Vec3 thigh, vrm_Vec3 shin) {
    const float all = 0.866f, none = 0.707f; /* cosines of 30 and 45 degrees */
    float is = vrmi_vec3_dot(vrmi_vec3_normalize(thigh), vrmi_vec3_normalize(shin));
    return vrmi_clamp((is - none) / (all - none), 0.0f, 1.0f);
}

bool vrmi_leg_straighten(const vrmi_Leg* leg, vrmi_LegPose* now) {
    vrm_Vec3 thigh = vrmi_vec3_sub(now->knee, now->hip), ahead = ahead_of(now);
    vrm_Vec3 shin = vrmi_vec3_sub(now->ankle, now->knee);
    float back = -knee_ahead(thigh, shin, &ahead) - leg->back;
    if (!(back > 1e-5f * leg->thigh_length)) return false;
    vrm_Vec3 shift = vrmi_vec3_scale(ahead, back * straight_share(thigh, shin));
    now->upper = vrmi_limb_swung(now->upper, thigh, vrmi_vec3_add(thigh, shift));
    now->lower = vrmi_limb_swung(now->lower, shin, vrmi_vec3_sub(shin, shift));
    now->knee = reached(now->hip, now->upper, leg->thigh);
    vrmi_leg_place_foot(leg, reached(now->knee, now->lower, leg->shin), now->foot, now);
    return true;
}

float vrmi_leg_reach(const vrmi_Leg* leg, const vrmi_LegPose* now, float wish) {
    vrmi_TwoBones limb = limb_of(leg, now);
    return vrmi_limb_reach(&limb, wish, 0.0f);
}

void vrmi_leg_place_foot(const vrmi_Leg* leg, vrm_Vec3 ankle, vrm_Quat foot, vrmi_LegPose* now) {
    now->ankle = ankle;
    now->foot = foot;
    if (!leg->has_toes) now->toes = foot;
    place_foot(leg, now);
}

void vrmi_leg_solve(const vrmi_Leg* leg, vrm_Vec3 ankle, float reach, vrm_Quat foot,
                    vrmi_LegPose* now) {
    vrmi_TwoBones limb = limb_of(leg, now);
    vrmi_limb_solve(&limb, ankle, reach);
    now->upper = limb.upper;
    now->lower = limb.lower;
    now->knee = limb.joint;
    vrmi_leg_place_foot(leg, limb.end, foot, now);
}

/* ---- Toes ---- */

static const float tip_turn = 4.0f; /* radians for a tip that is its own length too low */

static vrm_Vec3 tip_of(const vrmi_LegPose* now) {
    return vrmi_vec3_sub(now->sole[VRMI_TIP], now->ball);
}

vrm_Vec3 vrmi_leg_bend_axis(const vrmi_Leg* leg, vrm_Quat turn) {
    vrm_Vec3 axis = {-leg->sole[VRMI_TIP].z, 0.0f, leg->sole[VRMI_TIP].x};
    return vrmi_quat_rotate(turn, vrmi_vec3_normalize(axis));
}

float vrmi_leg_bend(const vrmi_Leg* leg, const vrmi_LegPose* now) {
    vrm_Vec3 straight = vrmi_quat_rotate(now->foot, leg->sole[VRMI_TIP]), tip = tip_of(now);
    vrm_Vec3 up = vrmi_vec3_cross(vrmi_leg_bend_axis(leg, now->foot), straight);
    return vrmi_atan2(vrmi_vec3_dot(up, tip), vrmi_vec3_dot(straight, tip));
}

/* Returns the largest turn of the toes. It is not limited while the person is on the feet or the
 * sole is below the foot. If the foot points down or lies on its instep, a turn hardly raises toes
 * that point down: the limit is proportional to the depth of the tip, and smaller for steep toes,
 * so that they neither snap up nor flip where they are vertical. */
static float most_tip_turn(const vrmi_LegPose* now, float on_feet, float lack, float level) {
    float up = vrmi_quat_rotate(now->foot, (vrm_Vec3){0.0f, 1.0f, 0.0f}).y;
    float is_free = fmaxf(on_feet, vrmi_clamp(up / 0.17f, 0.0f, 1.0f)); /* cosine of 80 degrees */
    return tip_turn * lack * vrmi_clamp(2.0f * level, 0.0f, 1.0f) + VRMI_PI * is_free;
}

/* Returns whether a foot is on its instep, with the sole above it. */
static bool is_on_instep(const vrmi_LegPose* now) {
    return !(vrmi_quat_rotate(now->foot, (vrm_Vec3){0.0f, 1.0f, 0.0f}).y > 0.0f);
}

/* Bent by x, the tip is at `tip.y * cos(x) + up.y * sin(x)`. The tip of a steep foot is behind the
 * joint: it gets lower before it rises. */
float vrmi_leg_missing_bend(const vrmi_Leg* leg, float floor, float on_feet,
                            const vrmi_LegPose* now) {
    vrm_Vec3 tip = tip_of(now), up = vrmi_vec3_cross(vrmi_leg_bend_axis(leg, now->toes), tip);
    float length = vrmi_vec3_length(tip), lack = floor - now->sole[VRMI_TIP].y;
    if (!leg->has_toes || !(lack > 0.0f) || is_on_instep(now)) return 0.0f;
    float height = vrmi_clamp(floor - now->ball.y, -0.9f * length, 0.9f * length);
    float highest = sqrtf(tip.y * tip.y + up.y * up.y);
    float full = up.y < 0.0f ? 2.0f * VRMI_PI : 0.0f;
    float bend = vrmi_atan2(up.y, tip.y) + full - vrmi_acos(fminf(height / highest, 1.0f));
    /* Toes on their side cannot raise their tip. */
    bend *= vrmi_clamp(4.0f * highest / length - 1.0f, 0.0f, 1.0f);
    float level = sqrtf(tip.x * tip.x + tip.z * tip.z) / length;
    bend = fminf(bend, most_tip_turn(now, on_feet, lack / length, level));
    return vrmi_clamp(bend, 0.0f, VRMI_PI);
}

void vrmi_leg_bend_toes(const vrmi_Leg* leg, float bend, vrmi_LegPose* now) {
    vrm_Quat turn = vrmi_quat_from_axis_angle(vrmi_leg_bend_axis(leg, now->toes), bend);
    now->toes = vrmi_quat_normalize(vrmi_quat_mul(turn, now->toes));
    place_foot(leg, now);
}

/* The toes turn in the vertical plane, to the side to which they point. */
void vrmi_leg_lift_instep_tip(const vrmi_Leg* leg, float floor, vrmi_LegPose* now) {
    if (!leg->has_toes || !(now->sole[VRMI_TIP].y < floor) || !is_on_instep(now)) return;
    vrm_Vec3 tip = tip_of(now);
    float length = vrmi_vec3_length(tip);
    float height = vrmi_clamp(floor - now->ball.y, -0.9f * length, 0.9f * length);
    vrm_Vec3 along = {leg->sole[VRMI_TIP].x, 0.0f, leg->sole[VRMI_TIP].z};
    along = vrmi_vec3_normalize(vrmi_quat_rotate(now->toes, along));
    vrm_Vec3 level = {along.x, 0.0f, along.z};
    vrm_Vec3 ahead =
        vrmi_vec3_normalize_or(level, vrmi_quat_rotate(now->foot, (vrm_Vec3){0.0f, 0.0f, 1.0f}));
    vrm_Vec3 wish = vrmi_vec3_scale(ahead, sqrtf(length * length - height * height));
    wish.y = height;
    vrm_Quat turned = vrmi_limb_swung(now->toes, tip, wish);
    float lack = (floor - now->sole[VRMI_TIP].y) / length;
    float most = most_tip_turn(now, 0.0f, lack, vrmi_vec3_length(level));
    float angle = vrmi_quat_angle(now->toes, turned);
    now->toes = angle > most ? vrmi_quat_slerp(now->toes, turned, most / angle) : turned;
    place_foot(leg, now);
}

void vrmi_leg_write(const vrmi_Leg* leg, const vrmi_LegPose* now, vrm_Pose* pose) {
    vrm_Quat* turns = &pose->rotations[leg->upper];
    turns[0] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(now->hips), now->upper));
    turns[LOWER] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(now->upper), now->lower));
    turns[FOOT] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(now->lower), now->foot));
    if (leg->has_toes)
        turns[TOES] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(now->foot), now->toes));
}
