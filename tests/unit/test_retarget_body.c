/* SPDX-License-Identifier: MIT */
/* Whoever kneels, sits, lies or hangs: no part of the body gets into the ground by fitting, and
 * toes stay as they are. On figures of random build, in random directions. */
#include "base/maths.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/postures.h"

#include <math.h>

enum { FRAMES = 91 };

typedef struct Clip {
    vrm_Pose poses[FRAMES];
    double times[FRAMES];
    vrm_Skeleton source;
} Clip;

static void make_clip(Clip* clip, Posture posture, float heading) {
    for (int32_t f = 0; f < FRAMES; f++) {
        clip->times[f] = f / 30.0;
        vrm_Pose pose = posture_pose(&clip->source, posture, (double)f / (FRAMES - 1));
        clip->poses[f] = posture_turned(&clip->source, pose, heading, (vrm_Vec3){0.3f, 0, -0.2f});
    }
}

static vrm_Retarget* fit(const Clip* clip, const vrm_Skeleton* target, vrm_Feet feet) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    vrm_Retarget* r = NULL;
    def.source = &clip->source;
    def.target = target;
    def.feet = feet;
    assert_int_equal(vrm_retarget(clip->poses, clip->times, FRAMES, &def, &r), VRM_OK);
    return r;
}

static bool is_finger_or_eye(int bone) {
    return bone >= VRM_BONE_LEFT_THUMB_METACARPAL || bone == VRM_BONE_LEFT_EYE ||
           bone == VRM_BONE_RIGHT_EYE || bone == VRM_BONE_JAW;
}

/* */
static void no_joint_gets_into_the_ground(void** state) {
    (void)state;
    static Clip clip;
    Dice dice = {3};
    for (int round = 0; round < 90; round++) {
        Posture posture = (Posture)(round % POSTURE_KINDS);
        clip.source = posture_figure((uint32_t)roll_int(&dice, 1000), 0.12f);
        vrm_Skeleton target = posture_figure((uint32_t)roll_int(&dice, 1000), 0.12f);
        bool is_same = round % 2 == 0;
        make_clip(&clip, posture, roll(&dice, -3, 3));
        vrm_Retarget* r = fit(&clip, is_same ? &clip.source : &target, VRM_FEET_AUTO);
        float scale = vrm_retarget_report(r).scale;
        for (int32_t f = 0; f < FRAMES; f++) {
            float was[VRM_BONE_COUNT], is[VRM_BONE_COUNT];
            vrm_Pose pose = vrm_retarget_pose(r, f);
            posture_heights(&clip.source, &clip.poses[f], was);
            posture_heights(is_same ? &clip.source : &target, &pose, is);
            for (int b = 0; b < VRM_BONE_COUNT; b++) {
                if (is_finger_or_eye(b)) continue;
                float least = fminf(scale * was[b], 0) - 0.002f;
                /* On its own figure nothing sinks that is on the ground. */
                bool is_toes = b == VRM_BONE_LEFT_TOES || b == VRM_BONE_RIGHT_TOES;
                if (is_same && was[b] < 0.06f) least = was[b] - (is_toes ? 0.02f : 0.01f);
                if (!(is[b] >= least))
                    fail_msg("round %d, %s: %s is at %g mm, %g in the source", round,
                             posture_names[posture], vrm_bone_name((vrm_Bone)b),
                             1000.0 * (double)is[b], 1000.0 * (double)was[b]);
            }
            for (int b = VRM_BONE_LEFT_TOES; b <= VRM_BONE_RIGHT_TOES; b += 4) {
                float turn = vrmi_quat_angle(pose.rotations[b], clip.poses[f].rotations[b]);
                if (!(turn < 0.5f))
                    fail_msg("round %d, %s: toes are turned by %g degrees", round,
                             posture_names[posture], (double)(turn * VRMI_TO_DEGREES));
            }
        }
        vrm_retarget_destroy(r);
    }
}

