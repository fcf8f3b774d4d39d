/* SPDX-License-Identifier: MIT */
/* Hands, knees and seat that touch something in the source touch it on figures of other
 * proportions; motion without such contacts keeps every bit. */
#include "base/trig.h"
#include "motion/retarget/body_pose.h"
#include "support/check.h"
#include "support/gait.h"
#include "support/postures.h"

#include <math.h>

enum { FRAMES = 121, RIGS = 5 };

static const char* const rig_names[RIGS] = {"itself", "long arms", "short legs", "big head",
                                            "short arms"};

/* ---- Figures and clips ---- */

static bool is_between(int bone, vrm_Bone first, vrm_Bone last) {
    return bone >= (int)first && bone <= (int)last;
}

/* The person with arms, legs and trunk of other lengths, standing on the ground. */
static vrm_Skeleton figure(float arms, float legs, float trunk) {
    vrm_Skeleton person = vrm_skeleton_person(0), made = person;
    for (int b = 1; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b);
        bool is_leg = is_between(b, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT) ||
                      is_between(b, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT);
        bool is_arm = is_between(b, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND) ||
                      is_between(b, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND);
        bool is_trunk = is_between(b, VRM_BONE_SPINE, VRM_BONE_HEAD);
        float scale = is_arm ? arms : is_leg ? legs : is_trunk ? trunk : 1;
        vrm_Vec3 step = vrmi_vec3_sub(person.positions[b], person.positions[parent]);
        made.positions[b] = vrmi_vec3_add(made.positions[parent], vrmi_vec3_scale(step, scale));
    }
    float up = person.positions[VRM_BONE_LEFT_TOES].y - made.positions[VRM_BONE_LEFT_TOES].y;
    for (int b = 0; b < VRM_BONE_COUNT; b++) made.positions[b].y += up;
    return made;
}

static vrm_Skeleton rig_of(int rig) {
    return rig == 1   ? figure(1.25f, 1, 1)
           : rig == 2 ? figure(1, 0.7f, 1)
           : rig == 3 ? figure(0.75f, 0.55f, 0.75f)
           : rig == 4 ? figure(0.8f, 1.1f, 1)
                      : vrm_skeleton_person(0);
}

typedef struct Clip {
    vrm_Pose poses[FRAMES];
    double times[FRAMES];
    vrm_Skeleton source;
    vrm_Vec3 from[FRAMES][VRM_BONE_COUNT]; /* joints of the source */
} Clip;

/* Moves a palm of a pose from where it is towards a goal. */
static void reach(const vrm_Skeleton* person, int side, vrm_Vec3 goal, float weight,
                  vrm_Pose* pose) {
    vrmi_Arm arm = vrmi_arm(person, side);
    vrmi_BodyPose body;
    vrmi_body_pose(person, pose, &body);
    vrm_Vec3 palm = vrmi_arm_palm(&arm, &body);
    vrm_Vec3 step = vrmi_vec3_scale(vrmi_vec3_sub(goal, palm), weight);
    vrmi_arm_move(&arm, &body, vrmi_vec3_add(palm, step), pose);
}

/* 0 at both ends, 1 from a quarter to three quarters, smooth in between. */
static float on_and_off(int32_t f) {
    float x = vrmi_clamp(2.0f - fabsf(8.0f * (float)f / (FRAMES - 1) - 4.0f) + 1.0f, 0, 1);
    return x * x * (3 - 2 * x);
}

static void finish(Clip* clip) {
    for (int32_t f = 0; f < FRAMES; f++) {
        clip->times[f] = f / 30.0;
        posture_places(&clip->source, &clip->poses[f], clip->from[f]);
    }
}

static void swing(int32_t f, vrm_Pose* pose) {
    float angle = 0.03f * sinf(0.1f * (float)f);
    pose->rotations[VRM_BONE_SPINE] = vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 1}, angle);
}

