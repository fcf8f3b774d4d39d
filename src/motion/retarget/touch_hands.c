/* SPDX-License-Identifier: MIT */
/* Moves the hands of the target to their contacts: to hips and thighs, then to each other, then to
 * the ground. Goals are functions of the frame, also outside of contacts; only their weight fades.
 */
#include "motion/retarget/touch.h"

static float hand_scale(const vrmi_Touches* t, int s) {
    return t->to[s].hand_length / t->from[s].hand_length;
}

/* ---- Ground ---- */

/* Returns a position one cycle later (1) or earlier (-1). */
static vrm_Vec3 next(const vrmi_Cycle* cycle, vrm_Vec3 at, int by) {
    if (by > 0) return vrmi_vec3_add(vrmi_quat_rotate(cycle->turn, at), cycle->translation);
    return vrmi_quat_rotate(vrmi_quat_conjugate(cycle->turn),
                            vrmi_vec3_sub(at, cycle->translation));
}

static void read_palms(vrmi_Touches* t, const vrm_Pose* poses, int32_t count) {
    const vrmi_Cycle* cycle = &t->feet->cycle;
    vrmi_BodyPose body;
    for (int32_t f = 0; f < count; f++) {
        vrmi_body_pose(t->target, &poses[f], &body);
        for (int s = 0; s < 2; s++)
            if (t->has_arm[s]) t->place[s][cycle->lead + f] = vrmi_arm_palm(&t->to[s], &body);
    }
    for (int s = 0; s < 2; s++)
        for (int32_t i = cycle->lead - 1; i >= 0 && t->has_arm[s]; i--) {
            int32_t after = t->feet->count - 1 - i;
            t->place[s][i] = next(cycle, t->place[s][i + cycle->count], -1);
            t->place[s][after] = next(cycle, t->place[s][after - cycle->count], 1);
        }
}

/* Returns the mean offset from the scaled palm of the source to that of the target. An anchor at
 * this offset moves the hand least. */
static vrm_Vec3 mean_offset(const vrmi_Touches* t, const vrmi_TouchContact* c) {
    double x = 0.0, z = 0.0, count = (double)(c->last - c->first + 1);
    for (int32_t i = c->first; i <= c->last; i++) {
        vrm_Vec3 from = t->palm[c->side][i], to = t->place[c->side][i];
        x += (double)(to.x - t->feet->scale * from.x);
        z += (double)(to.z - t->feet->scale * from.z);
    }
    return (vrm_Vec3){(float)(x / count), 0.0f, (float)(z / count)};
}

static bool has_kind(const vrmi_Touches* t, vrmi_TouchKind kind) {
    for (int32_t i = 0; i < t->contact_count; i++)
        if (t->contacts[i].kind == kind) return true;
    return false;
}

/* Adds the offset of a contact to its frames and those of its fades. `y` adds up weights. */
static void add_anchor(vrmi_Touches* t, const vrmi_TouchContact* c) {
    double fade = vrmi_touch_fade(t, VRMI_TOUCH_FADE_S);
    vrm_Vec3 offset = mean_offset(t, c), *anchors = t->anchor[c->side];
    int32_t last = vrmi_touch_fade_out(t, c, fade);
    for (int32_t i = vrmi_touch_fade_in(t, c, fade); i <= last; i++) {
        float weight = vrmi_touch_weight(t, c, i, fade);
        vrm_Vec3 part = {weight * offset.x, weight, weight * offset.z};
        anchors[i] = vrmi_vec3_add(anchors[i], part);
    }
}

void vrmi_touch_place(vrmi_Touches* t, const vrm_Pose* poses, int32_t count) {
    if (!has_kind(t, VRMI_TOUCH_GROUND)) return;
    read_palms(t, poses, count);
    for (int s = 0; s < 2; s++)
        for (int32_t i = 0; i < t->feet->count; i++) t->anchor[s][i] = (vrm_Vec3){0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < t->contact_count; i++)
        if (t->contacts[i].kind == VRMI_TOUCH_GROUND) add_anchor(t, &t->contacts[i]);
    for (int s = 0; s < 2; s++)
        for (int32_t i = 0; i < t->feet->count; i++) {
            vrm_Vec3 sum = t->anchor[s][i];
            if (sum.y > 0.0f) t->anchor[s][i] = vrmi_vec3_scale(sum, 1.0f / sum.y);
        }
}

vrm_Vec3 vrmi_touch_ground_goal(const vrmi_Touches* t, int s, int32_t i,
                                const vrmi_BodyPose* body) {
    float low = vrmi_arm_lowest(&t->to[s], body);
    float height = t->feet->floor + hand_scale(t, s) * t->low[s][i];
    vrm_Vec3 palm = vrmi_arm_palm(&t->to[s], body);
    vrm_Vec3 source = vrmi_vec3_scale(t->palm[s][i], t->feet->scale);
    return (vrm_Vec3){source.x + t->anchor[s][i].x, palm.y + height - low,
                      source.z + t->anchor[s][i].z};
}

/* ---- Goals ---- */

typedef struct Hands {
    vrm_Vec3 palms[2], goals[2];
} Hands;