/* The ground of somebody on the toes, or on knees and insteps, is not where heels and balls are. */
static void ground_of_postures_is_the_ground(void** state) {
    (void)state;
    static Clip clip;
    for (int posture = 0; posture < POSTURE_HANG; posture++) {
        clip.source = posture_figure(1, 0);
        make_clip(&clip, (Posture)posture, 0);
        vrm_Retarget* r = fit(&clip, NULL, VRM_FEET_AUTO);
        float ground = vrm_retarget_report(r).ground_mm;
        if (!(fabsf(ground) < 20))
            fail_msg("%s: ground at %g mm", posture_names[posture], (double)ground);
        vrm_retarget_destroy(r);
    }
}

/* */
static void feet_of_postures_are_not_levelled(void** state) {
    (void)state;
    static Clip clip;
    for (int posture = 0; posture < POSTURE_KINDS; posture++) {
        clip.source = posture_figure(2, 0.1f);
        make_clip(&clip, (Posture)posture, 1);
        vrm_RetargetDef def = vrm_default_retarget_def();
        vrm_Retarget* r = NULL;
        def.source = &clip.source;
        def.levels_feet = true;
        assert_int_equal(vrm_retarget(clip.poses, clip.times, FRAMES, &def, &r), VRM_OK);
        float tilt = vrm_retarget_report(r).tilt_degrees;
        if (tilt != 0)
            fail_msg("%s: feet are turned by %g degrees", posture_names[posture], (double)tilt);
        vrm_retarget_destroy(r);
    }
}

/* ---- From one posture to another ---- */

/* The lowest joint is as high as in the postures, in between too. */
static void make_change(Clip* clip, Posture first, Posture second, float begin, float end) {
    for (int32_t f = 0; f < FRAMES; f++) {
        float part = vrmi_clamp(((float)f / (FRAMES - 1) - begin) / (end - begin), 0, 1);
        part = part * part * (3 - 2 * part);
        vrm_Pose from = posture_pose(&clip->source, first, 0);
        vrm_Pose to = posture_pose(&clip->source, second, 0), pose = from;
        float heights[VRM_BONE_COUNT], low = 1e6f, least = 1e6f;
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            pose.rotations[b] = vrmi_quat_slerp(from.rotations[b], to.rotations[b], part);
        posture_heights(&clip->source, part < 0.5f ? &from : &to, heights);
        for (int b = 0; b < VRM_BONE_COUNT; b++) least = fminf(least, heights[b]);
        posture_heights(&clip->source, &pose, heights);
        for (int b = 0; b < VRM_BONE_COUNT; b++) low = fminf(low, heights[b]);
        pose.hips_offset.y = part == 0   ? from.hips_offset.y
                             : part == 1 ? to.hips_offset.y
                                         : pose.hips_offset.y + least - low;
        clip->times[f] = f / 30.0;
        clip->poses[f] = pose;
    }
}

/* Whoever stands for some tenths of a second and then kneels on the toes stands on the ground: it
 * is not where balls and heels are for the rest of the time. */
static void ground_is_where_somebody_stands_for_a_moment(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 1; seed < 9; seed++) {
        clip.source = posture_figure(seed, 0.1f);
        vrm_Skeleton target = posture_figure(seed + 50, 0.1f);
        make_change(&clip, POSTURE_STAND, POSTURE_KNEEL_ON_TOES, 0.06f, 0.4f);
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        vrm_RetargetReport report = vrm_retarget_report(r);
        if (!(fabsf(report.ground_mm) < 8 && report.depth_mm < 3))
            fail_msg("figure %u: ground at %g mm, soles %g mm below it", (unsigned)seed,
                     (double)report.ground_mm, (double)report.depth_mm);
        vrm_retarget_destroy(r);
    }
}

/* Legs with the ankles as high as they lie on the ground, toes 45 degrees up. */
static void put_heels_down(const vrm_Skeleton* figure, float part, vrm_Pose* pose) {
    float heights[VRM_BONE_COUNT];
    posture_heights(figure, pose, heights);
    float lower = part * (heights[VRM_BONE_LEFT_FOOT] - 0.03f);
    float leg = figure->positions[VRM_BONE_LEFT_UPPER_LEG].y;
    vrm_Quat down = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, fmaxf(lower / leg, 0));
    vrm_Quat forwards = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, 0.8f * part);
    for (int b = VRM_BONE_LEFT_UPPER_LEG; b <= VRM_BONE_RIGHT_UPPER_LEG; b += 4) {
        pose->rotations[b] = vrmi_quat_mul(down, pose->rotations[b]);
        pose->rotations[b + 2] = vrmi_quat_mul(pose->rotations[b + 2], forwards);
    }
}