/* Somebody who stands and brings both palms to places relative to the hips. */
static void make_reaching(Clip* clip, vrm_Vec3 left, vrm_Vec3 right) {
    clip->source = vrm_skeleton_person(0);
    vrm_Vec3 hips = clip->source.positions[VRM_BONE_HIPS];
    for (int32_t f = 0; f < FRAMES; f++) {
        vrm_Pose pose = posture_pose(&clip->source, POSTURE_STAND, 0);
        swing(f, &pose);
        vrm_Vec3 at = vrmi_vec3_add(hips, pose.hips_offset);
        reach(&clip->source, 0, vrmi_vec3_add(at, left), on_and_off(f), &pose);
        reach(&clip->source, 1, vrmi_vec3_add(at, right), on_and_off(f), &pose);
        clip->poses[f] = pose;
    }
    finish(clip);
}

static vrm_Quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){x, y, z}, degrees * VRMI_TO_RADIANS);
}

/* Puts the left or right palm flat on the ground, fingers ahead. */
static void put_palm(const vrm_Skeleton* person, int side, vrm_Vec3 at, vrm_Pose* pose) {
    vrm_Bone hand = side == 0 ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND;
    vrm_Quat world = about(0, 1, 0, side == 0 ? -90.0f : 90.0f);
    vrmi_BodyPose body;
    vrmi_body_pose(person, pose, &body);
    vrm_Quat lower = body.turns[vrm_bone_parent(hand)];
    pose->rotations[hand] = vrmi_quat_mul(vrmi_quat_conjugate(lower), world);
    reach(person, side, at, 1, pose);
}

/* A push-up: the body turns about its toes, the palms stay on the ground. The left hand may be
 * lifted in the meantime. */
static void make_push_up(Clip* clip, float lifted) {
    clip->source = vrm_skeleton_person(0);
    vrm_Vec3 at[VRM_BONE_COUNT], palms[2] = {{0}};
    for (int32_t f = 0; f < FRAMES; f++) {
        float down = 0.5f - 0.5f * cosf(6.2831853f * (float)f / (FRAMES - 1));
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_HIPS] = about(1, 0, 0, 76 + 6 * down);
        for (int s = 0; s < 2; s++) {
            vrm_Bone foot = s == 0 ? VRM_BONE_LEFT_FOOT : VRM_BONE_RIGHT_FOOT;
            vrm_Bone arm = s == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM;
            pose.rotations[foot + 1] = about(1, 0, 0, -76 - 6 * down); /* toes stay flat */
            pose.rotations[arm] = about(0, 1, 0, s == 0 ? -80.0f : 80.0f);
            pose.rotations[arm + 1] = about(0, 1, 0, s == 0 ? -20.0f : 20.0f);
        }
        posture_places(&clip->source, &pose, at);
        float toes = clip->source.positions[VRM_BONE_LEFT_TOES].y;
        pose.hips_offset.y -= at[VRM_BONE_LEFT_TOES].y - toes;
        pose.hips_offset.z -= at[VRM_BONE_LEFT_TOES].z;
        posture_places(&clip->source, &pose, at);
        for (int s = 0; s < 2; s++) {
            vrm_Bone arm = s == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM;
            if (f == 0) palms[s] = (vrm_Vec3){1.2f * at[arm].x, 0.003f, at[arm].z + 0.02f};
            vrm_Vec3 up = {0, s == 0 ? lifted * on_and_off(f) : 0, 0};
            put_palm(&clip->source, s, vrmi_vec3_add(palms[s], up), &pose);
        }
        clip->poses[f] = pose;
    }
    finish(clip);
}

