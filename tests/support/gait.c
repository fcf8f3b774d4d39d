/* SPDX-License-Identifier: MIT */
#include "support/gait.h"

#include "motion/retarget/legs.h"

const GaitBuild gait_builds[GAIT_BUILDS] = {
    {"person", 0.42f, 0.40f, 0.085f, 0.13f, 0.09f, 0.04f, true},
    {"child", 0.20f, 0.21f, 0.05f, 0.08f, 0.055f, 0.02f, true},
    {"tall", 0.55f, 0.51f, 0.11f, 0.17f, 0.11f, 0.05f, true},
    {"long legs", 0.52f, 0.42f, 0.08f, 0.12f, 0.08f, 0.0f, true},
    {"wide", 0.34f, 0.36f, 0.07f, 0.15f, 0.19f, 0.12f, true},
    {"robot", 0.30f, 0.45f, 0.14f, 0.10f, 0.12f, 0.2f, false},
};

const char* const gait_names[GAIT_KINDS] = {"walk", "run", "jump", "turn", "sit", "swim"};

vrm_Skeleton gait_figure(const GaitBuild* b) {
    vrm_Skeleton s = vrm_skeleton_person(0.0f);
    float hips = b->ankle + b->shin + b->thigh + b->hips_rise;
    float up = hips - s.positions[VRM_BONE_HIPS].y;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) s.positions[bone].y += up;
    for (int side = 0; side < 2; side++) {
        vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        float x = side == 0 ? b->hips_width : -b->hips_width;
        s.positions[upper] = (vrm_Vec3){x, hips - b->hips_rise, 0};
        s.positions[upper + 1] = (vrm_Vec3){x, b->ankle + b->shin, 0.005f};
        s.positions[upper + 2] = (vrm_Vec3){x, b->ankle, -0.005f};
        s.positions[upper + 3] = (vrm_Vec3){x, 0.2f * b->ankle, b->foot};
        if (!b->has_toes) s.bones &= ~((uint64_t)1 << (upper + 3));
    }
    return s;
}

/* ---- Steps ---- */

/* A foot comes down on its heel, lies flat, rises over its ball and leaves. */
typedef struct Stance {
    double on, flat, off, end; /* seconds */
    vrm_Vec3 place;            /* of the heel while it lies flat, on the ground */
    float heading;             /* radians */
    float strike, push;        /* degrees of the toes up at `on`, of the heel up at `end` */
} Stance;

static const double walk_period = 1.1, run_period = 0.7;
static const float walk_speed = 1.0f, run_speed = 2.6f;

/* Of endless gaits, stance k; `out` false: there is none. */
static bool stance_at(GaitKind kind, int side, int k, Stance* out) {
    float x = side == 0 ? 0.09f : -0.09f;
    double half = side == 0 ? 0.0 : 0.5;
    const double turn_on[2] = {0.6, 1.4};
    switch (kind) {
    case GAIT_WALK: {
        double on = (k + half) * walk_period;
        *out = (Stance){on, on + 0.1, on + 0.4, on + 0.66, {x, 0, 0}, 0, 18, 30};
        out->place.z = walk_speed * (float)(on + 0.28) - 0.02f;
        return true;
    }
    case GAIT_RUN: {
        double on = (k + half) * run_period;
        *out = (Stance){on, on + 0.05, on + 0.13, on + 0.22, {0.6f * x, 0, 0}, 0, 5, 35};
        out->place.z = run_speed * (float)(on + 0.1) - 0.02f;
        return true;
    }
    case GAIT_JUMP:
        *out = k == 0 ? (Stance){-1, -1, 0.75, 0.9, {x, 0, -0.04f}, 0, 0, 40}
                      : (Stance){1.4, 1.46, 9, 9, {x, 0, 0.26f}, 0, -20, 0};
        return k == 0 || k == 1;
    case GAIT_TURN:
        if (k == 0)
            *out = (Stance){-1, -1, turn_on[side] - 0.35, turn_on[side] - 0.25, {x, 0, -0.04f}, 0,
                            0,  20};
        /* Half a turn to the left: the feet change their places. */
        if (k == 1)
            *out =
                (Stance){turn_on[side], turn_on[side] + 0.1, 9, 9, {-x, 0, 0.04f}, VRMI_PI, 10, 0};
        return k == 0 || k == 1;
    case GAIT_SIT: *out = (Stance){-1, -1, 9, 9, {x, 0, 0.33f}, 0, 0, 0}; return k == 0;
    default: return false;
    }
}

double gait_length(GaitKind kind) {
    return kind == GAIT_WALK ? 4.3 : kind == GAIT_RUN ? 2.7 : 2.5; /* no whole strides */
}