static void move_towards(vrm_Vec3* at, vrm_Vec3 goal, float weight) {
    *at = vrmi_vec3_add(*at, vrmi_vec3_scale(vrmi_vec3_sub(goal, *at), weight));
}

/* Returns the goal of a palm on the hips (0), the left thigh (1) or the right one (2). */
static vrm_Vec3 segment_goal(const vrmi_Touches* t, int segment, int s, int32_t i,
                             const vrmi_BodyPose* body) {
    const vrm_Vec3* at = body->at;
    vrm_Bone bone = segment == 1 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    vrm_Vec3 origin = at[bone];
    if (segment == 0) {
        bone = VRM_BONE_HIPS;
        origin = vrmi_vec3_add(at[VRM_BONE_LEFT_UPPER_LEG], at[VRM_BONE_RIGHT_UPPER_LEG]);
        origin = vrmi_vec3_scale(origin, 0.5f);
    }
    return vrmi_vec3_add(origin, vrmi_quat_rotate(body->turns[bone], t->local[segment][s][i]));
}

static void move_to_body(const vrmi_Touches* t, int s, int32_t i, const vrmi_BodyPose* body,
                         Hands* hands) {
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
    float weights = 0.0f;
    for (int segment = 0; segment < VRMI_TOUCH_SEGMENTS; segment++) {
        float weight = t->weight[VRMI_TOUCH_HIPS + segment][s][i];
        if (!(weight > 0.0f)) continue;
        vrm_Vec3 goal = segment_goal(t, segment, s, i, body);
        vrm_Vec3 offset = vrmi_vec3_sub(goal, hands->palms[s]);
        sum = vrmi_vec3_add(sum, vrmi_vec3_scale(offset, weight));
        weights += weight;
    }
    sum = vrmi_vec3_scale(sum, 1.0f / fmaxf(weights, 1.0f));
    hands->goals[s] = vrmi_vec3_add(hands->goals[s], sum);
}

/* Palms meet in the middle of their goals, or nearer to an arm that does not reach it. */
static void set_goals_together(const vrmi_Touches* t, int32_t i, const vrmi_BodyPose* body,
                               vrm_Vec3 goals[2]) {
    float scale = 0.5f * (hand_scale(t, 0) + hand_scale(t, 1));
    vrm_Vec3 half = vrmi_vec3_sub(t->palm[1][i], t->palm[0][i]);
    half = vrmi_vec3_scale(half, 0.5f * scale);
    for (int round = 0; round < 8; round++) {
        vrm_Vec3 middle = vrmi_vec3_scale(vrmi_vec3_add(goals[0], goals[1]), 0.5f);
        goals[0] = vrmi_vec3_sub(middle, half);
        goals[1] = vrmi_vec3_add(middle, half);
        for (int s = 0; s < 2 && round < 7; s++)
            goals[s] = vrmi_arm_reached(&t->to[s], body, goals[s]);
    }
}

static void move_together(const vrmi_Touches* t, int32_t i, const vrmi_BodyPose* body,
                          Hands* hands) {
    float weight = t->weight[VRMI_TOUCH_TOGETHER][0][i];
    if (!(weight > 0.0f)) return;
    vrm_Vec3 goals[2] = {hands->goals[0], hands->goals[1]};
    set_goals_together(t, i, body, goals);
    for (int s = 0; s < 2; s++) move_towards(&hands->goals[s], goals[s], weight);
}

/* ---- Reach ---- */

static const float speed_most = 0.8f; /* mean, of fading hands: arm lengths per second */
static const float missed_some = 0.1f, missed_far = 0.25f; /* arm lengths, mean of a contact */

typedef struct Effort {
    float moved, missed_most; /* arm lengths; metres */
    double missed;            /* arm lengths, sum of the frames */
    int32_t frames;
} Effort;

static void add_effort(const vrmi_Touches* t, const vrmi_TouchContact* c, int32_t i,
                       const vrmi_BodyPose* body, Effort* effort) {
    vrm_Vec3 palms[2], goals[2];
    float missed = 0.0f;
    bool is_together = c->kind == VRMI_TOUCH_TOGETHER;
    for (int s = 0; s < 2; s++)
        if (is_together || s == c->side) palms[s] = goals[s] = vrmi_arm_palm(&t->to[s], body);
    if (is_together)
        set_goals_together(t, i, body, goals);
    else
        goals[c->side] = segment_goal(t, c->kind - VRMI_TOUCH_HIPS, c->side, i, body);
    for (int s = 0; s < 2; s++) {
        if (!is_together && s != c->side) continue;
        vrm_Vec3 reached = vrmi_arm_reached(&t->to[s], body, goals[s]);
        float length = t->to[s].length, misses = vrmi_vec3_distance(reached, goals[s]);
        effort->moved = fmaxf(effort->moved, vrmi_vec3_distance(reached, palms[s]) / length);
        if (is_together || t->weight[VRMI_TOUCH_TOGETHER][0][i] < 1.0f)
            effort->missed_most = fmaxf(effort->missed_most, misses);
        missed = fmaxf(missed, misses / length);
    }
    effort->missed += (double)missed;
    effort->frames++;
}