/* Somebody on a chair, hands on the thighs. */
static void make_sitting(Clip* clip) {
    clip->source = vrm_skeleton_person(0);
    for (int32_t f = 0; f < FRAMES; f++) {
        vrm_Pose pose = posture_pose(&clip->source, POSTURE_STAND, 0);
        swing(f, &pose);
        float part = on_and_off(f), angle = 1.5f * part;
        for (int s = 0; s < 2; s++) {
            vrm_Bone upper = s == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
            vrm_Vec3 x = {1, 0, 0};
            pose.rotations[upper] = vrmi_quat_from_axis_angle(x, -angle);
            pose.rotations[upper + 1] = vrmi_quat_from_axis_angle(x, angle);
        }
        const vrm_Vec3* rest = clip->source.positions;
        float thigh =
            vrmi_vec3_distance(rest[VRM_BONE_LEFT_LOWER_LEG], rest[VRM_BONE_LEFT_UPPER_LEG]);
        pose.hips_offset.y -= thigh * (1 - cosf(angle));
        pose.hips_offset.z -= thigh * sinf(angle);
        vrm_Vec3 at[VRM_BONE_COUNT];
        posture_places(&clip->source, &pose, at);
        for (int s = 0; s < 2; s++) {
            vrm_Bone upper = s == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
            vrm_Vec3 goal = vrmi_vec3_scale(vrmi_vec3_add(at[upper], at[upper + 1]), 0.5f);
            goal.y += 0.07f;
            reach(&clip->source, s, goal, part, &pose);
        }
        clip->poses[f] = pose;
    }
    finish(clip);
}

static vrm_RetargetDef def_of(const Clip* clip, const vrm_Skeleton* target, vrm_Contacts contacts) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    def.source = &clip->source;
    def.target = target;
    def.hands = def.knees = contacts;
    return def;
}

static vrm_Retarget* run(const Clip* clip, const vrm_RetargetDef* def) {
    vrm_Retarget* r = NULL;
    assert_int_equal(vrm_retarget(clip->poses, clip->times, FRAMES, def, &r), VRM_OK);
    return r;
}

static vrm_Retarget* fit(const Clip* clip, const vrm_Skeleton* target, vrm_Contacts contacts) {
    vrm_RetargetDef def = def_of(clip, target, contacts);
    return run(clip, &def);
}

static void places(const vrm_Retarget* r, const vrm_Skeleton* target, int32_t f,
                   vrm_Vec3 out[VRM_BONE_COUNT]) {
    vrm_Pose pose = vrm_retarget_pose(r, f);
    posture_places(target, &pose, out);
}

static float lowest_of_hand(const vrm_Vec3* at, int side) {
    vrm_Bone hand = side == 0 ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND;
    vrm_Bone knuckle = side == 0 ? VRM_BONE_LEFT_MIDDLE_PROXIMAL : VRM_BONE_RIGHT_MIDDLE_PROXIMAL;
    return fminf(at[hand].y, at[knuckle].y);
}

/* ---- Hands on the ground ---- */

/* Returns how far a palm is from the ground, or slides on it, at most. */
static float worst_palm(const Clip* clip, const vrm_Skeleton* target, const vrm_Retarget* r) {
    float worst = 0;
    vrm_Vec3 first[VRM_BONE_COUNT], at[VRM_BONE_COUNT];
    places(r, target, 0, first);
    for (int32_t f = 0; f < FRAMES; f++) {
        places(r, target, f, at);
        for (int s = 0; s < 2; s++) {
            vrm_Bone hand = s == 0 ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND;
            float off = lowest_of_hand(at, s) - lowest_of_hand(clip->from[f], s);
            worst = fmaxf(worst, fabsf(off));
            worst = fmaxf(worst, vrmi_vec3_distance(at[hand], first[hand]));
        }
    }
    return worst;
}

/* */
static void palms_of_a_push_up_stay_on_the_ground(void** state) {
    (void)state;
    static Clip clip;
    make_push_up(&clip, 0);
    for (int rig = 0; rig < RIGS; rig++) {
        vrm_Skeleton target = rig_of(rig);
        vrm_Retarget* r = fit(&clip, &target, VRM_CONTACTS_AUTO);
        assert_int_equal(vrm_retarget_report(r).contacts.hands_ground, 2);
        float worst = worst_palm(&clip, &target, r);
        if (!(worst < 0.01f))
            fail_msg("%s: a palm is off by %g mm", rig_names[rig], 1000.0 * (double)worst);
        vrm_retarget_destroy(r);
        r = fit(&clip, &target, VRM_CONTACTS_FREE);
        if (rig == 4) assert_true(worst_palm(&clip, &target, r) > 0.1f);
        vrm_retarget_destroy(r);
    }
}

