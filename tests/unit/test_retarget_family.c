/* SPDX-License-Identifier: MIT */
/* Random motions (gaits that travel or stay on a treadmill, postures) of random sizes and headings
 * on random figures. Whatever they are: nothing that is above the ground is put below it, planted
 * points stay, loops stay closed, knees bend as smoothly as in the source and a little, and neither
 * heading nor size makes a difference. */
#include "base/maths.h"
#include "motion/retarget/legs.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/gait.h"
#include "support/postures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 260 };

typedef struct Clip {
    vrm_Pose poses[MOST];
    double times[MOST];
    int32_t count;
    vrm_Skeleton source;
    bool is_gait;
    bool is_loop; /* its ends are alike */
    char name[120];
} Clip;

static vrm_Skeleton sized(vrm_Skeleton figure, float size) {
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        figure.positions[b] = vrmi_vec3_scale(figure.positions[b], size);
    return figure;
}

static void turn_clip(Clip* clip, float heading, vrm_Vec3 place) {
    for (int32_t f = 0; f < clip->count; f++)
        clip->poses[f] = posture_turned(&clip->source, clip->poses[f], heading, place);
}

static void size_clip(Clip* clip, float size) {
    clip->source = sized(clip->source, size);
    for (int32_t f = 0; f < clip->count; f++)
        clip->poses[f].hips_offset = vrmi_vec3_scale(clip->poses[f].hips_offset, size);
}

/* Of the motions that tests/support has. */
static void make_clip(Clip* clip, Dice* dice) {
    static const double strides[] = {1.1, 0.7};
    static const float speeds[] = {1.0f, 2.6f};
    int kind = roll_int(dice, GAIT_SWIM + POSTURE_KINDS);
    bool is_gait = kind < GAIT_SWIM, is_endless = kind <= GAIT_RUN;
    bool stays = is_endless && roll_int(dice, 2) == 0, is_whole = roll_int(dice, 2) == 0;
    double begin = is_endless ? (double)roll(dice, 0, 1) : 0;
    double length = is_gait ? gait_length((GaitKind)kind) : 2;
    if (is_endless && is_whole) length = strides[kind] * (1 + roll_int(dice, 2));
    clip->is_gait = is_gait;
    clip->is_loop = (is_endless && is_whole) || !is_gait;
    clip->source = is_gait ? gait_figure(&gait_builds[0])
                           : posture_figure((uint32_t)roll_int(dice, 1000), 0.1f);
    clip->count = (int32_t)(length * 60 + 0.5) + 1;
    if (clip->count > MOST) clip->count = MOST;
    for (int32_t f = 0; f < clip->count; f++) {
        double time = clip->times[f] = f / 60.0;
        if (is_gait)
            clip->poses[f] = gait_pose(&(Gait){.kind = (GaitKind)kind}, begin + time, 0);
        else
            clip->poses[f] = posture_pose(&clip->source, (Posture)(kind - GAIT_SWIM), time / 2);
        if (stays) clip->poses[f].hips_offset.z -= speeds[kind] * (float)time;
    }
    snprintf(clip->name, sizeof clip->name, "%s%s%s",
             is_gait ? gait_names[kind] : posture_names[kind - GAIT_SWIM], stays ? " in place" : "",
             clip->is_loop ? ", closed" : "");
}

static vrm_Retarget* fit(const Clip* clip, const vrm_Skeleton* target) {
    vrm_RetargetDef def = vrm_default_retarget_def();
    vrm_Retarget* r = NULL;
    def.source = &clip->source;
    def.target = target;
    assert_int_equal(vrm_retarget(clip->poses, clip->times, clip->count, &def, &r), VRM_OK);
    return r;
}

/* ---- What must hold ---- */

static bool counts(int bone) { /* fingers are as long as hands are high */
    return bone < VRM_BONE_LEFT_THUMB_METACARPAL && bone != VRM_BONE_LEFT_EYE &&
           bone != VRM_BONE_RIGHT_EYE && bone != VRM_BONE_JAW;
}