/* Hands on hips that are out of reach would be straight arms at the sides. */
static void adapt(vrmi_Touches* t, vrmi_TouchContact* c, const Effort* effort) {
    float missed = (float)(effort->missed / (double)effort->frames);
    float far = vrmi_clamp((missed - missed_some) / (missed_far - missed_some), 0.0f, 1.0f);
    if (c->kind == VRMI_TOUCH_HIPS && t->hands != VRM_CONTACTS_HOLD) c->strength = 1.0f - far;
    c->fade = vrmi_touch_fade(t, fmax(VRMI_TOUCH_FADE_S, (double)(effort->moved / speed_most)));
}

void vrmi_touch_adapt(vrmi_Touches* t, const vrm_Pose* poses, vrm_ContactReport* report) {
    int32_t lead = t->feet->cycle.lead;
    for (int32_t k = 0; k < t->contact_count; k++) {
        vrmi_TouchContact* c = &t->contacts[k];
        Effort effort = {0.0f, 0.0f, 0.0, 0};
        if (c->kind < VRMI_TOUCH_TOGETHER || c->kind > VRMI_TOUCH_RIGHT_THIGH) continue;
        for (int32_t i = c->first; i <= c->last; i++) {
            int32_t f = vrmi_touch_index(t->feet, i);
            vrmi_BodyPose body;
            vrmi_body_pose(t->target, &poses[f], &body);
            add_effort(t, c, lead + f, &body, &effort);
        }
        adapt(t, c, &effort);
        report->hands_missed_mm = fmaxf(report->hands_missed_mm, 1000.0f * effort.missed_most);
    }
    for (int kind = VRMI_TOUCH_TOGETHER; kind <= VRMI_TOUCH_RIGHT_THIGH; kind++)
        vrmi_touch_weigh(t, (vrmi_TouchKind)kind);
}

/* ---- Holding ---- */

/* Keeps the hand above the ground. A hand that bears the body may start below it, if the arm is
 * longer than that of the source. */
static void keep_above_ground(const vrmi_Touches* t, int s, int32_t i, const vrmi_BodyPose* body,
                              Hands* hands) {
    float low = vrmi_arm_lowest(&t->to[s], body), floor = t->feet->floor;
    float least = floor + fminf(hand_scale(t, s) * t->low[s][i], 0.0f);
    if (!t->bears[s][i]) least = fminf(least, low);
    float height = low + hands->goals[s].y - hands->palms[s].y;
    if (height < least) hands->goals[s].y += least - height;
}

static void move_hand(const vrmi_Touches* t, int s, int32_t i, const vrmi_BodyPose* body,
                      const Hands* hands, vrm_Pose* pose, vrm_ContactReport* report) {
    vrm_Vec3 goal = hands->goals[s];
    float moved = vrmi_vec3_distance(goal, hands->palms[s]);
    if (!(moved > 1e-5f * t->to[s].length)) return; /* a pose that fits keeps every bit */
    vrm_Vec3 reached = vrmi_arm_reached(&t->to[s], body, goal);
    vrmi_arm_move(&t->to[s], body, goal, pose);
    moved = vrmi_vec3_distance(reached, hands->palms[s]);
    report->hands_moved_mm = fmaxf(report->hands_moved_mm, 1000.0f * moved);
    if (t->weight[VRMI_TOUCH_GROUND][s][i] < 1.0f) return;
    float missed = vrmi_vec3_distance(reached, goal);
    report->hands_missed_mm = fmaxf(report->hands_missed_mm, 1000.0f * missed);
}

static bool moves_hands(const vrmi_Touches* t, int32_t i) {
    bool moves = t->bears[0][i] || t->bears[1][i];
    for (int kind = VRMI_TOUCH_GROUND; kind <= VRMI_TOUCH_RIGHT_THIGH; kind++)
        moves |= t->weight[kind][0][i] > 0.0f || t->weight[kind][1][i] > 0.0f;
    return moves;
}

void vrmi_touch_hold(const vrmi_Touches* t, vrm_Pose* poses, int32_t count,
                     vrm_ContactReport* report) {
    for (int32_t f = 0; f < count; f++) {
        int32_t i = t->feet->cycle.lead + f;
        vrmi_BodyPose body;
        Hands hands;
        if (!moves_hands(t, i)) continue;
        vrmi_body_pose(t->target, &poses[f], &body);
        for (int s = 0; s < 2; s++) {
            if (!t->has_arm[s]) continue;
            hands.palms[s] = hands.goals[s] = vrmi_arm_palm(&t->to[s], &body);
            move_to_body(t, s, i, &body, &hands);
        }
        move_together(t, i, &body, &hands);
        for (int s = 0; s < 2; s++) {
            if (!t->has_arm[s]) continue;
            float weight = t->weight[VRMI_TOUCH_GROUND][s][i];
            if (weight > 0.0f)
                move_towards(&hands.goals[s], vrmi_touch_ground_goal(t, s, i, &body), weight);
            keep_above_ground(t, s, i, &body, &hands);
            move_hand(t, s, i, &body, &hands, &poses[f], report);
        }
    }
}