/* ---- Hands together, on hips and thighs ---- */

static float palm_gap(const vrm_Skeleton* figure_of, const vrm_Pose* pose, vrm_Vec3* out) {
    vrmi_BodyPose body;
    vrmi_Arm left = vrmi_arm(figure_of, 0), right = vrmi_arm(figure_of, 1);
    vrmi_body_pose(figure_of, pose, &body);
    *out = vrmi_vec3_sub(vrmi_arm_palm(&right, &body), vrmi_arm_palm(&left, &body));
    return vrmi_vec3_length(*out);
}

/* */
static void hands_that_are_together_stay_together(void** state) {
    (void)state;
    static Clip clip;
    make_reaching(&clip, (vrm_Vec3){0.02f, 0.3f, 0.3f}, (vrm_Vec3){-0.02f, 0.3f, 0.3f});
    for (int rig = 0; rig < RIGS; rig++) {
        vrm_Skeleton target = rig_of(rig);
        vrm_Retarget* r = fit(&clip, &target, VRM_CONTACTS_AUTO);
        assert_int_equal(vrm_retarget_report(r).contacts.hands_together, 1);
        for (int32_t f = 0; f < FRAMES; f++) {
            vrm_Vec3 from, to;
            vrm_Pose pose = vrm_retarget_pose(r, f);
            if (palm_gap(&clip.source, &clip.poses[f], &from) > 0.08f) continue;
            (void)palm_gap(&target, &pose, &to);
            float off = vrmi_vec3_distance(from, to);
            if (!(off < 0.01f))
                fail_msg("%s, frame %d: palms are off by %g mm", rig_names[rig], (int)f,
                         1000.0 * (double)off);
        }
        vrm_retarget_destroy(r);
    }
}

/* Returns a palm relative to the midpoint of the hip joints. The hips do not turn. */
static vrm_Vec3 palm_at_hips(const vrm_Skeleton* figure_of, const vrm_Pose* pose, int side) {
    vrmi_BodyPose body;
    vrmi_Arm arm = vrmi_arm(figure_of, side);
    vrmi_body_pose(figure_of, pose, &body);
    vrm_Vec3 middle =
        vrmi_vec3_add(body.at[VRM_BONE_LEFT_UPPER_LEG], body.at[VRM_BONE_RIGHT_UPPER_LEG]);
    return vrmi_vec3_sub(vrmi_arm_palm(&arm, &body), vrmi_vec3_scale(middle, 0.5f));
}

/* all figures have hips of the same width. */
static void hands_on_the_hips_stay_there(void** state) {
    (void)state;
    static Clip clip;
    make_reaching(&clip, (vrm_Vec3){0.17f, 0.06f, 0.03f}, (vrm_Vec3){-0.17f, 0.06f, 0.03f});
    for (int rig = 0; rig < RIGS; rig++) {
        vrm_Skeleton target = rig_of(rig);
        vrm_Retarget* r = fit(&clip, &target, VRM_CONTACTS_AUTO);
        assert_int_equal(vrm_retarget_report(r).contacts.hands_body, 2);
        for (int32_t f = 0; f < FRAMES; f++) {
            if (on_and_off(f) < 1) continue;
            vrm_Pose pose = vrm_retarget_pose(r, f);
            for (int s = 0; s < 2; s++) {
                vrm_Vec3 from = palm_at_hips(&clip.source, &clip.poses[f], s);
                float off = vrmi_vec3_distance(from, palm_at_hips(&target, &pose, s));
                if (!(off < 0.02f))
                    fail_msg("%s, frame %d: hand is off by %g mm", rig_names[rig], (int)f,
                             1000.0 * (double)off);
            }
        }
        vrm_retarget_destroy(r);
    }
}

static float bend_of(const vrm_Skeleton* figure_of, const vrm_Pose* pose, int side) {
    vrmi_BodyPose body;
    vrmi_Arm arm = vrmi_arm(figure_of, side);
    vrmi_body_pose(figure_of, pose, &body);
    return vrmi_acos(vrmi_clamp(vrmi_arm_straight(&arm, &body), -1, 1)) * VRMI_TO_DEGREES;
}

