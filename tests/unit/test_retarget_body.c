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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_joint_gets_into_the_ground),
        cmocka_unit_test(ground_of_postures_is_the_ground),
        cmocka_unit_test(feet_of_postures_are_not_levelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
