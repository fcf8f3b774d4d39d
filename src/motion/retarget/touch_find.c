/* SPDX-License-Identifier: MIT */
/* Finds the contacts of hands, knees and seat in the source. Distances and speeds are in lengths of
 * the arm or leg, independent of size.
 *
 * A contact has frames that are sure and extends as far as they are possible. */
#include "motion/retarget/touch.h"

static const double gap_s = 0.05; /* shorter gaps are noise */
static const double fade_s = VRMI_TOUCH_FADE_S, seat_fade_s = VRMI_TOUCH_SEAT_FADE_S;
static const double bears_s = 0.4;

/* Hands on the ground and together: arm lengths. */
static const float ground_sure = 0.1f, ground_most = 0.16f, ground_depth = 0.25f;
static const float ground_speed_sure = 0.35f, ground_speed_most = 0.7f;
static const float together_sure = 0.2f, together_most = 0.26f;
static const float together_speed_sure = 1.0f, together_speed_most = 2.0f;
/* Hands on hips and thighs: leg lengths; speeds: arm lengths per second. */
static const float thigh_sure = 0.12f, thigh_most = 0.15f;
static const float hips_wide = 0.2f, hips_deep = 0.15f; /* half axes of the pelvis */
static const float hips_sure = 1.25f, hips_most = 1.4f; /* in half axes */
static const float body_speed_sure = 0.25f, body_speed_most = 0.5f;
static const float bent = 0.82f; /* cosine of 35 degrees: hands of hanging arms do not lean */
/* Knees and seat: leg lengths. */
static const float knee_thick = 0.05f, knee_sure = 0.05f, knee_most = 0.08f;
static const float rest_speed_sure = 0.12f, rest_speed_most = 0.2f;
static const float seat_speed_sure = 0.08f, seat_speed_most = 0.15f;
static const float seat_low = 0.2f, seat_high = 0.85f;

/* ---- Reading a frame ---- */

static vrm_Vec3 middle(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_scale(vrmi_vec3_add(a, b), 0.5f);
}

static vrm_Bone thigh_of(int side) {
    return side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
}

/* Returns a palm in the frame of the target's hips, from the midpoint of the hip joints. */
static vrm_Vec3 on_hips(const vrmi_Touches* t, const vrmi_BodyPose* body, vrm_Vec3 palm) {
    vrm_Vec3 centre = middle(body->at[VRM_BONE_LEFT_UPPER_LEG], body->at[VRM_BONE_RIGHT_UPPER_LEG]);
    vrm_Quat back = vrmi_quat_conjugate(body->turns[VRM_BONE_HIPS]);
    vrm_Vec3 local = vrmi_quat_rotate(back, vrmi_vec3_sub(palm, centre));
    return vrmi_vec3_scale(local, t->pelvis_scale);
}

/* Returns a palm in the frame of the target's thigh, from its hip joint: at the same part of its
 * length, and as far from its axis as the scale of the legs says. */
static vrm_Vec3 on_thigh(const vrmi_Touches* t, const vrmi_BodyPose* body, int side,
                         vrm_Vec3 palm) {
    const vrmi_Leg *from = &t->feet->source.sides[side], *to = &t->feet->target.sides[side];
    vrm_Bone bone = thigh_of(side);
    vrm_Quat back = vrmi_quat_conjugate(body->turns[bone]);
    vrm_Vec3 local = vrmi_quat_rotate(back, vrmi_vec3_sub(palm, body->at[bone]));
    vrm_Vec3 axis = vrmi_vec3_scale(from->thigh, 1.0f / from->thigh_length);
    float along = vrmi_vec3_dot(local, axis);
    vrm_Vec3 aside = vrmi_vec3_sub(local, vrmi_vec3_scale(axis, along));
    vrm_Vec3 goal_axis = vrmi_vec3_scale(to->thigh, 1.0f / to->thigh_length);
    aside = vrmi_quat_rotate(vrmi_quat_from_to(axis, goal_axis), aside);
    return vrmi_vec3_add(vrmi_vec3_scale(to->thigh, along / from->thigh_length),
                         vrmi_vec3_scale(aside, t->feet->scale));
}