/* Arms that are much too short for the hips would hang straight at the sides. */
static void hips_out_of_reach_leave_the_elbows_bent(void** state) {
    (void)state;
    static Clip clip;
    make_reaching(&clip, (vrm_Vec3){0.17f, 0.06f, 0.03f}, (vrm_Vec3){-0.17f, 0.06f, 0.03f});
    vrm_Skeleton target = figure(0.45f, 0.6f, 1);
    vrm_Retarget *r = fit(&clip, &target, VRM_CONTACTS_AUTO),
                 *held = fit(&clip, &target, VRM_CONTACTS_HOLD);
    vrm_ContactReport report = vrm_retarget_report(r).contacts;
    assert_int_equal(report.hands_body, 2);
    assert_true(report.hands_missed_mm > 50);
    for (int s = 0; s < 2; s++) {
        vrm_Pose pose = vrm_retarget_pose(r, FRAMES / 2);
        float own = bend_of(&clip.source, &clip.poses[FRAMES / 2], s);
        float bend = bend_of(&target, &pose, s);
        if (!(bend > 0.9f * own))
            fail_msg("elbow is bent by %g degrees, %g in the source", (double)bend, (double)own);
        pose = vrm_retarget_pose(held, FRAMES / 2);
        assert_true(bend_of(&target, &pose, s) < 0.5f * own);
    }
    vrm_retarget_destroy(r);
    vrm_retarget_destroy(held);
}

/* ---- Seat and thighs ---- */

static float seat_of(const vrm_Vec3* at) {
    return 0.5f * (at[VRM_BONE_LEFT_UPPER_LEG].y + at[VRM_BONE_RIGHT_UPPER_LEG].y);
}

/* */
static void hips_sit_at_the_height_that_is_asked_for(void** state) {
    (void)state;
    static Clip clip;
    make_sitting(&clip);
    const float heights[] = {0.35f, 0.45f, 0.55f};
    for (int rig = 0; rig < RIGS; rig++)
        for (int i = 0; i < 3; i++) {
            vrm_Skeleton target = rig_of(rig);
            vrm_RetargetDef def = def_of(&clip, &target, VRM_CONTACTS_AUTO);
            def.seat_height = heights[i];
            vrm_Retarget* r = run(&clip, &def);
            vrm_RetargetReport report = vrm_retarget_report(r);
            vrm_Vec3 at[VRM_BONE_COUNT], first[VRM_BONE_COUNT];
            places(r, &target, 0, first);
            places(r, &target, FRAMES / 2, at);
            float leg = first[VRM_BONE_LEFT_UPPER_LEG].y;
            assert_int_equal(report.contacts.seats, 1);
            assert_float_equal(report.contacts.seat_mm, 1000 * heights[i], 0.1f);
            assert_float_equal(seat_of(at) - 0.08f * leg, heights[i], 0.012f);
            /* Feet are on the ground if the legs are long enough. */
            float foot = first[VRM_BONE_LEFT_FOOT].y;
            if (heights[i] < 0.5f * leg) assert_float_equal(at[VRM_BONE_LEFT_FOOT].y, foot, 0.01f);
            vrm_retarget_destroy(r);
        }
}

/* */
static void hands_lie_on_the_thighs(void** state) {
    (void)state;
    static Clip clip;
    make_sitting(&clip);
    for (int rig = 0; rig < RIGS; rig++) {
        vrm_Skeleton target = rig_of(rig);
        vrm_Retarget* r = fit(&clip, &target, VRM_CONTACTS_AUTO);
        vrm_RetargetReport report = vrm_retarget_report(r);
        vrm_Pose pose = vrm_retarget_pose(r, FRAMES / 2);
        vrmi_BodyPose body;
        vrmi_Arm arm = vrmi_arm(&target, 0);
        vrmi_body_pose(&target, &pose, &body);
        vrm_Vec3 palm = vrmi_arm_palm(&arm, &body);
        vrm_Vec3 goal = vrmi_vec3_scale(
            vrmi_vec3_add(body.at[VRM_BONE_LEFT_UPPER_LEG], body.at[VRM_BONE_LEFT_LOWER_LEG]),
            0.5f);
        goal.y += 0.07f * report.scale;
        float off = vrmi_vec3_distance(palm, goal);
        /* Short arms do not reach as far: the report says by how much. */
        if (!(off < 0.015f + 0.001f * report.contacts.hands_missed_mm))
            fail_msg("%s: hand is %g mm off the thigh", rig_names[rig], 1000.0 * (double)off);
        vrm_retarget_destroy(r);
    }
}