static void check_ground(const Clip* clip, const vrm_Skeleton* target, const vrm_Retarget* r) {
    float scale = vrm_retarget_report(r).scale;
    for (int32_t f = 0; f < clip->count; f++) {
        float was[VRM_BONE_COUNT], is[VRM_BONE_COUNT];
        vrm_Vec3 from[VRM_SOLE_COUNT], to[VRM_SOLE_COUNT];
        vrm_Pose pose = vrm_retarget_pose(r, f);
        posture_heights(&clip->source, &clip->poses[f], was);
        posture_heights(target, &pose, is);
        for (int b = 0; b < VRM_BONE_COUNT; b++)
            if (counts(b) && !(is[b] > scale * fminf(was[b], 0) - 0.002f))
                fail_msg("%s: %s is at %g mm, %g in the source", clip->name,
                         vrm_bone_name((vrm_Bone)b), 1000.0 * (double)is[b],
                         1000.0 * (double)was[b]);
        gait_soles(&clip->source, &clip->poses[f], from);
        gait_soles(target, &pose, to);
        for (int p = 0; p < VRM_SOLE_COUNT; p++)
            if (!(to[p].y > scale * fminf(from[p].y, 0) - 0.002f))
                fail_msg("%s: sole %d is at %g mm, %g in the source", clip->name, p,
                         1000.0 * (double)to[p].y, 1000.0 * (double)from[p].y);
    }
}

static float knee_bend(const vrm_Pose* pose, int side) {
    vrm_Bone knee = side == 0 ? VRM_BONE_LEFT_LOWER_LEG : VRM_BONE_RIGHT_LOWER_LEG;
    return VRMI_TO_DEGREES * vrmi_quat_angle(vrmi_quat_identity(), pose->rotations[knee]);
}

/* The largest second difference of the bend of a knee, degrees a frame and frame. */
static float knee_jolt(const vrm_Pose* a, const vrm_Pose* b, const vrm_Pose* c, int side) {
    return fabsf(knee_bend(a, side) - 2 * knee_bend(b, side) + knee_bend(c, side));
}

static float check_knees(const Clip* clip, const vrm_Retarget* r) {
    float worst = 0;
    for (int side = 0; side < 2; side++) {
        for (int32_t f = 1; f + 1 < clip->count; f++) {
            const vrm_Pose* p = &clip->poses[f];
            vrm_Pose a = vrm_retarget_pose(r, f - 1), b = vrm_retarget_pose(r, f),
                     c = vrm_retarget_pose(r, f + 1);
            float is = knee_jolt(&a, &b, &c, side), was = 0;
            for (int32_t k = f - 3; k <= f + 3; k++) /* a contact may begin a little earlier */
                if (k > 0 && k + 1 < clip->count)
                    was =
                        fmaxf(was, knee_jolt(p + (k - f) - 1, p + (k - f), p + (k - f) + 1, side));
            if (is - was > worst) worst = is - was;
            if (!(is < was + 5))
                fail_msg("%s: knee %d has a second difference of %g degrees at frame %d (%g)",
                         clip->name, side, (double)is, f, (double)was);
        }
    }
    return worst;
}

static void check_ends(const Clip* clip, const vrm_Retarget* r) {
    if (!clip->is_loop) return;
    vrm_Pose a = vrm_retarget_pose(r, 0), b = vrm_retarget_pose(r, clip->count - 1);
    const vrm_Pose *c = &clip->poses[0], *d = &clip->poses[clip->count - 1];
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        float is = vrmi_quat_angle(a.rotations[bone], b.rotations[bone]);
        float was = vrmi_quat_angle(c->rotations[bone], d->rotations[bone]);
        if (!(is < was + 0.3f * VRMI_TO_RADIANS))
            fail_msg("%s: %s opens by %g degrees", clip->name, vrm_bone_name((vrm_Bone)bone),
                     (double)((is - was) * VRMI_TO_DEGREES));
    }
    assert_true(fabsf(a.hips_offset.y - b.hips_offset.y) < 0.001f);
}