/* heels of somebody who stands and then sits with the toes up are lower than those that
 * stand; the ground is where the person stands. */
static void ground_is_not_where_tilted_heels_are(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 1; seed < 9; seed++) {
        clip.source = posture_figure(seed, 0.1f);
        vrm_Skeleton target = posture_figure(seed + 50, 0.1f);
        make_change(&clip, POSTURE_STAND, POSTURE_SIT_ON_GROUND, 0.2f, 0.4f);
        for (int32_t f = 0; f < FRAMES; f++) {
            float part = vrmi_clamp(((float)f / (FRAMES - 1) - 0.2f) / 0.2f, 0, 1);
            put_heels_down(&clip.source, part, &clip.poses[f]);
        }
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        float ground = vrm_retarget_report(r).ground_mm;
        if (!(fabsf(ground) < 8))
            fail_msg("figure %u: ground at %g mm", (unsigned)seed, (double)ground);
        vrm_retarget_destroy(r);
    }
}

/* Kneels on knees and toes that point backwards, ankles above the ground. */
static void make_kneeling(Clip* clip, float bend) {
    make_clip(clip, POSTURE_KNEEL, 0.3f);
    for (int32_t f = 0; f < FRAMES; f++) {
        vrm_Pose* pose = &clip->poses[f];
        float before[VRM_BONE_COUNT], after[VRM_BONE_COUNT];
        posture_heights(&clip->source, pose, before);
        for (int b = VRM_BONE_LEFT_FOOT; b <= VRM_BONE_RIGHT_FOOT; b += 4) {
            vrm_Quat bent = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, -bend);
            pose->rotations[b] = vrmi_quat_mul(pose->rotations[b], bent);
        }
        posture_heights(&clip->source, pose, after);
        pose->hips_offset.y += before[VRM_BONE_LEFT_TOES] - after[VRM_BONE_LEFT_TOES];
    }
}

/* A foot on its instep has the sole above it: it is not pressed into the ground for the sole to be
 * as low as that of a barefoot source. */
static void instep_in_a_boot_stays_above_the_ground(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 1; seed < 17; seed++) {
        clip.source = posture_figure(seed, 0.05f);
        vrm_Skeleton boots = clip.source;
        for (int b = 0; b < VRM_BONE_COUNT; b++) boots.positions[b].y += 0.05f;
        make_kneeling(&clip, 0.1f * (float)(seed / 2));
        vrm_Retarget *r = fit(&clip, &boots, seed % 2 != 0 ? VRM_FEET_HOLD : VRM_FEET_AUTO),
                     *free = fit(&clip, &boots, VRM_FEET_FREE);
        for (int32_t f = 0; f < FRAMES; f++) {
            float is[VRM_BONE_COUNT], was[VRM_BONE_COUNT];
            vrm_Pose held = vrm_retarget_pose(r, f), loose = vrm_retarget_pose(free, f);
            posture_heights(&boots, &held, is);
            posture_heights(&boots, &loose, was);
            for (int b = VRM_BONE_LEFT_FOOT; b <= VRM_BONE_RIGHT_FOOT; b += 4)
                if (!(is[b] > was[b] - 0.01f))
                    fail_msg("figure %u: %s is at %g mm, %g while free", (unsigned)seed,
                             vrm_bone_name((vrm_Bone)b), 1000.0 * (double)is[b],
                             1000.0 * (double)was[b]);
        }
        vrm_retarget_destroy(r);
        vrm_retarget_destroy(free);
    }
}