/* ---- Knees ---- */

/* */
static void knees_that_kneel_are_on_the_ground(void** state) {
    (void)state;
    static Clip clip;
    clip.source = vrm_skeleton_person(0);
    for (int32_t f = 0; f < FRAMES; f++) {
        clip.poses[f] = posture_pose(&clip.source, POSTURE_KNEEL, (double)f / (FRAMES - 1));
    }
    finish(&clip);
    /* Thighs are shorter, shins longer: knees would hover. */
    vrm_Skeleton target = clip.source;
    for (int s = 0; s < 2; s++) target.positions[VRM_BONE_LEFT_LOWER_LEG + 4 * s].y += 0.06f;
    for (int contacts = 0; contacts < 3; contacts += 2) {
        vrm_Retarget* r = fit(&clip, &target, (vrm_Contacts)contacts);
        float worst = 0;
        for (int32_t f = 0; f < FRAMES; f++) {
            vrm_Vec3 at[VRM_BONE_COUNT];
            places(r, &target, f, at);
            for (int b = VRM_BONE_LEFT_LOWER_LEG; b <= VRM_BONE_RIGHT_LOWER_LEG; b += 4)
                worst = fmaxf(worst, fabsf(at[b].y - clip.from[f][b].y));
        }
        if (contacts == VRM_CONTACTS_FREE)
            assert_true(worst > 0.04f);
        else if (!(worst < 0.01f))
            fail_msg("a knee is off by %g mm", 1000.0 * (double)worst);
        vrm_retarget_destroy(r);
    }
}

/* ---- All together ---- */

/* walks, runs, jumps and turns touch the ground with their feet only. */
static void motion_without_contacts_keeps_every_bit(void** state) {
    (void)state;
    static Clip clip;
    clip.source = gait_figure(&gait_builds[0]);
    for (int kind = 0; kind < GAIT_KINDS; kind++)
        for (int b = 0; b < GAIT_BUILDS; b++) {
            if (kind == GAIT_SIT) continue;
            Gait gait = {.kind = (GaitKind)kind, .noise = 0.2f, .seed = 7};
            vrm_Skeleton target = gait_figure(&gait_builds[b]);
            for (int32_t f = 0; f < FRAMES; f++)
                clip.poses[f] = gait_pose(&gait, f / 30.0, (uint32_t)f);
            finish(&clip);
            vrm_Retarget *r = fit(&clip, &target, VRM_CONTACTS_AUTO),
                         *free = fit(&clip, &target, VRM_CONTACTS_FREE);
            for (int32_t f = 0; f < FRAMES; f++) {
                vrm_Pose a = vrm_retarget_pose(r, f), c = vrm_retarget_pose(free, f);
                if (memcmp(&a, &c, sizeof a) != 0)
                    fail_msg("%s on %s: frame %d is changed", gait_names[kind], gait_builds[b].name,
                             (int)f);
            }
            vrm_retarget_destroy(r);
            vrm_retarget_destroy(free);
        }
}

enum { CLIPS = 5 };