/* The result for the same motion, turned, moved and of another size. */
static void check_same(const Clip* clip, const vrm_Skeleton* target, const vrm_Retarget* r,
                       Dice* dice) {
    static Clip other;
    float heading = roll(dice, -3, 3), size = roll(dice, 0.3f, 3);
    vrm_Vec3 place = {roll(dice, -2, 2), 0, roll(dice, -2, 2)};
    other = *clip;
    size_clip(&other, size);
    turn_clip(&other, heading, vrmi_vec3_scale(place, size));
    vrm_Skeleton figure = sized(*target, size);
    vrm_Retarget* turned = fit(&other, &figure);
    float scale = vrm_retarget_report(r).scale;
    for (int32_t f = 0; f < clip->count; f++) {
        vrm_Pose is = vrm_retarget_pose(turned, f);
        vrm_Pose should =
            posture_turned(target, vrm_retarget_pose(r, f), heading, vrmi_vec3_scale(place, scale));
        vrm_Vec3 at = vrmi_vec3_scale(is.hips_offset, 1 / size);
        /* Rest positions of the hips are above the origin for both. */
        if (!(vrmi_vec3_distance(at, should.hips_offset) < 0.001f))
            fail_msg("%s: turned by %g, hips are %g mm elsewhere at frame %d", clip->name,
                     (double)heading, 1000.0 * (double)vrmi_vec3_distance(at, should.hips_offset),
                     f);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            float angle = VRMI_TO_DEGREES * vrmi_quat_angle(is.rotations[b], should.rotations[b]);
            if (!(angle < 0.5f))
                fail_msg("%s: turned by %g, %s differs by %g degrees at frame %d", clip->name,
                         (double)heading, vrm_bone_name((vrm_Bone)b), (double)angle, f);
        }
    }
    vrm_retarget_destroy(turned);
}

/* */
static void random_motions_on_random_figures_hold_what_is_promised(void** state) {
    (void)state;
    static Clip clip;
    const char* more = getenv("VRM_RANDOM_MOTIONS");
    int rounds = more != NULL ? atoi(more) : 120;
    Dice dice = {42};
    float worst = 0;
    for (int round = 0; round < rounds; round++) {
        make_clip(&clip, &dice);
        /* Builds of gaits have the arms of the person: they cannot do what needs hands. */
        bool is_build = roll_int(&dice, 2) == 0 && clip.is_gait;
        const GaitBuild* build = &gait_builds[roll_int(&dice, GAIT_BUILDS)];
        vrm_Skeleton target =
            is_build ? gait_figure(build) : posture_figure((uint32_t)roll_int(&dice, 1000), 0.15f);
        vrm_Retarget* r = fit(&clip, &target);
        vrm_RetargetReport report = vrm_retarget_report(r);
        char name[120];
        snprintf(name, sizeof name, "round %d, %.80s on %s", round, clip.name,
                 is_build ? build->name : "a figure");
        snprintf(clip.name, sizeof clip.name, "%s", name);
        check_ground(&clip, &target, r);
        /* Hands on the ground come before feet that cannot reach. */
        if (report.holds_feet && !(report.slide_max_mm < (clip.is_gait ? 1.0f : 3.0f)))
            fail_msg("%s: planted points slide %g mm", name, (double)report.slide_max_mm);
        worst = fmaxf(worst, check_knees(&clip, r));
        check_ends(&clip, r);
        check_same(&clip, &target, r, &dice);
        vrm_retarget_destroy(r);
    }
    if (more != NULL) printf("knees: %g degrees above the source\n", (double)worst);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_motions_on_random_figures_hold_what_is_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
