/* SPDX-License-Identifier: MIT */
/* Motion that models make of video and text shakes from frame to frame. Its feet rest on the ground
 * all the same, at the times that are known. */
#include "base/maths.h"
#include "support/check.h"
#include "support/gait.h"

#include <stdlib.h>

enum { FRAMES_MAX = 400 };

typedef struct Clip {
    vrm_Pose poses[FRAMES_MAX];
    double times[FRAMES_MAX];
    int32_t count;
} Clip;

static void make_clip(Clip* clip, const Gait* gait, double fps) {
    clip->count = (int32_t)(gait_length(gait->kind) * fps) + 1;
    assert_true(clip->count <= FRAMES_MAX);
    for (int32_t f = 0; f < clip->count; f++) {
        clip->times[f] = f / fps;
        clip->poses[f] = gait_pose(gait, clip->times[f], (uint32_t)f);
    }
}

typedef struct Drift {
    double mean, most; /* millimetres */
} Drift;

/* Measures how far resting balls are from where they first rested. */
static Drift drift_of(const vrm_Retarget* r, const Clip* clip, GaitKind kind,
                      const vrm_Skeleton* figure) {
    Drift drift = {0, 0};
    double used = 0;
    for (int point = VRM_SOLE_LEFT_BALL; point <= VRM_SOLE_RIGHT_BALL; point += 2) {
        vrm_Vec3 place = {0, 0, 0};
        bool was = false;
        for (int32_t f = 0; f < clip->count; f++) {
            vrm_Vec3 soles[VRM_SOLE_COUNT];
            vrm_Pose pose = vrm_retarget_pose(r, f);
            bool rests = gait_rests(kind, point, clip->times[f], 0.1);
            gait_soles(figure, &pose, soles);
            if (rests && !was) place = soles[point];
            was = rests;
            if (!rests) continue;
            double away = 1000.0 * (double)vrmi_vec3_distance(soles[point], place);
            drift.most = away > drift.most ? away : drift.most;
            drift.mean += away;
            used++;
        }
    }
    drift.mean /= used > 0 ? used : 1;
    return drift;
}

static void feet_of_shaking_motion_rest(void** state) {
    (void)state;
    static const GaitKind kinds[] = {GAIT_WALK, GAIT_TURN, GAIT_JUMP};
    static Clip clip;
    vrm_Skeleton source = gait_figure(&gait_builds[0]);
    for (int round = 0; round < 18; round++) {
        Gait gait = {kinds[round % 3], round < 9 ? 1.0f : 2.0f, (uint32_t)round};
        vrm_Skeleton target = gait_figure(&gait_builds[round / 3 % 3]);
        double fps = round % 2 == 0 ? 30 : 60;
        make_clip(&clip, &gait, fps);
        vrm_RetargetDef def = vrm_default_retarget_def();
        def.source = &source;
        def.target = &target;
        vrm_Retarget* r = NULL;
        assert_int_equal(vrm_retarget(clip.poses, clip.times, clip.count, &def, &r), VRM_OK);
        Drift drift = drift_of(r, &clip, gait.kind, &target);
        if (!(vrm_retarget_report(r).holds_feet && drift.mean < 5))
            fail_msg("round %d, %s on %s: resting feet drift by %g mm, at most %g", round,
                     gait_names[gait.kind], gait_builds[round / 3 % 3].name, drift.mean,
                     drift.most);
        vrm_retarget_destroy(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_of_shaking_motion_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