static float second_difference(const Clip* clip, const vrm_Retarget* r, int bone, int32_t f) {
    vrm_Quat at[3];
    for (int i = 0; i < 3; i++) {
        vrm_Pose pose = r != NULL ? vrm_retarget_pose(r, f - 1 + i) : clip->poses[f - 1 + i];
        at[i] = pose.rotations[bone];
    }
    vrm_Quat before = vrmi_quat_mul(vrmi_quat_conjugate(at[0]), at[1]);
    vrm_Quat after = vrmi_quat_mul(vrmi_quat_conjugate(at[1]), at[2]);
    return vrmi_quat_angle(before, after) * VRMI_TO_DEGREES;
}

/* Long toes that would be in the ground bend smoothly. They point straight down in between, where
 * the tip gets higher on either side. */
static void toes_do_not_snap_up_between_postures(void** state) {
    (void)state;
    static Clip clip;
    static const Posture changes[][2] = {{POSTURE_KNEEL, POSTURE_PLANK},
                                         {POSTURE_KNEEL, POSTURE_KNEEL_ON_TOES},
                                         {POSTURE_LIE_ON_FACE, POSTURE_PLANK}};
    for (uint32_t round = 0; round < 48; round++) {
        const Posture* change = changes[round % 3];
        clip.source = posture_figure(round, 0.1f);
        vrm_Skeleton target = posture_figure(round + 100, 0.25f);
        for (int b = VRM_BONE_LEFT_TOES; b <= VRM_BONE_RIGHT_TOES; b += 4)
            target.positions[b].z += 0.06f;
        make_change(&clip, change[0], change[1], 0.2f, 0.7f);
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        for (int b = VRM_BONE_LEFT_TOES; b <= VRM_BONE_RIGHT_TOES; b += 4)
            for (int32_t f = 1; f < FRAMES - 1; f++) {
                float is = second_difference(&clip, r, b, f);
                if (!(is < second_difference(&clip, NULL, b, f) + 90))
                    fail_msg("round %u, %s to %s, frame %d: %s by %g degrees", (unsigned)round,
                             posture_names[change[0]], posture_names[change[1]], (int)f,
                             vrm_bone_name((vrm_Bone)b), (double)is);
            }
        vrm_retarget_destroy(r);
    }
}

/* Rises to the toes with straight legs, and comes down again. The balls stay where they are. */
static void make_rise(Clip* clip, float most) {
    const vrm_Vec3* at = clip->source.positions;
    for (int32_t f = 0; f < FRAMES; f++) {
        float angle = most * (0.5f - 0.5f * cosf(2 * VRMI_PI * (float)f / (FRAMES - 1)));
        vrm_Quat down = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, angle);
        vrm_Vec3 ball = vrmi_vec3_sub(at[VRM_BONE_LEFT_TOES], at[VRM_BONE_LEFT_FOOT]);
        vrm_Pose pose = vrm_pose_rest();
        for (int b = VRM_BONE_LEFT_FOOT; b <= VRM_BONE_RIGHT_FOOT; b += 4) {
            pose.rotations[b] = down;
            pose.rotations[b + 1] = vrmi_quat_conjugate(down);
        }
        ball.y = -at[VRM_BONE_LEFT_FOOT].y;
        pose.hips_offset = vrmi_vec3_sub(ball, vrmi_quat_rotate(down, ball));
        clip->times[f] = f / 30.0;
        clip->poses[f] = pose;
    }
}

/* where a leg must reach farther its heel rises and its knee stretches smoothly. A
 * foot on its toes is not turned, and no knee snaps straight for a frame. */
static void feet_and_knees_do_not_snap_on_the_toes(void** state) {
    (void)state;
    static Clip clip;
    static const int bones[] = {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT, VRM_BONE_LEFT_LOWER_LEG,
                                VRM_BONE_RIGHT_LOWER_LEG};
    for (uint32_t round = 0; round < 64; round++) {
        clip.source = posture_figure(round, 0.1f);
        vrm_Skeleton target = posture_figure(round + 200, 0.3f);
        make_rise(&clip, 0.5f + 0.1f * (float)(round % 10));
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        assert_true(vrm_retarget_report(r).holds_feet);
        for (int i = 0; i < 4; i++)
            for (int32_t f = 1; f < FRAMES - 1; f++) {
                float is = second_difference(&clip, r, bones[i], f), more = i < 2 ? 3 : 8;
                if (!(is < second_difference(&clip, NULL, bones[i], f) + more))
                    fail_msg("round %u, frame %d: %s by %g degrees", (unsigned)round, (int)f,
                             vrm_bone_name((vrm_Bone)bones[i]), (double)is);
            }
        vrm_retarget_destroy(r);
    }
}