static void make_clip(Clip* clip, int which) {
    switch (which) {
    case 0: make_push_up(clip, 0.15f); break;
    case 1:
        make_reaching(clip, (vrm_Vec3){0.02f, 0.3f, 0.3f}, (vrm_Vec3){-0.02f, 0.3f, 0.3f});
        break;
    case 2:
        make_reaching(clip, (vrm_Vec3){0.17f, 0.06f, 0.03f}, (vrm_Vec3){-0.17f, 0.06f, 0.03f});
        break;
    case 3: make_sitting(clip); break;
    default:
        make_reaching(clip, (vrm_Vec3){0.05f, 0.02f, 0.16f}, (vrm_Vec3){-0.05f, 0.02f, 0.16f});
        break;
    }
}

/* Returns the largest second difference of the position of a hand, metres. */
static float largest_jump(const vrm_Retarget* r, const vrm_Skeleton* target, int32_t* out_frame) {
    float worst = 0;
    vrm_Vec3 at[3][VRM_BONE_COUNT];
    for (int32_t f = 0; f < FRAMES; f++) {
        places(r, target, f, at[f % 3]);
        for (int b = VRM_BONE_LEFT_HAND; b <= VRM_BONE_RIGHT_HAND && f >= 2; b += 4) {
            vrm_Vec3 middle = vrmi_vec3_scale(at[(f + 2) % 3][b], 2);
            vrm_Vec3 ends = vrmi_vec3_add(at[f % 3][b], at[(f + 1) % 3][b]);
            float jump = vrmi_vec3_distance(ends, middle);
            if (jump > worst) *out_frame = f;
            worst = fmaxf(worst, jump);
        }
    }
    return worst;
}

/* a shift by d that fades in t seconds is accelerated by 6 d / t^2 at most. */
static void hands_go_smoothly_in_and_out_of_contacts(void** state) {
    (void)state;
    static Clip clip;
    for (int round = 0; round < 60; round++) {
        make_clip(&clip, round % CLIPS);
        vrm_Skeleton target = posture_figure((uint32_t)round, 0.2f);
        vrm_Retarget *r = fit(&clip, &target, VRM_CONTACTS_AUTO),
                     *free = fit(&clip, &target, VRM_CONTACTS_FREE);
        int32_t frame = 0;
        float moved = 0.001f * vrm_retarget_report(r).contacts.hands_moved_mm;
        float most = largest_jump(free, &target, &frame) + 6 * moved / (0.25f * 0.25f * 900);
        float jump = largest_jump(r, &target, &frame);
        if (!(jump < most + 0.004f))
            fail_msg("round %d, frame %d: a hand jumps by %g mm, %g allowed", round, (int)frame,
                     1000.0 * (double)jump, 1000.0 * (double)most);
        vrm_retarget_destroy(r);
        vrm_retarget_destroy(free);
    }
}

/* Hands of short arms that meet in front of a wide chest move far: not within a moment. */
static void hands_that_move_far_take_their_time(void** state) {
    (void)state;
    static Clip clip;
    make_reaching(&clip, (vrm_Vec3){0.02f, 0.3f, 0.3f}, (vrm_Vec3){-0.02f, 0.3f, 0.3f});
    vrm_Skeleton target = figure(0.8f, 0.8f, 1);
    for (int b = VRM_BONE_LEFT_UPPER_ARM; b < VRM_BONE_COUNT; b++)
        target.positions[b].x += target.positions[b].x > 0 ? 0.15f : -0.15f;
    vrm_Retarget *r = fit(&clip, &target, VRM_CONTACTS_AUTO),
                 *free = fit(&clip, &target, VRM_CONTACTS_FREE);
    float length = vrmi_arm(&target, 0).length, fastest = 0;
    assert_true(vrm_retarget_report(r).contacts.hands_moved_mm > 250 * length);
    vrm_Vec3 held[VRM_BONE_COUNT], own[VRM_BONE_COUNT], before = {0, 0, 0};
    for (int32_t f = 0; f < FRAMES; f++) {
        places(r, &target, f, held);
        places(free, &target, f, own);
        vrm_Vec3 shift = vrmi_vec3_sub(held[VRM_BONE_LEFT_HAND], own[VRM_BONE_LEFT_HAND]);
        if (f > 0) fastest = fmaxf(fastest, 30 * vrmi_vec3_distance(shift, before) / length);
        before = shift;
    }
    if (!(fastest < 1.3f))
        fail_msg("a hand is moved by %g arm lengths per second", (double)fastest);
    vrm_retarget_destroy(r);
    vrm_retarget_destroy(free);
}