static void read_hand(vrmi_Touches* t, int s, int32_t f, const vrmi_BodyPose* body) {
    const vrmi_Arm* arm = &t->from[s];
    vrm_Vec3 palm = vrmi_arm_palm(arm, body);
    t->palm[s][f] = palm;
    t->low[s][f] = vrmi_arm_lowest(arm, body) - t->feet->ground;
    t->is_bent[s][f] = vrmi_arm_straight(arm, body) < bent;
    t->local[0][s][f] = on_hips(t, body, palm);
    for (int side = 0; side < 2; side++)
        if (t->feet->has_side[side]) t->local[1 + side][s][f] = on_thigh(t, body, side, palm);
}

/* Returns whether the legs are as on a seat: knees bent, thighs rather level, feet so far from the
 * hips that the person would fall without a seat. */
static bool legs_sit(const vrmi_Touches* t, const vrmi_BodyPose* body) {
    const float bent_knee = 0.7f, level = 0.7f, away = 0.22f;
    vrm_Vec3 seat = middle(body->at[VRM_BONE_LEFT_UPPER_LEG], body->at[VRM_BONE_RIGHT_UPPER_LEG]);
    vrm_Vec3 feet = {0.0f, 0.0f, 0.0f};
    for (int s = 0; s < 2; s++) {
        if (!t->feet->has_side[s]) return false;
        const vrm_Vec3* at = &body->at[thigh_of(s)];
        vrm_Vec3 thigh = vrmi_vec3_normalize(vrmi_vec3_sub(at[1], at[0]));
        vrm_Vec3 shin = vrmi_vec3_normalize(vrmi_vec3_sub(at[2], at[1]));
        if (vrmi_vec3_dot(thigh, shin) > bent_knee || fabsf(thigh.y) > level) return false;
        if (at[1].y - t->feet->ground < 0.15f * t->feet->source.length) return false; /* kneels */
        feet = vrmi_vec3_add(feet, vrmi_vec3_scale(at[2], 0.5f));
    }
    vrm_Vec3 offset = {feet.x - seat.x, 0.0f, feet.z - seat.z};
    return vrmi_vec3_length(offset) > away * t->feet->source.length;
}

void vrmi_touch_read(vrmi_Touches* t, int32_t f, const vrm_Pose* pose) {
    vrmi_BodyPose body;
    vrmi_body_pose(t->source, pose, &body);
    float thick = knee_thick * t->feet->source.length;
    for (int s = 0; s < 2; s++) {
        if (t->has_arm[s]) read_hand(t, s, f, &body);
        t->knee_at[s][f] = body.at[thigh_of(s) + 1];
        t->knee[s][f] = t->knee_at[s][f].y - thick - t->feet->ground;
    }
    t->seat[f] = middle(body.at[VRM_BONE_LEFT_UPPER_LEG], body.at[VRM_BONE_RIGHT_UPPER_LEG]);
    t->sits[f] = legs_sit(t, &body);
}

/* ---- Levels ---- */

static uint8_t level_of(bool may_be, bool is_sure) {
    return !may_be ? 0 : is_sure ? 2 : 1;
}