/* toes of feet that the source puts into the ground do not bend up to its surface, and so
 * do not snap where the feet leave it. */
static void toes_of_sunken_feet_stay_flat(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 0; seed < 16; seed++) {
        clip.source = posture_figure(seed, 0.1f);
        vrm_Skeleton target = posture_figure(seed + 50, 0.2f);
        for (int32_t f = 0; f < FRAMES; f++) { /* stands, sinks by 15 mm and jumps */
            float height = f < 40 ? 0 : 0.06f * (float)(f - 40) - 0.015f;
            clip.times[f] = f / 30.0;
            clip.poses[f] = vrm_pose_rest();
            clip.poses[f].hips_offset.y = height;
        }
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        for (int32_t f = 0; f < FRAMES; f++) {
            vrm_Pose pose = vrm_retarget_pose(r, f);
            float turn = vrmi_quat_angle(pose.rotations[VRM_BONE_LEFT_TOES], vrmi_quat_identity());
            if (!(turn * VRMI_TO_DEGREES < 3))
                fail_msg("figure %u, frame %d: toes bend by %g degrees", (unsigned)seed, (int)f,
                         (double)(turn * VRMI_TO_DEGREES));
        }
        vrm_retarget_destroy(r);
    }
}

/* Stands above the ground of the file and rises to the balls for 0.4 s, with toes that do not bend:
 * their tips get into the ground. */
static void make_stiff_rise(Clip* clip, float height) {
    const vrm_Vec3* at = clip->source.positions;
    for (int32_t f = 0; f < FRAMES; f++) {
        float part = vrmi_clamp((float)(f - 40) / 12, 0, 1);
        float angle = 0.5f - 0.5f * cosf(2 * VRMI_PI * part);
        vrm_Quat down = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, angle);
        vrm_Vec3 ball = vrmi_vec3_sub(at[VRM_BONE_LEFT_TOES], at[VRM_BONE_LEFT_FOOT]);
        clip->times[f] = f / 30.0;
        clip->poses[f] = vrm_pose_rest();
        for (int b = VRM_BONE_LEFT_FOOT; b <= VRM_BONE_RIGHT_FOOT; b += 4)
            clip->poses[f].rotations[b] = down;
        clip->poses[f].hips_offset = vrmi_vec3_sub(ball, vrmi_quat_rotate(down, ball));
        clip->poses[f].hips_offset.y += height;
    }
}

/* toes that point into the ground for a moment do not tell where it is: who stands above
 * the ground of the file stands on that of the avatar. */
static void stiff_toes_do_not_let_the_body_float(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 0; seed < 16; seed++) {
        clip.source = posture_figure(seed, 0.1f);
        vrm_Skeleton target = posture_figure(seed + 50, 0.2f);
        make_stiff_rise(&clip, 0.05f);
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        vrm_RetargetReport report = vrm_retarget_report(r);
        assert_true(report.holds_feet);
        if (!(fabsf(report.ground_mm - 50) < 3))
            fail_msg("figure %u: ground at %g mm", (unsigned)seed, (double)report.ground_mm);
        for (int32_t f = 0; f < FRAMES; f += 15) {
            float is[VRM_BONE_COUNT];
            vrm_Pose pose = vrm_retarget_pose(r, f);
            if (f >= 40 && f <= 52) continue;
            posture_heights(&target, &pose, is);
            for (int b = VRM_BONE_LEFT_FOOT; b <= VRM_BONE_RIGHT_FOOT; b += 4)
                if (!(fabsf(is[b] - target.positions[b].y) < 0.005f))
                    fail_msg("figure %u, frame %d: %s is at %g mm", (unsigned)seed, (int)f,
                             vrm_bone_name((vrm_Bone)b), 1000.0 * (double)is[b]);
        }
        vrm_retarget_destroy(r);
    }
}