/* contacts over the seam of a loop. */
static void loops_with_contacts_stay_closed(void** state) {
    (void)state;
    static Clip clip, turned;
    for (int round = 0; round < 20; round++) {
        make_clip(&clip, round % CLIPS);
        turned = clip;
        int32_t by = (round * 7) % (FRAMES - 1);
        for (int32_t f = 0; f < FRAMES; f++) turned.poses[f] = clip.poses[(f + by) % (FRAMES - 1)];
        vrm_Skeleton target = posture_figure((uint32_t)round + 100, 0.2f);
        vrm_RetargetDef def = def_of(&turned, &target, VRM_CONTACTS_AUTO);
        def.loops = round % 2 != 0;
        vrm_Retarget* r = run(&turned, &def);
        int32_t last = vrm_retarget_frame_count(r) - 1;
        vrm_Pose a = vrm_retarget_pose(r, 0), b = vrm_retarget_pose(r, last);
        for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
            float angle = vrmi_quat_angle(a.rotations[bone], b.rotations[bone]) * VRMI_TO_DEGREES;
            if (!(angle < 0.3f))
                fail_msg("round %d: %s is off by %g degrees at the seam", round,
                         vrm_bone_name((vrm_Bone)bone), (double)angle);
        }
        vrm_retarget_destroy(r);
    }
}

/* what touches nothing below the ground in the source is not below it in the result. */
static void hands_that_move_stay_above_the_ground(void** state) {
    (void)state;
    static Clip clip;
    for (int round = 0; round < 60; round++) {
        make_clip(&clip, round % CLIPS);
        vrm_Skeleton target = posture_figure((uint32_t)round + 200, 0.2f);
        vrm_Retarget* r = fit(&clip, &target, VRM_CONTACTS_HOLD);
        for (int32_t f = 0; f < FRAMES; f++) {
            vrm_Vec3 at[VRM_BONE_COUNT];
            places(r, &target, f, at);
            for (int b = VRM_BONE_LEFT_UPPER_ARM; b <= VRM_BONE_RIGHT_HAND; b++)
                if (!(at[b].y > fminf(clip.from[f][b].y, 0) - 0.002f))
                    fail_msg("round %d, frame %d: %s is at %g mm", round, (int)f,
                             vrm_bone_name((vrm_Bone)b), 1000.0 * (double)at[b].y);
        }
        vrm_retarget_destroy(r);
    }
}

static void wrong_seats_are_refused(void** state) {
    (void)state;
    static Clip clip;
    make_clip(&clip, 3);
    const float wrong[] = {-1, 0.01f, 3, INFINITY, NAN};
    for (int i = 0; i < 5; i++) {
        vrm_Retarget* r = NULL;
        vrm_RetargetDef def = def_of(&clip, NULL, VRM_CONTACTS_AUTO);
        def.seat_height = wrong[i];
        assert_int_equal(vrm_retarget(clip.poses, clip.times, FRAMES, &def, &r), VRM_ERR_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palms_of_a_push_up_stay_on_the_ground),
        cmocka_unit_test(hands_that_are_together_stay_together),
        cmocka_unit_test(hands_on_the_hips_stay_there),
        cmocka_unit_test(hips_out_of_reach_leave_the_elbows_bent),
        cmocka_unit_test(hips_sit_at_the_height_that_is_asked_for),
        cmocka_unit_test(hands_lie_on_the_thighs),
        cmocka_unit_test(knees_that_kneel_are_on_the_ground),
        cmocka_unit_test(motion_without_contacts_keeps_every_bit),
        cmocka_unit_test(hands_go_smoothly_in_and_out_of_contacts),
        cmocka_unit_test(hands_that_move_far_take_their_time),
        cmocka_unit_test(loops_with_contacts_stay_closed),
        cmocka_unit_test(hands_that_move_stay_above_the_ground),
        cmocka_unit_test(wrong_seats_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