/* The stance at or before a time, and the next; `out_k` is the number of the first. */
static void stances_about(GaitKind kind, int side, double t, Stance* before, Stance* after,
                          bool* has_before, bool* has_after) {
    *has_before = *has_after = false;
    for (int k = -3; k < 12; k++) {
        Stance s = {0};
        if (!stance_at(kind, side, k, &s)) continue;
        if (s.on <= t) {
            *before = s;
            *has_before = true;
        } else if (!*has_after) {
            *after = s;
            *has_after = true;
        }
    }
}

bool gait_rests(GaitKind kind, int point, double t, double margin) {
    Stance s = {0};
    for (int k = -3; k < 12; k++) {
        if (!stance_at(kind, point / 2, k, &s)) continue;
        /* Feet that come down on their toes begin with the ball. */
        bool is_heel = (point & 1) == 0, lands_on_toes = s.strike < 0;
        double on = is_heel == lands_on_toes ? s.flat : s.on;
        double end = is_heel ? s.off : s.end;
        if (t >= on + margin && t <= end - margin) return true;
    }
    return false;
}

/* ---- Feet ---- */

static float smooth(double x) {
    float t = vrmi_clamp((float)x, 0, 1);
    return t * t * (3 - 2 * t);
}

static vrm_Quat foot_turn(float heading, float toes_up) {
    vrm_Quat yaw = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, heading);
    vrm_Quat pitch = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, -toes_up * VRMI_TO_RADIANS);
    return vrmi_quat_mul(yaw, pitch);
}

typedef struct Foot {
    vrm_Vec3 ankle;
    float heading, toes_up;
} Foot;

static Foot foot_in(const vrmi_Leg* leg, const Stance* s, double t) {
    Foot foot = {.heading = s->heading};
    double in = s->flat > s->on ? (s->flat - t) / (s->flat - s->on) : 0;
    double out = s->end > s->off ? (t - s->off) / (s->end - s->off) : 0;
    foot.toes_up = s->strike * smooth(in) - s->push * smooth(out);
    /* About the heel with toes up, about the joint of the toes with the heel up. */
    vrm_Vec3 heel = leg->sole[VRMI_HEEL], ball = leg->toes;
    vrm_Quat flat = foot_turn(s->heading, 0), turn = foot_turn(s->heading, foot.toes_up);
    vrm_Vec3 pivot = s->place, arm = heel;
    if (foot.toes_up < 0) {
        pivot = vrmi_vec3_add(pivot, vrmi_quat_rotate(flat, vrmi_vec3_sub(ball, heel)));
        arm = ball;
    }
    foot.ankle = vrmi_vec3_sub(pivot, vrmi_quat_rotate(turn, arm));
    return foot;
}

static Foot foot_at(const vrmi_Leg* leg, GaitKind kind, int side, double t) {
    Stance before = {0}, after = {0};
    bool has_before, has_after;
    stances_about(kind, side, t, &before, &after, &has_before, &has_after);
    if (!has_before || t <= before.end || !has_after) return foot_in(leg, &before, t);
    Foot a = foot_in(leg, &before, before.end), b = foot_in(leg, &after, after.on), foot;
    double part = (t - before.end) / (after.on - before.end);
    float w = smooth(part), lift = 4 * (float)(part * (1 - part));
    foot.ankle = vrmi_vec3_add(a.ankle, vrmi_vec3_scale(vrmi_vec3_sub(b.ankle, a.ankle), w));
    foot.ankle.y += (kind == GAIT_JUMP ? 0.2f : 0.06f) * lift;
    foot.heading = vrmi_lerp(a.heading, b.heading, w);
    foot.toes_up = vrmi_lerp(a.toes_up, b.toes_up, w);
    return foot;
}

/* ---- Hips ---- */

static void hips_at(GaitKind kind, double t, vrm_Pose* pose) {
    const double whole = 6.28318530717958647692;
    vrm_Vec3* at = &pose->hips_offset;
    float yaw = 0, pitch = 0;
    if (kind == GAIT_WALK || kind == GAIT_RUN) {
        double phase = whole * t / (kind == GAIT_WALK ? walk_period : run_period);
        at->z = (kind == GAIT_WALK ? walk_speed : run_speed) * (float)t;
        at->x = 0.015f * (float)sin(phase - 0.6);
        at->y = (kind == GAIT_WALK ? -0.075f : -0.11f) - 0.012f * (float)cos(2 * phase);
        yaw = 0.08f * (float)cos(phase);
        pitch = kind == GAIT_RUN ? 0.12f : 0.03f;
    } else if (kind == GAIT_JUMP) {
        at->y = -0.05f - 0.12f * smooth(t / 0.5) + 0.17f * smooth((t - 0.6) / 0.3);
        double air = (t - 0.9) / 0.5;
        if (air > 0 && air < 1) at->y += 1.2f * (float)(air * (1 - air));
        at->y -= 0.15f * smooth((t - 1.35) / 0.2) - 0.15f * smooth((t - 1.6) / 0.5);
        at->z = 0.3f * smooth(air);
    } else if (kind == GAIT_TURN) {
        yaw = VRMI_PI * smooth((t - 0.2) / 1.3);
        at->y = -0.06f;
    } else if (kind == GAIT_SIT) {
        at->y = -0.47f;
        pitch = 0.05f * (float)sin(whole * t / 2.5);
    } else {
        at->y = 0.3f + 0.1f * (float)sin(whole * t);
        at->z = 0.8f * (float)t;
        pitch = 1.3f;
    }
    pose->rotations[VRM_BONE_HIPS] =
        vrmi_quat_mul(vrmi_quat_from_axis_angle((vrm_Vec3){0, 1, 0}, yaw),
                      vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, pitch));
}