/* ---- Arms, trunk and hips of odd build ---- */

static bool is_arm(int bone) {
    return (bone >= VRM_BONE_LEFT_LOWER_ARM && bone <= VRM_BONE_LEFT_HAND) ||
           (bone >= VRM_BONE_RIGHT_LOWER_ARM && bone <= VRM_BONE_RIGHT_HAND) ||
           bone >= VRM_BONE_LEFT_THUMB_METACARPAL;
}

/* Arms are so many times as long. */
static void stretch_arms(vrm_Skeleton* figure, float times) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if (!is_arm(b)) continue;
        bool is_left = figure->positions[b].x > 0;
        float root =
            figure->positions[is_left ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM].x;
        figure->positions[b].x = root + times * (figure->positions[b].x - root);
    }
}

static vrm_Quat about(float x, float y, float z, float angle) {
    return vrmi_quat_from_axis_angle((vrm_Vec3){x, y, z}, angle);
}

/* Bends forwards with straight legs and hanging arms, and comes up again. */
static void make_bow(Clip* clip, float most) {
    for (int32_t f = 0; f < FRAMES; f++) {
        float angle = most * (0.5f - 0.5f * cosf(2 * VRMI_PI * (float)f / (FRAMES - 1)));
        vrm_Quat bow = about(1, 0, 0, angle), back = vrmi_quat_conjugate(bow);
        vrm_Pose pose = vrm_pose_rest();
        vrm_Vec3 leg = vrmi_vec3_sub(clip->source.positions[VRM_BONE_LEFT_UPPER_LEG],
                                     clip->source.positions[VRM_BONE_HIPS]);
        pose.rotations[VRM_BONE_HIPS] = bow;
        pose.rotations[VRM_BONE_LEFT_UPPER_LEG] = pose.rotations[VRM_BONE_RIGHT_UPPER_LEG] = back;
        pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = vrmi_quat_mul(back, about(0, 0, 1, -1.5f));
        pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = vrmi_quat_mul(back, about(0, 0, 1, 1.5f));
        leg.x = 0;
        pose.hips_offset = vrmi_vec3_sub(leg, vrmi_quat_rotate(bow, leg));
        clip->times[f] = f / 30.0;
        clip->poses[f] = pose;
    }
}

/* hands of long arms are kept above the ground by the elbows: they lift neither feet nor
 * knees that stand on it. */
static void long_arms_do_not_lift_the_feet(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 0; seed < 24; seed++) {
        clip.source = posture_figure(seed, 0.1f);
        vrm_Skeleton target = posture_figure(seed + 50, 0.1f);
        stretch_arms(&target, 1.6f + 0.01f * (float)seed);
        make_bow(&clip, 1.9f);
        vrm_Retarget *r = fit(&clip, &target, VRM_FEET_AUTO),
                     *loose = fit(&clip, &target, VRM_FEET_FREE);
        float lowest = 0, slide = vrm_retarget_report(r).slide_max_mm;
        for (int32_t f = 0; f < FRAMES; f++) {
            float is[VRM_BONE_COUNT], was[VRM_BONE_COUNT];
            vrm_Pose held = vrm_retarget_pose(r, f), pose = vrm_retarget_pose(loose, f);
            posture_heights(&target, &held, is);
            posture_heights(&target, &pose, was);
            for (int b = 0; b < VRM_BONE_COUNT; b++) {
                lowest = fminf(lowest, was[b]);
                if (!(is[b] > -0.002f) && !is_finger_or_eye(b))
                    fail_msg("figure %u: %s is at %g mm", (unsigned)seed,
                             vrm_bone_name((vrm_Bone)b), 1000.0 * (double)is[b]);
            }
        }
        assert_true(lowest < -0.05f); /* hands of free arms are in the ground */
        if (!(slide < 1)) fail_msg("figure %u: feet slide %g mm", (unsigned)seed, (double)slide);
        vrm_retarget_destroy(r);
        vrm_retarget_destroy(loose);
    }
}