static uint8_t both(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static uint8_t below(float value, float sure, float most) {
    return level_of(value < most, value < sure);
}

static uint8_t slow(const vrmi_Touches* t, const vrm_Vec3* at, int32_t f, float sure, float most) {
    return below(vrmi_feet_speed(t->feet, at, f), sure, most);
}

static uint8_t ground_level(const vrmi_Touches* t, int s, int32_t f) {
    float arm = t->from[s].length;
    if (t->low[s][f] < -ground_depth * arm) return 0;
    uint8_t near = below(t->low[s][f], ground_sure * arm, ground_most * arm);
    if (near == 0) return 0;
    return both(near, slow(t, t->palm[s], f, ground_speed_sure * arm, ground_speed_most * arm));
}

/* `place` has the offset from one palm to the other. */
static uint8_t together_level(const vrmi_Touches* t, int32_t f) {
    float arm = fminf(t->from[0].length, t->from[1].length);
    uint8_t near =
        below(vrmi_vec3_length(t->place[0][f]), together_sure * arm, together_most * arm);
    if (near == 0) return 0;
    return both(near,
                slow(t, t->place[0], f, together_speed_sure * arm, together_speed_most * arm));
}

static uint8_t hips_near(const vrmi_Touches* t, vrm_Vec3 local) {
    float leg = t->feet->source.length * t->pelvis_scale; /* in lengths of the target */
    float x = local.x / (hips_wide * leg), z = local.z / (hips_deep * leg);
    if (local.y < -0.06f * leg || local.y > 0.24f * leg) return 0;
    float out = sqrtf(x * x + z * z);
    return out < 0.6f ? 0 : below(out, hips_sure, hips_most);
}

static uint8_t thigh_near(const vrmi_Touches* t, int side, vrm_Vec3 local) {
    const vrmi_Leg* leg = &t->feet->target.sides[side];
    if (!t->feet->has_side[side]) return 0;
    vrm_Vec3 axis = vrmi_vec3_scale(leg->thigh, 1.0f / leg->thigh_length);
    float along = vrmi_vec3_dot(local, axis), length = t->feet->target.length;
    if (along < 0.1f * leg->thigh_length || along > 1.15f * leg->thigh_length) return 0;
    float far = vrmi_vec3_distance(local, vrmi_vec3_scale(axis, along));
    return below(far, thigh_sure * length, thigh_most * length);
}

static uint8_t body_level(const vrmi_Touches* t, int segment, int s, int32_t f) {
    const vrm_Vec3* local = t->local[segment][s];
    float arm = t->from[s].length * (segment == 0 ? t->pelvis_scale : t->feet->scale);
    if (!t->is_bent[s][f]) return 0;
    uint8_t near = segment == 0 ? hips_near(t, local[f]) : thigh_near(t, segment - 1, local[f]);
    if (near == 0) return 0;
    return both(near, slow(t, local, f, body_speed_sure * arm, body_speed_most * arm));
}

static uint8_t knee_level(const vrmi_Touches* t, int s, int32_t f) {
    float leg = t->feet->source.length;
    uint8_t near = below(fabsf(t->knee[s][f]), knee_sure * leg, knee_most * leg);
    if (near == 0) return 0;
    return both(near, slow(t, t->knee_at[s], f, rest_speed_sure * leg, rest_speed_most * leg));
}

static uint8_t seat_level(const vrmi_Touches* t, int32_t f) {
    float leg = t->feet->source.length, height = t->seat[f].y - t->feet->ground;
    if (!t->sits[f] || height < seat_low * leg || height > seat_high * leg) return 0;
    return slow(t, t->seat, f, seat_speed_sure * leg, seat_speed_most * leg);
}

static bool is_wanted(const vrmi_Touches* t, vrmi_TouchKind kind, int s) {
    bool has_legs = t->feet->has_side[0] && t->feet->has_side[1];
    if (kind == VRMI_TOUCH_SEAT) return s == 0 && has_legs;
    if (kind == VRMI_TOUCH_KNEE) return t->knees != VRM_CONTACTS_FREE && t->feet->has_side[s];
    if (t->hands == VRM_CONTACTS_FREE || !t->has_arm[s]) return false;
    if (kind == VRMI_TOUCH_TOGETHER) return s == 0 && t->has_arm[1];
    if (kind == VRMI_TOUCH_GROUND) return t->feet->source.length > 0.0f;
    return has_legs;
}

static void set_levels(vrmi_Touches* t, vrmi_TouchKind kind, int s) {
    if (kind == VRMI_TOUCH_TOGETHER)
        for (int32_t f = 0; f < t->feet->count; f++)
            t->place[0][f] = vrmi_vec3_sub(t->palm[1][f], t->palm[0][f]);
    for (int32_t f = 0; f < t->feet->count; f++)
        t->level[f] = kind == VRMI_TOUCH_GROUND     ? ground_level(t, s, f)
                      : kind == VRMI_TOUCH_TOGETHER ? together_level(t, f)
                      : kind == VRMI_TOUCH_KNEE     ? knee_level(t, s, f)
                      : kind == VRMI_TOUCH_SEAT     ? seat_level(t, f)
                                                : body_level(t, (int)kind - VRMI_TOUCH_HIPS, s, f);
}

/* ---- Contacts ---- */

static double shortest_s(const vrmi_Touches* t, vrmi_TouchKind kind) {
    bool is_hold = (kind == VRMI_TOUCH_KNEE ? t->knees : t->hands) == VRM_CONTACTS_HOLD;
    if (kind == VRMI_TOUCH_SEAT) return 0.5;
    if (kind == VRMI_TOUCH_TOGETHER || kind == VRMI_TOUCH_GROUND) return is_hold ? 0.06 : 0.12;
    return is_hold ? 0.12 : 0.25;
}

static double step_of(const vrmi_Feet* feet, int32_t f) {
    if (f + 1 < feet->count) return feet->times[f + 1] - feet->times[f];
    return f > 0 ? feet->times[f] - feet->times[f - 1] : 1.0;
}

/* Returns the last frame of the run that begins at `first`, across short gaps due to noise. */
static int32_t end_of_run(const vrmi_Touches* t, int32_t first, double* out_sure) {
    const double* times = t->feet->times;
    int32_t last = first;
    *out_sure = 0.0;
    for (int32_t f = first; f < t->feet->count; f++) {
        if (f > last + 1 && times[f] - times[last] > gap_s) break;
        if (t->level[f] == 0) continue;
        if (t->level[f] == 2) *out_sure += step_of(t->feet, f);
        last = f;
    }
    return last;
}

/* Contacts that fade into each other add up smoothly. */
static void set_weights(vrmi_Touches* t, const vrmi_TouchContact* c) {
    float* weights = t->weight[c->kind][c->side];
    int32_t last = vrmi_touch_fade_out(t, c, c->fade);
    for (int32_t f = vrmi_touch_fade_in(t, c, c->fade); f <= last; f++) {
        float weight = c->strength * vrmi_touch_weight(t, c, f, c->fade);
        weights[f] = 1.0f - (1.0f - weights[f]) * (1.0f - weight);
    }
}

void vrmi_touch_weigh(vrmi_Touches* t, vrmi_TouchKind kind) {
    for (int s = 0; s < 2; s++)
        for (int32_t f = 0; f < t->feet->count; f++) t->weight[kind][s][f] = 0.0f;
    for (int32_t i = 0; i < t->contact_count; i++)
        if (t->contacts[i].kind == kind) set_weights(t, &t->contacts[i]);
}

static void set_bearing(vrmi_Touches* t) {
    for (int s = 0; s < 2; s++)
        for (int32_t f = 0; f < t->feet->count; f++) t->bears[s][f] = false;
    for (int32_t i = 0; i < t->contact_count; i++) {
        const vrmi_TouchContact* c = &t->contacts[i];
        if (c->kind != VRMI_TOUCH_GROUND) continue;
        int32_t last = vrmi_touch_fade_out(t, c, bears_s);
        for (int32_t f = vrmi_touch_fade_in(t, c, bears_s); f <= last; f++)
            t->bears[c->side][f] = true;
    }
}

static void find_runs(vrmi_Touches* t, vrmi_TouchKind kind, int s) {
    const double* times = t->feet->times;
    /* A contact cannot last longer than the clip, which may be a pose of two frames. */
    double shortest = fmin(shortest_s(t, kind), times[t->feet->count - 1] - times[0]);
    for (int32_t f = 0; f < t->feet->count; f++) {
        double sure = 0.0;
        if (t->level[f] == 0) continue;
        int32_t last = end_of_run(t, f, &sure);
        if (sure > 0.0 && sure >= shortest && t->contact_count < t->contact_capacity) {
            vrmi_TouchContact c = {.first = f, .last = last, .strength = 1.0f};
            c.kind = (uint8_t)kind;
            c.side = (uint8_t)s;
            c.fade = vrmi_touch_fade(t, kind == VRMI_TOUCH_SEAT ? seat_fade_s : fade_s);
            t->contacts[t->contact_count++] = c;
        }
        f = last;
    }
}

void vrmi_touch_find(vrmi_Touches* t) {
    t->contact_count = 0;
    for (int k = 0; k < VRMI_TOUCH_KINDS; k++) {
        vrmi_TouchKind kind = (vrmi_TouchKind)k;
        for (int s = 0; s < 2; s++) {
            if (!is_wanted(t, kind, s)) continue;
            set_levels(t, kind, s);
            find_runs(t, kind, s);
        }
        vrmi_touch_weigh(t, kind);
    }
    set_bearing(t);
}