/* -1..1, the same for the same place in the motion. */
static float random_at(const Gait* gait, uint32_t frame, uint32_t what) {
    uint32_t h = gait->seed * 2654435761u ^ frame * 2246822519u ^ what * 3266489917u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    h *= 3266489917u;
    h ^= h >> 16;
    return (float)(int32_t)h / 2147483648.0f;
}

static void add_noise(const Gait* gait, uint32_t frame, vrm_Pose* pose) {
    float* hips[] = {&pose->hips_offset.x, &pose->hips_offset.y, &pose->hips_offset.z};
    for (uint32_t i = 0; i < 3; i++)
        *hips[i] += 1e-4f * gait->noise * random_at(gait, frame, 1000 + i);
    for (uint32_t b = VRM_BONE_LEFT_UPPER_LEG; b <= VRM_BONE_RIGHT_TOES; b++) {
        vrm_Vec3 axis = {random_at(gait, frame, 4 * b), random_at(gait, frame, 4 * b + 1),
                         random_at(gait, frame, 4 * b + 2)};
        float angle = gait->noise * VRMI_TO_RADIANS * random_at(gait, frame, 4 * b + 3);
        pose->rotations[b] =
            vrmi_quat_mul(pose->rotations[b], vrmi_quat_from_axis_angle(axis, angle));
    }
}

static void kick(double t, int side, vrm_Pose* pose) {
    vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    float angle = 0.5f * (float)sin(9.0 * t + (side == 0 ? 0.0 : 3.14159));
    pose->rotations[upper] = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, angle);
    pose->rotations[upper + 1] =
        vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, 0.4f - 0.5f * angle);
}

vrm_Pose gait_pose(const Gait* gait, double t, uint32_t frame) {
    vrm_Skeleton person = gait_figure(&gait_builds[0]);
    vrmi_Legs legs = vrmi_legs(&person);
    vrm_Pose pose = vrm_pose_rest();
    hips_at(gait->kind, t, &pose);
    for (int side = 0; side < 2; side++) {
        const vrmi_Leg* leg = &legs.sides[side];
        if (gait->kind == GAIT_SWIM) {
            kick(t, side, &pose);
            continue;
        }
        Foot foot = foot_at(leg, gait->kind, side, t);
        vrmi_LegPose now = vrmi_leg_pose(&legs, side, &pose);
        vrm_Quat turn = foot_turn(foot.heading, foot.toes_up);
        now.toes = foot_turn(foot.heading, foot.toes_up > 0 ? foot.toes_up : 0);
        vrmi_leg_solve(leg, foot.ankle, 0.9995f * (leg->thigh_length + leg->shin_length), turn,
                       &now);
        vrmi_leg_write(leg, &now, &pose);
    }
    if (gait->noise > 0) add_noise(gait, frame, &pose);
    return pose;
}

/* ---- Measuring ---- */

void gait_soles(const vrm_Skeleton* figure, const vrm_Pose* pose, vrm_Vec3 out[VRM_SOLE_COUNT]) {
    vrmi_Legs legs = vrmi_legs(figure);
    for (int side = 0; side < 2; side++) {
        vrmi_LegPose now = vrmi_leg_pose(&legs, side, pose);
        out[2 * side] = now.sole[VRMI_HEEL];
        out[2 * side + 1] = now.sole[VRMI_BALL];
    }
}

vrm_Vec3 gait_knee(const vrm_Skeleton* figure, const vrm_Pose* pose, int side, float* out_bend) {
    vrmi_Legs legs = vrmi_legs(figure);
    vrmi_LegPose now = vrmi_leg_pose(&legs, side, pose);
    vrm_Vec3 line = vrmi_vec3_normalize(vrmi_vec3_sub(now.ankle, now.hip));
    vrm_Vec3 out = vrmi_vec3_sub(now.knee, now.hip);
    out = vrmi_vec3_sub(out, vrmi_vec3_scale(line, vrmi_vec3_dot(out, line)));
    *out_bend = vrmi_vec3_length(out);
    return vrmi_vec3_normalize(out);
}