/* Stands on the hands and sways. */
static void make_handstand(Clip* clip) {
    for (int32_t f = 0; f < FRAMES; f++) {
        float heights[VRM_BONE_COUNT], sway = 0.1f * sinf(0.1f * (float)f);
        vrm_Pose pose = vrm_pose_rest();
        pose.rotations[VRM_BONE_HIPS] = about(1, 0, 0, VRMI_PI + sway);
        pose.rotations[VRM_BONE_LEFT_UPPER_ARM] = about(0, 0, 1, 1.4f);
        pose.rotations[VRM_BONE_RIGHT_UPPER_ARM] = about(0, 0, 1, -1.4f);
        posture_heights(&clip->source, &pose, heights);
        float low = 1e6f;
        for (int b = 0; b < VRM_BONE_COUNT; b++) low = fminf(low, heights[b]);
        pose.hips_offset.y = 0.01f - low;
        clip->times[f] = f / 30.0;
        clip->poses[f] = pose;
    }
}

/* nor does a body sink whose trunk and arms are far longer than its legs. It is
 * carried by straight arms, as in the source. */
static void handstand_on_short_legs_does_not_sink(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 0; seed < 12; seed++) {
        clip.source = posture_figure(seed, 0.1f);
        vrm_Skeleton target = posture_figure(seed + 50, 0.1f);
        stretch_arms(&target, 1.6f);
        make_handstand(&clip);
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        for (int32_t f = 0; f < FRAMES; f++) {
            float is[VRM_BONE_COUNT];
            vrm_Pose pose = vrm_retarget_pose(r, f);
            posture_heights(&target, &pose, is);
            for (int b = 0; b < VRM_BONE_COUNT; b++)
                if (!(is[b] > -0.002f) && !is_finger_or_eye(b))
                    fail_msg("figure %u: %s is at %g mm", (unsigned)seed,
                             vrm_bone_name((vrm_Bone)b), 1000.0 * (double)is[b]);
            float bend =
                vrmi_quat_angle(pose.rotations[VRM_BONE_LEFT_LOWER_ARM], vrmi_quat_identity());
            if (!(bend * VRMI_TO_DEGREES < 30))
                fail_msg("figure %u, frame %d: elbow bends by %g degrees", (unsigned)seed, (int)f,
                         (double)(bend * VRMI_TO_DEGREES));
        }
        vrm_retarget_destroy(r);
    }
}

/* a hips' bone far below the hip joints does not lift whoever sits on the ground. */
static void hips_below_the_legs_do_not_lift_the_body(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t seed = 0; seed < 12; seed++) {
        clip.source = posture_figure(seed, 0.05f);
        vrm_Skeleton target = clip.source;
        target.positions[VRM_BONE_HIPS].y -= 0.25f;
        make_clip(&clip, POSTURE_SIT_ON_GROUND, 0.4f);
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        for (int32_t f = 0; f < FRAMES; f++) {
            float was[VRM_BONE_COUNT], is[VRM_BONE_COUNT];
            vrm_Pose pose = vrm_retarget_pose(r, f);
            posture_heights(&clip.source, &clip.poses[f], was);
            posture_heights(&target, &pose, is);
            const int b = VRM_BONE_LEFT_UPPER_LEG;
            if (!(fabsf(is[b] - was[b]) < 0.02f))
                fail_msg("figure %u: legs are at %g mm, %g in the source", (unsigned)seed,
                         1000.0 * (double)is[b], 1000.0 * (double)was[b]);
        }
        vrm_retarget_destroy(r);
    }
}

/* ---- Legs that are bent at rest ---- */

/* Bends both legs of a skeleton by 2 * `half` (radians); feet stay where they are below the hips.
 */
static void bend_legs(vrm_Skeleton* skeleton, float half) {
    vrm_Vec3* at = skeleton->positions;
    for (int b = VRM_BONE_LEFT_UPPER_LEG; b <= VRM_BONE_RIGHT_UPPER_LEG; b += 4) {
        float length = 0.5f * (at[b].y - at[b + 2].y);
        at[b + 1] = (vrm_Vec3){at[b].x, at[b].y - length, at[b].z + length * tanf(half)};
        at[b + 2] = (vrm_Vec3){at[b].x, at[b + 2].y, at[b].z};
    }
}

/* Stretches the legs until they are straight, and bends them again, over feet that stand. */
static void make_stretch(Clip* clip, float half) {
    const vrm_Vec3* at = clip->source.positions;
    float length = at[VRM_BONE_LEFT_UPPER_LEG].y - at[VRM_BONE_LEFT_FOOT].y;
    for (int32_t f = 0; f < FRAMES; f++) {
        float turn = half * sinf(4 * VRMI_PI * (float)f / (FRAMES - 1));
        vrm_Quat by = vrmi_quat_from_axis_angle((vrm_Vec3){1, 0, 0}, turn);
        vrm_Pose pose = vrm_pose_rest();
        for (int b = VRM_BONE_LEFT_UPPER_LEG; b <= VRM_BONE_RIGHT_UPPER_LEG; b += 4) {
            pose.rotations[b] = pose.rotations[b + 2] = by;
            pose.rotations[b + 1] = vrmi_quat_conjugate(vrmi_quat_mul(by, by));
        }
        pose.hips_offset.y = length * (cosf(half - turn) / cosf(half) - 1);
        clip->times[f] = f / 30.0;
        clip->poses[f] = pose;
    }
}

/* legs of MikuMikuDance are bent by 7 to 11 degrees at rest. Where they are straight, knees
 * of an avatar whose legs rest straight do not bend backwards, nor turn over from frame to frame.
 */
static void straight_legs_that_rest_bent_do_not_bend_back(void** state) {
    (void)state;
    static Clip clip;
    for (uint32_t round = 0; round < 64; round++) {
        float half = 0.01f * (float)(2 + round % 12);
        clip.source = posture_figure(round, 0.1f);
        vrm_Skeleton target = posture_figure(round + 300, 0.2f);
        bend_legs(&clip.source, half);
        bend_legs(&target, 0);
        make_stretch(&clip, half);
        vrm_Retarget* r = fit(&clip, &target, VRM_FEET_AUTO);
        assert_true(vrm_retarget_report(r).holds_feet);
        for (int b = VRM_BONE_LEFT_LOWER_LEG; b <= VRM_BONE_RIGHT_LOWER_LEG; b += 4)
            for (int32_t f = 1; f < FRAMES - 1; f++) {
                vrm_Pose pose = vrm_retarget_pose(r, f);
                float back = -2 * asinf(pose.rotations[b].x) * VRMI_TO_DEGREES;
                float is = second_difference(&clip, r, b, f);
                if (!(back < 0.5f) || !(is < second_difference(&clip, NULL, b, f) + 3))
                    fail_msg("round %u, frame %d: %s bends back by %g, changes by %g degrees",
                             (unsigned)round, (int)f, vrm_bone_name((vrm_Bone)b), (double)back,
                             (double)is);
            }
        vrm_retarget_destroy(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_joint_gets_into_the_ground),
        cmocka_unit_test(ground_of_postures_is_the_ground),
        cmocka_unit_test(feet_of_postures_are_not_levelled),
        cmocka_unit_test(ground_is_where_somebody_stands_for_a_moment),
        cmocka_unit_test(ground_is_not_where_tilted_heels_are),
        cmocka_unit_test(instep_in_a_boot_stays_above_the_ground),
        cmocka_unit_test(toes_do_not_snap_up_between_postures),
        cmocka_unit_test(feet_and_knees_do_not_snap_on_the_toes),
        cmocka_unit_test(toes_of_sunken_feet_stay_flat),
        cmocka_unit_test(stiff_toes_do_not_let_the_body_float),
        cmocka_unit_test(long_arms_do_not_lift_the_feet),
        cmocka_unit_test(handstand_on_short_legs_does_not_sink),
        cmocka_unit_test(hips_below_the_legs_do_not_lift_the_body),
        cmocka_unit_test(straight_legs_that_rest_bent_do_not_bend_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
